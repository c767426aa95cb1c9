//! From the text of a scenario file to its tests. Names stay names here: what they mean is found when the rules are there.

use ttr_files::position::{Faults, GIVEN_KEYS, Given};
use ttr_source::{Diagnostic, FileId, Node, Sources, Span, Table, Value, parse, shown};

/// The keys of a scenario file. Keys that begin with `x-` belong to other tools.
pub const SCENARIO_KEYS: &[&str] =
    &["format", "map", "board", "rules", "set", "seed", "start", "first", "players", "row", "zones", "next", "test"];
/// The keys of a test.
pub const TEST_KEYS: &[&str] = &["name", "clauses", "given", "when", "then"];
/// The keys of a step.
pub const STEP_KEYS: &[&str] = &["by", "does", "next", "refused", "then"];
/// What can be said of a position.
pub const THEN_KEYS: &[&str] = &[
    "to-act",
    "over",
    "players",
    "row",
    "zones",
    "legal",
    "can",
    "cannot",
    "log",
    "score",
    "final-score",
    "winners",
    "registers",
];

/// A text with its place.
#[derive(Clone, Debug)]
pub struct Word {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// What is done in a step.
#[derive(Clone, Debug)]
pub enum Does {
    /// In words, as the program says it; with the player before it where the step does not say who.
    Words(Word),
    /// By its operation and arguments.
    Named(Node),
}

/// One step of a test.
#[derive(Clone, Debug)]
pub struct Step {
    /// Who, by name or seat.
    pub by: Option<Node>,
    /// What.
    pub does: Does,
    /// What comes next by chance.
    pub next: Option<Node>,
    /// The rule that must refuse it.
    pub refused: Option<Word>,
    /// What is true afterwards.
    pub then: Option<Table>,
    /// Where it stands.
    pub span: Span,
}

/// One test.
#[derive(Clone, Debug)]
pub struct Test {
    /// What it says that is true.
    pub name: String,
    /// The clauses that it is about.
    pub clauses: Vec<String>,
    /// Where it begins.
    pub place: Span,
    /// What is given.
    pub given: Given,
    /// What is done.
    pub when: Vec<Step>,
    /// What is true at the end.
    pub then: Option<Table>,
    /// What is wrong with how it is written.
    pub faults: Vec<Diagnostic>,
}

/// A file of tests.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The board, where it is written in the file itself.
    pub board: Option<Node>,
    /// Its tests.
    pub tests: Vec<Test>,
}

/// Whether a text is a file of tests, and not a map or anything else.
pub fn is_scenario(text: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("", text);
    parse(&sources, file).root.as_table().is_some_and(|top| top.get("test").is_some())
}

impl Scenario {
    /// Reads a file, with what is wrong with it as a whole. What is wrong with a test is kept with it.
    pub fn read(sources: &Sources, file: FileId) -> (Self, Vec<Diagnostic>) {
        let parsed = parse(sources, file);
        let mut scenario = Self { board: None, tests: Vec::new() };
        let mut faults = Faults::default();
        if let (true, Some(top)) = (parsed.complete, parsed.root.as_table()) {
            scenario.top(file, top, &mut faults);
        }
        (scenario, parsed.with_findings(faults.0))
    }

    fn top(&mut self, file: FileId, top: &Table, faults: &mut Faults) {
        let Some(tests) = top.entry("test") else {
            let fault = Diagnostic::error("test::not-a-test", "this file has no tests");
            let help = "a test begins with `[[test]]` and says its `name`, what is `given`, `when` what is done, and what is `then` true";
            return faults.0.push(fault.at(Span::new(file, 0, 0)).help(help));
        };
        if let Some(node) = top.get("format")
            && node.as_int() != Some(1)
        {
            faults.add("file::format", format!("`format` must be the number 1, not {}", node.what()), node.span);
        }
        faults.keys("a file of tests", top, SCENARIO_KEYS);
        for (key, expected, fits) in [
            ("map", "a text in quotes", Node::as_str as fn(&Node) -> Option<&str>),
            ("rules", "a text in quotes", Node::as_str),
        ] {
            top.get(key).map(|node| faults.want(key, expected, node, fits));
        }
        self.board = top.get("board").cloned();
        match (&self.board, top.entry("map")) {
            (Some(board), Some(map)) => {
                let fault =
                    Diagnostic::error("test::bad-value", "a file has a `map` or a `board` of its own, not both");
                faults.0.push(fault.at(map.key_span).also(board.span, "the board"));
            }
            (None, None) => {
                let fault = Diagnostic::error("test::no-game", "this file does not say on which board it is played");
                let help = "write `map = \"NAME\"`, or `[board]` with `routes` of its own";
                faults.0.push(fault.at(Span::new(file, 0, 0)).help(help));
            }
            _ => {}
        }
        let list =
            faults.want("test", "a list of tests, each of which begins with `[[test]]`", &tests.value, Node::as_list);
        for node in list.unwrap_or_default() {
            let test = Test::read(file, top, node);
            if let Some(same) = self.tests.iter().find(|other| other.name == test.name && !test.name.is_empty()) {
                let fault = Diagnostic::error("test::bad-value", format!("two tests are named {}", shown(&test.name)));
                faults.0.push(fault.at(test.place).also(same.place, "the first"));
            }
            self.tests.push(test);
        }
    }
}

