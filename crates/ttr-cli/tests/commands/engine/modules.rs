//! Modules that panic, and modules that never come back: they end their own game alone.

use super::support::Session;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::time::Duration;
use ttr_core::{Installer, Manifest, Phase, Rank, Registry, RuleModule, When};

/// Panics at a place that its parameter names.
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Clumsy {
    /// Where.
    at: String,
}

impl RuleModule for Clumsy {
    fn manifest() -> Manifest {
        Manifest::new("clumsy", "panics")
    }

    fn install(self, b: &mut Installer<'_>) {
        fn slip(at: &str, here: &str) {
            assert!(at != here, "slipped at {here}");
        }
        slip(&self.at, "install");
        let at = self.at.clone();
        b.setup(Phase::Hands, move |_| slip(&at, "setup"));
        let at = self.at.clone();
        let fall = b.op("fall", "falls", &[], move |_, _, _, _| slip(&at, "apply"));
        let at = self.at.clone();
        b.offer(Rank::Ordinary, move |_, _, out| {
            slip(&at, "offer");
            out.one(fall);
        });
        let at = self.at.clone();
        b.on_turn_end(Phase::EndCheck, move |_, _| slip(&at, "turn end"));
        let at = self.at.clone();
        b.score(Phase::Board, When::Always, move |_, _, _| slip(&at, "score"));
        let at = self.at.clone();
        b.personal_terms(move |_, _, _, _| {
            slip(&at, "terms");
            false
        });
    }
}

/// Never comes back from a place that its parameter names.
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Endless {
    /// Where.
    at: String,
}

impl RuleModule for Endless {
    fn manifest() -> Manifest {
        Manifest::new("endless", "never comes back")
    }

    fn install(self, b: &mut Installer<'_>) {
        fn stay(at: &str, here: &str) {
            if at == here {
                loop {
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
        }
        stay(&self.at, "install");
        let at = self.at.clone();
        b.setup(Phase::Hands, move |_| stay(&at, "setup"));
        let at = self.at.clone();
        b.on_turn_end(Phase::EndCheck, move |_, _| stay(&at, "turn end"));
        let at = self.at.clone();
        b.score(Phase::Board, When::Always, move |_, _, _| stay(&at, "score"));
    }
}

fn with_endless() -> Registry {
    let mut registry = ttr_variants::registry();
    registry.module::<Endless>();
    registry
}

#[test]
fn a_module_that_never_comes_back_ends_its_game_alone() {
    for at in ["install", "setup", "turn end", "score"] {
        let mut session = Session::within(Duration::from_secs(2), with_endless);
        session.ask(json!({ "do": "new", "map": "usa", "players": 2, "set": ["endless=true"] }));
        let set = [format!("endless.at=\"{at}\"")];
        let mut last = session.try_ask(&json!({ "do": "new", "map": "usa", "players": 2, "set": set }));
        let begun = last["is"] == "game";
        while last["is"] == "game" {
            let who = last["to_act"][0].as_u64().expect("somebody");
            last = session.try_ask(&json!({ "do": "act", "game": 2, "who": who, "number": 0 }));
            if last["is"] == "game" && at == "score" {
                last = session.try_ask(&json!({ "do": "score", "game": 2 }));
            }
        }
        assert_eq!((&last["code"], &last["module"]), (&"module-hangs".into(), &"endless".into()), "{at}: {last}");
        assert!(last["text"].as_str().is_some_and(|text| text.contains("endless has been at work for 2 s")), "{last}");
        let gone = session.try_ask(&json!({ "do": "game", "game": 2 }));
        let why = if begun { "game 2 has ended: module endless" } else { "there is no game 2" };
        assert!(gone["text"].as_str().is_some_and(|text| text.starts_with(why)), "{at}: {gone}");
        // The other game goes on to its end.
        session.play(|n| n / 2, 10_000);
        assert_eq!(session.ask(json!({ "do": "score", "game": 1 }))["score"]["final"], true, "{at}");
        assert_eq!(session.ask(json!({ "do": "quit" }))["is"], "bye");
    }
}

fn with_clumsy() -> Registry {
    let mut registry = ttr_variants::registry();
    registry.module::<Clumsy>();
    registry
}

#[test]
fn a_module_that_panics_ends_its_game_alone() {
    for at in ["install", "setup", "apply", "offer", "turn end", "score", "terms"] {
        let mut session = Session::new(with_clumsy);
        session.ask(json!({ "do": "new", "map": "usa", "players": 2, "set": ["clumsy=true"] }));
        session.line(
            &json!({ "do": "new", "map": "usa", "players": 2, "set": [format!("clumsy.at=\"{at}\"")] }).to_string(),
        );
        let mut begun = session.last()["is"] == "game";
        let mut fallen = false;
        for n in 0..30 {
            if !begun {
                break;
            }
            let status = session.try_ask(&json!({ "do": "game", "game": 2 }));
            let Some(who) = status["to_act"][0].as_u64() else { break };
            let mut requests = vec![json!({ "do": "score", "game": 2 })];
            let legal = session.try_ask(&json!({ "do": "legal", "game": 2, "who": who, "op": "clumsy/fall" }));
            fallen |= legal["legal"]["count"] == 1;
            requests.push(match legal["legal"]["actions"][0]["number"].as_u64() {
                Some(number) => json!({ "do": "act", "game": 2, "who": who, "number": number }),
                None => json!({ "do": "act", "game": 2, "who": who, "number": 0 }),
            });
            for request in requests {
                begun &= session.try_ask(&request)["code"] != "module-panic";
            }
            assert!(n < 29, "{at}: nothing panicked");
        }
        assert!(fallen || ["install", "setup", "offer", "score", "terms"].contains(&at), "{at}");
        let told: Vec<Json> = session.answers.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let panics: Vec<&Json> = told.iter().filter(|answer| answer["code"] == "module-panic").collect();
        assert_eq!(panics.len(), 1, "{at}: {:?}", session.answers);
        assert_eq!(panics[0]["module"], "clumsy", "{at}: {}", panics[0]);
        assert!(panics[0]["text"].as_str().is_some_and(|text| text.contains(at)), "{}", panics[0]);
        let gone = session.try_ask(&json!({ "do": "game", "game": 2 }));
        assert_eq!(gone["code"], "no-such-game", "{at}");
        // The other game goes on to its end.
        session.play(|n| n / 2, 10_000);
        assert_eq!(session.ask(json!({ "do": "score", "game": 1 }))["score"]["final"], true, "{at}");
    }
}
