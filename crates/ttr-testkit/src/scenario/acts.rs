//! The steps of a test: what players do, and what refuses it.

use super::given::Position;
use super::read::{Does, Step, Test, Word};
use ttr_core::{Action, ActionSpace, Event, Illegal, PlayerId, Rules, ScriptedChance, State, guarded};
use ttr_files::names;
use ttr_files::position::{Faults, things};
use ttr_source::{Diagnostic, Node, Span, nearest, shown};

/// How many legal actions are gone through in search of one in words.
const MOST_LOOKED_AT: usize = 200_000;
/// How many legal actions a message lists.
const MOST_LISTED: usize = 8;

/// A test under way.
pub struct Play<'a> {
    pub rules: &'a Rules,
    pub state: State,
    chance: ScriptedChance,
    /// What happened since the last step.
    pub events: Vec<Event>,
    pub faults: Faults,
}

/// What somebody does, as far as it can be understood.
pub enum Meant {
    /// This action.
    Action(PlayerId, Action),
    /// It is in words, and none of the legal ones.
    NotLegal(PlayerId, Word),
    /// It was told what is wrong with it.
    Unclear,
}

impl<'a> Play<'a> {
    /// At the start.
    pub fn new(position: &'a Position) -> Self {
        let Position { rules, state, chance, events } = position;
        let (state, chance, events) = (state.clone(), chance.clone(), events.clone());
        Self { rules, state, chance, events, faults: Faults::default() }
    }

    /// Plays a test, and gives what is not as it says. After a step that can't be done the rest is not tried.
    pub fn through(mut self, test: &Test) -> Vec<Diagnostic> {
        for step in &test.when {
            if !self.step(step) {
                return self.faults.0;
            }
            if let Some(then) = &step.then {
                self.expect(then);
            }
        }
        if let Some(then) = &test.then {
            self.expect(then);
        }
        self.faults.0
    }

    /// Does a step, and says whether the test can go on.
    fn step(&mut self, step: &Step) -> bool {
        if let Some(node) = &step.next {
            for (pile, outcome) in things::script(self.rules, node, &mut self.faults) {
                self.chance.push(&pile, [outcome]);
            }
        }
        let (who, action) = match self.meant(step) {
            Meant::Action(who, action) => (who, action),
            Meant::NotLegal(who, word) => {
                self.not_listed(who, &word);
                return false;
            }
            Meant::Unclear => return false,
        };
        let mut events = Vec::new();
        let mut after = self.state.clone();
        let (rules, chance) = (self.rules, &mut self.chance);
        let done = guarded(|| rules.apply(&mut after, who, &action, chance, &mut events));
        match (done, &step.refused) {
            (Ok(Ok(_)), None) => {
                (self.state, self.events) = (after, events);
                true
            }
            (Ok(Ok(_)), Some(word)) => {
                let message = format!("{} may do this; it is not refused", rules.seat_name(who));
                let fault = Diagnostic::error("test::not-refused", message).at(step.span);
                self.faults.0.push(fault.also(word.span, "this rule should refuse it"));
                false
            }
            (Ok(Err(Illegal::Refused { rule, text, .. })), Some(word)) => {
                self.refused_by(&rule, &text, word);
                true
            }
            (Ok(Err(why @ Illegal::Refused { .. })), None) => {
                let message = format!("{} can't do this: {why}", rules.seat_name(who));
                let fault = Diagnostic::error("test::refused", message).at(step.span);
                self.faults.0.push(fault.help(self.legal_help(who)));
                false
            }
            (Ok(Err(Illegal::Fault(why))), _) => self.failed(&why.to_string(), step.span),
            (Err(panicked), _) => self.failed(&panicked.to_string(), step.span),
        }
    }

    fn failed(&mut self, why: &str, span: Span) -> bool {
        self.faults.add("test::fault", why, span);
        false
    }

    /// Holds the rule that refused something against the one that is expected.
    pub fn refused_by(&mut self, rule: &str, text: &str, expected: &Word) {
        if expected.text == rule || expected.text == text || expected.text == format!("{text} [{rule}]") {
            return;
        }
        let message = format!("it is refused by {rule}: {text}");
        let fault = Diagnostic::error("test::not-refused", message).at(expected.span);
        self.faults.0.push(fault.label("another rule is expected"));
    }

    /// What a step means.
    pub fn meant(&mut self, step: &Step) -> Meant {
        let by = match &step.by {
            Some(node) => match things::player(self.rules, node, &mut self.faults) {
                Some(who) => Some(who),
                None => return Meant::Unclear,
            },
            None => None,
        };
        match &step.does {
            Does::Words(word) => self.in_words(by, word),
            Does::Named(node) => self.named(by, node, step.span),
        }
    }

