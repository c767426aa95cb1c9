//! `ttr new`: a map that passes the check and plays at once, for every rule set, and a copy of every bundled map.

use crate::support::program::{Folder, Ran, program};
use std::fs;
use ttr_core::{GameSource, check};
use ttr_source::{MapSource, Severity, Sources};

/// Runs the program in a folder.
fn inside(folder: &Folder, line: &str) -> Ran {
    let done = program().current_dir(folder.path()).args(line.split_whitespace()).output().expect("the program starts");
    Ran {
        code: done.status.code().expect("a code"),
        out: String::from_utf8(done.stdout).expect("text"),
        err: String::from_utf8(done.stderr).expect("text"),
    }
}

fn written(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("a map")
}

fn map(text: &str) -> MapSource {
    let mut sources = Sources::new();
    let file = sources.add("map", text);
    MapSource::load(&sources, file).0
}

#[test]
fn a_new_map_passes_and_plays_for_every_rule_set() {
    let folder = Folder::new("new");
    let registry = ttr_variants::registry();
    for (rules, _) in registry.rule_sets() {
        let said = inside(&folder, &format!("new {rules}-isle --rules {rules}")).fine();
        assert!(said.starts_with(&format!("wrote {rules}-isle.toml: 12 cities, 32 routes, 24 tickets\n")), "{said}");
        let text = written(&folder, &format!("{rules}-isle.toml"));
        let checked = check(&registry, &GameSource::new("isle", text.as_str(), 2));
        let told: Vec<String> = checked.diagnostics.iter().map(|d| checked.sources.short(d)).collect();
        let bad = checked.count(Severity::Error) + checked.count(Severity::Warning);
        assert_eq!(bad, 0, "{rules}: {told:?}");
        let (min, max) = checked.players.expect("a number of players");
        for players in min..=max {
            let seats = vec!["greedy"; usize::from(players)].join(",");
            let line = format!("simulate {rules}-isle.toml --games 5 --players {seats} --format json");
            let games = inside(&folder, &line).fine();
            assert!(!games.contains("turns/limit"), "{rules}: a game goes on for ever: {games}");
        }
        let said = inside(&folder, &format!("fmt --check {rules}-isle.toml")).fine();
        assert_eq!(said, "", "it is in its layout");
    }
}

