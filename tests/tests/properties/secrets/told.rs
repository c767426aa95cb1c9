//! What modules tell once and what they list themselves when they are asked is the same.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::convert::Infallible;
use ttr_core::{
    Action, ActionSpace, ArgKind, CardBag, Cx, DeckId, Frame, GameSource, Holds, Installer, Manifest, NoEvents,
    PlayerId, Rank, RuleModule, Rules, SeededChance, Stopped, View, ZoneId, compile,
};

/// The operations that the base modules offer by data, and those that are offered here for the same by code.
const SAME: [(&str, &str); 4] = [
    ("claim/route", "again/route"),
    ("cards/blind", "again/blind"),
    ("row/take", "again/take"),
    ("tickets/draw", "again/draw"),
];

/// Offers in a turn what others offer there, for nothing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Again {}

impl RuleModule for Again {
    fn manifest() -> Manifest {
        Manifest::new("again", "offers what others offer").requires("row").requires("tickets")
    }

    fn install(self, b: &mut Installer<'_>) {
        let nothing = |_: &mut Cx<'_>, _: &Frame, _: PlayerId, _: &Action| {};
        let route = b.op("route", "looks at {route} with {pay}", &[("route", ArgKind::Route)], nothing);
        let blind = b.op("blind", "looks at the {deck} deck", &[("deck", ArgKind::Deck)], nothing);
        let take = b.op("take", "looks at {card}", &[("card", ArgKind::Kind)], nothing);
        let draw = b.op("draw", "looks at tickets", &[], nothing);
        b.offer(Rank::Ordinary, move |look, who, out| {
            let rules = look.rules();
            let zone = |name: &str| rules.zone_named(name, None).expect("a zone of the base modules");
            out.claims(look, who, route);
            let decks = (0..rules.decks().len()).map(DeckId::at).filter(|deck| look.deck_has_card(*deck));
            out.each(blind, decks.map(|deck| u16::from(deck.0)));
            let in_row = look.bag(zone("row"));
            let can_be_taken = in_row.iter().filter(|(kind, _)| rules.kind(*kind).price.of(2, 2).is_some());
            out.each(take, can_be_taken.map(|(kind, _)| u16::from(kind.0)));
            if look.ticket_count(zone("ticket deck")) > 0 {
                out.one(draw);
            }
        });
    }
}

/// Rings when a card is turned into the row: asks who drew for a number.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Bell {}

impl RuleModule for Bell {
    fn manifest() -> Manifest {
        Manifest::new("bell", "asks when a card is turned").requires("row")
    }

    fn install(self, b: &mut Installer<'_>) {
        let say = b.op("say", "says {number}", &[("number", ArgKind::Number)], |_, _, _, _| {});
        let which = b.decision("which", "say a number", move |_, _, _, out| out.each(say, 0..2));
        b.on_card_turned(move |cx, turned| {
            let who = cx.look().turn_of();
            if cx.look().turns_of(who) > 0 && cx.rules().zone(turned.to).name == "row" {
                cx.ask(which, who, [0; 6]);
            }
        });
    }
}

#[test]
fn what_is_asked_of_a_card_in_the_row_comes_before_the_next_card() {
    let mut registry = ttr_variants::registry();
    registry.module::<Bell>();
    let source = GameSource::new("usa", registry.find_map("usa").expect("a map"), 2).with_set("bell=true");
    let rules = compile(&registry, &source).unwrap_or_else(|failed| panic!("{failed}")).rules;
    let take = rules.op_named("row/take").expect("an operation");
    let (mut chance, mut space) = (SeededChance::new(3), ActionSpace::new(&rules));
    let mut state = rules.start(&mut chance, &mut NoEvents).expect("a game begins");
    while let Some(who) = rules.to_act(&state).lowest() {
        rules.legal(&state, who, &mut space);
        let is_plain = |action: &Action| action.op == take && !rules.kind(action.kind()).wild;
        let action = space.iter().find(is_plain).unwrap_or_else(|| space.nth(0));
        rules
            .apply_listed(&mut state, who, &action, &mut chance, &mut NoEvents, &mut space)
            .expect("a listed action applies");
        if action.op == take {
            let pending = rules.look(&state).frames().iter().map(|frame| rules.decision(frame.decision).name.as_str());
            assert!(pending.rev().take(2).eq(["bell/which", "cards/draw"]));
            return;
        }
    }
    panic!("nobody took a card");
}

fn next(number: &mut usize) -> usize {
    *number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *number >> 33
}

