//! What happened, as one viewer may know it.

use ttr_core::{ArgKind, Chosen, Event, Owner, PlayerId, RouteId, Rules, View, What, ZoneId};

/// The events of some decisions in words, as this viewer may see them. What has no line of its own (pieces moved,
/// counters), or only says again what was chosen, is left out.
pub fn lines<'e>(rules: &Rules, events: impl IntoIterator<Item = &'e Event>, viewer: Option<PlayerId>) -> Vec<String> {
    told(rules, events, viewer, |_, _| true)
}

/// The events of some decisions in words, without what can be seen in the position anyway: cards that lie open now, cards
/// that somebody took unseen.
pub fn news<'e>(view: View<'_>, events: impl IntoIterator<Item = &'e Event>) -> Vec<String> {
    let rules = view.rules();
    told(rules, events, view.viewer(), |chooser, what| {
        let is_of = |zone: &ZoneId, who: Option<PlayerId>| who.is_some_and(|who| rules.is_of(*zone, who));
        let is_nobodys = |zone: &ZoneId| rules.zone(*zone).owner.is_none();
        match what {
            What::Cards { to, cards: None, .. } => !is_of(to, chooser),
            What::Cards { from, to, .. } => {
                let drawn = rules.decks().iter().any(|deck| deck.draw == *from);
                !(drawn && is_nobodys(to) && view.sees(*to) && view.count(*to) > 0)
            }
            What::Tickets { from, to, .. } => match view.viewer() {
                None => is_nobodys(from) || !is_nobodys(to),
                // What a partner shows is news, what one shows is not.
                viewer => !is_of(from, viewer) || !is_of(to, viewer),
            },
            _ => true,
        }
    })
}

fn told<'e>(
    rules: &Rules,
    events: impl IntoIterator<Item = &'e Event>,
    viewer: Option<PlayerId>,
    is_news: impl Fn(Option<PlayerId>, &What) -> bool,
) -> Vec<String> {
    let seen: Vec<Event> = events.into_iter().map(|event| event.seen_by(viewer)).collect();
    let mut lines = Vec::new();
    let mut chosen: Option<(PlayerId, Option<Chosen>)> = None;
    for event in merged(seen) {
        let indent = match &event.what {
            What::TurnBegan { .. } => continue,
            What::Chose { who, action, .. } => {
                chosen = Some((*who, action.clone()));
                ""
            }
            what => {
                let again = match &chosen {
                    Some((who, Some(chosen))) => says_again(rules, *who, chosen, what),
                    _ => false,
                };
                if again || !is_told(rules, what) || !is_news(chosen.as_ref().map(|(who, _)| *who), what) {
                    continue;
                }
                "  "
            }
        };
        let text = moved(rules, &event.what).unwrap_or_else(|| rules.event_text(&event, viewer));
        lines.push(format!("{indent}{}", text.trim_end_matches(" (sealed)")));
    }
    lines
}

