//! What can be seen of the table: what is possible, what lies where, whose turn it is, views and scores.

use super::{TICKETS, Table, player, seat};
use serde_json::{Value as Json, json};
use ttr_core::{Action, ActionSpace, ArgKind, CardBag, Event, PieceId, ScoreSheet, TicketId, ZoneId};
use ttr_files::{OwnedView, names};

impl Table {
    // ---- what is possible

    /// Who has to decide.
    pub fn to_act(&self) -> Vec<usize> {
        self.rules().to_act(self.state()).iter().map(seat).collect()
    }

    /// All legal actions of a player in words: operation by operation, as they are listed; routes and cities stand in map order,
    /// whatever they cost.
    pub fn legal(&self, seat: usize) -> Vec<String> {
        let mut space = ActionSpace::new(self.rules());
        self.rules().legal(self.state(), player(seat), &mut space);
        let mut all: Vec<Action> = space.iter().collect();
        let on_map = |action: &Action| match self.rules().op(action.op).args.first() {
            Some((_, ArgKind::Route | ArgKind::City)) => action.args[0],
            _ => 0,
        };
        for of_one in all.chunk_by_mut(|a, b| a.op == b.op) {
            of_one.sort_by_key(on_map);
        }
        all.iter().map(|a| self.rules().action_text(self.state(), player(seat), a)).collect()
    }

    /// The operations of a player's legal actions, each once, in order.
    pub fn ops(&self, seat: usize) -> Vec<String> {
        let mut space = ActionSpace::new(self.rules());
        self.rules().legal(self.state(), player(seat), &mut space);
        let mut ops: Vec<String> = space.families().map(|(op, ..)| self.rules().op(op).name.clone()).collect();
        ops.dedup();
        ops
    }

    /// The legal claims of a player.
    pub fn claims(&self, seat: usize) -> Vec<String> {
        self.legal(seat).into_iter().filter(|a| a.starts_with("claims ")).collect()
    }

    // ---- what lies where

    /// A zone by its name and owner.
    pub fn zone(&self, name: &str, owner: Option<usize>) -> ZoneId {
        let zone = self.rules().zone_named(name, owner.map(player));
        zone.unwrap_or_else(|| panic!("no zone is named {name:?}"))
    }

    pub(super) fn cards_in(&self, zone: &str, owner: Option<usize>) -> String {
        let bag: CardBag = self.look().bag(self.zone(zone, owner));
        self.rules().cards_text(&bag)
    }

    /// The cards in a player's hand: `2 red, 1 wild`.
    pub fn hand(&self, seat: usize) -> String {
        self.cards_in("hand", Some(seat))
    }

    /// How many cards a player has.
    pub fn hand_size(&self, seat: usize) -> usize {
        self.look().count(self.zone("hand", Some(seat)))
    }

    /// The cards in the row.
    pub fn row(&self) -> String {
        self.cards_in("row", None)
    }

    /// The cards in the pile.
    pub fn pile(&self) -> String {
        self.pile_of(&self.first_deck())
    }

    /// The cards in the pile of this deck.
    pub fn pile_of(&self, deck: &str) -> String {
        self.cards_in(&format!("{deck} deck"), None)
    }

    /// How many cards are in the pile.
    pub fn pile_size(&self) -> usize {
        self.look().count(self.zone(&self.first_pile(), None))
    }

    /// The cards in the discards.
    pub fn discards(&self) -> String {
        self.discards_of(&self.first_deck())
    }

    /// The cards in the discards of this deck.
    pub fn discards_of(&self, deck: &str) -> String {
        self.cards_in(&format!("{deck} discards"), None)
    }

    /// The pieces in a player's stock.
    pub fn stock(&self, seat: usize) -> i32 {
        self.look().stock(player(seat), PieceId(0))
    }

    /// The routes that a player holds, by name.
    pub fn routes_of(&self, seat: usize) -> Vec<String> {
        let side = self.rules().side_of(player(seat));
        self.look().routes_of(side).map(|r| self.rules().board().route_name(r)).collect()
    }

