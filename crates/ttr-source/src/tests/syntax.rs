//! Text that is not TOML, and values that are.

use super::*;
use crate::limits::MAX_NESTING;

#[test]
fn syntax_errors_cost_their_line_only() {
    let text = edited("Bree = { haunted = true }", "Old Bree = {}\nBree = { haunted = true }")
        .replace("colour = \"ochre\"", "colour = \"ochre\" = 1")
        .replace("points = 5", "points = -5");
    assert_eq!(findings(&text), ["file::syntax @", "map::bad-points @-5", "file::syntax @Old Bree"]);
    let (_, map, _) = load(&text);
    assert_eq!((map.cities.len(), map.routes.len()), (3, 2), "the entry at fault is left out");
}

#[test]
fn a_city_in_a_line_that_was_lost_is_not_missed() {
    assert_eq!(findings(&edited("Bree = { haunted = true }", "Bree = { haunted = }} true")), ["file::syntax @"]);
    assert_eq!(findings(&edited("Bree = { haunted = true }", "Bree")), ["file::syntax @Bree"]);
}

#[test]
fn a_bracket_without_its_end_is_one_error() {
    for (from, to) in [
        ("Aby = { at = [1.5, 2] }", "Aby = { at = [1.5, 2]"),
        ("Aby = { at = [1.5, 2] }", "Aby = { at = [1.5, 2 }"),
        ("points = 5 },\n]", "points = 5 },\n"),
        ("colour = \"ochre\" },", "colour = \"ochre\","),
        ("colour = \"ochre\" },", "colour = \"ochre\" }"),
        ("length = 2", "length = "),
        ("length = 2", "length 2"),
        ("length = 2", "length = two"),
        ("name = \"Isle\"", "name = \"Isle"),
        ("[players.2]", "[players.2"),
        ("[players.2]", "[players]"),
        ("[x-editor]\nzoom = 3\n", "[x-editor]\nzoom = [3\n"),
        ("[cities]", "[cities"),
        ("routes = [", "routes = ]"),
        ("tickets = [", "tickets = {"),
        ("format = 1", "format: 1"),
        ("rules = \"plain\"", "rules = \"\"\"plain\""),
    ] {
        let (sources, _, found) = load(&edited(from, to));
        let told: Vec<String> = found.iter().map(|d| sources.short(d)).collect();
        assert_eq!(found.iter().filter(|d| d.code == "file::syntax").count(), 1, "{to}: {told:#?}");
        assert!(found.iter().all(|d| d.code == "file::syntax" || d.code == "players::unknown-key"), "{to}: {told:#?}");
    }
}

#[test]
fn a_forgotten_comma_loses_nothing() {
    let (_, map, found) =
        load(&edited("colour = \"ochre\" },", "colour = \"ochre\" }").replace("\"mauve\", {", "\"mauve\" {"));
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["file::syntax", "file::syntax"]);
    assert_eq!(map.routes.len(), 3);
}

#[test]
fn neighbouring_lines_at_fault_are_both_told() {
    let text = edited("Bree = { haunted = true }", "Old Bree = {}\nNew Bree = {}\nBree = {}");
    assert_eq!(findings(&text), ["file::syntax @Old Bree", "file::syntax @New Bree"]);
}

#[test]
fn the_first_of_a_duplicate_is_shown() {
    for (from, to, first) in [
        ("Bree = { haunted = true }", "Bree = {}\nAby = {}", "Aby"),
        ("length = 2", "length = 2, length = 3", "length"),
        ("[players.2]\n", "[cities]\n", "cities"),
    ] {
        let (sources, _, found) = load(&edited(from, to));
        let duplicate = found.iter().find(|d| d.code == "file::syntax").unwrap();
        let (span, _) = duplicate.labels[0];
        assert_eq!(sources.slice(span), first);
        assert!(span.end <= duplicate.span.unwrap().start);
        assert_eq!(sources.slice(duplicate.span.unwrap()), first);
    }
}

#[test]
fn a_name_without_quotes_is_shown_with_them() {
    for name in ["Old Bree", "Brée", "O'Bree", "St. Bree's (East)"] {
        let (sources, _, found) = load(&edited("Bree = { haunted = true }", &format!("{name} = {{}}\nBree = {{}}")));
        let mend = found[0].suggestion.as_ref().unwrap();
        assert_eq!((sources.slice(mend.span), mend.applicability), (name, Applicability::Certain));
        assert_eq!(mend.replacement, toml_text(name));
    }
}

/// The message, and the mended text if it is certain.
pub(super) fn mended(from: &str, to: &str) -> (String, Option<String>) {
    let text = edited(from, to);
    let (_, _, found) = load(&text);
    assert_eq!(found.len(), 1, "{to}: nothing that only follows is told: {found:#?}");
    let certain = found[0].suggestion.as_ref().filter(|mend| mend.applicability == Applicability::Certain);
    let mended = certain.map(|mend| {
        let mut mended = text.clone();
        mended.replace_range(mend.span.start as usize..mend.span.end as usize, &mend.replacement);
        assert_eq!(findings(&mended), Vec::<String>::new(), "{to}: the repair is one");
        mended
    });
    (found[0].message.clone(), mended)
}

