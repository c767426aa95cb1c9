//! What a line means: it decides only what it certainly says, and what is on the screen can be typed as it stands.

use super::super::talk::{Answer, Talk};
use super::{Glass, options};
use crate::output::Out;
use crate::play::keyboard::Keyboard;
use crate::play::menu::{self, Menu};
use crate::play::saving::Saving;
use crate::play::{Session, screen};
use crate::{Bots, Program};
use std::io::Cursor;
use ttr_core::{Action, ActionSpace, ArgKind, PlayerId, RouteId, View};

/// No game takes so many decisions.
const MOST_DECISIONS: usize = 2_000;

/// A game that is played until a person's choices are as they are wanted; then it is looked at.
pub(super) fn when(
    args: &[&str],
    wanted: impl Fn(View<'_>, &Menu, &ActionSpace<'_>) -> bool,
    look: impl FnOnce(&mut At<'_, '_>),
) {
    let registry = ttr_variants::registry();
    let bots = Bots::bundled();
    let program = Program { name: "ttr", registry: &registry, bots: &bots, colour_of_errors: false };
    let glass = Glass::default();
    let mut out = Out::to(glass.clone(), 80);
    let begun = Session::begin(&program, &options(args), Keyboard::of(Cursor::new("")), Saving::nowhere(), &mut out);
    let mut table = begun.unwrap_or_else(|fault| panic!("{args:?}: {fault}"));
    let rules = table.rules.clone();
    for _ in 0..MOST_DECISIONS {
        let who = rules.to_act(table.game.state()).lowest().expect("the game is on");
        if !table.game.is_person(who) {
            table.computer(who).expect("it plays");
            continue;
        }
        let view = rules.view(table.game.state(), Some(who));
        let mut space = ActionSpace::new(&rules);
        view.legal(&mut space);
        let menu = Menu::new(view, &space, &[]);
        if wanted(view, &menu, &space) {
            return look(&mut At { table: &mut table, glass, who });
        }
        // Cards are gathered, so that much can be chosen; all else is chosen from the middle.
        let is_deck = |(op, ..): &(_, _, _, _)| matches!(rules.op(*op).args.first(), Some((_, ArgKind::Deck)));
        let deck = space.families().find(is_deck).map(|(_, _, first, _)| first);
        let action = space.nth(deck.unwrap_or(space.len() / 2));
        table.act(who, &action).expect("it is legal");
    }
    panic!("{args:?}: it never comes to that");
}

/// A person who has to decide.
pub(super) struct At<'t, 'a> {
    pub table: &'t mut Session<'a>,
    glass: Glass,
    pub who: PlayerId,
}

impl At<'_, '_> {
    /// Types these lines and nothing more: what was decided, and what was on the screen.
    pub fn types(&mut self, lines: &str) -> (Option<Action>, String) {
        let from = self.glass.len();
        self.table.keyboard = Keyboard::of(Cursor::new(format!("{lines}\n")));
        let answer = Talk { session: self.table, who: self.who }.ask().expect("it is asked");
        let action = match answer {
            Some(Answer::Do(action)) => Some(action),
            _ => None,
        };
        (action, self.glass.since(from))
    }

    fn text(&self, action: &Action) -> String {
        menu::action_text(self.table.game.view(Some(self.who)), action)
    }

    /// These lines decide nothing.
    #[track_caller]
    fn decides_nothing(&mut self, lines: &str) -> String {
        let (action, screen) = self.types(lines);
        assert!(action.is_none(), "{lines:?} decides {:?}:\n{screen}", action.map(|action| self.text(&action)));
        screen
    }

    /// These lines decide this.
    #[track_caller]
    fn decides(&mut self, lines: &str, text: &str) {
        let (action, screen) = self.types(lines);
        let action = action.unwrap_or_else(|| panic!("{lines:?} decides nothing:\n{screen}"));
        assert_eq!(self.text(&action), text, "{lines:?}:\n{screen}");
    }
}

/// Operations on routes that take no cards as a payment, with their routes.
fn on_routes(view: View<'_>, menu: &Menu) -> Vec<(String, RouteId)> {
    let rules = view.rules();
    let free = |op| matches!(rules.op(op).args.first(), Some((_, ArgKind::Route))) && !rules.op(op).pays;
    let entries = menu.entries.iter().filter(|entry| free(entry.op));
    entries.map(|entry| (menu::heading(rules, entry.op, entry.args), RouteId(entry.args[0]))).collect()
}