    pub(super) fn ticket_names(&self, zone: &str, owner: Option<usize>) -> Vec<String> {
        let name = |t: &TicketId| self.rules().board().ticket_name(*t);
        self.look().tickets(self.zone(zone, owner)).iter().map(name).collect()
    }

    /// The tickets that a player has kept.
    pub fn tickets(&self, seat: usize) -> Vec<String> {
        self.ticket_names("tickets", Some(seat))
    }

    /// The tickets dealt to a player who has not chosen yet, in the order in which they were dealt.
    pub fn dealt(&self, seat: usize) -> Vec<String> {
        self.ticket_names("dealt tickets", Some(seat))
    }

    /// The ticket deck: those that may come in any order, by number, then those at the bottom.
    pub fn ticket_deck(&self) -> Vec<String> {
        self.ticket_names(TICKETS, None)
    }

    // ---- turns and the end

    /// Whose turn it is.
    pub fn turn_of(&self) -> usize {
        seat(self.look().turn_of())
    }

    /// How many turns each player has begun.
    pub fn turns(&self) -> Vec<u16> {
        self.rules().player_ids().map(|p| self.look().turns_of(p)).collect()
    }

    /// How many turns are left, once the last ones have begun.
    pub fn turns_left(&self) -> Option<u16> {
        self.look().turns_left()
    }

    /// Why the game is over, or nothing while it is on.
    pub fn over(&self) -> &str {
        let over = self.rules().view(self.state(), None).over();
        over.map_or("", |why| self.rules().end_reason(why))
    }

    // ---- what is seen

    /// What a player sees, or an onlooker.
    pub fn view(&self, seat: Option<usize>) -> OwnedView {
        OwnedView::of(self.rules().view(self.state(), seat.map(player)))
    }

    /// What happened since the last decision, in words, as a player sees it, or an onlooker.
    pub fn log(&self, seat: Option<usize>) -> Vec<String> {
        let text = |e: &Event| self.rules().event_text(e, seat.map(player));
        self.events.iter().map(text).collect()
    }

    /// What happened since the last decision, as JSON, as a player sees it, or an onlooker.
    pub fn events(&self, seat: Option<usize>) -> Vec<Json> {
        let json = |e: &Event| names::event_json(self.rules(), e, seat.map(player));
        self.events.iter().map(json).collect()
    }

    /// How often the row was replaced since the last decision.
    pub fn resets(&self) -> usize {
        let zones = [self.first_pile(), format!("{} discards", self.first_deck())];
        let away = |to: &Json| zones.iter().any(|zone| *to == json!({ "zone": zone }));
        let from = json!({ "zone": "row" });
        self.events(None).iter().filter(|e| e["event"] == "cards" && e["from"] == from && away(&e["to"])).count()
    }

    // ---- scores

    fn sheet_text(&self, sheet: &ScoreSheet) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for side in &sheet.sides {
            assert!(side.lines.iter().all(|l| l.exact), "an inexact line: {:?}", side.lines);
            let line = |l: &ttr_core::ScoreLine| format!("{} ({})", l.points, self.rules().text(&l.note));
            let lines: Vec<String> = side.lines.iter().map(line).collect();
            out.push(format!("{}: {} = {}", self.rules().side_name(side.side), side.total, lines.join(" + ")));
        }
        if sheet.is_final {
            let winners: Vec<String> = sheet.winners.iter().map(|s| self.rules().side_name(*s)).collect();
            let by = sheet.decided_by.as_ref().map(|by| format!(", by {by}")).unwrap_or_default();
            out.push(format!("won by {}{by}", winners.join(" & ")));
        }
        out
    }

    /// The score sheet, a line for each player and, at the end, one for who has won.
    pub fn sheet(&self) -> Vec<String> {
        self.sheet_text(&self.scored())
    }

    /// The score sheet as it would be if the game ended here.
    pub fn sheet_if_over(&self) -> Vec<String> {
        self.sheet_text(&self.rules().final_score(self.state()))
    }

    /// The score sheet as data.
    pub fn scored(&self) -> ScoreSheet {
        self.rules().score(self.state())
    }
}
