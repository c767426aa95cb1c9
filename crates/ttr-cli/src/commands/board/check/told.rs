//! What a check found, as people and programs read it.

use super::Looked;
use crate::args::{Check, CheckFormat};
use crate::load::FileKind;
use crate::output::{Out, Styled, grouped, report};
use serde_json::{Value as Json, json};
use std::fmt;
use std::io;
use ttr_author::finding;
use ttr_core::Checked;
use ttr_source::{Diagnostic, Severity, Sources};

/// Of what is merely worth knowing, so many of a kind are shown, in a line each.
const MOST_INFOS: usize = 3;

/// How many findings there are of each severity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    errors: usize,
    warnings: usize,
    infos: usize,
}

impl Tally {
    /// Counts the findings of some checks together.
    pub fn of<'a>(checks: impl Iterator<Item = &'a Checked> + Clone) -> Self {
        let count = |severity| checks.clone().map(|checked| checked.count(severity)).sum();
        Self { errors: count(Severity::Error), warnings: count(Severity::Warning), infos: count(Severity::Info) }
    }

    /// Whether the check fails.
    pub fn fails(self, by_warnings: bool) -> bool {
        self.errors > 0 || (by_warnings && self.warnings > 0)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = |n: usize, what: &str| {
            (n > 0).then(|| format!("{} {what}{}", grouped(n as u64), if n == 1 { "" } else { "s" }))
        };
        let faults = [some(self.errors, "error"), some(self.warnings, "warning")];
        let faults: Vec<String> = faults.into_iter().flatten().collect();
        let faults = if faults.is_empty() { "no faults".to_owned() } else { faults.join(", ") };
        f.write_str(&faults)?;
        some(self.infos, "note").map_or(Ok(()), |notes| write!(f, ", {notes}"))
    }
}

/// Prints what was found about one file.
pub(super) fn file(looked: &Looked, options: &Check, out: &mut Out) -> io::Result<()> {
    let Checked { diagnostics, sources, .. } = &looked.checked;
    if options.format == CheckFormat::Short {
        return diagnostics.iter().try_for_each(|found| out.line(sources.short(found)));
    }
    let colour = out.colour();
    let (infos, faults): (Vec<Diagnostic>, Vec<Diagnostic>) =
        diagnostics.iter().cloned().partition(|d| d.severity == Severity::Info && !options.all);
    let texts = if options.all {
        faults.iter().map(|found| Styled::finding(found, sources, colour)).collect()
    } else {
        report::in_full(&faults, sources, colour)
    };
    for text in texts {
        out.line(text)?;
        out.gap()?;
    }
    if condensed(&infos, sources, out)? {
        out.gap()?;
    }
    let kind = match looked.kind {
        Some(FileKind::Map) => " (map)",
        Some(FileKind::RuleSet) => " (rule set)",
        None => "",
    };
    out.line(format!("{}{kind}: {}", looked.name, Tally::of(std::iter::once(&looked.checked))))
}

/// Prints what is merely worth knowing: a few of each kind, in a line each.
fn condensed(infos: &[Diagnostic], sources: &Sources, out: &mut Out) -> io::Result<bool> {
    let mut codes: Vec<&str> = Vec::new();
    for found in infos {
        if !codes.contains(&found.code) {
            codes.push(found.code);
        }
    }
    for code in codes {
        let of_code: Vec<&Diagnostic> = infos.iter().filter(|d| d.code == code).collect();
        for found in of_code.iter().take(MOST_INFOS) {
            out.line(out.dim(&sources.short(found)))?;
        }
        if let Some(more @ 1..) = of_code.len().checked_sub(MOST_INFOS) {
            let line = format!("... and {} more like this; --all shows them", grouped(more as u64));
            out.line(out.dim(&line))?;
        }
    }
    Ok(!infos.is_empty())
}

/// All findings for other programs.
pub(super) fn json(all: &[Looked]) -> Json {
    let found = |looked: &Looked| -> Vec<Json> {
        let sources = &looked.checked.sources;
        looked.checked.diagnostics.iter().map(|d| finding(d, &looked.name, sources)).collect()
    };
    json!({
        "diagnostics": all.iter().flat_map(found).collect::<Vec<_>>(),
        "files": all.iter().map(|looked| json!({
            "file": looked.name,
            "kind": looked.kind.map(|kind| match kind {
                FileKind::Map => "map",
                FileKind::RuleSet => "ruleset",
            }),
            "players": looked.checked.players.map(|(min, max)| json!({ "min": min, "max": max })),
            "errors": looked.checked.count(Severity::Error),
            "warnings": looked.checked.count(Severity::Warning),
            "infos": looked.checked.count(Severity::Info),
        })).collect::<Vec<_>>(),
    })
}
