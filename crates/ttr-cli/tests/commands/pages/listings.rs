//! `ttr maps` and `ttr modules`.

use crate::support::program::{Folder, json, ttr, words};
use serde_json::{Value as Json, json};

fn named<'a>(list: &'a Json, key: &str, name: &str) -> &'a Json {
    let list = list.as_array().expect("a list");
    list.iter().find(|item| item[key] == name).unwrap_or_else(|| panic!("{name} is missing"))
}

#[test]
fn maps_are_listed_with_players_rules_size_and_status() {
    let text = words("maps").fine();
    let usa = text.lines().find(|line| line.trim_start().starts_with("usa ")).expect("the USA map");
    let cells: Vec<&str> = usa.split_whitespace().collect();
    assert_eq!(cells, ["usa", "USA", "classic", "verified", "2-5", "36", "100", "309", "30"]);
    let all = json(words("maps --format json"));
    assert_eq!(
        named(&all, "name", "usa"),
        &json!({
            "name": "usa", "title": "USA", "summary": named(&all, "name", "usa")["summary"],
            "players": { "min": 2, "max": 5 }, "rules": "classic", "cities": 36, "connections": 78, "routes": 100,
            "spaces": 309, "tickets": 30, "status": "verified",
        })
    );
}

#[test]
fn a_format_has_the_same_names_in_every_command() {
    let simulate = "simulate usa --players random,random --games 2 --threads 1";
    for command in ["maps", "modules", "modules tickets", "info usa", "check usa", simulate] {
        let plain = words(command).fine();
        for name in ["table", "human"] {
            let same = words(&format!("{command} --format {name}")).fine();
            // How long a simulation took is not the same twice.
            let lines = |text: &str| {
                text.lines().filter(|line| !line.contains("games a second")).collect::<Vec<_>>().join("\n")
            };
            assert_eq!(lines(&same), lines(&plain), "{command} --format {name}");
        }
    }
    for command in ["maps", "modules", "modules tickets", "info usa", "schema map", "schema ruleset"] {
        let [short, long] = ["md", "markdown"].map(|name| words(&format!("{command} --format {name}")).fine());
        assert!(short == long && long.contains("|---|"), "{command}: {long}");
    }
    let page = words("maps --format md").fine();
    assert!(page.contains("\n| usa | USA | classic | verified | 2-5 | 36 | 100 | 309 | 30 |\n"), "{page}");
}

#[test]
fn modules_are_listed_with_all_that_is_known_of_them() {
    let text = words("modules").fine();
    let all = json(words("modules --format json"));
    for module in ttr_variants::registry().modules() {
        let id = module.manifest.id;
        assert!(text.lines().any(|line| line.trim_start().starts_with(id)), "{id} is missing:\n{text}");
        let found = named(&all, "id", id);
        assert_eq!(found["summary"], module.manifest.summary);
        for key in ["parameters", "attributes", "requires", "conflicts", "seams", "kinds", "colours"] {
            assert!(found[key].is_array(), "{id} has no list of {key}");
        }
        assert_ne!(found["seams"], json!([]), "{id} takes part in nothing");
    }
    let cards = named(&all, "id", "cards");
    let kinds: Vec<&str> = cards["kinds"].as_array().unwrap().iter().filter_map(Json::as_str).collect();
    for kind in ["black", "blue", "green", "orange", "purple", "red", "white", "wild", "yellow"] {
        assert!(kinds.contains(&kind), "{kind} is missing");
    }
    assert_eq!(cards["colours"].as_array().map(Vec::len), Some(8), "those of all rule sets; the wild has none");
}

