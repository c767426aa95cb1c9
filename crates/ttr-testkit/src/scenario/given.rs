//! The position at the start of a test: the game is made and set up, and then laid out as it is given.

use super::Runner;
use super::board::{self, BoardText};
use super::read::{Scenario, Test};
use ttr_core::compile::Failed;
use ttr_core::{Event, GameSource, NamedText, Registry, Rules, ScriptedChance, State, compile, guarded};
use ttr_files::position::{self, Faults, things};
use ttr_source::{Diagnostic, Severity, Sources, Span, Word, near, shown, toml_text};

/// What the file of a board that stands in the scenario goes by.
const BOARD: &str = "the board of this file";
/// What the text of an override goes by.
const OVERRIDE: &str = "--set";

/// A position, and what comes next.
pub struct Position {
    pub rules: Rules,
    pub state: State,
    pub chance: ScriptedChance,
    /// What happened on the way there, where the game is taken up before it is set up.
    pub events: Vec<Event>,
}

/// Makes the game of a test, and lays out what it gives.
pub fn position(runner: &Runner<'_>, scenario: &Scenario, test: &Test) -> Result<Position, Vec<Diagnostic>> {
    let (mut source, board) = source(runner, scenario, test)?;
    source.set.extend_from_slice(&runner.set);
    let rules = rules(runner.registry, test, source, board.as_ref())?;
    let mut faults = Faults::default();
    match (begun(&rules, test, &mut faults), faults.0) {
        (Some((state, chance, events)), faults) if faults.is_empty() => Ok(Position { rules, state, chance, events }),
        (_, faults) => Err(faults),
    }
}

/// The position at the first decision, what comes next by chance, and what happened by itself on the way.
fn begun(rules: &Rules, test: &Test, faults: &mut Faults) -> Option<(State, ScriptedChance, Vec<Event>)> {
    let given = &test.given;
    let mut next = ScriptedChance::new(given.seed()).strict();
    if let Some(node) = given.rest.get("next") {
        for (pile, outcome) in things::script(rules, node, faults) {
            next.push(&pile, [outcome]);
        }
    }
    let mut events = Vec::new();
    let begun = guarded(|| {
        if given.begins_with_setup() {
            position::refuse_layout(given, faults);
            return rules.start(&mut next, &mut events).map(Some);
        }
        let mut state = position::lay_out(rules, given, &mut ScriptedChance::new(given.seed()), faults)?.state;
        if !faults.0.is_empty() {
            return Ok(None);
        }
        rules.begin(&mut state, &mut next, &mut events)?;
        Ok(Some(state))
    });
    let why = match begun {
        Ok(Ok(state)) => return state.map(|state| (state, next, events)),
        Ok(Err(why)) => why.to_string(),
        Err(panicked) => panicked.to_string(),
    };
    faults.add("test::fault", format!("the game can't be set up: {why}"), test.place);
    None
}

/// What the game is made of.
fn source(
    runner: &Runner<'_>,
    scenario: &Scenario,
    test: &Test,
) -> Result<(GameSource, Option<BoardText>), Vec<Diagnostic>> {
    let (registry, score) = (runner.registry, &test.given.score);
    let mut board = None;
    let map = match (&score.map, &scenario.board) {
        (Some(word), _) => {
            let names: Vec<&str> = registry.maps().map(|(name, _)| name).collect();
            text(word, "map", registry.find_map(&word.text), &names, runner)?
        }
        (None, Some(node)) => {
            let Some(table) = node.as_table() else {
                return Err(fault(
                    "file::wrong-type",
                    format!("`board` must be a table, not {}", node.what()),
                    node.span,
                ));
            };
            let made = board.insert(board::text_of(table, node.span));
            NamedText { name: BOARD.to_owned(), text: made.text.clone() }
        }
        (None, None) => {
            return Err(fault("test::no-game", "this file does not say on which board it is played", test.place));
        }
    };
    let mut source = GameSource::new(&map.name, &map.text, 2);
    if score.seats > 0 {
        source.seats = score.players.iter().map(|player| player.name.text.clone()).collect();
    }
    source.set.clone_from(&score.set);
    let sets: Vec<&str> = registry.rule_sets().map(|(name, _)| name).collect();
    source.rule_set = match &score.rules {
        Some(word) => Some(text(word, "rule set", registry.find_rule_set(&word.text), &sets, runner)?),
        None => match source.rules_asked_for() {
            Some(ttr_source::RulesRef::Path(path, _)) => {
                runner.find(&path).ok().map(|text| NamedText { name: path, text })
            }
            _ => None,
        },
    };
    Ok((source, board))
}

