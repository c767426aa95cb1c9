//! Nothing of another player's secrets is ever on the screen: the screens of many games are searched for every ticket, card and
//! answer that was hidden from the person who played. `TTR_GAMES=10` plays ten times as many.

use super::typist::{How, Typist};
use super::{BoardToTry, Played, boards, in_two, played};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use ttr_core::{PlayerId, Registry, TicketId, What};
use ttr_testkit::props::so_many;
use ttr_tests::seams;

/// Games on bundled maps, in which every person is looked over the shoulder.
const GAMES: u64 = 160;
/// Games on a board with every mechanic that the engine has a seam for.
const GAMES_OF_SEAMS: u64 = 50;

#[derive(Default)]
struct Found {
    tickets: AtomicUsize,
    cards: AtomicUsize,
    answers: AtomicUsize,
}

/// Who plays: one person, the others not, `n` of them.
fn players(n: u64, seed: u64) -> (String, usize) {
    let me = (seed / 7) % n;
    let others: &[&str] =
        if seed.is_multiple_of(8) { &["random", "random:kinds", "greedy"] } else { &["random", "random:kinds"] };
    let names = (0..n).map(|i| if i == me { "you" } else { others[(seed + i) as usize % others.len()] });
    (names.collect::<Vec<_>>().join(","), me as usize)
}

fn game(registry: &Registry, board: &BoardToTry, seed: u64, found: &Found) {
    let n = u64::from(board.players.0) + seed % u64::from(board.players.1 - board.players.0 + 1);
    let (players, me) = players(n, seed);
    let number = seed.to_string();
    let mut args = vec![board.map.as_str(), "--players", &players, "--seed", &number];
    args.extend(board.short.iter().flat_map(|set| ["--set", set.as_str()]));
    let how = if seed.is_multiple_of(6) { How::Names } else { How::Numbers };
    let game = played(registry, &args, 100, Typist::new(how, seed), 25);
    search(&game, PlayerId::at(me), found);
}

/// Searches the screen for what was hidden from a player.
fn search(game: &Played, me: PlayerId, found: &Found) {
    let Played { text, rules, events } = game;
    let end = text.rfind("\nscore\n").expect("a sheet");
    let text = &text[..end];
    let board = rules.board();
    let (mut hidden, mut known): (BTreeSet<TicketId>, BTreeSet<TicketId>) = Default::default();
    for event in events.iter().flatten() {
        let seen = event.seen_by(Some(me));
        match (&event.what, &seen.what) {
            (What::Tickets { tickets: Some(all), .. }, What::Tickets { tickets, .. }) => match tickets {
                Some(_) => known.extend(all),
                None => hidden.extend(all),
            },
            (What::Cards { cards: Some(cards), from, to, .. }, What::Cards { cards: None, .. }) => {
                // What it would say if it were told with the cards.
                if let Some(owner) = rules.zone(*to).owner {
                    let from = &rules.zone(*from).name;
                    let told = format!("{} gets {} from the {from}", rules.owner_name(owner), rules.cards_text(cards));
                    assert!(!text.contains(&told), "{told:?} is secret:\n{text}");
                    found.cards.fetch_add(1, Ordering::Relaxed);
                }
            }
            (What::Chose { who, action: Some(_), .. }, What::Chose { action: None, .. }) => {
                let told = rules.event_text(event, Some(*who));
                let told = told.trim_end_matches(" (sealed)");
                assert!(!text.contains(told), "{told:?} is secret:\n{text}");
                found.answers.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        }
    }
    let names = |tickets: &BTreeSet<TicketId>| -> BTreeSet<String> {
        tickets.iter().map(|ticket| board.ticket_name(*ticket)).collect()
    };
    let (known, routes) = (names(&known), board.route_ids().map(|r| board.route_name(r)).collect::<Vec<_>>());
    for name in names(&hidden).difference(&known) {
        // A route, or a longer ticket that is known, may be called so too.
        if !routes.iter().chain(&known).any(|other| other.contains(name.as_str())) {
            assert!(!text.contains(name.as_str()), "{name} is secret:\n{text}");
            found.tickets.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[test]
fn nothing_of_anothers_secrets_is_ever_on_the_screen() {
    let registry = ttr_variants::registry();
    let boards = boards(&registry);
    let found = Found::default();
    in_two(so_many(GAMES), |seed| {
        game(&registry, &boards[seed as usize % boards.len()], seed / boards.len() as u64, &found)
    });
    let Found { tickets, cards, .. } = &found;
    let (tickets, cards) = (tickets.load(Ordering::Relaxed), cards.load(Ordering::Relaxed));
    assert!(tickets > 3 * GAMES as usize && cards > 5 * GAMES as usize, "{tickets} tickets, {cards} draws were hidden");
}

#[test]
fn nothing_of_any_mechanic_is_on_anothers_screen() {
    let mut registry = seams::registry();
    registry.map("seams", seams::MAP).rule_set("seams", seams::RULES);
    let found = Found::default();
    in_two(so_many(GAMES_OF_SEAMS), |seed| {
        let (players, me) = players(2 + seed % 3, seed);
        let number = seed.to_string();
        let mut args = vec!["seams", "--rules", "seams", "--players", &players, "--seed", &number];
        args.extend(seams::ALL.iter().flat_map(|set| ["--set", set]));
        let game = played(&registry, &args, 80, Typist::new(How::Numbers, seed), 25);
        // On so small a board every ticket's name is somewhere; cards and answers are searched for.
        search(&game, PlayerId::at(me), &found);
    });
    let (cards, answers) = (found.cards.load(Ordering::Relaxed), found.answers.load(Ordering::Relaxed));
    assert!(cards > 10 * GAMES_OF_SEAMS as usize && answers > 5 * GAMES_OF_SEAMS as usize, "{cards}, {answers}");
}
