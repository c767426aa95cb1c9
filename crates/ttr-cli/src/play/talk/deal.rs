//! Tickets that a person keeps, by numbers or by names.

use super::super::menu::{self, Deal};
use super::super::words::{self, Names};
use super::{Answer, Heard, Question, Talk};
use crate::failure::Failure;
use crate::output::lines;
use ttr_core::Action;

impl Talk<'_, '_> {
    /// Tickets by their names. Nothing if none is meant.
    pub(super) fn named_tickets(
        &mut self,
        question: &Question<'_>,
        deal: &Deal,
        line: &str,
    ) -> Result<Option<Heard>, Failure> {
        let rules = self.session.rules.clone();
        let names: Vec<Names> = {
            let view = self.session.game.view(Some(self.who));
            deal.tickets.iter().map(|ticket| menu::ticket_names(view, *ticket)).collect()
        };
        let text = line.trim();
        let all = deal.tickets.iter().enumerate().fold(0, |bits, (i, _)| bits | 1 << i);
        match text.to_lowercase().as_str() {
            "all" => return self.kept(deal, all, question).map(Some),
            "none" => return self.kept(deal, 0, question).map(Some),
            _ => {}
        }
        let parts: Vec<&str> = text.split([',', '+']).map(str::trim).filter(|part| !part.is_empty()).collect();
        let whole = |parts: &[&str]| parts.iter().map(|part| words::meant(part, &names)).collect::<Vec<_>>();
        let mut meant = whole(&parts);
        if meant.iter().any(Vec::is_empty) {
            // One after the other, without a comma.
            meant = whole(&text.split_whitespace().collect::<Vec<_>>());
        }
        if meant.is_empty() || meant.iter().any(Vec::is_empty) {
            return Ok(None);
        }
        if let Some(several) = meant.iter().find(|meant| meant.len() > 1) {
            self.session.out.line("That could be:")?;
            for &i in several {
                let name = rules.board().ticket_name(deal.tickets[i]);
                lines::wrapped(self.session.out, &format!("{:>4}) ", i + 1), 8, &name)?;
            }
            self.session.out.line("Type more of it, or the numbers.")?;
            return Ok(Some(Heard::Again));
        }
        let bits = meant.iter().fold(0, |bits, meant| bits | 1 << meant[0]);
        self.kept(deal, bits, question).map(Some)
    }

    /// These tickets were chosen, if so many may be.
    pub(super) fn kept(&mut self, deal: &Deal, bits: u16, question: &Question<'_>) -> Result<Heard, Failure> {
        let found = deal.sets.iter().find(|(set, _)| *set == bits).and_then(|(_, i)| question.space.get(*i));
        if let Some(action) = found {
            return Ok(Heard::Answer(Answer::Do(action)));
        }
        let n = bits.count_ones();
        let action = Action::new(deal.op, [bits, 0, 0]);
        let why = match self.session.game.view(Some(self.who)).why_not(&action) {
            Some(why) => why.to_string(),
            None => {
                let (least, most) = deal.range();
                format!("choose {least} to {most}")
            }
        };
        lines::wrapped(self.session.out, "", 0, &format!("That would be {n} of them: {why}."))?;
        Ok(Heard::Again)
    }
}

/// A line without the word before the names of tickets: `keep`.
pub(super) fn without_verb<'l>(line: &'l str, verb: &str) -> &'l str {
    let verb = words::words(verb);
    match line.trim().split_once(' ') {
        Some((first, rest))
            if words::words(first).first().zip(verb.first()).is_some_and(|(word, verb)| verb.starts_with(word)) =>
        {
            rest.trim()
        }
        _ => line.trim(),
    }
}
