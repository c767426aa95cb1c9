//! The examples in the texts that explain codes: pairs of `broken` and `mended` blocks, which stand for each other in one
//! small map, `tests/broken/base.toml`. So every example can be run, and any two of them together.
//!
//! The words behind the three backticks of a block: a language (`toml` is the map, `set` overrides of the command line, a
//! line each, `players` names of seats, `rule-set` a whole rule set), `broken` or `mended`, and
//! - nothing more: one of the two texts stands in the map, and the other one in its place; if neither does, it is added where
//!   it belongs, a table at the end, a route, a ticket or a city as the first of its list. A line `# ...` parts texts that stand
//!   in several places; a block that begins with `format` is a whole map;
//! - `append` or `first`: the text stands at the end or at the beginning of the map, and not in it before;
//! - `repeat=N`: the text is repeated, with `{n}`, `{n+1}`, `{2*n+1%300}` counting from 0;
//! - `keep`: the text stands before that of `mended`, which stays;
//! - `also=CODE,...`: what comes along with it; `rules=NAME`: with this rule set; `latin-1`: in another encoding.

pub mod large;
pub mod modules;

use std::ops::Range;
use ttr_core::{GameSource, NamedText, Registry, check, compile};
use ttr_source::{CodeInfo, Diagnostic, Sources};

/// The map that the examples change.
pub const BASE: &str = include_str!("../../broken/base.toml");

/// One example, in its broken or its mended form.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// Changes of the map: which bytes, and by what.
    edits: Vec<(Range<usize>, String)>,
    first: String,
    appended: Vec<String>,
    whole: Option<String>,
    /// Overrides.
    pub set: Vec<String>,
    /// The players, where it matters who they are.
    pub players: Vec<String>,
    rule_set: Option<String>,
    rules: Option<String>,
    latin: bool,
}

/// Where a text stands in the base map, if it does so once.
fn place_of(text: &str) -> Option<Range<usize>> {
    let mut places = BASE.match_indices(text).map(|(at, _)| at..at + text.len()).filter(|place| !place.is_empty());
    places.next().filter(|_| places.next().is_none())
}

impl Form {
    /// Adds something to the map, where it belongs.
    fn add(&mut self, code: &str, part: &str) {
        let behind = match part.trim_start() {
            "" => return,
            start if start.starts_with('[') => return self.appended.push(format!("\n{part}\n")),
            start if start.starts_with("{ between") => "\nroutes = [\n",
            start if start.starts_with("{ cities") => "\ntickets = [\n",
            start if start.contains(" = {") => {
                // A city that is there already is another one then.
                let name = start.split(" = ").next().unwrap_or_default();
                if let Some(at) = BASE.find(&format!("\n{name} = ")).map(|at| at + 1) {
                    let end = BASE[at..].find('\n').map_or(BASE.len(), |length| at + length);
                    return self.edits.push((at..end, part.to_owned()));
                }
                "\n[cities]\n"
            }
            _ => panic!("{code}: nobody knows where this belongs in the base map:\n{part}"),
        };
        let at = place_of(behind).expect("the base map has every list").end;
        self.edits.push((at..at, format!("{part}\n")));
    }

    /// Whether two can be applied together: they do not change the same words, nor say twice who plays.
    pub fn goes_with(&self, other: &Self) -> bool {
        let apart = |(a, x): &(Range<usize>, String), (b, y): &(Range<usize>, String)| {
            a.end <= b.start || b.end <= a.start || (a == b && x == y)
        };
        let both = |is: &dyn Fn(&Self) -> bool| is(self) && is(other);
        self.edits.iter().all(|a| other.edits.iter().all(|b| apart(a, b)))
            && !both(&|f| f.whole.is_some())
            && !both(&|f| f.rule_set.is_some())
            && !both(&|f| !f.players.is_empty())
    }
}

/// The example of a code.
#[derive(Clone, Debug)]
pub struct Example {
    /// The code.
    pub code: &'static str,
    /// With the fault.
    pub broken: Form,
    /// Without it.
    pub mended: Form,
    /// Codes that come along.
    pub also: Vec<String>,
    /// Whether its map is very large.
    pub large: bool,
}

