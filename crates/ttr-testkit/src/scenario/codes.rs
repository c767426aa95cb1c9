//! The codes of what can be wrong with scenario files. What any file can have goes by the code that it has elsewhere, such as
//! `file::syntax`; what is wrong with what players have, by those of score files.

use ttr_source::CodeInfo;

/// A code with its text.
macro_rules! code {
    ($name:literal $summary:literal) => {
        CodeInfo::error(concat!("test::", $name), $summary, include_str!(concat!("explain/", $name, ".md")))
    };
}

/// Every code of scenario files. The examples of their texts are whole files.
pub const SCENARIO_CODES: &[CodeInfo] = &[
    code!("not-a-test" "a file without tests stands where one with tests is wanted"),
    code!("unknown-key" "a key that scenario files do not have"),
    code!("bad-value" "a value has none of the forms that it can have"),
    code!("no-game" "the game can't be made of what the file names"),
    code!("bad-given" "what is given can't be"),
    code!("unknown-name" "a player, a place, a piece or a card that the game does not have"),
    code!("bad-action" "an action can't be understood"),
    code!("refused" "an action that the test asks for is refused"),
    code!("not-refused" "an action is not refused, or by another rule"),
    code!("not-so" "what the test says is not so"),
    code!("fault" "the rules fail while they carry out an action"),
];
