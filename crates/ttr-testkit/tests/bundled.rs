//! What is bundled has every property: of every map one game with each number of players. The tests of the project play more.

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
