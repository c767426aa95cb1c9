//! Maps: what is read of them, and how findings are told.

use super::syntax::mended;
use super::*;
use std::collections::BTreeMap;

#[test]
fn a_sound_map_has_no_faults() {
    let (sources, map, found) = load(ISLE);
    assert_eq!(found, []);
    assert_eq!((map.name.as_str(), map.entries, map.routes.len(), map.groups), ("Isle", 2, 3, 1));
    assert_eq!(map.board, Board { status: Some("original".into()), wrap: Some(-135.0), note: None });
    assert!(
        matches!(&map.rules, Some(RulesRef::Named(name, span)) if name == "plain" && sources.slice(*span) == "\"plain\"")
    );
    let city = |n: usize| &map.cities[n];
    assert_eq!((city(0).name.as_str(), city(0).at, city(0).position), ("Aby", Some([1.5, 2.0]), None));
    assert_eq!(city(1).attrs.keys().collect::<Vec<_>>(), ["haunted"]);
    assert_eq!((city(2).position, city(2).names.get("ru").unwrap().as_str()), (Some([3.0, 4.0]), "Ков"));
    let about = |n: usize| {
        let r: &Route = &map.routes[n];
        let attrs: Vec<&str> = r.attrs.keys().collect();
        let text = sources.slice(r.colour_span);
        (r.ends, r.length, r.colour.clone(), r.entry, r.track, r.group, attrs.join(" "), text)
    };
    assert_eq!(about(0), ([0, 1], 2, Some("ochre".into()), 0, 1, None, String::new(), "\"ochre\""));
    assert_eq!(about(1), ([1, 2], 3, Some("mauve".into()), 1, 1, Some(0), "foggy".into(), "\"mauve\""));
    assert_eq!(about(2), ([1, 2], 3, Some("teal".into()), 1, 2, Some(0), "foggy haunted".into(), "\"teal\""));
    assert_eq!(sources.slice(map.routes[2].span), "{ colour = \"teal\", haunted = 1 }");
    assert_eq!(sources.slice(map.routes[2].attrs.entry("haunted").unwrap().key_span), "haunted");
    assert_eq!(map.tickets[0].cities, [0, 2]);
    assert_eq!((map.tickets[0].points, &map.tickets[0].deck), (Some(5), &None));
    assert_eq!((map.players.min, map.players.max), (Some(2), Some(5)));
}

#[test]
fn a_tracks_attributes_lie_over_those_of_its_entry() {
    let (_, map, found) = load(&edited("foggy = true", "foggy = true, haunted = 9"));
    assert_eq!(found, []);
    let haunted = |n: usize| map.routes[n].attrs.get("haunted").and_then(Node::as_int);
    assert_eq!((haunted(1), haunted(2)), (Some(9), Some(1)));
}

#[test]
fn messages_name_file_line_and_column() {
    let (sources, _, found) = load(&edited("[\"Aby\", \"Bree\"]", "[\"Aby\", \"Bere\"]"));
    assert_eq!(sources.short(&found[0]), "isle.toml:6:25: error[map::unknown-city]: there is no city \"Bere\"");
    assert_eq!(found[0].help.as_deref(), Some("did you mean \"Bree\"?"));
}

#[test]
fn all_faults_are_told_at_once() {
    let text = edited("length = 2", "length = 0").replace("\"Cove\"], points = 5", "\"Cave\"], points = -5");
    let text = text.replace("max = 5", "max = 50").replace("name = \"Isle\"", "nmae = \"Isle\"");
    let codes: Vec<_> = load(&text).2.iter().map(|d| d.code).collect();
    assert_eq!(
        codes,
        ["map::unknown-key", "map::bad-length", "map::unknown-city", "map::bad-points", "players::bad-count",]
    );
}