#[test]
fn what_would_be_done_to_a_route_and_whose_it_is_is_on_the_screen() {
    let args = ["ussr", "--players", "you,greedy,greedy", "--seed", "3"];
    let both = |view: View<'_>, menu: &Menu, _: &ActionSpace<'_>| {
        let all = on_routes(view, menu);
        let held = all.iter().filter(|(_, route)| !view.is_free(*route)).count();
        held > 3 && held < all.len()
    };
    when(&args, both, |at| {
        let screen = at.decides_nothing("all");
        let heading = |text: &str| screen.lines().any(|line| line.trim_start().starts_with(text));
        assert!(heading("play controller to remove"), "{screen}");
        assert!(heading("play controller to claim ... for no cards"), "{screen}");
        let view = at.table.game.view(Some(at.who));
        let mut space = ActionSpace::new(view.rules());
        view.legal(&mut space);
        let all = on_routes(view, &Menu::new(view, &space, &[]));
        let held: Vec<RouteId> = all.iter().map(|(_, route)| *route).filter(|route| !view.is_free(*route)).collect();
        let routes: Vec<(String, String)> = held
            .iter()
            .map(|route| (menu::route_choice(view, *route), view.rules().board().route_name(*route)))
            .collect();
        for (text, _) in &routes {
            assert!(text.contains(" (greedy ") && screen.contains(text.as_str()), "{text}:\n{screen}");
        }
        // Its cities alone do not spend the card: it is asked first.
        let (text, name) = routes[0].clone();
        let cities = name.split(" (").next().unwrap_or_default();
        let asked = at.decides_nothing(cities);
        assert!(asked.contains("That could be:"), "{asked}");
        at.decides(&format!("play controller to remove {text}"), &format!("play controller to remove {name}"));
    });
}

#[test]
fn tracks_of_different_players_are_different_choices() {
    let two = |view: View<'_>, menu: &Menu, _: &ActionSpace<'_>| {
        let all = on_routes(view, menu);
        let held = |route: &RouteId| !view.is_free(*route);
        let others = |route: &RouteId| {
            view.board().group_of(route).iter().any(|other| held(other) && view.held(*other) != view.held(*route))
        };
        all.iter().any(|(_, route)| {
            let group = view.board().group_of(route);
            held(route) && others(route) && group.iter().all(|other| all.iter().any(|(_, r)| r == other))
        })
    };
    let args = ["ussr", "--players", "you,greedy,greedy,greedy", "--seed", "1"];
    when(&args, two, |at| {
        let view = at.table.game.view(Some(at.who));
        let mut space = ActionSpace::new(view.rules());
        view.legal(&mut space);
        let menu = Menu::new(view, &space, &[]);
        let all = on_routes(view, &menu);
        let pair = all.iter().find_map(|(_, route)| {
            let other = view.board().group_of(route).iter().find(|other| *other != route)?;
            (view.held(*other) != view.held(*route) && !view.is_free(*other) && !view.is_free(*route))
                .then_some([*route, *other])
        });
        let pair = pair.expect("two tracks");
        let texts = pair.map(|route| menu::route_choice(view, route));
        assert_ne!(texts[0], texts[1]);
        let tracks = pair.map(|route| {
            let [a, b] = view.board().route(route).ends.map(|c| view.board().cities[c.index()].name.clone());
            format!("why not remove {a} {b} track {}", view.board().route(route).track)
        });
        for (text, why) in texts.iter().zip(tracks) {
            let screen = at.decides_nothing(&format!("all\n{why}"));
            assert!(screen.contains(text.as_str()), "{text} is offered:\n{screen}");
            let answer = screen.split(&why).nth(1).unwrap_or_default();
            assert!(answer.contains("you can, it is number") && !answer.contains("hold no such card"), "{screen}");
        }
    });
}

/// Whether something is among the choices in these words.
fn offers(view: View<'_>, menu: &Menu, space: &ActionSpace<'_>, text: &str) -> bool {
    menu.entries.iter().any(|entry| menu::text(view, space, entry) == text)
}

