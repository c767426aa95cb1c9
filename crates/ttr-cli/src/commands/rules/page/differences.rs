//! How a game differs from the classic one on the same board: rules that are new, others than there, or left out.

use super::document::{Item, Part, Told, told};
use similar::DiffTag;
use std::collections::BTreeMap;
use ttr_author::DEFAULT_RULES;
use ttr_core::page::Role;
use ttr_core::{Chapter, Rules};

/// The least and the most players of a game.
type Range = (u8, u8);

/// What differs, each with what the classic rules say.
pub(crate) fn chapter(games: &[&Rules], classic: &[&Rules], ranges: Option<(Range, Range)>) -> Part {
    let title = format!("How it differs from {DEFAULT_RULES}");
    let mut items = Vec::new();
    if classic.is_empty() {
        let text = format!("The {DEFAULT_RULES} rules can't be played on this board, or not by so many.");
        return Part { title, items: vec![Item::new(text)] };
    }
    if let Some((ours, theirs)) = ranges.filter(|(ours, theirs)| ours != theirs) {
        let text = |(min, max): Range| format!("For {min} to {max} players.");
        items.push(changed(&text(ours), &text(theirs)));
    }
    let (ours, theirs) = (modules(games), modules(classic));
    let named =
        |what: &str, id: &str, summary: &str| Item::new(format!("{what}: {}: {summary}.", id.replace('-', " ")));
    let new = ours.iter().filter(|(id, _)| !theirs.contains_key(*id));
    items.extend(new.map(|(id, summary)| named("New", id, summary)));
    let gone = theirs.iter().filter(|(id, _)| !ours.contains_key(*id));
    items.extend(gone.map(|(id, summary)| named("Left out", id, summary)));

    // What differs for numbers of players that only one of them is for can't be said.
    let in_both = |rules: &&&Rules| classic.iter().any(|other| other.players() == rules.players());
    let games: Vec<&Rules> = games.iter().filter(in_both).copied().collect();
    let (here, there) = (told(&games, false), told(classic, false));
    let pairs: Vec<Pair<'_>> = pairs(&here, &there).into_iter().filter(Pair::differ).collect();
    // What is new or left out as a whole is told above.
    let pairs: Vec<Pair<'_>> = pairs
        .into_iter()
        .filter(|pair| [&ours, &theirs].iter().all(|all| all.contains_key(pair.any().module())))
        .collect();
    // A line of the turn only says in short what another chapter says too.
    let elsewhere = |told: &Told| {
        let other = |pair: &Pair<'_>| pair.any().chapter != Chapter::Turn && pair.any().module() == told.module();
        told.chapter == Chapter::Turn && pairs.iter().any(other)
    };
    items.extend(pairs.iter().filter(|pair| !elsewhere(pair.any())).map(|pair| pair.item(games.len(), classic.len())));
    if items.is_empty() {
        items.push(Item::new(format!("In nothing: these are the {DEFAULT_RULES} rules.")));
    }
    Part { title, items }
}

/// A rule that both games have, or only one of them.
enum Pair<'a> {
    Both(&'a Told, &'a Told),
    Here(&'a Told),
    There(&'a Told),
}

fn pairs<'a>(here: &'a [Told], there: &'a [Told]) -> Vec<Pair<'a>> {
    let is_same = |one: &Told, other: &Told| one.name == other.name && one.chapter == other.chapter;
    let ours = here.iter().map(|told| match there.iter().find(|other| is_same(told, other)) {
        Some(other) => Pair::Both(told, other),
        None => Pair::Here(told),
    });
    let theirs = there.iter().filter(|told| !here.iter().any(|other| is_same(told, other)));
    ours.chain(theirs.map(Pair::There)).collect()
}

impl<'a> Pair<'a> {
    fn any(&self) -> &'a Told {
        match self {
            Self::Both(told, _) | Self::Here(told) | Self::There(told) => told,
        }
    }

    /// Whether a rule differs; what lies on the board is none.
    fn differ(&self) -> bool {
        let is_rule = self.any().variants.iter().all(|variant| variant.sentence.role != Role::Fact);
        is_rule && !matches!(self, Self::Both(one, other) if one.says_as(other))
    }

    /// What differs, of games for so many numbers of players.
    fn item(&self, here: usize, there: usize) -> Item {
        match self {
            Self::Here(told) => Item::new(format!("New: {}", told.texts(here).join(" "))),
            Self::There(told) => Item::new(format!("Not so here: {}", told.texts(there).join(" "))),
            Self::Both(told, other) => {
                let (ours, theirs) = (told.texts(here).join(" "), other.texts(there).join(" "));
                match (only(&ours, &theirs), only(&theirs, &ours)) {
                    (new, old) if new.is_empty() && old.is_empty() => tables(told, other),
                    (new, old) if new.is_empty() => Item::new(format!("Not so here: {old}")),
                    (new, old) if old.is_empty() => Item::new(format!("New: {new}")),
                    (new, old) => changed(&new, &old),
                }
            }
        }
    }
}

