//! The page as it is before it is printed: chapters of items, put together for several numbers of players.

use crate::commands::rules::parameters::toml;
use serde_json::Value as Json;
use ttr_core::page::{Role, capital, counted, either, listed};
use ttr_core::{Chapter, GameSource, Phase, Rules, Sentence};
use ttr_source::{MapSource, RuleSetSource};

/// Longer values are not repeated beside a sentence.
const LONGEST_VALUE: usize = 60;

/// What map and rule set say of themselves.
#[derive(Default)]
pub(crate) struct About {
    map: MapSource,
    rule_set: Option<RuleSetSource>,
}

impl About {
    /// What map and rule set say of themselves, as far as they can be read.
    pub fn of(source: &GameSource) -> Self {
        let (map, rule_set) = ttr_author::texts(source);
        Self { map, rule_set }
    }
}

/// A page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Document {
    /// The board and the rule set.
    pub title: String,
    /// What to know before the first chapter.
    pub intro: Vec<String>,
    /// What it is about.
    pub chapters: Vec<Part>,
}

/// A chapter of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Part {
    /// Its heading.
    pub title: String,
    /// What it says.
    pub items: Vec<Item>,
}

/// One thing that it says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Item {
    /// The text.
    pub text: String,
    /// Whether it stands by itself, before a list or behind it.
    pub lead: bool,
    /// A small table below it, whose first cells are headings.
    pub table: Vec<Vec<String>>,
    /// What stands below it in small letters.
    pub notes: Vec<String>,
}

impl Item {
    /// Just a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// What a rule says for some numbers of players.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Variant {
    /// For whom.
    pub players: Vec<usize>,
    /// What it says.
    pub sentence: Sentence,
    notes: Vec<String>,
}

/// A rule of a game, for every number of players.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Told {
    /// `module/name`.
    pub name: String,
    /// Where it stands.
    pub chapter: Chapter,
    phase: Phase,
    /// What it says for whom: one, unless it differs.
    pub variants: Vec<Variant>,
}

impl Told {
    /// The module that says it.
    pub fn module(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Whether two games have the same rule here.
    pub fn says_as(&self, other: &Self) -> bool {
        let said = |told: &Self| -> Vec<(Vec<usize>, String, Vec<Vec<String>>)> {
            let variants = told.variants.iter();
            variants.map(|v| (v.players.clone(), v.sentence.text.clone(), v.sentence.table.clone())).collect()
        };
        said(self) == said(other)
    }

    /// For each of its forms, the text with the players that it is for, where it is not for all.
    pub fn texts(&self, all: usize) -> Vec<String> {
        let text = |variant: &Variant| {
            let text = &variant.sentence.text;
            if variant.players.len() == all {
                return text.clone();
            }
            format!("With {}: {text}", players_text(&variant.players))
        };
        self.variants.iter().map(text).collect()
    }

    fn items(&self, all: usize) -> Vec<Item> {
        let item = |(variant, text): (&Variant, String)| Item {
            text,
            lead: variant.sentence.role == Role::Lead,
            table: variant.sentence.table.clone(),
            notes: variant.notes.clone(),
        };
        self.variants.iter().zip(self.texts(all)).map(item).collect()
    }
}

/// `2 players`, `2 or 3 players`.
fn players_text(players: &[usize]) -> String {
    match players {
        [1] => "1 player".to_owned(),
        _ => format!("{} players", either(players.iter().map(ToString::to_string))),
    }
}

/// The rules of games that differ in nothing but the number of players, each rule once.
pub(crate) fn told(games: &[&Rules], sources: bool) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::new();
    for rules in games {
        for sentence in rules.page() {
            let at = all.iter().position(|told| told.name == sentence.name && told.chapter == sentence.chapter);
            let at = at.unwrap_or_else(|| {
                let Sentence { name, chapter, phase, .. } = sentence.clone();
                all.push(Told { name, chapter, phase, variants: Vec::new() });
                all.len() - 1
            });
            let notes = if sources { vec![note(rules, &sentence)] } else { Vec::new() };
            let same = |v: &&mut Variant| {
                (&v.sentence.text, &v.sentence.table, &v.notes) == (&sentence.text, &sentence.table, &notes)
            };
            match all[at].variants.iter_mut().find(same) {
                Some(variant) => variant.players.push(rules.players()),
                None => all[at].variants.push(Variant { players: vec![rules.players()], sentence, notes }),
            }
        }
    }
    all.sort_by(|a, b| (a.chapter, a.phase, a.module()).cmp(&(b.chapter, b.phase, b.module())));
    all
}

