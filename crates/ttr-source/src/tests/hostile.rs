//! Hostile input: whatever comes, nothing panics or hangs.

use super::values::{Limit, Parameters};
use super::*;
use std::collections::BTreeMap;

/// Runs everything on a text, whatever it is.
fn run(text: &str) -> usize {
    let (sources, map, mut found) = load(text);
    let file = FileId(0);
    let (rules, more) = RuleSetSource::load(&sources, file, "plain");
    found.extend(more);
    let inline = match &map.rules {
        Some(RulesRef::Inline(node)) => RuleSetSource::inline(node).0,
        _ => rules.clone(),
    };
    for rules in [&rules, &inline] {
        let stack = Stack { rule_set: rules, map: Some(&map), command_line: &[] };
        found.extend(check_modules(&stack, &KNOWN));
        let settings = settle(&stack, &KNOWN, 2);
        for (id, setting) in settings.iter() {
            found.extend(settings.read::<Parameters>(id).1);
            let _ = setting.node.read::<BTreeMap<String, Limit>>();
        }
        found.extend(player_range(&rules.players, &map.players).err().map(|d| *d));
    }
    for d in &found {
        let spans = d.span.iter().chain(d.labels.iter().map(|(s, _)| s)).chain(d.suggestion.iter().map(|s| &s.span));
        for span in spans {
            assert!(span.start <= span.end && span.end as usize <= text.len(), "{d:?}");
            assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize), "{d:?}");
        }
        assert!(!sources.short(d).contains('\n'), "{d:?}");
        assert!(d.message.len() < 2000, "{}", d.message.len());
    }
    for route in &map.routes {
        assert!(route.ends.iter().all(|c| *c < map.cities.len()));
        assert!(route.group.is_none_or(|g| g < map.groups));
    }
    found.len()
}