/// Only tables differ: both are shown.
fn tables(told: &Told, other: &Told) -> Item {
    let Some((ours, theirs)) = told.variants.first().zip(other.variants.first()) else { return Item::default() };
    let theirs = theirs.sentence.table.iter().map(|row| format!("{}.", row.join(" "))).collect::<Vec<_>>();
    let table = ours.sentence.table.clone();
    Item { table, notes: vec![format!("{DEFAULT_RULES}: {}", theirs.join(" "))], ..Item::new(&ours.sentence.text) }
}

/// A text that has more places than this that differ from another is told beside it.
const MOST_PLACES: usize = 4;
/// The most letters of a text that is told beside another: the page has said it in full.
const LONGEST: usize = 160;
/// So many words between two places that differ are told with them.
const FEW_WORDS: usize = 2;
/// What is put behind words.
const MARKS: [char; 4] = [',', ';', ':', '.'];

/// A text with what the classic rules say instead: in it, where they are alike, else below it.
fn changed(ours: &str, theirs: &str) -> Item {
    let (new, old) = (sentences(ours), sentences(theirs));
    let pair = |at: usize| [&new, &old].map(|all| all.get(at).copied().map(tokens).unwrap_or_default());
    let pairs: Vec<[Vec<&str>; 2]> = (0..new.len().max(old.len())).map(pair).collect();
    let stretches: Vec<Stretch<'_>> = pairs.iter().flat_map(|[new, old]| stretches(new, old)).collect();
    let (new, old): (usize, usize) =
        pairs.iter().fold((0, 0), |sum, [new, old]| (sum.0 + new.len(), sum.1 + old.len()));
    let places = stretches.iter().filter(|stretch| !stretch.same).count();
    let same: usize = stretches.iter().filter(|stretch| stretch.same).map(|stretch| stretch.new.len()).sum();
    if places > MOST_PLACES || 2 * same < new.max(old) {
        return Item { notes: vec![format!("{DEFAULT_RULES}: {theirs}")], ..Item::new(shortened(ours)) };
    }
    let mut text = String::new();
    for Stretch { new, old, same } in &stretches {
        append(&mut text, &joined(new));
        let was = joined(old);
        match (same, new.is_empty(), old.is_empty()) {
            (true, ..) => {}
            (false, _, true) => append(&mut text, &format!("[not in {DEFAULT_RULES}]")),
            (false, true, _) => {
                let was = was.trim_start_matches(MARKS).trim_start();
                append(&mut text, &format!("[{DEFAULT_RULES} also: {was}]"));
            }
            (false, false, false) => append(&mut text, &format!("[{DEFAULT_RULES}: {was}]")),
        }
    }
    Item::new(text)
}

/// Words that follow each other in both texts, the same or not.
struct Stretch<'a> {
    new: Vec<&'a str>,
    old: Vec<&'a str>,
    same: bool,
}

