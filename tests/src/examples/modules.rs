//! Modules that exist for the examples of codes which no bundled module leads to: needing each other in a circle, asking for
//! too much, owning attributes of cards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{AttrOn, Cost, Installer, Manifest, Phase, Registry, RuleModule};

macro_rules! modules {
    ($($(#[$doc:meta])* $name:ident $manifest:expr, $install:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        struct $name {}

        impl RuleModule for $name {
            fn manifest() -> Manifest {
                $manifest
            }

            fn install(self, b: &mut Installer<'_>) {
                let install: fn(&mut Installer<'_>) = $install;
                install(b);
            }
        }
    )*};
}

modules! {
    /// Stamps on cards and routes.
    Stamps Manifest::new("stamps", "stamps on cards and routes")
        .attribute::<u8>(AttrOn::Card, "stamp", "how many stamps a card has")
        .attribute::<u8>(AttrOn::Route, "stamp", "how many stamps a route asks for"), |b| {
            b.card_attr::<u8>("stamp");
            b.route_attr::<u8>("stamp");
        };
    /// Needs stamps.
    Fees Manifest::new("fees", "fees are paid in stamps").requires("stamps"), |_| {};
    /// Can't be beside a bundled module.
    Rival Manifest::new("rival", "another bonus than that of the longest path").conflicts("longest-path"), |_| {};
    /// Needs West.
    East Manifest::new("east", "needs west").requires("west"), |_| {};
    /// Needs East.
    West Manifest::new("west", "needs east").requires("east"), |_| {};
    /// Decides what a bundled module decides.
    TieBreak Manifest::new("tie-break", "breaks ties in another way"), |b| b.ties("", &[]);
    /// Has the name of a rule set.
    Twin Manifest::new("twin", "has the name of a rule set"), |_| {};
    /// Asks for more than can be counted.
    Customs Manifest::new("customs", "a cost of very many parts"), |b| {
        let kinds = b.kinds_where(|_| true);
        b.terms(Phase::Extra, move |_, _, _, terms| {
            for _ in 0..9 {
                terms.cost = terms.cost.clone() + Cost::cards(1).of(kinds);
            }
        });
    };
}

/// Has a parameter without a default.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Tolls {
    /// How many cards each route costs more.
    each: u8,
}

impl RuleModule for Tolls {
    fn manifest() -> Manifest {
        Manifest::new("tolls", "every route costs more")
    }

    fn install(self, _: &mut Installer<'_>) {}
}

/// The bundled modules with those of the examples, and the rule sets that the examples name.
pub fn registry() -> Registry {
    let bundled = ttr_variants::registry();
    let classic = bundled.find_rule_set("classic").expect("bundled").to_owned();
    let mut registry = Registry::new();
    ttr_variants::register_modules(&mut registry);
    registry.module::<Stamps>().module::<Fees>().module::<Rival>().module::<East>().module::<West>();
    registry.module::<TieBreak>().module::<Twin>().module::<Customs>().module::<Tolls>();
    registry.rule_set("classic", classic.clone()).rule_set("plain", classic.clone()).rule_set("twin", classic);
    registry
}
