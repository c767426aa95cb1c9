//! Menus: in which order their entries stand.

use crate::play::menu::{self, Menu};
use std::sync::Arc;
use ttr_bots::{Bot as _, PlayerRng, Random};
use ttr_core::{ActionSpace, ArgKind, Game, GameSource, NoEvents, SeededChance, compile};

/// The engine lists claims by what they cost.
#[test]
fn routes_of_a_length_and_cities_stand_in_map_order() {
    let registry = ttr_variants::registry();
    for (name, text) in registry.maps() {
        let rules = Arc::new(compile(&registry, &GameSource::new(name, text, 3)).expect("a bundled map").rules);
        let mut chance = SeededChance::new(5);
        let mut game = Game::start(rules.clone(), &mut chance, &mut NoEvents).expect("it begins");
        let (mut space, mut bot) = (ActionSpace::new(&rules), Random::default());
        bot.begin(PlayerRng::of_seat(5, 0));
        let (mut compared, mut listed_otherwise) = (0, 0);
        while let Some(who) = rules.to_act(game.state()).lowest() {
            let view = rules.view(game.state(), Some(who));
            view.legal(&mut space);
            let families: Vec<_> = space.families().map(|(op, args, ..)| (op, args)).collect();
            for pair in Menu::new(view, &space, &[]).entries.windows(2) {
                let [a, b] = [&pair[0], &pair[1]];
                let length = |args| menu::route_of(&rules, a.op, args).map(|route| rules.board().route(route).length);
                let of_map = matches!(rules.op(a.op).args.first(), Some((_, ArgKind::Route | ArgKind::City)));
                if of_map && a.op == b.op && a.args[1..] == b.args[1..] && length(a.args) == length(b.args) {
                    assert!(a.args[0] < b.args[0], "{name}: {a:?} stands before {b:?}");
                    compared += 1;
                    let at = |args| families.iter().position(|family| *family == (a.op, args));
                    listed_otherwise += usize::from(at(a.args) > at(b.args));
                }
            }
            let action = space.get(bot.choose(view, &space)).expect("an action of the list");
            game.act(who, &action, &mut chance, &mut NoEvents).expect("it is legal");
        }
        assert!(
            compared > 100 && listed_otherwise > 0,
            "{name}: {compared} pairs, {listed_otherwise} listed otherwise"
        );
    }
}