/// The stretches of two texts. A few words that are the same between others that are not belong to those.
fn stretches<'a>(new: &[&'a str], old: &[&'a str]) -> Vec<Stretch<'a>> {
    let mut all: Vec<Stretch<'a>> = Vec::new();
    let ops = similar::capture_diff_slices(similar::Algorithm::Myers, old, new);
    for (i, op) in ops.iter().enumerate() {
        let few = op.tag() == DiffTag::Equal && op.new_range().len() <= FEW_WORDS && (1..ops.len() - 1).contains(&i);
        let same = op.tag() == DiffTag::Equal && !few;
        let (new, old) = (&new[op.new_range()], &old[op.old_range()]);
        match all.last_mut() {
            Some(last) if last.same == same => {
                last.new.extend(new);
                last.old.extend(old);
            }
            _ => all.push(Stretch { new: new.to_vec(), old: old.to_vec(), same }),
        }
    }
    all
}

/// The beginning of what the page has said in full.
fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut short = String::new();
    for word in text.split(' ') {
        if short.chars().count() + word.chars().count() > LONGEST {
            break;
        }
        append(&mut short, word);
    }
    short + " ..."
}

/// Words and what is put behind them.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let bare = word.trim_end_matches(MARKS);
        tokens.extend([bare, &word[bare.len()..]].into_iter().filter(|token| !token.is_empty()));
    }
    tokens
}

fn joined(tokens: &[&str]) -> String {
    let mut text = String::new();
    tokens.iter().for_each(|token| append(&mut text, token));
    text
}

/// Puts a word behind others, or a mark behind a word.
fn append(text: &mut String, token: &str) {
    if !text.is_empty() && !token.is_empty() && !token.starts_with(MARKS) {
        text.push(' ');
    }
    text.push_str(token);
}

/// The modules of games, with what they are.
fn modules<'a>(games: &[&'a Rules]) -> BTreeMap<&'a str, &'a str> {
    games.iter().flat_map(|rules| rules.modules()).map(|info| (info.manifest.id, info.manifest.summary)).collect()
}

fn sentences(text: &str) -> Vec<&str> {
    text.split_inclusive(". ").map(str::trim).filter(|sentence| !sentence.is_empty()).collect()
}

/// The sentences of a text that another does not have.
fn only(text: &str, other: &str) -> String {
    let theirs = sentences(other);
    sentences(text).into_iter().filter(|sentence| !theirs.contains(sentence)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_is_told_in_one_line() {
        let text = |ours: &str, theirs: &str| changed(ours, theirs).text;
        assert_eq!(
            text("Deal 2 cards, and no more.", "Deal 4 cards, and no more."),
            "Deal 2 [classic: 4] cards, and no more."
        );
        assert_eq!(text("Keep 2 of them; go.", "Keep 2; go."), "Keep 2 of them [not in classic]; go.");
        assert_eq!(text("Keep 2; go.", "Keep 2 of them; go."), "Keep 2 [classic also: of them]; go.");
        let (ours, theirs) = ("Deal 2 cards to each. Turn up 5.", "Deal 4 cards to each.");
        assert_eq!(text(ours, theirs), "Deal 2 [classic: 4] cards to each. Turn up 5. [not in classic]");
        let (ours, theirs) =
            ("Draw some and keep one; the others leave the game.", "Draw some and keep one; the others go to the end.");
        let told = "Draw some and keep one; the others leave the game [classic: go to the end].";
        assert_eq!(text(ours, theirs), told);
    }

    #[test]
    fn what_is_not_alike_stands_below() {
        let item = changed("One thing.", "Something else, and more.");
        assert_eq!(
            (item.text.as_str(), &item.notes[..]),
            ("One thing.", &["classic: Something else, and more.".to_owned()][..])
        );
        let long = changed(&"word ".repeat(60), "other");
        assert!(long.text.ends_with("word ...") && long.text.len() < 170, "{}", long.text);
    }

    #[test]
    fn only_sentences_that_differ_are_compared() {
        assert_eq!(only("A b. C d. E.", "A b. X. E."), "C d.");
        assert_eq!(only("A b.", "A b."), "");
    }
}
