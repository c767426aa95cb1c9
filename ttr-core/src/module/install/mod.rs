//! Installing a module: registering a rule is subscribing to its seam.

mod claims;
mod decisions;
mod material;
mod scores;
mod there;
mod turns;
mod words;

use crate::compile::Draft;
use crate::cx::Cx;
use crate::ids::{CityId, Kind, PlayerId, RouteId, SideId, TicketId};
use crate::look::Look;
use crate::registers::Reg;
use std::marker::PhantomData;
use std::ops::Index;
use std::sync::Arc;

/// A cost that modules ask for again and again: compiled once, with the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CostId(pub(crate) u16);

/// A reason for which a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndReason(pub(crate) u8);

/// Points that outlive their cause, kept per side; a score line of their own.
#[derive(Clone, Copy, Debug)]
pub struct Bank(Reg<crate::registers::PerSide, i32>);

impl Bank {
    /// Banks points for a player's side.
    pub fn add(self, cx: &mut Cx<'_>, who: PlayerId, points: i32) {
        let side = cx.rules().side_of(who);
        cx.add(self.0, side, points);
    }

    /// What a side has banked.
    pub fn of(self, look: Look<'_>, side: SideId) -> i32 {
        look.get(self.0, side)
    }
}

/// The values of an attribute, one for each city, route, ticket or card kind.
#[derive(Clone, Debug)]
pub struct Attr<I, T> {
    values: Arc<[T]>,
    of: PhantomData<fn(I)>,
}

macro_rules! index_attr {
    ($($id:ident),*) => {$(
        impl<T> Index<$id> for Attr<$id, T> {
            type Output = T;
            #[inline]
            fn index(&self, at: $id) -> &T {
                &self.values[at.index()]
            }
        }

        impl<T> Attr<$id, T> {
            /// All of them with their values, in order.
            pub fn iter(&self) -> impl Iterator<Item = ($id, &T)> {
                self.values.iter().enumerate().map(|(i, v)| ($id::at(i), v))
            }
        }
    )*};
}
index_attr!(CityId, RouteId, TicketId, Kind);

/// What a module registers itself with.
pub struct Installer<'a> {
    pub(crate) draft: &'a mut Draft,
}