struct Block<'a> {
    language: &'a str,
    words: Vec<&'a str>,
    text: String,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut all = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let mut words = info.split_whitespace();
        let language = words.next().unwrap_or_default();
        let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        all.push(Block { language, words: words.collect(), text: inside.join("\n") });
    }
    all
}

/// A text with its counters filled in: `{n}`, `{n+K}`, `{K*n+K%K}`.
fn counted(text: &str, n: usize) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(close) = rest.find('}') {
        // The innermost brackets: those of a table may be around them.
        let open = rest[..close].rfind('{').unwrap_or(close);
        match rest.get(open + 1..close).and_then(|inside| value(inside, n)) {
            Some(value) => out.push_str(&format!("{}{value}", &rest[..open])),
            None => out.push_str(&rest[..=close]),
        }
        rest = &rest[close + 1..];
    }
    out + rest
}

fn value(text: &str, n: usize) -> Option<usize> {
    let (text, modulus) = text.split_once('%').map_or((text, None), |(text, m)| (text, Some(m)));
    let (text, plus) = text.split_once('+').unwrap_or((text, "0"));
    let factor = if text == "n" { "1" } else { text.strip_suffix("*n")? };
    let value = factor.parse::<usize>().ok()? * n + plus.parse::<usize>().ok()?;
    modulus.map_or(Some(value), |m| Some(value % m.parse::<usize>().ok()?))
}

impl Block<'_> {
    fn option(&self, name: &str) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }

    fn parts(&self) -> Vec<String> {
        let times = self.option("repeat").map_or(1, |n| n.parse().expect("a number"));
        let repeated = |part: &str| match times {
            1 => part.to_owned(),
            _ => (0..times).map(|n| counted(part, n)).collect::<Vec<_>>().join("\n"),
        };
        self.text.split("\n# ...\n").map(repeated).collect()
    }

    fn lines(&self) -> Vec<String> {
        self.text.lines().map(str::to_owned).collect()
    }

    /// Puts this block into a form; `others` are the parts of the other form, one for each of this one's.
    fn put(&self, code: &str, form: &mut Form, others: &[String]) {
        let has = |word: &str| self.words.contains(&word);
        form.latin |= has("latin-1");
        form.rules = self.option("rules").map(str::to_owned).or(form.rules.take());
        match self.language {
            "set" => form.set = self.lines(),
            "players" => form.players = self.lines(),
            "rule-set" => form.rule_set = Some(self.text.clone()),
            "toml" if self.text.starts_with("format = 1\n") => form.whole = Some(self.text.clone()),
            "toml" if has("first") => form.first = self.parts().join("\n") + "\n",
            "toml" if has("append") => form.appended.push(format!("\n{}\n", self.parts().join("\n"))),
            "toml" => {
                let parts = self.parts();
                for (at, part) in parts.iter().enumerate() {
                    let other = others.get(at).map_or("", String::as_str);
                    match (place_of(other), place_of(part)) {
                        (Some(place), _) if has("keep") => form.edits.push((place, format!("{part}\n{other}"))),
                        (Some(place), _) => form.edits.push((place, part.clone())),
                        (None, Some(_)) => {}
                        (None, None) => form.add(code, part),
                    }
                }
            }
            other => panic!("{code}: what is a block of {other}?"),
        }
    }
}

impl Example {
    /// The example in the text of a code.
    pub fn of(info: &CodeInfo) -> Self {
        let (code, blocks) = (info.code, blocks(info.text));
        let marked = |word: &'static str| blocks.iter().filter(move |b| b.words.contains(&word));
        assert!(marked("broken").count() > 0, "{code} has no example");
        let in_map = |b: &&Block<'_>| b.language == "toml" && !b.text.starts_with("format = 1\n");
        let parts = |word| marked(word).find(in_map).map(Block::parts).unwrap_or_default();
        let (broken_parts, mended_parts) = (parts("broken"), parts("mended"));
        let (mut broken, mut mended) = (Form::default(), Form::default());
        marked("broken").for_each(|b| b.put(code, &mut broken, &mended_parts));
        marked("mended").for_each(|b| b.put(code, &mut mended, &broken_parts));
        mended.rules.clone_from(&broken.rules);
        let also = marked("broken").find_map(|b| b.option("also")).unwrap_or_default();
        let repeat = |b: &Block<'_>| b.option("repeat").is_some_and(|n| n.len() > 3);
        Self {
            code,
            broken,
            mended,
            also: also.split(',').filter(|c| !c.is_empty()).map(str::to_owned).collect(),
            large: marked("broken").any(repeat),
        }
    }