#[test]
fn no_input_panics_or_hangs() {
    let big = 2_000_000;
    let header = "format = 1\nname = \"x\"\n";
    let inputs = [
        "[".repeat(100_000),
        format!("a = {}", "[".repeat(100_000)),
        format!("a = {}", "{a=".repeat(100_000)),
        format!("[{}a]", "a.".repeat(100_000)),
        format!("{}a = 1", "a.".repeat(100_000)),
        "]".repeat(100_000),
        "\0".repeat(100_000),
        "\"".repeat(100_000),
        "=\n".repeat(100_000),
        "=\n".repeat(big / 2),
        "a = +++\n".repeat(10_000),
        format!("a={}", "+".repeat(100_000)),
        "[a]\n".repeat(100_000),
        "[[a]]\n".repeat(100_000),
        "[[a.b]]\n[a]\n".repeat(1000),
        "'''".repeat(10_001),
        "\u{feff}\u{feff}".into(),
        "\u{feff}".into(),
        "\r\r\n\r".into(),
        format!("{} = 1", "k".repeat(big)),
        format!("\"{}\" = 1\n[cities.\"{}\"]\nat = {{}}", "k".repeat(big / 4), "é".repeat(big / 8)),
        format!("{header}[cities]\n{}", "c = 1\n".repeat(1000)),
        format!("{header}[cities]\n{}", (0..60_000).map(|n| format!("c{n}={{}}\n")).collect::<String>()),
        format!("{header}cities = {{ a = {{}}, {} }}", (0..50_000).map(|n| format!("c{n}={n},")).collect::<String>()),
        format!(
            "{header}routes=[{}]\n[cities]\n{}",
            "{between=['Xyzzy','Yzzyx'],length=0},".repeat(30_000),
            (0..30_000).map(|n| format!("Xy{n}={{}}\n")).collect::<String>()
        ),
        format!(
            "{header}routes=[{{between=['a','b'],length=1,tracks=[{}],{}}}]\n[cities]\na={{}}\nb={{}}",
            "'x',".repeat(100_000),
            (0..30_000).map(|n| format!("a{n}=1,")).collect::<String>()
        ),
        format!("{header}tickets=[{{cities=[{}]}}]\n[cities]\na={{}}\nb={{}}", "'a','b',".repeat(60_000)),
        format!("{header}[set]\n{}", (0..50_000).map(|n| format!("alpah{n}={n}\n")).collect::<String>()),
        format!(
            "{header}[set.alpha]\n{}[players.2.alpha]\n{0}",
            (0..50_000).map(|n| format!("k{n}={n}\n")).collect::<String>()
        ),
        format!("{header}{}", (0..50_000).map(|n| format!("k{n}=1\n")).collect::<String>()),
        ISLE.replace(['[', ']'], "{"),
        ISLE.replace('"', ""),
        ISLE.replace('=', ""),
        ISLE.replace('\n', " "),
        ISLE.replace('\n', "\0"),
        ISLE.replace('}', ""),
        ISLE.replace(',', "\n"),
    ];
    for input in inputs {
        let start = std::time::Instant::now();
        run(&input);
        let seconds = start.elapsed().as_secs_f64();
        println!("{seconds:6.2} s  {:?}", input.chars().take(50).collect::<String>());
        assert!(seconds < 30.0, "{seconds} s: {:?}", input.chars().take(40).collect::<String>());
    }
    for n in 0..=255u8 {
        let mut sources = Sources::new();
        let bytes = [n, n, b'=', n, 0x80, n];
        if let Ok(file) = sources.add_bytes("x", &bytes) {
            run(sources.text(file));
        }
        let _ = parse_set(&mut sources, &String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn every_value_of_the_wrong_type_is_found() {
    let values =
        ["true", "3", "-3", "1.5", "nan", "\"\"", "\"x\"", "[]", "[[]]", "[1, 2]", "{}", "{ a = {} }", "2020-01-01"];
    let keys = [
        "format", "name", "summary", "author", "licence", "source", "rules", "board", "routes", "tickets", "cities",
        "set", "players", "lints",
    ];
    for value in values {
        for key in keys {
            run(&format!("{key} = {value}\n"));
            run(&format!("format = 1\n{key} = {value}\n"));
        }
        for key in ["at", "pos", "junction", "names"] {
            run(&edited("Bree = { haunted = true }", &format!("Bree = {{ {key} = {value} }}")));
        }
        for key in ["between", "length", "tracks", "colour"] {
            run(&edited("foggy = true", &format!("foggy = true }}, {{ {key} = {value}")));
            run(&edited("haunted = 1", &format!("haunted = 1, {key}2 = {value}, {key} = {value}")));
        }
        for key in ["cities", "points", "deck"] {
            run(&edited("points = 5", &format!("points = 5 }}, {{ {key} = {value}")));
        }
        for key in ["min", "max", "2", "x"] {
            run(&edited("min = 2\nmax = 5\n[players.2]\nalpha = { row = 7 }", &format!("{key} = {value}")));
        }
    }
}

#[test]
fn mutated_maps_never_panic() {
    let rounds = std::env::var("TTR_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000);
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let words = "[ ] { } [[ ]] \" ' \"\"\" ''' = , . # é \0 \\ \\u00 - 0 1e999 nan true x \u{feff} [cities] [[routes]] [set] [players.3]";
    let pieces: Vec<&str> = words.split(' ').chain([" ", "\n", "\r\n", "a.b = 1\n", "[a.b]\n", "[[a]]\n"]).collect();
    for round in 0..rounds {
        let base = if round % 4 == 0 { FIRST_BOARD } else { ISLE };
        let mut text: Vec<char> = base.chars().collect();
        for _ in 0..1 + random(4) {
            let at = random(text.len());
            match random(5) {
                0 => drop(text.drain(at..(at + 1 + random(40)).min(text.len()))),
                1 => {
                    let until = (at + 1 + random(60)).min(text.len());
                    let part: Vec<char> = text[at..until].to_vec();
                    let to = random(text.len());
                    text.splice(to..to, part);
                }
                2 => text.truncate(if random(10) == 0 { at } else { text.len() }),
                3 => text[at] = pieces[random(pieces.len())].chars().next().unwrap(),
                _ => drop(text.splice(at..at, pieces[random(pieces.len())].chars())),
            }
            if text.is_empty() {
                break;
            }
        }
        run(&text.into_iter().collect::<String>());
        let soup: String = (0..random(30)).map(|_| pieces[random(pieces.len())]).collect();
        run(&soup);
    }
}