    /// The only one who has to decide.
    fn only_one(&mut self, span: Span) -> Option<PlayerId> {
        let to_act = self.rules.to_act(&self.state);
        let one = to_act.lowest().filter(|_| to_act.iter().count() == 1);
        if one.is_none() {
            self.faults.add("test::bad-action", "it is not clear who does this: say `by`", span);
        }
        one
    }

    fn in_words(&mut self, by: Option<PlayerId>, word: &Word) -> Meant {
        let rules = self.rules;
        // Of names that begin alike the longest is meant.
        let begins = |who: &PlayerId| word.text.starts_with(&format!("{} ", rules.seat_name(*who)));
        let named = rules.player_ids().filter(begins).max_by_key(|who| rules.seat_name(*who).len());
        let (who, text) = match (by, named) {
            (Some(who), _) => (who, word.text.as_str()),
            (None, Some(who)) => (who, word.text[rules.seat_name(who).len()..].trim()),
            (None, None) => match self.only_one(word.span) {
                Some(who) => (who, word.text.as_str()),
                None => return Meant::Unclear,
            },
        };
        let said = |action: &Action| rules.action_text(&self.state, who, action) == text;
        let found = guarded(|| {
            let mut space = ActionSpace::new(rules);
            rules.legal(&self.state, who, &mut space);
            space.iter().take(MOST_LOOKED_AT).find(said)
        });
        match found {
            Ok(Some(action)) => Meant::Action(who, action),
            Ok(None) => Meant::NotLegal(who, Word { text: text.to_owned(), span: word.span }),
            Err(panicked) => {
                self.failed(&panicked.to_string(), word.span);
                Meant::Unclear
            }
        }
    }

    fn named(&mut self, by: Option<PlayerId>, node: &Node, span: Span) -> Meant {
        let Some(who) = by.or_else(|| self.only_one(span)) else { return Meant::Unclear };
        let told = self.faults.0.len();
        let json = node.as_table().and_then(|table| things::action_json(self.rules, table, &mut self.faults));
        let Some(json) = json else {
            if self.faults.0.len() == told {
                self.faults.add("test::bad-action", "this action can't be understood", node.span);
            }
            return Meant::Unclear;
        };
        match names::action_from(self.rules.view(&self.state, Some(who)), &json) {
            Ok(action) => Meant::Action(who, action),
            Err(why) => {
                let fault = Diagnostic::error("test::bad-action", why).at(node.span);
                self.faults.0.push(fault.help(self.legal_help(who)));
                Meant::Unclear
            }
        }
    }

    /// The legal actions of a player in words, as many as are looked at.
    pub fn legal(&self, who: PlayerId) -> Vec<String> {
        let mut space = ActionSpace::new(self.rules);
        self.rules.legal(&self.state, who, &mut space);
        let text = |action: Action| self.rules.action_text(&self.state, who, &action);
        space.iter().take(MOST_LOOKED_AT).map(text).collect()
    }

    /// How many legal actions a player has.
    pub fn legal_count(&self, who: PlayerId) -> usize {
        let mut space = ActionSpace::new(self.rules);
        self.rules.legal(&self.state, who, &mut space);
        space.len()
    }

    fn legal_help(&self, who: PlayerId) -> String {
        let (name, all) = (self.rules.seat_name(who), guarded(|| self.legal(who)).unwrap_or_default());
        match &all[..] {
            [] => {
                let to_act: Vec<String> =
                    self.rules.to_act(&self.state).iter().map(|who| self.rules.seat_name(who)).collect();
                match to_act.is_empty() {
                    true => format!("{name} has nothing to decide: the game is over"),
                    false => format!("{name} has nothing to decide; {} has", to_act.join(", ")),
                }
            }
            all if all.len() > MOST_LISTED => {
                format!("{name} may do {} things, such as: {}", all.len(), all[..MOST_LISTED].join("; "))
            }
            all => format!("{name} may do this: {}", all.join("; ")),
        }
    }

    fn not_listed(&mut self, who: PlayerId, word: &Word) {
        let name = self.rules.seat_name(who);
        let fault = Diagnostic::error("test::refused", format!("{name} can't do this: {}", shown(&word.text)));
        let legal = guarded(|| self.legal(who)).unwrap_or_default();
        let near = nearest(&word.text, legal.iter().map(String::as_str));
        let help = match near {
            Some(near) => {
                format!("did you mean {}? why something is refused is told for an action by its `op`", shown(near))
            }
            None => self.legal_help(who),
        };
        self.faults.0.push(fault.at(word.span).help(help));
    }
}
