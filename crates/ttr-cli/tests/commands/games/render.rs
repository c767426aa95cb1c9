//! `ttr render`: pictures as files, games, tickets, and what can't be drawn.

use crate::support::program::{Folder, program, ttr, words};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

#[path = "../../../../ttr-render/tests/pictures/tiny_font.rs"]
mod tiny_font;

/// A folder with a saved game of USA, 1-000001.
fn with_game(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let games = folder.path().join("games").display().to_string();
    ttr(["simulate", "usa", "--players", "greedy,greedy", "--games", "1", "--seed", "1", "--save-games", &games])
        .fine();
    let save = folder.path().join("games/usa-1-000001.ttr.jsonl").display().to_string();
    (folder, save)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a picture")
}

#[test]
fn a_board_is_printed_or_written() {
    let printed = words("render usa").fine();
    assert!(printed.starts_with("<svg ") && printed.ends_with("</svg>\n"));
    let folder = Folder::new("render-board");
    let file = folder.path().join("usa.svg");
    let said = ttr(["render".as_ref(), "usa".as_ref(), "-o".as_ref(), file.as_os_str()]).fine();
    assert!(said.ends_with("usa.svg: USA, 36 cities, 100 routes\n"), "{said}");
    assert_eq!(read(&file), printed, "the same picture");
    // Other rules, other marks.
    let plain = words("render europe --rules classic");
    assert!(!plain.out.contains("\"station\"") && words("render europe").fine().contains("\"station\""));
    assert!(words("render usa --set route-points.table.1=9 --players 4").fine().contains("aria-label=\"9\""));
}

#[cfg(feature = "png")]
#[test]
fn a_png_is_as_wide_as_asked_for() {
    let folder = Folder::new("render-png");
    let file = folder.path().join("paris.png");
    let width = |asked: &str| {
        let asked = if asked.is_empty() { vec![] } else { vec!["--width", asked] };
        let args = ["render".as_ref(), "paris".as_ref(), "-o".as_ref(), file.as_os_str()];
        ttr(args.into_iter().chain(asked.iter().map(|word| word.as_ref()))).fine();
        let bytes = fs::read(&file).expect("a picture");
        assert!(bytes.starts_with(b"\x89PNG\r\n"));
        u32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]])
    };
    assert_eq!((width(""), width("321")), (2000, 321));
}

#[test]
fn a_game_is_drawn_at_a_moment() {
    let (folder, save) = with_game("render-game");
    let file = folder.path().join("end.svg");
    let draw = |more: &[&str]| {
        let args = ["render", "-o", file.to_str().expect("text"), "--at"];
        let said = ttr(args.iter().chain(more).copied()).fine();
        (said, read(&file))
    };
    let (said, end) = draw(&[&save]);
    assert!(said.contains("the game is over"), "{said}");
    let (said, start) = draw(&[&format!("{save}:0")]);
    assert!(said.contains("at the start"), "{said}");
    assert_eq!(start.matches(" data-owner=").count(), 0);
    assert!(end.matches(" data-owner=").count() > 20);
    assert!(end.contains("aria-label=\"greedy 1: "));
    // The map's own file may say otherwise where cities lie, if they are the same.
    let (_, marked) =
        draw(&[&format!("{save}:40"), "--highlight", "miami - boston", "--highlight", "Dallas - New York", "usa"]);
    assert_eq!(marked.matches("class=\"goal\"").count(), 4);
    assert!(marked.contains("<path class=\"way\""));
    let other = ttr(["render", "paris", "--at", &save]).fails(2);
    assert!(other.contains("has other cities than the map of the saved game"), "{other}");
    let beyond = ttr(["render", "--at", &format!("{save}:99999")]).fails(2);
    assert!(beyond.contains("decision 99999 is beyond the end"), "{beyond}");
    assert!(ttr(["render", "--at", "nowhere.ttr.jsonl:3"]).fails(2).contains("can't read nowhere.ttr.jsonl"));
}

#[test]
fn tickets_that_there_are_not() {
    let of = |ticket: &str| ttr(["render", "usa", "--highlight", ticket]);
    assert!(of("Boston - Miami").fine().contains("class=\"goal\""));
    let unknown = of("Bostn - Miami").fails(2);
    assert!(
        unknown.contains("no city is named \"Bostn\"") && unknown.contains("did you mean \"Boston\"?"),
        "{unknown}"
    );
    let none = of("Boston - Calgary").fails(2);
    assert!(none.contains("no ticket joins Boston and Calgary") && none.contains("Boston - Miami"), "{none}");
    assert!(of("Boston").fails(2).contains("two cities or more are needed"));
    // Tours have more than two.
    let world = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/world.toml")).expect("the map");
    let tour = world.lines().find(|line| line.contains("tour =")).expect("a tour");
    let cities: Vec<&str> = tour.split('"').skip(1).step_by(2).collect();
    let svg = ttr(["render", "world", "--highlight", &cities.join(" - ")]).fine();
    assert_eq!(svg.matches("<circle class=\"goal\"").count(), cities.len());
}

#[test]
fn files_that_are_no_pictures() {
    let bad = words("render usa -o board.jpg").fails(2);
    assert!(bad.contains("it must end in .svg or .png") && bad.contains("board.svg"), "{bad}");
    assert!(words("render usa --width 500").fails(2).contains("--width is for PNG"));
    assert!(words("render usa -o /nowhere/at/all.svg").fails(2).contains("can't write"));
    assert!(words("render usa --watch").fails(2).contains("--output"));
    assert!(words("render usa -o never.svg --watch").fails(2).contains("there is no file to watch"));
    assert!(words("render nowhere").fails(2).contains("nowhere"));
}

