//! Operations and decisions: what can be done, and when somebody is asked.

use super::Installer;
use crate::actions::{Action, ActionSpace};
use crate::cx::Cx;
use crate::ids::{DecisionId, OpId, PlayerId};
use crate::look::Look;
use crate::message::Note;
use crate::phase::Phase;
use crate::rules::{ArgKind, Decision, Line, ListFn, MenuLine, Op, Rank, Rule, Source, TURN};
use crate::state::Frame;

impl Installer<'_> {
    /// Registers an operation, with what it says of the acting player, as in `claims {route} with {pay}`. One that is paid for with cards has
    /// `{pay}` in these words: without, saves and other programs know of no payment.
    pub fn op(
        &mut self,
        name: &str,
        text: &str,
        args: &[(&str, ArgKind)],
        effect: impl Fn(&mut Cx<'_>, &Frame, PlayerId, &Action) + Send + Sync + 'static,
    ) -> OpId {
        let text = self.message(name, text);
        let op = Op {
            name: self.full_name(name),
            module: self.draft.module,
            args: args.iter().map(|(name, kind)| ((*name).to_owned(), *kind)).collect(),
            pays: self.draft.rules.words.messages[text.0 as usize].text.contains("{pay}"),
            secret: args.iter().any(|(_, kind)| matches!(kind, ArgKind::TicketsOf(_))),
            text,
            remark: None,
            effect: Box::new(effect),
            why_not: None,
            lesser: false,
        };
        self.draft.rules.play.ops.push(op);
        OpId::at(self.draft.rules.play.ops.len() - 1)
    }

    /// Says why an operation of this module is refused when it is not offered. It is asked of every action that somebody sends, also of one
    /// whose arguments name what there is not: look whether a thing is there before you look it up.
    pub fn why_not(
        &mut self,
        op: OpId,
        why: impl Fn(Look<'_>, &Frame, PlayerId, &Action) -> Option<Note> + Send + Sync + 'static,
    ) {
        self.draft.rules.play.ops[op.index()].why_not = Some(Box::new(why));
    }

    /// Says what an operation of this module brings or costs besides the cards, for who thinks about it: points, pieces.
    pub fn remark(&mut self, op: OpId, text: &str) {
        let name = self.draft.rules.play.ops[op.index()].name.clone();
        let name = name.rsplit('/').next().unwrap_or_default();
        let text = self.message(&format!("{name}-remark"), text);
        self.draft.rules.play.ops[op.index()].remark = Some(text);
    }

    /// Registers a kind of pending decision that one player takes, with what is asked.
    pub fn decision(
        &mut self,
        name: &str,
        text: &str,
        list: impl Fn(Look<'_>, &Frame, PlayerId, &mut ActionSpace<'_>) + Send + Sync + 'static,
    ) -> DecisionId {
        self.push_decision(name, text, false, Some(Box::new(list)))
    }

    /// Registers a kind of pending decision that one player takes, where all that can be done is what is offered there:
    /// [`Installer::line_in`], [`Installer::offer_in`].
    pub fn open_decision(&mut self, name: &str, text: &str) -> DecisionId {
        self.push_decision(name, text, false, None)
    }

    /// Registers a decision that several players take at once, each unseen by the others.
    pub fn sealed_decision(
        &mut self,
        name: &str,
        text: &str,
        list: impl Fn(Look<'_>, &Frame, PlayerId, &mut ActionSpace<'_>) + Send + Sync + 'static,
    ) -> DecisionId {
        self.push_decision(name, text, true, Some(Box::new(list)))
    }

    fn push_decision(&mut self, name: &str, text: &str, sealed: bool, list: Option<ListFn>) -> DecisionId {
        self.joins("decision", None);
        let text = self.message(name, text);
        let (module, name) = (self.draft.module, self.full_name(name));
        let line =
            list.map(|list| MenuLine { module, rank: Rank::Ordinary, source: Source::Asked(list), judged: false });
        let (lines, fallbacks) = (line.into_iter().collect(), Vec::new());
        self.draft.rules.play.decisions.push(Decision { name, module, text, sealed, lines, fallbacks });
        DecisionId::at(self.draft.rules.play.decisions.len() - 1)
    }

    /// Offers actions in the main part of a turn.
    pub fn offer(
        &mut self,
        rank: Rank,
        list: impl Fn(Look<'_>, PlayerId, &mut ActionSpace<'_>) + Send + Sync + 'static,
    ) {
        self.offer_in(TURN, rank, move |look, _, who, out| list(look, who, out));
    }

    /// Offers actions in a decision of another module.
    pub fn offer_in(
        &mut self,
        decision: DecisionId,
        rank: Rank,
        list: impl Fn(Look<'_>, &Frame, PlayerId, &mut ActionSpace<'_>) + Send + Sync + 'static,
    ) {
        self.push_line(decision, rank, Source::Asked(Box::new(list)));
    }

    /// Offers an operation in the main part of a turn by a line of the menu, which says once what it is offered for.
    pub fn line(&mut self, rank: Rank, op: OpId, line: Line) {
        self.line_in(TURN, rank, op, line);
    }

    /// Offers an operation in a decision by a line of its menu, which says once what it is offered for.
    pub fn line_in(&mut self, decision: DecisionId, rank: Rank, op: OpId, line: Line) {
        self.push_line(decision, rank, Source::Said { op, in_turn: decision == TURN, line: Box::new(line) });
    }

    fn push_line(&mut self, decision: DecisionId, rank: Rank, source: Source) {
        self.joins("offer", Some(Phase::Main));
        let line = MenuLine { module: self.draft.module, rank, source, judged: false };
        self.draft.rules.play.decisions[decision.index()].lines.push(line);
    }

    /// Keeps players from operations, of whichever module: gives the refusal.
    pub fn filter(&mut self, refuses: impl Fn(Look<'_>, PlayerId, OpId) -> Option<Note> + Send + Sync + 'static) {
        self.joins("filter", Some(Phase::Main));
        let rule = Rule { module: self.draft.module, phase: Phase::Main, run: Box::new(refuses) as _ };
        self.draft.rules.play.filters.push(rule);
    }
}
