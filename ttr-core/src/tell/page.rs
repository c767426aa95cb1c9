//! The page of rules: what a player reads before the first turn. Every module writes its own sentences, with the values of its
//! parameters in them; the engine only puts them in order.

use crate::ids::ModuleId;
use crate::phase::Phase;
use crate::rules::TURN;
use crate::rules::{Rank, Rules};
use crate::score::MeasureHow;
use crate::step::CORE;
use std::fmt::Display;

/// A chapter of the page. The order of the variants is that of the page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Chapter {
    /// What everybody has and does before the first turn.
    Setup,
    /// What a turn is: a line for each action that it may be.
    Turn,
    /// The decks, and drawing cards.
    Cards,
    /// Claiming routes.
    Routes,
    /// Tickets.
    Tickets,
    /// What else can be done in a turn.
    Actions,
    /// When the game ends.
    End,
    /// What scores, and who wins.
    Scoring,
}

impl Chapter {
    /// All chapters, in order.
    pub const ALL: [Self; 8] =
        [Self::Setup, Self::Turn, Self::Cards, Self::Routes, Self::Tickets, Self::Actions, Self::End, Self::Scoring];

    /// Its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Setup => "Setup",
            Self::Turn => "A turn",
            Self::Cards => "Cards",
            Self::Routes => "Routes",
            Self::Tickets => "Tickets",
            Self::Actions => "Other actions",
            Self::End => "The end",
            Self::Scoring => "Scoring",
        }
    }
}

/// What a sentence is on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A rule.
    Rule,
    /// A rule that stands by itself before or behind a list, as in "a turn is one of these:".
    Lead,
    /// What lies on the board or in the box: no rule, and so no difference between two rule sets.
    Fact,
}

/// A sentence of the page, or a few that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// Its chapter.
    pub chapter: Chapter,
    /// Its place in the chapter.
    pub phase: Phase,
    /// The module that wrote it.
    pub module: ModuleId,
    /// `module/name`, stable: the same rule of another game has the same name.
    pub name: String,
    /// What it says.
    pub text: String,
    /// What it is.
    pub role: Role,
    /// A small table that belongs to it: rows of the same length, of which the first cell is the heading.
    pub table: Vec<Vec<String>>,
    /// The parameters of its module that it stands on, by key.
    pub keys: Vec<String>,
    /// The clauses of the written rules that it tells, where there are such.
    pub clauses: Vec<&'static str>,
}

impl Sentence {
    /// It stands on these parameters of the module.
    pub fn on(&mut self, keys: &[&str]) -> &mut Self {
        self.keys.extend(keys.iter().map(|key| (*key).to_owned()));
        self
    }

    /// It tells these clauses of the written rules.
    pub fn clauses(&mut self, ids: &[&'static str]) -> &mut Self {
        self.clauses.extend(ids);
        self
    }

    /// It stands by itself, before a list or behind it.
    pub fn lead(&mut self) -> &mut Self {
        self.role = Role::Lead;
        self
    }

    /// It says what lies on the board or in the box.
    pub fn fact(&mut self) -> &mut Self {
        self.role = Role::Fact;
        self
    }

    /// It has a table: rows of the same length, of which the first cell is the heading.
    pub fn table(&mut self, rows: Vec<Vec<String>>) -> &mut Self {
        self.table = rows;
        self
    }
}

/// The page while it is written. A module registers with [`crate::Installer::tell`] what writes its part.
///
/// Sentences are ordered by chapter, by phase and by the id of their module, and those of one module as it wrote them. They are
/// whole sentences in players' words, and hold the names that things have on the board ([`Page::shown`]).
pub struct Page<'a> {
    rules: &'a Rules,
    module: ModuleId,
    sentences: Vec<Sentence>,
}

impl<'a> Page<'a> {
    /// The rules, with all modules installed.
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// What a piece, a card, a deck or a colour is called on this board.
    pub fn shown<'n>(&self, name: &'n str) -> &'n str
    where
        'a: 'n,
    {
        self.rules.board().shown(name)
    }

    /// Writes a sentence, or a few that belong together, under a name of their own.
    pub fn say(&mut self, chapter: Chapter, phase: Phase, name: &str, text: impl Into<String>) -> &mut Sentence {
        let at = self.sentences.len();
        self.sentences.push(Sentence {
            chapter,
            phase,
            module: self.module,
            name: format!("{}/{name}", self.rules.module_name(self.module)),
            text: text.into(),
            role: Role::Rule,
            table: Vec::new(),
            keys: Vec::new(),
            clauses: Vec::new(),
        });
        &mut self.sentences[at]
    }
}