#[test]
fn letters_come_from_font_files() {
    let folder = Folder::new("render-fonts");
    ttr(["new".as_ref(), folder.path().join("isle").as_os_str()]).fine();
    let map = read(&folder.path().join("isle.toml"));
    let title = map.lines().find(|line| line.starts_with("name = ")).expect("a name");
    let map = folder.file("kyoto.toml", map.replace(title, "name = \"京都 თ\"")).display().to_string();
    let kanji = folder.file("kanji.ttf", tiny_font::font(1000, &['京', '都'], &[])).display().to_string();
    let georgian = folder.file("georgian.ttf", tiny_font::font(2048, &['თ'], &[])).display().to_string();
    let svg = |fonts: &[&str]| {
        let ran = ttr(["render", &map].into_iter().chain(fonts.iter().flat_map(|font| ["--font", font])));
        assert_eq!(ran.code, 0);
        (ran.out, ran.err)
    };
    let (_, none) = svg(&[]);
    assert!(
        none.contains("warning[picture::missing-letters]: the font of pictures has no letters for these"),
        "{none}"
    );
    assert!(none.contains("`?`: თ (U+10D7), 京 (U+4EAC), 都 (U+90FD)\nhelp: `--font FILE`"), "{none}");
    let (_, some) = svg(&[&kanji]);
    assert!(some.contains("neither the font of pictures nor those of `--font`"), "{some}");
    assert!(some.contains("`?`: თ (U+10D7)\n"), "{some}");
    let (all, said) = svg(&[&kanji, &georgian]);
    assert_eq!(said, "");
    assert!(["u10d7", "u4eac", "u90fd"].iter().all(|id| all.contains(&format!("<path id=\"{id}\" d=\"M"))), "{all}");
    assert_eq!(svg(&[&kanji, &georgian]).0, all, "the same files, the same picture");
    // In a game too.
    let drawn = |more: &[&str]| {
        let mut child = program()
            .args(["play", &map, "--players", "you,greedy", "--seed", "7"].iter().chain(more))
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        child.stdin.take().expect("a pipe").write_all(b"board now.svg\nquit\n").expect("it reads");
        let out = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text");
        (out.split_whitespace().collect::<Vec<_>>().join(" "), read(&folder.path().join("now.svg")))
    };
    let (said, svg) = drawn(&["--font", &kanji, "--font", &georgian]);
    assert!(said.contains("the board is drawn in") && !said.contains("letters for"), "{said}");
    assert!(svg.contains("<path id=\"u4eac\""));
    assert!(drawn(&[]).0.contains("`--font FILE` draws them from a font file that has them"));
}

#[test]
fn files_that_are_no_fonts() {
    let folder = Folder::new("render-no-fonts");
    let with = |command: &str, font: &str| ttr([command, "usa", "--font", font]).fails(2);
    let fault = |name: &str, bytes: &[u8]| {
        let font = folder.file(name, bytes).display().to_string();
        let said = with("render", &font);
        assert_eq!(with("play", &font), said);
        assert!(said.contains(name) && said.contains("help: `--font` takes"), "{said}");
        said
    };
    assert!(fault("map.ttf", b"[map]").contains("it is no TrueType or OpenType font"));
    assert!(fault("web.woff2", b"wOF2....").contains("packed for web pages"));
    let font = tiny_font::font(1000, &['x'], &[]);
    assert!(fault("half.ttf", &font[..font.len() / 2]).contains("cut off: its table `glyf`"));
    assert!(fault("large.ttf", &vec![0; ttr_render::MAX_FONT_BYTES + 1]).contains("at most 64 MiB"));
    assert!(with("render", "no/such.ttf").contains("can't read no/such.ttf"));
    let here = folder.path().display().to_string();
    assert!(with("render", &here).contains("it is a directory"));
}

#[test]
fn a_game_under_way_is_drawn() {
    let folder = Folder::new("render-play");
    let file = folder.path().join("now.svg");
    let typed = format!("all\n\nboard {}\nboard no/such/folder.svg\nboard boston\nquit\n", file.display());
    let mut child = program()
        .args(["play", "usa", "--players", "you,greedy", "--seed", "7"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
    let out = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text");
    assert!(out.contains("the board is drawn in") && out.contains("can't write no/such/folder.svg"), "{out}");
    assert!(out.contains("Montréal - Boston  2 gray    free"), "`board boston` lists routes as before: {out}");
    let svg = read(&file);
    assert!(svg.contains("aria-label=\"player 1: 0 points\"") && svg.contains("aria-label=\"greedy 2: "), "who plays");
    assert_eq!(svg.matches("class=\"space free\"").count() + svg.matches("class=\"space\"").count(), 309);
}

#[test]
fn a_watched_map_is_drawn_again_when_it_changes() {
    let folder = Folder::new("render-watch");
    let (map, picture) = (folder.path().join("isle.toml"), folder.path().join("isle.svg"));
    ttr(["new".as_ref(), folder.path().join("isle").as_os_str()]).fine();
    let mut child = program()
        .args(["render".as_ref(), map.as_os_str(), "-o".as_ref(), picture.as_os_str(), "--watch".as_ref()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map(|line| line.expect("text"));
    let mut waits = || assert!(lines.any(|line| line.starts_with("Waiting for a change")), "it goes on");
    waits();
    let before = read(&picture);
    let text = read(&map);
    fs::write(&map, "broken").expect("written");
    waits();
    assert_eq!(read(&picture), before, "what is broken is told, and the picture stays");
    let name = text.lines().find(|line| line.starts_with("name = ")).expect("a name");
    fs::write(&map, text.replace(name, "name = \"Quite another isle\"")).expect("written");
    waits();
    assert!(read(&picture).contains("Quite another isle"));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}
