//! `ttr score` on files with which something is wrong: who keeps what, what is told and where.

use crate::support::program::{Folder, Ran, saved_game, ttr};
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

#[test]
fn the_rules_of_the_command_line_count_instead_of_those_of_the_file() {
    let folder = Folder::new("score-command-line");
    let text = "map = \"usa\"\nset = { pieces.train = 4 }\n[[players]]\nname = \"Ann\"\nroutes = [[\"Denver\", \"Omaha\"]]\n[[players]]\n";
    let path = folder.file("score.toml", text);
    let with =
        |more: &[&str]| ttr(["score".as_ref(), path.as_os_str()].into_iter().chain(more.iter().map(AsRef::as_ref)));
    assert!(with(&[]).fine().contains("Ann: 17"));
    let few = with(&["--set", "pieces.train=3"]);
    assert!(few.code == 1 && few.err.contains("4 train pieces are needed, 3 are left"), "{}", few.err);
    assert!(with(&["--set", "longest-path.points=20"]).fine().contains("Ann: 27"));
    let europe = with(&["--rules", "europe", "--set", "tickets.deal=3", "--set", "tickets.draw.from=[]"]);
    assert!(europe.fine().contains("3 stations not built"));
    assert!(with(&["--rules", "eurpe"]).fails(2).contains("europe"));
    assert!(with(&["--set", "pieces.train=x"]).fails(2).contains("given by --set"));
    // What is for new files only is refused, and nothing is written.
    let new = folder.path().join("new.toml");
    let new = new.to_str().expect("a path");
    for more in [&["--players", "3"][..], &["-o", new], &["-o", new, "--force"], &["--force"]] {
        let told = with(more).fails(2);
        assert!(told.contains("cannot be used with") || told.contains("required"), "{more:?}: {told}");
    }
    assert!(!folder.path().join("new.toml").exists());
    let save = saved_game(&folder);
    let told = ttr(["score".as_ref(), save.as_os_str(), "--rules".as_ref(), "europe".as_ref()]).fails(2);
    assert!(told.contains("is a saved game, which has its rules"), "{told}");
}

#[test]
fn overrides_of_the_file_are_told_at_their_place_in_it() {
    let folder = Folder::new("score-set");
    let lists = scored(&folder, "map = \"usa\"\nset = [\n    \"pieces.train=7\",\n    \"end.pices=0\",\n]", "", "");
    lists.tells(&["score.toml:4:5", "`pieces`"]);
    let tables = scored(&folder, "map = \"usa\"\n[set]\nend.pieces = \"few\"\nlongest-path.pionts = 3", "", "");
    tables.tells(&["score.toml:3:14", "score.toml:4:14", "`set` of this file", "`points`"]);
    let unknown = scored(&folder, "map = \"usa\"\nset = { longest-paht.points = 3 }", "", "");
    unknown.tells(&["score.toml:2:", "longest-path"]);
    let no_value = scored(&folder, "map = \"usa\"\nset = [\"pieces.train\"]", "", "");
    no_value.tells(&["score.toml:2:8", "has no `=`"]);
    for told in [lists, tables, unknown, no_value] {
        assert_eq!(told.ran.code, 1, "{}", told.ran.err);
        assert!(!told.ran.err.contains("--set"), "{}", told.ran.err);
    }
}

#[test]
fn p7e_sets_need_claims_that_their_cards_paid_for() {
    let folder = Folder::new("score-flags");
    let of =
        |routes: &str, sets: u32| scored(&folder, "map = \"paris\"", &format!("routes = {routes}\nsets = {sets}"), "");
    let green = of(r#"[["Montmartre", "Opéra", "green"], ["Opéra", "République", "green"]]"#, 2);
    green.tells(&["Ann can't have 2 sets", "[flags/too-few-claims]", "score.toml:5:8"]);
    assert_eq!(green.totals, [6, 0]);
    // Blue, white and red: one set, not two.
    let three =
        r#"[["Champs-Élysées", "Opéra", "blue"], ["Arc de Triomphe", "Tour Eiffel"], ["Belleville", "Père-Lachaise"]]"#;
    let one = of(three, 1);
    assert_eq!((one.ran.code, one.totals), (0, vec![1 + 2 + 1 + 4, 0]), "{}", one.ran.err);
    of(three, 2).tells(&["[flags/too-few-claims]"]);
    // Who does not say which track it is may have the red one; one route gives one card.
    let either =
        r#"[["Champs-Élysées", "Opéra"], ["Arc de Triomphe", "Tour Eiffel"], ["Champs-Élysées", "Invalides"]]"#;
    assert_eq!(of(either, 1).ran.code, 0);
    let twice = r#"[["Champs-Élysées", "Invalides"], ["Arc de Triomphe", "Tour Eiffel"]]"#;
    of(twice, 1).tells(&["[flags/too-few-claims]"]);
    // A card that is kept is of one more claim.
    let kept = scored(&folder, "map = \"paris\"", &format!("routes = {three}\nsets = 1\nkept-cards = [\"blue\"]"), "");
    kept.tells(&["Ann can't have kept-card blue", "[flags/too-few-claims]"]);
}

#[test]
fn u14b_points_of_removed_routes_are_not_below_zero() {
    let folder = Folder::new("score-removed");
    let below = scored(&folder, "map = \"ussr\"", "removed-points = -3", "removed-points = 4");
    below.tells(&["[route-points/below-zero]", "score.toml:4:18"]);
    assert_eq!(below.totals, [12, 16]);
    // Where the table has such points they may be.
    let table = scored(&folder, "map = \"ussr\"\nset = [\"route-points.table.1=-1\"]", "removed-points = -3", "");
    assert_eq!((table.ran.code, table.totals), (0, vec![9, 12]), "{}", table.ran.err);
}

#[test]
fn a_port_without_its_route_says_that_the_route_is_left_out() {
    let folder = Folder::new("score-bare-port");
    for route in [r#"["Lagos", "Luandaa"]"#, r#"["Lagos", "Luanda", "green"]"#] {
        let told = scored(&folder, "map = \"world\"", &format!("routes = [{route}]\nports = [\"Lagos\"]"), "");
        told.tells(&["[ports/no-route]", "it is left out, as a route to this city is, which may be why"]);
    }
    let alone = scored(&folder, "map = \"world\"", "ports = [\"Lagos\"]", "");
    alone.tells(&["[ports/no-route]", "it is left out; the rest is scored"]);
}
