//! Findings for other programs, as JSON.

use serde_json::{Value as Json, json};
use ttr_source::{Applicability, Diagnostic, Sources, Span};

/// A finding as JSON: its code, its words, and its places as people count them. One without a place is about the file of this
/// name.
pub fn finding(d: &Diagnostic, name: &str, sources: &Sources) -> Json {
    let mut value = match d.span {
        Some(span) => place(span, sources),
        None => json!({ "file": name, "line": null, "column": null, "end_line": null, "end_column": null }),
    };
    value["code"] = d.code.into();
    value["severity"] = d.severity.to_string().into();
    value["message"] = d.message.as_str().into();
    value["help"] = d.help.as_deref().into();
    let own = d.span.zip(d.primary_label.as_ref()).into_iter().map(|(span, text)| (span, text, true));
    let labels = own.chain(d.labels.iter().map(|(span, text)| (*span, text, false)));
    let label = |(span, text, primary): (Span, &String, bool)| {
        let mut value = place(span, sources);
        value["text"] = text.as_str().into();
        value["primary"] = primary.into();
        value
    };
    value["labels"] = labels.map(label).collect();
    value["suggestion"] = d.suggestion.as_ref().map_or(Json::Null, |mend| {
        let mut value = place(mend.span, sources);
        value["replacement"] = mend.replacement.as_str().into();
        value["certain"] = (mend.applicability == Applicability::Certain).into();
        value
    });
    value
}

/// A place as people count, from 1; the end is behind the last character.
fn place(span: Span, sources: &Sources) -> Json {
    let (start, end) = (sources.position(span.file, span.start), sources.position(span.file, span.end));
    json!({
        "file": sources.name(span.file),
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    })
}
