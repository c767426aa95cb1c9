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
    /// Without payment.
    pub free: bool,
}

/// A card that left a draw pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turned {
    /// Whose pile.
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

/// What closes routes by what lies there, of all rules together.
#[derive(Clone, Copy, Default)]
pub(crate) struct Closing {
    route_to_all: bool,
    route_to_holders: bool,
    group_to_all: bool,
    group_to_holders: bool,
}

impl Closing {
    pub fn with(mut self, closes: Closes) -> Self {
        match (closes.once, closes.to) {
            (Taken::Route, ClosedTo::All) => self.route_to_all = true,
            (Taken::Route, ClosedTo::Holders) => self.route_to_holders = true,
            (Taken::Group, ClosedTo::All) => self.group_to_all = true,
            (Taken::Group, ClosedTo::Holders) => self.group_to_holders = true,
        }
        self
    }

    /// The players to whom a route is closed now.
    #[inline(always)]
    pub fn players(self, look: Look<'_>, route: RouteId) -> PlayerSet {
        let (mut holders, mut taken) = (PlayerSet::NONE, false);
        if self.route_to_all | self.route_to_holders {
            let lies = &look.st.routes[route.index()];
            taken = self.route_to_all && (lies.public || !lies.held.is_empty());
            holders = if self.route_to_holders { lies.held } else { holders };
        }
        if let Some(group) = look.board().route(route).group
            && self.group_to_all | self.group_to_holders
        {
            for twin in look.board().groups[group.index()].iter().filter(|twin| **twin != route) {
                let lies = &look.st.routes[twin.index()];
                taken |= self.group_to_all && (lies.public || !lies.held.is_empty());
                holders = if self.group_to_holders { holders.or(lies.held) } else { holders };
            }
        }
        if taken { look.rules.everybody() } else { look.rules.with_partners(holders) }
    }
}

/// Whom a rule keeps from a route.
pub(crate) enum Refuses {
    /// Those to whom it is closed by what lies there.
    When(Closes),
    /// This player?
    Player(EligibleFn),
    /// These players.
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
            Refuses::When(closes) => Closing::default().with(*closes).players(look, route).has(who),
            Refuses::Player(refuses) => refuses(look, who, route),
            Refuses::Players(refused) => refused(look, route).has(who),
        }
    }

    /// The players whom it keeps from this route.
    #[inline]
    pub fn refused(&self, look: Look<'_>, route: RouteId) -> PlayerSet {
        match &self.refuses {
            Refuses::When(closes) => Closing::default().with(*closes).players(look, route),
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
