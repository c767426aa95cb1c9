//! Steps that are spared change nothing, whatever modules of other people do beside them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ttr_core::{
    ActionSpace, ArgKind, CardBag, Cx, DeckId, Drawn, Draws, Event, GameSource, Holds, Installer, Manifest, MendFn,
    NoEvents, Offered, Payment, Phase, Rank, Registry, RouteId, RuleModule, Rules, SeededChance, State, Stopped, View,
    Vis, compile, guarded,
};
use ttr_tests::seams;
use ttr_variants::base::Drawing;

/// Plays the same games with all that is spared and without, step by step and in one go.
fn compare_with_all_steps(registry: &Registry, source: &GameSource, seeds: impl Iterator<Item = u64>) {
    let compiled = || compile(registry, source).unwrap_or_else(|failed| panic!("{failed}")).rules;
    let (fast, slow) = (compiled(), compiled().step_by_step());
    let map = &fast.board().name;
    let mut space = ActionSpace::new(&fast);
    for seed in seeds {
        let mut chances = [seed; 2].map(SeededChance::new);
        let [mut one, mut two] = [(&fast, 0), (&slow, 1)]
            .map(|(rules, at)| rules.start(&mut chances[at], &mut NoEvents).expect("a game begins"));
        let (mut number, [first, second]) = (seed as usize, &mut chances);
        while let Some(who) = fast.to_act(&one).lowest() {
            fast.legal(&one, who, &mut space);
            // With nothing that was counted before.
            let mut slowly_listed = ActionSpace::new(&slow);
            slow.legal(&two, who, &mut slowly_listed);
            assert!(space.families().eq(slowly_listed.families()), "{map}, seed {seed}: what may be done");
            let action = space.nth(next(&mut number, space.len()));
            let applied = fast.apply_listed(&mut one, who, &action, first, &mut NoEvents);
            let slowly = slow.apply_listed(&mut two, who, &action, second, &mut NoEvents);
            assert_eq!(applied, slowly, "{map}, seed {seed}");
            assert_eq!(one, two, "{map}, seed {seed}: after {}", fast.op(action.op).name);
        }
        // What is known from one decision to the next is known only here.
        let [fast, slow] = [&fast, &slow].map(|rules| played_out(rules, seed));
        assert_eq!(fast, slow, "{map}, seed {seed}: played out in one go");
        assert_eq!(fast, one, "{map}, seed {seed}: step by step, and in one go");
    }
}

/// A number below another, and the next one.
fn next(number: &mut usize, below: usize) -> usize {
    *number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*number >> 33) % below
}

/// The end of the game in which these numbers choose.
fn played_out(rules: &Rules, seed: u64) -> State {
    let (mut chance, mut number) = (SeededChance::new(seed), seed as usize);
    let mut state = rules.start(&mut chance, &mut NoEvents).expect("a game begins");
    let mut space = ActionSpace::new(rules);
    let choose = |_: View<'_>, _, space: &ActionSpace<'_>| Ok::<_, &str>(next(&mut number, space.len()));
    rules.play_out(&mut state, &mut chance, &mut NoEvents, &mut space, choose).expect("a game goes on to its end");
    state
}

#[test]
fn steps_that_are_spared_change_nothing() {
    let registry = ttr_variants::registry();
    for (map, text) in registry.maps() {
        for players in [2, 4] {
            compare_with_all_steps(&registry, &GameSource::new(map, text, players), 1..=3);
        }
    }
}

#[test]
fn steps_that_are_spared_at_seams_change_nothing() {
    // All modules together, and each of those that need no other, by itself: each leaves other steps to be spared.
    let alone = |set: &&&str| set.ends_with("=true");
    let by_itself = seams::ALL.iter().filter(alone).map(|set| vec![*set]);
    let mut compared = 0;
    for set in by_itself.chain([seams::ALL.to_vec()]) {
        for players in [2, 4] {
            let source = seams::source(players, &set);
            if compile(&seams::registry(), &source).is_ok() {
                compare_with_all_steps(&seams::registry(), &source, 1..=10);
                compared += 1;
            }
        }
    }
    assert!(compared > 30, "{compared} games of other rules");
}

