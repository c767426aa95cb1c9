//! A third party gets the whole command line for its own maps and computer players.

use std::ffi::OsString;
use std::process::ExitCode;
use ttr_cli::{Bot, Bots, PlayerRng};
use ttr_core::{ActionSpace, Installer, Manifest, Phase, RuleModule, View};

/// Takes the action at a certain place of the list.
struct At(fn(usize) -> usize);

impl Bot for At {
    fn begin(&mut self, _: PlayerRng) {}

    fn choose(&mut self, view: View<'_>, space: &ActionSpace<'_>) -> usize {
        assert!(view.viewer().is_some_and(|who| view.to_act().has(who)), "asked when it is to decide");
        (self.0)(space.len())
    }
}

/// Panics where its parameter says.
#[derive(Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(default)]
struct Clumsy {
    /// When it is installed, or when a route is claimed.
    at_once: bool,
}

impl RuleModule for Clumsy {
    fn manifest() -> Manifest {
        Manifest::new("clumsy", "panics")
    }

    fn install(self, b: &mut Installer<'_>) {
        assert!(!self.at_once, "slipped at once");
        b.on_committed(Phase::Extra, |_, _| panic!("slipped"));
    }
}

fn run(line: &str) -> String {
    let mut registry = ttr_variants::registry();
    registry.module::<Clumsy>();
    let usa = registry.find_map("usa").expect("bundled").replace("name = \"USA\"", "name = \"Own\"");
    registry.map("own", usa);
    let mut bots = Bots::bundled();
    bots.add("last", "the last action of the list", || Box::new(At(|n| n - 1)));
    bots.add("broken", "an action that there is not", || Box::new(At(|n| n)));
    let args = std::iter::once("mine").chain(line.split_whitespace()).map(OsString::from);
    format!("{:?}", ttr_cli::run_with(registry, bots, args))
}

#[test]
fn maps_and_players_of_ones_own_play() {
    let said = |code: u8| format!("{:?}", ExitCode::from(code));
    assert_eq!(run("simulate own --players last,random --games 2"), said(0));
    assert_eq!(run("maps"), said(0));
    assert_eq!(run("simulate other --players last,random --games 2"), said(2));
    assert_eq!(run("simulate own --players random,broken --games 50"), said(1), "a player that breaks the rules");
    assert_eq!(run("--help"), said(0));
}

/// A module that panics is a fault that is told, as any other, and not the end of the process.
#[test]
fn a_module_of_ones_own_may_panic() {
    let said = |code: u8| format!("{:?}", ExitCode::from(code));
    for line in ["simulate own --games 20", "play own --players random,random", "rules own", "check own"] {
        assert_eq!(run(&format!("{line} --set clumsy.at_once=true")), said(1), "{line}");
    }
    for line in ["simulate own --games 20", "play own --players random,random"] {
        assert_eq!(run(&format!("{line} --set clumsy=true --seed 1")), said(1), "{line}");
    }
}
