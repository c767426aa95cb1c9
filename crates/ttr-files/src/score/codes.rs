//! The codes of what is wrong with score files. What any file can have goes by the code that it has elsewhere, such as
//! `file::syntax`.

use ttr_source::CodeInfo;

/// A code with its text.
macro_rules! code {
    ($name:literal $summary:literal) => {
        CodeInfo::error(concat!("score::", $name), $summary, include_str!(concat!("explain/", $name, ".md")))
    };
}

/// Every code of score files. The examples of their texts are whole score files.
pub const SCORE_CODES: &[CodeInfo] = &[
    code!("not-a-score" "a map or a rule set stands where a score file is wanted").in_schema(),
    code!("unknown-key" "a key that score files do not have").in_schema(),
    code!("unknown-map" "the score file names no map, or one that is not there"),
    code!("unknown-rules" "the score file names a rule set that is not there").in_schema(),
    code!("players" "so many players can't play this map"),
    code!("bad-name" "the name of a player has spaces around it, or control characters in it").in_schema(),
    code!("same-name" "two players have the same name"),
    code!("bad-route" "a route is not written as two cities").in_schema(),
    code!("bad-ticket" "a ticket is not written as its cities"),
    code!("bad-value" "a number of a field is out of range").in_schema(),
    code!("unknown-field" "a player has something that these rules do not know"),
    code!("unknown-city" "a city that the map does not have"),
    code!("unknown-route" "no route joins two cities"),
    code!("unknown-colour" "no route between two cities has a colour"),
    code!("unknown-ticket" "no ticket names these cities"),
    code!("unknown-card" "a card that the game does not have"),
    code!("which-route" "parallel routes differ, and it is not said which one is meant"),
    code!("which-ticket" "several tickets name the same cities, and it is not said which one is meant"),
    code!("route-twice" "a route is held twice"),
    code!("ticket-twice" "a ticket is dealt twice"),
    code!("too-many-pieces" "a player has more pieces on the board than there are"),
    code!("too-many-cards" "more cards of a kind than there are"),
    code!("against-rules" "something that the rules of the game do not allow"),
];
