//! Registers: public numbers that modules keep with the state, by scope and type.

use crate::ids::{CityId, Kind, ModuleId, PlayerId, RouteId, SideId, TicketId};
use crate::rules::Rules;
use std::marker::PhantomData;
use wide::i32x4;

/// What a register has one value for.
pub trait Scope: Copy + 'static {
    /// Which of the values.
    type At: Copy;
    /// The name in listings.
    const NAME: &'static str;
    /// Where the value is.
    fn index(at: Self::At) -> usize;
    /// How many values there are. There is room for as many sides as players.
    fn len(sizes: &Sizes) -> usize;
}

/// The numbers on which the size of a register depends.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Players.
    pub players: usize,
    /// Cities.
    pub cities: usize,
    /// Routes.
    pub routes: usize,
    /// Card kinds.
    pub kinds: usize,
    /// Tickets.
    pub tickets: usize,
}

macro_rules! scope {
    ($(#[$doc:meta])* $name:ident, $label:literal, $at:ty, |$i:ident| $index:expr, |$s:ident| $len:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Scope for $name {
            type At = $at;
            const NAME: &'static str = $label;
            #[inline]
            fn index($i: $at) -> usize {
                $index
            }
            fn len($s: &Sizes) -> usize {
                $len
            }
        }
    };
}

scope!(
    /// One value.
    Global, "global", (), |_at| 0, |_s| 1
);
scope!(
    /// One value per player.
    PerPlayer, "player", PlayerId, |at| at.index(), |s| s.players
);
scope!(
    /// One value per side.
    PerSide, "side", SideId, |at| at.index(), |s| s.players
);
scope!(
    /// One value per city.
    PerCity, "city", CityId, |at| at.index(), |s| s.cities
);
scope!(
    /// One value per route.
    PerRoute, "route", RouteId, |at| at.index(), |s| s.routes
);
scope!(
    /// One value per card kind.
    PerKind, "kind", Kind, |at| at.index(), |s| s.kinds
);
scope!(
    /// One value per ticket.
    PerTicket, "ticket", TicketId, |at| at.index(), |s| s.tickets
);

/// A type that a register can hold.
pub trait RegValue: Copy {
    /// From the stored number.
    fn load(raw: i32) -> Self;
    /// To the stored number.
    fn store(self) -> i32;
}

impl RegValue for i32 {
    #[inline]
    fn load(raw: i32) -> Self {
        raw
    }
    #[inline]
    fn store(self) -> i32 {
        self
    }
}

impl RegValue for bool {
    #[inline]
    fn load(raw: i32) -> Self {
        raw != 0
    }
    #[inline]
    fn store(self) -> i32 {
        i32::from(self)
    }
}

macro_rules! optional_id {
    ($($id:ident),*) => {$(
        impl RegValue for Option<$id> {
            #[inline]
            fn load(raw: i32) -> Self {
                (raw > 0).then(|| $id::at(raw as usize - 1))
            }
            #[inline]
            fn store(self) -> i32 {
                self.map_or(0, |id| id.index() as i32 + 1)
            }
        }
    )*};
}
optional_id!(PlayerId, SideId, CityId, RouteId, Kind, TicketId);

/// A typed handle to a register, given out when a module is installed.
pub struct Reg<S, T> {
    pub(crate) base: u32,
    pub(crate) number: u16,
    of: PhantomData<fn() -> (S, T)>,
}

impl<S, T> Clone for Reg<S, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S, T> Copy for Reg<S, T> {}

impl<S, T> std::fmt::Debug for Reg<S, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Reg({})", self.number)
    }
}

impl<S: Scope, T: RegValue> Reg<S, T> {
    pub(crate) fn new(base: usize, number: usize) -> Self {
        Self { base: base as u32, number: number as u16, of: PhantomData }
    }

    #[inline]
    pub(crate) fn slot(self, at: S::At) -> usize {
        self.base as usize + S::index(at)
    }
}

/// Which of up to 64 values are not set, a bit each.
#[inline]
pub(crate) fn unset_bits(values: &[i32]) -> u64 {
    bits_of(values, 0)
}

/// Which of up to 64 values are this one, a bit each.
#[inline]
pub(crate) fn bits_of(values: &[i32], this: i32) -> u64 {
    let (quads, rest) = values.as_chunks::<4>();
    let same = |quad: &[i32; 4]| i32x4::new(*quad).simd_eq(i32x4::splat(this)).to_bitmask();
    let bits = (0..).step_by(4).zip(quads).fold(0, |bits, (at, quad)| bits | u64::from(same(quad)) << at);
    let behind = (quads.len() * 4..).zip(rest);
    behind.fold(bits, |bits, (at, value)| bits | u64::from(*value == this) << at)
}

/// A register as listings know it.
#[derive(Clone, Debug)]
pub struct RegSpec {
    /// `module/name`.
    pub name: String,
    /// The module that owns it.
    pub module: ModuleId,
    /// What it has one value for.
    pub scope: &'static str,
    pub(crate) base: usize,
    pub(crate) len: usize,
}

impl RegSpec {
    /// What the `i`-th value is of, in words.
    pub fn label(&self, rules: &Rules, i: usize) -> String {
        let board = rules.board();
        match self.scope {
            "player" => rules.seat_name(PlayerId::at(i)),
            "side" => rules.side_name(SideId::at(i)),
            "city" => board.cities[i].name.clone(),
            "route" => board.route_name(RouteId::at(i)),
            "kind" => rules.kind(Kind::at(i)).name.clone(),
            "ticket" => match board.tickets[i].copy {
                1 => board.ticket_name(TicketId::at(i)),
                copy => format!("{} (copy {copy})", board.ticket_name(TicketId::at(i))),
            },
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_tell_which_values_are_not_set() {
        for len in 0..=64 {
            for step in 1..=7 {
                let values: Vec<i32> = (0..len).map(|at| i32::from(at % step == 0) * (at + 1)).collect();
                let one_by_one = |at: &i32| (values[*at as usize] == 0) as u64;
                let expected = (0..len).map(|at| one_by_one(&at) << at).sum::<u64>();
                assert_eq!(unset_bits(&values), expected, "{values:?}");
            }
        }
    }
}
