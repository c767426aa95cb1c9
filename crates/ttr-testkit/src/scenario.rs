//! Scenario tests: small files that say what is given, what is done, and what must then be true. Rules are tested by them without
//! a line of Rust, on the smallest board that shows them; `ttr test FILE...` runs them, and so does [`run`].
//!
//! ```
//! let report = ttr_testkit::scenario::run(&ttr_variants::registry(), "swap.toml", r#"
//!     rules = "classic"
//!     board.routes = [{ between = ["Ayr", "Bath"], length = 2, colour = "red" }]
//!     set = { tickets = false }
//!
//!     [[test]]
//!     name = "a route is paid for in its colour"
//!     given.players = [{ name = "Ann", hand = { red = 1, wild = 1, blue = 2 } }, { name = "Bob" }]
//!     when = [
//!         { by = "Ann", does = { op = "claim/route", route = ["Ayr", "Bath"], pay = { blue = 2 } }, refused = "core/unfit" },
//!         "Ann claims Ayr - Bath with 1 red, 1 wild",
//!     ]
//!     then.players.Ann = { hand = { blue = 2 }, routes = [["Ayr", "Bath"]], score = 2 }
//!     then.to-act = "Bob"
//! "#);
//! assert!(report.holds(), "{report}");
//! ```
//!
//! The book has a page on the format.

mod acts;
mod board;
mod codes;
mod expect;
mod given;
mod read;

pub use codes::SCENARIO_CODES;
pub use read::{SCENARIO_KEYS, STEP_KEYS, TEST_KEYS, THEN_KEYS, is_scenario};
pub use ttr_files::position::GIVEN_KEYS;

use crate::scenario::acts::Play;
use crate::scenario::read::{Scenario, Test};
use std::fmt;
use std::path::Path;
use ttr_core::Registry;
use ttr_source::limits::MAX_FILE_BYTES;
use ttr_source::{Diagnostic, Severity, Sources, Span, sort};

/// What came of one test of a file.
#[derive(Clone, Debug)]
pub struct Tested {
    /// What it says that is true.
    pub name: String,
    /// The clauses of the rules that it is about.
    pub clauses: Vec<String>,
    /// Where it begins.
    pub place: Span,
    /// What is not so, or kept it from being tried.
    pub findings: Vec<Diagnostic>,
}

impl Tested {
    /// Whether all is as it says.
    pub fn holds(&self) -> bool {
        self.findings.iter().all(|found| found.severity != Severity::Error)
    }
}

/// What came of a file of tests.
#[derive(Clone, Debug)]
pub struct Report {
    /// The text of the file, which the findings point into.
    pub sources: Sources,
    /// What is wrong with the file as a whole.
    pub findings: Vec<Diagnostic>,
    /// Its tests in their order.
    pub tests: Vec<Tested>,
}

impl Report {
    /// Whether the file can be read, and every test holds.
    pub fn holds(&self) -> bool {
        self.findings.iter().all(|found| found.severity != Severity::Error) && self.tests.iter().all(Tested::holds)
    }

    /// How many tests do not hold.
    pub fn failed(&self) -> usize {
        self.tests.iter().filter(|test| !test.holds()).count()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for found in &self.findings {
            writeln!(f, "{}", self.sources.short(found))?;
        }
        for test in self.tests.iter().filter(|test| !test.holds()) {
            writeln!(f, "{}: does not hold", test.name)?;
            for found in &test.findings {
                let help = found.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
                writeln!(f, "  {}{help}", self.sources.short(found))?;
            }
        }
        write!(f, "{} of {} tests hold", self.tests.len() - self.failed(), self.tests.len())
    }
}

/// A test of a file, as listings show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// What it says that is true.
    pub name: String,
    /// The clauses of the rules that it is about.
    pub clauses: Vec<String>,
}

/// The tests of a file, by its text, without running them.
pub fn list(text: &str) -> Vec<Listed> {
    let mut sources = Sources::new();
    let file = sources.add("tests", text);
    let (scenario, _) = Scenario::read(&sources, file);
    scenario.tests.into_iter().map(|test| Listed { name: test.name, clauses: test.clauses }).collect()
}

