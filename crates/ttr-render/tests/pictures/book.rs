//! The pictures of the book: written anew by `TTR_BLESS=1 cargo test -p ttr-render --test pictures`.

use crate::support::{Game, boards};
use std::path::PathBuf;
use ttr_render::Drawing;

fn check(name: &str, svg: &str) {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures")).join(format!("{name}.svg"));
    if std::env::var_os("TTR_BLESS").is_some() {
        std::fs::write(&path, svg).expect("the picture is written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    let first = there.lines().zip(svg.lines()).position(|(old, new)| old != new);
    assert!(
        there == svg,
        "docs/pictures/{name}.svg is stale from line {} on: `TTR_BLESS=1 cargo test -p ttr-render --test pictures` writes it anew",
        first.map_or(0, |line| line + 1)
    );
}

#[test]
fn the_boards_of_the_book_are_as_they_are_drawn_now() {
    for board in boards() {
        check(&board.name, &board.drawing.svg);
    }
}

#[test]
fn the_game_of_the_book_is_as_it_is_drawn_now() {
    let (game, map) = Game::on("europe", 4, 230);
    check("game", &Drawing::of(&game.scene(&map)).expect("a picture").svg);
}