#[test]
fn steps_that_are_spared_beside_other_rows_and_draws_change_nothing() {
    let registry = ttr_variants::registry();
    let text = registry.find_map("usa").expect("a map");
    let sets: [&[&str]; 11] = [
        &["cards.draw=3", "row.limit.wild=0", "row.resets=3"],
        &["cards.decks.train={ red = 9, blue = 9, wild = { count = 4, wild = true, price = \"all\" } }"],
        &["cards.decks.train={ red = 200, blue = 40, wild = { count = 40, wild = true, price = \"all\" } }"],
        &["row.size=0"],
        &["row.size=1", "cards.draw=1"],
        &["row.size=60"],
        &["row.limit.wild=0", "cards.draw=5"],
        &["row.limit={ wild = 1, red = 1, blue = 1 }", "row.overflow=\"reshuffle\""],
        &["cards.decks.train.gold={ count = 9, wild = true, price = \"all\" }"],
        &["cards.decks.train.lead={ count = 20, price = 0 }"],
        &["cards.decks.steel={ iron = 30, tin = 30 }", "row.size={ train = 3, steel = 2 }", "cards.deal={ train = 4 }"],
    ];
    for set in sets {
        let source = GameSource::new("usa", text, 3);
        let source = set.iter().fold(source, |source, set| source.with_set(*set));
        compare_with_all_steps(&registry, &source, 1..=3);
    }
}

/// Who claims a route is asked for a card of the draw first; once it is held, a card of the row is blown away.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Gust {}

impl RuleModule for Gust {
    fn manifest() -> Manifest {
        Manifest::new("gust", "blows a card of the row away after a claim").requires("row").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        let drawing = b.service::<Drawing>();
        b.on_declared(Phase::Reveal, move |cx, claim| drawing.ask_on(cx, claim.who, 1));
        b.on_committed(Phase::Gain, |cx, _| {
            let row = cx.rules().zone_named("row", None).expect("the row");
            if let Some((kind, _)) = cx.look().bag(row).iter().next() {
                cx.discard(row, &CardBag::one(kind));
            }
        });
    }
}

#[test]
fn a_row_that_a_claim_disturbs_after_a_draw_is_put_in_order() {
    let mut registry = ttr_variants::registry();
    registry.module::<Gust>();
    let source = GameSource::new("usa", registry.find_map("usa").expect("a map"), 2).with_set("gust=true");
    compare_with_all_steps(&registry, &source, 1..=3);
}

/// A second row beside the first: who draws beside it has it filled.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Stall {}

impl RuleModule for Stall {
    fn manifest() -> Manifest {
        Manifest::new("stall", "has open cards of its own").requires("row").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        let stall = b.zone("stall", Holds::Cards, Vis::Public);
        let mend: MendFn =
            Arc::new(
                move |cx: &mut Cx<'_>| {
                    while cx.look().bag(stall).size() < 3 && cx.turn_card(DeckId(0), stall).is_some() {}
                },
            );
        let drawing = b.service::<Drawing>();
        let op = b.op("draw", "draws a card beside the stall from the {deck} deck", &[("deck", ArgKind::Deck)], {
            let (drawing, mend) = (drawing.clone(), mend.clone());
            move |cx, frame, who, action| {
                cx.turn_card(action.deck(), drawing.hand.of(who));
                drawing.ask_on(cx, who, drawing.left(frame).saturating_sub(1));
                mend(cx);
            }
        });
        b.draws(op, move || {
            let (hand, next, draw) = (drawing.hand, drawing.decision, drawing.draw);
            Some(Draws { card: Drawn::Top, hand, next, draw, row: (stall, 3, mend) })
        });
        // Cards of the stall are bought up, so that it is not always full.
        let clear = b.op("clear", "clears the stall", &[], move |cx, _, _, _| cx.discard_all(stall));
        b.offer_each(Rank::Ordinary, op, Offered::Decks(vec![DeckId(0)]));
        b.offer(Rank::Ordinary, move |look, _, out| {
            if !look.bag(stall).is_empty() {
                out.one(clear);
            }
        });
    }
}

#[test]
fn each_of_two_rows_is_put_in_order_by_who_draws_beside_it() {
    let mut registry = ttr_variants::registry();
    registry.module::<Stall>();
    let source = GameSource::new("usa", registry.find_map("usa").expect("a map"), 2).with_set("stall=true");
    compare_with_all_steps(&registry, &source, 1..=6);
}

/// Puts open cards in order, and trips over them.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Clumsy {}

impl RuleModule for Clumsy {
    fn manifest() -> Manifest {
        Manifest::new("clumsy", "trips over its cards").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        let open = b.zone("open", Holds::Cards, Vis::Public);
        let trip = |_: &mut Cx<'_>| panic!("tripped");
        assert!(b.service::<Drawing>().after_card_for(open, 1, trip));
    }
}

