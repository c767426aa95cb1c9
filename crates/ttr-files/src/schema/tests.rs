use super::*;
use ttr_source::{BOARD_KEYS, CITY_KEYS, MAP_KEYS, ROUTE_KEYS, RULE_SET_KEYS, STATUSES, TICKET_KEYS, TRACK_KEYS};

fn keys(schema: &Json) -> BTreeSet<&str> {
    schema["properties"].as_object().unwrap().keys().map(String::as_str).collect()
}

fn set<'a>(keys: &[&'a str]) -> BTreeSet<&'a str> {
    keys.iter().copied().collect()
}

#[test]
fn the_schema_has_the_keys_that_the_reader_knows() {
    let map = map(&Registry::new());
    assert_eq!(keys(&map), set(MAP_KEYS));
    let defs = &map["$defs"];
    assert_eq!(keys(&defs["Board"]), set(BOARD_KEYS));
    assert_eq!(keys(&defs["City"]), set(CITY_KEYS));
    assert_eq!(keys(&defs["Route"]), set(ROUTE_KEYS));
    assert_eq!(keys(&defs["FullTrack"]), set(TRACK_KEYS));
    assert_eq!(keys(&defs["Ticket"]), set(TICKET_KEYS));
    assert_eq!(keys(&rule_set(&Registry::new())), set(RULE_SET_KEYS));
    let statuses: Vec<&str> =
        defs["Board"]["properties"]["status"]["enum"].as_array().unwrap().iter().filter_map(Json::as_str).collect();
    assert_eq!(statuses, STATUSES);
}

#[test]
fn nothing_of_the_assembly_is_left() {
    let text = map(&Registry::new()).to_string() + &rule_set(&Registry::new()).to_string();
    for word in ["x-attributes", "x-names", "x-modules", "x-players", "null", "uint8", "oneOf"] {
        assert!(!text.contains(word), "{word}");
    }
}

/// A module of somebody else.
#[derive(Clone, serde::Serialize, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Snow {
    /// How deep it lies.
    #[schemars(range(max = 9))]
    depth: u8,
    /// Who clears it, and when.
    clearing: Option<Clearing>,
}

impl Default for Snow {
    fn default() -> Self {
        Self { depth: 2, clearing: None }
    }
}

/// Clearing the snow.
#[derive(Clone, serde::Serialize, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Clearing {
    /// Who does it.
    by: Plough,
    /// On which turn.
    turn: u16,
}

/// Who clears the snow.
#[derive(Clone, serde::Serialize, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Plough {
    /// The player whose turn it is.
    Player,
    /// Nobody: it melts.
    Sun,
}

impl ttr_core::RuleModule for Snow {
    fn manifest() -> ttr_core::Manifest {
        let manifest = ttr_core::Manifest::new("snow", "some routes lie under snow");
        let manifest = manifest.attribute::<Option<u8>>(AttrOn::Route, "snowy", "how much snow lies on the route");
        manifest.attribute::<bool>(AttrOn::City, "warm", "snow never lies here")
    }

    fn install(self, _: &mut ttr_core::Installer<'_>) {}
}

#[test]
fn a_module_of_somebody_else_is_in_the_schema_like_any_other() {
    let mut registry = Registry::new();
    registry.module::<Snow>();
    registry.rule_set("winter", "format = 1\nsummary = \"Cold\"\n[snow]\n");
    let map = map(&registry);
    let defs = &map["$defs"];
    let attribute = "How much snow lies on the route.\n\nAn attribute of the module `snow`.";
    for table in ["Route", "FullTrack"] {
        let expected = json!({ "description": attribute, "type": "integer", "minimum": 0, "maximum": 255 });
        assert_eq!(defs[table]["properties"]["snowy"], expected, "{table}");
    }
    assert_eq!(defs["City"]["properties"]["warm"]["type"], "boolean");
    assert_eq!(defs["Ticket"]["properties"].as_object().unwrap().len(), TICKET_KEYS.len());
    assert_eq!(
        defs["module-snow"]["properties"]["depth"],
        json!({ "description": "How deep it lies.", "type": "integer", "minimum": 0, "maximum": 9, "default": 2 })
    );
    assert_eq!(
        defs["Clearing"]["properties"]["by"],
        json!({
            "description": "Who does it.\n\n- `\"player\"`: The player whose turn it is.\n- `\"sun\"`: Nobody: it melts.",
            "type": "string",
            "enum": ["player", "sun"],
        })
    );
    // A rule set must say all of it; a layer over it need not.
    assert_eq!(defs["Clearing"]["required"], json!(["by", "turn"]));
    assert_eq!(defs["Clearing-part"].get("required"), None);
    assert_eq!(defs["RuleSet"]["properties"]["snow"]["anyOf"][0], refer("module-snow"));
    assert_eq!(defs["Layer"]["properties"]["snow"]["anyOf"][0], refer("module-snow-part"));
    assert_eq!(defs["module-snow-part"]["properties"]["clearing"]["$ref"], "#/$defs/Clearing-part");
    // Rule sets by name.
    let named = &map["properties"]["rules"]["anyOf"][0];
    assert_eq!(named["enum"], json!(["winter"]));
    assert_eq!(named["description"], "A bundled rule set:\n\n- `\"winter\"`: Cold");
    assert_eq!(defs["Set"]["properties"]["winter"]["$ref"], "#/$defs/Layer");
    assert_eq!(rule_set(&registry)["properties"]["snow"]["anyOf"][0], refer("module-snow"));
}
