//! One game of the engine.

use super::messages::{
    Act, Answer, BoardOf, Events, EventsOf, Legal, LegalOf, MOST_ON_A_PAGE, New, Players, Saved, ScoreOf, StateOf,
    Status,
};
use super::seat::{self, Wanted, player};
use super::trouble::{Code, Trouble};
use super::{Named, findings};
use std::sync::Arc;
use ttr_core::save::{self, Save};
use ttr_core::{
    ActionSpace, Event, Game, GameSource, NamedText, PlayerId, Registry, Rules, Script, ScriptedChance, compile,
};
use ttr_source::{RulesRef, Severity, nearest, shown};

/// A game under way.
pub(super) struct Table {
    number: u64,
    rules: Arc<Rules>,
    game: Game,
    chance: ScriptedChance,
    source: GameSource,
    seed: u64,
    script: Script,
    events: Vec<Event>,
    /// How many events there were before each decision.
    before: Vec<usize>,
}

/// A bundled text by its name, or the text that is given.
fn text<'r>(
    given: &Named,
    field: &str,
    what: &str,
    find: impl Fn(&str) -> Option<&'r str>,
    all: impl Iterator<Item = (&'r str, &'r str)>,
) -> Result<NamedText, Trouble> {
    match given {
        Named::Text(text) => Ok(text.clone()),
        Named::Bundled(name) => match find(name) {
            Some(text) => Ok(NamedText { name: name.clone(), text: text.to_owned() }),
            None => {
                let names: Vec<&str> = all.map(|(name, _)| name).collect();
                let near = nearest(name, names.iter().copied());
                let near = near.map_or_else(String::new, |near| format!("did you mean {near:?}? "));
                let known = names.join(", ");
                Err(Trouble::field(field, format!("no {what} is named {}: {near}bundled are: {known}", shown(name))))
            }
        },
    }
}

/// What a new game is made of.
fn source(registry: &Registry, new: &New) -> Result<GameSource, Trouble> {
    let map = text(&new.map, "map", "map", |name| registry.find_map(name), registry.maps())?;
    let mut source = GameSource::new(map.name, map.text, 0);
    source.set.clone_from(&new.set);
    source.seats = match &new.players {
        Players::Count(n) => (1..=*n).map(|n| format!("player {n}")).collect(),
        Players::Names(names) => names.clone(),
    };
    let rule_set = |name: &str| registry.find_rule_set(name);
    source.rule_set = match &new.rules {
        Some(rules) => Some(text(rules, "rules", "rule set", rule_set, registry.rule_sets())?),
        // As everywhere, a save holds the text of the rule set that its map names.
        None => match source.rules_asked_for() {
            Some(RulesRef::Named(name, _)) => rule_set(&name).map(|text| NamedText { text: text.to_owned(), name }),
            _ => None,
        },
    };
    Ok(source)
}

fn rules(registry: &Registry, source: &GameSource) -> Result<Arc<Rules>, Trouble> {
    match compile(registry, source) {
        Ok(compiled) => Ok(Arc::new(compiled.rules.watched())),
        Err(failed) => {
            // Of several findings the first error is told at once, since a program may show the words alone.
            let errors = || failed.diagnostics.iter().filter(|found| found.severity == Severity::Error);
            let first = errors().next().map_or_else(String::new, |found| format!(": {}", found.message));
            let more = match errors().count() {
                0 | 1 => String::new(),
                n => format!(" (and {} more)", n - 1),
            };
            let text = format!("{} can't be played{first}{more}", source.map.name);
            Err(Trouble { findings: findings(&failed, &source.map.name), ..Trouble::new(Code::BadRules, text) })
        }
    }
}

impl Table {
    /// A new game.
    pub fn begin(registry: &Registry, number: u64, new: New) -> Result<Self, Trouble> {
        let source = source(registry, &new)?;
        let rules = rules(registry, &source)?;
        let mut chance = rules.scripted_chance(new.seed, &new.script).map_err(|why| Trouble::field("script", why))?;
        let mut events = Vec::new();
        let game = Game::start(rules.clone(), &mut chance, &mut events).map_err(|fault| Trouble::fault(&fault))?;
        let (seed, script) = (new.seed, new.script);
        Ok(Self { number, rules, game, chance, source, seed, script, events, before: Vec::new() })
    }

    /// A game that was saved.
    pub fn load(registry: &Registry, number: u64, text: &str) -> Result<Self, Trouble> {
        let fault = |fault: save::SaveFault| {
            let (line, field) = (u32::try_from(fault.line).ok(), Some("text".into()));
            Trouble { line, field, ..Trouble::new(Code::BadSave, fault.what) }
        };
        let save = Save::read(text).map_err(fault)?;
        let rules = rules(registry, &save.header.game)?;
        let (mut events, mut before) = (Vec::new(), Vec::new());
        let resumed = save.resume_with(rules.clone(), |more: Vec<Event>| {
            before.push(events.len());
            events.extend(more);
        });
        let (game, chance) = resumed.map_err(fault)?;
        // The first part is setup, which is no decision.
        before.remove(0);
        let header = save.header;
        let (seed, script, source) = (header.seed, header.script, header.game);
        Ok(Self { number, rules, game, chance, source, seed, script, events, before })
    }

    fn player(&self, seat: u8) -> Result<PlayerId, Trouble> {
        player(&self.rules, "who", seat)
    }

