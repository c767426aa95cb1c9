//! The [properties of the test kit](ttr_testkit::props) at the bundled tables, and what only these can show.

mod tiny;

pub use tiny::*;
pub use ttr_testkit::props::*;

use serde_json::Value as Json;
use ttr_core::compile;

/// The properties of every game, and what else holds for those that the judges know or that have a limit of turns.
pub fn all() -> Vec<Property> {
    let turns = Property {
        name: "turns",
        says: "the game ends below the limit of turns",
        check: |table, course| {
            let (longest, _) = nothing_is_lost(table, [course]);
            assert!(longest <= most_turns(table), "{}: {longest} turns", table.name);
        },
    };
    let judged = Property {
        name: "judged",
        says: "the final score is that of a naive scorer",
        check: |table, course| crate::judge::judging::final_scores_are_judged(table, std::iter::once(course.seed())),
    };
    ALL.iter().copied().chain([turns, judged]).collect()
}

/// Every bundled map with its own and every other bundled rule set, for every number of players that they allow.
pub fn tables() -> Vec<Table> {
    tables_of(ttr_variants::registry)
}

/// The games of [`tables`] with three cards of each kind, a row that is discarded, tickets that leave the game, and few turns, as
/// far as they know of these: piles run dry, and games end in other ways.
pub fn scarce_tables() -> Vec<Table> {
    let mut scarce = Vec::new();
    for table in tables() {
        let mut source = table.source.clone();
        let decks = table.param("cards", "decks").and_then(serde_json::Value::as_object).cloned().unwrap_or_default();
        for (deck, kinds) in &decks {
            for (kind, card) in kinds.as_object().into_iter().flatten() {
                let count = if card.is_number() { "" } else { ".count" };
                source = source.with_set(format!("cards.decks.{deck}.{kind}{count}=3"));
            }
        }
        let others = [("row", "overflow", "\"discard\""), ("tickets", "rest", "\"out\""), ("turns", "limit", "60")];
        for (module, key, value) in others.iter().filter(|(m, k, _)| table.param(m, k).is_some()) {
            source = source.with_set(format!("{module}.{key}={value}"));
        }
        // Not every game can be played with so little.
        if let Ok(compiled) = compile(&table.registry, &source) {
            let mut table = Table::seat(table.registry.clone(), source, compiled.rules);
            table.name += ", scarce";
            scarce.push(table);
        }
    }
    scarce
}

/// Takes what the idle modules of [`crate::seams`] got by chance out of a [`story`].
pub fn forget_idlers(json: &mut Json) {
    if let Some(list) = json.as_array_mut() {
        list.retain(|part| !part[0].as_str().is_some_and(|stream| stream.ends_with("-idle stream")));
        list.iter_mut().for_each(forget_idlers);
    }
}