#[test]
fn what_is_on_the_screen_can_be_typed_as_it_stands() {
    let args = ["world", "--players", "you,greedy", "--seed", "2"];
    let exchange = "exchange 1 train piece for 1 ship piece";
    let both = |view: View<'_>, menu: &Menu, space: &ActionSpace<'_>| {
        let is = |text: &str| offers(view, menu, space, text);
        let back = "exchange 1 ship piece for 1 train piece";
        let colours = ["red", "black", "white", "green", "purple", "yellow"];
        let cards = |colour: &&str| {
            let card = |kind: &str| is(&format!("take {colour}{kind} from the row"));
            card("") && (card(" double ship") || card(" ship"))
        };
        is(exchange) && is(back) && colours.iter().any(cards)
    };
    when(&args, both, |at| {
        at.decides(exchange, exchange);
        at.decides("exchange 1 tr 1 sh", exchange);
        let view = at.table.game.view(Some(at.who));
        let mut space = ActionSpace::new(view.rules());
        view.legal(&mut space);
        let menu = Menu::new(view, &space, &[]);
        let mut texts: Vec<(String, usize)> = Vec::new();
        for entry in menu.entries.iter().filter(|entry| entry.n == 1) {
            texts.push((menu::text(view, &space, entry), entry.first));
        }
        assert!(texts.len() > 5);
        for (text, first) in texts {
            let (action, screen) = at.types(&text);
            let expected = space_of(at).get(first);
            assert_eq!(action, expected, "{text}:\n{screen}");
        }
    });
}

fn space_of<'r>(at: &'r At<'_, '_>) -> ActionSpace<'r> {
    let view = at.table.game.view(Some(at.who));
    let mut space = ActionSpace::new(view.rules());
    view.legal(&mut space);
    space
}

#[test]
fn half_typed_words_decide_nothing() {
    let args = ["usa", "--players", "you,greedy,greedy", "--seed", "7"];
    let first_turn = |view: View<'_>, menu: &Menu, space: &ActionSpace<'_>| {
        offers(view, menu, space, "draw tickets") && menu.entries.len() > 20
    };
    when(&args, first_turn, |at| {
        for word in ["tick", "ticket", "tickets", "t", "b", "boar", "sav", "log", "hel", "scr", "und", "2 red", "yes"] {
            at.decides_nothing(word);
        }
        for word in ["tick", "ticket", "tickets", "t"] {
            assert!(at.decides_nothing(word).contains("your tickets ("), "{word}");
        }
        at.decides("draw tickets", "draw tickets");
        at.decides("draw ti", "draw tickets");
        // After a hint `y` is yes, whatever begins with it.
        let (hinted, screen) = at.types("hint\ny");
        let (told, _) = at.types("hint\nyes");
        assert!(hinted.is_some() && hinted == told, "{screen}");
        // But not after something else was typed in between.
        let (old, screen) = at.types("hint\nclaim\nyes");
        assert!(old.is_none() && screen.contains("ask for one first"), "{screen}");
    });
}

#[test]
fn wilds_alone_are_not_paid_unasked() {
    let args = ["usa", "--players", "you,greedy,greedy", "--seed", "7"];
    let only_wilds = |view: View<'_>, menu: &Menu, space: &ActionSpace<'_>| {
        let wilds = view.rules().wilds();
        menu.entries.iter().any(|entry| {
            let action = space.get(entry.first).filter(|_| entry.n == 1 && view.rules().op(entry.op).pays);
            action.is_some_and(|action| action.pay.kinds().iter().all(|kind| wilds.has(kind)))
        })
    };
    when(&args, only_wilds, |at| {
        let view = at.table.game.view(Some(at.who));
        let mut space = ActionSpace::new(view.rules());
        view.legal(&mut space);
        let wanted = screen::wanted(view, &screen::ways_left(view));
        let menu = Menu::new(view, &space, &wanted);
        let wilds = view.rules().wilds();
        let is_one = |entry: &&menu::Entry| {
            let action = space.get(entry.first).filter(|_| entry.n == 1 && view.rules().op(entry.op).pays);
            action.is_some_and(|action| action.pay.kinds().iter().all(|kind| wilds.has(kind)))
        };
        let at_number = menu.entries.iter().position(|entry| is_one(&entry)).expect("one") + 1;
        let entry = menu.entries[at_number - 1];
        let (copied, done) = (menu::long_text(view, &space, &entry), menu::text(view, &space, &entry));
        for line in [copied, at_number.to_string()] {
            let screen = at.decides_nothing(&line);
            assert!(screen.contains(": pay with") && screen.contains(" wild"), "{line}:\n{screen}");
            at.decides(&format!("{line}\n1"), &done);
        }
        at.decides(&done, &done);
    });
}
