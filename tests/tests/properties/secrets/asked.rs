//! What players are asked, and actions that are listed for many numbers at once.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use ttr_core::{
    ActionSpace, ArgKind, CardBag, Cost, Event, GameSource, Installer, Manifest, NoEvents, OpId, Phase, Rank, Registry,
    RuleModule, Rules, ScriptedChance, SeededChance, What, compile,
};

fn rules(registry: &Registry, map: &str, set: &[&str]) -> Rules {
    let text = registry.find_map(map).unwrap_or_else(|| panic!("no map is named {map}"));
    let source = set.iter().fold(GameSource::new(map, text, 3), |source, set| source.with_set(*set));
    compile(registry, &source).unwrap_or_else(|failed| panic!("{failed}")).rules
}

#[test]
fn a_question_belongs_to_the_phase_of_its_answer() {
    let registry = ttr_variants::registry();
    let mut seen = BTreeSet::new();
    for map in ["usa", "europe", "ussr", "paris", "world"] {
        let rules = rules(&registry, map, &[]);
        let (mut chance, mut events) = (SeededChance::new(4), Vec::<Event>::new());
        let mut state = rules.start(&mut chance, &mut events).expect("a game begins");
        let mut space = ActionSpace::new(&rules);
        let mut number = 1usize;
        while let Some(who) = rules.to_act(&state).lowest() {
            rules.legal(&state, who, &mut space);
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let action = space.nth((number >> 33) % space.len());
            rules
                .apply_listed(&mut state, who, &action, &mut chance, &mut events, &mut space)
                .expect("a listed action applies");
        }
        let mut asked = None;
        for event in &events {
            match event.what {
                What::Asked { .. } => asked = Some(event.phase),
                What::Chose { forced: false, .. } => {
                    assert_eq!(asked, Some(event.phase), "{map}: {event:?}");
                    seen.insert(event.phase);
                }
                _ => {}
            }
        }
    }
    for phase in [Phase::Goals, Phase::Main, Phase::Reveal, Phase::Gain] {
        assert!(seen.contains(&phase), "nobody was asked in the phase {}", phase.name());
    }
}

/// The numbers of [`SET`].
const NUMBERS: [u16; 4] = [3, 63, 128, 191];
const SET: [u64; 3] = [1 << 3 | 1 << 63, 0, 1 << 63 | 1];

/// Offers each of some numbers, told as a set, and asks for one that only one payment is for.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Numbers {}

impl RuleModule for Numbers {
    fn manifest() -> Manifest {
        Manifest::new("numbers", "offers numbers").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        let one = b.kinds_where(|kind| kind.name == "red");
        let red = b.cost("", Cost::cards(1).of(one));
        let numbers = [("number", ArgKind::Number), ("second", ArgKind::Number), ("third", ArgKind::Number)];
        let in_set = b.op("in-set", "says {number}, {second}, {third}", &numbers, |_, _, _, _| {});
        let pay = b.op("pay", "pays {pay} for {number}", &numbers[..1], |cx, _, who, action| cx.pay(who, &action.pay));
        let only = b.decision("only", "pay for a number", move |look, _, who, out| {
            out.pay_registered(look, who, pay, [69, 0, 0], red);
        });
        let ask = b.op("ask", "asks for a number", &[], move |cx, _, who, _| cx.ask(only, who, [0; 6]));
        b.offer(Rank::Ordinary, move |_, _, out| {
            out.each_in(in_set, SET, [7, 8]);
            out.one(ask);
        });
    }
}

#[test]
fn a_set_of_numbers_lists_its_numbers() {
    let mut registry = ttr_variants::registry();
    registry.module::<Numbers>();
    let rules = rules(&registry, "usa", &["numbers=true", "turns.first=1"]);
    let kind = |name: &str| u16::from(rules.kind_named(name).expect("a kind of card").0);
    let hand = ["red", "blue", "blue", "green"].map(kind);
    let mut chance = ScriptedChance::new(1).next("train deck", hand);
    let mut state = rules.start(&mut chance, &mut NoEvents).expect("a game begins");
    let mut space = ActionSpace::new(&rules);
    let [in_set, pay, ask] =
        ["in-set", "pay", "ask"].map(|op| rules.op_named(&format!("numbers/{op}")).expect("an op"));
    while rules.look(&state).turns_of(ttr_core::PlayerId(0)) == 0 {
        let who = rules.to_act(&state).lowest().expect("somebody chooses tickets");
        rules.legal(&state, who, &mut space);
        rules
            .apply_listed(&mut state, who, &space.nth(0), &mut chance, &mut NoEvents, &mut space)
            .expect("tickets are kept");
    }
    let who = rules.to_act(&state).lowest().expect("the first turn");
    rules.legal(&state, who, &mut space);
    let of = |op: OpId| space.iter().filter(move |action| action.op == op).map(|action| (action.args, action.pay));
    assert!(of(in_set).eq(NUMBERS.map(|number| ([number, 7, 8], CardBag::EMPTY))));
    assert!(space.iter().eq((0..space.len()).map(|i| space.nth(i))), "one by one and by number");
    assert!(space.iter().all(|action| space.contains(&action)));
    let mut other = space.iter().find(|action| action.op == in_set).expect("it is listed");
    for number in (0..=300).filter(|number| !NUMBERS.contains(number)) {
        other.args[0] = number;
        assert!(!space.contains(&other), "{number} is not in the set");
    }
    // The only one is asked for, since it depends on the hand.
    let ask = space.iter().find(|action| action.op == ask).expect("it is listed");
    let mut events: Vec<Event> = Vec::new();
    rules.apply_listed(&mut state, who, &ask, &mut chance, &mut events, &mut space).expect("it is legal");
    assert!(!events.iter().any(|event| matches!(event.what, What::Chose { forced: true, .. })), "{events:?}");
    assert_eq!((rules.to_act(&state).has(who), space.len()), (true, 1));
    assert_eq!(space.iter().map(|action| (action.op, action.args[0])).collect::<Vec<_>>(), [(pay, 69)]);
}
