//! `greedy` takes what nobody has told it about by what it does to its prospects: offers, questions, and whatever the
//! modules of `ttr_tests::seams` bring, none of which it knows.

use std::collections::BTreeMap;
use ttr_bots::{Bot, Bots, PlayerRng};
use ttr_core::{Action, ActionSpace, GameSource, NoEvents, PlayerId, Registry, Rules, SeededChance, State, compile};
use ttr_tests::modules::offers::{Gift, Riddle};
use ttr_tests::seams;

fn bot(name: &str) -> Box<dyn Bot> {
    Bots::bundled().find(name).expect("a player").make()
}

fn registry() -> Registry {
    let mut registry = seams::registry();
    registry.module::<Gift>().module::<Riddle>();
    registry
}

fn rules(source: &GameSource) -> Rules {
    match compile(&registry(), source) {
        Ok(compiled) => compiled.rules,
        Err(failed) => panic!("{:?}", failed.diagnostics),
    }
}

/// Plays a game: every decision with what could have been decided, and the end.
fn played(
    rules: &Rules,
    names: &[&str],
    seed: u64,
    mut saw: impl FnMut(&State, PlayerId, &ActionSpace<'_>, &Action),
) -> State {
    let mut bots: Vec<Box<dyn Bot>> = names.iter().map(|name| bot(name)).collect();
    bots.iter_mut().enumerate().for_each(|(i, bot)| bot.begin(PlayerRng::of_seat(seed, i)));
    let mut chance = SeededChance::new(seed);
    let mut st = rules.start(&mut chance, &mut NoEvents).expect("it begins");
    let mut space = ActionSpace::new(rules);
    while let Some(who) = rules.to_act(&st).lowest() {
        rules.legal(&st, who, &mut space);
        let chosen = bots[who.index()].choose(rules.view(&st, Some(who)), &space);
        let action = space.nth(chosen);
        saw(&st, who, &space, &action);
        rules.apply(&mut st, who, &action, &mut chance, &mut NoEvents).expect("it is legal");
    }
    st
}

fn name_of<'r>(rules: &'r Rules, action: &Action) -> &'r str {
    &rules.op(action.op).name
}

/// How many gifts are taken in ten games, and in which turns.
fn gifts(set: &str) -> Vec<u16> {
    let rules = rules(&seams::source(2, &[set, "cards.deal=4"]));
    let mut turns = Vec::new();
    for seed in 0..10 {
        played(&rules, &["greedy", "greedy"], seed, |st, who, space, action| {
            let is_gift = |action: &Action| name_of(&rules, action).starts_with("gift/");
            if is_gift(action) && space.iter().any(|other| !is_gift(&other)) {
                turns.push(rules.view(st, None).turns_of(who));
            }
        });
    }
    turns
}

#[test]
fn an_offer_that_gains_points_is_taken_at_once() {
    assert_eq!(gifts("gift={ points = 20 }"), [1; 20]);
    let bought = gifts("gift={ points = 20, cards = 2 }");
    assert!(bought.len() == 20 && bought.iter().all(|turn| *turn <= 3), "{bought:?}");
}

#[test]
fn an_offer_that_loses_is_not() {
    assert_eq!(gifts("gift={ points = -20 }"), [0u16; 0]);
    assert_eq!(gifts("gift={ points = 0, cards = 3 }"), [0u16; 0]);
    assert_eq!(gifts("gift={ points = -1, cards = 1 }"), [0u16; 0]);
}

#[test]
fn an_unknown_question_gets_the_better_answer() {
    for answer in [0, 4, 9] {
        let rules = rules(&seams::source(2, &[&format!("riddle={{ answer = {answer} }}")]));
        let mut asked = 0;
        played(&rules, &["greedy", "greedy"], 3, |_, _, _, action| {
            if name_of(&rules, action) == "riddle/say" {
                assert_eq!(action.args[0], answer);
                asked += 1;
            }
        });
        assert!(asked > 20, "{asked}");
    }
}

/// A board on which a ticket can only be completed over a route that the other player has taken.
const BLOCKED: &str = r#"
format = 1
name = "Blocked"
routes = [
    { between = ["Ada", "Bex"], length = 1, colour = "gray" },
    { between = ["Bex", "Cor"], length = 2, colour = "gray" },
    { between = ["Cor", "Dun"], length = 2, colour = "gray" },
    { between = ["Esk", "Dun"], length = 2, colour = "gray" },
]
tickets = [
    { cities = ["Ada", "Bex"], points = 15 },
    { cities = ["Cor", "Esk"], points = 3 },
]
[cities]
Ada = {}
Bex = {}
Cor = {}
Dun = {}
Esk = {}
"#;