/// Runs the examples of every module of a registry that has some: the id of each, with what came of them.
pub fn run_examples(registry: &Registry) -> Vec<(&'static str, Report)> {
    let manifests = registry.modules().map(|module| &module.manifest);
    let with = manifests.filter(|manifest| !manifest.examples.is_empty());
    with.map(|m| (m.id, run(registry, &format!("the examples of {}", m.id), m.examples))).collect()
}

/// Runs the tests of a file, by its text. Maps and rule sets that it names are bundled ones.
pub fn run(registry: &Registry, name: &str, text: &str) -> Report {
    Runner::new(registry).run(name, text)
}

/// Runs the tests of a file. Maps and rule sets are bundled ones, or files as seen from it.
///
/// # Errors
/// If the file can't be read.
pub fn run_file(registry: &Registry, path: &Path) -> Result<Report, String> {
    let read = |path: &Path| -> Result<String, String> {
        let length = std::fs::metadata(path).map_err(|why| why.to_string())?.len();
        if length > MAX_FILE_BYTES as u64 {
            return Err("it is too large".to_owned());
        }
        std::fs::read_to_string(path).map_err(|why| why.to_string())
    };
    let text = read(path).map_err(|why| format!("{}: {why}", path.display()))?;
    let beside = |word: &str| read(&path.with_file_name("").join(word));
    Ok(Runner::new(registry).beside(&beside).run(&path.display().to_string(), &text))
}

type Find<'a> = dyn Fn(&str) -> Result<String, String> + 'a;
type Wanted<'a> = dyn Fn(&Named<'_>) -> bool + 'a;

/// A test that may be run or not.
pub struct Named<'a> {
    /// What it says that is true.
    pub name: &'a str,
    /// The clauses that it is about.
    pub clauses: &'a [String],
}

/// How the tests of a file are run.
pub struct Runner<'a> {
    registry: &'a Registry,
    find: Option<&'a Find<'a>>,
    wanted: Option<&'a Wanted<'a>>,
    set: Vec<String>,
}

impl<'a> Runner<'a> {
    /// All tests, with bundled maps and rule sets only.
    pub fn new(registry: &'a Registry) -> Self {
        Self { registry, find: None, wanted: None, set: Vec::new() }
    }

    /// How files are found that a scenario names: their text, or why there is none.
    #[must_use]
    pub fn beside(self, find: &'a Find<'a>) -> Self {
        Self { find: Some(find), ..self }
    }

    /// Only some of the tests.
    #[must_use]
    pub fn only(self, wanted: &'a Wanted<'a>) -> Self {
        Self { wanted: Some(wanted), ..self }
    }

    /// With overrides, `KEY=VALUE`, over what the file says.
    #[must_use]
    pub fn set(self, set: impl IntoIterator<Item = String>) -> Self {
        Self { set: set.into_iter().collect(), ..self }
    }

    /// Runs the tests of a file, by its text.
    pub fn run(&self, name: &str, text: &str) -> Report {
        let mut sources = Sources::new();
        let file = sources.add(name, text);
        let (scenario, mut findings) = Scenario::read(&sources, file);
        sort(&mut findings);
        let wanted = |test: &&Test| {
            let named = Named { name: &test.name, clauses: &test.clauses };
            self.wanted.is_none_or(|wanted| wanted(&named))
        };
        let tests = scenario.tests.iter().filter(wanted).map(|test| self.tested(&scenario, test)).collect();
        Report { tests, findings, sources }
    }

    fn tested(&self, scenario: &Scenario, test: &Test) -> Tested {
        let mut findings = test.faults.clone();
        if findings.is_empty() {
            findings = match given::position(self, scenario, test) {
                Ok(position) => Play::new(&position).through(test),
                Err(faults) => faults,
            };
        }
        sort(&mut findings);
        Tested { name: test.name.clone(), clauses: test.clauses.clone(), place: test.place, findings }
    }

    /// The text of a file beside the scenario's own.
    fn find(&self, path: &str) -> Result<String, String> {
        match self.find {
            Some(find) => find(path),
            None => Err("there is no file beside a text".to_owned()),
        }
    }
}
