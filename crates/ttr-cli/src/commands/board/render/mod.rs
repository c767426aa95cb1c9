//! `ttr render`: a picture of a board, by itself or at a moment of a game.

mod file;
mod fonts;
mod highlight;
mod moment;

pub(crate) use file::Picture;
pub(crate) use fonts::fonts;
pub(crate) use moment::scene_of_game;

use crate::args::Render;
use crate::commands::board::watched::Watched;
use crate::failure::Failure;
use crate::output::Out;
use crate::output::report;
use crate::{Program, load};
use moment::Moment;
use std::path::PathBuf;
use ttr_core::{GameSource, Rules};
use ttr_render::{Drawing, Scene, TooLarge};

/// So many letters that the fonts lack are named.
const MOST_NAMED: usize = 20;
/// How to come by letters.
pub(crate) const OTHER_FONT: &str = "`--font FILE` draws them from a font file that has them";

/// Draws a board, once or again and again.
pub(crate) fn run(program: &Program<'_>, options: &Render, out: &mut Out) -> Result<(), Failure> {
    let picture = options.output.as_deref().map(Picture::at).transpose()?;
    if options.width.is_some() && picture.is_none_or(|kind| kind != Picture::Png) {
        return Err(
            Failure::usage("--width is for PNG: SVG has any size").help("name a file that ends in `.png` with -o")
        );
    }
    if !options.watch {
        return once(program, options, picture, out);
    }
    let mut watched = Watched::new(files(options))?;
    loop {
        match once(program, options, picture, out) {
            Err(failure @ Failure::Output(_)) => return Err(failure),
            Err(failure) => report::failure(&failure, program),
            Ok(()) => {}
        }
        out.line("Waiting for a change; Ctrl-C ends.")?;
        out.flush()?;
        watched.wait();
    }
}

/// The files that a picture is made from, as far as the command line names them.
fn files(options: &Render) -> Vec<PathBuf> {
    let save = options.at.as_ref().map(|at| moment::place(at).0);
    let named = options.map.iter().chain(&options.rules).map(PathBuf::from);
    named.chain(save).chain(options.font.iter().cloned()).collect()
}

fn once(program: &Program<'_>, options: &Render, picture: Option<Picture>, out: &mut Out) -> Result<(), Failure> {
    let fonts = fonts(&options.font)?;
    let scene = match &options.at {
        Some(at) => in_game(program, options, &Moment::read(program, at)?)?,
        None => board(program, options)?,
    };
    let scene = Scene { fonts, ..scene };
    let svg = drawn(program, &scene)?;
    match (&options.output, picture) {
        (Some(path), Some(picture)) => {
            picture.write(path, &svg, options.width)?;
            Ok(out.line(format!("{}: {}", path.display(), said(&scene)))?)
        }
        _ => Ok(out.file(&svg)?),
    }
}

/// A picture as SVG; what its fonts have no letters for is told.
///
/// # Errors
/// If it is too large.
fn drawn(program: &Program<'_>, scene: &Scene) -> Result<String, Failure> {
    let Drawing { svg, missing, .. } = Drawing::of(scene).map_err(|fault| too_large(&fault))?;
    if !missing.is_empty() {
        let (text, colour) = (without_letters(scene, &missing), program.colour_of_errors);
        report::warning("picture::missing-letters", &text, OTHER_FONT, colour);
    }
    Ok(svg)
}

/// Why there is no picture.
pub(crate) fn too_large(fault: &TooLarge) -> Failure {
    let failure = Failure::content(format!("picture::too-large: the board can't be drawn: {fault}"));
    failure.help("`ttr explain picture::too-large` says more")
}

/// What the fonts of a picture have no letters for.
pub(crate) fn without_letters(scene: &Scene, missing: &[char]) -> String {
    let named: Vec<String> =
        missing.iter().take(MOST_NAMED).map(|c| format!("{c} (U+{:04X})", u32::from(*c))).collect();
    let more = match missing.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let lack = match scene.fonts.as_slice() {
        [] => "the font of pictures has no letters for these",
        _ => "neither the font of pictures nor those of `--font` have letters for these",
    };
    format!("{lack}, and they are drawn as `?`: {}{more}", named.join(", "))
}

/// What was drawn, in a line.
fn said(scene: &Scene) -> String {
    let moment = scene.moment.as_ref().map_or_else(String::new, |moment| format!(", {moment}"));
    format!("{}, {} cities, {} routes{moment}", scene.title, scene.places.len(), scene.tracks.len())
}

/// A board by itself.
fn board(program: &Program<'_>, options: &Render) -> Result<Scene, Failure> {
    let map = options.map.clone().map_or_else(|| load::default_map(program.registry), Ok)?;
    let source = load::source(program.registry, &map, options.rules.as_deref(), &options.set)?;
    let players = options.players.or_else(|| ttr_author::range_of_players(&source).map(|(min, _)| min)).unwrap_or(2);
    let source = GameSource { seats: (1..=players).map(|seat| format!("player {seat}")).collect(), ..source };
    let rules = load::rules(program, &source)?;
    let scene = Scene::of(&rules, &ttr_author::texts(&source).0, None);
    highlighted(scene, options, &rules, None)
}

/// A board at a moment of a game.
fn in_game(program: &Program<'_>, options: &Render, moment: &Moment) -> Result<Scene, Failure> {
    let rules = moment.game.rules();
    let mut map = ttr_author::texts(&moment.source).0;
    if let Some(word) = &options.map {
        let (text, given) = load::map(program.registry, word)?;
        let names = |map: &ttr_source::MapSource| map.cities.iter().map(|city| city.name.clone()).collect::<Vec<_>>();
        if names(&given) != names(&map) {
            let message = format!("{} has other cities than the map of the saved game", text.name);
            return Err(Failure::usage(message).help("leave the map out: the save holds its own"));
        }
        map = given;
    }
    highlighted(moment.scene(&map), options, rules, Some(moment.game.state()))
}

fn highlighted(
    mut scene: Scene,
    options: &Render,
    rules: &Rules,
    state: Option<&ttr_core::State>,
) -> Result<Scene, Failure> {
    for text in &options.highlight {
        let ticket = highlight::find(rules, text)?;
        let (way, note) = state.map(|state| highlight::way(rules, state, ticket)).unwrap_or_default();
        scene = scene.highlighting(rules, ticket, &way, &note);
    }
    Ok(scene)
}
