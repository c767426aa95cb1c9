//! The limits of the engine, as named constants. Each is checked where a map or a rule set is compiled, with a
//! diagnostic of its own, so that nothing behind that point has to. Those of what files may hold are the limits of the files themselves.

pub use ttr_source::limits::{MAX_CITIES, MAX_PLAYERS, MAX_POINTS, MAX_ROUTE_LENGTH, MAX_ROUTES, MAX_TICKETS};

/// Most kinds of cards over all decks.
pub const MAX_CARD_KINDS: usize = 32;
/// Most cards of one kind.
pub const MAX_CARDS_OF_A_KIND: usize = 255;
/// Most colours of cards and routes, the gray of a route not counted.
pub const MAX_COLOURS: usize = 200;
/// Most tickets dealt to a player in one go, of which some are kept.
pub const MAX_TICKETS_DEALT: usize = 12;
/// Most decks.
pub const MAX_DECKS: usize = 16;
/// Most turns of a player, whatever the rules say: no game goes on for ever.
pub const MAX_TURNS: u16 = 10_000;
/// Most kinds of pieces.
pub const MAX_PIECE_KINDS: usize = 8;
/// Most demands of one cost.
pub const MAX_COST_PARTS: usize = 4;
/// Most pending frames.
pub const MAX_FRAMES: usize = 24;
