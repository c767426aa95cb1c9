//! The codes of what is wrong with tables. What a map file could have too goes by the code that it has there, such as
//! `map::unknown-city`.

use ttr_core::Registry;
use ttr_core::record::SCORE_CODES;
use ttr_source::CodeInfo;
use ttr_testkit::scenario::SCENARIO_CODES;

/// A code with its text.
macro_rules! code {
    ($name:literal $summary:literal) => {
        CodeInfo::error(concat!("table::", $name), $summary, include_str!(concat!("explain/", $name, ".md")))
    };
}

/// Every code of tables. The examples of their texts are whole tables: the words behind the three backticks name which.
pub const TABLE_CODES: &[CodeInfo] = &[
    code!("empty" "a table has nothing in it"),
    code!("same-column" "two columns of a table have the same name"),
    code!("no-column" "a column that must be there is not"),
    code!("beyond-columns" "a row has more cells than there are columns"),
    code!("same-city" "two rows of a table have the same city"),
    code!("bad-cell" "a cell does not hold what its column is for"),
    code!("bad-group" "the routes of a group differ in their cities or their length"),
];

/// All codes that the program knows: those of the registry, of tables, of score files, and of tests.
pub(crate) fn all(registry: &Registry) -> impl Iterator<Item = &CodeInfo> {
    registry.codes().chain(TABLE_CODES).chain(SCORE_CODES).chain(SCENARIO_CODES)
}