    /// Whether the fault is in a rule set that the example writes down, not in its map.
    pub fn is_about_rules(&self) -> bool {
        self.broken.rule_set.is_some()
    }

    /// All examples of a registry.
    pub fn all(registry: &Registry) -> Vec<Self> {
        registry.codes().map(Self::of).collect()
    }
}

/// What is given to the program.
#[derive(Debug)]
pub struct Input {
    /// The map.
    pub map: Vec<u8>,
    /// Overrides.
    pub set: Vec<String>,
    /// Who plays, where it matters.
    pub players: Vec<String>,
    /// The rule set, by name and text.
    pub rule_set: Option<NamedText>,
}

impl Input {
    /// Some forms together; nothing if they change the same words.
    pub fn of(registry: &Registry, forms: &[&Form]) -> Option<Self> {
        if forms.iter().enumerate().any(|(i, one)| forms[..i].iter().any(|other| !one.goes_with(other))) {
            return None;
        }
        let mut edits: Vec<&(Range<usize>, String)> = forms.iter().flat_map(|f| &f.edits).collect();
        edits.sort_by_key(|(place, _)| (place.start, place.end));
        edits.dedup();
        let mut text = forms.iter().find_map(|f| f.whole.clone()).unwrap_or_else(|| {
            let mut text = BASE.to_owned();
            edits.iter().rev().for_each(|(place, by)| text.replace_range(place.clone(), by));
            text
        });
        text.insert_str(0, &forms.iter().map(|f| f.first.as_str()).collect::<String>());
        // Two examples may bring in the same module.
        let mut appended: Vec<&String> = Vec::new();
        for part in forms.iter().flat_map(|f| &f.appended) {
            if !appended.contains(&part) {
                appended.push(part);
                text.push_str(part);
            }
        }
        let latin = forms.iter().any(|f| f.latin);
        let bytes = |text: String| if latin { text.chars().map(|c| c as u8).collect() } else { text.into_bytes() };
        let named = |name: String| NamedText { text: registry.find_rule_set(&name).expect("known").to_owned(), name };
        let given = forms.iter().find_map(|f| f.rule_set.clone());
        let given = given.map(|text| NamedText { name: "isle-rules.toml".to_owned(), text });
        Some(Self {
            map: bytes(text),
            set: forms.iter().flat_map(|f| f.set.iter().cloned()).collect(),
            players: forms.iter().find(|f| !f.players.is_empty()).map(|f| f.players.clone()).unwrap_or_default(),
            rule_set: given.or_else(|| forms.iter().find_map(|f| f.rules.clone()).map(named)),
        })
    }

    /// All that is found, as `ttr check` and, for the players, `ttr play` find it.
    pub fn findings(&self, registry: &Registry, name: &str) -> (Vec<Diagnostic>, Sources) {
        let mut sources = Sources::new();
        let text = match sources.add_bytes(name, &self.map) {
            Ok(file) => sources.text(file).to_owned(),
            Err(fault) => return (vec![*fault], sources),
        };
        let mut source = GameSource::new(name, text, 0);
        (source.set, source.rule_set) = (self.set.clone(), self.rule_set.clone());
        let checked = check(registry, &source);
        let (mut found, sources) = (checked.diagnostics, checked.sources);
        if !self.players.is_empty() {
            source.seats.clone_from(&self.players);
            let more = match compile(registry, &source) {
                Ok(compiled) => compiled.diagnostics,
                Err(failed) => failed.diagnostics,
            };
            found.extend(more.into_iter().filter(|d| d.code.starts_with("players::")));
        }
        (found, sources)
    }
}
