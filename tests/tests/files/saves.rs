//! Saves: those of formats 1 and 2 are read for ever, those to come are refused in plain words, and where a rule has changed since a
//! save was written, its clause is named.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use ttr_bots::{Bots, PlayerRng};
use ttr_core::event::NoEvents;
use ttr_core::hash::Fnv;
use ttr_core::{
    ActionSpace, Game, GameSource, Installer, Manifest, Note, Registry, RuleChange, RuleModule, ScriptedChance, compile,
};
use ttr_files::save::{self, Origin, SAVE_FORMAT, Save};

/// Saves that programs wrote which knew format 1 alone, or formats 1 and 2: `tests/saves`.
fn old_saves() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves");
    let files = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|e| e == "jsonl")).collect();
    files.sort();
    let read = |file: PathBuf| {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(file).expect("a save"))
    };
    files.into_iter().map(read).collect()
}

/// The JSON of its lines.
fn lines(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Lines with sums that fit.
fn summed(lines: &[Json]) -> String {
    let (mut sum, mut text) = (0, String::new());
    for line in lines {
        let mut line = line.clone();
        line.as_object_mut().expect("an object").remove("sum");
        let mut hash = Fnv::new();
        hash.word(sum);
        hash.bytes(line.to_string().as_bytes());
        sum = hash.value();
        line["sum"] = format!("{sum:016x}").into();
        text.push_str(&format!("{line}\n"));
    }
    text
}

#[test]
fn saves_of_older_formats_replay_and_go_on_as_format_3() {
    let registry = ttr_variants::registry();
    let saves = old_saves();
    assert_eq!(
        saves.len(),
        11,
        "six boards, a script, a decision undone, a game that was stopped; two boards of format 2"
    );
    // Actions that nobody was asked for, by format.
    let mut passed_over = [0; 3];
    for (name, text) in saves {
        let old = Save::read(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let second = name.contains("-2.");
        assert_eq!(
            (old.header.format, old.compares_fingerprints()),
            if second { (2, true) } else { (1, false) },
            "{name}"
        );
        let replayed =
            old.replay(&registry, usize::MAX, |_, _, _| {}).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let (game, mut chance) = old.resume(&registry).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(game.state() == replayed.state() && game.steps() == replayed.steps(), "{name}");
        passed_over[old.header.format as usize] += game.steps().len() - old.entries.len();
        let changed: Vec<&str> = old.changes(game.rules()).since.iter().map(|changed| changed.change.clause).collect();
        let paris = game.rules().modules().iter().any(|module| module.manifest.id == "flags");
        assert_eq!(changed, if paris { &["P8"][..] } else { &[] }, "{name}");

        let (game, source) = (on(game, &mut chance), &old.header.game);
        let text = save::write(&game, source, Origin { script: old.header.script.clone(), ..old.header.seed.into() });
        let new = Save::read(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(new.header.format == SAVE_FORMAT && new.compares_fingerprints(), "{name}");
        // What nobody was asked for is written now; what chance brought stands where it was asked.
        let decided = |entry: &save::Entry| (entry.who, entry.action.clone());
        let mut later = new.entries.iter().map(decided);
        assert!(
            old.entries.iter().all(|entry| later.any(|other| other == decided(entry))),
            "{name}: the same decisions"
        );
        let brought =
            |entries: &[save::Entry]| entries.iter().flat_map(|entry| entry.chance.clone()).collect::<Vec<_>>();
        let brought = (brought(&new.entries), brought(&old.entries));
        assert!(brought.0.starts_with(&brought.1), "{name}: the same chance");
        let (again, _) = new.resume(&registry).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(again.state() == game.state() && again.state().is_over(), "{name}");
    }
    assert!(passed_over[1] > 0 && passed_over[2] > 5, "{passed_over:?}");
}

/// Plays a game to its end with a computer player.
fn on(mut game: Game, chance: &mut ScriptedChance) -> Game {
    let (rules, bots) = (game.rules().clone(), Bots::bundled());
    let mut bot = bots.find("random").expect("bundled").make();
    bot.begin(PlayerRng::of_seat(1, 0));
    let mut space = ActionSpace::new(&rules);
    while let Some(who) = rules.to_act(game.state()).lowest() {
        let view = rules.view(game.state(), Some(who));
        view.legal(&mut space);
        let action = space.get(bot.choose(view, &space)).expect("an action of the list");
        game.act(who, &action, chance, &mut NoEvents).expect("it is legal");
    }
    game
}

#[test]
fn a_save_of_format_1_is_held_against_all_but_its_fingerprints() {
    let registry = ttr_variants::registry();
    let (_, text) = old_saves().into_iter().find(|(name, _)| name.starts_with("paris")).expect("Paris");
    let written = lines(&text);
    assert_eq!(summed(&written), text, "this test knows how sums are made");
    let tried = |change: &dyn Fn(&mut Vec<Json>)| {
        let mut lines = written.clone();
        change(&mut lines);
        Save::read(&summed(&lines)).and_then(|save| save.replay(&registry, usize::MAX, |_, _, _| {})).map(|_| ())
    };
    assert_eq!(tried(&|lines| lines[9]["state"] = "0000000000000000".into()), Ok(()), "it is passed over");
    let damaged = text.replacen("\"n\":9,", "\"n\":8,", 1);
    let fault = Save::read(&damaged).expect_err("a line was changed");
    assert_eq!(fault.to_string(), "line 10: the line was changed, or one before it is missing: its sum does not fit");
    let claim = written.iter().position(|line| line["do"]["op"] == "claim/route").expect("a claim");
    let fault =
        tried(&|lines| lines[claim]["do"]["pay"] = serde_json::json!({ "wild": 9 })).expect_err("too many cards");
    let begins = format!("line {}: decision {claim}: diverges where ", claim + 1);
    assert!(fault.to_string().starts_with(&begins) && fault.what.contains(" 9 wild: "), "{fault}");
    let with = written.iter().position(|line| line["n"] != Json::Null && line["chance"] != serde_json::json!([]));
    let with = with.expect("a decision with chance");
    let more = |lines: &mut Vec<Json>| {
        let list = lines[with]["chance"].as_array_mut().expect("a list");
        list.push(list[0].clone());
    };
    let fault = tried(&more).expect_err("nobody asks for it");
    let begins =
        format!("decision {with}: diverges: 1 outcomes of chance were written down that nobody asked for; since");
    assert!(fault.what.starts_with(&begins) && fault.what.contains("P8 of flags"), "{fault}");
}

#[test]
fn a_save_of_a_format_to_come_is_refused_in_plain_words() {
    // Neither its other fields nor the way of its sums are known.
    let text = "{\"format\":4,\"engine\":\"9.1.0\",\"board\":{},\"check\":\"x\"}\n{\"d\":[1]}\n";
    let fault = Save::read(text).expect_err("it is to come");
    let own = env!("CARGO_PKG_VERSION");
    let said = format!(
        "line 1: this save is of format 4, written by version \"9.1.0\"; this program is version {own} and reads formats 1 to 3: \
         a later version of the program will read it"
    );
    assert_eq!(fault.to_string(), said);
}

/// Twice the same module, as a program has it before and after a change of its rule.
macro_rules! rest {
    ($name:ident, $manifest:expr, $early:expr) => {
        #[derive(Default, Serialize, Deserialize, JsonSchema)]
        struct $name {}

        impl RuleModule for $name {
            fn manifest() -> Manifest {
                $manifest
            }

            fn install(self, b: &mut Installer<'_>) {
                let rests = b.message("rests", "nobody claims a route before turn 4");
                b.filter(move |look, who, op| {
                    let early = $early && look.turns_of(who) < 4 && look.rules().op(op).name == "claim/route";
                    early.then(|| Note::new(rests))
                });
            }
        }
    };
}

fn first_form() -> Manifest {
    Manifest::new("rest", "players rest before they claim")
}

fn second_form() -> Manifest {
    first_form().changed(RuleChange {
        clause: "X7",
        since: "0.9.0",
        was: "routes may be claimed from the first turn on",
        now: "routes may be claimed from the fourth turn on",
    })
}

rest!(Rest, first_form(), false);
rest!(RestNow, second_form(), true);
rest!(RestUnchanged, second_form(), false);

/// A game with the module, by what this program knows of it.
fn saved(module: fn(&mut Registry)) -> (Registry, GameSource, String) {
    let mut registry = ttr_variants::registry();
    module(&mut registry);
    let map = registry.find_map("usa").expect("bundled").to_owned();
    let source = GameSource::new("usa", map, 2).with_set("rest=true").with_set("pieces.train=8");
    let rules = Arc::new(compile(&registry, &source).expect("it compiles").rules);
    let mut chance = ScriptedChance::new(3);
    let game = on(Game::start(rules, &mut chance, &mut NoEvents).expect("it begins"), &mut chance);
    let text = save::write(&game, &source, 3);
    (registry, source, text)
}

#[test]
fn where_a_save_stops_fitting_the_step_the_rule_and_the_changed_clause_are_named() {
    let (_, _, text) = saved(|registry| _ = registry.module::<Rest>());
    assert!(!text.lines().next().expect("a header").contains("changes"), "nothing had changed when it was written");
    let old = Save::read(&text).expect("a save");
    let mut registry = ttr_variants::registry();
    registry.module::<RestNow>();
    let claim = old.entries.iter().position(|entry| entry.action["op"] == "claim/route").expect("an early claim");
    let fault = old.replay(&registry, usize::MAX, |_, _, _| {}).map(|_| ()).expect_err("it does not fit any more");
    assert_eq!(fault.line, claim + 2, "{fault}");
    let begins = format!("decision {}: diverges where player {} claims ", claim + 1, old.entries[claim].who);
    let ends = ": nobody claims a route before turn 4 [rest/rests]; since this game was saved, the rules have changed: X7 of \
                rest, since version 0.9.0: was \"routes may be claimed from the first turn on\", now \"routes may be claimed from \
                the fourth turn on\"";
    assert!(fault.what.starts_with(&begins) && fault.what.ends_with(ends), "{fault}");
    assert_eq!(old.resume(&registry).map(|_| ()), Err(fault), "who goes on with it is told too");

    // What the changed rule has no part in still fits, and whoever asks is told of the clause.
    registry.module::<RestUnchanged>();
    let game = old.replay(&registry, usize::MAX, |_, _, _| {}).expect("it fits");
    let changes = old.changes(game.rules());
    assert_eq!(changes.since.iter().map(|c| (c.module, c.change.clause)).collect::<Vec<_>>(), [("rest", "X7")]);
}

#[test]
fn a_save_knows_the_changes_that_its_writer_knew() {
    let (registry, _, text) = saved(|registry| _ = registry.module::<RestNow>());
    let new = Save::read(&text).expect("a save");
    assert_eq!(new.header.changes.get("rest"), Some(&1));
    let game = new.replay(&registry, usize::MAX, |_, _, _| {}).expect("it fits");
    assert!(new.changes(game.rules()).is_empty());

    // A program that is older than the save.
    let mut registry = ttr_variants::registry();
    registry.module::<Rest>();
    let game = new.replay(&registry, 0, |_, _, _| {}).expect("it fits so far");
    let said = "this game was saved by a later version, in which the rules have changed again: rest";
    assert_eq!(new.changes(game.rules()).to_string(), said);
}
