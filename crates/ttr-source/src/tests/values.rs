//! Typed values.

use super::layers::settled;
use super::*;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Parameters {
    row: u8,
    shares: BTreeMap<u8, i32>,
    counts: BTreeMap<String, u16>,
    tie: Option<Tie>,
    limit: Option<Limit>,
    pair: (u8, u8),
    list: Vec<String>,
    part: f64,
    on: bool,
    inner: Inner,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Tie {
    AllWin,
    Nobody,
    Chain(Vec<String>),
    Table { by: String },
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
pub(super) enum Limit {
    Count(u8),
    Named { name: String },
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(deny_unknown_fields)]
struct Inner {
    must: u8,
}

fn alpha(text: &str) -> (Sources, Node) {
    let (sources, rules, found) = rule_set(&format!("format = 1\n[alpha]\n{text}"));
    assert_eq!(found, []);
    let settings = settle(&Stack { rule_set: &rules, map: None, command_line: &[] }, &KNOWN, 2);
    (sources, settings.get("alpha").unwrap().node.clone())
}

#[test]
fn types_of_all_kinds_are_read() {
    let (_, node) = alpha(
        "row = 3\nshares = { 2 = -1, 10 = 5 }\ncounts = { a = 1 }\ntie = \"all-win\"\nlimit = { name = \"x\" }\npair = [1, 2]\nlist = [\"a\"]\npart = 2\non = true\ninner.must = 1\n",
    );
    let read: Parameters = node.read().unwrap();
    let expected = Parameters {
        row: 3,
        shares: BTreeMap::from([(2, -1), (10, 5)]),
        counts: BTreeMap::from([("a".into(), 1)]),
        tie: Some(Tie::AllWin),
        limit: Some(Limit::Named { name: "x".into() }),
        pair: (1, 2),
        list: vec!["a".into()],
        part: 2.0,
        on: true,
        inner: Inner { must: 1 },
    };
    assert_eq!(read, expected);
    let tie = |text: &str| alpha(text).1.read::<Parameters>().unwrap().tie;
    assert_eq!(tie("tie = { chain = [\"a\", \"b\"] }"), Some(Tie::Chain(vec!["a".into(), "b".into()])));
    assert_eq!(tie("tie.table.by = \"a\""), Some(Tie::Table { by: "a".into() }));
    assert_eq!(tie("tie = { nobody = {} }"), Some(Tie::Nobody));
    assert_eq!(alpha("limit = 4").1.read::<Parameters>().unwrap().limit, Some(Limit::Count(4)));
}

#[test]
fn faults_of_parameters_are_told_in_plain_words_with_their_place() {
    let cases = [
        ("rwo = 3", "param::unknown: there is no parameter \"rwo\" [rwo] did you mean `row`?"),
        ("row = \"3\"", "param::wrong-type: expected a whole number from 0 to 255, found the text \"3\" [\"3\"] -"),
        ("row = 300", "param::invalid: expected a whole number from 0 to 255, found the number 300 [300] -"),
        ("row = -1", "param::invalid: expected a whole number from 0 to 255, found the number -1 [-1] -"),
        ("row = 1.5", "param::wrong-type: expected a whole number from 0 to 255, found the number 1.5 [1.5] -"),
        ("on = 1", "param::wrong-type: expected `true` or `false`, found the number 1 [1] -"),
        ("part = []", "param::wrong-type: expected a number, found a list [[]] -"),
        ("list = {}", "param::wrong-type: expected a list, found a table [{}] -"),
        ("list = [\"a\", 2]", "param::wrong-type: expected a text in quotes, found the number 2 [2] -"),
        ("inner = 1", "param::wrong-type: expected a table, found the number 1 [1] -"),
        ("inner = {}", "param::missing: the parameter `must` is missing [{}] -"),
        (
            "inner = { must = 1, mast = 2 }",
            "param::unknown: there is no parameter \"mast\" [mast] did you mean `must`?",
        ),
        ("pair = [1]", "param::invalid: expected a list of 2, found 1 of them [[1]] -"),
        ("pair = [1, 2, 3]", "param::invalid: this list has 1 more than expected [[1, 2, 3]] -"),
        ("shares = { x = 1 }", "param::wrong-type: expected a whole number from 0 to 255, found the text \"x\" [x] -"),
        ("counts = { a = -1 }", "param::invalid: expected a whole number from 0 to 65535, found the number -1 [-1] -"),
        (
            "tie = \"alwin\"",
            "param::invalid: \"alwin\" is none of the possible values [\"alwin\"] did you mean `all-win`?",
        ),
        (
            "tie = \"zzzzzz\"",
            "param::invalid: \"zzzzzz\" is none of the possible values [\"zzzzzz\"] possible: `all-win`, `nobody`, `chain`, `table`",
        ),
        (
            "tie = { chian = [] }",
            "param::invalid: \"chian\" is none of the possible values [chian] did you mean `chain`?",
        ),
        (
            "tie = 3",
            "param::wrong-type: expected one of `all-win`, `nobody`, `chain`, `table`, found the number 3 [3] -",
        ),
        ("tie = \"chain\"", "param::wrong-type: \"chain\" needs parameters: write `{ chain = ... }` [\"chain\"] -"),
        ("tie = { nobody = 3 }", "param::wrong-type: \"nobody\" takes no parameters: write it as a text [3] -"),
        ("tie = { chain = [3] }", "param::wrong-type: expected a text in quotes, found the number 3 [3] -"),
        ("tie = { table = {} }", "param::missing: the parameter `by` is missing [{}] -"),
        ("tie = {}", "param::wrong-type: expected one of `all-win`, `nobody`, `chain`, `table`, found a table [{}] -"),
        ("limit = true", "param::invalid: this has none of the possible forms [true] -"),
    ];
    for (text, expected) in cases {
        let (sources, node) = alpha(text);
        let fault = node.read::<Parameters>().unwrap_err();
        let place = sources.slice(fault.span.unwrap());
        let told = format!("{}: {} [{place}] {}", fault.code, fault.message, fault.help.as_deref().unwrap_or("-"));
        assert_eq!(told, expected);
        assert_eq!(fault.primary_label.as_deref(), Some("given by the rule set"));
    }
}

#[test]
fn all_faults_of_a_module_are_told_and_the_rest_is_read() {
    let (sources, node) =
        alpha("row = 300\nrwo = 3\npart = 0.5\ninner = { mast = 1 }\nlist = [1, \"b\", 2]\nlimit = true");
    let (value, found) = node.read_all::<Parameters>();
    let places: Vec<&str> = found.iter().map(|d| sources.slice(d.span.unwrap())).collect();
    assert_eq!(places, ["300", "rwo", "mast", "{ mast = 1 }", "1", "2", "true"]);
    let value = value.unwrap();
    assert_eq!((value.part, value.list), (0.5, vec!["b".to_owned()]));
    let (value, found) = alpha("must = true").1.read_all::<Inner>();
    assert_eq!((value, found.len()), (None, 1), "that it is missing then is no news");
    let many: String = (0..100).map(|n| format!("k{n} = 1\n")).collect();
    let (value, found) = alpha(&many).1.read_all::<Parameters>();
    assert_eq!((value, found.len()), (None, 32));
}

#[test]
fn settings_read_their_modules_and_name_the_layer() {
    let (_, settings) = settled(ISLE, &["alpha.deep=x"], 3);
    #[derive(Deserialize, Debug, Default)]
    #[serde(default)]
    struct Alpha {
        row: bool,
        deep: BTreeMap<String, u8>,
    }
    let (value, found) = settings.read::<Alpha>("alpha");
    let told: Vec<_> = found.iter().map(|d| d.primary_label.clone().unwrap()).collect();
    assert_eq!(told, ["given by the map's [set.plain]", "given by --set"]);
    let value = value.unwrap();
    assert!(!value.row && value.deep.is_empty());
    assert!(settings.read::<Alpha>("gamma").0.is_none());
}
