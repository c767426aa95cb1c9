//! Places for cards and tickets: whose they are, and who may look into them. Visibility is declared with the zone, and nowhere else.

use crate::event::Sight;
use crate::ids::{PlayerId, SideId, ZoneId};
use crate::limits::MAX_PLAYERS;

/// What lies in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// Cards, without an order.
    Cards,
    /// Tickets; some may lie in a known order behind the others.
    Tickets,
}

/// Who may look into a zone: declared with the zone, and the only place where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vis {
    /// Everybody.
    Public,
    /// Whose it is: its player, or all players of its side.
    Owner,
    /// All players of the side that it belongs to, or its player does.
    Side,
    /// Nobody.
    Nobody,
}

/// Whose a zone is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A player's.
    Player(PlayerId),
    /// That of all players of a side.
    Side(SideId),
}

/// A place where cards or tickets lie.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name; for one of a set, that of the set.
    pub name: String,
    /// Whose it is; nobody's, if it lies on the table.
    pub owner: Option<Owner>,
    /// What lies there.
    pub holds: Holds,
    /// Who may look into it.
    pub sight: Sight,
    /// Drawn from by chance: what lies in it without an order is nobody's knowledge.
    pub shuffled: bool,
    pub(crate) stream: u16,
}

/// A set of zones, one for each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneSet(pub ZoneId);

impl ZoneSet {
    /// The zone of this player.
    #[inline]
    pub fn of(self, who: PlayerId) -> ZoneId {
        ZoneId(self.0.0 + u16::from(who.0))
    }
}

impl From<ZoneSet> for ZoneId {
    fn from(zones: ZoneSet) -> Self {
        zones.0
    }
}

/// A set of zones, one for each side: all its players have it in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideZones(pub ZoneId);

impl SideZones {
    /// The zone of this side; [`crate::Rules::of_player`] gives that of a player.
    #[inline]
    pub fn of(self, side: SideId) -> ZoneId {
        ZoneId(self.0.0 + u16::from(side.0))
    }
}

impl From<SideZones> for ZoneId {
    fn from(zones: SideZones) -> Self {
        zones.0
    }
}

/// Where a zone is kept in a position, and what has to be known when something moves: settled once, when the rules are compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// Which zone it is.
    pub zone: ZoneId,
    /// The bag of its cards.
    pub bag: u16,
    /// Where its set of tickets is kept; [`Spot::NOWHERE`] for a zone in which none can lie.
    pub lying: u16,
    /// Who may look into it, a bit each; all bits for everybody, onlookers too.
    pub seen_by: u16,
    /// Whether the bag behind its own is in use: it holds what everybody knows to lie here.
    pub known: bool,
    /// The rules for the end of a turn that look at it, a bit each.
    pub wakes: u32,
    /// The player for whose turns they are woken, or [`Spot::ALL`].
    pub whose: u8,
}

impl Spot {
    pub const NOWHERE: u16 = u16::MAX;
    /// No player alone: the number behind those of all players.
    pub const ALL: u8 = MAX_PLAYERS as u8;

    /// Whether all may look into it.
    #[inline]
    pub fn is_public(&self) -> bool {
        self.seen_by == u16::MAX
    }

    /// Whether whoever may look into this one may look into the other too.
    #[inline]
    pub fn is_seen_within(&self, other: &Self) -> bool {
        self.seen_by & !other.seen_by == 0
    }
}
