//! The named phases, listed once. Rules of one seam run by phase, and within a phase by module id; two rules of the same
//! phase must not depend on each other's order.

/// When, within its seam, a rule runs. The order of the variants is the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Phase {
    /// Setup: seats, sides and the first player.
    Seats,
    /// Setup: hands are dealt.
    Hands,
    /// Setup: what lies open for all.
    Table,
    /// Setup: goals are dealt and chosen.
    Goals,
    /// Setup: choices that come once the goals are known.
    AfterGoals,
    /// Setup: everything else before the first turn.
    Ready,
    /// A turn begins.
    TurnStart,
    /// The turn's action.
    Main,
    /// Terms of a claim: what the map's data says.
    Base,
    /// Terms of a claim: what a property of the route adds.
    Extra,
    /// Terms of a claim: reductions and permissions of a player.
    Personal,
    /// A claim is declared and its cards are laid: what is turned up or asked before it stands.
    Reveal,
    /// A claim is committed: owner and pieces are on the board.
    Commit,
    /// A claim stands, its cards not yet put away: what it brings.
    Gain,
    /// End of a turn: what it brings, such as sets that score, and all that gives cards back.
    Sets,
    /// End of a turn: what is put in order, once all cards are back.
    Upkeep,
    /// End of a turn, after all else: whether the game ends.
    EndCheck,
    /// Scoring: what stands on the board and what was banked.
    Board,
    /// Scoring: goals.
    Tickets,
    /// Scoring: what depends on goals.
    AfterTickets,
    /// Scoring: pieces left.
    PiecesLeft,
    /// Scoring: awards by comparison.
    Awards,
    /// Who wins among equals.
    Ties,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Self; 23] = [
        Self::Seats,
        Self::Hands,
        Self::Table,
        Self::Goals,
        Self::AfterGoals,
        Self::Ready,
        Self::TurnStart,
        Self::Main,
        Self::Base,
        Self::Extra,
        Self::Personal,
        Self::Reveal,
        Self::Commit,
        Self::Gain,
        Self::Sets,
        Self::Upkeep,
        Self::EndCheck,
        Self::Board,
        Self::Tickets,
        Self::AfterTickets,
        Self::PiecesLeft,
        Self::Awards,
        Self::Ties,
    ];

    /// The name in listings and traces.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::Hands => "hands",
            Self::Table => "table",
            Self::Goals => "goals",
            Self::AfterGoals => "after-goals",
            Self::Ready => "ready",
            Self::TurnStart => "turn-start",
            Self::Main => "main",
            Self::Base => "base",
            Self::Extra => "extra",
            Self::Personal => "personal",
            Self::Reveal => "reveal",
            Self::Commit => "commit",
            Self::Gain => "gain",
            Self::Sets => "sets",
            Self::Upkeep => "upkeep",
            Self::EndCheck => "end-check",
            Self::Board => "board",
            Self::Tickets => "tickets",
            Self::AfterTickets => "after-tickets",
            Self::PiecesLeft => "pieces-left",
            Self::Awards => "awards",
            Self::Ties => "ties",
        }
    }
}
