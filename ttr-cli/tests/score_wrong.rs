//! `ttr score` on files with which something is wrong: who keeps what, what is told and where.

mod program;

use program::{Folder, Ran, ttr};
use serde_json::Value as Json;

/// A file for Ann and Bob, scored.
struct Scored {
    ran: Ran,
    totals: Vec<i64>,
}

#[track_caller]
fn scored(folder: &Folder, top: &str, ann: &str, bob: &str) -> Scored {
    let text = format!("{top}\n[[players]]\nname = \"Ann\"\n{ann}\n[[players]]\nname = \"Bob\"\n{bob}\n");
    let path = folder.file("score.toml", text);
    let ran = ttr(["score".as_ref(), path.as_os_str(), "--format".as_ref(), "json".as_ref()]);
    let sheet: Json = serde_json::from_str(&ran.out).unwrap_or_default();
    let players = sheet["players"].as_array().cloned().unwrap_or_default();
    let totals = players.iter().filter_map(|player| player["total"].as_i64()).collect();
    Scored { ran, totals }
}

impl Scored {
    #[track_caller]
    fn tells(&self, words: &[&str]) {
        assert_ne!(self.ran.code, 0);
        for words in words {
            assert!(self.ran.err.contains(words), "{words}: {}", self.ran.err);
        }
    }
}

#[test]
fn what_is_written_first_counts_whether_its_track_is_said_or_not() {
    let folder = Folder::new("score-first");
    // 4 spaces, 5 that are too many, and 3: 7 + 4, and the longest path.
    let routes =
        r#"routes = [["Denver","Kansas City"],["Portland","San Francisco","green"],["Salt Lake City","Denver","red"]]"#;
    let few = scored(&folder, "map = \"usa\"\nset = [\"pieces.train=7\"]", routes, "");
    assert_eq!(few.totals, [7 + 4 + 10, 0]);
    few.tells(&["Portland - San Francisco (green): 5 train pieces are needed, 3 are left"]);
    // The double is single: it is Ann's, who says no track.
    let open = r#"routes = [["Denver", "Kansas City"]]"#;
    let black = r#"routes = [["Denver", "Kansas City", "black"]]"#;
    let first = scored(&folder, "map = \"usa\"", open, black);
    assert_eq!(first.totals, [17, 0]);
    first.tells(&["[double-routes/closed]", "score.toml:7:11", "Ann has Denver - Kansas City (orange)", "4 | routes"]);
    let second = scored(&folder, "map = \"usa\"", black, open);
    assert_eq!(second.totals, [17, 0]);
    second.tells(&["[double-routes/closed]", "Ann has Denver - Kansas City (black)"]);
}

#[test]
fn the_first_time_is_the_earlier_line() {
    let folder = Folder::new("score-earlier");
    let each = |name: &str, colour: &str| {
        format!("[[players]]\nname = {name:?}\nroutes = [[\"Denver\", \"Kansas City\"{colour}]]\n")
    };
    // Ann takes the first of both, since others say both of them.
    let text = format!(
        "map = \"usa\"\n{}{}{}[[players]]\n",
        each("Ann", ""),
        each("Bob", ", \"orange\""),
        each("Cai", ", \"black\"")
    );
    let path = folder.file("score.toml", text);
    let ran = ttr(["score".as_ref(), path.as_os_str()]);
    assert_eq!(ran.err.matches("error[score::route-twice]").count(), 1, "{}", ran.err);
    assert!(ran.err.contains("is held twice: by Ann already"), "{}", ran.err);
    let at = |words: &str| ran.err.find(words).unwrap_or_else(|| panic!("{words}: {}", ran.err));
    assert!(at("the first time") < at("^^^"), "{}", ran.err);
    assert!(ran.out.contains("Denver - Kansas City (black)") && ran.out.contains("(orange)"), "{}", ran.out);
}

#[test]
fn nothing_is_lost_behind_thousands_of_mistakes() {
    let folder = Folder::new("score-thousands");
    let many = |item: &str| format!("[{}]", vec![item; 6_000].join(","));
    let fields = [
        ("routes", r#"["Dallas", "Houston"]"#),
        ("routes", r#"["Dalas", "Houston"]"#),
        ("tickets", r#"["Boston", "Chicago"]"#),
        ("routes", "3"),
    ];
    for (key, item) in fields {
        let ann = format!("{key} = {}", many(item));
        let bob = "routes = [[\"Seattle\", \"Helena\"]]\ntickets = [[\"Denver\", \"El Paso\"]]";
        let told = scored(&folder, "map = \"usa\"", &ann, bob);
        assert_eq!(told.totals[1], 15 + 10 - 4, "{key} = {item}");
        told.tells(&["more like this"]);
    }
}

#[test]
fn a_pair_of_brackets_too_few_is_told() {
    let folder = Folder::new("score-brackets");
    let told = scored(
        &folder,
        "map = \"usa\"",
        "routes = [\"Denver\", \"Omaha\"]\ntickets = [\"Boston\", \"Miami\"]",
        "routes = [\"Denver\", \"Kansas City\", \"black\", \"Omaha\", \"Denver\", \"Chicago\"]",
    );
    told.tells(&[
        "`routes = [[\"Denver\", \"Omaha\"]]`",
        "`tickets = [[\"Boston\", \"Miami\"]]`",
        "`routes = [[\"Ayr\", \"Bath\"], [\"Bath\", \"Cork\"]]`",
        "3 errors",
    ]);
    // What is the program's own way to write them is none.
    let texts = scored(&folder, "map = \"usa\"", "routes = [\"Denver - Omaha\", \"Dallas - Houston\"]", "");
    assert_eq!((texts.ran.code, texts.totals), (0, vec![7 + 1 + 10, 0]), "{}", texts.ran.err);
}

#[test]
fn what_a_player_has_stands_below_players() {
    let folder = Folder::new("score-above");
    for (key, near) in [("routes", ""), ("tickets", ""), ("name", ""), ("route", "did you mean `routes`? ")] {
        let told = scored(&folder, &format!("{key} = [[\"Denver\", \"Omaha\"]]\nmap = \"usa\""), "", "");
        told.tells(&[&format!("help: {near}what a player has stands below `[[players]]`"), "score.toml:1:1"]);
        assert!(!told.ran.err.contains("\"rules\""), "{}", told.ran.err);
    }
}

#[test]
fn players_are_counted_and_more_than_ever_play_are_not_read() {
    let folder = Folder::new("score-players");
    let of = |n: usize| {
        let path = folder.file("score.toml", format!("map = \"usa\"\n{}", "[[players]]\nroutes = 3\n".repeat(n)));
        ttr(["score".as_ref(), path.as_os_str()]).fails(1)
    };
    assert!(of(1).contains("1 player is written down, but 2 to 5 can play usa"));
    assert!(of(0).contains("no player is written down"));
    let many = of(100_000);
    assert!(many.contains("100000 players are written down, but 2 to 5 can play usa") && many.len() < 10_000, "{many}");
}
