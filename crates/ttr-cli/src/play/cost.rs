//! What something costs, in words, and what of it a player has.

use super::menu::route_of;
use ttr_core::cost::{Agree, Part};
use ttr_core::{Action, ColourId, KindSet, OpId, Rules, View};

/// What a route takes and what the viewer has of it, as sentences; nothing where that is not known.
pub(crate) fn text(view: View<'_>, op: OpId, args: [u16; 3]) -> String {
    let rules = view.rules();
    let terms = route_of(rules, op, args).filter(|_| rules.op(op).pays).and_then(|route| view.terms(route));
    let Some(terms) = terms else { return String::new() };
    let parts: Vec<String> = terms.cost.parts.iter().map(|part| part_text(rules, part)).collect();
    if parts.is_empty() {
        return "It takes no card.".to_owned();
    }
    let fits = terms.cost.parts.iter().fold(KindSet::NONE, |kinds, part| kinds.or(part.cards).or(part.wilds));
    let mut have = view.purse();
    for kind in view.purse().kinds().iter().filter(|kind| !fits.has(*kind)) {
        have.set(kind, 0);
    }
    format!("It takes {}; of that you have {}.", parts.join(" and "), rules.cards_text(&have))
}

fn part_text(rules: &Rules, part: &Part) -> String {
    let deck = match rules.decks() {
        [_] => None,
        several => several.iter().find(|deck| part.cards.iter().all(|kind| deck.kinds.has(kind))),
    };
    let deck = deck.map_or_else(String::new, |deck| format!(" {}", rules.board().shown(&deck.name)));
    let mut colours: Vec<ColourId> = part.cards.iter().filter_map(|kind| rules.kind(kind).colour).collect();
    colours.dedup();
    let colour = match colours.as_slice() {
        [one] => Some(rules.board().shown(&rules.board().colours[one.index()])),
        _ => None,
    };
    let n = part.units;
    let cards = if n == 1 { "card" } else { "cards" };
    let mut text = match (part.groups, colour, part.agree) {
        (Some(groups), _, _) => {
            let each = if n == 1 { "1 time".to_owned() } else { format!("{n} times") };
            format!("{each} {}{deck} cards of {}", groups.size, colour.unwrap_or("one colour"))
        }
        (None, Some(colour), _) => format!("{n} {colour}{deck} {cards}"),
        (None, None, Agree::Same(_)) if n > 1 => format!("{n}{deck} {cards} of one colour"),
        (None, None, _) => format!("{n}{deck} {cards} of any colour"),
    };
    if part.least_wilds > 0 {
        text.push_str(&format!(", at least {} of them wild", part.least_wilds));
    }
    if let Some(groups) = part.groups
        && groups.most_wilds < groups.size
    {
        text.push_str(&format!(", at most {} of them wild each time", groups.most_wilds));
    }
    text
}

/// Whether a payment is not what one would expect by these words: wilds alone where coloured cards would do, or none of a
/// colour that was named.
pub(crate) fn is_unexpected(view: View<'_>, action: &Action, typed: &[String]) -> bool {
    let rules = view.rules();
    let wilds = rules.wilds();
    if action.pay.len_of(wilds) == 0 {
        return false;
    }
    let paid = action.pay.kinds();
    let terms = route_of(rules, action.op, action.args).and_then(|route| view.terms(route));
    let must = terms.is_some_and(|terms| terms.cost.parts.iter().all(|part| part.least_wilds >= part.units));
    if paid.iter().all(|kind| wilds.has(kind)) && !must {
        return true;
    }
    let is_named = |name: &str| typed.iter().any(|word| word == name);
    let mut colours = (0..rules.kinds().len()).map(ttr_core::Kind::at).filter(|kind| !wilds.has(*kind));
    colours.any(|kind| is_named(&rules.kind(kind).name) && !paid.has(kind))
}
