//! The program `ttr` with the mountain passes: check, play, simulate, score and all the rest know them.

use std::process::ExitCode;

fn main() -> ExitCode {
    ttr_cli::run(mountain_passes::registry(), std::env::args_os())
}
