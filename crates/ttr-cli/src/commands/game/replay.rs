//! `ttr replay`.

use crate::Program;
use crate::args::{Format, Replay};
use crate::failure::Failure;
use crate::files::{self, MAX_SAVE_BYTES};
use crate::output::{Out, grouped, report};
use crate::output::{position, sheet};
use serde_json::{Value as Json, json};
use std::io;
use std::path::Path;
use ttr_core::{Event, Game, Rules, Sight, State, What};
use ttr_files::names;
use ttr_files::save::{Save, SaveFault};
use ttr_table::protocol::sheet as scored;
use ttr_table::told::{is_told, merged};

/// Shows or verifies a saved game.
pub(crate) fn run(program: &Program<'_>, options: &Replay, out: &mut Out) -> Result<(), Failure> {
    let path = options.file.as_path();
    let save = read(program, path)?;
    if let Some(at) = options.at.filter(|at| *at > save.entries.len()) {
        let n = save.entries.len();
        return Err(Failure::usage(format!("--at {at} is beyond the end: {} has {n} decisions", path.display())));
    }
    let steps = options.at.unwrap_or(usize::MAX);
    let mut teller = Teller { out, trace: options.trace, laid: save.header.position.is_some(), written: Ok(()) };
    let game = save.replay(program.registry, steps, |n, game, events| {
        if (options.at.is_none() && !options.verify) || (options.at == Some(n) && options.trace) {
            teller.step(n, game, events);
        }
    });
    teller.written?;
    let game = game.map_err(|fault| refused(path, fault))?;
    let (rules, state) = (game.rules().as_ref(), game.state());
    let changes = save.changes(rules);
    if !changes.is_empty() {
        let text = format!("{}: {changes}; every decision is legal all the same", path.display());
        report::note(&text, program.colour_of_errors);
    }
    if options.verify {
        save.resume(program.registry).map_err(|fault| refused(path, fault))?;
        if options.format == Format::Json {
            return Ok(out.json(&verified(path, &save, rules, state))?);
        }
        return Ok(print_verified(path, &save, rules, state, out)?);
    }
    if let Some(at) = options.at {
        out.heading(format!("after decision {at} of {}", save.entries.len()))?;
        return Ok(position::print(rules, state, out)?);
    }
    out.gap()?;
    sheet::print(rules, state, out)?;
    if !state.is_over() {
        out.line(pending(rules, state))?;
    }
    Ok(())
}

/// Reads a saved game.
pub(crate) fn read(program: &Program<'_>, path: &Path) -> Result<Save, Failure> {
    let text = files::read_text(path, MAX_SAVE_BYTES)?;
    let save = Save::read(&text).map_err(|fault| refused(path, fault))?;
    if let Some(note) = save.note() {
        report::note(&format!("{}: {note}", path.display()), program.colour_of_errors);
    }
    Ok(save)
}

/// Why a saved game can't be used.
pub(crate) fn refused(path: &Path, mut fault: SaveFault) -> Failure {
    if let Some(failed) = fault.compile.take() {
        let summary = format!("{}: line 1: the map or the rule set in the save can't be used", path.display());
        return Failure::Faults { failed, by_command_line: false, summary };
    }
    Failure::content(format!("{}: {fault}", path.display())).help("the file was left as it is")
}

fn print_verified(path: &Path, save: &Save, rules: &Rules, state: &State, out: &mut Out) -> io::Result<()> {
    let path = path.display().to_string();
    let hash = state.fingerprint();
    let n = grouped(save.entries.len() as u64);
    out.line(format!("{path}: verified: {n} decisions, all legal; final state {hash:016x}"))?;
    if !save.compares_fingerprints() {
        out.line(format!("its fingerprints are of format {} and were not compared", save.header.format))?;
    }
    match rules.view(state, None).over() {
        Some(why) => out.line(format!("the game is over: {}", rules.end_text(why))),
        None => out.line(pending(rules, state)),
    }
}

/// What was verified, for other programs.
fn verified(path: &Path, save: &Save, rules: &Rules, state: &State) -> Json {
    json!({
        "file": path.display().to_string(),
        "format": save.header.format,
        "rules_changed": save.changes(rules).since,
        "decisions": save.entries.len(),
        "state": format!("{:016x}", state.fingerprint()),
        "over": rules.view(state, None).over().map(|why| rules.end_reason(why)),
        "score": scored::of(rules, &rules.score(state)),
    })
}

/// Who has to go on with a game that is not over.
fn pending(rules: &Rules, state: &State) -> String {
    let names: Vec<String> = rules.to_act(state).iter().map(|who| rules.seat_name(who)).collect();
    format!("the game is not over: it is for {} to decide", names.join(", "))
}

/// Tells what happened, decision by decision.
struct Teller<'o> {
    out: &'o mut Out,
    trace: bool,
    /// Whether the game begins with a position.
    laid: bool,
    written: io::Result<()>,
}

