//! Attributes of the map, messages, the page of rules, pictures.

use super::{Attr, Installer};
use crate::ids::{CityId, Kind, RouteId, TicketId};
use crate::message::{MsgId, Template};
use crate::module::AttrOn;
use crate::page::Page;
use crate::picture::Picture;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;

impl Installer<'_> {
    fn attr<I, T: DeserializeOwned + Default>(&mut self, on: AttrOn, name: &str) -> Attr<I, T> {
        Attr { values: self.draft.read_attr(on, name).into(), of: PhantomData }
    }

    /// The values of an attribute of cities that this module owns.
    pub fn city_attr<T: DeserializeOwned + Default>(&mut self, name: &str) -> Attr<CityId, T> {
        self.attr(AttrOn::City, name)
    }

    /// The values of an attribute of routes that this module owns.
    pub fn route_attr<T: DeserializeOwned + Default>(&mut self, name: &str) -> Attr<RouteId, T> {
        self.attr(AttrOn::Route, name)
    }

    /// The values of an attribute of tickets that this module owns.
    pub fn ticket_attr<T: DeserializeOwned + Default>(&mut self, name: &str) -> Attr<TicketId, T> {
        self.attr(AttrOn::Ticket, name)
    }

    /// The values of an attribute of card kinds that this module owns.
    pub fn card_attr<T: DeserializeOwned + Default>(&mut self, name: &str) -> Attr<Kind, T> {
        self.attr(AttrOn::Card, name)
    }

    /// Registers a template with `{arguments}`.
    pub fn message(&mut self, name: &str, text: &str) -> MsgId {
        let name = self.full_name(name);
        let messages = &mut self.draft.rules.words.messages;
        messages.push(Template { name, text: text.to_owned() });
        MsgId((messages.len() - 1) as u16)
    }

    /// Registers what writes the module's part of the page of rules; see [`Page`].
    pub fn tell(&mut self, write: impl Fn(&mut Page<'_>) + Send + Sync + 'static) {
        self.draft.rules.words.tellers.push((self.draft.module, Box::new(write)));
    }

    /// Registers what marks the module's part of a picture of the board; see [`Picture`].
    pub fn picture(&mut self, mark: impl Fn(&mut Picture<'_>) + Send + Sync + 'static) {
        self.draft.rules.words.pictures.push((self.draft.module, Box::new(mark)));
    }
}