#[test]
fn a_slip_for_a_key_that_must_be_there_is_one_finding_and_read_as_meant() {
    for (from, to, slip) in [
        ("length = 2", "lenght = 2", "lenght"),
        ("{ between = [\"Aby\", \"Bree\"]", "{ betwen = [\"Aby\", \"Bree\"]", "betwen"),
        ("{ cities = [\"Aby\"", "{ citys = [\"Aby\"", "citys"),
        ("name = \"Isle\"", "nmae = \"Isle\"", "nmae"),
        ("[cities]", "[citeis]", "citeis"),
        ("routes = [", "route = [", "route"),
    ] {
        let text = edited(from, to);
        assert_eq!(findings(&text), [format!("map::unknown-key @{slip}")]);
        let (_, map, found) = load(&text);
        assert_eq!((map.cities.len(), map.routes.len(), map.tickets.len(), map.name.as_str()), (3, 3, 1, "Isle"));
        assert!(map.routes.iter().all(|r| r.attrs.get(slip).is_none()), "{slip} is no attribute");
        assert!(found[0].suggestion.is_some(), "{slip}");
    }
}

#[test]
fn keys_of_other_tools_are_left_alone_everywhere() {
    let text = edited("foggy = true", "x-drawn = 3").replace("points = 5", "points = 5, x-art = \"a\"");
    let text = text.replace("Bree = { haunted = true }", "Bree = { x-size = 2 }").replace("wrap = -135", "x-y = 1");
    assert_eq!(findings(&text), Vec::<String>::new());
    let (_, map, _) = load(&text);
    assert!(map.cities.iter().all(|c| c.attrs.is_empty()) && map.tickets.iter().all(|t| t.attrs.is_empty()));
    assert!(map.routes[1].attrs.is_empty());
}

#[test]
fn display_names_are_read() {
    let (sources, map, found) = load(&edited("[x-editor]", "[display]\ncoach = \"bus\"\nteal = 3\n[x-editor]"));
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["file::wrong-type"]);
    assert_eq!((map.display["coach"].name.as_str(), sources.slice(map.display["coach"].span)), ("bus", "coach"));
}

#[test]
fn levels_make_findings_louder_or_silent_but_no_error() {
    use Severity::{Error, Info, Warning};
    let levels = |level: &str| {
        let (_, map, _) = load(&format!("{ISLE}[lints]\n'map::duplicate-ticket' = '{level}'\n"));
        Levels::read(&map.lints, CODES.iter()).0
    };
    let after = |level: &str| {
        let mut found = vec![
            Diagnostic::warning("map::duplicate-ticket", ""),
            Diagnostic::error("map::duplicate-ticket", ""),
            Diagnostic::warning("map::similar-cities", ""),
        ];
        levels(level).apply(&mut found, Error);
        found.iter().map(|d| d.severity).collect::<Vec<_>>()
    };
    assert_eq!(after("allow"), [Error, Warning]);
    assert_eq!(after("info"), [Info, Error, Warning]);
    assert_eq!(after("warn"), [Warning, Error, Warning]);
    assert_eq!(after("deny"), [Error, Error, Warning]);
}

#[test]
fn of_very_many_findings_of_a_code_the_rest_is_counted() {
    let routes = "{ between = [\"Aby\", \"Bree\"], length = 0 },\n".repeat(1_120);
    let (_, _, found) = load(&edited("routes = [\n", &format!("routes = [\n{routes}")));
    assert_eq!(found.len(), 1_000);
    assert_eq!(found[998].message, "a route has 1 to 100 spaces, not 0");
    assert_eq!(found[999].full_message(), "a route has 1 to 100 spaces, not 0 (and 120 more like this)");
}

#[test]
fn two_entries_with_the_same_ends_are_no_group() {
    let (_, map, found) = load(
        &edited("tickets = [", "x-y = 1\ntickets = [")
            .replace("routes = [", "routes = [\n    { between = [\"Bree\", \"Aby\"], length = 4 },"),
    );
    assert_eq!(found, []);
    assert_eq!(map.routes.len(), 4);
    assert_eq!((map.routes[0].group, map.routes[1].group, &map.routes[0].colour), (None, None, &None));
    assert_eq!(map.routes[0].colour_span, map.routes[0].span);
}

