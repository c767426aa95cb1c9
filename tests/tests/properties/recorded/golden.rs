//! The games of the golden record, played again: see [`ttr_tests::golden`].

use ttr_tests::golden::{BOARDS, BOTS, Games, perft, text};

/// Every game of a board with one kind of players.
fn as_recorded(board: &str, bot: &str) {
    let games = Games::read(board, bot).expect("a record");
    assert!(games.games.len() >= 18, "too few games: {}", games.games.len());
    if let Err(why) = games.verify() {
        panic!("{why}");
    }
}

/// A test for each board and kind of players, since they take long.
macro_rules! boards {
    ($($name:ident: $board:literal, $bot:literal;)*) => {
        $(#[test]
        fn $name() {
            as_recorded($board, $bot);
        })*

        #[test]
        fn every_board_and_every_kind_of_players_is_there() {
            let all: Vec<(&str, &str)> = BOARDS.iter().flat_map(|board| BOTS.map(|bot| (*board, bot))).collect();
            assert_eq!(all, [$(($board, $bot)),*]);
        }
    };
}

boards! {
    usa_random: "usa", "random";
    usa_kinds: "usa", "random:kinds";
    usa_greedy: "usa", "greedy";
    europe_random: "europe", "random";
    europe_kinds: "europe", "random:kinds";
    europe_greedy: "europe", "greedy";
    india_random: "india", "random";
    india_kinds: "india", "random:kinds";
    india_greedy: "india", "greedy";
    paris_random: "paris", "random";
    paris_kinds: "paris", "random:kinds";
    paris_greedy: "paris", "greedy";
    ussr_random: "ussr", "random";
    ussr_kinds: "ussr", "random:kinds";
    ussr_greedy: "ussr", "greedy";
    world_random: "world", "random";
    world_kinds: "world", "random:kinds";
    world_greedy: "world", "greedy";
}

#[test]
fn there_are_as_many_sequences_of_actions_as_recorded() {
    let (now, then) = (perft::counts().expect("positions"), perft::recorded().expect("a record"));
    for (now, then) in now.lines().zip(then.lines()) {
        assert_eq!(now, then);
    }
    assert_eq!(now.lines().count(), then.lines().count());
}

#[test]
fn what_is_written_is_read() {
    let games = Games::read("paris", "random").expect("a record").games;
    assert_eq!(text::read(&text::write("Again.", &games)).expect("games"), games);
}

#[test]
fn a_record_that_does_not_fit_is_noticed() {
    let games = Games::read("paris", "random").expect("a record");
    type Change = fn(&mut Games);
    let changes: [(&str, Change); 7] = [
        ("actions are legal", |games| games.games[0].steps[9].seen.as_mut().expect("seen").legal += 1),
        ("but others", |games| games.games[0].steps[9].seen.as_mut().expect("seen").names ^= 1),
        ("forced", |games| games.games[0].steps[9].seen.as_mut().expect("seen").forced += 1),
        ("another one is asked", |games| {
            let who = &mut games.games[0].steps[9].who;
            *who = 3 - *who;
        }),
        ("side 1 differs", |games| games.games[0].ending.sides[0].1[0].0 += 1),
        ("what the lines stand on", |games| games.games[0].ending.sheet ^= 1),
        ("told or seen", |games| {
            let told = games.games.iter_mut().find_map(|game| game.told.as_mut());
            told.expect("some are told").what ^= 1;
        }),
    ];
    for (said, change) in changes {
        let mut games = games.clone();
        change(&mut games);
        let why = games.verify().expect_err(said);
        assert!(why.contains(said), "{why}");
    }
}
