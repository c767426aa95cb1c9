//! Modules for the seams of the engine that no bundled module uses, each a small mechanic of its own, on a board that
//! has something for all of them; and two modules that register everything and use nothing.

use ttr_core::{DeckId, GameSource, Installer, Kind, KindSet, Registry};

/// A module with its parameters and their defaults.
macro_rules! module {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty = $default:expr),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
    };
}

mod claims;
mod idle;
mod rack;
mod routes;
mod sides;
mod tickets;
mod tray;
mod turns;

pub use claims::*;
pub use idle::*;
pub use rack::Rack;
pub use routes::*;
pub use sides::*;
pub use tickets::*;
pub use tray::Tray;
pub use turns::*;

/// A board with a place for every mechanic of this file. It names no rule set: attributes of modules that are not in the
/// game are then no error.
pub const MAP: &str = r#"
format = 1
name = "Seams"
routes = [
    { between = ["Ada", "Bex"], length = 1, colour = "red" },
    { between = ["Bex", "Cor"], length = 2, colour = "gray", tunnel = true },
    { between = ["Cor", "Dun"], length = 2, tracks = ["red", "blue"] },
    { between = ["Dun", "Esk"], length = 1, colour = "blue" },
    { between = ["Esk", "Ada"], length = 3, colour = "gray" },
    { between = ["Ada", "Cor"], length = 2, colour = "blue", aside = 1 },
    { between = ["Bex", "Esk"], length = 2, colour = "red", public = true },
    { between = ["Ada", "Fay"], length = 2, colour = "gray", cost = "ferry" },
    { between = ["Fay", "Gil"], length = 2, colour = "gray", cost = "pairs" },
    { between = ["Gil", "Dun"], length = 2, colour = "gray", cost = "port" },
    { between = ["Hob", "Gil"], length = 1, tracks = ["gray", { colour = "gray", shut = true }] },
]
tickets = [
    { cities = ["Ada", "Cor"], points = 3 },
    { cities = ["Ada", "Cor"], points = 3 },
    { cities = ["Bex", "Dun"], points = 4 },
    { cities = ["Ada", "Esk"], points = 5 },
    { cities = ["Dun", "Gil"], points = 6 },
    { cities = ["Cor", "Esk"], points = 2 },
    { cities = ["Fay", "Bex"], points = 3 },
    { cities = ["Hob", "Ada"], points = 9 },
    { cities = ["Bex", "Gil"], points = 8 },
    { cities = ["Ada", "Cor", "Esk"], points = 6, deck = "long", bonus = 2 },
    { cities = ["Ada", "Cor", "Esk"], points = 6, deck = "long" },
    { cities = ["Bex", "Dun", "Fay"], points = 7, deck = "long" },
    { cities = ["Ada", "Dun", "Gil"], points = 8, deck = "long", bonus = 1 },
    { cities = ["Bex", "Cor", "Hob"], points = 9, deck = "long" },
]

[cities]
Ada = {}
Bex = { gate = true }
Cor = {}
Dun = {}
Esk = {}
Fay = {}
Gil = {}
Hob = { summit = true }
"#;

/// The bundled modules, with small numbers.
pub const RULES: &str = r#"
format = 1
name = "Seams"
turns = { first = 1, limit = 40 }
pieces = { train = 12 }
row = { size = 2, limit = { wild = 1 } }
claim = true
route-points = true
double-routes = true
tickets = { deal = 0, keep = 0, draw = { take = 2, keep = 1 } }
longest-path = true
end = { pieces = 0, turns = 1 }
victory = { ties = ["completed-tickets", "longest-path"] }

[players]
min = 2
max = 4

[cards]
deal = 2

[cards.decks.train]
red = 10
blue = 10
wild = { count = 5, wild = true, price = 2 }
"#;

/// What brings all modules of this file into one game.
pub const ALL: &[&str] = &[
    "bulldozers=true",
    "cards.decks.train.dozer={ count = 2, price = 0, payable = false, bulldozer = true }",
    "costs=true",
    "cards.decks.train.red-port={ count = 3, colour = \"red\", symbols = [\"port\"] }",
    "cards.decks.train.blue-port={ count = 3, colour = \"blue\", symbols = [\"port\"] }",
    "curfew=true",
    "encore=true",
    "extension=true",
    "flags=true",
    "homes=true",
    "honours=true",
    "paint=true",
    "passing=true",
    "pool=true",
    "rack=true",
    "shut=true",
    "spur=true",
    "stations=true",
    "storm=true",
    "cards.decks.train.gale={ count = 3, payable = false, storm = true }",
    "teams=true",
    "tours=true",
    "tray=true",
    "tunnels=true",
    "veterans=true",
    "works=true",
    "tickets.deal=2",
    "tickets.keep=1",
    "victory.ties=[\"stations-built\", \"most-routes\", \"completed-tickets\"]",
];

/// Everything bundled and the modules of this file.
pub fn registry() -> Registry {
    let mut registry = ttr_variants::registry();
    registry.module::<Bulldozers>().module::<Costs>().module::<Curfew>().module::<Encore>().module::<Flags>();
    registry.module::<Extension>().module::<Early>().module::<Rack>().module::<Tray>();
    registry.module::<Homes>().module::<Honours>().module::<Paint>().module::<Passing>().module::<Pool>();
    registry
        .module::<Shut>()
        .module::<Spur>()
        .module::<Stations>()
        .module::<Storm>()
        .module::<Teams>()
        .module::<Tours>();
    registry.module::<Tunnels>().module::<Veterans>().module::<Works>();
    registry.module::<FirstIdler>().module::<LastIdler>();
    registry
}

/// The sources of a game on the board of this file with these settings. Tickets that only tours know are left out where
/// there are none.
pub fn source(players: usize, set: &[&str]) -> GameSource {
    let tours = set.contains(&"tours=true");
    let map: Vec<&str> = MAP.lines().filter(|line| tours || !line.contains("deck = \"long\"")).collect();
    let source = GameSource::new("seams", map.join("\n"), players).with_rules("seams", RULES);
    set.iter().fold(source, |source, set| source.with_set(*set))
}

/// A set of kinds as two numbers of a frame.
fn packed(kinds: KindSet) -> [u16; 2] {
    [kinds.0 as u16, (kinds.0 >> 16) as u16]
}

fn unpacked(low: u16, high: u16) -> KindSet {
    KindSet(u32::from(low) | u32::from(high) << 16)
}

fn payable(b: &Installer<'_>) -> (KindSet, KindSet) {
    (b.kinds_where(|k| k.colour.is_some() && k.payable), b.kinds_where(|k| k.wild && k.payable))
}

/// The deck that all play with, by its name: others may have been registered before.
fn train_deck(b: &Installer<'_>) -> DeckId {
    DeckId::at(b.decks().iter().position(|d| d.name == "train").expect("the cards are there"))
}

fn kinds(kinds: impl Iterator<Item = Kind>) -> impl Iterator<Item = u16> {
    kinds.map(|k| u16::from(k.0))
}
