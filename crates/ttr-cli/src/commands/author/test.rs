//! `ttr test`: runs tests that are written as data, and says of each whether it holds; of a map or a saved game, it looks whether
//! everything holds that must hold in every game.

use crate::Program;
use crate::args::{CheckFormat, Test};
use crate::failure::Failure;
use crate::files::{self, MAX_SAVE_BYTES};
use crate::load;
use crate::output::{Out, report};
use serde_json::{Value as Json, json};
use std::ffi::OsStr;
use std::path::Path;
use ttr_author::finding;
use ttr_core::{Rules, compile};
use ttr_files::save::Save;
use ttr_source::Diagnostic;
use ttr_testkit::scenario::{Named, Report, Runner, Tested, is_scenario};
use ttr_testkit::{Kit, Report as Looked};

/// Most cities, routes and tickets, of each, of a board on which every property is looked at.
const MOST_TESTED: usize = 1_000;

/// What came of one file.
enum Came {
    /// Tests that are written as data.
    Tests(Report),
    /// A map or a saved game, in which every property was looked at.
    Properties { game: bool, looked: Result<Looked, Box<ttr_testkit::Failure>> },
}

impl Came {
    fn holds(&self) -> bool {
        match self {
            Self::Tests(report) => report.holds(),
            Self::Properties { looked, .. } => looked.is_ok(),
        }
    }
}

/// Runs all tests of all files. One that can't be read does not keep the others from being run.
pub(crate) fn run(program: &Program<'_>, options: &Test, out: &mut Out) -> Result<(), Failure> {
    let mut unreadable = false;
    let mut all: Vec<(String, Came)> = Vec::new();
    for word in &options.files {
        match came_of(program, options, word) {
            Ok(came) => {
                let name = word.to_string_lossy().into_owned();
                if options.format != CheckFormat::Json {
                    told(&name, &came, options.format, out)?;
                }
                all.push((name, came));
            }
            Err(failure) => {
                unreadable = true;
                out.flush()?;
                report::failure(&failure, program);
            }
        }
    }
    let reports =
        || all.iter().filter_map(|(_, came)| if let Came::Tests(report) = came { Some(report) } else { None });
    let tests: usize = reports().map(|report| report.tests.len()).sum();
    let failed: usize = reports().map(Report::failed).sum();
    match options.format {
        CheckFormat::Json => out.json(&json(&all))?,
        CheckFormat::Human if reports().count() > 0 => out.line(summary(tests, failed, reports().count()))?,
        CheckFormat::Human | CheckFormat::Short => {}
    }
    if unreadable || all.iter().any(|(_, came)| !came.holds()) {
        return Err(Failure::Told { unreadable });
    }
    match (tests, &options.only) {
        (0, Some(only)) => Err(Failure::usage(format!("no test has {only:?} in its name"))),
        _ => Ok(()),
    }
}

/// Runs what a file asks for: by its content, it holds tests, is a saved game, or a map.
fn came_of(program: &Program<'_>, options: &Test, word: &OsStr) -> Result<Came, Failure> {
    let registry = program.registry;
    let kit = || Kit::new(|| registry.clone()).games(options.games).program(program.name);
    let path = Path::new(word);
    let bundled = word.to_str().and_then(|name| registry.find_map(name)).is_some();
    if !bundled && path.is_file() {
        let bytes = files::read(path, MAX_SAVE_BYTES)?;
        if files::is_save(&bytes) {
            let text = files::read_text(path, MAX_SAVE_BYTES)?;
            let save = Save::read(&text);
            if save.as_ref().is_ok_and(|save| save.header.position.is_some()) {
                let what =
                    "this game begins with a position that was laid out, and properties are those of whole games";
                let help = "`ttr replay --verify` looks whether it replays";
                return Err(Failure::content(format!("{}: {what}", path.display())).help(help));
            }
            if let Ok(save) = save
                && let Ok(compiled) = compile(registry, &save.header.game)
            {
                has_a_size_to_be_tested(&compiled.rules)?;
            }
            return Ok(Came::Properties { game: true, looked: kit().run_save(&text) });
        }
        let name = path.display().to_string();
        let text = load::read_source(path, &name)?;
        if is_scenario(&text) || !looks_like_map(&text) {
            let beside = |word: &str| {
                load::read_source(&path.with_file_name("").join(word), word).map_err(|why| why.to_string())
            };
            let wanted = |test: &Named<'_>| options.only.as_ref().is_none_or(|only| test.name.contains(only.as_str()));
            let report = Runner::new(registry).beside(&beside).only(&wanted).run(&name, &text);
            return Ok(Came::Tests(report));
        }
    }
    let source = load::source(registry, word, None, &[])?;
    let mut kit = kit().map_text(&source.map.name, &source.map.text);
    // Those are of the modules, not of this map.
    kit = kit.without(["examples"]);
    if let Some(rules) = source.rule_set.clone() {
        kit = kit.rules_text(rules.name, rules.text);
    }
    // What is wrong with the map is told as `ttr check` tells it.
    let mut seated = source;
    let least = ttr_author::range_of_players(&seated).map_or(2, |(min, _)| min);
    seated.seats = (1..=least).map(|seat| format!("player {seat}")).collect();
    let rules = load::rules(program, &seated)?;
    has_a_size_to_be_tested(&rules)?;
    Ok(Came::Properties { game: false, looked: kit.run() })
}