impl Test {
    fn read(file: FileId, top: &Table, node: &Node) -> Self {
        let mut faults = Faults::default();
        let empty = Table::new();
        let table = faults.want("test", "a table that begins with `[[test]]`", node, Node::as_table).unwrap_or(&empty);
        faults.keys("a test", table, TEST_KEYS);
        let mut place = node.span;
        let name = match table.entry("name") {
            Some(entry) => {
                place = entry.value.span;
                faults.want("name", "a text in quotes", &entry.value, Node::as_str).unwrap_or_default().to_owned()
            }
            None => {
                faults.add("test::bad-value", "a test needs a `name`: what it says that is true", node.span);
                String::new()
            }
        };
        let own = table.get("given").and_then(|node| faults.want("given", "a table", node, Node::as_table));
        let own = own.unwrap_or(&empty);
        faults.keys("what is given", own, GIVEN_KEYS);
        let given = Given::read(file, top, own, &mut faults);
        let clauses = words(table, "clauses", &mut faults);
        let steps = table.get("when").map(|node| faults.want("when", "a list of steps", node, Node::as_list));
        let steps = steps.flatten().unwrap_or_default();
        let when = steps.iter().filter_map(|node| Step::read(node, &mut faults)).collect();
        let then = then(table, &mut faults);
        if then.is_none() && steps.is_empty() && faults.0.is_empty() {
            faults.add("test::bad-value", "this test does nothing and says nothing", place);
        }
        Self { name, clauses, place, given, when, then, faults: faults.0 }
    }
}

/// What is said of a position.
fn then(table: &Table, faults: &mut Faults) -> Option<Table> {
    let then = faults.want("then", "a table", table.get("then")?, Node::as_table)?;
    faults.keys("what is then true", then, THEN_KEYS);
    Some(then.clone())
}

/// A list of texts, or one by itself.
fn words(table: &Table, key: &str, faults: &mut Faults) -> Vec<String> {
    let Some(node) = table.get(key) else { return Vec::new() };
    let one = std::slice::from_ref(node);
    let list = node.as_list().unwrap_or(one);
    let word = |node| faults.want(key, "a text in quotes, or a list of them", node, Node::as_str).map(str::to_owned);
    list.iter().filter_map(word).collect()
}

impl Step {
    pub(super) fn read(node: &Node, faults: &mut Faults) -> Option<Self> {
        let word = |node: &Node| node.as_str().map(|text| Word { text: text.to_owned(), span: node.span });
        if let Some(text) = word(node) {
            let does = Does::Words(text);
            return Some(Self { by: None, does, next: None, refused: None, then: None, span: node.span });
        }
        let expected = "a text such as \"Ann draws a card from the train deck\", or a table with `by` and `does`";
        let table = faults.want("when", expected, node, Node::as_table)?;
        faults.keys("a step", table, STEP_KEYS);
        let Some(does) = table.get("does") else {
            faults.add("test::bad-value", "this step does not say what somebody `does`", node.span);
            return None;
        };
        let does = match &does.kind {
            Value::Table(_) => Does::Named(does.clone()),
            Value::Str(text) => Does::Words(Word { text: text.clone(), span: does.span }),
            _ => {
                faults.wrong_type("does", "a text as the program says it, or a table with `op`", does);
                return None;
            }
        };
        let refused = table.get("refused").and_then(|node| {
            faults.want("refused", "the name of a rule in quotes, such as \"core/not-in-hand\"", node, word)
        });
        let (by, next) = (table.get("by").cloned(), table.get("next").cloned());
        Some(Self { by, does, next, refused, then: then(table, faults), span: node.span })
    }
}
