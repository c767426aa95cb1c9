//! How a person pays, where there is a choice.

use super::super::menu::{self, Entry};
use super::super::words::{self, Names};
use super::{Answer, Heard, Question, Talk};
use crate::failure::Failure;
use crate::output::lines;
use ttr_core::Action;

/// So many payments are listed unless all are asked for.
const PAYMENTS_SHOWN: usize = 10;

impl Talk<'_, '_> {
    /// Which payments a text means: those of just these cards, else all that hold them.
    pub(super) fn paid(&self, payments: &[Action], names: &[Names], text: &str) -> Vec<usize> {
        let meant = words::meant(text, names);
        let typed = words::words(text).iter().filter(|word| word.parse::<u64>().is_err()).count();
        let rules = &self.session.rules;
        let named = |i: &usize| {
            payments[*i].pay.kinds().iter().map(|kind| words::words(&rules.kind(kind).name).len()).sum::<usize>()
        };
        let just: Vec<usize> = meant.iter().copied().filter(|i| named(i) == typed).collect();
        // `2 red 1 wild` and `1 red 2 wild` are of the same cards: the numbers must stand before their kinds.
        let spelt = words::words(text).join(" ");
        let said = |i: &usize| words::words(&rules.cards_text(&payments[*i].pay)).join(" ") == spelt;
        let exact: Vec<usize> = meant.iter().copied().filter(said).collect();
        match (exact.is_empty(), just.is_empty()) {
            (false, _) => exact,
            (true, false) => just,
            (true, true) => meant,
        }
    }

    /// Asks for a payment.
    pub(super) fn payment(
        &mut self,
        question: &Question<'_>,
        entry: &Entry,
        payments: &[Action],
        names: &[Names],
    ) -> Result<Heard, Failure> {
        let rules = self.session.rules.clone();
        let text = menu::without_pay(&rules, entry.op, entry.args);
        let mut shown: Vec<usize> = (0..payments.len().min(PAYMENTS_SHOWN)).collect();
        loop {
            lines::wrapped(self.session.out, "", 4, &format!("{text}: pay with"))?;
            for &i in &shown {
                let cards = rules.cards_text(&payments[i].pay);
                lines::wrapped(self.session.out, &format!("{:>4}) ", i + 1), 8, &cards)?;
            }
            if shown.len() < payments.len() {
                let more = payments.len() - shown.len();
                self.session.out.line(format!("      and {more} other ways: `all` lists them"))?;
            }
            loop {
                let asked = self.session.keyboard.ask("pay (or `back`)> ", self.session.out)?;
                let Some(line) = asked else { return Ok(Heard::Leave) };
                let meant = match line.to_lowercase().as_str() {
                    "" => {
                        self.session.out.line("Type a number, as in `1`, cards, as in `2 red`, or `back`.")?;
                        continue;
                    }
                    "back" | "undo" => {
                        self.session.out.line("Nothing was paid.")?;
                        return Ok(Heard::Again);
                    }
                    "all" => {
                        shown = (0..payments.len()).collect();
                        break;
                    }
                    "quit" | "exit" | "q" => return Ok(Heard::Leave),
                    "help" | "?" => {
                        let text = "Type the number of a payment, or its cards, as in `2 red`; `back` pays nothing and \
                                    goes back to all choices. `tickets`, `board`, `log`, `rules` work here too; \
                                    `quit` saves the game and leaves.";
                        lines::wrapped(self.session.out, "", 0, text)?;
                        continue;
                    }
                    "hint" | "yes" => {
                        self.session.out.line("The first payment is the one that spares most; 1 pays it.")?;
                        continue;
                    }
                    _ if self.looks(Some(question), &line)? => continue,
                    line => match line.parse::<usize>() {
                        Ok(n) if (1..=payments.len()).contains(&n) => vec![n - 1],
                        Ok(_) => Vec::new(),
                        Err(_) => self.paid(payments, names, line),
                    },
                };
                match meant.as_slice() {
                    [one] => return Ok(Heard::Answer(Answer::Do(payments[*one]))),
                    [] => self
                        .session
                        .out
                        .line(format!("There is no such payment: they go from 1 to {}.", payments.len()))?,
                    _ => {
                        shown = meant;
                        break;
                    }
                }
            }
        }
    }
}
