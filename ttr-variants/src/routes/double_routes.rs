//! Double routes: no player ever holds two routes of one double (G14), and with few players the first claim closes the
//! double to everyone (G15), until that route is off the board again. This module says to whom a track is closed; the engine
//! closes it when a claim of the other track is placed.

use crate::words::{Says, says};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::page::counted;
use ttr_core::{
    Chapter, ClosedTo, Closes, Installer, Manifest, Note, Page, Phase, PlayerSet, RuleModule, Taken, Value,
};

/// Parameters of double routes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct DoubleRoutes {
    /// With so many players or fewer a double route is single.
    pub single_up_to: u8,
}

impl Default for DoubleRoutes {
    fn default() -> Self {
        Self { single_up_to: 3 }
    }
}

// What it says.
const OWN_TWIN: Says = ("own-twin", "the other track of {route} is yours already");
const CLOSED: Says = ("closed", "with so few players {route} is closed: its other track is taken");

impl RuleModule for DoubleRoutes {
    fn manifest() -> Manifest {
        Manifest::new("double-routes", "nobody holds two routes of a double; with few players it is single")
            .search_terms(["parallel", "twin", "two tracks", "side by side", "two players", "three players"])
            .examples(include_str!("double_routes.toml"))
    }

    fn install(self, b: &mut Installer<'_>) {
        let single = b.players() <= usize::from(self.single_up_to);
        let own = says(b, OWN_TWIN);
        let closed = says(b, CLOSED);
        let closes = Closes { once: Taken::Group, to: if single { ClosedTo::All } else { ClosedTo::Holders } };
        b.closes_when(closes, move |look, who, route| {
            let twins = look.board().group_of(&route).iter().filter(|twin| **twin != route);
            let holders = twins.fold(PlayerSet::NONE, |holders, twin| holders.or(look.held(*twin)));
            let text = if look.rules().with_partners(holders).has(who) { own } else { closed };
            Note::new(text).with("route", Value::Route(route))
        });
        b.tell(move |page| self.tell(page));
    }
}

impl DoubleRoutes {
    fn tell(&self, page: &mut Page<'_>) {
        let doubles = page.rules().board().groups.iter().filter(|group| group.len() > 1).count();
        if doubles == 0 {
            page.say(Chapter::Routes, Phase::Extra, "double", "This board has no double routes.").fact();
            return;
        }
        let mut text = format!(
            "{} double: parallel routes, of which nobody may hold two.",
            counted(doubles, "connection is", "connections are")
        );
        match self.single_up_to {
            0 | 1 => {}
            n => {
                let closed = if page.rules().releases() { "closed while it lies there" } else { "closed to everybody" };
                let few = if n == 2 { "With 2 players".to_owned() } else { format!("With {n} players or fewer") };
                text.push_str(&format!(" {few} such a route is single: once one is claimed, the other is {closed}."));
            }
        }
        page.say(Chapter::Routes, Phase::Extra, "double", text).on(&["single-up-to"]).clauses(&["G14", "G15"]);
    }
}