/// Looks whether games on a board can be looked at in a reasonable time.
fn has_a_size_to_be_tested(rules: &Rules) -> Result<(), Failure> {
    let board = rules.board();
    let sizes = [("cities", board.cities.len()), ("routes", board.routes.len()), ("tickets", board.tickets.len())];
    let Some((what, found)) = sizes.into_iter().find(|(_, found)| *found > MOST_TESTED) else { return Ok(()) };
    let message = format!("kit::too-large: boards with at most {MOST_TESTED} {what} are tested, not {found}");
    Err(Failure::content(message).help("`ttr check` and `ttr simulate` take larger ones"))
}

/// Whether this can only be a map.
fn looks_like_map(text: &str) -> bool {
    let mut sources = ttr_source::Sources::new();
    let file = sources.add("", text);
    let root = ttr_source::parse(&sources, file).root;
    root.at(["cities"]).is_some()
}

fn told(name: &str, came: &Came, format: CheckFormat, out: &mut Out) -> Result<(), Failure> {
    let report = match came {
        Came::Tests(report) => report,
        Came::Properties { game, looked: Ok(looked) } if format == CheckFormat::Human => {
            let what = if *game { "saved game" } else { "map" };
            return Ok(out.line(format!("{} ({what}): everything holds: {looked}", name))?);
        }
        Came::Properties { looked: Ok(_), .. } => return Ok(()),
        Came::Properties { looked: Err(failure), .. } if format == CheckFormat::Short => {
            let line = failure.message.lines().next().unwrap_or_default().to_owned();
            return Ok(out.line(format!("{}: {}: {}", name, failure.property, line))?);
        }
        Came::Properties { looked: Err(failure), .. } => {
            out.heading(name)?;
            return Ok(failure.to_string().lines().try_for_each(|line| out.line(line))?);
        }
    };
    let findings = || report.findings.iter().chain(report.tests.iter().flat_map(|test| &test.findings));
    if format == CheckFormat::Short {
        return Ok(findings().try_for_each(|found| out.line(report.sources.short(found)))?);
    }
    out.heading(name)?;
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
        out.line(format!("  {mark}  {}", test.name))?;
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

fn json(all: &[(String, Came)]) -> Json {
    json!({ "files": all.iter().map(|(name, came)| file(name, came)).collect::<Vec<_>>() })
}

/// What came of a file, for other programs.
fn file(name: &str, came: &Came) -> Json {
    let report = match came {
        Came::Tests(report) => report,
        Came::Properties { game, looked } => {
            let kind = if *game { "save" } else { "map" };
            return match looked {
                Ok(Looked { tables, games, looks }) => {
                    json!({ "file": name, "kind": kind, "holds": true, "tables": tables, "games": games, "looks": looks })
                }
                Err(failure) => json!({
                    "file": name, "kind": kind, "holds": false, "property": failure.property, "says": failure.says,
                    "table": failure.table, "seed": failure.seed, "decision": failure.step, "found": failure.message,
                    "game": failure.file, "again": failure.command,
                }),
            };
        }
    };
    let findings = |all: &[Diagnostic]| all.iter().map(|d| finding(d, name, &report.sources)).collect::<Vec<_>>();
    let test = |test: &Tested| {
        let place = report.sources.position(test.place.file, test.place.start);
        json!({
            "name": test.name, "clauses": test.clauses, "line": place.line, "holds": test.holds(),
            "diagnostics": findings(&test.findings),
        })
    };
    json!({
        "file": name, "kind": "tests", "holds": report.holds(), "diagnostics": findings(&report.findings),
        "tests": report.tests.iter().map(test).collect::<Vec<_>>(),
    })
}