    fn viewer(&self, seat: Option<u8>) -> Result<Option<PlayerId>, Trouble> {
        seat.map(|seat| self.player(seat)).transpose()
    }

    /// How the game stands.
    pub fn status(&self) -> Answer {
        let view = self.rules.view(self.game.state(), None);
        let to_act: Vec<u8> = view.to_act().iter().map(seat::seat).collect();
        let decision = view.frames().last().filter(|_| !to_act.is_empty()).map(|frame| frame.decision);
        Answer::Game(Status {
            game: self.number,
            map: self.rules.board().name.clone(),
            rules: self.rules.rule_set().to_owned(),
            players: self.rules.player_ids().map(|who| self.rules.seat_name(who)).collect(),
            to_act,
            decision: decision.map(|decision| self.rules.decision(decision).name.clone()),
            over: view.over().map(|why| self.rules.end_reason(why).to_owned()),
            decisions: self.game.steps().len(),
            events: self.events.len(),
        })
    }

    pub fn board(&self) -> Answer {
        Answer::Board(BoardOf { game: self.number, board: seat::board(&self.rules) })
    }

    pub fn state(&self, who: Option<u8>) -> Result<Answer, Trouble> {
        let view = self.rules.view(self.game.state(), self.viewer(who)?);
        Ok(Answer::State(Box::new(StateOf { game: self.number, who, state: view.to_owned() })))
    }

    pub fn legal(&self, ask: &Legal) -> Result<Answer, Trouble> {
        let who = self.player(ask.who)?;
        let view = self.rules.view(self.game.state(), Some(who));
        let mut space = ActionSpace::new(&self.rules);
        view.legal(&mut space);
        let legal = seat::legal(view, &space, &ask.wanted())?;
        Ok(Answer::Legal(LegalOf { game: self.number, who: ask.who, legal }))
    }

    pub fn act(&mut self, act: &Act) -> Result<Answer, Trouble> {
        let who = self.player(act.who)?;
        let rules = self.rules.clone();
        let action = match (&act.action, act.number) {
            (Some(names), None) => {
                // Whose turn it is comes first: what the names mean may hang on it.
                let not_yours = !rules.to_act(self.game.state()).has(who);
                match rules.action_from_json(self.game.state(), who, names) {
                    Ok(action) => action,
                    Err(_) if not_yours => ttr_core::Action::new(ttr_core::OpId(u16::MAX), [0; 3]),
                    Err(why) => return Err(Trouble::field("action", why)),
                }
            }
            (None, Some(number)) => {
                let mut space = ActionSpace::new(&rules);
                rules.legal(self.game.state(), who, &mut space);
                let (found, none) = (space.get(number), ttr_core::Action::new(ttr_core::OpId(u16::MAX), [0; 3]));
                match found {
                    Some(action) => action,
                    None if space.is_empty() => none,
                    None => {
                        let text = format!("no action {number}: there are {}, numbered from 0", space.len());
                        return Err(Trouble::field("number", text));
                    }
                }
            }
            _ => return Err(Trouble::field("action", "either `action` or `number` is needed")),
        };
        let chance = self.chance.clone();
        let mut events = Vec::new();
        if let Err(illegal) = self.game.act(who, &action, &mut self.chance, &mut events) {
            self.chance = chance;
            return Err(Trouble::illegal(illegal));
        }
        self.before.push(self.events.len());
        self.events.append(&mut events);
        Ok(self.status())
    }

    pub fn undo(&mut self, who: u8) -> Result<Answer, Trouble> {
        let who = self.player(who)?;
        self.game.undo(who).map_err(Trouble::undo)?;
        if let Some(n) = self.before.pop() {
            self.events.truncate(n);
        }
        Ok(self.status())
    }

    pub fn events(&self, ask: &Events) -> Result<Answer, Trouble> {
        let viewer = self.viewer(ask.who)?;
        let count = self.events.len();
        if ask.since > count {
            return Err(Trouble::field("since", format!("there are {count} events so far, found {}", ask.since)));
        }
        if ask.most > MOST_ON_A_PAGE {
            return Err(Trouble::field("most", format!("at most {MOST_ON_A_PAGE} on a page, found {}", ask.most)));
        }
        let told = self.events[ask.since..].iter().take(ask.most).map(|event| {
            let mut names = self.rules.event_names(event, viewer);
            if ask.words {
                names.text = Some(self.rules.event_text(event, viewer));
            }
            names
        });
        let events: Vec<_> = told.collect();
        let next = ask.since + events.len();
        Ok(Answer::Events(EventsOf { game: self.number, who: ask.who, since: ask.since, next, count, events }))
    }

    pub fn score(&self) -> Answer {
        let sheet = self.rules.score(self.game.state());
        Answer::Score(ScoreOf { game: self.number, score: seat::sheet(&self.rules, &sheet) })
    }

    pub fn save(&self) -> Answer {
        let text = save::write_scripted(&self.game, &self.source, self.seed, &self.script);
        Answer::Saved(Saved { game: self.number, text })
    }
}

impl Legal {
    /// The page that is wanted.
    pub fn wanted(&self) -> Wanted<'_> {
        Wanted { op: self.op.as_deref(), with: Some(&self.with), from: self.from, most: self.most, words: self.words }
    }
}
