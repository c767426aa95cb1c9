//! What the screen tells: what things are worth and cost, where pieces stand, why something is refused.

use super::super::talk::reason;
use super::meaning::when;
use crate::play::menu::Menu;
use crate::play::{menu, screen};
use ttr_core::payment::Part;
use ttr_core::{ActionSpace, ArgKind, Kind, PieceId, View};

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
            let view = at.table.view(Some(at.who));
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
        let view = at.table.view(Some(at.who));
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
        let view = at.table.view(Some(at.who));
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
            let view = at.table.view(Some(at.who));
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
