//! The program `ttr` with the public routes: check, play, simulate and all the rest know them.

use std::process::ExitCode;

fn main() -> ExitCode {
    ttr_cli::run(public_routes::registry(), std::env::args_os())
}
