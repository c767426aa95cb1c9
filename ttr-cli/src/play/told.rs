//! What happened, as one viewer may know it.

use crate::replay::{is_told, merged};
use ttr_core::{ArgKind, Chosen, Event, PlayerId, RouteId, Rules, What};

/// The events of some decisions in words, as this viewer may see them. What has no line of its own (pieces moved,
/// counters), or only says again what was chosen, is left out.
pub(crate) fn lines<'e>(
    rules: &Rules,
    events: impl IntoIterator<Item = &'e Event>,
    viewer: Option<PlayerId>,
) -> Vec<String> {
    let seen: Vec<Event> = events.into_iter().map(|event| event.seen_by(viewer)).collect();
    let mut lines = Vec::new();
    let mut chosen: Option<(PlayerId, Chosen)> = None;
    for event in merged(seen) {
        let again = chosen.as_ref().is_some_and(|(who, chosen)| says_again(rules, *who, chosen, &event.what));
        let indent = match &event.what {
            What::TurnBegan { .. } => continue,
            What::Chose { who, action, .. } => {
                chosen = action.clone().map(|action| (*who, action));
                ""
            }
            what if again || !is_told(rules, what) => continue,
            _ => "  ",
        };
        lines.push(format!("{indent}{}", rules.event_text(&event, viewer)));
    }
    lines
}

/// Whether an event is what the action that was just chosen says itself: the route that it names is claimed, the card
/// that it names comes to its player.
fn says_again(rules: &Rules, who: PlayerId, Chosen { action, .. }: &Chosen, what: &What) -> bool {
    let mut args = rules.op(action.op).args.iter().zip(action.args);
    match what {
        What::Claimed { route, .. } => {
            args.any(|((_, kind), value)| *kind == ArgKind::Route && RouteId(value) == *route)
        }
        What::Cards { to, cards: Some(cards), .. } if cards.len() == 1 && rules.zone(*to).owner == Some(who) => {
            args.any(|((_, kind), value)| *kind == ArgKind::Kind && cards.iter().any(|(k, _)| u16::from(k.0) == value))
        }
        _ => false,
    }
}
