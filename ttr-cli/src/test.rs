//! `ttr test`: runs tests that are written as data, and says of each whether it holds.

use crate::Program;
use crate::args::{CheckFormat, Test};
use crate::check::finding;
use crate::failure::Failure;
use crate::load;
use crate::out::{Out, clean};
use crate::report;
use serde_json::{Value as Json, json};
use std::path::Path;
use ttr_core::source::Diagnostic;
use ttr_testkit::scenario::{Named, Report, Runner, Tested};

/// Runs all tests of all files. One that can't be read does not keep the others from being run.
pub(crate) fn run(program: &Program<'_>, options: &Test, out: &mut Out) -> Result<(), Failure> {
    let mut unreadable = false;
    let mut all: Vec<(String, Report)> = Vec::new();
    for path in &options.files {
        match report_of(program, options, path) {
            Ok(report) => {
                let name = path.display().to_string();
                if options.format != CheckFormat::Json {
                    told(&name, &report, options.format, out)?;
                }
                all.push((name, report));
            }
            Err(failure) => {
                unreadable = true;
                out.flush()?;
                report::failure(&failure, program.colour_of_errors);
            }
        }
    }
    let tests: usize = all.iter().map(|(_, report)| report.tests.len()).sum();
    let failed: usize = all.iter().map(|(_, report)| report.failed()).sum();
    match options.format {
        CheckFormat::Json => out.json(&json(&all))?,
        CheckFormat::Human => out.line(summary(tests, failed, all.len()))?,
        CheckFormat::Short => {}
    }
    if unreadable || all.iter().any(|(_, report)| !report.holds()) {
        return Err(Failure::Told { unreadable });
    }
    match (tests, &options.only) {
        (0, Some(only)) => Err(Failure::usage(format!("no test has {only:?} in its name"))),
        _ => Ok(()),
    }
}

fn report_of(program: &Program<'_>, options: &Test, path: &Path) -> Result<Report, Failure> {
    let name = path.display().to_string();
    let text = load::read_source(path, &name)?;
    let beside =
        |word: &str| load::read_source(&path.with_file_name("").join(word), word).map_err(|why| why.to_string());
    let wanted = |test: &Named<'_>| options.only.as_ref().is_none_or(|only| test.name.contains(only.as_str()));
    Ok(Runner::new(program.registry).beside(&beside).only(&wanted).run(&name, &text))
}

fn told(name: &str, report: &Report, format: CheckFormat, out: &mut Out) -> Result<(), Failure> {
    let findings = || report.findings.iter().chain(report.tests.iter().flat_map(|test| &test.findings));
    if format == CheckFormat::Short {
        return Ok(findings().try_for_each(|found| out.line(clean(&report.sources.short(found))))?);
    }
    out.heading(clean(name))?;
    let colour = out.colour();
    let show = |found: &[Diagnostic], out: &mut Out| -> Result<(), Failure> {
        for text in report::in_full(found, &report.sources, colour) {
            out.line(text)?;
            out.gap()?;
        }
        Ok(())
    };
    show(&report.findings, out)?;
    for test in &report.tests {
        let mark = if test.holds() { "holds " } else { "FAILS " };
        out.line(format!("  {mark}  {}", clean(&test.name)))?;
        show(&test.findings, out)?;
    }
    Ok(())
}

fn summary(tests: usize, failed: usize, files: usize) -> String {
    let of = match files {
        1 => String::new(),
        n => format!(" in {n} files"),
    };
    let tests_text = if tests == 1 { "1 test".to_owned() } else { format!("{tests} tests") };
    match (tests, failed) {
        (0, _) => format!("no tests{of}"),
        (1, 0) => format!("1 test{of}: it holds"),
        (_, 0) => format!("{tests_text}{of}: all hold"),
        (_, failed) => format!("{tests_text}{of}: {} hold, {failed} fail", tests - failed),
    }
}

fn json(all: &[(String, Report)]) -> Json {
    let test = |name: &str, report: &Report, test: &Tested| -> Json {
        let place = report.sources.position(test.place.file, test.place.start);
        json!({
            "name": test.name, "clauses": test.clauses, "line": place.line, "holds": test.holds(),
            "diagnostics": test.findings.iter().map(|d| finding(d, name, &report.sources)).collect::<Vec<_>>(),
        })
    };
    let file = |(name, report): &(String, Report)| -> Json {
        json!({
            "file": name, "holds": report.holds(),
            "diagnostics": report.findings.iter().map(|d| finding(d, name, &report.sources)).collect::<Vec<_>>(),
            "tests": report.tests.iter().map(|of| test(name, report, of)).collect::<Vec<_>>(),
        })
    };
    json!({ "files": all.iter().map(file).collect::<Vec<_>>() })
}
