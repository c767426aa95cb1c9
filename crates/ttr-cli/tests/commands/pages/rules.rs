//! `ttr rules`: the pages of the bundled games, word by word, and what the command makes of its options.

use crate::support::program::{Folder, is_generated, words};

fn maps() -> Vec<String> {
    ttr_variants::registry().maps().map(|(name, _)| name.to_owned()).collect()
}

/// Compares a page with the one that is kept.
#[track_caller]
fn is_kept(name: &str, page: &str) {
    is_generated("rules", &format!("crates/ttr-cli/tests/rules/{name}"), page);
}

#[test]
fn the_page_of_every_bundled_map_is_the_one_that_is_kept() {
    for map in maps() {
        let ran = words(&format!("rules {map}"));
        assert_eq!(ran.err, "", "{map}");
        is_kept(&format!("{map}.txt"), &ran.fine());
    }
    // What the others say differs in nothing but the words.
    for (format, ending) in [("markdown", "md"), ("html", "html")] {
        is_kept(&format!("world.{ending}"), &words(&format!("rules world --format {format}")).fine());
    }
}

#[test]
fn pages_fit_a_terminal_and_are_short() {
    for map in maps() {
        let page = words(&format!("rules {map}")).fine();
        let (rules, differences) = page.split_once("\nHow it differs from classic\n").expect("the last chapter");
        let lines = rules.lines().count();
        assert!((50..=130).contains(&lines), "{map}: {lines} lines");
        assert!(differences.lines().count() < 60, "{map}");
        let long = page.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{map}");
        let items = page.lines().filter(|line| line.trim_start().starts_with("- "));
        assert!(items.clone().count() > 20 && items.into_iter().all(|line| line.starts_with("- ")), "{map}");
    }
}

#[test]
fn without_a_map_it_is_the_usual_one() {
    assert_eq!(words("rules").fine(), words("rules usa").fine());
    assert_eq!(words("rules --format md").fine(), words("rules usa --format markdown").fine());
}

#[test]
fn classic_differs_from_classic_in_nothing() {
    for map in maps() {
        let page = words(&format!("rules {map} --rules classic")).out;
        assert!(
            page.ends_with("How it differs from classic\n- In nothing: these are the classic rules.\n"),
            "{map}: {page}"
        );
    }
    let page = words("rules usa --set cards.deal=5").fine();
    assert!(
        page.starts_with(
            "USA: Classic rules, with cards.deal=5
"
        ),
        "{page}"
    );
    assert!(page.ends_with("How it differs from classic\n- Each player is dealt 5 [classic: 4] cards.\n"), "{page}");
}

#[test]
fn what_the_map_changes_differs_from_classic() {
    let folder = Folder::new("rules-map");
    let usa = ttr_variants::registry().find_map("usa").expect("bundled").to_owned();
    let set = "[set]\npieces.train = 30\ntunnels = true\nlongest-path = false\nvictory.ties = []\n";
    let white = "length = 6, colour = \"white\"";
    let own = usa.replacen("[set]\n", set, 1).replacen(white, &format!("{white}, tunnel = true"), 1);
    let file = folder.file("own.toml", format!("{own}\n[players.2]\ncards.deal = 6\n"));
    let page = words(&format!("rules {}", file.display())).fine();
    let (_, differences) = page.split_once("How it differs from classic\n").expect("the last chapter");
    assert_eq!(
        differences,
        "\
- New: tunnels: routes that may cost more than they show.
- Left out: longest path: a bonus for the longest continuous path.
- Every player has 30 [classic: 45] train pieces, and a score of 0.
- With 2 players: Each player is dealt 6 cards. With 3, 4 or 5 players: Each
  player is dealt 4 cards.
    classic: Each player is dealt 4 cards.
- Players with equal points share the victory.
    classic: Ties are broken by the most completed tickets, then by the longest
    path bonus; who is equal still shares the victory.
"
    );
}

#[test]
fn more_players_than_classic_has_are_no_difference_of_every_rule() {
    let folder = Folder::new("rules-many");
    let classic = ttr_variants::registry().find_rule_set("classic").expect("bundled").to_owned();
    let file = folder.file("many.toml", classic.replacen("max = 5", "max = 6", 1));
    let page = words(&format!("rules usa --rules {}", file.display())).fine();
    assert!(page.ends_with("How it differs from classic\n- For 2 to 6 [classic: 5] players.\n"), "{page}");
}