fn fault(code: &'static str, message: impl Into<String>, span: Span) -> Vec<Diagnostic> {
    vec![Diagnostic::error(code, message).at(span)]
}

/// A text by the name of a bundled one, or by the path of a file.
fn text(
    word: &Word,
    what: &str,
    bundled: Option<&str>,
    names: &[&str],
    runner: &Runner<'_>,
) -> Result<NamedText, Vec<Diagnostic>> {
    let name = word.text.clone();
    if let Some(text) = bundled {
        return Ok(NamedText { name, text: text.to_owned() });
    }
    runner.find(&name).map(|text| NamedText { name: name.clone(), text }).map_err(|why| {
        let message = format!("no {what} is named {}, and as a file: {why}", shown(&name));
        let fault = Diagnostic::error("test::no-game", message).at(word.span);
        let fault = fault.help(format!("bundled are: {}; or the path of a file", names.join(", ")));
        vec![match near(&name, names.iter().copied()) {
            Some(near) => fault.suggest_as(near.applicability, word.span, toml_text(near.name)),
            None => fault,
        }]
    })
}

/// Makes the rules. Who begins is player 1 if the test does not say otherwise, and the rules leave it open.
fn rules(
    registry: &Registry,
    test: &Test,
    mut source: GameSource,
    board: Option<&BoardText>,
) -> Result<Rules, Vec<Diagnostic>> {
    let made = |source: &GameSource| match guarded(|| compile(registry, source)) {
        Ok(Ok(compiled)) => Ok(compiled.rules.watched()),
        Ok(Err(failed)) => Err(placed(test, &failed, board)),
        Err(panicked) => Err(fault("test::fault", panicked.to_string(), test.place)),
    };
    let rules = made(&source)?;
    match position::first_turn(&rules, &source.set, &test.given)? {
        Some(set) => {
            source.set.push(set);
            made(&source)
        }
        None => Ok(rules),
    }
}

/// What is wrong with the sources, at the places of the scenario file that they come from.
fn placed(test: &Test, failed: &Failed, board: Option<&BoardText>) -> Vec<Diagnostic> {
    let score = &test.given.score;
    let sets: Vec<_> = failed.sources.ids().filter(|file| failed.sources.name(*file) == OVERRIDE).collect();
    let place = |span: Span, sources: &Sources| -> Option<Span> {
        if let (BOARD, Some(board)) = (sources.name(span.file), board) {
            return Some(board.place(span));
        }
        let [key, value] = score.set_places.get(sets.iter().position(|file| *file == span.file)?)?;
        let equals = sources.text(span.file).find('=').unwrap_or_default();
        Some(if span.start as usize > equals { *value } else { *key })
    };
    let elsewhere = score.map.as_ref().map_or(test.place, |word| word.span);
    let errors = failed.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let told = errors.map(|found| match found.span.and_then(|span| place(span, &failed.sources)) {
        Some(span) => {
            let mut told = Diagnostic { span: Some(span), suggestion: None, labels: Vec::new(), ..found.clone() };
            told.primary_label = told.primary_label.map(|label| label.replace(OVERRIDE, "`set` of this file"));
            told
        }
        None if found.code == "players::seats" => {
            Diagnostic::error("test::bad-given", found.message.clone()).at(score.players_span)
        }
        None => Diagnostic::error("test::no-game", failed.sources.short(found)).at(elsewhere),
    });
    told.collect()
}