/// How a measure breaks ties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Better {
    /// More of it is better.
    Most,
    /// Fewer of it is better.
    Fewest,
    /// It is an award: who has it is ahead.
    Award,
}

impl Rules {
    /// The page of rules, in its order.
    pub fn page(&self) -> Vec<Sentence> {
        let mut page = Page { rules: self, module: CORE, sentences: Vec::new() };
        for (module, write) in &self.words.tellers {
            page.module = *module;
            write(&mut page);
        }
        page.sentences.sort_by_key(|sentence| (sentence.chapter, sentence.phase, sentence.module));
        page.sentences
    }

    /// The layers that the value of a parameter came from, as messages name them: several for a table that was laid together.
    pub fn layers_of(&self, module: &str, key: &str) -> Vec<String> {
        let node = self
            .about
            .settings
            .get(module)
            .and_then(|setting| setting.node.at(key.split('.').filter(|k| !k.is_empty())));
        let mut layers = node.map(|node| node.layers()).unwrap_or_default();
        if layers.is_empty() {
            layers.push(ttr_source::Layer::ModuleDefault);
        }
        layers.sort_unstable();
        layers.dedup();
        layers.into_iter().map(|layer| self.about.settings.layer_name(layer)).collect()
    }

    /// Whether a module says that routes can come off the board.
    pub fn releases(&self) -> bool {
        self.claims.releases
    }

    /// What breaks ties, in order.
    pub fn tie_breaks(&self) -> impl Iterator<Item = (&str, Better)> {
        self.scoring.ties.iter().map(|at| &self.scoring.measures[*at]).map(|measure| {
            let better = match measure.how {
                MeasureHow::HasAward(_) => Better::Award,
                MeasureHow::Run(_) if measure.fewest => Better::Fewest,
                MeasureHow::Run(_) => Better::Most,
            };
            (measure.name.as_str(), better)
        })
    }

    /// The modules that offer actions of a rank in a turn, by id.
    pub fn offering(&self, rank: Rank) -> Vec<&str> {
        let turn = &self.play.decisions[TURN.index()];
        let lines = turn.lines.iter().chain(&turn.fallbacks).filter(|line| line.rank == rank);
        let mut modules: Vec<&str> = lines.map(|line| self.module_name(line.module)).collect();
        modules.dedup();
        modules
    }
}

/// A number with its noun: `1 card`, `2 cards`.
pub fn counted(n: impl Display, one: &str, many: &str) -> String {
    let n = n.to_string();
    format!("{n} {}", if n == "1" || n == "-1" { one } else { many })
}

/// Words as a sentence lists them: `coal, iron and wood`.
pub fn listed(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    joined(words, "and")
}

/// Words of which one is meant: `coal, iron or wood`.
pub fn either(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    joined(words, "or")
}

fn joined(words: impl IntoIterator<Item = impl AsRef<str>>, last: &str) -> String {
    let words: Vec<_> = words.into_iter().collect();
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match &words[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A text as the beginning of a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_sentence() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "day", "days")), ["0 days", "1 day", "2 days"]);
        assert_eq!((listed([""; 0]), listed(["a"])), (String::new(), "a".to_owned()));
        assert_eq!((listed(["a", "b", "c"]), either(["a", "b"])), ("a, b and c".to_owned(), "a or b".to_owned()));
        assert_eq!((capital("éa"), capital("")), ("Éa".to_owned(), String::new()));
    }

    #[test]
    fn chapters_are_listed_in_their_order() {
        assert!(Chapter::ALL.is_sorted());
        let titles: Vec<&str> = Chapter::ALL.iter().map(|chapter| chapter.title()).collect();
        assert!(titles.iter().enumerate().all(|(i, title)| !title.is_empty() && !titles[..i].contains(title)));
    }
}