#[test]
fn another_number_of_players_may_have_other_rules() {
    let folder = Folder::new("rules-players");
    let usa = ttr_variants::registry().find_map("usa").expect("bundled").to_owned();
    let file = folder.file("few.toml", format!("{usa}\n[players.2]\ncards.deal = 6\nmost-tickets = true\n"));
    let page = words(&format!("rules {}", file.display())).fine();
    for line in [
        "- With 2 players: Each player is dealt 6 cards.\n- With 3, 4 or 5 players: Each player is dealt 4 cards.\n",
        "- With 2 players: Having the most complete tickets at the end brings 15 points",
    ] {
        assert!(page.contains(line), "{line}\n{page}");
    }
    let two = words(&format!("rules {} --players 2", file.display())).fine();
    assert!(two.contains("For 2 players.") && two.contains("- Each player is dealt 6 cards.\n"), "{two}");
    let rules = two.split("How it differs").next().expect("a page");
    assert!(!rules.contains("With 2 players:") && rules.contains("- Having the most complete tickets"), "{two}");
    let three = words(&format!("rules {} --players 3", file.display())).fine();
    assert!(!three.contains("most complete tickets"), "{three}");
    let one = words(&format!("rules {} -p 9", file.display()));
    assert!(one.fails(2).contains("9 players, but 2 to 5 can play"));
}

#[test]
fn sources_name_parameters_layers_and_clauses() {
    let folder = Folder::new("rules-sources");
    let usa = ttr_variants::registry().find_map("usa").expect("bundled").to_owned();
    let file = folder.file("few.toml", format!("{usa}\n[players.3]\nend.turns = 2\n"));
    let page = words(&format!("rules {} --players 3 --sources --set tickets.keep=1", file.display())).fine();
    let page: String = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "tickets.deal = 3 (the rule set); tickets.keep = 1 (--set); tickets.rest = \"bottom\" (the rule set); tickets.deal-rest = \
         not given (the module's default)",
        "end.pieces = 2 (the rule set); end.turns = 2 (the map's [players.3]); G21",
        "route-points.table = { 1 = 1, 2 = 2, 3 = 4, 4 = 7, 5 = 10, 6 = 15 } (the map's [set]); G12",
        "row.refill = \"in-order\" (the module's default); G2, W9",
        "Whoever can do none of these passes. turns; G22",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert!(!words("rules usa").fine().contains("G21"));
    let html = words("rules usa --sources --format html").fine();
    assert!(html.contains("<small>turns; G22</small>"), "{html}");
}

/// The tags of a page, each with whether it is opened, closed, or neither.
fn tags(page: &str) -> Vec<(String, bool)> {
    let inner = page.split('<').skip(1).map(|rest| rest.split('>').next().expect("a tag is closed"));
    let name = |tag: &str| tag.trim_start_matches('/').split([' ', '\n']).next().unwrap_or_default().to_owned();
    inner
        .map(|tag| (name(tag), tag.starts_with('/')))
        .filter(|(name, _)| name != "meta" && name != "!doctype")
        .collect()
}

#[test]
fn a_page_for_a_browser_is_whole_and_asks_for_nothing() {
    let folder = Folder::new("rules-html");
    let usa = ttr_variants::registry().find_map("usa").expect("bundled").to_owned();
    let odd = usa.replacen("name = \"USA\"", "name = \"A <b> & \\\"C\\\"\"", 1);
    let file = folder.file("odd.toml", odd);
    let path = file.display().to_string();
    for line in ["rules world", "rules europe --sources", &format!("rules {path}")] {
        let page = words(&format!("{line} --format html")).fine();
        let mut open: Vec<String> = Vec::new();
        for (name, closes) in tags(&page) {
            if closes {
                assert_eq!(open.pop().as_deref(), Some(name.as_str()), "{line}");
            } else {
                open.push(name);
            }
        }
        assert!(open.is_empty(), "{line}: {open:?}");
        assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">\n"), "{line}");
        for outside in ["http", "<script", "<link", "<img", "src=", "url("] {
            assert!(!page.contains(outside), "{line}: {outside}");
        }
    }
    let page = words(&format!("rules {path} --format html")).fine();
    assert!(page.contains("<title>A &lt;b&gt; &amp; &quot;C&quot;: Classic rules</title>"), "{page}");
}

#[test]
fn what_is_wrong_is_told_as_everywhere() {
    assert!(words("rules nowhere").fails(2).contains("no map is named"));
    assert!(words("rules usa --set end.pieces=many").fails(2).contains("end.pieces"));
    assert!(words("rules usa --rules world").fails(1).contains("can't be played"));
    assert!(words("rules usa --players 1").fails(2).contains("1 players, but 2 to 5 can play USA"));
}