#[test]
fn headers_for_each_route_are_as_good_as_a_list() {
    let text = "format = 1\nname = \"x\"\n[[routes]]\nbetween = [\"a\", \"b\"]\nlength = 1\n[[routes]]\nbetween = [\"a\", \"b\"]\n[cities]\na = {}\nb = {}\n";
    let (sources, map, found) = load(text);
    assert_eq!((map.routes.len(), map.entries), (1, 2));
    assert_eq!(found.len(), 1);
    assert_eq!(sources.short(&found[0]), "isle.toml:6:1: error[file::missing]: a route has no `length`");
}

#[test]
fn misplaced_routes_are_read_all_the_same() {
    let text =
        "format = 1\nname = \"x\"\n[cities]\na = {}\nb = {}\nroutes = [{ between = [\"a\", \"b\"], length = 0 }]\n";
    let (_, map, found) = load(text);
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["map::misplaced", "map::bad-length"]);
    assert_eq!(map.cities.len(), 2);
}

#[test]
fn a_city_with_a_dot_in_its_name_is_one_city() {
    let text = edited("Bree = { haunted = true }", "St. Bree = { haunted = true }").replace("\"Bree\"", "\"St. Bree\"");
    let (sources, map, found) = load(&text);
    assert_eq!(found.len(), 1, "{found:#?}");
    let mend = found[0].suggestion.as_ref().unwrap();
    assert_eq!((sources.slice(mend.span), mend.replacement.as_str()), ("St. Bree", "\"St. Bree\""));
    assert!(map.cities.iter().any(|city| city.name == "St. Bree"));
    // A table of one's own below a header is no name.
    let (_, map, _) = load(&edited("Bree = { haunted = true }", "Bree.names = { fr = \"Brée\" }"));
    assert!(map.cities.iter().any(|city| city.name == "Bree"));
}

#[test]
fn what_was_meant_for_the_top_of_the_map_is_no_city() {
    let text = edited("Bree = { haunted = true }", "Bree = { haunted = true }\nsummary = \"an isle\"");
    let (sources, map, found) = load(&text);
    let told: Vec<&str> = found.iter().map(|d| d.code).collect();
    assert_eq!((told, sources.slice(found[0].span.unwrap())), (vec!["map::misplaced"], "summary"));
    assert!(map.cities.iter().all(|city| city.name != "summary"));
}

#[test]
fn several_colours_are_tracks() {
    let (said, _) = mended("colour = \"ochre\"", "colour = [\"ochre\", \"ochre\"]");
    assert!(said.contains("`tracks`"), "{said}");
}

#[test]
fn the_first_board_is_sound_and_complete() {
    let (_, map, found) = load(FIRST_BOARD);
    assert_eq!(found, []);
    assert_eq!((map.cities.len(), map.entries, map.routes.len(), map.groups, map.tickets.len()), (36, 78, 100, 22, 30));
    assert_eq!(map.routes.iter().map(|r| u32::from(r.length)).sum::<u32>(), 309);
    assert_eq!(map.tickets.iter().filter_map(|t| t.points).sum::<i32>(), 349);
    assert!(map.cities.iter().all(|c| c.at.is_some() && c.attrs.is_empty()));
    let mut spaces: BTreeMap<&str, (usize, u32)> = BTreeMap::new();
    for route in &map.routes {
        let entry = spaces.entry(route.colour.as_deref().unwrap()).or_default();
        *entry = (entry.0 + 1, entry.1 + u32::from(route.length));
    }
    let mut counts: Vec<_> = spaces.into_values().collect();
    counts.sort();
    assert_eq!(counts, [(7, 27), (7, 27), (7, 27), (7, 27), (7, 27), (7, 27), (7, 27), (7, 27), (44, 93)]);
}

