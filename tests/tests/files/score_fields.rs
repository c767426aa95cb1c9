//! Fields of score files that a module of a third party declares: they are read, refused and scored like those of the bundled
//! ones, without a word about them elsewhere.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{
    FieldShape, GameSource, Given, Installer, Manifest, Note, PerCity, Registry, RuleModule, SideId, Value, compile,
};
use ttr_files::score;
use ttr_source::{ScoreSource, Sources};

/// Gardens in cities, stamps that are counted, gifts in points, sights on routes, letters to tickets.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Gardens {}

impl RuleModule for Gardens {
    fn manifest() -> Manifest {
        Manifest::new("gardens", "gardens, stamps and gifts")
            .field("gardens", FieldShape::Cities, "the cities with a garden of the player")
            .field("stamps", FieldShape::Count, "how many stamps the player has")
            .field("gifts", FieldShape::Points, "points of gifts")
            .field("sights", FieldShape::Routes, "routes along which the player has seen something")
            .field("letters", FieldShape::Tickets, "tickets that the player has sent a letter to")
            .field("pressed", FieldShape::Cards, "cards that the player has pressed flowers in")
    }

    fn install(self, b: &mut Installer<'_>) {
        let garden = b.piece("garden", 2, false);
        let at = b.reg::<PerCity, Option<SideId>>("garden of");
        let taken = b.message("taken", "there is a garden in {city} already");
        b.field_in_cities("gardens", garden, at, move |look, _, city| {
            look.get(at, city).is_some().then(|| Note::new(taken).with("city", Value::City(city)))
        });
        let stamps = b.bank("stamps", "stamps");
        b.field_bank("stamps", stamps, 3);
        let gifts = b.bank("gifts", "gifts");
        b.field_bank("gifts", gifts, 1);
        let sights = b.bank("sights", "sights");
        b.field("sights", move |cx, who, given| {
            if let Given::Route(route) = given {
                let length = cx.look().board().route(route).length;
                sights.add(cx, who, length.into());
            }
            None
        });
        let letters = b.bank("letters", "letters");
        b.field("letters", move |cx, who, given| {
            if let Given::Ticket(ticket) = given {
                let points = cx.look().board().tickets[ticket.index()].points;
                letters.add(cx, who, points);
            }
            None
        });
        let pressed = b.zone_per_player("pressed cards", ttr_core::Holds::Cards, ttr_core::Vis::Public);
        b.field_cards("pressed", pressed);
        let many = b.message("many", "nobody has more than {n} points of stamps");
        b.contradiction(move |look, who| {
            let has = stamps.of(look, look.rules().side_of(who));
            (has > 9).then(|| Note::new(many).with("n", Value::Number(9)))
        });
    }
}

fn registry() -> Registry {
    let mut registry = ttr_variants::registry();
    registry.module::<Gardens>();
    registry
}

/// The totals of a score file on the USA board with gardens, and all that is told of it.
fn scored(ann: &str, bob: &str) -> (Vec<i32>, Vec<String>) {
    let registry = registry();
    let text = format!("map = \"usa\"\n[[players]]\nname = \"Ann\"\n{ann}\n[[players]]\nname = \"Bob\"\n{bob}\n");
    let mut source = GameSource::new("usa", registry.find_map("usa").expect("bundled"), 0).with_set("gardens=true");
    source.seats = vec!["Ann".to_owned(), "Bob".to_owned()];
    let rules = compile(&registry, &source).expect("sound").rules;
    let mut sources = Sources::new();
    let file = sources.add("score.toml", text);
    let (score, found) = ScoreSource::load(&sources, file);
    let (state, more) = score::enter(&rules, &score);
    let told = found.iter().chain(&more).map(|found| sources.short(found)).collect();
    (rules.final_score(&state).sides.iter().map(|side| side.total).collect(), told)
}

#[test]
fn every_shape_of_a_field_is_read_and_scored() {
    let ann = r#"
stamps = 3
gifts = -4
sights = [["Seattle", "Helena"], "Denver - Omaha"]
letters = [["Miami", "Boston"]]
gardens = ["Denver", "miami"]
pressed = ["blue", "blue"]"#;
    // 3 stamps of 3, 4 lost, 6 + 4 spaces, a ticket of 12; gardens and flowers bring nothing.
    assert_eq!(scored(ann, ""), (vec![9 - 4 + 10 + 12, 0], vec![]));
    // A single name is a list of one.
    assert_eq!(scored("gardens = \"Denver\"", "sights = \"Nashville - Atlanta\""), (vec![0, 1], vec![]));
}

#[test]
fn what_can_not_be_is_told_in_the_words_of_the_module_and_left_out() {
    let (totals, told) = scored(
        "gardens = [\"Denver\", \"Miami\", \"Boston\"]\nstamps = 4\ngifts = 2",
        "gardens = [\"Denver\"]\nstamps = -1\nsights = [[\"Denver\", \"Boston\"]]\ngarden = 1\npressed = [\"pink\"]",
    );
    assert_eq!(totals, [2, 0]);
    let expected = [
        "score.toml:8:10: error[score::bad-value]: `stamps` is -1; it must be 0 to 10000",
        "score.toml:4:31: error[score::too-many-pieces]: Ann has too few pieces for garden in Boston: 1 garden piece is needed, 0 are left",
        "score.toml:5:10: error[score::against-rules]: Ann can't have 4 stamps: nobody has more than 9 points of stamps [gardens/many]",
        "score.toml:8:12: error[score::against-rules]: Bob can't have garden in Denver: there is a garden in Denver already [gardens/taken]",
    ];
    for line in expected {
        let (_, what) = line.split_once(": ").expect("a place");
        assert!(told.iter().any(|told| told.ends_with(what)), "{what}\n{told:#?}");
    }
    for code in ["score::unknown-route", "score::unknown-field", "score::unknown-card"] {
        assert_eq!(told.iter().filter(|told| told.contains(code)).count(), 1, "{code}: {told:#?}");
    }
    assert_eq!(told.len(), 7, "{told:#?}");
}

#[test]
fn the_schema_knows_the_fields() {
    let schema = ttr_files::schema::score(&registry());
    let player = &schema["$defs"]["Player"]["properties"];
    for (field, kind) in [("gardens", "array"), ("stamps", "integer"), ("gifts", "integer"), ("sights", "array")] {
        assert_eq!(player[field]["type"], kind, "{field}");
        assert!(player[field]["description"].as_str().is_some_and(|text| text.contains("`gardens`")), "{field}");
    }
}