#[test]
fn the_first_map_teaches_the_format() {
    let folder = Folder::new("new-teaches");
    inside(&folder, "new my-island").fine();
    let text = written(&folder, "my-island.toml");
    for part in [
        "name = \"My Island\"",
        "rules = \"classic\"",
        "tracks = [\"gray\", \"gray\"]",
        "tracks = [\"purple\", \"red\"]",
        "ttr check my-island.toml",
        "ttr play my-island.toml",
        "[set]\npieces.train = ",
        "[players]\nmax = 4",
        "[lints]\n#",
        "\"Anchor Bay\"  = { pos = [",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    let map = map(&text);
    let spaces = |colour: &str| -> u16 {
        map.routes.iter().filter(|r| r.colour.as_deref() == Some(colour)).map(|r| r.length).sum()
    };
    let all = ["black", "blue", "green", "orange", "purple", "red", "white", "yellow"].map(spaces);
    assert!(all.iter().max() <= all.iter().min().map(|n| n + 2).as_ref(), "no colour has much more: {all:?}");
}

#[test]
fn a_copy_differs_in_its_name_and_says_where_it_comes_from() {
    let folder = Folder::new("new-from");
    for (name, text) in ttr_variants::MAPS {
        inside(&folder, &format!("new copy-of-{name} --from {name}")).fine();
        let copy = written(&folder, &format!("copy-of-{name}.toml"));
        let (old, new) = (map(text), map(&copy));
        assert_eq!((old.cities.len(), old.routes.len()), (new.cities.len(), new.routes.len()));
        assert_eq!(new.board.status.as_deref(), Some("original"));
        let source = new.source.expect("where it comes from");
        assert!(source.starts_with(&format!("the map {} ({name})", old.name)), "{source}");
        let same =
            |line: &&str| !["#:schema", "name =", "source =", "board ="].iter().any(|start| line.starts_with(start));
        assert!(copy.lines().filter(same).eq(text.lines().filter(same)), "{name}: every other line is the same");
        inside(&folder, &format!("simulate copy-of-{name}.toml --games 1 --players random,random")).fine();
    }
    inside(&folder, "new own").fine();
    inside(&folder, "new other --from own.toml").fine();
    assert!(written(&folder, "other.toml").contains("source = \"the map Own (own.toml)\"\n"));
    assert!(written(&folder, "other.toml").contains("# A small board to begin with."), "comments come along");
    let said = inside(&folder, "new odd --from usa --rules world").fails(1);
    assert!(said.contains("odd.toml would not be sound, and was not written"), "{said}");
    assert!(!folder.names().contains(&"odd.toml".to_owned()));
}

#[test]
fn nothing_is_replaced_by_accident_and_bad_names_are_told() {
    let folder = Folder::new("new-bad");
    folder.file("mine.toml", "mine");
    assert!(inside(&folder, "new mine").fails(2).contains("mine.toml is there already"));
    assert!(inside(&folder, "new mine.toml").fails(2).contains("mine.toml is there already"));
    assert_eq!(written(&folder, "mine.toml"), "mine");
    inside(&folder, "new mine --force").fine();
    assert!(written(&folder, "mine.toml").contains("name = \"Mine\""));
    for (line, code, says) in [
        ("new .", 2, "is no name for a map"),
        ("new ..", 2, "is no name for a map"),
        ("new .hidden", 2, "is no name for a map"),
        ("new nowhere/isle", 2, "can't write nowhere/isle.toml"),
        ("new isle --rules clasic", 2, "did you mean `classic`?"),
        ("new isle --from uas", 2, "did you mean `usa`?"),
        ("new isle --from empty.toml", 1, "map::no-cities"),
        ("new isle --rules rules.toml", 1, "no small map can be made for the rule set rules.toml"),
    ] {
        folder.file("empty.toml", "format = 1\nname = \"x\"\n");
        folder.file("rules.toml", "format = 1\n[no-such-module]\n");
        let said = inside(&folder, line).fails(code);
        assert!(said.contains(says), "{line}: {said}");
    }
    assert_eq!(folder.names(), ["empty.toml", "mine.toml", "rules.toml"]);
    let own = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../ttr-variants/rulesets/classic.toml"));
    folder.file("rules.toml", own.expect("a rule set"));
    inside(&folder, "new isle --rules rules.toml").fine();
    inside(&folder, "simulate isle.toml --games 1 --players random,random").fine();
}

#[test]
fn a_module_has_a_name_and_a_folder_of_its_own() {
    let folder = Folder::new("new-module");
    let refused = |line: &str, why: &str| {
        let said = inside(&folder, line).fails(2);
        assert!(said.contains(why), "{line}: {said}");
    };
    for name in ["Long", "crate", "long_haul", "long--haul", "9-lives", "ünder"] {
        refused(&format!("new --module {name}"), "is no name for a module");
    }
    refused("new --module tunnels", "there is a module tunnels already");
    refused("new --module classic", "classic is the name of a map or a rule set already");
    refused("new --module long-haul --ttr .", "holds no sources of ttr");
    refused("new --module long-haul --from usa", "cannot be used with");
    assert!(folder.names().is_empty(), "nothing is written when something is refused");
    assert!(inside(&folder, "new --module long-haul").fine().contains("wrote long-haul/Cargo.toml\n"));
    refused("new --module long-haul", "long-haul is there already, and not empty");
    inside(&folder, "new --module long-haul --force").fine();
    assert!(written(&folder, "long-haul/Cargo.toml").contains(&format!("ttr-core = {:?}", env!("CARGO_PKG_VERSION"))));
    let rule = written(&folder, "long-haul/src/long_haul.rs");
    assert!(rule.contains("impl RuleModule for LongHaul") && rule.contains("Manifest::new(\"long-haul\""), "{rule}");
}

/// A program with modules of its own does not send people to one that does not know them.
#[cfg(unix)]
#[test]
fn a_program_of_another_name_speaks_of_itself() {
    let folder = Folder::new("another-name");
    let program = folder.path().join("alpine");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_ttr"), &program).expect("a link");
    let said = |line: &str| {
        let done = std::process::Command::new(&program).args(line.split(' ')).current_dir(folder.path()).output();
        let done = done.expect("it runs");
        format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr))
    };
    for (line, says) in [
        ("score --new usa", "run `alpine score FILE`"),
        ("explain nonsense", "`alpine explain` lists them all"),
        ("new island", "`alpine play island.toml` plays it, `alpine check island.toml` checks it"),
        ("explain", "`alpine explain CODE` says more"),
        ("engine --help", "\n  alpine engine < requests.jsonl"),
        ("play --help", "\n  alpine play"),
        ("--help", "\n  alpine play"),
    ] {
        let text = said(line);
        assert!(text.contains(says), "{line}: {text}");
        assert!(!text.contains("`ttr ") && !text.contains("\n  ttr "), "{line}: {text}");
    }
    let map = fs::read_to_string(folder.path().join("island.toml")).expect("the map");
    assert!(map.contains("#     alpine check island.toml") && !map.contains("ttr "), "{map}");
}
