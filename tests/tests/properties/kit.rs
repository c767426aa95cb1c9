//! The modules of all seams pass the test kit, in one game.

use ttr_testkit::Kit;
use ttr_tests::seams::{ALL, MAP, RULES, registry};

#[test]
fn all_seams_together_have_every_property() {
    let kit = Kit::new(registry).map_text("seams", MAP).rules_text("seams", RULES).games(4);
    // Some of them replace bundled modules, whose rule sets and examples are no business of theirs then.
    let kit = kit.beyond(ttr_variants::registry);
    // The storm is told to all when a card is drawn that nobody else sees: as its rule has it, but it is a secret that is heard.
    let kit = kit.without(["secrets"]);
    // There is another place to pay from, and which of two comes first is left to the names of their modules.
    ALL.iter().filter(|set| **set != "pool=true").fold(kit, |kit, set| kit.set(*set)).check();
}
