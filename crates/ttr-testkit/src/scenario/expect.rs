//! What must be true of a position.

use super::acts::{Meant, Play};
use super::read::Step;
use std::collections::BTreeMap;
use ttr_core::{Holds, Illegal, NoEvents, PlayerId, ScoreSheet, SeededChance, SideId, ZoneId, guarded};
use ttr_files::OwnedView;
use ttr_files::position::{Faults, things};
use ttr_source::{Diagnostic, Entry, Node, Span, Table, Value, near, shown};

/// How many of a list a message names.
const MOST_LISTED: usize = 12;

fn listed(all: &[String]) -> String {
    match all.len() {
        0 => "nothing".to_owned(),
        n if n > MOST_LISTED => format!("{}; and {} more", all[..MOST_LISTED].join("; "), n - MOST_LISTED),
        _ => all.join("; "),
    }
}

impl Play<'_> {
    /// Holds what is said against the position.
    pub fn expect(&mut self, then: &Table) {
        for entry in then {
            // What panics here is a rule: a score, a list of actions, a view.
            let said = std::mem::take(&mut self.faults.0);
            let mut faults = Faults(said);
            match guarded(|| {
                self.one(entry);
                std::mem::take(&mut self.faults.0)
            }) {
                Ok(found) => faults.0.extend(found),
                Err(panicked) => faults.add("test::fault", panicked.to_string(), entry.key_span),
            }
            self.faults = faults;
        }
    }

    fn not_so(&mut self, message: String, span: Span) {
        self.faults.add("test::not-so", message, span);
    }

    fn one(&mut self, entry: &Entry) {
        let (node, rules) = (&entry.value, self.rules);
        match entry.key.as_str() {
            "to-act" => {
                let names: Vec<String> = rules.to_act(&self.state).iter().map(|who| rules.seat_name(who)).collect();
                self.same_players(node, &names, "to decide now is");
            }
            "winners" => {
                let sheet = self.final_sheet();
                let names: Vec<String> = sheet.winners.iter().map(|side| rules.side_name(*side)).collect();
                self.same_names(node, &names, "the winners are");
            }
            "over" => self.over(node),
            "players" => self.players(node),
            "row" => self.shared("row", node, entry.key_span),
            "zones" => {
                let table = self.faults.want("zones", "a table: cards by the names of places", node, Node::as_table);
                for entry in table.into_iter().flatten() {
                    self.shared(&entry.key, &entry.value, entry.key_span);
                }
            }
            "legal" => self.legal_lists(node),
            "can" => self.steps(node, true),
            "cannot" => self.steps(node, false),
            "log" => self.log(node),
            "score" => {
                let sheet = rules.score(&self.state);
                self.scores(node, &sheet);
            }
            "final-score" => {
                let sheet = self.final_sheet();
                self.scores(node, &sheet);
            }
            "registers" => self.registers(node),
            // Told when the file was read.
            _ => {}
        }
    }

    fn final_sheet(&self) -> ScoreSheet {
        match self.state.is_over() {
            true => self.rules.score(&self.state),
            false => self.rules.final_score(&self.state),
        }
    }

    fn same_players(&mut self, node: &Node, found: &[String], what: &str) {
        let one = std::slice::from_ref(node);
        let list = node.as_list().unwrap_or(one);
        let mut expected = Vec::new();
        for node in list {
            let Some(who) = things::player(self.rules, node, &mut self.faults) else { return };
            expected.push(self.rules.seat_name(who));
        }
        self.compare_sets(expected, found, what, node.span);
    }

    fn same_names(&mut self, node: &Node, found: &[String], what: &str) {
        let one = std::slice::from_ref(node);
        let list = node.as_list().unwrap_or(one);
        let mut expected = Vec::new();
        for node in list {
            let Some(name) = self.faults.want("winners", "names in quotes", node, Node::as_str) else { return };
            expected.push(name.to_owned());
        }
        self.compare_sets(expected, found, what, node.span);
    }

    fn compare_sets(&mut self, mut expected: Vec<String>, found: &[String], what: &str, span: Span) {
        let mut sorted = found.to_vec();
        sorted.sort_unstable();
        expected.sort_unstable();
        if sorted != expected {
            let found = if found.is_empty() { "nobody".to_owned() } else { found.join(", ") };
            self.not_so(format!("{what} {found}"), span);
        }
    }

    fn over(&mut self, node: &Node) {
        let over = self.rules.view(&self.state, None).over();
        let found = match over {
            Some(why) => format!("the game is over: {} ({})", self.rules.end_text(why), self.rules.end_reason(why)),
            None => "the game is not over".to_owned(),
        };
        let holds = match &node.kind {
            Value::Bool(yes) => *yes == over.is_some(),
            Value::Str(text) => {
                over.is_some_and(|why| self.rules.end_reason(why) == text || self.rules.end_text(why) == text)
            }
            _ => return self.faults.wrong_type("over", "`true`, `false` or the reason in quotes", node),
        };
        if !holds {
            self.not_so(found, node.span);
        }
    }

    fn players(&mut self, node: &Node) {
        let Some(table) = self.faults.want("players", "a table of players by name", node, Node::as_table) else {
            return;
        };
        for entry in table {
            let who = things::player_named(self.rules, &entry.key, entry.key_span, &mut self.faults);
            let (Some(who), Some(of)) =
                (who, self.faults.want(&entry.key, "a table: what the player has", &entry.value, Node::as_table))
            else {
                continue;
            };
            for entry in of {
                self.player(who, entry);
            }
        }
    }

    fn player(&mut self, who: PlayerId, entry: &Entry) {
        let (rules, node) = (self.rules, &entry.value);
        let name = rules.seat_name(who);
        match entry.key.as_str() {
            "routes" => self.routes(who, node),
            "pieces" => {
                for entry in
                    self.faults.want("pieces", "a table: how many are left", node, Node::as_table).into_iter().flatten()
                {
                    let Some(piece) = things::piece(rules, &entry.key, entry.key_span, &mut self.faults) else {
                        continue;
                    };
                    let (left, wanted) = (rules.look(&self.state).stock(who, piece), entry.value.as_int());
                    if wanted != Some(i64::from(left)) {
                        self.not_so(format!("{name} has {left} {} left", entry.key), entry.value.span);
                    }
                }
            }
            "score" => {
                let sheet = rules.score(&self.state);
                self.score_of(rules.side_of(who), &name, node, &sheet);
            }
            key => match things::zone_of(rules, key, who) {
                Some(zone) => self.zone(zone, &format!("{name}'s {}", rules.zone(zone).name), node),
                None => {
                    let mut known = things::player_keys(rules, who);
                    known.push("score".to_owned());
                    let fault = Diagnostic::error(
                        "test::unknown-name",
                        format!("players have no {} by these rules", shown(key)),
                    );
                    let help = match near(key, known.iter().map(String::as_str)) {
                        Some(near) => format!("did you mean `{}`?", near.name),
                        None => format!("there is: {}", known.join(", ")),
                    };
                    self.faults.0.push(fault.at(entry.key_span).help(help));
                }
            },
        }
    }

    fn shared(&mut self, key: &str, node: &Node, span: Span) {
        if let Some(zone) = things::shared_zone(self.rules, key, span, &mut self.faults) {
            self.zone(zone, &format!("the {}", self.rules.zone(zone).name), node);
        }
    }

    /// What lies in a zone: cards by kind, tickets by their cities, or only how many.
    fn zone(&mut self, zone: ZoneId, name: &str, node: &Node) {
        let look = self.rules.look(&self.state);
        let found = || format!("{name}: {}", things::zone_text(self.rules, &self.state, zone));
        let holds = match (&node.kind, self.rules.zone(zone).holds) {
            (Value::Int(n), Holds::Cards) => usize::try_from(*n) == Ok(look.count(zone)),
            (Value::Int(n), Holds::Tickets) => usize::try_from(*n) == Ok(look.ticket_count(zone)),
            (_, Holds::Cards) => match things::cards(self.rules, name, node, &mut self.faults) {
                Some(cards) => cards == look.bag(zone),
                None => return,
            },
            (Value::List(items), Holds::Tickets) => {
                let there = look.tickets(zone);
                let meant: Option<Vec<_>> =
                    items.iter().map(|item| things::tickets(self.rules, item, &mut self.faults)).collect();
                match meant {
                    Some(meant) => is_matched(&meant, &there),
                    None => return,
                }
            }
            _ => return self.faults.wrong_type(name, "a list of tickets, or how many they are", node),
        };
        if !holds {
            self.not_so(found(), node.span);
        }
    }

    fn routes(&mut self, who: PlayerId, node: &Node) {
        let held: Vec<_> = self.rules.look(&self.state).routes_of(self.rules.side_of(who)).collect();
        let Some(items) = self.faults.want("routes", "a list of routes", node, Node::as_list) else { return };
        let meant: Option<Vec<_>> =
            items.iter().map(|item| things::routes(self.rules, item, &mut self.faults)).collect();
        if meant.is_some_and(|meant| !is_matched(&meant, &held)) {
            let names: Vec<String> = held.iter().map(|id| self.rules.board().route_name(*id)).collect();
            self.not_so(format!("{}'s routes: {}", self.rules.seat_name(who), listed(&names)), node.span);
        }
    }

    fn legal_lists(&mut self, node: &Node) {
        let table = self.faults.want("legal", "a table: all that a player may do, by player", node, Node::as_table);
        for Entry { key, key_span, value } in table.into_iter().flatten() {
            let Some(who) = things::player_named(self.rules, key, *key_span, &mut self.faults) else { continue };
            let all = self.legal(who);
            let Some(list) = self.faults.want(key, "a list of texts, as the program says them", value, Node::as_list)
            else {
                continue;
            };
            let expected: Vec<&str> = list.iter().filter_map(Node::as_str).collect();
            for item in
                list.iter().filter(|item| item.as_str().is_none_or(|text| !all.iter().any(|known| known == text)))
            {
                self.not_so(format!("{key} can't do this: {}", item.what()), item.span);
            }
            let beyond = self.legal_count(who) - all.len();
            let more: Vec<String> = all.into_iter().filter(|text| !expected.contains(&text.as_str())).collect();
            if !more.is_empty() {
                // All of it, to be copied.
                let beyond = if beyond > 0 { format!("; and {beyond} more") } else { String::new() };
                self.not_so(format!("{key} may do more: {}{beyond}", more.join("; ")), value.span);
            }
        }
    }

    /// What can be done now, or can't.
    fn steps(&mut self, node: &Node, can: bool) {
        let name = if can { "can" } else { "cannot" };
        let one = std::slice::from_ref(node);
        for node in node.as_list().unwrap_or(one) {
            let Some(step) = Step::read(node, &mut self.faults) else { continue };
            if let Some(other) = step.next.as_ref().map(|node| node.span).or(step.then.as_ref().map(|_| node.span)) {
                let message = format!("what is listed under `{name}` is not done: it has no `next` and no `then`");
                self.faults.add("test::bad-value", message, other);
                continue;
            }
            let refused = match self.meant(&step) {
                Meant::Action(who, action) => {
                    let (mut after, mut chance) = (self.state.clone(), SeededChance::new(0));
                    let done = self.rules.apply(&mut after, who, &action, &mut chance, &mut NoEvents);
                    done.err().map(|why| (who, why))
                }
                Meant::NotLegal(who, word) => {
                    if can {
                        let who = self.rules.seat_name(who);
                        self.not_so(format!("{who} can't do this: {}", shown(&word.text)), word.span);
                    }
                    continue;
                }
                Meant::Unclear => continue,
            };
            match (refused, can) {
                (None, true) => {}
                (None, false) => self.not_so("this can be done".to_owned(), step.span),
                (Some((who, why)), true) => {
                    self.not_so(format!("{} can't do this: {why}", self.rules.seat_name(who)), step.span);
                }
                (Some((_, why)), false) => {
                    if let (Some(expected), Illegal::Refused { rule, text, .. }) = (&step.refused, why) {
                        self.refused_by(&rule, &text, expected);
                    }
                }
            }
        }
    }

    fn log(&mut self, node: &Node) {
        let said: Vec<String> = self.events.iter().map(|event| self.rules.event_text(event, None)).collect();
        let one = std::slice::from_ref(node);
        for node in node.as_list().unwrap_or(one) {
            let Some(text) = self.faults.want("log", "texts in quotes", node, Node::as_str) else { continue };
            if !said.iter().any(|line| line == text) {
                self.not_so(format!("this was not said; said was: {}", listed(&said)), node.span);
            }
        }
    }

    fn scores(&mut self, node: &Node, sheet: &ScoreSheet) {
        let table = self.faults.want("score", "a table: points by player", node, Node::as_table);
        for Entry { key, key_span, value } in table.into_iter().flatten() {
            let side = self.rules.side_ids().find(|side| self.rules.side_name(*side) == *key);
            let side = side.or_else(|| {
                things::player_named(self.rules, key, *key_span, &mut self.faults).map(|who| self.rules.side_of(who))
            });
            if let Some(side) = side {
                self.score_of(side, key, value, sheet);
            }
        }
    }

    /// The points of a side: in all, or line by line.
    fn score_of(&mut self, side: SideId, name: &str, node: &Node, sheet: &ScoreSheet) {
        let rules = self.rules;
        let Some(scored) = sheet.sides.iter().find(|scored| scored.side == side) else { return };
        let lines: Vec<String> = scored
            .lines
            .iter()
            .map(|line| format!("{} {} [{}]", line.points, rules.text(&line.note), line.rule))
            .collect();
        let total = |play: &mut Self, node: &Node| {
            let wanted = play.faults.want("total", "a number of points", node, Node::as_int);
            if wanted.is_some_and(|wanted| wanted != i64::from(scored.total)) {
                play.not_so(format!("{name} has {} points: {}", scored.total, listed(&lines)), node.span);
            }
        };
        let Value::Table(table) = &node.kind else { return total(self, node) };
        self.faults.keys("a score", table, &["total", "lines"]);
        if let Some(node) = table.get("total") {
            total(self, node);
        }
        let mut by_rule: BTreeMap<&str, i64> = BTreeMap::new();
        for line in &scored.lines {
            *by_rule.entry(line.rule.as_str()).or_default() += i64::from(line.points);
        }
        let wanted = table.get("lines").and_then(|node| {
            self.faults.want("lines", "a table: points by the rule that gives them", node, Node::as_table)
        });
        for Entry { key, value, .. } in wanted.into_iter().flatten() {
            let found = by_rule.get(key.as_str()).copied().unwrap_or_default();
            let points = self.faults.want(key, "a number of points", value, Node::as_int);
            if points.is_some_and(|points| points != found) {
                self.not_so(
                    format!("{name} has {found} points by {key}; the lines are: {}", listed(&lines)),
                    value.span,
                );
            }
        }
    }

    /// Registers of modules; one that is not named is 0.
    fn registers(&mut self, node: &Node) {
        let view = OwnedView::of(self.rules.view(&self.state, None));
        let table = self.faults.want("registers", "a table: values by register", node, Node::as_table);
        for entry in table.into_iter().flatten() {
            let known: Vec<String> = self.rules.registers().iter().map(|reg| reg.name.clone()).collect();
            if !known.contains(&entry.key) {
                let fault =
                    Diagnostic::error("test::unknown-name", format!("there is no register {}", shown(&entry.key)));
                self.faults.0.push(fault.at(entry.key_span).help(format!("there is: {}", known.join(", "))));
                continue;
            }
            let values =
                self.faults.want(&entry.key, "a table: values by what they are of", &entry.value, Node::as_table);
            for Entry { key, value, .. } in values.into_iter().flatten() {
                let found = view.registers.get(&entry.key).and_then(|of| of.get(key)).copied().unwrap_or_default();
                if value.as_int() != Some(i64::from(found)) {
                    self.not_so(format!("{} of {key} is {found}", entry.key), value.span);
                }
            }
        }
    }
}

/// Whether each thing that is meant, one of several perhaps, is there, and nothing else.
fn is_matched<T: PartialEq + Copy>(meant: &[Vec<T>], there: &[T]) -> bool {
    let mut left = there.to_vec();
    // Those that can be only one thing come first.
    let mut order: Vec<&Vec<T>> = meant.iter().collect();
    order.sort_by_key(|one| one.len());
    for one in order {
        match left.iter().position(|thing| one.contains(thing)) {
            Some(at) => drop(left.swap_remove(at)),
            None => return false,
        }
    }
    left.is_empty()
}
