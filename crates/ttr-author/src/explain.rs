//! What a code means.

use crate::{Fault, TABLE_CODES};
use ttr_core::Registry;
use ttr_files::score::SCORE_CODES;
use ttr_source::{CodeInfo, nearest, shown};
use ttr_testkit::scenario::SCENARIO_CODES;

/// Every code of what the program refuses or warns of that is no finding about a file: pictures, and boards that are too large.
pub const PROGRAM_CODES: &[CodeInfo] = &[
    CodeInfo::error(
        "picture::too-large",
        "a board is too large to be drawn",
        include_str!("explain/picture-too-large.md"),
    ),
    CodeInfo::warning(
        "picture::missing-letters",
        "the font of pictures has no letter for something",
        include_str!("explain/picture-missing-letters.md"),
    ),
    CodeInfo::error(
        "kit::too-large",
        "a board is too large for games in which every property is looked at",
        include_str!("explain/kit-too-large.md"),
    ),
];

/// All codes that there are: those of the registry, of tables, of pictures, of score files, and of tests.
pub fn codes(registry: &Registry) -> impl Iterator<Item = &CodeInfo> {
    registry.codes().chain(TABLE_CODES).chain(PROGRAM_CODES).chain(SCORE_CODES).chain(SCENARIO_CODES)
}

/// The code that is asked for, as it stands in a message or without its brackets: `map::unknown-city`.
///
/// # Errors
/// If there is no such code; with the one that was meant.
pub fn find<'r>(registry: &'r Registry, asked: &str) -> Result<&'r CodeInfo, Fault> {
    // As it stands in a message: `error[map::unknown-city]`.
    let code = asked.rsplit_once('[').map_or(asked, |(_, code)| code).trim_end_matches(']');
    if let Some(info) = codes(registry).find(|info| info.code == code) {
        return Ok(info);
    }
    let all: Vec<&str> = codes(registry).map(|info| info.code).collect();
    let near = nearest(code, all.iter().copied());
    // Often only the last part is remembered.
    let ends = || all.iter().copied().find(|known| known.rsplit_once("::").is_some_and(|(_, n)| n == code));
    let near = near.or_else(ends).map_or_else(String::new, |near| format!("did you mean `{near}`? "));
    let fault = Fault::wish(format!("there is no code {}", shown(code)));
    Err(fault.help(format!("{near}`ttr explain` lists them all")))
}
