//! What the screen tells: what things are worth and cost, where pieces stand, why something is refused.

use super::super::talk::reason;
use super::meaning::when;
use crate::play::menu::Menu;
use crate::play::worth::Worth;
use crate::play::{menu, screen};
use std::collections::BTreeSet;
use ttr_bots::{Bot as _, Greedy};
use ttr_core::cost::Part;
use ttr_core::{Action, ActionSpace, ArgKind, CityId, Kind, NoEvents, OpId, PieceId, SeededChance, View};

/// Text without its line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn deals(_: View<'_>, menu: &Menu, _: &ActionSpace<'_>) -> bool {
    menu.deal.is_some()
}

#[test]
fn tickets_of_several_values_say_them() {
    // All who are dealt tickets, until one of them is a tour.
    let tour = |view: View<'_>, menu: &Menu, _: &ActionSpace<'_>| {
        let board = view.board();
        menu.deal.iter().flat_map(|deal| &deal.tickets).any(|ticket| !board.tickets[ticket.index()].has_points)
    };
    let found = (0..20).find(|seed: &u32| {
        let mut all = false;
        let seed = seed.to_string();
        let args = ["world", "--players", "you,you:Ann,you:Bob", "--seed", &seed];
        when(&args, deals, |at| {
            let view = at.table.game.view(Some(at.who));
            let mut space = ActionSpace::new(view.rules());
            view.legal(&mut space);
            all = tour(view, &Menu::new(view, &space, &[]), &space);
            if all {
                let (_, screen) = at.types("all");
                assert!(flat(&screen).contains(" in this order, "), "{screen}");
            }
        });
        all
    });
    assert!(found.is_some());
}

#[test]
fn a_refused_choice_of_tickets_names_the_rule() {
    when(&["ussr", "--players", "you,greedy,greedy", "--seed", "3"], deals, |at| {
        let view = at.table.game.view(Some(at.who));
        let mut space = ActionSpace::new(view.rules());
        view.legal(&mut space);
        let deal = Menu::new(view, &space, &[]).deal.expect("tickets");
        let decks: Vec<Option<String>> =
            deal.tickets.iter().map(|ticket| view.board().tickets[ticket.index()].deck.clone()).collect();
        let (least, _) = deal.range();
        let refused = (1u16..1 << deal.tickets.len())
            .filter(|bits| bits.count_ones() >= least && deal.sets.iter().all(|(set, _)| set != bits));
        let refused: Vec<u16> = refused.collect();
        assert!(!refused.is_empty(), "some of each deck");
        for bits in refused {
            let numbers: Vec<String> =
                (0..decks.len()).filter(|i| bits >> i & 1 != 0).map(|i| (i + 1).to_string()).collect();
            let (action, screen) = at.types(&numbers.join(" "));
            assert!(action.is_none() && flat(&screen).contains(" tickets must be kept"), "{numbers:?}:\n{screen}");
            for deck in decks.iter().flatten() {
                assert!(screen.contains(&format!("), {deck}: ")), "the deck of each ticket is shown:\n{screen}");
            }
        }
    });
}

#[test]
fn where_pieces_stand_is_on_the_board() {
    let special = |view: View<'_>| -> Vec<PieceId> {
        let pieces = (0..view.rules().pieces().len()).map(PieceId::at);
        pieces.filter(|piece| !view.rules().piece(*piece).claims).collect()
    };
    let built = |view: View<'_>, _: &Menu, _: &ActionSpace<'_>| {
        let count = |piece: &PieceId| {
            let all = i32::from(view.rules().piece(*piece).count);
            view.rules().player_ids().map(|who| all - view.stock(who, *piece)).sum::<i32>()
        };
        special(view).iter().map(count).sum::<i32>() > 1
    };
    when(&["world", "--players", "you,greedy,greedy", "--seed", "5"], built, |at| {
        let there = at.table.pieces_in_cities();
        let view = at.table.game.view(Some(at.who));
        let rules = at.table.rules.clone();
        for who in rules.player_ids() {
            for piece in special(view) {
                let n: i32 = there.values().flatten().filter(|(w, p, _)| (*w, *p) == (who, piece)).map(|p| p.2).sum();
                assert_eq!(n, i32::from(rules.piece(piece).count) - view.stock(who, piece));
            }
        }
        for (city, pieces) in there.iter().filter(|(_, pieces)| !pieces.is_empty()) {
            let name = &rules.board().cities[city.index()].name;
            let of = format!("{name} (port): port of {}", rules.seat_name(pieces[0].0));
            for line in [format!("board {name}"), "board".to_owned(), "board port".to_owned()] {
                let (_, screen) = at.types(&line);
                assert!(screen.contains(&of), "{line}: {of}:\n{screen}");
            }
        }
    });
}

