//! Partners: two players a side. What they build is one network, what they score is one score; pieces, hands and turns are each
//! player's own. Who is left over when the number is odd is a side alone.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::page::listed;
use ttr_core::{Chapter, CodeInfo, Diagnostic, Installer, Manifest, Page, Phase, Place, RuleModule, SideId};

/// Where partners sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seats {
    /// Across: every side has a turn before a partner has one.
    Across,
    /// Beside each other: partners play in succession.
    Beside,
}

/// Parameters of partners.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Partners {
    /// Where partners sit: `"across"` or `"beside"`.
    pub seats: Seats,
    /// What the sides are called; one without a name goes by those of its players.
    pub names: Vec<String>,
}

impl Default for Partners {
    fn default() -> Self {
        Self { seats: Seats::Across, names: ["North", "East", "South"].map(str::to_owned).to_vec() }
    }
}

impl RuleModule for Partners {
    fn manifest() -> Manifest {
        Manifest::new("partners", "two players a side, who build and score together").code(CodeInfo::error(
            "partners::one-side",
            "all players would be on one side",
            include_str!("explain/one-side.md"),
        ))
    }

    fn install(self, b: &mut Installer<'_>) {
        let (players, sides) = (b.players(), b.players().div_ceil(2));
        if sides < 2 {
            let found = format!("{players} players are one side: there is nobody to play against");
            let found = Diagnostic::error("partners::one-side", found).help("partners need 3 players or more");
            return b.report_at(Place::Module, found);
        }
        let side = |seat: usize| match self.seats {
            Seats::Across => SideId::at(seat % sides),
            Seats::Beside => SideId::at(seat / 2),
        };
        b.sides(&(0..players).map(side).collect::<Vec<_>>());
        b.name_sides(&self.names);
        b.tell(move |page| self.tell(page));
    }
}

impl Partners {
    /// What players read before the first turn.
    fn tell(&self, page: &mut Page<'_>) {
        let rules = page.rules();
        let seats = |side: SideId| {
            let seats = listed(rules.members(side).iter().map(|who| (who.index() + 1).to_string()));
            match self.names.get(side.index()) {
                Some(name) => format!("seats {seats} ({name})"),
                None => format!("seats {seats}"),
            }
        };
        let text = format!(
            "Two players are partners: {}. Each has their own pieces, hand and turns.",
            listed(rules.side_ids().map(seats))
        );
        page.say(Chapter::Setup, Phase::Seats, "partners", text).on(&["seats", "names"]);
        let text = "Partners score together, and the routes of both are one network: for their tickets, for paths, and for who may \
                    hold a double route.";
        page.say(Chapter::Scoring, Phase::Board, "together", text);
    }
}
