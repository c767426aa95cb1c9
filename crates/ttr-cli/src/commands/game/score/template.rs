//! `ttr score --new`: a score file to fill in, with comments that explain it.

use super::is_bundled;
use crate::args::{Score, called};
use crate::failure::Failure;
use crate::output::Out;
use crate::output::lines;
use crate::{Program, files, load};
use std::ffi::OsStr;
use std::path::Path;
use ttr_core::{Board, GameSource, Rules};
use ttr_source::{clean, toml_text};

/// How wide comments are.
const WIDTH: usize = 100;

/// Writes a score file, or prints it.
pub(super) fn run(program: &Program<'_>, map: &OsStr, options: &Score, out: &mut Out) -> Result<(), Failure> {
    if let Some(path) = &options.output
        && path.symlink_metadata().is_ok()
        && !options.force
    {
        return Err(files::there_already(path));
    }
    let mut source = load::source(program.registry, map, options.rules.as_deref(), &options.set)?;
    let least = ttr_author::range_of_players(&source).map_or(2, |(min, _)| min);
    let seats = usize::from(options.players.unwrap_or(least));
    source.seats = (1..=seats).map(|seat| format!("player {seat}")).collect();
    let rules = load::rules(program, &source)?;
    let text = text(program, &source, &rules, map, options)?;
    let text = called(&text, program.name);
    let Some(path) = &options.output else { return Ok(out.file(&text)?) };
    files::write(path, &text, options.force)?;
    let name = path.display();
    Ok(out.line(format!("wrote {name}: fill it in, then `ttr score {name}` scores it"))?)
}

fn text(
    program: &Program<'_>,
    source: &GameSource,
    rules: &Rules,
    map: &OsStr,
    options: &Score,
) -> Result<String, Failure> {
    let (registry, folder) = (program.registry, options.output.as_deref());
    let board = rules.board();
    let mut text = String::from("#:schema ./score.schema.json\n");
    comment(&mut text, &format!("A game on {}, to be scored: fill it in, then run `ttr score FILE`.", board.name));
    text.push_str("format = 1\n");
    let map = if is_bundled(map, |name| registry.find_map(name).is_some()) {
        source.map.name.clone()
    } else {
        as_seen(map, folder)?
    };
    text.push_str(&format!("map = {}\n", toml_text(&map)));
    match &options.rules {
        Some(word) if is_bundled(word, |name| registry.find_rule_set(name).is_some()) => {
            text.push_str(&format!("rules = {}\n", toml_text(&word.to_string_lossy())));
        }
        Some(word) => text.push_str(&format!("rules = {}\n", toml_text(&as_seen(word, folder)?))),
        None => text.push_str("# rules = \"classic\"  # if it was not played by the map's own rules\n"),
    }
    match &options.set[..] {
        [] => text.push_str("# set = { end.pieces = 0 }  # if something in the rules was changed\n"),
        set => {
            let each: Vec<String> = set.iter().map(|set| toml_text(set)).collect();
            text.push_str(&format!("set = [{}]\n", each.join(", ")));
        }
    }
    text.push_str("\n# The cities, as they are spelt:\n");
    let cities: Vec<&str> = board.cities.iter().filter(|city| !city.junction).map(|city| city.name.as_str()).collect();
    comment(&mut text, &cities.join(", "));
    for seat in &source.seats {
        player(&mut text, rules, seat, seat == &source.seats[0]);
    }
    Ok(text)
}

fn player(text: &mut String, rules: &Rules, name: &str, explained: bool) {
    let board = rules.board();
    text.push_str(&format!("\n[[players]]\nname = {}\n", toml_text(name)));
    let say = |text: &mut String, words: &str| {
        if explained {
            comment(text, words);
        }
    };
    say(text, "The routes on the board at the end, each by its two cities in any order.");
    if let Some(route) = board.routes.iter().find(|route| route.parallel) {
        let [a, b] = route.ends.map(|city| toml_text(&board.cities[city.index()].name));
        let colour = route.colour.map_or("red", |colour| &board.colours[colour.index()]);
        let words = format!(
            "Which of several parallel routes it is need be said only where they differ in more than the colour: by the colour, \
             [{a}, {b}, {}], or the number of the track, [{a}, {b}, {}].",
            toml_text(colour),
            route.track
        );
        say(text, &words);
    }
    let route = board.routes.first().map(|route| route.ends.map(|city| city.index()));
    list(text, "routes", explained, board, route.as_ref().map(<[usize; 2]>::as_slice));
    if !board.tickets.is_empty() {
        say(text, "The tickets that were kept, completed or not, each by its cities in any order.");
        let ticket =
            board.tickets.iter().map(|ticket| ticket.cities.iter().map(|city| city.index()).collect::<Vec<_>>());
        let ticket = ticket.into_iter().next();
        list(text, "tickets", explained, board, ticket.as_deref());
    }
    for field in rules.fields() {
        let (info, shape) = (&field.info, field.info.shape);
        say(text, &format!("{}: {}.", capital(shape.words()), info.doc));
        text.push_str(&format!("{} = {}\n", info.name, shape.nothing()));
    }
}

/// An empty list, with an example for who sees the first one.
fn list(text: &mut String, key: &str, explained: bool, board: &Board, example: Option<&[usize]>) {
    let Some(example) = example.filter(|_| explained) else {
        return text.push_str(&format!("{key} = []\n"));
    };
    let names: Vec<String> = example.iter().map(|city| toml_text(&board.cities[*city].name)).collect();
    text.push_str(&format!("{key} = [\n    # [{}],\n]\n", names.join(", ")));
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn comment(text: &mut String, words: &str) {
    for line in lines::broken(WIDTH - 2, &clean(words)) {
        text.push_str(&format!("# {line}\n"));
    }
}

/// The path of a file as the new one names it: as it is where both are seen from the same folder, else in full.
fn as_seen(word: &OsStr, output: Option<&Path>) -> Result<String, Failure> {
    let path = Path::new(word);
    let beside = output.and_then(Path::parent).is_none_or(|folder| folder.as_os_str().is_empty());
    if beside || path.is_absolute() {
        return Ok(path.display().to_string());
    }
    let whole = path.canonicalize().map_err(|why| Failure::unreadable(path, files::words(&why)))?;
    Ok(whole.display().to_string())
}