/// Cards or tickets that went from one place to another.
fn moved(rules: &Rules, what: &What) -> Option<String> {
    let unseen = matches!(what, What::Tickets { tickets: None, .. });
    let many = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let (from, to, what) = match what {
        What::Cards { from, to, cards: Some(cards), .. } => (from, to, rules.cards_text(cards)),
        What::Cards { from, to, n, cards: None } => (from, to, many(usize::from(*n), "card")),
        What::Tickets { from, to, tickets: Some(tickets), .. } => {
            let names: Vec<String> = tickets.iter().map(|ticket| rules.board().ticket_name(*ticket)).collect();
            (from, to, names.join(", "))
        }
        What::Tickets { from, to, n, tickets: None } => (from, to, many(usize::from(*n), "ticket")),
        _ => return None,
    };
    let back = *from == rules.escrow();
    let owners = (rules.zone(*from).owner, rules.zone(*to).owner);
    let (from, to) = (rules.zone_text(*from), rules.zone_text(*to));
    let name = |owner: Owner| rules.owner_name(owner);
    // A side of several takes, gets and keeps in the plural.
    let does = |owner: Owner, verb: &str| {
        let s = if rules.owners(owner).len() > 1 { "" } else { "s" };
        format!("{} {verb}{s}", rules.owner_name(owner))
    };
    Some(match owners {
        // Which of them, and for what, is not for others to know.
        (Some(a), Some(b)) if a == b && unseen => format!("{} {what}", does(a, "keep")),
        (Some(a), Some(b)) if a == b => format!("{}: {what} from {from} to {to}", name(a)),
        (Some(a), Some(b)) => format!("{what} from {from} of {} to {to} of {}", name(a), name(b)),
        // What was laid down for a claim.
        (None, Some(who)) if back => format!("{} {what} back", does(who, "take")),
        (None, Some(who)) => format!("{} {what} from the {from}", does(who, "get")),
        (Some(who), None) => format!("{}: {what} from {from} to the {to}", name(who)),
        (None, None) => format!("{what} from the {from} to the {to}"),
    })
}

/// Whether an event is what the action that was just chosen says itself: the route that it names is claimed, the card
/// that it names comes to its player, the tickets that it names are kept.
fn says_again(rules: &Rules, who: PlayerId, Chosen { action, tickets: named }: &Chosen, what: &What) -> bool {
    let mut args = rules.op(action.op).args.iter().zip(action.args);
    match what {
        What::Claimed { route, .. } => {
            args.any(|((_, kind), value)| *kind == ArgKind::Route && RouteId(value) == *route)
        }
        What::Cards { to, cards: Some(cards), .. } if cards.len() == 1 && rules.is_of(*to, who) => {
            args.any(|((_, kind), value)| *kind == ArgKind::Kind && cards.iter().any(|(k, _)| u16::from(k.0) == value))
        }
        What::Tickets { to, tickets: Some(tickets), .. } if rules.is_of(*to, who) => {
            tickets.iter().all(|ticket| named.contains(ticket))
        }
        _ => false,
    }
}

/// Cards and tickets that went the same way one after the other are told together.
pub fn merged(events: Vec<Event>) -> Vec<Event> {
    let mut all: Vec<Event> = Vec::with_capacity(events.len());
    for event in events {
        let together = all.last_mut().is_some_and(|last| match (&mut last.what, &event.what) {
            (
                What::Cards { from, to, n, cards: Some(cards) },
                What::Cards { from: from2, to: to2, n: n2, cards: Some(more) },
            ) if (&*from, &*to) == (from2, to2) => cards.plus(more).is_some_and(|sum| {
                (*cards, *n) = (sum, *n + n2);
                true
            }),
            (
                What::Tickets { from, to, n, tickets: Some(tickets) },
                What::Tickets { from: from2, to: to2, n: n2, tickets: Some(more) },
            ) if (&*from, &*to) == (from2, to2) => tickets.try_extend_from_slice(more).is_ok_and(|()| {
                *n += n2;
                true
            }),
            (What::Cards { from, to, n, cards: None }, What::Cards { from: from2, to: to2, n: n2, cards: None })
            | (
                What::Tickets { from, to, n, tickets: None },
                What::Tickets { from: from2, to: to2, n: n2, tickets: None },
            ) if (&*from, &*to) == (from2, to2) => {
                *n += n2;
                true
            }
            _ => false,
        });
        if !together {
            all.push(event);
        }
    }
    all
}

/// Whether an event is worth a line when the game is told in words. Decisions say what was paid and asked; counters are
/// for those who trace.
pub fn is_told(rules: &Rules, what: &What) -> bool {
    match what {
        What::Asked { .. } | What::Pieces { .. } | What::Register { .. } => false,
        What::Cards { from, to, .. } => {
            let discards = || rules.decks().iter().any(|deck| deck.discards == *to);
            *to != rules.escrow() && !(*from == rules.escrow() && discards())
        }
        _ => true,
    }
}
