//! What is given: the players with what they have, the row and other places, and what comes next by chance. Names stay names here:
//! what they mean is found when the rules are there.

use super::Faults;
use ttr_source::{Entry, FileId, Node, ScoreSource, Table, Value};

/// What can be given: to all tests of a file, to one of them, or to a game that a program begins.
pub const GIVEN_KEYS: &[&str] = &["rules", "set", "seed", "start", "first", "players", "row", "zones", "next"];
/// Where a game is taken up.
const STARTS: &[&str] = &["turns", "setup"];

/// What is given at the start of a game.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Map, rules, overrides and what players have, as in score files.
    pub score: ScoreSource,
    /// What else is given, by key: from the test, or else from the file.
    pub rest: Table,
}

impl Given {
    /// Reads what is given by itself, over what is given at the top of a file.
    pub fn read(file: FileId, top: &Table, own: &Table, faults: &mut Faults) -> Self {
        let of = |key: &str| own.entry(key).or_else(|| top.entry(key)).cloned();
        let named = top.entry("map").cloned();
        let mut game: Table = named.into_iter().chain(["rules", "players"].into_iter().filter_map(of)).collect();
        if let Some(node) = game.get_mut("players") {
            spell_out(node);
        }
        let (mut score, found) = ScoreSource::given(file, &game);
        faults.0.extend(found);
        for table in [top, own] {
            let set = table.entry("set").cloned().into_iter().collect();
            let (set, found) = ScoreSource::given(file, &set);
            faults.0.extend(found);
            score.set.extend(set.set);
            score.set_places.extend(set.set_places);
        }
        let rest: Table = ["seed", "start", "first", "row", "zones", "next"].into_iter().filter_map(of).collect();
        if let Some(node) = rest.get("start")
            && !node.as_str().is_some_and(|start| STARTS.contains(&start))
        {
            let message = format!("`start` is \"turns\" or \"setup\", not {}", node.what());
            faults.add("test::bad-value", message, node.span);
        }
        if let Some(node) = rest.get("seed") {
            faults.want("seed", &format!("a whole number from 0 to {}", i64::MAX), node, |node| {
                node.as_int().filter(|n| *n >= 0)
            });
        }
        Self { score, rest }
    }

    /// Whether the game is taken up before it is set up.
    pub fn begins_with_setup(&self) -> bool {
        self.rest.get("start").and_then(Node::as_str) == Some("setup")
    }

    /// The seed of what is left to chance.
    pub fn seed(&self) -> u64 {
        self.rest.get("seed").and_then(Node::as_int).and_then(|n| u64::try_from(n).ok()).unwrap_or(1)
    }
}

/// Players as score files have them: a number stands for so many, a text for one of that name, a table for who is named in it.
pub(super) fn spell_out(node: &mut Node) {
    let table = |entries: Vec<Entry>, span| Node::new(Value::Table(entries.into_iter().collect()), span);
    let name = |text: &str, span| {
        let value = Node::new(Value::Str(text.to_owned()), span);
        Entry { key: "name".to_owned(), key_span: span, value }
    };
    match &mut node.kind {
        Value::Int(n) if (0..=64).contains(n) => {
            node.kind = Value::List((0..*n).map(|_| table(Vec::new(), node.span)).collect());
        }
        Value::List(players) => {
            for player in players {
                if let Some(text) = player.as_str() {
                    *player = table(vec![name(text, player.span)], player.span);
                }
            }
        }
        Value::Table(players) => {
            let players = players.iter().map(|Entry { key, key_span, value }| {
                let mut player = value.clone();
                if let Value::Table(of) = &mut player.kind
                    && of.get("name").is_none()
                {
                    of.insert(name(key, *key_span));
                }
                player
            });
            node.kind = Value::List(players.collect());
        }
        _ => {}
    }
}
