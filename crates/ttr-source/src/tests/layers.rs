//! Overrides of the command line, and layers of parameters.

use super::*;

#[test]
fn overrides_are_paths_and_values() {
    let mut sources = Sources::new();
    let mut set = |text: &str| {
        let node = parse_set(&mut sources, text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        fn path(node: &Node, sources: &Sources, out: &mut String) {
            assert_eq!(node.layer, Layer::CommandLine);
            match node.as_table().and_then(|t| t.iter().next()) {
                Some(entry) => {
                    out.push_str(sources.slice(entry.key_span));
                    out.push('/');
                    path(&entry.value, sources, out);
                }
                None => out.push_str(&format!("{} @{}", node.what(), sources.slice(node.span))),
            }
        }
        let mut out = String::new();
        path(&node, &sources, &mut out);
        out
    };
    assert_eq!(set("alpha.row=6"), "alpha/row/the number 6 @6");
    assert_eq!(set("alpha = false"), "alpha/`false` @false");
    assert_eq!(set("a.\"b c\".d=[1, 2]"), "a/\"b c\"/d/a list @[1, 2]");
    assert_eq!(set("a.b= last turn "), "a/b/the text \"last turn\" @last turn");
    assert_eq!(set("a.b=tru"), "a/b/the text \"tru\" @tru");
    assert_eq!(set("a='x=y'"), "a/the text \"x=y\" @'x=y'");
    assert_eq!(set("a=été"), "a/the text \"été\" @été");
    for (text, code) in [
        ("", "set::no-value"),
        ("a", "set::no-value"),
        ("a=", "set::no-value"),
        ("a= ", "set::no-value"),
        ("=1", "set::bad-key"),
        ("a..b=1", "set::bad-key"),
        ("a b=1", "set::bad-key"),
        ("[a]\nb=1", "set::bad-key"),
        ("a=1\nb=2", "set::bad-key"),
        ("#a=1", "set::bad-key"),
        ("a=[1", "set::bad-value"),
        ("a={", "set::bad-value"),
        ("a==1", "set::bad-value"),
        ("a='x", "set::bad-value"),
        ("a=x\0", "set::bad-value"),
    ] {
        assert_eq!(parse_set(&mut sources, text).unwrap_err().code, code, "{text:?}");
    }
    let deep = format!("a{}=1", ".a".repeat(100));
    assert_eq!(parse_set(&mut sources, &deep).unwrap_err().code, "set::bad-key");
    let deep = format!("a={}", "[".repeat(100_000));
    assert_eq!(parse_set(&mut sources, &deep).unwrap_err().code, "file::too-deep");
}

const PLAIN: &str = r#"format = 1
name = "Plain"
summary = "Nothing special."
[players]
min = 2
max = 5
[players.2]
beta = false
[players.4]
alpha.deep.a = 40
[alpha]
row = 1
list = [1, 2, 3]
deep = { a = 1, b = 2 }
[beta]
on = true
[x-editor]
zoom = 1
"#;

pub(super) fn settled(map: &str, overrides: &[&str], players: u8) -> (Sources, Settings) {
    let mut sources = Sources::new();
    let file = sources.add("plain.toml", PLAIN);
    let (rules, found) = RuleSetSource::load(&sources, file, "plain");
    assert_eq!(found, []);
    let file = sources.add("isle.toml", map);
    let (map, found) = MapSource::load(&sources, file);
    assert_eq!(found, []);
    let command_line: Vec<Node> = overrides.iter().map(|text| parse_set(&mut sources, text).unwrap()).collect();
    let stack = Stack { rule_set: &rules, map: Some(&map), command_line: &command_line };
    assert_eq!(check_modules(&stack, &KNOWN), []);
    let settings = settle(&stack, &KNOWN, players);
    (sources, settings)
}

#[test]
fn later_layers_win_key_by_key_and_values_know_where_they_came_from() {
    let map = edited("alpha.row = 5", "alpha.row = 5\nalpha.deep.c = 3\nalpha.list = [9]");
    let value = |players: u8, overrides: &[&str], path: &[&str]| {
        let (sources, settings) = settled(&map, overrides, players);
        let node = settings.get("alpha").unwrap().node.at(path.iter().copied()).unwrap().clone();
        let position = sources.position(node.span.file, node.span.start);
        let place = format!("{}:{}", sources.name(node.span.file), position.line);
        format!("{} by {} at {place}", sources.slice(node.span), settings.layer_name(node.layer))
    };
    assert_eq!(value(3, &[], &["row"]), "6 by the map's [set.plain] at isle.toml:21");
    assert_eq!(value(2, &[], &["row"]), "7 by the map's [players.2] at isle.toml:26");
    assert_eq!(value(2, &["alpha.row=8"], &["row"]), "8 by --set at --set:1");
    assert_eq!(value(2, &["alpha.row=8", "alpha.row=9"], &["row"]), "9 by --set at --set:1");
    assert_eq!(value(3, &[], &["list"]), "[9] by the map's [set] at isle.toml:19");
    assert_eq!(value(3, &[], &["deep", "a"]), "1 by the rule set at plain.toml:14");
    assert_eq!(value(4, &[], &["deep", "a"]), "40 by the rule set's [players.4] at plain.toml:10");
    assert_eq!(value(4, &[], &["deep", "b"]), "2 by the rule set at plain.toml:14");
    assert_eq!(value(4, &[], &["deep", "c"]), "3 by the map's [set] at isle.toml:18");
    assert_eq!(value(4, &["alpha.deep=1"], &["deep"]), "1 by --set at --set:1", "a value replaces a table");
    assert!(
        Layer::RuleSet < Layer::RuleSetPlayers
            && Layer::MapSet < Layer::MapSetRules
            && Layer::MapPlayers < Layer::CommandLine
    );
}

#[test]
fn modules_are_removed_and_brought_back() {
    let modules = |players, overrides: &[&str]| {
        let (_, settings) = settled(ISLE, overrides, players);
        settings.iter().map(|(id, _)| id.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(modules(3, &[]), ["alpha", "beta"]);
    assert_eq!(modules(2, &[]), ["alpha"]);
    assert_eq!(modules(2, &["beta=true"]), ["alpha", "beta"]);
    assert_eq!(modules(3, &["alpha=false", "gamma.x=1"]), ["beta", "gamma"]);
    let (sources, settings) = settled(ISLE, &[], 2);
    let (span, layer) = settings.removed("beta").unwrap();
    assert_eq!((sources.slice(span), settings.layer_name(layer)), ("beta", "the rule set's [players.2]".into()));
    let (_, settings) = settled(ISLE, &["beta.x=1"], 2);
    assert!(settings.removed("beta").is_none());
    let beta = settings.get("beta").unwrap();
    assert!(beta.node.at(["on"]).is_none(), "what was removed is gone");
    assert_eq!(beta.node.layer, Layer::CommandLine);
}

#[test]
fn tables_of_other_rule_sets_are_left_alone_and_still_checked() {
    let (_, settings) = settled(&edited("[set.plain.alpha]", "[set.fancy.alpha]"), &[], 3);
    assert_eq!(settings.get("alpha").unwrap().node.at(["row"]).and_then(Node::as_int), Some(5));
    assert!(settings.get("fancy").is_none());
    let (_, rules, _) = rule_set(PLAIN);
    let check = |map: &str| {
        let (sources, map, _) = load(map);
        let found = check_modules(&Stack { rule_set: &rules, map: Some(&map), command_line: &[] }, &KNOWN);
        found.iter().map(|d| format!("{} {:?}", sources.short(d), d.help)).collect::<Vec<_>>()
    };
    assert_eq!(
        check(&edited("[set.plain.alpha]", "[set.fancy.alhpa]")),
        ["isle.toml:18:12: error[module::unknown]: there is no module \"alhpa\" Some(\"did you mean \\\"alpha\\\"?\")"]
    );
    assert_eq!(
        check(&edited("[set.plain.alpha]", "[set.fanzy.alpha]")),
        ["isle.toml:18:6: error[module::unknown]: there is no module \"fanzy\" Some(\"did you mean \\\"fancy\\\"?\")"]
    );
    assert_eq!(
        check(&edited("[set.plain.alpha]\nrow = 6", "plain = 3")),
        ["isle.toml:18:9: error[file::wrong-type]: `plain` must be a table, not the number 3 None"]
    );
}

#[test]
fn rule_sets_hold_their_own_keys_and_modules() {
    let (_, rules, found) = rule_set(PLAIN);
    assert_eq!(found, []);
    assert_eq!(
        (rules.id.as_str(), rules.name.as_str(), rules.summary.as_deref()),
        ("plain", "Plain", Some("Nothing special."))
    );
    assert!(rules.modules.keys().eq(["alpha", "beta"]));
    assert!(rules.players.layers.keys().eq(&[2, 4]));
    assert_eq!(player_range(&rules.players, &Players::default()).unwrap(), Some((2, 5)));
    let map = |min, max| Players { min, max, ..Players::default() };
    assert_eq!(player_range(&rules.players, &map(None, Some(4))).unwrap(), Some((2, 4)));
    assert_eq!(player_range(&rules.players, &map(Some(6), None)).unwrap_err().code, "players::range");
    assert_eq!(player_range(&map(None, None), &map(Some(6), None)).unwrap(), Some((6, 8)));
    assert_eq!(player_range(&map(None, None), &map(None, None)).unwrap(), None);

    let (_, rules, found) = rule_set("alpha = {}");
    assert_eq!(found[0].code, "file::format");
    assert_eq!(rules.name, "plain");
    assert!(rule_set("format = 2\nalpha = {}").1.modules.is_empty());
    assert_eq!(rule_set("format = 1\nplayers = 3").2[0].code, "file::wrong-type");
    assert_eq!(rule_set("format = 1\nname = 3\n[").2.len(), 2);
}

#[test]
fn a_map_can_bring_its_own_rules() {
    let (_, map, found) = load(&edited("rules = \"plain\"", "rules = { name = \"Mine\", alpha = { row = 1 } }"));
    assert_eq!(found, []);
    let Some(RulesRef::Inline(node)) = &map.rules else { panic!() };
    let (rules, found) = RuleSetSource::inline(node);
    assert_eq!(found, []);
    assert_eq!((rules.id.as_str(), rules.name.as_str(), rules.modules.len()), (INLINE, "Mine", 1));
    let node = Node::new(Value::Int(1), Span::default());
    assert_eq!(RuleSetSource::inline(&node).1[0].code, "file::wrong-type");
    let (_, map, _) = load(&edited("rules = \"plain\"", "rules = \"../own.toml\""));
    assert!(matches!(map.rules, Some(RulesRef::Path(path, _)) if path == "../own.toml"));
}
