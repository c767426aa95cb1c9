//! What is bundled has every property: of every map one game with each number of players. The tests of the project play more.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{Installer, Manifest, RuleModule};
use ttr_testkit::{Kit, check_map, check_save};

#[test]
fn every_property_holds_on_every_bundled_map() {
    Kit::new(ttr_variants::registry).games(1).check();
}

#[test]
fn maps_and_saves_are_looked_at_by_their_texts() {
    let registry = ttr_variants::registry();
    let map = registry.find_map("paris").expect("a bundled map");
    let report = check_map(ttr_variants::registry, "paris", map).expect("every property holds");
    assert!(report.tables > 2 && report.games > report.tables && report.looks > 10 * report.games, "{report}");

    let kit = Kit::new(ttr_variants::registry).map("paris").set("turns.limit=3").players(2..=2);
    let failure = kit.clone().decisions(5).run().expect_err("no game is over so soon");
    assert_eq!((failure.property, failure.decisions), ("end", 0), "{failure}");
    let text = failure.save.expect("a save");
    let report = check_save(ttr_variants::registry, &text).expect("five decisions more are enough");
    assert_eq!((report.tables, report.games), (1, 1));
    let cut = check_save(ttr_variants::registry, &text[..text.len() - 2]).expect_err("it is cut short");
    assert_eq!((cut.property, cut.decisions), ("replay", 0), "{cut}");
}

#[test]
fn what_can_not_be_looked_at_is_told() {
    let kit = || Kit::new(ttr_variants::registry);
    for (kit, expected) in [
        (kit().map("moon"), "there is no map \"moon\", only europe, "),
        (kit().map("usa").only(["luck"]), "there is no property \"luck\", only panics, end, "),
        (kit().map("usa").rules("lunar"), "there is no rule set \"lunar\""),
        (kit().map("usa").players(7..=8), "usa: none of these numbers of players can play it"),
        (kit().map("usa").set("turns.limt=8"), "limt"),
        (kit().beyond(ttr_variants::registry), "there is no map to play on"),
    ] {
        let failure = kit.run().expect_err(expected);
        assert_eq!(failure.property, "compiles", "{failure}");
        assert!(failure.message.contains(expected), "{failure}");
    }
}

/// A module whose example says what is not so.
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Boast {}

impl RuleModule for Boast {
    fn manifest() -> Manifest {
        Manifest::new("boast", "does nothing, and says otherwise").examples(
            r#"
            rules = "classic"
            set = { tickets = false, boast = true }
            board.routes = [{ between = ["Ayr", "Bath"], length = 2, colour = "red" }]
            players = [{ name = "Ann", hand = { red = 2 } }, { name = "Bob" }]

            [[test]]
            name = "a route of two spaces scores 50 points"
            when = ["Ann claims Ayr - Bath with 2 red"]
            then.score.Ann = 50
            "#,
        )
    }

    fn install(self, _: &mut Installer<'_>) {}
}

#[test]
fn examples_of_modules_are_run() {
    let registry = || {
        let mut registry = ttr_variants::registry();
        registry.module::<Boast>();
        registry
    };
    let kit = || Kit::new(registry).map("paris").set("turns.limit=3").players(2..=2).games(1);
    let failure = kit().run().expect_err("it is not so");
    assert_eq!((failure.property, failure.table.as_str()), ("examples", "the examples of boast"), "{failure}");
    assert!(failure.message.contains("a route of two spaces scores 50 points: does not hold"), "{failure}");
    assert!(failure.message.contains("Ann has 2 points"), "{failure}");
    kit().without(["examples"]).check();
    // Those of the modules of another registry are not run.
    kit().beyond(registry).check();
    assert_eq!(kit().beyond(ttr_variants::registry).run().expect_err("its own").property, "examples");
}

/// A module that replaces a bundled one, and has its examples without its rule.
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Ferries {}

impl RuleModule for Ferries {
    fn manifest() -> Manifest {
        let bundled = ttr_variants::registry();
        bundled.find_module("ferries").expect("it is bundled").manifest.clone()
    }

    fn install(self, _: &mut Installer<'_>) {}
}

#[test]
fn examples_of_a_module_that_replaces_a_bundled_one_are_run() {
    let registry = || {
        let mut registry = ttr_variants::registry();
        registry.module::<Ferries>();
        registry
    };
    let kit = Kit::new(registry).map("paris").beyond(ttr_variants::registry);
    let failure = kit.run().expect_err("no route is a ferry");
    assert_eq!((failure.property, failure.table.as_str()), ("examples", "the examples of ferries"), "{failure}");
}
