//! Modules that offer a player something for its own sake, or ask something: for whoever has to judge what nobody has
//! told them about.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{ArgKind, Cost, Global, Installer, Manifest, PerPlayer, Rank, RuleModule};

/// A gift that each player may take once, as a turn: points, for cards or for nothing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Gift {
    /// Its points, which may be fewer than none.
    pub points: i32,
    /// Cards of any kinds that it costs.
    pub cards: u16,
}

impl RuleModule for Gift {
    fn manifest() -> Manifest {
        Manifest::new("gift", "points that can be had once").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        let bank = b.bank("gift", "gifts");
        let taken = b.reg::<PerPlayer, bool>("taken");
        let kinds = b.kinds_where(|kind| kind.payable);
        let cost = Cost::cards(self.cards).of(kinds);
        let get = b.op("get", "gets a gift", &[], move |cx, _, who, _| {
            cx.set(taken, who, true);
            bank.add(cx, who, self.points);
        });
        let buy = b.op("buy", "buys a gift for {pay}", &[], move |cx, _, who, action| {
            cx.pay(who, &action.pay);
            cx.set(taken, who, true);
            bank.add(cx, who, self.points);
        });
        b.offer(Rank::Ordinary, move |look, who, out| match (look.get(taken, who), self.cards) {
            (true, _) => {}
            (false, 0) => out.one(get),
            (false, _) => out.pay(look, who, buy, [0; 3], &cost),
        });
    }
}

/// A riddle at the start of every turn: one of ten numbers is the answer, which brings points; any other takes some.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Riddle {
    /// The answer.
    pub answer: u16,
}

impl Default for Riddle {
    fn default() -> Self {
        Self { answer: 7 }
    }
}

impl RuleModule for Riddle {
    fn manifest() -> Manifest {
        Manifest::new("riddle", "a question at the start of every turn")
    }

    fn install(self, b: &mut Installer<'_>) {
        let bank = b.bank("riddle", "answers");
        let right = b.reg::<Global, i32>("right answers");
        let say = b.op("say", "says {number}", &[("number", ArgKind::Number)], move |cx, _, who, action| {
            let is_right = action.args[0] == self.answer;
            bank.add(cx, who, if is_right { 3 } else { -1 });
            if is_right {
                cx.add(right, (), 1);
            }
        });
        let ask = b.decision("which", "guess a number", move |_, _, _, out| out.each(say, 0..10));
        b.on_turn_start(move |cx, who| cx.ask(ask, who, [0; 6]));
    }
}