#[test]
fn a_map_without_cities_is_told_where_they_are_named_with_the_list_to_paste() {
    let text = "format = 1\nname = \"x\"\nroutes = [\n    { between = [\"Ayr\", \"St. Ives\"], length = 2, colour = \"teal\" },\n\
                { between = [\"Cove\", \"Ayr\"], length = 3, colour = \"teal\" },\n]\ntickets = [{ cities = [\"Cove\", \"Dee\"], points = 4 }]\n";
    let (sources, _, found) = load(text);
    let [fault] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        (fault.code, sources.slice(fault.span.expect("a place"))),
        ("map::no-cities", "[\"Ayr\", \"St. Ives\"]")
    );
    let list = "Ayr = {}\n\"St. Ives\" = {}\nCove = {}\nDee = {}";
    let help = format!("write them at the end of the file:\n\n[cities]\n{list}");
    assert_eq!(fault.help.as_deref(), Some(help.as_str()));
    let (_, map, found) = load(&format!("{text}\n[cities]\n{list}\n"));
    assert!(map.cities.len() == 4 && found.iter().all(|found| found.severity != Severity::Error), "{found:?}");
    let (_, _, found) = load(&format!("{text}\n[cities]\n"));
    assert_eq!(found[0].help, Some(format!("write them below `[cities]`:\n\n{list}")));
}

#[test]
fn of_very_many_cities_that_are_missing_so_many_are_listed() {
    for (cities, more) in [(128, None), (4_000, Some("# and 3872 more"))] {
        let routes: String = (0..cities / 2)
            .map(|n| format!("{{ between = [\"c{}\", \"c{}\"], length = 2, colour = \"teal\" }},\n", 2 * n, 2 * n + 1))
            .collect();
        let (_, _, found) = load(&format!("format = 1\nname = \"x\"\nroutes = [\n{routes}]\n"));
        let fault = found.iter().find(|found| found.code == "map::no-cities").expect("no cities");
        let lines: Vec<&str> = fault.help.as_deref().unwrap_or_default().lines().collect();
        assert_eq!(lines.iter().filter(|line| line.ends_with(" = {}")).count(), 128);
        assert_eq!(lines.last().copied().filter(|line| line.starts_with('#')), more);
        assert!(lines.contains(&"c127 = {}"), "{lines:?}");
    }
}

#[test]
fn of_very_many_letters_that_can_not_be_seen_so_many_are_told() {
    let unseen: String = ('\u{e0100}'..='\u{e01ef}').collect();
    let (_, _, found) = load(&format!("format = 1\nname = \"x\"\nroutes = []\n[cities]\n\"A{unseen}\" = {{}}\n"));
    let fault = found.iter().find(|found| found.code == "map::unseen-letters").expect("letters");
    assert!(
        fault.message.contains("U+E0100, ") && fault.message.ends_with("U+E0113, and 220 more"),
        "{}",
        fault.message
    );
    assert!(fault.message.len() < 400, "{}", fault.message);
}

#[test]
fn all_cities_of_a_ticket_that_is_there_twice_are_named() {
    let names: Vec<String> = (0..12).map(|n| format!("c{n:02}")).collect();
    let ticket = format!("{{ cities = {names:?}, points = 4 }}");
    let cities: String = names.iter().map(|name| format!("{name} = {{}}\n")).collect();
    let (_, _, found) = load(&format!(
        "format = 1\nname = \"x\"\nroutes = [{{ between = [\"c00\", \"c01\"], length = 1, colour = \"teal\" }}]\n\
         tickets = [{ticket}, {ticket}]\n[cities]\n{cities}"
    ));
    let message = &found.iter().find(|found| found.code == "map::duplicate-ticket").expect("a finding").message;
    assert!(names.iter().all(|name| message.contains(name)), "{message}");
}
