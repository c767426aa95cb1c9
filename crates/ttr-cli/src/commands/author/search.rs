//! Looking for a module by a word: `ttr modules bridge` finds the ferries.

use crate::commands::rules::parameters::Parameter;
use ttr_core::module::ModuleEntry;
use ttr_source::near;

/// How many names are shown to somebody whose word nothing fits.
const MOST_NEAR: usize = 3;

/// A module that a word fits.
pub(super) struct Hit<'a> {
    pub module: &'a ModuleEntry,
    /// What of it the word fits.
    pub by: String,
    rank: usize,
}

/// The modules that all of these words fit, the likeliest first.
pub(super) fn search<'a>(all: impl Iterator<Item = (&'a ModuleEntry, Vec<Parameter>)>, wanted: &str) -> Vec<Hit<'a>> {
    let wanted: Vec<String> = words(wanted).collect();
    let mut hits: Vec<Hit<'a>> = all.filter_map(|(module, parameters)| hit(module, &parameters, &wanted)).collect();
    hits.sort_by_key(|hit| (hit.rank, hit.module.manifest.id));
    hits
}

/// Whether the words fit a module: its name, a search term, its summary, a parameter or an attribute, in this order.
fn hit<'a>(module: &'a ModuleEntry, parameters: &[Parameter], wanted: &[String]) -> Option<Hit<'a>> {
    let manifest = &module.manifest;
    let id = [("its name".to_owned(), manifest.id)];
    let terms = manifest.search_terms.iter().map(|term| (format!("the search term {term:?}"), *term));
    let summary = [("what it does".to_owned(), manifest.summary)];
    let keys = parameters.iter().map(|p| (format!("the parameter `{}`", p.name), p.name.as_str()));
    let attributes = manifest.attributes.iter().map(|a| (format!("the attribute `{}`", a.name), a.name));
    let docs = parameters.iter().map(|p| (format!("the parameter `{}`", p.name), p.doc.as_str()));
    let said = manifest.attributes.iter().map(|a| (format!("the attribute `{}`", a.name), a.doc));
    let all = id.into_iter().chain(terms).chain(summary).chain(keys).chain(attributes).chain(docs).chain(said);
    let ranks = [1, manifest.search_terms.len(), 1, parameters.len(), manifest.attributes.len()];
    let rank_of = |at: usize| {
        let mut end = 0;
        ranks.iter().position(|n| {
            end += n;
            at < end
        })
    };
    let found = all.enumerate().find(|(_, (_, text))| fits(text, wanted));
    found.map(|(at, (by, _))| Hit { module, by, rank: rank_of(at).unwrap_or(ranks.len()) })
}

/// Whether every wanted word is the beginning of a word of the text.
fn fits(text: &str, wanted: &[String]) -> bool {
    !wanted.is_empty() && wanted.iter().all(|start| words(text).any(|word| word.starts_with(start.as_str())))
}

/// The words of a text in small letters, in the singular as far as an `s` makes the plural.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| {
        let word = word.to_lowercase();
        match word.strip_suffix('s') {
            Some(one) if one.len() > 2 && !one.ends_with('s') => one.to_owned(),
            _ => word,
        }
    })
}

/// The names and search terms of modules that are spelt most like a word, each with its module.
pub(super) fn nearest<'a>(all: impl Iterator<Item = &'a ModuleEntry>, wanted: &str) -> Vec<&'a str> {
    let mut names: Vec<&str> =
        all.flat_map(|m| std::iter::once(m.manifest.id).chain(m.manifest.search_terms.iter().copied())).collect();
    let mut found = Vec::new();
    while found.len() < MOST_NEAR
        && let Some(near) = near(wanted, names.iter().copied())
    {
        found.push(near.name);
        names.retain(|name| *name != near.name);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(text: &str) -> Vec<String> {
        words(text).collect()
    }

    #[test]
    fn beginnings_of_words_fit_in_any_order_and_number() {
        for (text, word) in [
            ("points for the longest path", "long"),
            ("double-routes", "Route"),
            ("a bridge", "bridges"),
            ("bridges", "bridge"),
            ("the last round", "round last"),
        ] {
            assert!(fits(text, &wanted(word)), "{word}: {text}");
        }
        for (text, word) in [("season", "eas"), ("the last round", "last row"), ("anything", ""), ("loss", "lot")] {
            assert!(!fits(text, &wanted(word)), "{word}: {text}");
        }
    }
}
