//! The position at the start of a test: the game is made and set up, and then laid out as it is given.

use super::Runner;
use super::board::{self, BoardText};
use super::read::{Faults, Scenario, Test};
use super::things;
use ttr_core::compile::Failed;
use ttr_core::{
    ActionSpace, Event, GameSource, Holds, NamedText, PlayerId, Registry, Rules, ScriptedChance, State, ZoneId,
    compile, guarded,
};
use ttr_files::score;
use ttr_source::{Diagnostic, Node, ScoreSource, Severity, Sources, Span, Word, near, shown, toml_text};

/// What the file of a board that stands in the scenario goes by.
const BOARD: &str = "the board of this file";
/// What the text of an override goes by.
const OVERRIDE: &str = "--set";
/// The decision at the beginning of a turn.
const TURN: &str = "core/turn";
/// The module that knows who begins.
const TURNS: &str = "turns";
/// How many choices a setup may take.
const MOST_CHOICES: usize = 10_000;

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
    let mut laying = Laying { rules: &rules, test, faults: Faults::default() };
    let laid = laying.out();
    match (laid, laying.faults.0) {
        (Some((state, chance, events)), faults) if faults.is_empty() => Ok(Position { rules, state, chance, events }),
        (_, faults) => Err(faults),
    }
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
    let first = test.given.rest.get("first");
    let said = source.set.iter().any(|set| set.replace(' ', "").starts_with("turns.first="));
    let knows =
        rules.modules().iter().any(|module| module.manifest.id == TURNS && module.params.get("first").is_some());
    let seat = match first {
        Some(node) => {
            let mut faults = Faults::default();
            let who = things::player(&rules, node, &mut faults).ok_or(faults.0)?;
            if !knows || said {
                let message = "who begins can't be chosen here: the rules of this game, or `set`, decide it";
                return Err(fault("test::bad-given", message, node.span));
            }
            who.index() + 1
        }
        None if said || !knows => return Ok(rules),
        None => 1,
    };
    source.set.push(format!("turns.first={seat}"));
    made(&source)
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

/// Lays out what is given.
struct Laying<'a> {
    rules: &'a Rules,
    test: &'a Test,
    faults: Faults,
}

