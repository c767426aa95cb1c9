//! The `ttr` program, with everything that is bundled.

use std::process::ExitCode;

fn main() -> ExitCode {
    ttr_cli::run(ttr_variants::registry(), std::env::args_os())
}
