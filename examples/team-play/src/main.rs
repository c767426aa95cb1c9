//! The program `ttr` with partners: check, play, simulate and all the rest know them.

use std::process::ExitCode;

fn main() -> ExitCode {
    ttr_cli::run(team_play::registry(), std::env::args_os())
}