impl Laying<'_> {
    fn out(&mut self) -> Option<(State, ScriptedChance, Vec<Event>)> {
        let (rules, given) = (self.rules, &self.test.given);
        let mut next = ScriptedChance::new(given.seed()).strict();
        if let Some(node) = given.rest.get("next") {
            for (pile, outcome) in things::script(rules, node, &mut self.faults) {
                next.push(&pile, [outcome]);
            }
        }
        let mut events = Vec::new();
        if given.begins_with_setup() {
            self.refuse_layout();
            return self.start(&mut next, &mut events).map(|state| (state, next, events));
        }
        let mut chance = ScriptedChance::new(given.seed());
        let state = self.start(&mut chance, &mut events)?;
        let state = self.set_up(state, &mut chance)?;
        Some((self.lay(state), next, Vec::new()))
    }

    /// Who lays out a position can't have it dealt as well.
    fn refuse_layout(&mut self) {
        let given = &self.test.given;
        let laid = given.score.players.iter().flat_map(|player| {
            let routes = player.routes.iter().map(|route| route.span);
            let tickets = player.tickets.iter().map(|ticket| ticket.span);
            routes.chain(tickets).chain(player.fields.iter().map(|entry| entry.key_span)).take(1)
        });
        let zones = ["row", "zones"].into_iter().filter_map(|key| given.rest.entry(key)).map(|entry| entry.key_span);
        if let Some(span) = laid.chain(zones).next() {
            let fault =
                Diagnostic::error("test::bad-given", "a game that begins with its setup is dealt, not laid out");
            let help = "say in `next` what is dealt, or leave `start = \"setup\"` away";
            self.faults.0.push(fault.at(span).help(help));
        }
    }

    fn start(&mut self, chance: &mut ScriptedChance, events: &mut Vec<Event>) -> Option<State> {
        let rules = self.rules;
        let started = guarded(|| rules.start(chance, events));
        let why = match started {
            Ok(Ok(state)) => return Some(state),
            Ok(Err(why)) => why.to_string(),
            Err(panicked) => panicked.to_string(),
        };
        self.faults.add("test::fault", format!("the game can't be set up: {why}"), self.test.place);
        None
    }

    /// Plays to the first turn: whoever has to choose takes what is listed first.
    fn set_up(&mut self, mut state: State, chance: &mut ScriptedChance) -> Option<State> {
        let rules = self.rules;
        let done = guarded(|| {
            let mut space = ActionSpace::new(rules);
            for _ in 0..MOST_CHOICES {
                let at_turn =
                    rules.look(&state).frames().last().is_some_and(|frame| rules.decision(frame.decision).name == TURN);
                let Some(who) = rules.to_act(&state).lowest().filter(|_| !at_turn) else { return Ok(state) };
                rules.legal(&state, who, &mut space);
                if space.is_empty() {
                    return Err("there is nothing to choose in the setup".to_owned());
                }
                let first = space.nth(0);
                let done = rules.apply(&mut state, who, &first, chance, &mut ttr_core::NoEvents);
                done.map_err(|why| why.to_string())?;
            }
            Err("the setup does not end".to_owned())
        });
        match done {
            Ok(Ok(state)) => Some(state),
            Ok(Err(why)) => {
                self.faults.add("test::fault", why, self.test.place);
                None
            }
            Err(panicked) => {
                self.faults.add("test::fault", panicked.to_string(), self.test.place);
                None
            }
        }
    }

    /// Players have what is written, and nothing else.
    fn lay(&mut self, mut state: State) -> State {
        let rules = self.rules;
        for (at, zone) in rules.zones().iter().enumerate() {
            if zone.owner.is_some() {
                rules.clear_zone(&mut state, ZoneId::at(at));
            }
        }
        let mut score: ScoreSource = self.test.given.score.clone();
        let mut hands: Vec<(ZoneId, Node, String)> = Vec::new();
        let mut pieces: Vec<(PlayerId, Node)> = Vec::new();
        for (who, player) in rules.player_ids().zip(&mut score.players) {
            for entry in player.fields.clone().iter() {
                let zone =
                    things::zone_of(rules, &entry.key, who).filter(|zone| rules.zone(*zone).holds == Holds::Cards);
                if entry.key == "pieces" {
                    pieces.push((who, entry.value.clone()));
                } else if rules.fields().any(|field| field.info.name == entry.key) {
                    continue;
                } else if let Some(zone) = zone {
                    hands.push((zone, entry.value.clone(), entry.key.clone()));
                } else {
                    self.unknown_field(who, &entry.key, entry.key_span);
                }
                player.fields.remove(&entry.key);
            }
        }
        let (mut state, found) = score::enter_on(rules, state, &score);
        self.faults.0.extend(found.into_iter().filter(|found| found.severity == Severity::Error).map(|found| {
            let help = found.help.clone().filter(|help| !help.contains("the rest is scored"));
            Diagnostic { help, ..found }
        }));
        let mut all: Vec<(ZoneId, Node, String)> = Vec::new();
        for (key, node, span) in self.shared() {
            let Some(zone) = things::shared_zone(rules, &key, span, &mut self.faults) else { continue };
            if rules.zone(zone).holds != Holds::Cards || rules.decks().iter().any(|deck| deck.draw == zone) {
                let fault = Diagnostic::error("test::bad-given", format!("{} can't be laid out", shown(&key))).at(span);
                let help = "a pile holds what lies nowhere else; `next` says what comes from it, `set` what is in it";
                self.faults.0.push(fault.help(help));
                continue;
            }
            rules.clear_zone(&mut state, zone);
            all.push((zone, node, key));
        }
        for (zone, node, key) in hands.iter().chain(&all) {
            let Some(cards) = things::cards(rules, key, node, &mut self.faults) else { continue };
            if let Err(why) = rules.lay_cards(&mut state, *zone, &cards) {
                self.faults.add("test::bad-given", why, node.span);
            }
        }
        for (who, node) in &pieces {
            self.pieces(&mut state, *who, node);
        }
        state
    }

    /// What is given of places that are nobody's.
    fn shared(&mut self) -> Vec<(String, Node, Span)> {
        let rest = &self.test.given.rest;
        let mut all = Vec::new();
        if let Some(entry) = rest.entry("row") {
            all.push((entry.key.clone(), entry.value.clone(), entry.key_span));
        }
        if let Some(node) = rest.get("zones") {
            let table = self.faults.want("zones", "a table: cards by the names of places", node, Node::as_table);
            all.extend(table.into_iter().flatten().map(|e| (e.key.clone(), e.value.clone(), e.key_span)));
        }
        all
    }

    fn unknown_field(&mut self, who: PlayerId, key: &str, span: Span) {
        let fields = self.rules.fields().map(|field| field.info.name.to_owned());
        let known: Vec<String> = things::player_keys(self.rules, who).into_iter().chain(fields).collect();
        let fault = Diagnostic::error("test::unknown-name", format!("players have no {} by these rules", shown(key)));
        let fault = fault.at(span).help(format!("there is: name, {}", known.join(", ")));
        self.faults.0.push(match near(key, known.iter().map(String::as_str)) {
            Some(near) => fault.help(format!("did you mean `{}`?", near.name)).suggest_as(
                near.applicability,
                span,
                near.name.to_owned(),
            ),
            None => fault,
        });
    }

    fn pieces(&mut self, state: &mut State, who: PlayerId, node: &Node) {
        let table = self.faults.want("pieces", "a table: how many are left of each kind", node, Node::as_table);
        for entry in table.into_iter().flatten() {
            let n = entry.value.as_int().and_then(|n| u16::try_from(n).ok());
            let Some(n) = n else {
                self.faults.wrong_type(&entry.key, "a number of pieces", &entry.value);
                continue;
            };
            let Some(piece) = things::piece(self.rules, &entry.key, entry.key_span, &mut self.faults) else { continue };
            if let Err(why) = self.rules.leave_pieces(state, who, piece, n) {
                self.faults.add("test::bad-given", why, entry.value.span);
            }
        }
    }
}