#[test]
fn cards_are_shown_by_deck_and_choices_say_what_they_bring() {
    let turn = |view: View<'_>, menu: &Menu, _: &ActionSpace<'_>| {
        let rules = view.rules();
        view.turns_of(view.viewer().expect("a player")) > 4
            && menu.entries.iter().filter(|entry| rules.op(entry.op).remark.is_some()).count() > 1
    };
    when(&["world", "--players", "you,greedy", "--seed", "2"], turn, |at| {
        let (_, screen) = at.types("screen");
        assert!(screen.contains("): ship: ") && screen.contains("\n    train: "), "{screen}");
        assert!(screen.contains("row: ship: "), "{screen}");
        assert!(screen.contains("-1 point for each piece"), "{screen}");
        assert!(!screen.contains("piece train") && !screen.contains("piece ship"), "{screen}");
    });
}

/// The choices that build something in a city.
fn buildings(view: View<'_>, space: &ActionSpace<'_>) -> Vec<Action> {
    let builds = |op: &OpId| {
        let spec = view.rules().op(*op);
        spec.pays && matches!(spec.args.as_slice(), [(_, ArgKind::City)])
    };
    space.families().filter(|(op, ..)| builds(op)).filter_map(|(_, _, first, _)| space.get(first)).collect()
}

#[test]
fn a_building_says_what_it_would_score_now_and_the_box_is_shown() {
    let can_build = |view: View<'_>, _: &Menu, space: &ActionSpace<'_>| !buildings(view, space).is_empty();
    when(&["world", "--players", "you,greedy", "--seed", "2"], can_build, |at| {
        let (_, screen) = at.types("screen\nall");
        let view = at.table.game.view(Some(at.who));
        let mut space = ActionSpace::new(view.rules());
        view.legal(&mut space);
        for action in buildings(view, &space) {
            let name = &view.board().cities[usize::from(action.args[0])].name;
            let (text, offer) = (flat(&screen), format!("build a port in {name} with "));
            let mut offers = text.split(&offer).skip(1);
            // No ticket is complete, but 4 points are no longer lost.
            assert!(offers.any(|offer| offer.split(')').next().is_some_and(|o| o.ends_with("(now +4"))), "{screen}");
        }
        assert!(screen.contains("pieces: in stock + in the box\n"), "{screen}");
        let pieces = (0..2).map(PieceId::at).map(|piece| (view.stock(at.who, piece), view.boxed(at.who, piece)));
        for (stock, boxed) in pieces.filter(|(_, boxed)| *boxed > 0) {
            assert!(screen.contains(&format!(" {stock} + {boxed} ")), "{screen}");
        }
    });
}

#[test]
fn what_a_building_would_score_now_is_what_the_rules_say() {
    let registry = ttr_variants::registry();
    let mut source = crate::load::source(&registry, "world".as_ref(), None, &[]).expect("a map");
    source.seats = ["a", "b"].map(str::to_owned).to_vec();
    let rules = ttr_core::compile(&registry, &source).unwrap_or_else(|_| panic!("a game")).rules;
    let mut chance = SeededChance::new(7);
    let mut st = rules.start(&mut chance, &mut NoEvents).expect("it begins");
    let mut space = ActionSpace::new(&rules);
    let mut bots = [Greedy::default(), Greedy::default()];
    let mut seen = BTreeSet::new();
    while let Some(who) = rules.to_act(&st).lowest() {
        let view = rules.view(&st, Some(who));
        view.legal(&mut space);
        for action in buildings(view, &space) {
            let city = CityId(action.args[0]);
            let outcomes = view.own_outcomes().expect("one's own tickets");
            let done = outcomes.tickets.iter().filter(|(_, outcome)| outcome.completed);
            let n = done.filter(|(ticket, _)| view.board().tickets[ticket.index()].cities.contains(&city)).count();
            // W23, W24: 20, 30 or 40 points for it, and 4 that are not lost.
            let gain = 4 + [0, 20, 30, 40][n.min(3)];
            let said = Worth::new(view).expect("a player").of(&action);
            assert_eq!(said, format!(" (now +{gain})"), "{}", rules.action_text(&st, who, &action));
            seen.insert(n.min(2));
        }
        let action = space.nth(bots[who.index()].choose(view, &space));
        rules.apply_listed(&mut st, who, &action, &mut chance, &mut NoEvents, &mut space).expect("it is legal");
    }
    assert!(seen.contains(&0) && seen.contains(&1), "{seen:?} tickets");
}

