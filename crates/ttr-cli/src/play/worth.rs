//! What a choice would change in one's own score if the game ended right after it: reckoned from the view alone, by the
//! scoring of the rules, whatever module the choice belongs to.

use ttr_core::chance::SeededChance;
use ttr_core::{Action, ActionSpace, ArgKind, NoEvents, OpId, Rules, ScoreLine, State, View};

/// One's own lines of the sheet as they would be now, to compare with.
pub(super) struct Worth<'a> {
    view: View<'a>,
    sample: State,
    now: Vec<ScoreLine>,
}

/// Whether an operation does something for its own sake, and not only with cards, routes or tickets.
pub(super) fn is_of_interest(rules: &Rules, op: OpId) -> bool {
    let args = &rules.op(op).args;
    let plain = |kind: &ArgKind| matches!(kind, ArgKind::Deck | ArgKind::Kind | ArgKind::Route | ArgKind::TicketsOf(_));
    !args.is_empty() && !args.iter().any(|(_, kind)| plain(kind))
}

impl<'a> Worth<'a> {
    /// For the viewer of a position, who may know nothing more than the view says.
    pub fn new(view: View<'a>) -> Option<Self> {
        view.viewer()?;
        let sample = view.rules().determinize(&view, &mut SeededChance::new(0));
        let now = own_lines(view, &sample);
        Some(Self { view, sample, now })
    }

    /// What an action would change, in words: ` (now +20)`. Nothing where it changes nothing.
    pub fn of(&self, action: &Action) -> String {
        let (rules, Some(me)) = (self.view.rules(), self.view.viewer()) else { return String::new() };
        let mut after = self.sample.clone();
        if rules
            .apply_listed(
                &mut after,
                me,
                action,
                &mut SeededChance::new(0),
                &mut NoEvents,
                &mut ActionSpace::new(rules),
            )
            .is_err()
        {
            return String::new();
        }
        // What depends on others' secrets, such as who has most of something, is left out.
        let module = |name: &str| name.split('/').next().unwrap_or_default().to_owned();
        let own = module(&rules.op(action.op).name);
        let counts = |line: &&ScoreLine| module(&line.rule) == own || !line.proof.tickets.is_empty();
        let after = own_lines(self.view, &after);
        let sum = |lines: &[ScoreLine]| lines.iter().filter(counts).map(|line| i64::from(line.points)).sum::<i64>();
        let gain = sum(&after) - sum(&self.now);
        if gain == 0 { String::new() } else { format!(" (now {gain:+})") }
    }
}

fn own_lines(view: View<'_>, state: &State) -> Vec<ScoreLine> {
    let sheet = view.rules().final_score(state);
    let own = sheet.sides.into_iter().find(|side| Some(side.side) == view.side());
    own.map(|side| side.lines).unwrap_or_default()
}
