//! `ttr info`: the figures of a map beside those of the bundled ones.

use crate::support::program::{Folder, json, ttr, words};
use serde_json::json;
use std::path::Path;

#[test]
fn the_figures_of_the_first_board_are_the_published_ones() {
    let all = json(words("info usa --format json"));
    let usa = &all[0];
    for (key, value) in [
        ("name", json!("usa")),
        ("players", json!({ "min": 2, "max": 5 })),
        ("cities", json!(36)),
        ("connections", json!(78)),
        ("routes", json!(100)),
        ("doubles", json!(22)),
        ("spaces", json!(309)),
        ("spaces_per_player", json!(61.8)),
        ("pieces", json!({ "train": 45 })),
        ("cards", json!({ "train": 110 })),
        ("dead_ends", json!(0)),
        ("parts", json!(1)),
        ("bridges", json!(0)),
        ("tickets", json!(30)),
        ("points", json!({ "least": 4, "mean": 11.63, "most": 22 })),
        ("points_in_all", json!(349)),
        ("cities_without_ticket", json!(6)),
    ] {
        assert_eq!(usa[key], value, "{key}");
    }
    assert_eq!(usa["colours"]["gray"], json!({ "routes": 44, "spaces": 93 }));
    for colour in ["black", "blue", "green", "orange", "purple", "red", "white", "yellow"] {
        assert_eq!(usa["colours"][colour], json!({ "routes": 7, "spaces": 27 }), "{colour}");
    }
    // Five of the published tickets are off the shortest path.
    assert_eq!(usa["points_against_paths"]["equal"], 25);
    assert_eq!(usa["points_against_paths"]["unreachable"], 0);
    let names: Vec<&str> = all.as_array().expect("a list").iter().filter_map(|map| map["name"].as_str()).collect();
    let others = ttr_variants::MAPS.iter().map(|(name, _)| *name).filter(|name| *name != "usa");
    assert_eq!(names, std::iter::once("usa").chain(others).collect::<Vec<_>>());
}

#[test]
fn another_rule_set_and_other_numbers_are_shown() {
    let all = json(ttr("info usa --rules india --set pieces.train=30 --format json".split(' ')));
    assert_eq!((&all[0]["rules"], &all[0]["players"]), (&json!("india"), &json!({ "min": 2, "max": 4 })));
    assert_eq!(all[0]["pieces"], json!({ "train": 30 }));
    let refused = ttr("info usa --rules paris".split(' '));
    assert!(
        refused.code == 1 && refused.err.contains("usa with the rule set paris can't be played"),
        "{}",
        refused.err
    );
    let wrong = ttr("info usa --set pieces.train=x".split(' '));
    assert!(wrong.code == 2 && wrong.err.contains("expected a whole number"), "{}", wrong.err);
}

#[test]
fn an_own_map_stands_beside_the_bundled_ones() {
    let folder = Folder::new("info");
    let text = "format = 1\nname = \"x\"\nrules = \"nothing\"\n\
        routes = [{ between = [\"A\", \"B\"], length = 3 }, { between = [\"B\", \"C\"], length = 2, tracks = [\"red\", \"gray\"] }]\n\
        tickets = [{ cities = [\"A\", \"C\"], points = 7, deck = \"long\" }, { cities = [\"A\", \"D\"], points = 1 }]\n\
        [cities]\nA = {}\nB = {}\nC = {}\nD = {}\n";
    let path = folder.file("own.toml", text);
    let all = json(ttr([Path::new("info"), &path, Path::new("--format"), Path::new("json")]));
    let own = &all[0];
    for (key, value) in [
        ("players", json!(null)),
        ("lengths", json!({ "2": 2, "3": 1 })),
        ("degrees", json!({ "least": 0, "mean": 1.0, "most": 2 })),
        ("dead_ends", json!(2)),
        ("parts", json!(2)),
        ("bridges", json!(2)),
        ("ticket_decks", json!({ "long": 1 })),
        ("points_against_paths", json!({ "equal": 0, "above": 1, "below": 0, "most": 2, "unreachable": 1 })),
        ("cities_without_ticket", json!(1)),
    ] {
        assert_eq!(own[key], value, "{key}");
    }
    let text = ttr([Path::new("info"), &path]).fine();
    let row = |what: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(what));
        line.unwrap_or_else(|| panic!("{what} is missing:\n{text}")).to_owned()
    };
    let cells: Vec<String> = row("spaces  ").split_whitespace().map(str::to_owned).collect();
    assert_eq!(cells[..2], ["spaces", "7"], "{text}");
    assert!(cells.iter().any(|cell| cell == "309"), "the spaces of the USA:\n{text}");
    assert!(
        row("gray: routes / spaces").contains("1 / 2") && row("gray: routes / spaces").contains("44 / 93"),
        "{text}"
    );
    let page = ttr([Path::new("info"), &path, Path::new("--format"), Path::new("markdown")]).fine();
    assert!(
        page.lines().all(|line| line.starts_with("| ") || line.starts_with("|  |") || line.starts_with("|---|")),
        "{page}"
    );
    let doubles = page.lines().find(|line| line.starts_with("| double routes | 1 |"));
    assert!(doubles.is_some_and(|line| line.contains("| 22 |")), "{page}");
}

#[test]
fn bad_input_is_told() {
    let folder = Folder::new("info-bad");
    assert!(words("info nowhere").fails(2).contains("no map is named"));
    let broken = folder.file("broken.toml", "format = 1\nname = \"x\"\nroutes = [\n");
    assert!(ttr([Path::new("info"), &broken]).fails(1).contains("file::syntax"));
    let empty = folder.file("empty.toml", "");
    assert!(ttr([Path::new("info"), &empty]).fails(1).contains("file::format"));
}
