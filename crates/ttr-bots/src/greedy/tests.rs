//! What `greedy` chooses on a board with several decks and kinds of pieces.

use super::*;
use std::collections::BTreeSet;
use ttr_core::{GameSource, KindSet, NoEvents, PieceId, Rules, SeededChance, compile};

/// The kinds that pay for what a plan lacks.
fn lacking(mind: &Mind<'_>, plan: &Plan) -> KindSet {
    let plan = mind.terms_of(plan);
    let now = mind.lacks_with(&plan, None);
    let kinds = (0..mind.rules.kinds().len()).map(ttr_core::Kind::at);
    kinds.filter(|kind| mind.lacks_with(&plan, Some(*kind)) < now).collect()
}

fn world(players: &[&str]) -> Rules {
    let registry = ttr_variants::registry();
    let mut source = GameSource::new("world", registry.find_map("world").expect("a bundled map"), 0);
    source.seats = players.iter().map(|name| (*name).to_owned()).collect();
    compile(&registry, &source).unwrap_or_else(|_| panic!("a game")).rules
}

#[test]
fn pieces_are_chosen_by_what_the_tickets_take_and_the_board_has() {
    let rules = world(&["a", "b"]);
    let pieces = [0, 1].map(PieceId::at);
    let mut fleets = BTreeSet::new();
    for seed in 1..9 {
        let mut chance = SeededChance::new(seed);
        let mut st = rules.start(&mut chance, &mut NoEvents).expect("it begins");
        let mut space = ActionSpace::new(&rules);
        let mut bots = [Greedy::default(), Greedy::default()];
        // Tickets, then pieces; the first turn comes when all have chosen.
        while rules.view(&st, None).frames().len() > 1 {
            let who = rules.to_act(&st).lowest().expect("somebody chooses");
            let view = rules.view(&st, Some(who));
            view.legal(&mut space);
            let action = space.nth(bots[who.index()].choose(view, &space));
            rules.apply_listed(&mut st, who, &action, &mut chance, &mut NoEvents, &mut space).expect("it is legal");
        }
        for who in rules.player_ids() {
            let view = rules.view(&st, Some(who));
            fleets.insert(pieces.map(|piece| view.stock(who, piece)));
        }
    }
    assert!(fleets.len() > 3, "other tickets, other pieces: {fleets:?}");
    assert!(fleets.iter().all(|fleet| fleet.iter().sum::<i32>() == 60), "{fleets:?}");
}

#[test]
fn blind_cards_come_from_a_deck_that_pays_for_the_plan() {
    let rules = world(&["a", "b", "c"]);
    let mut chance = SeededChance::new(5);
    let mut st = rules.start(&mut chance, &mut NoEvents).expect("it begins");
    let mut space = ActionSpace::new(&rules);
    let mut bots = [Greedy::default(), Greedy::default(), Greedy::default()];
    let (mut drawn, mut aimed) = (0, 0);
    while let Some(who) = rules.to_act(&st).lowest() {
        let view = rules.view(&st, Some(who));
        view.legal(&mut space);
        let action = space.nth(bots[who.index()].choose(view, &space));
        let decks = space.families().filter(|(op, ..)| *op == action.op).count();
        let sort = bots[who.index()].sorts.get(action.op.index()).copied().flatten();
        if sort == Some(Sort::Deck) && decks > 1 {
            let kinds = Kinds::of(&rules);
            let mind = Mind::new(view, who, &kinds, 0, &Default::default());
            let plan = mind.plan(&mind.open_tickets());
            let lacking = lacking(&mind, &plan);
            drawn += 1;
            if !lacking.is_empty() {
                aimed += 1;
                let deck = &rules.decks()[usize::from(action.args[0])];
                assert!(!deck.kinds.and(lacking).is_empty(), "{}", rules.action_text(&st, who, &action));
            }
        }
        rules.apply_listed(&mut st, who, &action, &mut chance, &mut NoEvents, &mut space).expect("it is legal");
    }
    assert!(drawn > 20 && aimed > 10, "{aimed} of {drawn} blind draws");
}

#[test]
fn no_decision_on_a_bundled_board_comes_near_what_may_be_looked_at() {
    let registry = ttr_variants::registry();
    for (name, text) in registry.maps() {
        let most = (2..=5).rev().find_map(|n| compile(&registry, &GameSource::new(name, text, n)).ok());
        let rules = most.expect("somebody can play it").rules;
        let mut chance = SeededChance::new(3);
        let mut st = rules.start(&mut chance, &mut NoEvents).expect("it begins");
        let (mut space, mut decisions, mut least) = (ActionSpace::new(&rules), 0, u64::MAX);
        let mut bot = Greedy::default();
        while let Some(who) = rules.to_act(&st).lowest() {
            let view = rules.view(&st, Some(who));
            view.legal(&mut space);
            // As in a game that can be saved.
            bot.goes_on(PlayerRng::of_decision(3, who.index(), decisions));
            let action = space.nth(bot.choose(view, &space));
            least = least.min(bot.looks.left());
            decisions += 1;
            rules.apply_listed(&mut st, who, &action, &mut chance, &mut NoEvents, &mut space).expect("it is legal");
        }
        println!("{name}: at least {least} left in {decisions} decisions");
        assert!(least > Looks::of_a_decision().left() / 2, "{name}: {least} are left");
    }
}
