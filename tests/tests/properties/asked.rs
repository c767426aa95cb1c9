//! What players are asked, and actions that are listed for many numbers at once.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use ttr_core::{
    ActionSpace, ArgKind, Cost, Event, GameSource, Installer, Manifest, NoEvents, OpId, Phase, Rank, Registry,
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
            rules.apply_listed(&mut state, who, &action, &mut chance, &mut events).expect("a listed action applies");
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

/// Pays for each of some numbers, listed one by one and as a set, and asks for a number of which there is one.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Numbers {}

impl RuleModule for Numbers {
    fn manifest() -> Manifest {
        Manifest::new("numbers", "pays for numbers").requires("cards")
    }

    fn install(self, b: &mut Installer<'_>) {
        let kinds = b.kinds_where(|kind| kind.colour.is_some());
        let (any, one) = (b.cost("", Cost::cards(2).of(kinds)), b.kinds_where(|kind| kind.name == "red"));
        let red = b.cost("", Cost::cards(1).of(one));
        let number = [("number", ArgKind::Number)];
        let listed = b.op("listed", "pays {pay} for {number}", &number, |cx, _, who, action| cx.pay(who, &action.pay));
        let at_each =
            b.op("at-each", "pays {pay} for {number}", &number, |cx, _, who, action| cx.pay(who, &action.pay));
        let in_set = b.op("in-set", "pays {pay} for {number}", &number, |cx, _, who, action| cx.pay(who, &action.pay));
        let only = b.decision("only", "pay for a number", move |look, _, who, out| {
            out.pay_each_in(look, who, in_set, [0, 1 << 5], red);
        });
        let ask = b.op("ask", "asks for a number", &[], move |cx, _, who, _| cx.ask(only, who, [0; 6]));
        b.offer(Rank::Ordinary, move |look, who, out| {
            out.pay_each(look, who, listed, NUMBERS, any);
            out.pay_each_in(look, who, in_set, SET, any);
            out.pay_at_each(look, who, at_each, NUMBERS.map(|number| (number, any)));
            out.one(ask);
        });
    }
}

#[test]
fn a_set_of_numbers_lists_what_its_numbers_list() {
    let mut registry = ttr_variants::registry();
    registry.module::<Numbers>();
    let rules = rules(&registry, "usa", &["numbers=true", "turns.first=1"]);
    let kind = |name: &str| u16::from(rules.kind_named(name).expect("a kind of card").0);
    let hand = ["red", "red", "blue", "blue"].map(kind);
    let mut chance = ScriptedChance::new(1).next("train deck", hand);
    let mut state = rules.start(&mut chance, &mut NoEvents).expect("a game begins");
    let mut space = ActionSpace::new(&rules);
    let [listed, in_set, at_each, ask] =
        ["listed", "in-set", "at-each", "ask"].map(|op| rules.op_named(&format!("numbers/{op}")).expect("an op"));
    while rules.look(&state).turns_of(ttr_core::PlayerId(0)) == 0 {
        let who = rules.to_act(&state).lowest().expect("somebody chooses tickets");
        rules.legal(&state, who, &mut space);
        rules.apply_listed(&mut state, who, &space.nth(0), &mut chance, &mut NoEvents).expect("tickets are kept");
    }
    let who = rules.to_act(&state).lowest().expect("the first turn");
    rules.legal(&state, who, &mut space);
    let of = |op: OpId| space.iter().filter(move |action| action.op == op).map(|action| (action.args, action.pay));
    let expected: Vec<_> = of(listed).collect();
    assert_eq!(expected.len(), 2 * NUMBERS.len(), "two red or two blue cards for each");
    assert_eq!(of(in_set).collect::<Vec<_>>(), expected);
    assert_eq!(of(at_each).collect::<Vec<_>>(), expected);
    assert!(space.iter().eq((0..space.len()).map(|i| space.nth(i))), "one by one and by number");
    assert!(space.iter().all(|action| space.contains(&action)));
    let sizes = |op| space.families().filter(move |family| family.0 == op).map(|(_, args, _, n)| (args, n));
    assert!(sizes(in_set).eq(sizes(listed)));
    assert!(sizes(at_each).eq(sizes(listed)));
    let mut other = space.iter().find(|action| action.op == in_set).expect("it is listed");
    for number in (0..=300).filter(|number| !NUMBERS.contains(number)) {
        other.args[0] = number;
        assert!(!space.contains(&other), "{number} is not in the set");
    }
    // The only one is taken at once, whoever lists: with a list for the next to act, and without.
    let ask = space.iter().find(|action| action.op == ask).expect("it is listed");
    let (mut events, mut again, mut chances) = ([vec![], vec![]], state.clone(), chance.clone());
    rules.apply_listed(&mut state, who, &ask, &mut chance, &mut events[0]).expect("it is legal");
    rules.play_on(&mut again, who, &ask, &mut chances, &mut events[1], &mut space).expect("it is legal");
    assert_eq!(state, again);
    for events in &events {
        let forced = events.iter().find_map(|event: &Event| match &event.what {
            What::Chose { forced: true, action, .. } => action.as_ref(),
            _ => None,
        });
        assert_eq!(forced.map(|chosen| (chosen.action.op, chosen.action.args[0])), Some((in_set, 69)));
    }
}
