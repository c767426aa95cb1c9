//! Scenario files: their codes, and what they can say.

use std::collections::BTreeSet;
use std::fs;
use ttr_source::Severity;
use ttr_testkit::scenario::{self, SCENARIO_CODES};

fn codes(text: &str) -> Vec<&'static str> {
    let report = scenario::run(&ttr_variants::registry(), "test.toml", text);
    let all = report.findings.iter().chain(report.tests.iter().flat_map(|test| &test.findings));
    let errors = all.filter(|found| found.severity == Severity::Error);
    errors.inspect(|found| assert!(found.span.is_some(), "{report}")).map(|found| found.code).collect()
}

#[test]
fn the_examples_of_the_codes_hold() {
    for info in SCENARIO_CODES {
        let blocks = info.text.split("```toml ").skip(1).map(|block| block.split("```").next().unwrap_or_default());
        let mut seen = Vec::new();
        for block in blocks {
            let (state, text) = block.split_once('\n').expect("a word and a file");
            let expected: &[&str] = if state == "broken" { &[info.code] } else { &[] };
            let report = scenario::run(&ttr_variants::registry(), "test.toml", text);
            assert_eq!(codes(text), expected, "{}: {state}:\n{report}", info.code);
            seen.push(state);
        }
        assert_eq!(seen, ["broken", "mended"], "{}", info.code);
    }
}

/// The clauses of the rules, by their headings.
fn clauses() -> BTreeSet<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules");
    let pages = fs::read_dir(folder).expect("the pages of rules").map(|entry| entry.expect("a page").path());
    let texts: Vec<String> = pages.map(|page| fs::read_to_string(page).expect("a text")).collect();
    let headings = texts.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("### "));
    headings.filter_map(|heading| heading.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn the_examples_of_every_module_hold() {
    let (registry, clauses) = (ttr_variants::registry(), clauses());
    for module in registry.modules() {
        let (id, tests) = (module.manifest.id, scenario::list(module.manifest.examples));
        assert!((3..=6).contains(&tests.len()), "{id} has {} examples; it should have three to six", tests.len());
        for test in tests {
            let unknown = test.clauses.iter().find(|clause| !clauses.contains(*clause));
            assert_eq!(unknown, None, "{id}: {:?} cites a clause that there is not", test.name);
        }
    }
    let run = scenario::run_examples(&registry);
    assert_eq!(run.len(), registry.modules().count());
    for (id, report) in run {
        assert!(report.holds(), "{id}: {report}");
    }
}

/// Tests of laying out, of which each holds with every seed.
fn holds_with_every_seed(text: &str) {
    for seed in 1..=40 {
        let text = text.replace("SEED", &seed.to_string());
        let report = scenario::run(&ttr_variants::registry(), "test.toml", &text);
        assert!(report.holds(), "seed {seed}: {report}");
    }
}

/// Without a row and with nothing to claim there is one thing to do: on the hands that were dealt before anything was laid out nobody
/// must do it.
#[test]
fn the_first_turn_is_that_of_who_is_named_also_where_turns_are_forced() {
    holds_with_every_seed(
        r#"
            rules = "classic"
            seed = SEED
            set = { tickets = false, row = false }
            board.routes = [
                { between = ["Ayr", "Bath"], length = 6, colour = "red" },
                { between = ["Bath", "Cork"], length = 6, colour = "blue" },
            ]

            [[test]]
            name = "who is named begins, with the cards that are laid out"
            given.players = [{ name = "Ann" }, { name = "Bob", hand = { red = 6 } }, { name = "Cleo" }]
            given.first = "Bob"
            then.to-act = "Bob"
            then.legal.Bob = ["draws a card from the train deck", "claims Ayr - Bath with 6 red"]
            then.players.Ann = { hand = 0 }
            then.players.Cleo = { hand = 0 }

            [[test]]
            name = "who has one thing to do is asked too"
            given.players.Bob.hand = { blue = 6 }
            given.players.Ann.hand = ["green"]
            given.first = "Ann"
            given.next = ["white", "white"]
            when = ["Ann draws a card from the train deck"]
            then.to-act = "Bob"
            then.players.Ann = { hand = { green = 1, white = 2 } }
            then.legal.Bob = ["draws a card from the train deck", "claims Bath - Cork with 6 blue"]

            [[test]]
            name = "what is forced after that is taken by itself, and the last turns count"
            given.set = { end.pieces = 40 }
            given.players = [{ name = "Ann", hand = { red = 6 } }, { name = "Bob", hand = { green = 1 } }]
            given.next = ["white", "white"]
            when = ["Ann claims Ayr - Bath with 6 red", "Bob draws a card from the train deck", "Ann draws a card from the train deck"]
            then.over = true
            then.players.Bob = { hand = { green = 1, white = 2 } }
        "#,
    );
}

/// Also where tickets are still to be chosen and answers are sealed: players have the tickets that are written, all others lie in
/// their pile, and none is known to lie at its bottom.
#[test]
fn the_choices_of_the_setup_leave_nothing_behind() {
    for (map, ticket, other) in [
        ("usa", r#"["Boston", "Miami"]"#, r#"["Denver", "El Paso"]"#),
        ("europe", r#"["Budapest", "Sofia"]"#, r#"["Athina", "Angora"]"#),
        ("world", r#"["Hong Kong", "Jakarta"]"#, r#"["Novosibirsk", "Darwin"]"#),
    ] {
        let text = r#"
            map = "MAP"
            seed = SEED

            [[test]]
            name = "what is written and nothing else"
            given.players = [{ name = "Ann" }, { name = "Bob", tickets = [TICKET] }]
            given.first = 2
            given.next = [OTHER]
            when = ["Bob draws tickets"]
            then.to-act = "Bob"
            then.players.Bob = { tickets = [TICKET], hand = 0 }
            then.players.Ann = { tickets = [], hand = 0 }
        "#;
        holds_with_every_seed(&text.replace("MAP", map).replace("TICKET", ticket).replace("OTHER", other));
    }
}

/// As the book says, so that the list can be copied from there.
#[test]
fn an_empty_list_of_what_is_legal_prints_all_of_it() {
    let text = r#"
        rules = "classic"
        set = { tickets = false }
        board.routes = [{ between = ["Ayr", "Bath"], length = 3, colour = "gray" }]

        [[test]]
        name = "what may Ann do?"
        given.row = ["red", "green", "blue", "white", "black"]
        given.players = [{ name = "Ann", hand = { red = 3, green = 3, blue = 3, white = 3, wild = 3 } }, { name = "Bob" }]
        then.legal.Ann = []
    "#;
    let report = scenario::run(&ttr_variants::registry(), "test.toml", text);
    let message = &report.tests[0].findings[0].message;
    let listed: Vec<&str> = message.strip_prefix("Ann may do more: ").expect("a list").split("; ").collect();
    // A card from the deck or the row; a colour with 0 to 2 wilds, or wilds alone.
    assert_eq!(listed.len(), 1 + 5 + 4 * 3 + 1, "{message}");
    let all = listed.iter().map(|line| format!("{line:?}")).collect::<Vec<_>>().join(", ");
    let text = text.replace("then.legal.Ann = []", &format!("then.legal.Ann = [{all}]"));
    assert!(scenario::run(&ttr_variants::registry(), "test.toml", &text).holds(), "{text}");
}