/// The parameters that a sentence stands on, with their values and where those came from, and the clauses that it tells.
fn note(rules: &Rules, sentence: &Sentence) -> String {
    let module = rules.module_name(sentence.module);
    let params = rules.modules().iter().find(|info| info.manifest.id == module).map(|info| &info.params);
    let value = |key: &str| {
        let found = params.and_then(|params| key.split('.').try_fold(params, |value, part| value.get(part)));
        toml(found.unwrap_or(&Json::Null))
    };
    let parts = sentence.keys.iter().map(|key| {
        let (value, layers) = (value(key), rules.layers_of(module, key).join(" and "));
        let value = if value.chars().count() > LONGEST_VALUE { String::new() } else { format!(" = {value}") };
        format!("{module}.{key}{value} ({layers})")
    });
    let mut parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        parts.push(module.to_owned());
    }
    parts.extend((!sentence.clauses.is_empty()).then(|| sentence.clauses.join(", ")));
    parts.join("; ")
}

impl Document {
    /// The page of games that differ in nothing but the number of players.
    pub fn new(about: &About, games: &[&Rules], sources: bool) -> Self {
        let Some(rules) = games.first() else { return Self::default() };
        let rule_set = about.rule_set.as_ref();
        let name = rule_set.map(|set| set.name.as_str()).filter(|name| !name.is_empty()).unwrap_or(rules.rule_set());
        let sets = match rules.overrides() {
            [] => String::new(),
            sets => format!(", with {}", sets.join(", ")),
        };
        let told = told(games, sources);
        let parts = Chapter::ALL.iter().map(|chapter| Part {
            title: chapter.title().to_owned(),
            items: told
                .iter()
                .filter(|told| told.chapter == *chapter)
                .flat_map(|told| told.items(games.len()))
                .collect(),
        });
        Self {
            title: format!("{}: {name} rules{sets}", rules.board().name),
            intro: about.intro(games, rules),
            chapters: parts.filter(|part| !part.items.is_empty()).collect(),
        }
    }
}

impl About {
    fn intro(&self, games: &[&Rules], rules: &Rules) -> Vec<String> {
        let mut intro = Vec::new();
        let summary = self.rule_set.as_ref().and_then(|set| set.summary.as_ref());
        intro.extend(summary.map(|text| ended(&capital(text.trim()))));
        let players: Vec<usize> = games.iter().map(|rules| rules.players()).collect();
        let players = match &players[..] {
            [min, _, .., max] => format!("{min} to {max} players"),
            few => players_text(few),
        };
        let board = rules.board();
        let cities = board.cities.iter().filter(|city| !city.junction).count();
        let spaces: usize = board.routes.iter().map(|route| usize::from(route.length)).sum();
        intro.push(format!(
            "For {players}. The board has {}, joined by {} with {} in all.",
            counted(cities, "city", "cities"),
            counted(board.routes.len(), "route", "routes"),
            counted(spaces, "space", "spaces"),
        ));
        let junctions: Vec<&str> =
            board.cities.iter().filter(|city| city.junction).map(|city| city.name.as_str()).collect();
        match junctions.len() {
            0 => {}
            1 => intro.push(format!("{} is no city, only a place where routes meet.", junctions[0])),
            _ => intro.push(format!("{} are no cities, only places where routes meet.", listed(junctions))),
        }
        if self.map.board.wrap.is_some() {
            intro.push("The left and the right edge of the board are joined.".to_owned());
        }
        let note = self.map.board.note.as_deref().map(|note| ended(&capital(note.trim())));
        match self.map.board.status.as_deref() {
            Some("reconstructed") => intro.push(format!("The board is a reconstruction. {}", note.unwrap_or_default())),
            Some("partial") => intro.push(format!("The board is not complete. {}", note.unwrap_or_default())),
            _ => intro.extend(note),
        }
        intro
    }
}

/// A text as a sentence.
fn ended(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}
