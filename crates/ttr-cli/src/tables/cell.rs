//! Values in the cells of a table: as plain as a spreadsheet shows them, and still told apart.

use ttr_source::{Node, Sources, Value, parse, toml_key, toml_text};

/// A value as a cell: `yes`, `3`, `red`. What would be read as something else is written as in a map file, such as
/// `"3"` for a text of one digit.
pub(crate) fn to_cell(node: &Node) -> String {
    match &node.kind {
        Value::Bool(true) => "yes".to_owned(),
        Value::Str(text) if to_toml(text) == Ok(Some(toml_text(text))) => text.clone(),
        _ => toml_of(node),
    }
}

/// A cell as a value of a map file. Nothing for an empty cell and for `no`; `false` says no as well, but is written
/// down.
///
/// # Errors
/// With what is wrong, if it begins like a text in quotes, a list or a table and is none.
pub(crate) fn to_toml(cell: &str) -> Result<Option<String>, String> {
    let cell = cell.trim();
    let number = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    Ok(Some(match cell.to_lowercase().as_str() {
        "" | "no" => return Ok(None),
        "yes" | "true" => "true".to_owned(),
        "false" => "false".to_owned(),
        word @ ("inf" | "-inf" | "nan") => word.to_owned(),
        _ if cell.starts_with(['"', '[', '{']) => {
            let mut sources = Sources::new();
            let file = sources.add("", format!("x = {cell}"));
            let parsed = parse(&sources, file);
            let whole = parsed.root.as_table().is_some_and(|table| table.len() == 1) && !cell.contains('\n');
            match parsed.faults.first() {
                None if whole => cell.to_owned(),
                _ => return Err(format!("{} is no value as map files have them", ttr_source::shown(cell))),
            }
        }
        _ if cell.chars().all(number) => match (cell.parse::<i64>(), cell.parse::<f64>()) {
            (Ok(whole), _) => whole.to_string(),
            (_, Ok(fraction)) if fraction.is_finite() => float(fraction),
            _ => toml_text(cell),
        },
        _ => toml_text(cell),
    }))
}

fn float(number: f64) -> String {
    if number.is_nan() { "nan".to_owned() } else { format!("{number:?}") }
}

/// A value as map files write it, on one line.
pub(crate) fn toml_of(node: &Node) -> String {
    match &node.kind {
        Value::Bool(yes) => yes.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => float(*number),
        Value::Str(text) => toml_text(text),
        Value::List(items) => format!("[{}]", items.iter().map(toml_of).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => {
            let pairs = table.iter().map(|entry| format!("{} = {}", toml_key(&entry.key), toml_of(&entry.value)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::same;

    fn value(text: &str) -> Node {
        let mut sources = Sources::new();
        let file = sources.add("", format!("x = {text}"));
        let parsed = parse(&sources, file);
        assert!(parsed.faults.is_empty(), "{text}: {:?}", parsed.faults);
        parsed.root.at(["x"]).expect("a value").clone()
    }

    #[test]
    fn every_value_comes_back_from_its_cell() {
        for text in [
            "true",
            "false",
            "0",
            "-7",
            "1.5",
            "1e300",
            "-0.0",
            "inf",
            "nan",
            "\"red\"",
            "\"\"",
            "\"no\"",
            "\"yes\"",
            "\"3\"",
            "\" x\"",
            "\"a, \\\"b\\\"\\n\"",
            "\"[x\"",
            "[]",
            "[1, \"a\", [2.0]]",
            "{}",
            "{ a = 1, \"b c\" = [] }",
            "\"1.\"",
            "\"--\"",
            "\"nan\"",
            "\"Montréal\"",
            "\"e\"",
        ] {
            let node = value(text);
            let cell = to_cell(&node);
            let back = to_toml(&cell).unwrap_or_else(|e| panic!("{text} -> {cell}: {e}"));
            let back = back.unwrap_or_else(|| panic!("{text} -> {cell} -> nothing"));
            assert!(same(&value(&back), &node), "{text} -> {cell} -> {back}");
        }
        assert_eq!(["true", "3", "\"red\""].map(|text| to_cell(&value(text))), ["yes", "3", "red"]);
    }

    #[test]
    fn cells_of_others_are_understood() {
        let read = |cell: &str| to_toml(cell).unwrap();
        assert_eq!(read(" "), None);
        assert_eq!(read("No"), None);
        assert_eq!(read("YES"), Some("true".to_owned()));
        assert_eq!(read(" 07 "), Some("7".to_owned()));
        assert_eq!(read("+2"), Some("2".to_owned()));
        assert_eq!(read("New York"), Some("\"New York\"".to_owned()));
        for wrong in ["[1", "{a}", "\"x", "\"a\" b", "[1]\ny = 2"] {
            assert!(to_toml(wrong).is_err(), "{wrong}");
        }
    }
}