#[test]
fn a_list_that_was_used_for_other_positions_is_like_a_new_one() {
    let registry = ttr_variants::registry();
    for (map, text) in registry.maps() {
        let source = GameSource::new(map, text, 3);
        let rules = compile(&registry, &source).unwrap_or_else(|failed| panic!("{failed}")).rules;
        let (mut used, mut positions, mut number) = (ActionSpace::new(&rules), Vec::new(), 1);
        for seed in 0..3 {
            let mut chance = SeededChance::new(seed);
            let mut state = rules.start(&mut chance, &mut NoEvents).expect("a game begins");
            while let Some(who) = rules.to_act(&state).lowest() {
                rules.legal(&state, who, &mut used);
                let action = used.nth(next(&mut number) % used.len());
                positions.push(state.clone());
                rules
                    .apply_listed(&mut state, who, &action, &mut chance, &mut NoEvents, &mut used)
                    .expect("a listed action applies");
            }
        }
        for _ in 0..200 {
            let state = &positions[next(&mut number) % positions.len()];
            for who in rules.to_act(state).iter() {
                rules.legal(state, who, &mut used);
                let mut new = ActionSpace::new(&rules);
                rules.legal(state, who, &mut new);
                assert!(used.families().eq(new.families()), "{map}: what may be done");
                let some = || (0..20).map(|i| i * new.len() / 20);
                assert!(some().all(|i| used.nth(i) == new.nth(i)), "{map}: which is which");
                assert!(some().all(|i| used.contains(&new.nth(i))), "{map}: what is listed");
            }
        }
    }
}

#[test]
fn a_number_beyond_the_list_ends_the_game_with_a_fault() {
    let registry = ttr_variants::registry();
    let source = GameSource::new("usa", registry.find_map("usa").expect("a map"), 2);
    let rules = compile(&registry, &source).unwrap_or_else(|failed| panic!("{failed}")).rules;
    let mut chance = SeededChance::new(1);
    let mut state = rules.start(&mut chance, &mut NoEvents).expect("a game begins");
    let mut space = ActionSpace::new(&rules);
    let beyond = |_: View<'_>, _: PlayerId, space: &ActionSpace<'_>| Ok::<_, Infallible>(space.len());
    let played = rules.play_out(&mut state, &mut chance, &mut NoEvents, &mut space, beyond);
    let Err(Stopped::Fault(fault)) = played else { panic!("{played:?}") };
    assert_eq!(fault.to_string(), "module core: an action was chosen that is not listed");
}

fn rules(map: &str, players: usize) -> Rules {
    let mut registry = ttr_variants::registry();
    registry.module::<Again>();
    let text = registry.find_map(map).unwrap_or_else(|| panic!("no map is named {map}"));
    let source = GameSource::new(map, text, players).with_set("again=true");
    compile(&registry, &source).unwrap_or_else(|failed| panic!("{failed}")).rules
}

#[test]
fn what_is_told_once_is_listed_as_by_who_is_asked() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for map in ["usa", "europe", "ussr", "paris", "world"] {
        let rules = rules(map, 3);
        let same = SAME.map(|pair| <[&str; 2]>::from(pair).map(|op| rules.op_named(op).expect("an operation")));
        let (mut chance, mut space, mut number) = (SeededChance::new(7), ActionSpace::new(&rules), 1usize);
        let mut state = rules.start(&mut chance, &mut NoEvents).expect("a game begins");
        while let Some(who) = rules.to_act(&state).lowest() {
            rules.legal(&state, who, &mut space);
            let view = rules.view(&state, Some(who));
            for zone in
                (0..rules.zones().len()).map(ZoneId::at).filter(|zone| rules.zone(*zone).holds == Holds::Tickets)
            {
                let none = (CardBag::EMPTY, 0, CardBag::EMPTY);
                let shown = (view.cards(zone).unwrap_or_default(), view.count(zone), view.known(zone));
                assert_eq!(shown, none, "{map}: a zone for tickets shows no cards");
            }
            let all: Vec<Action> = space.iter().collect();
            let of = |op| all.iter().filter(move |action| action.op == op).map(|action| (action.args, action.pay));
            for ([told, asked], (name, _)) in same.into_iter().zip(SAME) {
                // Asked for the second card, nothing is offered again.
                if of(asked).count() > 0 {
                    let listed: Vec<([u16; 3], CardBag)> = of(told).collect();
                    assert_eq!(listed, of(asked).collect::<Vec<_>>(), "{map}: {name}");
                    *seen.entry(name).or_default() += listed.len();
                }
            }
            let real: Vec<&Action> = all.iter().filter(|action| same.iter().all(|[_, op]| *op != action.op)).collect();
            let action = real[next(&mut number) % real.len()];
            rules
                .apply_listed(&mut state, who, action, &mut chance, &mut NoEvents, &mut space)
                .expect("a listed action applies");
        }
        assert!(state.is_over(), "{map}");
    }
    assert!(SAME.iter().all(|(name, _)| seen.get(name).is_some_and(|n| *n > 100)), "{seen:?}");
}
