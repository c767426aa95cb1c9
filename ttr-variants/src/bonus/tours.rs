//! Tours: tickets with more than two cities and three values. All joined in the order shown: the higher value. All joined
//! otherwise: the lower. Not all joined: the penalty is subtracted (W19).
//!
//! "In the order shown" (W20): a walk over one's own routes starts at the first city, reaches each listed city in turn and
//! ends at the last, uses no route twice, and passes no other listed city on its way from one to the next.

use crate::words::{Says, says};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::limits::MAX_POINTS;
use ttr_core::{
    AttrOn, Chapter, CityId, CodeInfo, Diagnostic, Installer, Manifest, Net, Note, Outcome, Page, Phase, Place,
    RouteId, RuleModule, TicketId, Value,
};
use ttr_solve::{WALK_BUDGET, find_walk, walk_in_order};

/// Tours have no parameters: their values stand on the tickets.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tours {}

/// The values of a tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TourValues {
    /// What it brings if its cities are joined in the order shown.
    #[schemars(range(min = 0, max = MAX_POINTS))]
    pub in_order: i32,
    /// What it brings if they are joined otherwise.
    #[schemars(range(min = 0, max = MAX_POINTS))]
    pub any_order: i32,
    /// What it costs if they are not all joined.
    #[schemars(range(min = 0, max = MAX_POINTS))]
    pub penalty: i32,
}

// What it says.
const WORTH: Says = ("worth", "{in} in this order, {any} in another, {not} if not all are joined");
const IN_ORDER: Says = ("in-order", "{ticket} joined in the order shown");
const ANY_ORDER: Says = ("any-order", "{ticket} joined, but not in the order shown");

impl RuleModule for Tours {
    fn manifest() -> Manifest {
        Manifest::new("tours", "tickets of several cities, worth more when they are joined in the order shown")
            .search_terms(["multi-city ticket", "several cities", "in order", "journey", "trip"])
            .examples(include_str!("tours.toml"))
            .requires("tickets")
            .attribute::<TourValues>(
                AttrOn::Ticket,
                "tour",
                "the values of a tour, instead of `points`: { in-order = 20, any-order = 14, penalty = 20 }",
            )
            .code(CodeInfo::error("tours::points", "a tour has `points` too", include_str!("explain/tours-points.md")))
            .code(
                CodeInfo::error(
                    "tours::value",
                    "a value of a tour is out of range",
                    include_str!("explain/tours-value.md"),
                )
                .in_schema(),
            )
            .code(CodeInfo::warning(
                "tours::order",
                "a tour is worth less in the order shown than in another",
                include_str!("explain/tours-order.md"),
            ))
    }

    fn install(self, b: &mut Installer<'_>) {
        let tours = b.ticket_attr::<Option<TourValues>>("tour");
        let tickets: Vec<TicketId> = b.board().ticket_ids().collect();
        for ticket in tickets {
            let Some(values) = tours[ticket] else { continue };
            if b.board().tickets[ticket.index()].has_points {
                let found = Diagnostic::error("tours::points", "a tour has its own values: it can't have `points` too");
                b.report_at(Place::TicketPoints(ticket), found.help("take out either `points` or `tour`"));
            }
            for (key, value) in
                [("in-order", values.in_order), ("any-order", values.any_order), ("penalty", values.penalty)]
            {
                if !(0..=MAX_POINTS).contains(&value) {
                    let message = format!("`{key}` of this tour is {value}; it must be 0 to {MAX_POINTS}");
                    b.report_at(Place::TicketAttr(ticket, "tour"), Diagnostic::error("tours::value", message));
                }
            }
            if values.in_order < values.any_order {
                let message = "this tour is worth less in the order shown than in another";
                b.report_at(Place::TicketAttr(ticket, "tour"), Diagnostic::warning("tours::order", message));
            }
        }
        let worth = says(b, WORTH);
        for (ticket, values) in tours.iter() {
            if let Some(TourValues { in_order, any_order, penalty }) = *values {
                let number = |n: i32| Value::Number(n.into());
                let note = Note::new(worth).with("in", number(in_order)).with("any", number(any_order));
                b.worth(ticket, note.with("not", number(-penalty)));
            }
        }
        let in_order = says(b, IN_ORDER);
        let any_order = says(b, ANY_ORDER);
        let is_tour = {
            let tours = tours.clone();
            move |ticket: TicketId| tours[ticket].is_some()
        };
        let count = tours.iter().filter(|(_, values)| values.is_some()).count();
        b.goal(
            "tour",
            // One with `points` too is told above: it is still a tour, unless the points make an ordinary ticket of it.
            move |id, ticket| is_tour(id) && (!ticket.has_points || ticket.cities.len() > 2),
            move |net, id, ticket| {
                let values = tours[id].unwrap_or(TourValues { in_order: 0, any_order: 0, penalty: 0 });
                if ticket.cities.windows(2).any(|pair| !net.are_joined(pair[0], pair[1])) {
                    return Outcome { points: -values.penalty, completed: false, exact: true, text: None };
                }
                let walk = in_the_order_shown(net, &ticket.cities);
                let (points, text) =
                    if walk == Some(true) { (values.in_order, in_order) } else { (values.any_order, any_order) };
                Outcome { points, completed: true, exact: walk.is_some(), text: Some(text) }
            },
        );
        b.goal_walk(|net, _, ticket| walk_shown(net, &ticket.cities));
        b.tell(move |page| tell(page, count));
    }
}

fn tell(page: &mut Page<'_>, tours: usize) {
    let there =
        format!("{tours} of the tickets {} of several cities.", if tours == 1 { "is a tour" } else { "are tours" });
    page.say(Chapter::Tickets, Phase::Seats, "tours", there).fact();
    let text = "A tour has three values. With all its cities joined in the order shown it brings the higher one, joined in any other \
                way the lower one; with a city missing, the third is lost.";
    page.say(Chapter::Tickets, Phase::Goals, "tour", text).clauses(&["W19"]);
    let order = "In the order shown means that a walk over your routes goes from the first city to the last by way of each in turn, \
                 uses no route twice, and between two of them passes no other city of the tour.";
    page.say(Chapter::Tickets, Phase::Goals, "order", order).clauses(&["W20"]);
}

/// Whether a walk passes the cities in their order; nothing if the search ran out of its budget.
fn in_the_order_shown(net: &Net<'_>, cities: &[CityId]) -> Option<bool> {
    let (edges, stops) = as_numbers(net, cities);
    walk_in_order(&edges, &stops, WALK_BUDGET)
}

/// The routes of a walk that passes the cities in their order, if there is one.
fn walk_shown(net: &Net<'_>, cities: &[CityId]) -> Option<Vec<RouteId>> {
    let (edges, stops) = as_numbers(net, cities);
    let walk = find_walk(&edges, &stops, WALK_BUDGET)?;
    Some(walk.into_iter().map(|edge| net.edges()[edge]).collect())
}

/// A network and the cities of a tour as the search has them: cities that are one count as one, and a route is an edge.
fn as_numbers(net: &Net<'_>, cities: &[CityId]) -> (Vec<[u16; 2]>, Vec<u16>) {
    let board = net.board();
    let mut same = ttr_core::network::Joined::new(board.cities.len());
    for &[a, b] in net.joins() {
        same.join(a, b);
    }
    let edges = net.edges().iter().map(|r| board.route(*r).ends.map(|c| same.part(c).0)).collect();
    (edges, cities.iter().map(|c| same.part(*c).0).collect())
}
