//! What can be written wrongly in a map, a rule set or an override is told with its place, and what is documented works.

use ttr_core::{ActionSpace, Failed, GameSource, NoEvents, Rules, SeededChance, compile};

fn usa(players: usize) -> GameSource {
    let registry = ttr_variants::registry();
    GameSource::new("usa", registry.find_map("usa").expect("bundled"), players)
}

fn rules(source: &GameSource) -> Rules {
    match compile(&ttr_variants::registry(), source) {
        Ok(compiled) => compiled.rules,
        Err(failed) => panic!("{failed}"),
    }
}

fn refused(source: &GameSource) -> Failed {
    compile(&ttr_variants::registry(), source).expect_err("this can't be played")
}

fn codes(failed: &Failed) -> Vec<&'static str> {
    failed.diagnostics.iter().map(|d| d.code).collect()
}

fn classic_with(from: &str, to: &str) -> String {
    let registry = ttr_variants::registry();
    let classic = registry.find_rule_set("classic").expect("bundled");
    assert!(classic.contains(from), "{from:?}");
    classic.replacen(from, to, 1)
}

#[test]
fn one_end_of_the_number_of_players_is_enough() {
    let least = classic_with("min = 2\nmax = 5", "min = 4");
    assert_eq!(codes(&refused(&usa(3).with_rules("classic", &least))), ["players::seats"]);
    rules(&usa(6).with_rules("classic", &least));
    let most = classic_with("min = 2\nmax = 5", "max = 2");
    assert_eq!(codes(&refused(&usa(3).with_rules("classic", &most))), ["players::seats"]);
}

#[test]
fn a_range_that_leaves_nobody_is_told_and_nothing_else() {
    let mut source = usa(9);
    source.map.text = source.map.text.replacen("rules = \"classic\"", "rules = \"classic\"\nplayers = { min = 6 }", 1);
    assert_eq!(codes(&refused(&source)), ["players::range"]);
    assert_eq!(codes(&refused(&usa(9))), ["players::seats"]);
}

#[test]
fn players_have_names_of_their_own() {
    let mut source = usa(2);
    source.seats = vec!["Ann".to_owned(), "Ann".to_owned()];
    assert_eq!(codes(&refused(&source)), ["players::same-name"]);
}

#[test]
fn piles_have_names_of_their_own() {
    let text = classic_with("[cards.decks.train]", "[cards.decks.ticket]");
    assert_eq!(codes(&refused(&usa(2).with_rules("classic", text))), ["zone::same-name"]);
}

#[test]
fn a_module_that_is_left_out_takes_its_tie_break_along() {
    for module in ["longest-path", "tickets"] {
        let source = usa(2).with_set(format!("{module}=false"));
        let compiled = compile(&ttr_variants::registry(), &source).unwrap_or_else(|failed| panic!("{failed}"));
        assert_eq!(compiled.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["ties::absent"], "{module}");
    }
    // A measure that nobody ever had is a mistake.
    let failed = refused(&usa(2).with_set("victory.ties=[\"longest-pth\"]"));
    assert!(failed.to_string().contains("did you mean \"longest-path\"?"), "{failed}");
}

#[test]
fn a_wrong_number_is_told_at_its_own_place() {
    for set in [
        "cards.decks.train.red=300",
        "cards.deal=300",
        "cards.decks.train.wild.price=300",
        "turns.first=256",
        "turns.first=\"ranodm\"",
        "longest-path.points=2000000000",
        "turns.limit=0",
        "route-points.table.01=3",
    ] {
        let failed = refused(&usa(2).with_set(set));
        let told = failed.to_string();
        assert_eq!(failed.diagnostics.len(), 1, "{set}: {told}");
        assert!(told.starts_with("--set:1:"), "{set}: {told}");
    }
    let failed = refused(&usa(2).with_set("cards.decks.train.wild.wildd=true"));
    assert_eq!(codes(&failed), ["card::unowned-attribute"]);
    assert!(failed.to_string().starts_with("--set:1:"), "{failed}");
}

#[test]
fn a_ticket_without_points_is_no_ticket_of_the_base_game() {
    let mut source = usa(2);
    source.map.text = source.map.text.replacen("points = 12", "deck = \"short\"", 1);
    assert_eq!(codes(&refused(&source)), ["ticket::unknown-goal"]);
}

/// G3 whatever the number of cards in a draw: a wild from the row is all of it, and never a later card.
#[test]
fn a_wild_from_the_row_is_the_whole_draw_of_any_size() {
    for draw in [1, 2, 3] {
        let rules = rules(&usa(2).with_set(format!("cards.draw={draw}")));
        let (wild, row) = (rules.kind_named("wild").expect("a kind"), rules.zone_named("row", None).expect("a zone"));
        let take = rules.op_named("row/take").expect("an operation");
        let mut space = ActionSpace::new(&rules);
        let (mut first, mut later) = (0, 0);
        for seed in 0..40 {
            let mut chance = SeededChance::new(seed);
            let mut st = rules.start(&mut chance, &mut NoEvents).expect("a start");
            for step in 0..60 {
                let Some(who) = rules.to_act(&st).lowest() else { break };
                rules.legal(&st, who, &mut space);
                let main = rules.look(&st).frames().len() == 1;
                let offered = space.iter().any(|a| a.op == take && a.kind() == wild);
                let there = rules.look(&st).cards(row)[wild.index()] > 0;
                if rules.look(&st).turns_of(who) > 0 {
                    assert_eq!(offered, there && main, "draw {draw}, seed {seed}, step {step}");
                    if there && main {
                        first += 1
                    } else if there {
                        later += 1
                    }
                }
                // Cards, so that draws of every length come up.
                let i = (seed as usize + step) % space.len().min(6);
                let action = space.nth(i);
                let turn = rules.look(&st).turn_of();
                rules
                    .apply_listed(&mut st, who, &action, &mut chance, &mut NoEvents, &mut space)
                    .expect("a listed action");
                if action.op == take && action.kind() == wild {
                    assert_ne!(rules.look(&st).turn_of(), turn, "the turn is over");
                }
            }
        }
        assert!(first > 0 && (draw == 1 || later > 0), "draw {draw}: {first}, {later}");
    }
}
