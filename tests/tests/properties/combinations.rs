//! Every rule set on every board: it plays, with all that holds for every game, or it is refused in words that are kept
//! under `tests/combinations`. Blessed with `TTR_BLESS=1`. Longer runs: `cargo run --release -p ttr-tests --bin soak --
//! MAP --rules RULESET --games 200`.

use std::fs;
use std::path::Path;
use ttr_core::GameSource;
use ttr_testkit::props::so_many;
use ttr_tests::soak::{soak, tables};

/// So many games are played with every number of players; `TTR_GAMES=10` plays ten times as many.
const GAMES: u64 = 2;
/// Boards whose routes are plain, tunnels or ferries, in colours of the classic cards.
const RAILWAYS: [&str; 4] = ["usa", "europe", "ussr", "india"];

fn combination(rules: (&str, &str), map: (&str, &str)) -> GameSource {
    GameSource::new(map.0, map.1, 2).with_rules(rules.0, rules.1)
}

/// Whether a rule set has to play on a board.
fn must_play(rules: &str, map: &str) -> bool {
    match rules {
        "classic" => true,
        "europe" | "ussr" => RAILWAYS.contains(&map),
        other => other == map,
    }
}

#[test]
fn every_rule_set_plays_on_every_board_or_is_refused_in_these_words() {
    let registry = ttr_variants::registry();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("combinations");
    let (mut played, mut wrong) = (0, Vec::new());
    let mut refusals = Vec::new();
    for rules in registry.rule_sets() {
        for map in registry.maps() {
            let name = format!("{}-on-{}.txt", rules.0, map.0);
            match tables(&combination(rules, map)) {
                Ok(_) => played += 1,
                Err(why) if must_play(rules.0, map.0) => wrong.push(format!("{name}: it must play:\n{why}")),
                Err(why) => refusals.push((name, why)),
            }
        }
    }
    assert!(played > 20, "{played}");
    let bless = std::env::var_os("TTR_BLESS").is_some();
    if bless {
        fs::create_dir_all(&folder).expect("a folder");
    }
    for (name, why) in &refusals {
        let file = folder.join(name);
        if bless {
            fs::write(&file, why).expect("a file");
        } else if fs::read_to_string(&file).unwrap_or_default() != *why {
            wrong.push(format!("{name}: it is refused in other words:\n{why}"));
        }
    }
    for file in fs::read_dir(&folder).expect("the refusals").flatten() {
        let name = file.file_name().into_string().expect("a name");
        if !refusals.iter().any(|(refused, _)| *refused == name) {
            wrong.push(format!("{name}: it is not refused any more"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn everything_holds_with_the_rules_of_another_board() {
    let registry = ttr_variants::registry();
    for rules in registry.rule_sets() {
        for map in registry.maps().filter(|map| map.0 != rules.0 && must_play(rules.0, map.0)) {
            // By its own rules every map is tried elsewhere.
            if rules.0 == "classic" && map.0 == "usa" {
                continue;
            }
            let tables = tables(&combination(rules, map)).unwrap_or_else(|why| panic!("{why}"));
            let soaked = soak(&tables, 1, 0..so_many(GAMES) * tables.len() as u64, 2, true, |_| {});
            assert_eq!(soaked.broken, [], "{} on {}", rules.0, map.0);
        }
    }
}