#[test]
fn cards_show_their_symbols_and_what_they_count_for() {
    when(
        &["world", "--players", "you,greedy", "--seed", "2"],
        |_, menu, _| menu.deal.is_none(),
        |at| {
            let rules = at.table.rules.clone();
            let shown: std::collections::BTreeMap<String, u8> =
                rules.kinds().iter().map(|kind| (kind.name.clone(), 1)).collect();
            let text = screen::cards_text(&rules, &shown).replace('\u{a0}', " ");
            for kind in rules.kinds() {
                let mark = if kind.name.ends_with(" ship") && kind.units == 1 { " [port]" } else { "" };
                let card = format!("1 {}{mark}", kind.name);
                assert!(text.split(", ").any(|part| part == card), "{card}: {text}");
            }
        },
    );
    // A name that does not say it is told.
    let named = ["world", "--players", "you,greedy", "--seed", "2", "--set", "cards.decks.ship.\"red ship\".units=3"];
    when(
        &named,
        |_, menu, _| menu.deal.is_none(),
        |at| {
            let cards = [("red ship".to_owned(), 2)].into_iter().collect();
            let text = screen::cards_text(&at.table.rules, &cards).replace('\u{a0}', " ");
            assert_eq!(text, "2 red ship [port, x3]");
        },
    );
}

#[test]
fn why_not_says_what_it_costs_and_what_comes_first() {
    let args = ["ussr", "--players", "you,greedy,greedy", "--seed", "3"];
    let ferry = |view: View<'_>, menu: &Menu, _: &ActionSpace<'_>| {
        view.frames().len() == 1 && menu.deal.is_none() && view.purse().len() > 4
    };
    when(&args, ferry, |at| {
        let (_, screen) = at.types("why not claim yuzhno petropav\nwhy not exchange\nwhy not pass");
        let screen = flat(&screen);
        assert!(screen.contains("it takes 4 purple cards"), "{screen}");
        assert!(screen.contains("of them wild") && screen.contains("you have"), "{screen}");
    });
    let second = |view: View<'_>, menu: &Menu, _: &ActionSpace<'_>| {
        view.frames().len() > 1 && menu.deal.is_none() && view.turns_of(view.viewer().expect("a player")) > 0
    };
    when(&["usa", "--players", "you,greedy", "--seed", "3"], second, |at| {
        let (_, screen) = at.types("why not claim dallas houston");
        assert!(flat(&screen).contains("with cards: not now, first "), "{screen}");
    });
    when(
        &["world", "--players", "you,greedy", "--seed", "2"],
        |_, menu, _| menu.deal.is_none(),
        |at| {
            let (_, screen) = at.types("why not exchange");
            assert!(!screen.contains("exchange 0 "), "{screen}");
        },
    );
}

#[test]
fn a_card_is_only_said_to_be_for_a_route_that_it_pays() {
    let mut told = 0;
    for seed in ["1", "2", "3"] {
        let take = |view: View<'_>, menu: &Menu, _: &ActionSpace<'_>| {
            let cards = menu.entries.iter().filter(|entry| {
                let args = &view.rules().op(entry.op).args;
                matches!(args.as_slice(), [(_, ArgKind::Kind)])
            });
            cards.count() > 3 && view.turns_of(view.viewer().expect("a player")) > 3
        };
        when(&["world", "--players", "you,greedy", "--seed", seed], take, |at| {
            let view = at.table.game.view(Some(at.who));
            let mut space = ActionSpace::new(view.rules());
            view.legal(&mut space);
            let ways = screen::ways_left(view);
            for entry in Menu::new(view, &space, &[]).entries {
                let [(_, ArgKind::Kind)] = view.rules().op(entry.op).args.as_slice() else { continue };
                let action = space.get(entry.first).expect("a choice");
                let Some(why) = reason(view, &action, &ways) else { continue };
                let kind = Kind(entry.args[0] as u8);
                let named = ways.iter().flat_map(|(_, routes)| routes);
                let mut named = named.filter(|route| why == format!("for {}", view.board().route_name(**route)));
                let route = named.next().expect("a route of a way");
                let fits = |part: &Part| part.cards.has(kind) || part.wilds.has(kind);
                let terms = view.terms(*route).expect("it is open");
                let text = menu::action_text(view, &action);
                assert!(terms.cost.parts.iter().any(fits), "{text} ({why})");
                told += 1;
            }
        });
    }
    assert!(told > 3, "{told} reasons");
}