#[test]
fn a_module_shows_its_parameters_seams_and_phases() {
    let text = words("modules tickets").fine();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    for expected in [
        vec!["parameter", "type", "default", "what", "it", "says"],
        vec!["draw.keep", "whole", "number,", "0", "to", "12", "1", "How", "many", "of", "them", "must", "be", "kept."],
        vec!["setup", "goals"],
        vec!["offer", "main"],
        vec!["score", "tickets"],
    ] {
        assert!(rows.contains(&expected), "{expected:?} is missing:\n{text}");
    }
    let sets = ttr_variants::registry();
    let sets: Vec<&str> = sets.rule_sets().map(|(name, _)| name).collect();
    assert!(text.contains(&format!("rule sets: {}", sets.join(", "))), "all play with tickets:\n{text}");
    let module = json(words("modules tickets --format json"));
    let rest = named(&module["parameters"], "name", "rest");
    assert_eq!((&rest["default"], &rest["type"]), (&json!("bottom"), &json!("\"bottom\" or \"out\"")));
    assert!(rest["doc"].as_str().is_some_and(|doc| doc.contains("- `\"out\"`: Out of the game.")), "{rest}");
    assert_eq!(module["id"], "tickets");
    let deal = named(&module["parameters"], "name", "deal");
    assert_eq!(
        (&deal["default"], &deal["type"]),
        (&json!(3), &json!("whole number, 0 to 12 or table of: whole number, 0 to 255"))
    );
    let pieces = json(words("modules pieces --format json"));
    let any = named(&pieces["parameters"], "name", "NAME");
    assert_eq!((&any["type"], &any["example"]), (&json!("whole number, 0 to 1000"), &json!({ "train": 45 })));
    assert!(module["seams"].as_array().unwrap().contains(&json!({ "seam": "setup", "phase": "goals" })));
}

#[test]
fn a_word_finds_the_modules_that_are_about_it() {
    let text = words("modules bridge").fine();
    assert!(text.starts_with("no module is named \"bridge\"; about it are:\n"), "{text}");
    assert!(
        text.contains("the search term \"bridge\"") && text.contains("`ttr modules ferries` shows the first"),
        "{text}"
    );
    let ids = |word: &str| -> Vec<String> {
        let found = json(ttr(["modules", word, "--format", "json"]));
        let found = found.as_array().expect("a list");
        found.iter().filter_map(|module| Some(module["id"].as_str()?.to_owned())).collect()
    };
    assert_eq!(ids("bridges"), ["ferries"]);
    assert_eq!(ids("joker"), ["cards"]);
    assert_eq!(ids("LAST round"), ["end"]);
    assert_eq!(ids("tunnel")[0], "tunnels", "a beginning of its name");
    assert!(ids("first-by-colour").contains(&"stations".to_owned()), "a parameter");
    assert!(ids("piece").contains(&"claim".to_owned()), "what a parameter says");
    // Every search term finds its module.
    for module in ttr_variants::registry().modules() {
        for term in &module.manifest.search_terms {
            let is_id = ttr_variants::registry().find_module(term).is_some();
            assert!(is_id || ids(term).iter().any(|id| id == module.manifest.id), "{term}: {}", module.manifest.id);
        }
    }
    let page = words("modules bridge --format markdown").fine();
    assert!(page.contains("\n## ferries\n"), "{page}");
}

#[test]
fn a_module_shows_its_examples() {
    let text = words("modules tunnels").fine();
    assert!(text.contains("examples, as a file of tests that `ttr test` runs:\n\n  # The tunnels"), "{text}");
    assert!(text.contains("\n  name = \"a wild that is turned up matches too\"\n"), "{text}");
    let module = json(words("modules tunnels --format json"));
    let tests = module["examples"]["tests"].as_array().expect("a list");
    assert!(
        tests.contains(&json!({ "name": "a wild that is turned up matches too", "clauses": ["U8c"] })),
        "{tests:?}"
    );
    assert!(module["search_terms"].as_array().is_some_and(|terms| terms.contains(&json!("mountain"))));
    // What it shows can be run.
    let folder = Folder::new("examples-of-a-module");
    let file = folder.file("tunnels.toml", module["examples"]["file"].as_str().expect("a text"));
    assert!(ttr(["test".as_ref(), file.as_os_str()]).fine().contains("6 tests: all hold"));
    let page = words("modules tunnels --format markdown").fine();
    assert!(page.contains("\n- A wild that is turned up matches too (U8c)\n"), "{page}");
    assert!(page.contains("```toml\n# The tunnels"), "{page}");
}
