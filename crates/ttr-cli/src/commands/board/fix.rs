//! `ttr fix`.

use crate::args::Fix;
use crate::failure::Failure;
use crate::load::{FileKind, Found};
use crate::output::Out;
use crate::output::{difference, report};
use crate::{Program, files, load};
use std::path::Path;
use ttr_author::{Mended, mend_map, mend_rule_set};
use ttr_core::NamedText;
use ttr_core::compile::Failed;
use ttr_source::Severity;

/// Mends files, or shows how they would be mended.
pub(crate) fn run(program: &Program<'_>, options: &Fix, out: &mut Out) -> Result<(), Failure> {
    let mut failed = None;
    for path in &options.files {
        if let Err(failure) = one(program, options, path, out) {
            // One file's fault is no reason to leave the others out.
            if let Some(earlier) = failed.replace(failure) {
                out.flush()?;
                report::failure(&earlier, program);
            }
        }
    }
    failed.map_or(Ok(()), Err)
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn one(program: &Program<'_>, options: &Fix, path: &Path, out: &mut Out) -> Result<(), Failure> {
    let found = load::file(path)?;
    let NamedText { name, text } = found.text.clone();
    let name = name.as_str();
    let mended = mended(program, options, found)?;
    if mended.edits == 0 {
        out.line(format!("{name}: nothing is certain to mend"))?;
        return remaining(name, mended, out);
    }
    if options.write {
        files::replace(path, &text, &mended.text).map_err(|why| Failure::unwritable(path, files::words(&why)))?;
        out.line(format!("{name}: {} made", counted(mended.edits, "edit")))?;
        return remaining(name, mended, out);
    }
    difference::print(&difference::unified(name, &text, &mended.text), out)?;
    let edits = counted(mended.edits, "edit");
    out.line(format!(
        "{name}: {edits} can be made; `--write` makes {}",
        if mended.edits == 1 { "it" } else { "them" }
    ))?;
    let (before, after) = (mended.errors_before, mended.errors());
    remaining(name, mended, out)?;
    match (before, after) {
        (0, _) => Ok(()),
        (n, _) => Err(Failure::content(format!("{name} has {}, which the edits mend", counted(n, "error")))
            .help("`ttr fix --write` makes them")),
    }
}

/// Mends a file as what it is taken for.
fn mended(program: &Program<'_>, options: &Fix, found: Found) -> Result<Mended, Failure> {
    let registry = program.registry;
    match load::kind(registry, &found) {
        FileKind::Map => {
            let source = load::with_rules(registry, found, options.rules.as_deref(), &[])?;
            Ok(mend_map(registry, &source))
        }
        FileKind::RuleSet if options.rules.is_some() => Err(load::rules_for_rules(&found.text.name, "fix")),
        FileKind::RuleSet => Ok(mend_rule_set(registry, &found.text)),
    }
}

/// Tells what is still wrong after the edits.
fn remaining(name: &str, mended: Mended, out: &mut Out) -> Result<(), Failure> {
    let (errors, warnings) = (mended.errors(), mended.left.count(Severity::Warning));
    if warnings > 0 {
        let remain = if warnings == 1 { "remains" } else { "remain" };
        out.line(format!("{name}: {} {remain}; `ttr check` shows them", counted(warnings, "warning")))?;
    }
    if errors == 0 {
        return Ok(());
    }
    let mut diagnostics = mended.left.diagnostics;
    diagnostics.retain(|found| found.severity == Severity::Error);
    let remain = if errors == 1 { "remains" } else { "remain" };
    let summary = format!("{name}: {} {remain} for you to mend", counted(errors, "error"));
    let failed = Box::new(Failed { diagnostics, sources: mended.left.sources });
    Err(Failure::Faults { failed, by_command_line: false, summary })
}
