//! Turns go clockwise from the first player, who is named or drawn (G1). Who can do nothing passes; when all pass in a
//! row the game ends (G22), and so it does when for some rounds nobody could do anything but lesser things (W26), or when
//! everybody has had a limit of turns (G26).

use crate::base::forms::read_number_or;
use crate::words::{Says, says};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use ttr_core::limits::MAX_TURNS;
use ttr_core::page::{counted, either};
use ttr_core::{Chapter, Cx, Global, Installer, Manifest, Page, ParamFault, Phase, PlayerId, Rank, Read, RuleModule};

/// Who has the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum First {
    /// The player at this seat, from 1.
    Seat(#[schemars(range(min = 1))] u8),
    /// Drawn at random.
    Named(Drawn),
}

impl<'de> Deserialize<'de> for First {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        read_number_or(de, "a seat from 1, or \"random\"", 255, |n| Self::Seat(n as u8), Self::Named)
    }
}

/// How the first player is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// Every player is as likely.
    Random,
}

/// Most rounds in which nobody can do anything before a game ends.
const MAX_IDLE_ROUNDS: u16 = 100;

/// Parameters of the turns.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Turns {
    /// Who has the first turn: a seat from 1, or `"random"`.
    pub first: First,
    /// When every player has had so many turns, the game ends.
    #[schemars(range(min = 1, max = MAX_TURNS))]
    pub limit: u16,
    /// When for so many rounds nobody could do more than lesser things, such as exchanging pieces, the game ends (W26).
    #[schemars(range(min = 1, max = MAX_IDLE_ROUNDS))]
    pub idle_rounds: u16,
}

impl Default for Turns {
    fn default() -> Self {
        Self { first: First::Named(Drawn::Random), limit: 500, idle_rounds: 2 }
    }
}

// What it says.
const CAN_ACT: Says = ("can-act", "passing is for who can do nothing else");
const ALL_PASSED: Says = ("all-passed", "all players passed in a row");
const NOBODY_CAN_ACT: Says = ("nobody-can-act", "nobody can do anything more");
const TURN_LIMIT: Says = ("turn-limit", "every player has had the limit of turns");

impl RuleModule for Turns {
    fn manifest() -> Manifest {
        Manifest::new("turns", "whose turn it is, passing, and the limit of turns")
            .search_terms(["first player", "start player", "order of play", "pass", "skip", "round", "clockwise"])
            .examples(include_str!("turns.toml"))
    }

    fn check(&self) -> Vec<ParamFault> {
        let mut faults = Vec::new();
        if !(1..=MAX_TURNS).contains(&self.limit) {
            faults.push(ParamFault::new("limit", format!("is {}; it must be 1 to {MAX_TURNS} turns", self.limit)));
        }
        if !(1..=MAX_IDLE_ROUNDS).contains(&self.idle_rounds) {
            faults.push(ParamFault::new(
                "idle-rounds",
                format!("is {}; it must be 1 to {MAX_IDLE_ROUNDS}", self.idle_rounds),
            ));
        }
        if self.first == First::Seat(0) {
            faults.push(ParamFault::new("first", "is a seat from 1, or \"random\""));
        }
        faults
    }

    fn install(self, b: &mut Installer<'_>) {
        let players = b.players();
        if let First::Seat(seat) = self.first
            && usize::from(seat) > players
        {
            b.fault("first", format!("names seat {seat}, but there are {players} players"));
        }
        let stream = b.stream_of_players("first player");
        b.setup(Phase::Seats, move |cx| {
            let seat = match self.first {
                First::Seat(seat) => u16::from(seat) - 1,
                First::Named(Drawn::Random) => cx.chance(stream, players as u16),
            };
            cx.set_first_player(PlayerId(seat as u8));
        });

        // G22: passing is open to who can do nothing else.
        let passed = b.reg::<Global, bool>("passed");
        let in_a_row = b.reg::<Global, i32>("passes in a row");
        let idle_in_a_row = b.reg::<Global, i32>("idle turns in a row");
        let pass = b.op("pass", "passes", &[], move |cx, _, _, _| cx.set(passed, (), true));
        let other = says(b, CAN_ACT);
        b.why_not(pass, move |_, _, _, _| Some(ttr_core::Note::new(other)));
        b.offer(Rank::Fallback, move |_, _, out| out.one(pass));

        let all_passed = b.end_reason(ALL_PASSED.0, ALL_PASSED.1);
        let nobody_could = b.end_reason(NOBODY_CAN_ACT.0, NOBODY_CAN_ACT.1);
        let limit_reached = b.end_reason(TURN_LIMIT.0, TURN_LIMIT.1);
        let (limit, most_idle) = (self.limit, players as i32 * i32::from(self.idle_rounds));
        let note = move |cx: &mut Cx<'_>| {
            let look = cx.look();
            let (has_passed, is_idle) = (look.get(passed, ()), look.turn_is_idle());
            let passes = if has_passed { look.get(in_a_row, ()) + 1 } else { 0 };
            // A pass is idle too; what only looks busy, such as exchanging pieces to and fro, must not go on for ever.
            let idle = if is_idle { look.get(idle_in_a_row, ()) + 1 } else { 0 };
            cx.set(passed, (), false);
            cx.set(in_a_row, (), passes);
            cx.set(idle_in_a_row, (), idle);
            if passes >= players as i32 {
                cx.end_game(all_passed);
            } else if idle >= most_idle {
                cx.end_game(nobody_could);
            } else if everybody_had(cx, limit) {
                cx.end_game(limit_reached);
            }
        };
        let reads = [passed.into(), in_a_row.into(), idle_in_a_row.into(), Read::Idle, Read::Turns(limit)];
        b.on_turn_end_for(Phase::EndCheck, &reads, move |cx, _| note(cx));
        b.tell(move |page| self.tell(page));
    }
}

impl Turns {
    fn tell(&self, page: &mut Page<'_>) {
        let first = match self.first {
            First::Seat(seat) => format!("The player at seat {seat} has the first turn."),
            First::Named(Drawn::Random) => "Who has the first turn is drawn at random.".to_owned(),
        };
        page.say(Chapter::Setup, Phase::Ready, "first", first).on(&["first"]).clauses(&["G1"]);
        let turn = "Turns go clockwise. A turn is exactly one of these:";
        page.say(Chapter::Turn, Phase::TurnStart, "turn", turn).lead().clauses(&["G1"]);
        let lesser = either(page.rules().offering(Rank::Lesser).iter().map(|id| id.replace('-', " ")));
        let (may_pass, idle) = match lesser.as_str() {
            "" => (String::new(), String::new()),
            _ => (
                format!(", and whoever can do nothing but {lesser} may pass too"),
                format!(
                    "for {} running nobody could do more than {lesser}, ",
                    counted(self.idle_rounds, "round", "rounds")
                ),
            ),
        };
        let pass = format!("Whoever can do none of these passes{may_pass}.");
        page.say(Chapter::Turn, Phase::Upkeep, "pass", pass).lead().clauses(&["G22"]);
        let end = format!(
            "The game also ends when all players pass in a row, {idle}or everybody has had {}.",
            counted(self.limit, "turn", "turns")
        );
        page.say(Chapter::End, Phase::EndCheck, "otherwise", end)
            .on(&["idle-rounds", "limit"])
            .clauses(&["G22", "G26"]);
    }
}

fn everybody_had(cx: &Cx<'_>, limit: u16) -> bool {
    cx.rules().player_ids().all(|who| cx.look().turns_of(who) >= limit)
}
