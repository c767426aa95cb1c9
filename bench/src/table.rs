//! Figures for people and for programs.

use crate::baseline::{Baseline, Build};
use crate::measure::Figures;
use serde_json::{Value, json};
use std::fmt::Write;

/// The figures as a table.
pub fn text(figures: &[Figures], baseline: Option<&Baseline>) -> String {
    let build = Build::this();
    let mut out = format!("{} for {}, {}\n\n", build.rustc, build.target, build.profile);
    let heads = ["instructions", "a turn", "a decision", "change", "ns", "a second"];
    let _ = write!(out, "{:22}", "");
    heads.iter().for_each(|head| _ = write!(out, "{head:>14}"));
    out.push('\n');
    for f in figures {
        let by = |n: u64| f.instructions.filter(|_| n > 0).map(|all| grouped(all as f64 / n as f64));
        let change = || {
            let before = *baseline?.instructions.get(f.name)? as f64;
            Some(format!("{:+.1} %", (f.per_unit()? / before - 1.0) * 100.0))
        };
        let timed = !f.time.is_zero();
        let cells = [
            f.per_unit().map(grouped),
            by(f.done.turns),
            by(f.done.decisions),
            change(),
            timed.then(|| grouped(f.nanoseconds())),
            timed.then(|| grouped(1e9 / f.nanoseconds())),
        ];
        let _ = write!(out, "{:22}", f.name);
        cells.iter().for_each(|cell| _ = write!(out, "{:>14}", cell.as_deref().unwrap_or("-")));
        out.push('\n');
    }
    out
}

/// The figures as JSON.
pub fn json(figures: &[Figures]) -> Value {
    let lines = figures.iter().map(|f| {
        let by = |n: u64| f.instructions.filter(|_| n > 0).map(|all| all as f64 / n as f64);
        let timed = !f.time.is_zero();
        json!({
            "name": f.name,
            "units": f.done.units,
            "turns": f.done.turns,
            "decisions": f.done.decisions,
            "instructions": f.per_unit(),
            "instructions_per_turn": by(f.done.turns),
            "instructions_per_decision": by(f.done.decisions),
            "nanoseconds": timed.then(|| f.nanoseconds()),
            "per_second": timed.then(|| 1e9 / f.nanoseconds()),
        })
    });
    json!({ "build": Build::this(), "lines": lines.collect::<Vec<_>>() })
}

/// A whole number with its digits in groups of three.
fn grouped(n: f64) -> String {
    let digits = format!("{:.0}", n.round());
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