impl Teller<'_> {
    fn step(&mut self, n: usize, game: &Game, events: &[Event]) {
        // When nobody listens any more the rest is only checked.
        if self.written.is_ok() {
            self.written = self.try_step(n, game, events);
        }
    }

    fn try_step(&mut self, n: usize, game: &Game, events: &[Event]) -> io::Result<()> {
        let rules = game.rules();
        if n == 0 {
            let board = &rules.board().name;
            self.out.heading(format!("{board}, {}", rules.rules_text()))?;
            self.out.line(if self.laid { "  laid out" } else { "  setup" })?;
        }
        let events = if self.trace { open(events) } else { merged(open(events)) };
        for event in events {
            let text = rules.event_text(&event, None);
            if self.trace {
                self.out.line(traced(n, rules, &event, &text))?;
                continue;
            }
            match &event.what {
                What::TurnBegan { .. } => self.out.heading(&text)?,
                What::Chose { forced: false, .. } => self.out.line(format!("{n:>6}  {text}"))?,
                what if is_told(rules, what) => self.out.line(format!("          {text}"))?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// The events with everything that was hidden in them: a replay hides nothing.
fn open(events: &[Event]) -> Vec<Event> {
    events.iter().map(|event| Event { sight: Sight::All, ..event.clone() }).collect()
}

/// An event with its name, and the module and the phase it comes from.
fn traced(n: usize, rules: &Rules, event: &Event, text: &str) -> String {
    let json = names::event_json(rules, event, None);
    let name = json.get("event").and_then(Json::as_str).unwrap_or("?");
    let (module, phase) = (rules.module_name(event.module), event.phase.name());
    format!("{n:>6}  {name:<13} {module:<14} {phase:<13} {text}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use std::cell::RefCell;
    use std::io::Write;
    use std::rc::Rc;
    use std::sync::Arc;
    use ttr_bots::Bots;
    use ttr_core::{GameSource, Installer, Manifest, Registry, RuleChange, RuleModule, SeededChance, compile};
    use ttr_files::save;

    /// A module as it was when a game was saved, and as it is now.
    macro_rules! quiet {
        ($name:ident, $manifest:expr) => {
            #[derive(Default, Serialize, Deserialize, JsonSchema)]
            struct $name {}

            impl RuleModule for $name {
                fn manifest() -> Manifest {
                    $manifest
                }

                fn install(self, _: &mut Installer<'_>) {}
            }
        };
    }

    quiet!(Before, Manifest::new("quiet", "does nothing"));
    quiet!(Now, {
        let change = RuleChange { clause: "X1", since: "0.9.0", was: "it did little", now: "it does nothing" };
        Manifest::new("quiet", "does nothing").changed(change)
    });

    #[derive(Clone, Default)]
    struct Glass(Rc<RefCell<Vec<u8>>>);

    impl Write for Glass {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_save_that_fits_says_which_rules_have_changed_since() {
        let mut before = ttr_variants::registry();
        before.module::<Before>();
        let map = before.find_map("usa").expect("bundled");
        let source = GameSource::new("usa", map, 2).with_set("quiet=true");
        let rules = Arc::new(compile(&before, &source).expect("it compiles").rules);
        let game = Game::start(rules, &mut SeededChance::new(1), &mut Vec::new()).expect("it begins");
        let file = std::env::temp_dir().join(format!("ttr-replay-{}.ttr.jsonl", std::process::id()));
        std::fs::write(&file, save::write(&game, &source, 1)).expect("a file");

        let verified = |module: fn(&mut Registry)| {
            let mut registry = ttr_variants::registry();
            module(&mut registry);
            let bots = Bots::bundled();
            let program = Program { name: "ttr", registry: &registry, bots: &bots, colour_of_errors: false };
            let words = ["ttr", "replay", "--verify", "--format", "json"].map(Into::into);
            let args = crate::args::Args::parse_from(words.into_iter().chain([file.clone().into_os_string()]));
            let crate::args::Command::Replay(options) = args.command else { panic!("a replay") };
            let glass = Glass::default();
            let mut out = Out::to(glass.clone(), 80);
            run(&program, &options, &mut out).expect("it fits");
            out.flush().expect("a glass");
            serde_json::from_slice::<Json>(&glass.0.borrow()).expect("JSON")
        };
        let told = verified(|registry| _ = registry.module::<Now>());
        let expected = json!([{ "module": "quiet", "clause": "X1", "since": "0.9.0", "was": "it did little", "now": "it does nothing" }]);
        assert_eq!((&told["format"], &told["rules_changed"]), (&json!(save::SAVE_FORMAT), &expected));
        let told = verified(|registry| _ = registry.module::<Before>());
        assert_eq!(told["rules_changed"], json!([]));
        std::fs::remove_file(file).expect("it was there");
    }
}
