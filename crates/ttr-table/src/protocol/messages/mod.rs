//! The messages of the protocol: what is asked, and what is answered. Their doc comments are the reference.

mod answers;
mod board;
mod requests;

pub use answers::{
    Answer, Begin, BoardOf, Bye, Ended, EventsOf, Hello, LegalOf, LegalPage, Listed, LongestPath, Over, ProofInfo,
    Saved, ScoreLine, ScoreOf, ScoredRoute, ScoredTicket, Sheet, SideInfo, StandsOn, StateOf, Status, Turn,
};
pub use board::{ArgumentKind, BoardInfo, CardInfo, CityInfo, OpInfo, PieceInfo, RouteInfo, TicketInfo};
pub use requests::{Act, Events, Legal, Load, Named, New, Nothing, OfGame, Players, Request, Seen, Undo};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;
/// How many actions or events a page has where nobody says so.
pub const USUAL_PAGE: usize = 100;
/// Most actions or events of a page.
pub const MOST_ON_A_PAGE: usize = 10_000;
