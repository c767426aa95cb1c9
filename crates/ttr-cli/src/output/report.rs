//! Failures, and findings about files, on standard error.

use crate::Program;
use crate::args::called;
use crate::failure::Failure;
use crate::output::{Styled, grouped};
use annotate_snippets::{Group, Level};
use std::collections::BTreeMap;
use std::io::Write;
use ttr_source::{Diagnostic, Sources, clean};

/// More findings of one kind than this are counted, not shown: nobody reads on.
const MOST_OF_A_CODE: usize = 20;

/// Writes to standard error. Where nobody listens any more, nothing can be done about it.
pub(crate) fn tell(text: impl Into<Styled>) {
    let _ = writeln!(std::io::stderr(), "{}", text.into().written());
}

/// Tells why a command failed.
pub(crate) fn failure(failure: &Failure, program: &Program<'_>) {
    let (program, colour) = (program.name, program.colour_of_errors);
    if failure.is_closed_pipe() || matches!(failure, Failure::Told { .. }) {
        return;
    }
    let help = match failure {
        Failure::Usage { help, .. } | Failure::Content { help, .. } => {
            help.as_deref().map(|help| called(help, program))
        }
        Failure::Faults { failed, summary, .. } => {
            diagnostics(&failed.diagnostics, &failed.sources, colour);
            return tell(message(summary, None, colour));
        }
        _ => None,
    };
    tell(message(&called(&failure.to_string(), program), help.as_deref(), colour));
}

/// A failure without a place in a file.
fn message(text: &str, help: Option<&str>, colour: bool) -> Styled {
    // Two reports: within one, the help would hang on a line of its own.
    let title = |level, text| Styled::message(titled(level, text), colour);
    let error = title(Level::ERROR, text);
    help.map_or(error.clone(), |help| error.and("\n").and(title(Level::HELP, help)))
}

fn titled(level: Level<'static>, text: &str) -> Group<'static> {
    Group::with_title(level.primary_title(clean(text).into_owned()))
}

/// Tells something that is worth knowing and no fault.
pub(crate) fn note(text: &str, colour: bool) {
    tell(Styled::message(titled(Level::NOTE, text), colour));
}

/// Warns of something that has no place in a file, with how to go on.
pub(crate) fn warning(code: &'static str, text: &str, help: &str, colour: bool) {
    let title = Level::WARNING.primary_title(clean(text).into_owned()).id(code);
    let help = Styled::message(titled(Level::HELP, help), colour);
    tell(Styled::message(Group::with_title(title), colour).and("\n").and(help));
}

/// Tells all findings about some files.
pub(crate) fn diagnostics(all: &[Diagnostic], sources: &Sources, colour: bool) {
    for text in in_full(all, sources, colour) {
        tell(text);
        tell("");
    }
}

/// Findings in words and lines, in their order; of very many of one kind the last one shown is followed by how many more
/// there are.
pub(crate) fn in_full(all: &[Diagnostic], sources: &Sources, colour: bool) -> Vec<Styled> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().for_each(|d| *counts.entry(d.code).or_default() += 1 + d.more);
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    let mut texts = Vec::new();
    for found in all {
        let n = told.entry(found.code).or_default();
        *n += 1;
        if *n > MOST_OF_A_CODE {
            continue;
        }
        texts.push(Styled::finding(found, sources, colour));
        let more = counts.get(found.code).copied().unwrap_or_default().saturating_sub(MOST_OF_A_CODE);
        if *n == MOST_OF_A_CODE && more > 0 {
            let more = grouped(more as u64);
            texts.push(format!("... and {more} more like this: {}[{}]", found.severity, found.code).into());
        }
    }
    texts
}
