//! Boards made up to see how the cost grows with their size.

use crate::games;
use std::fmt::Write;
use ttr_core::{GameSource, Registry, Rules};

/// Turns of each player, so that games on boards of all sizes are equally long.
const TURNS: u16 = 40;
const PLAYERS: usize = 4;
const COLOURS: [&str; 9] = ["black", "blue", "green", "orange", "purple", "red", "white", "yellow", "gray"];

/// The rules of a board with `size` times 36 cities, 100 routes and 30 tickets.
///
/// # Panics
/// If the map that is made is no good.
pub fn rules(registry: &Registry, size: usize) -> Rules {
    let mut source = GameSource::new("made-up", map(size), PLAYERS);
    for set in [format!("turns.limit={TURNS}"), "end.pieces=0".to_owned(), "pieces.train=200".to_owned()] {
        source = source.with_set(set);
    }
    games::compiled(registry, &source)
}

/// A grid: every city is joined with its neighbours, to the right, below and across.
fn map(size: usize) -> String {
    let (cities, columns) = (36 * size, 6 * size.isqrt().max(1));
    let mut text = "format = 1\nname = \"Made up\"\nrules = \"classic\"\n".to_owned();
    let mut routes = 0;
    let mut routes_text = String::new();
    for city in 0..cities {
        for (n, step) in [1, columns, columns + 1].into_iter().enumerate() {
            let to = city + step;
            let wraps = n != 1 && to.is_multiple_of(columns);
            if to < cities && !wraps && routes < 100 * size {
                let colour = COLOURS[(city * 5 + n * 3) % COLOURS.len()];
                let length = 1 + (city * 7 + n * 11) % 6;
                let entry = format!(
                    "[[routes]]\nbetween = [\"C{city}\", \"C{to}\"]\ncolour = \"{colour}\"\nlength = {length}\n"
                );
                routes_text.push_str(&entry);
                routes += 1;
            }
        }
    }
    text.push_str("[cities]\n");
    for city in 0..cities {
        let _ = writeln!(text, "C{city} = {{}}");
    }
    text.push_str(&routes_text);
    for ticket in 0..30 * size {
        let (from, to) = (ticket % cities, (ticket * 17 + 11) % cities);
        let to = if from == to { (to + 1) % cities } else { to };
        let _ = writeln!(text, "[[tickets]]\ncities = [\"C{from}\", \"C{to}\"]\npoints = {}", 4 + ticket % 17);
    }
    text
}
