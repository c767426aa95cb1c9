//! The `ttr` command line, as a library: whoever has modules, rule sets or maps of their own gets the whole program for
//! them in three lines.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     let mut registry = ttr_variants::registry();
//!     registry.map("islands", "format = 1\nname = \"Islands\"\n# ...");
//!     ttr_cli::run(registry, std::env::args_os())
//! }
//! ```
//!
//! Computer players can be added in the same way: see [`run_with`] and [`Bot`].
//!
//! Exit codes: 0 all is well; 1 the content of a file, or a verification, is at fault; 2 the command line is wrong or a
//! file can't be read or written; 130 interrupted. When the reader of its output goes away (`ttr maps | head -1`) the
//! program ends quietly, with 0.

mod args;
mod commands;
pub mod engine;
mod failure;
mod files;
mod load;
mod output;
mod play;

pub use ttr_bots::{Bot, BotEntry, Bots, PlayerRng};
pub use ttr_table::disk::{MAX_SAVE_BYTES, save_file};

use args::{Args, Colour, Command};
use clap::{ColorChoice, FromArgMatches};
use commands::{author, board, game, rules};
use output::{Out, report};
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use ttr_core::{Registry, guarded};
use ttr_source::clean;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Runs the program for what a registry knows, with the computer players that are bundled. `args` begin with the
/// program's own name, as [`std::env::args_os`] gives them.
pub fn run(registry: Registry, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_with(registry, Bots::bundled(), args)
}

/// Runs the program with computer players of one's own.
pub fn run_with(registry: Registry, bots: Bots, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let name = args::program_name(args.first());
    let colour = Colour::asked_for(&args);
    let command = args::command_of(&bots, &name).color(match colour {
        Colour::Auto => ColorChoice::Auto,
        Colour::Always => ColorChoice::Always,
        Colour::Never => ColorChoice::Never,
    });
    let parse = |args: &[OsString]| {
        command.clone().try_get_matches_from(args).and_then(|matches| Args::from_arg_matches(&matches))
    };
    let args = match parse(&args) {
        Ok(args) => args,
        Err(fault) => {
            // It repeats words of the command line: those that it was given, as they can be shown.
            let shown: Vec<OsString> =
                args.iter().map(|arg| clean(&arg.to_string_lossy()).into_owned().into()).collect();
            match parse(&shown) {
                // Help and versions come this way too. A reader that has gone away is no fault.
                Err(shown) if shown.kind() == fault.kind() => drop(shown.print()),
                _ => report::tell(fault.to_string()),
            }
            return ExitCode::from(u8::try_from(fault.exit_code()).unwrap_or(2));
        }
    };
    // A second program in the same process keeps the first one's handler, which does the same.
    let _ = ctrlc::set_handler(|| {
        play::interrupted();
        std::process::exit(INTERRUPTED)
    });
    let mut out = Out::stdout(args.color, &name);
    let colour_of_errors = args.color.on(&io::stderr());
    let program = Program { name: &name, registry: &registry, bots: &bots, colour_of_errors };
    let done = guarded(|| match args.command {
        Command::Play(options) => play::run(&program, &options, &mut out),
        Command::Rules(options) => rules::page::run(&program, &options, &mut out),
        Command::Render(options) => board::render::run(&program, &options, &mut out),
        Command::Maps(options) => board::maps::run(&program, &options, &mut out),
        Command::Modules(options) => author::modules::run(&program, &options, &mut out),
        Command::Schema(options) => author::schema::run(&program, &options, &mut out),
        Command::Simulate(options) => game::simulate::run(&program, &options, &mut out),
        Command::Replay(options) => game::replay::run(&program, &options, &mut out),
        Command::Engine(options) => engine::run(&program, &options),
        Command::Score(options) => game::score::run(&program, &options, &mut out),
        Command::Test(options) => author::test::run(&program, &options, &mut out),
        Command::Check(options) => board::check::run(&program, &options, &mut out),
        Command::Explain(options) => rules::explain::run(&program, &options, &mut out),
        Command::New(options) => author::new::run(&program, &options, &mut out),
        Command::Info(options) => board::info::run(&program, &options, &mut out),
        Command::Fix(options) => board::fix::run(&program, &options, &mut out),
        Command::Fmt(options) => board::fmt::run(&program, &options, &mut out),
        Command::Import(options) => board::import::run(&program, &options, &mut out),
        Command::Export(options) => board::export::run(&program, &options, &mut out),
        Command::Completions(options) => author::completions::run(&options, command, &name, &mut out),
    });
    let done = done.unwrap_or_else(|panicked| Err(failure::Failure::panicked(&panicked)));
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // What was found before belongs before it. If that can't be written, the failure still can.
            let _ = out.flush();
            report::failure(&failure, &program);
            ExitCode::from(failure.exit_code())
        }
    }
}

/// What every command works with.
pub(crate) struct Program<'a> {
    /// What it was called by.
    pub name: &'a str,
    /// Modules, rule sets and maps.
    pub registry: &'a Registry,
    /// Computer players.
    pub bots: &'a Bots,
    /// Whether messages on standard error are in colour.
    pub colour_of_errors: bool,
}