#[test]
fn habits_of_other_formats_are_told_and_mended() {
    for (from, to, message) in [
        ("name = \"Isle\"", "name: \"Isle\"", "a key and its value are joined by `=`, not `:`"),
        ("name = \"Isle\"", "name = “Isle”", "a text stands in plain quotes: `\"`"),
        ("format = 1", "format = 1;", "a value ends with its line, without `;`"),
        ("format = 1", "format = 1 // the first", "a comment begins with `#`"),
        ("name = \"Isle\"", "name = Isle", "a text must be in quotes"),
        ("name = \"Isle\"", "name = Truro", "a text must be in quotes"),
        ("name = \"Isle\"", "name = The Isle", "a text must be in quotes"),
        ("haunted = true", "haunted = True", "this word is written small"),
        ("colour = \"ochre\" },", "colour = \"ochre\" }", "a comma is missing before this"),
    ] {
        let (said, mended) = mended(from, to);
        assert_eq!(said, message, "{to}");
        assert!(mended.is_some(), "{to}: it is certain");
    }
}

/// toml's words are not ours: [`parse`] must be looked at when they change.
#[test]
fn the_words_of_toml_are_the_ones_we_know() {
    let message = |text: &str| toml::de::DeTable::parse(text).unwrap_err().message().to_owned();
    assert_eq!(message("a = 1\na = 2"), "duplicate key");
    assert!(message("a = x").starts_with("string values must be quoted"));
    assert!(message("a = tru").starts_with("invalid boolean"));
    assert!(message("a = 2020-13-01").starts_with("invalid date"));
    assert!(message("é = 1").starts_with("invalid unquoted key"));
    assert!(message("a = \"\\q\"").starts_with("missing escaped value"));
    assert!(message("a b = 1").starts_with("key with no value"));
}

#[test]
fn byte_order_marks_and_windows_line_ends_are_fine() {
    let text = format!("\u{feff}{}", ISLE.replace('\n', "\r\n"));
    assert_eq!(findings(&text), Vec::<String>::new());
    let text = text.replace("points = 5", "points = -5");
    let (sources, _, found) = load(&text);
    assert_eq!(sources.slice(found[0].span.unwrap()), "-5");
    assert!(sources.short(&found[0]).starts_with("isle.toml:10:42:"), "{}", sources.short(&found[0]));
}

#[test]
fn values_keep_their_kind_and_place() {
    let mut sources = Sources::new();
    let text =
        "b = true\ni = -0x_F\ni2 = 0xff\nf = 1.5\nd = 2020-01-02\ns = '''x\ny'''\nl = [1, 'a']\nz.y = 1\na = {}\n";
    let file = sources.add("x", text.replace("i = -0x_F\n", ""));
    let Parsed { root, faults, .. } = parse(&sources, file);
    assert_eq!(faults, []);
    let table = root.as_table().unwrap();
    assert!(table.keys().eq(["b", "i2", "f", "d", "s", "l", "z", "a"]), "in the order of the file");
    assert_eq!(table.get("d").unwrap().as_str(), Some("2020-01-02"));
    assert_eq!(table.get("i2").unwrap().as_int(), Some(255));
    assert_eq!(sources.slice(table.get("s").unwrap().span), "'''x\ny'''");
    assert_eq!(sources.slice(table.get("l").unwrap().span), "[1, 'a']");
    assert_eq!(sources.slice(root.at(["l", "1"]).unwrap().span), "'a'");
    assert_eq!(root.at(["z", "y"]).and_then(Node::as_int), Some(1));
    for number in ["99999999999999999999", "1e999"] {
        let file = sources.add("x", format!("a = {number}"));
        let parsed = parse(&sources, file);
        assert_eq!(parsed.faults.len(), 1);
        assert_eq!(sources.slice(parsed.faults[0].span.unwrap()), number);
    }
}

#[test]
fn nesting_has_a_limit_however_it_is_written() {
    let nested = |n: usize| {
        [
            format!("a = {}{}", "[".repeat(n), "]".repeat(n)),
            format!("a = {}1{}", "{b=".repeat(n), "}".repeat(n)),
            format!("[a{}]", ".a".repeat(n - 1)),
            format!("a{}=1", ".a".repeat(n)),
        ]
    };
    let faults = |text: String| {
        let mut sources = Sources::new();
        let file = sources.add("x", text);
        parse(&sources, file).faults
    };
    for text in nested(MAX_NESTING) {
        assert_eq!(faults(text), []);
    }
    for text in nested(MAX_NESTING + 1) {
        assert_eq!(faults(text).iter().map(|f| f.code).collect::<Vec<_>>(), ["file::too-deep"]);
    }
    let brackets =
        "# [[[[\ns = \"[[[ \\\" [[[\"\nl = '[[[ \\'\nm = \"\"\"[[[ \"\" [[[\"\"\"\"\"\nn = '''[[ '' [['''''\n"
            .repeat(20);
    let keys = brackets
        .lines()
        .enumerate()
        .map(|(n, line)| format!("{}{}\n", if line.starts_with('#') { String::new() } else { format!("k{n}.") }, line));
    assert_eq!(faults(keys.collect()), []);
}