#[test]
fn a_station_is_built_where_it_completes_a_ticket() {
    let source = GameSource::new("blocked", BLOCKED, 2).with_rules("seams", seams::RULES);
    let set = ["stations=true", "cards.deal=4", "tickets.deal=1", "tickets.keep=1", "turns.first=1"];
    let rules = rules(&set.iter().fold(source, |source, set| source.with_set(*set)));
    let (mut built, mut seen) = (0, 0);
    for seed in 0..20 {
        let mut first = true;
        let mut chance = SeededChance::new(seed);
        let mut st = rules.start(&mut chance, &mut NoEvents).expect("it begins");
        let mut space = ActionSpace::new(&rules);
        let me = PlayerId::at(1);
        let mut greedy = bot("greedy");
        greedy.begin(PlayerRng::of_seat(seed, 0));
        while let Some(who) = rules.to_act(&st).lowest() {
            rules.legal(&st, who, &mut space);
            let view = rules.view(&st, Some(who));
            let texts = || space.iter().map(|action| view.action_text(&action));
            let action = if who == me {
                let action = space.nth(greedy.choose(view, &space));
                let board = rules.board();
                let wants = view.own_tickets().iter().any(|ticket| board.ticket_name(*ticket) == "Ada - Bex");
                if !first && wants && view.turn_of() == me && texts().any(|text| text.starts_with("builds")) {
                    seen += 1;
                    let text = view.action_text(&action);
                    built += usize::from(text.contains("station in Ada") || text.contains("station in Bex"));
                    break;
                }
                action
            } else {
                // The other one takes the route between the two cities, then waits.
                let taken = space.iter().find(|action| first && view.action_text(action).contains("Ada - Bex with"));
                first &= taken.is_none();
                taken.unwrap_or_else(|| space.nth(0))
            };
            rules.apply(&mut st, who, &action, &mut chance, &mut NoEvents).expect("it is legal");
        }
    }
    assert!(seen > 4 && built == seen, "{built} of {seen}");
}

#[test]
fn a_card_that_must_be_passed_on_is_none_of_the_best() {
    let rules = rules(&seams::source(3, &["passing={ every = 1 }", "cards.deal=4"]));
    let (mut passed, mut wilds) = (0, 0);
    for seed in 0..6 {
        played(&rules, &["greedy", "greedy", "greedy"], seed, |_, _, space, action| {
            let is_wild = |action: &Action| rules.kind(action.kind()).wild;
            if name_of(&rules, action) == "passing/pass" && space.iter().any(|other| !is_wild(&other)) {
                passed += 1;
                wilds += usize::from(is_wild(action));
            }
        });
    }
    assert!(passed > 50 && wilds * 20 < passed, "{wilds} wilds of {passed}");
}

#[test]
fn a_tunnel_is_not_given_up_for_a_card() {
    let rules = rules(&seams::source(2, &["tunnels=true", "cards.deal=6", "tickets.deal=3", "tickets.keep=2"]));
    let (mut asked, mut paid) = (0, 0);
    for seed in 0..40 {
        played(&rules, &["greedy", "greedy"], seed, |_, _, space, action| {
            let can_pay = space.iter().any(|action| name_of(&rules, &action) == "tunnels/pay" && action.pay.len() == 1);
            if name_of(&rules, action).starts_with("tunnels/") && can_pay {
                asked += 1;
                paid += usize::from(name_of(&rules, action) == "tunnels/pay");
            }
        });
    }
    assert!(asked >= 10 && paid * 4 >= asked * 3, "{paid} of {asked}");
}

#[test]
fn with_every_mechanic_it_beats_chance() {
    let rules = rules(&seams::source(2, seams::ALL));
    let wins = (0..60).filter(|seed| {
        let names = if seed % 2 == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
        let st = played(&rules, &names, *seed, |_, _, _, _| {});
        let winners = rules.score(&st).winners;
        winners == [rules.side_of(PlayerId::at((seed % 2) as usize))]
    });
    let wins = wins.count();
    assert!(wins >= 50, "{wins} of 60");
}

/// How often `greedy` chose each operation in some games of two on a bundled map.
fn chosen_on(map: &str, games: u64) -> BTreeMap<String, usize> {
    let registry = ttr_variants::registry();
    let source = GameSource::new(map, registry.find_map(map).expect("a bundled map"), 2);
    let rules = match compile(&registry, &source) {
        Ok(compiled) => compiled.rules,
        Err(failed) => panic!("{:?}", failed.diagnostics),
    };
    let mut chosen = BTreeMap::new();
    for seed in 0..games {
        played(&rules, &["greedy", "greedy"], seed, |_, _, _, action| {
            *chosen.entry(name_of(&rules, action).to_owned()).or_default() += 1;
        });
    }
    println!("{map}, {games} games: {chosen:#?}");
    chosen
}

#[test]
fn what_the_boards_offer_is_used() {
    for (map, ops) in [
        ("ussr", &["controllers/build", "controllers/remove", "stations/build", "tunnels/pay", "tickets/draw"][..]),
        ("europe", &["stations/build", "tunnels/pay", "tickets/draw"]),
    ] {
        let chosen = chosen_on(map, 24);
        let unused: Vec<_> = ops.iter().filter(|op| !chosen.contains_key(**op)).collect();
        assert!(unused.is_empty(), "{map}: never {unused:?} in {chosen:?}");
    }
}
