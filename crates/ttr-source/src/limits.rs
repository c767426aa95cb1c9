//! The limits of files, and of what they may hold. Each is checked where a file is read, with a diagnostic of its own, so that
//! nothing behind that point has to.

/// Most bytes of a map, rule set or score file.
pub const MAX_FILE_BYTES: usize = 8 * 1024 * 1024;
/// Deepest nesting of such a file.
pub const MAX_NESTING: usize = 32;
/// Most players at a table.
pub const MAX_PLAYERS: usize = 8;
/// Most cities of a board.
pub const MAX_CITIES: usize = 32_000;
/// Most routes (tracks) of a board.
pub const MAX_ROUTES: usize = 32_000;
/// Most spaces of a route.
pub const MAX_ROUTE_LENGTH: usize = 100;
/// Most tickets of a board.
pub const MAX_TICKETS: usize = 32_000;
/// Most points, gained or lost, of anything that a file gives points for.
pub const MAX_POINTS: i32 = 10_000;
