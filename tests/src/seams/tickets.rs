//! Modules for tickets: routes of others that one may use, and tickets of another kind.

use super::payable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::event::PiecesAt;
use ttr_core::{
    ArgKind, AttrOn, CityId, Cost, Holds, Installer, Manifest, Measured, Note, Order, Outcome, PerCity, PerSide,
    PerTicket, Phase, PlayerId, Proof, Purpose, Rank, RuleModule, SideId, Value, Vis, When,
};

module! {
    /// Stations: one in a city lets a side use, for its tickets, one route of another side that ends there.
    Stations {
        /// How many each player has.
        count: u16 = 2,
        /// Points for each that is not built.
        unbuilt: i32 = 4,
    }
}

impl RuleModule for Stations {
    fn manifest() -> Manifest {
        Manifest::new("stations", "routes of others for one's tickets").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        let station = b.piece("station", self.count, false);
        let at = b.reg::<PerCity, Option<SideId>>("station of");
        let built = b.reg::<PerSide, i32>("built");
        let (coloured, wilds) = payable(b);
        let cost = Cost::cards(1).of(coloured).wilds(wilds);
        let build = b.op("build", "builds a station in {city} for {pay}", &[("city", ArgKind::City)], {
            move |cx, _, who, action| {
                let (city, side) = (CityId(action.args[0]), cx.rules().side_of(who));
                cx.pay(who, &action.pay);
                cx.move_pieces(who, station, PiecesAt::Stock, PiecesAt::City(city), 1);
                cx.set(at, city, Some(side));
                cx.add(built, side, 1);
            }
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            if look.stock(who, station) > 0 {
                for city in look.board().city_ids().filter(|c| look.get(at, *c).is_none()) {
                    out.pay(look, who, build, [city.0, 0, 0], &cost);
                }
            }
        });
        b.network(Purpose::Tickets, move |look, side, spec| {
            for city in look.board().city_ids().filter(|c| look.get(at, *c) == Some(side)) {
                let here = look.board().cities[city.index()].routes.iter().copied();
                let others: Vec<_> = look.routes_of_others(side).collect();
                spec.choose_one(city, here.filter(|r| others.contains(r)));
            }
        });
        let text = b.message("unbuilt", "{n} stations not built");
        b.score(Phase::PiecesLeft, When::AtEnd, move |scoring, side, lines| {
            let look = scoring.look();
            let left: i32 = look.rules().members(side).iter().map(|who| look.stock(who, station)).sum();
            lines.line(left * self.unbuilt, Note::new(text).with("n", Value::Number(left.into())), Proof::default());
        });
        b.measure("stations-built", true, move |scoring, side| Measured::exact(scoring.look().get(built, side).into()));
    }
}

module! {
    /// Tours: tickets of three cities and more, in a deck of their own, of which one is dealt to each. One that is shown
    /// to all is worth its bonus, but only if it is completed.
    Tours {}
}

impl RuleModule for Tours {
    fn manifest() -> Manifest {
        let manifest = Manifest::new("tours", "tickets of more than two cities").requires("tickets");
        manifest.attribute::<i32>(AttrOn::Ticket, "bonus", "points more where it is shown and completed")
    }

    fn install(self, b: &mut Installer<'_>) {
        let bonus = b.ticket_attr::<i32>("bonus");
        let pile = b.shuffled_zone("tours", Holds::Tickets);
        let own = b.zone_per_player("own tours", Holds::Tickets, Vis::Owner);
        let open = b.zone_per_player("open tours", Holds::Tickets, Vis::Public);
        b.tickets_start_in(pile, |ticket| ticket.deck.as_deref() == Some("long"));
        b.scores_tickets_in(own);
        b.scores_tickets_in(open);
        b.goal(
            "tour",
            |_, ticket| ticket.cities.len() > 2,
            |net, _, ticket| {
                let completed = ticket.cities.windows(2).all(|pair| net.are_joined(pair[0], pair[1]));
                Outcome { points: if completed { ticket.points } else { 0 }, completed, exact: true, text: None }
            },
        );
        b.setup(Phase::Goals, move |cx| {
            let players: Vec<PlayerId> = cx.look().in_order().collect();
            for who in players {
                cx.turn_ticket(pile, own.of(who), Order::Loose);
            }
        });
        let shown_in = b.reg::<PerTicket, i32>("shown in turn");
        let show = b.op("show", "shows a tour", &[], move |cx, _, who, _| {
            let tours = cx.look().tickets(own.of(who));
            cx.move_tickets(own.of(who), open.of(who), &tours, Order::Loose);
            let turn = cx.look().turns_of(who).into();
            tours.iter().for_each(|t| cx.set(shown_in, *t, turn));
        });
        b.offer(Rank::Ordinary, move |look, who, out| {
            if look.ticket_count(own.of(who)) > 0 {
                out.one(show);
            }
        });
        let text = b.message("bonus", "{ticket} was shown");
        b.score(Phase::AfterTickets, When::AtEnd, move |scoring, side, lines| {
            let shown = |t: &ttr_core::TicketId| scoring.look().get(shown_in, *t) > 0;
            for (ticket, outcome) in &scoring.outcomes(side).tickets {
                if outcome.completed && shown(ticket) && bonus[*ticket] != 0 {
                    let note = Note::new(text).with("ticket", Value::Ticket(*ticket));
                    lines.line(bonus[*ticket], note, Proof { tickets: vec![*ticket], ..Proof::default() });
                }
            }
        });
    }
}
