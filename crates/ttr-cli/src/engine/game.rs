//! One game of the engine: what is asked of it, and what it answers.

use super::new;
use serde_json::Value as Json;
use ttr_core::{Action, ActionSpace, OpId, PlayerId, Registry};
use ttr_files::save::{Save, SaveFault};
use ttr_files::{OwnedView, names};
use ttr_table::Table;
use ttr_table::protocol::messages::{
    Act, Answer, BoardOf, Events, EventsOf, Legal, LegalOf, MOST_ON_A_PAGE, New, Saved, ScoreOf, StateOf, Status,
};
use ttr_table::protocol::seat::{self, player};
use ttr_table::protocol::{Code, Trouble, sheet};

/// A game under way.
pub(super) struct Game {
    number: u64,
    table: Table,
    /// About how many bytes its script and its position take.
    begun_with: usize,
}

/// About how many bytes a game takes: by itself, for each byte of its map and its rules, for each byte of the JSON of its script and its
/// position, and for each decision.
const BYTES: usize = 192 * 1024;
const BYTES_OF_A_BYTE: usize = 24;
const BYTES_OF_JSON: usize = 16;
const BYTES_OF_A_DECISION: usize = 2_560;

/// How long a value is as text, with what stands behind it.
fn json_bytes(json: &Json) -> usize {
    json.to_string().len() + 1
}

impl Game {
    /// A new game.
    pub fn begin(registry: &Registry, number: u64, new: New) -> Result<Self, Trouble> {
        Ok(Self::of(number, new::table(registry, new)?))
    }

    /// A game that was saved.
    pub fn load(registry: &Registry, number: u64, text: &str) -> Result<Self, Trouble> {
        let fault = |fault: SaveFault| {
            let (line, field) = (u32::try_from(fault.line).ok(), Some("text".into()));
            Trouble { line, field, ..Trouble::new(Code::BadSave, fault.what) }
        };
        let save = Save::read(text).map_err(fault)?;
        let rules = new::rules(registry, &save.header.game)?;
        let table = Table::resume(rules, save).map_err(fault)?;
        Ok(Self::of(number, table))
    }

    fn of(number: u64, table: Table) -> Self {
        let origin = table.origin();
        let script: usize = origin.script.values().flatten().map(json_bytes).sum();
        let position = origin.position.as_ref().map_or(0, json_bytes);
        Self { number, begun_with: BYTES_OF_JSON * (script + position), table }
    }

    /// About how many bytes it takes in memory.
    pub fn bytes(&self) -> usize {
        let source = self.table.source();
        let rule_set = source.rule_set.as_ref().map_or(0, |rules| rules.text.len());
        let text = source.map.text.len() + rule_set + source.set.iter().map(String::len).sum::<usize>();
        BYTES + self.begun_with + BYTES_OF_A_BYTE * text + BYTES_OF_A_DECISION * self.table.steps().len()
    }

    fn player(&self, seat: u8) -> Result<PlayerId, Trouble> {
        player(self.table.rules(), "who", seat)
    }

    fn viewer(&self, seat: Option<u8>) -> Result<Option<PlayerId>, Trouble> {
        seat.map(|seat| self.player(seat)).transpose()
    }

    /// How the game stands.
    pub fn status(&self) -> Answer {
        let (rules, view) = (self.table.rules(), self.table.view(None));
        let to_act: Vec<u8> = view.to_act().iter().map(seat::seat).collect();
        let decision = view.frames().last().filter(|_| !to_act.is_empty()).map(|frame| frame.decision);
        Answer::Game(Status {
            game: self.number,
            map: rules.board().name.clone(),
            rules: rules.rule_set().to_owned(),
            players: rules.player_ids().map(|who| rules.seat_name(who)).collect(),
            to_act,
            decision: decision.map(|decision| rules.decision(decision).name.clone()),
            over: view.over().map(|why| rules.end_reason(why).to_owned()),
            decisions: self.table.steps().len(),
            events: self.events(),
        })
    }

    /// How many events there were.
    fn events(&self) -> usize {
        self.table.events().iter().map(Vec::len).sum()
    }

    pub fn board(&self) -> Answer {
        Answer::Board(BoardOf { game: self.number, board: seat::board(self.table.rules()) })
    }

    pub fn state(&self, who: Option<u8>) -> Result<Answer, Trouble> {
        let view = self.table.view(self.viewer(who)?);
        Ok(Answer::State(Box::new(StateOf { game: self.number, who, state: OwnedView::of(view) })))
    }

    pub fn legal(&self, ask: &Legal) -> Result<Answer, Trouble> {
        let who = self.player(ask.who)?;
        let view = self.table.view(Some(who));
        let mut space = ActionSpace::new(self.table.rules());
        view.legal(&mut space);
        let legal = seat::legal(view, &space, &ask.wanted())?;
        Ok(Answer::Legal(LegalOf { game: self.number, who: ask.who, legal }))
    }

    pub fn act(&mut self, act: &Act) -> Result<Answer, Trouble> {
        let who = self.player(act.who)?;
        let (rules, state) = (self.table.rules(), self.table.state());
        let action = match (&act.action, act.number) {
            (Some(names), None) => {
                // Whose turn it is comes first: what the names mean may hang on it.
                let not_yours = !rules.to_act(state).has(who);
                match names::action_from(rules.view(state, Some(who)), names) {
                    Ok(action) => action,
                    Err(_) if not_yours => Action::new(OpId(u16::MAX), [0; 3]),
                    Err(why) => return Err(Trouble::field("action", why)),
                }
            }
            (None, Some(number)) => {
                let mut space = ActionSpace::new(rules);
                rules.legal(state, who, &mut space);
                let (found, none) = (space.get(number), Action::new(OpId(u16::MAX), [0; 3]));
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
        self.table.act(who, &action).map_err(Trouble::illegal)?;
        Ok(self.status())
    }

    pub fn undo(&mut self, who: u8) -> Result<Answer, Trouble> {
        let who = self.player(who)?;
        self.table.undo(who).map_err(Trouble::undo)?;
        Ok(self.status())
    }

    pub fn tell(&self, ask: &Events) -> Result<Answer, Trouble> {
        let viewer = self.viewer(ask.who)?;
        let count = self.events();
        if ask.since > count {
            return Err(Trouble::field("since", format!("there are {count} events so far, found {}", ask.since)));
        }
        if ask.most > MOST_ON_A_PAGE {
            return Err(Trouble::field("most", format!("at most {MOST_ON_A_PAGE} on a page, found {}", ask.most)));
        }
        let rules = self.table.rules();
        let told = self.table.events().iter().flatten().skip(ask.since).take(ask.most).map(|event| {
            let mut names = names::event(rules, event, viewer);
            if ask.words {
                names.text = Some(rules.event_text(event, viewer));
            }
            names
        });
        let events: Vec<_> = told.collect();
        let next = ask.since + events.len();
        Ok(Answer::Events(EventsOf { game: self.number, who: ask.who, since: ask.since, next, count, events }))
    }

    pub fn score(&self) -> Answer {
        let rules = self.table.rules();
        let score = rules.score(self.table.state());
        Answer::Score(ScoreOf { game: self.number, score: sheet::of(rules, &score) })
    }

    pub fn save(&self) -> Answer {
        Answer::Saved(Saved { game: self.number, text: self.table.save() })
    }
}
