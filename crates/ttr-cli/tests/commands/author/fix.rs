//! `ttr fix`: certain edits, nothing else touched, and what remains is told.

use crate::support::program::{Folder, ttr, words};
use std::fs;
use std::path::Path;

/// A map with comments and a layout of its own, with Windows line ends.
const MAP: &str = "\u{feff}# My island\r
format = 1\r
name = \"Isle\"   # not the one\r
rules = \"classic\"\r
set = { tickets = false , victory = false }\r
routes = [\r
  {between=[\"Aberlour\", \"Bree\"],   length = 3 , colour = \"gray\"}, # the first\r
  { length = 2, between = [\"Bree\",'Cold Harbour'], tracks = [\"red\", \"blue\"] },\r
]\r
tickets = [{ cities = [\"Aberlour\", \"Cold Harbour\"], points = 5 }]\r
[cities]\r
Aberlour = {}\r
Bree={}\r
'Cold Harbour' = {}\r
";

fn errors(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("error")).collect()
}

#[test]
fn a_misspelt_city_is_mended_and_nothing_else_is_touched() {
    let folder = Folder::new("fix");
    let broken = MAP.replacen("Aberlour\", \"Bree", "Aberluor\", \"Bree", 1).replacen("\"red\"", "\"rad\"", 1);
    let broken = broken.replacen("\"blue\"", "\"bleu\"", 1).replacen("\"rad\"", "\"red\"", 1);
    let path = folder.file("isle.toml", &broken);
    let name = path.display();

    let shown = ttr([Path::new("fix"), &path]);
    assert_eq!(shown.code, 1, "{}", shown.err);
    assert!(shown.out.starts_with(&format!("--- {name}\n+++ {name}\n@@ ")), "{}", shown.out);
    let changed: Vec<&str> = shown.out.lines().skip(2).filter(|line| line.starts_with(['+', '-'])).collect();
    assert_eq!(
        changed,
        [
            "-  {between=[\"Aberluor\", \"Bree\"],   length = 3 , colour = \"gray\"}, # the first",
            "-  { length = 2, between = [\"Bree\",'Cold Harbour'], tracks = [\"red\", \"bleu\"] },",
            "+  {between=[\"Aberlour\", \"Bree\"],   length = 3 , colour = \"gray\"}, # the first",
            "+  { length = 2, between = [\"Bree\",'Cold Harbour'], tracks = [\"red\", \"blue\"] },",
        ]
    );
    assert!(shown.out.contains(&format!("{name}: 2 edits can be made; `--write` makes them\n")), "{}", shown.out);
    assert!(shown.err.contains("`ttr fix --write` makes them"), "{}", shown.err);
    assert_eq!(fs::read_to_string(&path).expect("a file"), broken, "nothing is written");

    let written = ttr([Path::new("fix"), Path::new("--write"), &path]);
    assert_eq!((written.code, written.err.as_str()), (0, ""), "{}", written.out);
    assert!(written.out.starts_with(&format!("{name}: 2 edits made\n")), "{}", written.out);
    assert_eq!(fs::read_to_string(&path).expect("a file"), MAP, "byte for byte, line ends and all");
    let played = words(&format!("simulate {name} --players random,random --games 2"));
    assert_eq!(played.code, 0, "it can be played: {}", played.err);

    let again = ttr([Path::new("fix"), Path::new("--write"), &path]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(again.out.starts_with(&format!("{name}: nothing is certain to mend\n")), "{}", again.out);
}

#[test]
fn what_is_not_certain_remains_and_is_told() {
    let folder = Folder::new("fix-remains");
    // Too far off; two that may be meant; a fault without a suggestion; one that is certain.
    let broken = MAP
        .replacen("\"Aberlour\", \"Bree\"", "\"Aberlour\", \"Breeze\"", 1)
        .replacen("length = 2", "length = 0", 1)
        .replacen("points = 5", "ponits = 5", 1);
    let path = folder.file("isle.toml", &broken);
    let ran = ttr([Path::new("fix"), Path::new("--write"), &path]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("1 edit made"), "{}", ran.out);
    assert!(ran.err.contains("\"Breeze\"") && ran.err.contains("map::bad-length"), "{}", ran.err);
    assert!(
        errors(&ran.err).last().is_some_and(|line| line.ends_with("2 errors remain for you to mend")),
        "{}",
        ran.err
    );
    assert_eq!(fs::read_to_string(&path).expect("a file"), broken.replacen("ponits", "points", 1));
}

#[test]
fn several_files_are_each_mended() {
    let folder = Folder::new("fix-several");
    let one = folder.file("one.toml", MAP.replacen("\"gray\"", "grey", 1));
    let two = folder.file("two.toml", "format = 1\nname = \"x\"\n");
    let three = folder.file("three.toml", MAP.replacen("\"gray\"", "\"grey\"", 1));
    let ran = ttr([Path::new("fix"), Path::new("--write"), &one, &two, &three, Path::new("nowhere.toml")]);
    assert_eq!(ran.code, 2, "the last failure counts: {}", ran.err);
    assert!(ran.err.contains("map::no-cities") && ran.err.contains("can't read nowhere.toml"), "{}", ran.err);
    for path in [one, three] {
        assert_eq!(fs::read_to_string(path).expect("a file"), MAP);
    }
}

#[test]
fn bad_input_is_told_and_left_alone() {
    let folder = Folder::new("fix-bad");
    for (name, bytes) in [
        ("empty.toml", &b""[..]),
        ("binary.toml", b"\x00\x01\xff\xfe"),
        ("syntax.toml", b"format = 1\nroutes = [\n"),
        ("types.toml", b"format = 'x'\nname = 1\ncities = 2\nroutes = {}\ntickets = 'x'\nrules = []\n"),
        ("deep.toml", "a = ".bytes().chain([b'['; 99]).collect::<Vec<_>>().leak()),
    ] {
        let path = folder.file(name, bytes);
        let ran = ttr([Path::new("fix"), Path::new("--write"), &path]);
        assert_eq!(ran.code, 1, "{name}: {}", ran.err);
        assert!(!errors(&ran.err).is_empty() && !ran.err.contains("panicked"), "{name}: {}", ran.err);
        assert_eq!(fs::read(&path).expect("a file"), bytes, "{name}");
    }
    assert!(ttr([Path::new("fix"), folder.path()]).fails(2).contains("it is a directory"));
    assert!(words("fix usa").fails(2).contains("can't read usa"), "a bundled map is no file");
    let path = folder.file("isle.toml", MAP);
    let rules = ttr([Path::new("fix"), &path, Path::new("--rules"), Path::new("clasic")]).fails(2);
    assert!(rules.contains("did you mean `classic`?"), "{rules}");
}

#[test]
fn a_rule_set_is_mended_as_a_map_is() {
    let folder = Folder::new("fix-rules");
    let classic = ttr_variants::registry().find_rule_set("classic").expect("the first rule set").to_owned();
    let broken = classic.replacen("[longest-path]", "[longest-pth]", 1).replacen("\nkeep = ", "\nkepe = ", 1);
    let path = folder.file("rules.toml", &broken);
    let name = path.display();

    let shown = ttr([Path::new("fix"), &path]);
    assert_eq!(shown.code, 1, "{}", shown.err);
    assert!(shown.out.contains("-[longest-pth]\n+[longest-path]\n"), "{}", shown.out);
    assert!(shown.out.contains(&format!("{name}: 2 edits can be made; `--write` makes them\n")), "{}", shown.out);
    assert_eq!(fs::read_to_string(&path).expect("a file"), broken, "nothing is written");
    assert!(ttr([Path::new("fmt"), Path::new("--check"), &path]).fine().is_empty(), "a fault is no matter of layout");

    let written = ttr([Path::new("fix"), Path::new("--write"), &path]);
    assert_eq!((written.out, written.err), (format!("{name}: 2 edits made\n"), String::new()));
    assert_eq!(fs::read_to_string(&path).expect("a file"), classic, "byte for byte");
    assert_eq!(words(&format!("check {name}")).fine(), format!("{name} (rule set): no faults\n"));
    assert!(words(&format!("fix {name} --rules europe")).fails(2).contains("is a rule set; --rules is for maps"));

    // What is not certain remains, and a syntax error too.
    for (from, to, code) in [("[row]", "[rwo]", "module::unknown"), ("[row]", "[row", "file::syntax")] {
        let path = folder.file("remains.toml", classic.replacen(from, to, 1));
        let ran = ttr([Path::new("fix"), Path::new("--write"), &path]);
        assert!(ran.code == 1 && ran.err.contains(code) && !ran.err.contains("file::not-a-map"), "{}", ran.err);
        assert_eq!(fs::read_to_string(&path).expect("a file"), classic.replacen(from, to, 1));
    }
}
