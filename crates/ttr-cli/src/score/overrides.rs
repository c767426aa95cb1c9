//! What is wrong with the overrides of a score file, told at their places in it. The rules are made of overrides as the command
//! line has them, each a text of its own.

use ttr_source::{Diagnostic, FileId, ScoreSource, Sources, Span};

/// The name that the text of an override goes by.
const OVERRIDE: &str = "--set";

/// Moves what is told of the overrides of a score file to where the file has them.
pub(super) fn place(score: &ScoreSource, name: &str, text: &str, found: &mut [Diagnostic], sources: &mut Sources) {
    // Those of the command line come after them.
    let files: Vec<FileId> = sources.ids().filter(|file| sources.name(*file) == OVERRIDE).collect();
    let texts: Vec<(FileId, usize, [Span; 2])> = files
        .into_iter()
        .zip(&score.set_places)
        .map(|(file, places)| (file, sources.text(file).find('=').unwrap_or_default(), *places))
        .collect();
    if texts.is_empty() || !found.iter().any(|fault| all_spans(fault).any(|span| is_among(&texts, span))) {
        return;
    }
    let file = sources.add(name, text);
    let moved = |span: Span| {
        let (_, equals, [key, value]) = texts.iter().find(|(of, ..)| *of == span.file)?;
        let place = if span.start as usize > *equals { value } else { key };
        Some(Span { file, ..*place })
    };
    for fault in found {
        if let Some(span) = fault.span.and_then(moved) {
            fault.span = Some(span);
            fault.primary_label = fault.primary_label.take().map(|label| label.replace(OVERRIDE, "`set` of this file"));
        }
        for (span, label) in &mut fault.labels {
            if let Some(place) = moved(*span) {
                *span = place;
                *label = label.replace(OVERRIDE, "`set` of this file");
            }
        }
        // An edit would be one of the other text; the help says it in words.
        if fault.suggestion.as_ref().is_some_and(|edit| is_among(&texts, edit.span)) {
            fault.suggestion = None;
        }
    }
}

fn all_spans(fault: &Diagnostic) -> impl Iterator<Item = Span> {
    fault.span.into_iter().chain(fault.labels.iter().map(|(span, _)| *span))
}

fn is_among(texts: &[(FileId, usize, [Span; 2])], span: Span) -> bool {
    texts.iter().any(|(file, ..)| *file == span.file)
}
