//! What is hidden makes no difference to the screen: with other cards, tickets and answers where the person can't see
//! them, everything that can be looked at stays the same to the letter.

use super::super::talk::Talk;
use super::{Glass, boards, options};
use crate::output::Out;
use crate::play::keyboard::Keyboard;
use crate::play::saving::Saving;
use crate::play::{Flow, Session};
use crate::{Bots, Program};
use std::io::Cursor;
use ttr_core::{CardBag, Event, Kind, PlayerId, Registry, SeededChance, TicketId, What};
use ttr_tests::seams;

/// Everything that can be looked at, and some choices; the last ones go as far as the question how to pay.
const LOOKS: &str =
    "hint\ntickets\nboard\nlog 999\nwhy not claim\nwhy not take\nwhy not red\nscreen\nclaim\ntake\nall\n";

/// What the person sees who has to decide.
fn looked(table: &mut Session<'_>, glass: &Glass, who: PlayerId, number: usize) -> String {
    let from = glass.len();
    table.keyboard = Keyboard::of(Cursor::new(format!("{LOOKS}{number}\nback\n")));
    table.seen[who.index()] = 0;
    table.draw(who, false).expect("it is drawn");
    // Whether it comes to an answer or not does not matter here.
    let _ = Talk { session: table, who }.ask().map(|_| Flow::On);
    glass.since(from)
}

/// These events, but with other cards, tickets and answers in them where this player can't see them.
fn varied(events: &[Vec<Event>], table: &Session<'_>, me: PlayerId) -> (Vec<Vec<Event>>, usize) {
    let (kinds, tickets) = (table.rules.kinds().len(), table.rules.board().tickets.len());
    let mut changed = 0;
    let vary = |event: &Event| {
        let mut event = event.clone();
        let seen = event.seen_by(Some(me));
        match (&mut event.what, &seen.what) {
            (What::Cards { cards: Some(cards), .. }, What::Cards { cards: None, .. }) => {
                let other: CardBag = cards.iter().fold(CardBag::EMPTY, |mut bag, (kind, n)| {
                    bag.add(Kind::at((kind.index() + 1) % kinds), n);
                    bag
                });
                *cards = other;
                changed += 1;
            }
            (What::Tickets { tickets: Some(all), .. }, What::Tickets { tickets: None, .. }) => {
                all.iter_mut().for_each(|ticket| *ticket = TicketId::at((ticket.index() + 1) % tickets));
                changed += 1;
            }
            (What::Chose { action: Some(chosen), .. }, What::Chose { action: None, .. }) => {
                chosen.action.args[0] ^= 1;
                chosen.tickets.iter_mut().for_each(|ticket| *ticket = TicketId::at((ticket.index() + 1) % tickets));
                changed += 1;
            }
            _ => {}
        }
        event
    };
    let mut vary = vary;
    (events.iter().map(|events| events.iter().map(&mut vary).collect()).collect(), changed)
}

/// Plays a game and looks at it, with other things hidden each time. How often something else was hidden.
fn game(registry: &Registry, args: &[&str], every: usize) -> (usize, usize) {
    let bots = Bots::bundled();
    let program = Program { name: "ttr", registry, bots: &bots, colour_of_errors: false };
    let glass = Glass::default();
    let mut out = Out::to(glass.clone(), 80);
    let keyboard = Keyboard::of(Cursor::new(""));
    let begun = Session::begin(&program, &options(args), keyboard, Saving::nowhere(), &mut out);
    let mut table = begun.unwrap_or_else(|fault| panic!("{args:?}: {fault}"));
    let (mut positions, mut payloads, mut decisions) = (0, 0, 0);
    let rules = table.rules.clone();
    while let Some(who) = rules.to_act(table.game.state()).lowest() {
        if !table.game.is_person(who) {
            table.computer(who).expect("it plays");
            continue;
        }
        decisions += 1;
        if decisions % every == 0 {
            let real = looked(&mut table, &glass, who, decisions % 30);
            for n in 0..2 {
                let view = rules.view(table.game.state(), Some(who));
                let other = rules.determinize(&view, &mut SeededChance::new(n));
                positions += usize::from(other != *table.game.state());
                table.game.instead = Some(other);
                let (events, changed) = varied(table.game.events(), &table, who);
                payloads += changed;
                table.game.told = Some(events);
                let seen = looked(&mut table, &glass, who, decisions % 30);
                (table.game.told, table.game.instead) = (None, None);
                assert!(
                    seen == real,
                    "{args:?}, decision {decisions}: with something else hidden:\n{seen}\nnot:\n{real}"
                );
            }
        }
        let mut space = ttr_core::ActionSpace::new(&rules);
        let view = rules.view(table.game.state(), Some(who));
        view.legal(&mut space);
        let mut bot = bots.find("greedy").expect("a player").make();
        bot.begin(ttr_bots::PlayerRng::of_seat(decisions as u64, 0));
        let action = space.nth(bot.choose(view, &space));
        table.act(who, &action).expect("it is legal");
    }
    (positions, payloads)
}

#[test]
fn what_is_hidden_makes_no_difference_to_the_screen() {
    let registry = ttr_variants::registry();
    for board in boards(&registry) {
        for seed in 0..4u8 {
            let players = ["you,random", "greedy,you,random:kinds", "you:Ann,you:Bob,greedy"];
            let n = usize::from(board.players.0).max(2);
            let players = players.iter().find(|p| p.split(',').count() == n + usize::from(seed) % 2);
            let players = players.copied().unwrap_or("you,random");
            let seed = seed.to_string();
            let mut args = vec![board.map.as_str(), "--players", players, "--seed", &seed];
            args.extend(board.short.iter().flat_map(|set| ["--set", set.as_str()]));
            let (positions, payloads) = game(&registry, &args, 4);
            assert!(positions > 3 && payloads > 20, "{args:?}: {positions} other positions, {payloads} other events");
        }
    }
}

#[test]
fn no_mechanic_makes_what_is_hidden_seen() {
    let mut registry = seams::registry();
    registry.map("seams", seams::MAP).rule_set("seams", seams::RULES);
    for seed in 0..12u8 {
        let players = ["you,random", "you:Ann,random,you:Bob", "random,you,greedy,you:Bob"][usize::from(seed) % 3];
        let seed = seed.to_string();
        let mut args = vec!["seams", "--rules", "seams", "--players", players, "--seed", &seed];
        args.extend(seams::ALL.iter().flat_map(|set| ["--set", set]));
        let (positions, payloads) = game(&registry, &args, 3);
        assert!(positions > 3 && payloads > 20, "{args:?}: {positions} other positions, {payloads} other events");
    }
}