#[test]
fn who_panics_when_a_row_is_put_in_order_is_named() {
    let mut registry = ttr_variants::registry();
    registry.module::<Clumsy>();
    let text = registry.find_map("usa").expect("a map");
    let source = GameSource::new("usa", text, 2).with_set("clumsy=true").with_set("row=false");
    let compiled = || compile(&registry, &source).unwrap_or_else(|failed| panic!("{failed}")).rules.watched();
    for rules in [compiled().step_by_step(), compiled()] {
        let panicked = guarded(|| played_out(&rules, 1)).expect_err("it trips");
        assert_eq!((panicked.module, &*panicked.what), (Some("cards"), "tripped"));
    }
}

/// Takes cards out of the row that are not there, once a route is held.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Thief {}

impl RuleModule for Thief {
    fn manifest() -> Manifest {
        Manifest::new("thief", "takes what is not there").requires("row")
    }

    fn install(self, b: &mut Installer<'_>) {
        b.on_committed(Phase::Gain, |cx, _| {
            let row = cx.rules().zone_named("row", None).expect("the row");
            cx.discard(row, &CardBag::from_counts(&[200]));
        });
    }
}

#[test]
fn a_game_that_is_played_out_stops_at_a_fault() {
    let mut registry = ttr_variants::registry();
    registry.module::<Thief>();
    let source = GameSource::new("usa", registry.find_map("usa").expect("a map"), 2).with_set("thief=true");
    let rules = compile(&registry, &source).unwrap_or_else(|failed| panic!("{failed}")).rules;
    let claim = rules.op_named("claim/route").expect("an operation");
    let (mut chance, mut space, mut number, mut claimed) = (SeededChance::new(1), ActionSpace::new(&rules), 1, 0);
    let mut state = rules.start(&mut chance, &mut NoEvents).expect("a game begins");
    let played = rules.play_out(&mut state, &mut chance, &mut NoEvents, &mut space, |_, _, space| {
        assert_eq!(claimed, 0, "nobody is asked after the fault");
        let action = space.nth(next(&mut number, space.len()));
        claimed += usize::from(action.op == claim);
        Ok::<_, &str>(action)
    });
    assert!(matches!(played, Err(Stopped::Fault(_))), "{played:?}");
    assert!(rules.to_act(&state).is_empty() && space.is_empty());
}

/// Lays the first route between two cities for nothing, though nobody can claim it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Grant {}

impl RuleModule for Grant {
    fn manifest() -> Manifest {
        Manifest::new("grant", "lays a route for nothing")
    }

    fn install(self, b: &mut Installer<'_>) {
        let lay = b.op("lay", "lays {route}", &[("route", ArgKind::Route)], |cx, _, who, action| {
            cx.claim(who, action.route(), Payment::Free);
        });
        b.offer(Rank::Ordinary, move |look, _, out| {
            let shut = |route: &RouteId| look.board().route_name(*route).starts_with("Hob") && look.is_free(*route);
            out.each(lay, look.board().route_ids().filter(shut).take(1).map(|route| route.0));
        });
    }
}

#[test]
fn a_route_that_nobody_can_claim_stays_so_when_its_twin_is_laid() {
    let mut registry = seams::registry();
    registry.module::<Grant>();
    let mut source = seams::source(4, &["shut=true", "grant=true"]);
    let shut = "{ colour = \"gray\", shut = true }";
    source.map.text = source.map.text.replace(&format!("[\"gray\", {shut}]"), &format!("[{shut}, {shut}]"));
    let rules = compile(&registry, &source).unwrap_or_else(|failed| panic!("{failed}")).rules;
    let lay = rules.op_named("grant/lay").expect("an operation");
    let (mut chance, mut space) = (SeededChance::new(1), ActionSpace::new(&rules));
    let mut state = rules.start(&mut chance, &mut NoEvents).expect("a game begins");
    let who = rules.to_act(&state).lowest().expect("the first turn");
    rules.legal(&state, who, &mut space);
    let action = space.iter().find(|action| action.op == lay).expect("it is offered");
    let (mut heard, mut events) = (state.clone(), Vec::<Event>::new());
    rules.apply_listed(&mut heard, who, &action, &mut chance.clone(), &mut events).expect("a listed action");
    rules.apply_listed(&mut state, who, &action, &mut chance, &mut NoEvents).expect("a listed action");
    assert_eq!(heard, state, "whether somebody listens or not");
}
