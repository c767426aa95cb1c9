//! The page in Markdown.

use super::document::{Document, Item};
use crate::output::table::with_references;

/// The page.
pub(crate) fn page(document: &Document) -> String {
    let mut page = format!("# {}\n", escaped(&document.title));
    for text in &document.intro {
        page.push_str(&format!("\n{}\n", escaped(text)));
    }
    for part in &document.chapters {
        page.push_str(&format!("\n## {}\n\n", escaped(&part.title)));
        for item in &part.items {
            if item.lead && !page.ends_with("\n\n") {
                page.push('\n');
            }
            page.push_str(&item_text(item));
        }
        while page.ends_with("\n\n") {
            page.pop();
        }
    }
    page
}

fn item_text(item: &Item) -> String {
    if item.lead {
        let notes: String = item.notes.iter().map(|note| format!("\n\n*{}*", escaped(note))).collect();
        return format!("{}{notes}\n\n", escaped(&item.text));
    }
    let mut text = format!("- {}\n", escaped(&item.text));
    if let Some((head, rows)) = item.table.split_first() {
        let line = |row: &Vec<String>| {
            format!("  | {} |\n", row.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" | "))
        };
        let rule = "---:|".repeat(head.len().saturating_sub(1));
        text.push_str(&format!("\n{}  |---|{rule}\n{}\n", line(head), rows.iter().map(line).collect::<String>()));
    }
    item.notes.iter().for_each(|note| text.push_str(&format!("  <br>*{}*\n", escaped(note))));
    text
}

/// Text in which nothing is a mark.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.replace('\n', " ").chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&') {
            out.push('\\');
        }
        out.push(c);
    }
    with_references(&out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::rules::page::document::Part;

    #[test]
    fn nothing_of_the_text_is_a_mark() {
        let item = Item { notes: vec!["a_b".to_owned()], ..Item::new("<b> | *x*") };
        let part = Part { title: "T".to_owned(), items: vec![item] };
        let document = Document { title: "# [A]".to_owned(), intro: vec!["`x`".to_owned()], chapters: vec![part] };
        assert_eq!(page(&document), "# \\# \\[A\\]\n\n\\`x\\`\n\n## T\n\n- \\<b\\> \\| \\*x\\*\n  <br>*a\\_b*\n");
    }
}
