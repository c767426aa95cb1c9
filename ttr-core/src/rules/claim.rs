//! Claims: to whom a route is open, on what terms, and who hears of it.

use crate::cost::Cost;
use crate::cx::Cx;
use crate::ids::{DeckId, Kind, ModuleId, PieceId, PlayerId, PlayerSet, RouteId, ZoneId};
use crate::look::Look;
use crate::message::Note;

pub(crate) type ClaimFn = Box<dyn Fn(&mut Cx<'_>, &Claim) + Send + Sync>;
pub(crate) type ReleaseFn = Box<dyn Fn(&mut Cx<'_>, RouteId, PlayerSet) + Send + Sync>;
pub(crate) type TurnedFn = Box<dyn Fn(&mut Cx<'_>, &Turned) + Send + Sync>;
pub(crate) type EligibleFn = Box<dyn Fn(Look<'_>, PlayerId, RouteId) -> bool + Send + Sync>;
pub(crate) type ClosedFn = Box<dyn Fn(Look<'_>, RouteId) -> PlayerSet + Send + Sync>;
pub(crate) type RefusalFn = Box<dyn Fn(Look<'_>, PlayerId, RouteId) -> Note + Send + Sync>;
pub(crate) type PersonalFn = Box<dyn Fn(Look<'_>, PlayerId, RouteId, &mut Terms) -> bool + Send + Sync>;

/// A claim on its way, as rules hear of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Who claims.
    pub who: PlayerId,
    /// Which route.
    pub route: RouteId,
    /// Without payment: by [`crate::Payment::Free`], or as a route of a score file, where it is not declared either. What score files
    /// say of a player in fields of their own, a rule does not do again for such a claim.
    pub free: bool,
}

/// A card that left a draw pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turned {
    /// The deck whose pile it was.
    pub deck: DeckId,
    /// Which kind.
    pub kind: Kind,
    /// Where it lies now.
    pub to: ZoneId,
}

/// When the answer of an eligibility rule can change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depends {
    /// With what lies on the routes of the same group: kept up as routes are claimed and released.
    OnGroup,
    /// With anything: asked anew each time.
    OnAnything,
}

/// What closes a route once something lies there, for [`crate::Installer::closes_when`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// The route itself.
    Route,
    /// Another route of its group.
    Group,
}

/// To whom it is closed then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClosedTo {
    /// To everybody.
    All,
    /// To those who hold what lies there, and to their partners.
    Holders,
}

/// A route is closed by what lies on it, or beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closes {
    /// Where something lies.
    pub once: Taken,
    /// To whom it is closed.
    pub to: ClosedTo,
}

impl Closes {
    /// Whether what lies on `other` can close `route`: another route of its group, or the route itself.
    pub fn is_by(self, route: RouteId, other: RouteId) -> bool {
        (self.once == Taken::Route) == (route == other)
    }

    /// The players to whom it closes a route now.
    fn players(self, look: Look<'_>, route: RouteId) -> PlayerSet {
        let beside = look.board().group_of(&route).iter().filter(|other| self.is_by(route, **other));
        let closed_by = |other: &RouteId| match self.to {
            ClosedTo::All if look.is_free(*other) => PlayerSet::NONE,
            ClosedTo::All => look.rules.everybody(),
            ClosedTo::Holders => look.rules.with_partners(look.held(*other)),
        };
        beside.fold(PlayerSet::NONE, |closed, other| closed.or(closed_by(other)))
    }
}

/// Where a position keeps whether a route is open to a player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RouteSlot {
    /// Its word and bit in a set of routes.
    pub word: u16,
    pub bit: u8,
    /// The cell of the price list in which the route is counted; [`RouteSlot::NOWHERE`] for one that nobody can have.
    pub cell: u32,
}

impl RouteSlot {
    /// Beyond all cells of all players.
    pub const NOWHERE: u32 = u32::MAX / 2;
}

/// One route that a claim closes: the claimed one, or another of its group. Found out when the rules are compiled, of what modules say
/// with [`crate::Installer::closes_when`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closing {
    pub slot: RouteSlot,
    /// To everybody, or to those who claim and their partners.
    pub to_all: bool,
}

/// The players whom a rule keeps from a route.
pub(crate) enum Refuses {
    /// Those to whom it is closed by what lies there.
    When(Closes),
    /// Each player of whom this says so.
    Player(EligibleFn),
    /// All players in the set that this gives.
    Players(ClosedFn),
}

pub(crate) struct Eligibility {
    pub module: ModuleId,
    pub depends: Depends,
    pub refuses: Refuses,
    pub why: RefusalFn,
}

impl Eligibility {
    /// Whether it keeps this player from this route.
    #[inline]
    pub fn refuses(&self, look: Look<'_>, who: PlayerId, route: RouteId) -> bool {
        match &self.refuses {
            Refuses::When(closes) => closes.players(look, route).has(who),
            Refuses::Player(refuses) => refuses(look, who, route),
            Refuses::Players(refused) => refused(look, route).has(who),
        }
    }

    /// The players whom it keeps from this route.
    #[inline]
    pub fn refused(&self, look: Look<'_>, route: RouteId) -> PlayerSet {
        match &self.refuses {
            Refuses::When(closes) => closes.players(look, route),
            Refuses::Player(refuses) => look.rules.player_ids().filter(|who| refuses(look, *who, route)).collect(),
            Refuses::Players(refused) => refused(look, route),
        }
    }
}

/// What claiming a route takes, and what becomes of it. Folded into a table when the rules are compiled.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Terms {
    /// The cards.
    pub cost: Cost,
    /// The kind of piece that is placed.
    pub piece: PieceId,
    /// How many pieces are placed.
    pub pieces: u8,
    /// How many more pieces of that kind are put aside.
    pub aside: u8,
    /// Everybody may use the route afterwards, and nobody holds it; the pieces come from the shared stock.
    pub public: bool,
    /// Nobody can claim it.
    pub closed: bool,
}

/// The terms of a route, with the solver for its cost and, at hand, what a listing looks at for every route.
#[derive(Clone, Copy)]
pub(crate) struct RouteTerms {
    pub terms: u16,
    pub payer: u16,
    pub piece: PieceId,
    /// Pieces placed and put aside.
    pub pieces: u16,
    pub public: bool,
    pub closed: bool,
}

/// Which pieces a claim places, and where from.
pub(crate) struct Placing {
    pub piece: PieceId,
    pub pieces: u8,
    pub aside: u8,
    pub public: bool,
}

impl From<&Terms> for Placing {
    fn from(terms: &Terms) -> Self {
        Self { piece: terms.piece, pieces: terms.pieces, aside: terms.aside, public: terms.public }
    }
}
