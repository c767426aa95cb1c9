//! The page for a browser: one file that asks for no other.

use super::document::{Document, Item};
use crate::output::table::with_references;

const STYLE: &str = "\
body { font: 1.05rem/1.5 Georgia, serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
h1, h2 { font-family: sans-serif; line-height: 1.2 }
h2 { font-size: 1.2rem; margin: 1.6rem 0 .4rem; border-bottom: 1px solid #ccc }
ul { margin: .3rem 0; padding-left: 1.3rem }
li { margin: .3rem 0 }
small { display: block; color: #666 }
table { border-collapse: collapse; margin: .4rem 0 }
th, td { border: 1px solid #ccc; padding: .1rem .6rem; text-align: right }
th { text-align: left }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b } small { color: #999 } }
@media print { body { margin: 0; max-width: none } }
";

/// The page.
pub(crate) fn page(document: &Document) -> String {
    let title = escaped(&document.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <main>\n<h1>{title}</h1>\n"
    );
    for text in &document.intro {
        page.push_str(&format!("<p>{}</p>\n", escaped(text)));
    }
    for part in &document.chapters {
        page.push_str(&format!("<section>\n<h2>{}</h2>\n{}</section>\n", escaped(&part.title), items(&part.items)));
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// Items of a chapter: leads are paragraphs, the others lists.
fn items(items: &[Item]) -> String {
    let mut text = String::new();
    for group in items.chunk_by(|a, b| a.lead == b.lead) {
        if group[0].lead {
            group.iter().for_each(|item| text.push_str(&format!("<p>{}</p>\n", inner(item))));
        } else {
            let all: String = group.iter().map(|item| format!("<li>{}</li>\n", inner(item))).collect();
            text.push_str(&format!("<ul>\n{all}</ul>\n"));
        }
    }
    text
}

fn inner(item: &Item) -> String {
    let mut text = escaped(&item.text);
    if !item.table.is_empty() {
        let rows: String = item.table.iter().map(|row| format!("<tr>{}</tr>\n", cells(row))).collect();
        text.push_str(&format!("\n<table>\n{rows}</table>\n"));
    }
    item.notes.iter().for_each(|note| text.push_str(&format!("<small>{}</small>", escaped(note))));
    text
}

fn cells(row: &[String]) -> String {
    let cell = |(at, cell): (usize, &String)| match at {
        0 => format!("<th scope=\"row\">{}</th>", escaped(cell)),
        _ => format!("<td>{}</td>", escaped(cell)),
    };
    row.iter().enumerate().map(cell).collect()
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    with_references(&out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        let item = Item { table: vec![vec!["<".to_owned(), "&".to_owned()]], ..Item::new("<script>\"\u{1b}") };
        let document = Document {
            title: "A & B".to_owned(),
            intro: Vec::new(),
            chapters: vec![crate::commands::rules::page::document::Part { title: "<i>".to_owned(), items: vec![item] }],
        };
        let page = page(&document);
        for part in [
            "<title>A &amp; B</title>",
            "<h2>&lt;i&gt;</h2>",
            "<li>&lt;script&gt;&quot;\u{fffd}\n<table>",
            "<tr><th scope=\"row\">&lt;</th><td>&amp;</td></tr>",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
        assert!(!page.contains("<script") && !page.contains("http"));
    }
}
