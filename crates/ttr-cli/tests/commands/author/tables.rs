//! `ttr export` and `ttr import`: what goes out comes back, tables of strangers are read, faults are told with their
//! places, and nothing is written by halves.

use crate::support::program::{Folder, Ran, ttr, words};
use std::fs;
use std::path::{Path, PathBuf};
use ttr_source::{MapSource, Node, Sources, Table, Value};

fn map(text: &str) -> MapSource {
    let mut sources = Sources::new();
    let file = sources.add("map", text);
    let (map, found) = MapSource::load(&sources, file);
    let told: Vec<String> = found.iter().map(|d| sources.short(d)).collect();
    assert!(map.routes.len() > 1, "{told:?}");
    map
}

/// A value without its place.
fn plain(node: &Node) -> String {
    match &node.kind {
        Value::List(items) => format!("{:?}", items.iter().map(plain).collect::<Vec<_>>()),
        Value::Table(table) => attributes(table),
        other => format!("{other:?}"),
    }
}

fn attributes(table: &Table) -> String {
    let mut all: Vec<String> = table.iter().map(|entry| format!("{}={}", entry.key, plain(&entry.value))).collect();
    all.sort();
    format!("{all:?}")
}

/// Everything that tables carry, without places.
fn content(map: &MapSource) -> Vec<String> {
    let cities = map.cities.iter().map(|c| {
        let (name, at, position, junction, names) = (&c.name, c.at, c.position, c.junction, &c.names);
        format!("{name} {at:?} {position:?} {junction} {names:?} {}", attributes(&c.attrs))
    });
    let routes = map.routes.iter().map(|r| {
        let (ends, length, colour, entry, track, group) = (r.ends, r.length, &r.colour, r.entry, r.track, r.group);
        format!("{ends:?} {length} {colour:?} {entry} {track} {group:?} {}", attributes(&r.attrs))
    });
    let tickets =
        map.tickets.iter().map(|t| format!("{:?} {:?} {:?} {}", t.cities, t.points, t.deck, attributes(&t.attrs)));
    cities.chain(routes).chain(tickets).collect()
}

fn path(text: &str) -> PathBuf {
    PathBuf::from(text)
}

fn export(map: &Path, folder: &Path) -> Ran {
    ttr([Path::new("export"), map, Path::new("-o"), folder])
}

fn import(folder: &Path, more: &[&Path]) -> Ran {
    ttr([Path::new("import"), folder].into_iter().chain(more.iter().copied()))
}

/// The messages of a run in which all went well.
#[track_caller]
fn notes(ran: Ran) -> String {
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.err
}

#[test]
fn an_import_of_an_export_gives_the_same_map() {
    let folder = Folder::new("tables-bundled");
    for (name, text) in ttr_variants::MAPS {
        let tables = folder.path().join(name);
        export(&path(name), &tables).fine();
        let new = folder.path().join(format!("{name}.toml"));
        let said = notes(import(&tables, &[Path::new("-o"), &new]));
        assert!(!said.contains("not carried over"), "{name}: {said}");
        let back = fs::read_to_string(&new).expect("a map");
        assert_eq!(content(&map(&back)), content(&map(text)), "{name}");
        // And into the map itself: nothing is different, so nothing is touched.
        let own = folder.file(&format!("own-{name}.toml"), text);
        let ran = import(&tables, &[Path::new("--into"), &own]);
        assert_eq!((ran.code, ran.out), (0, format!("{}: nothing to change\n", own.display())));
        assert_eq!(fs::read_to_string(&own).expect("a map"), *text, "{name}");
    }
}

/// A map with all that tables can carry.
const FULL: &str = r#"format = 1
name = "Full"
rules = "classic"
routes = [
    { between = ["Cold, \"Harbour\"", "B > C"], length = 3, piece = "train", tracks = ["gray", "gray"] },
    { between = ["B > C", "Cold, \"Harbour\""], length = 3, colour = "red" },
    { between = ["B > C", "X"], length = 2, tracks = [{ colour = "red", piece = "3" }, { piece = "yes" }, "blue"] },
    { between = ["X", "Ünder"], length = 1 },
]
tickets = [
    { cities = ["Cold, \"Harbour\"", "Ünder"], points = 5, deck = "long" },
    { cities = ["B > C", "Ünder", "Cold, \"Harbour\""] },
]
[cities]
"Cold, \"Harbour\"" = { at = [1.25, -10], names = { "zh-Hant" = "港", de = "Kalter Hafen" } }
"B > C" = { pos = [0.5, 1e-7] }
X = { junction = true, at = [0, 0] }
"Ünder" = {}
"#;

#[test]
fn all_that_a_map_can_hold_comes_back() {
    let folder = Folder::new("tables-full");
    let full = folder.file("full.toml", FULL);
    let tables = folder.path().join("t");
    let said = export(&full, &tables).fine();
    assert!(said.ends_with("not carried over: `name`, `rules`\n"), "{said}");
    let ran = import(&tables, &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(content(&map(&ran.out)), content(&map(FULL)), "{}", ran.out);
    assert!(export(&full, &tables).fails(2).contains("is there already"), "tables are not lost by accident");
    ttr([Path::new("export"), &full, Path::new("-o"), &tables, Path::new("--force")]).fine();
}

#[test]
fn tables_of_strangers_are_read() {
    let folder = Folder::new("tables-strangers");
    // One row a track, kinds, and columns of rules that are not there; made by programs of several kinds.
    folder.file("a/cities.csv", "name,lat,lon,port\nAby,1.5,2,\nBree,3,4,no\n\"Cold Harbour\",5,6,\n");
    folder.file(
        "a/routes.csv",
        "\u{feff}A;B;Length;Color;kind;locomotives;tunnel\r\nAby;Bree;3;gray;train;0;no\r\n\r\nBree;Aby;3;gray;train;0;no\r\nBree;Cold Harbour;2;red;train;1;no\r\n;;;;;;\r\n",
    );
    folder.file("a/tickets.csv", "from\tto\tvalue\nAby\tCold Harbour\t5\n");
    folder.file("a/scoring.csv", "length,points\n1,1\n");
    let folder_a = folder.path().join("a");
    let ran = import(&folder_a, &[]);
    let expected = r#"format = 1
name = "a"
rules = "classic"

routes = [
    { between = ["Aby", "Bree"],          length = 3, tracks = ["gray", "gray"] },
    { between = ["Bree", "Cold Harbour"], length = 2, colour = "red" },
]

tickets = [
    { cities = ["Aby", "Cold Harbour"], points = 5 },
]

[cities]
Aby            = { at = [1.5, 2] }
Bree           = { at = [  3, 4] }
"Cold Harbour" = { at = [  5, 6] }
"#;
    assert_eq!((ran.code, ran.out.as_str()), (0, expected), "{}", ran.err);
    for says in [
        "routes.csv: 3 routes in 2 entries",
        "routes.csv: 1 doubles were made of rows with the same cities and length",
        "routes.csv: columns that are not carried over, since no module knows them on routes: `kind`, `locomotives`\n",
    ] {
        assert!(ran.err.contains(says), "{says} is missing: {}", ran.err);
    }
    assert!(!ran.err.contains("tunnel") && !ran.err.contains("port"), "they say nothing: {}", ran.err);
    // An attribute of a module that is not in the rule set brings the module.
    folder.file("a/cities.csv", "name;port\nAby;yes\nBree;no\nCold Harbour;\n");
    let ran = import(&folder_a, &[]);
    assert!(
        ran.out.contains("[set]\nports = true\n") && ran.out.contains("\nAby            = { port = true }\n"),
        "{}",
        ran.out
    );
    assert!(ran.err.contains("were added under [set]: ports\n"), "{}", ran.err);
    let ran = ttr(["import", &folder_a.display().to_string(), "--column", "kind=piece"]);
    assert!(ran.out.contains("length = 3, tracks = [\"gray\", \"gray\"], piece = \"train\" }"), "{}", ran.out);
    assert!(ran.err.contains("the column `locomotives` is not carried over"), "{}", ran.err);
}

#[test]
fn an_attribute_that_is_a_table_has_a_column_for_each_key() {
    let folder = Folder::new("tables-keys");
    let tables = folder.path().join("t");
    export(&path("world"), &tables).fine();
    let tickets = fs::read_to_string(tables.join("tickets.csv")).expect("a table");
    let header = tickets.lines().next().expect("a header");
    assert_eq!(header, "cities,points,tour.any-order,tour.in-order,tour.penalty");
    // The same under the names of somebody else.
    let strange =
        header.replace("tour.any-order", "any").replace("tour.in-order", "Order").replace("tour.penalty", "loss");
    folder.file("t/tickets.csv", tickets.replacen(header, &strange, 1));
    let tables = tables.display().to_string();
    let renamed =
        ["--column", "any=tour.any-order", "--column", "order=tour.in-order", "--column", "loss=tour.penalty"];
    let ran = ttr(["import", &tables, "--rules", "world"].into_iter().chain(renamed));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let world = ttr_variants::registry().find_map("world").expect("a bundled map").to_owned();
    assert_eq!(content(&map(&ran.out)), content(&map(&world)));
    folder.file("t/tickets.csv", "cities,tour,tour.penalty\nLima > Sydney > Perth,{ in-order = 3 },3\n");
    let said = ttr(["import", &tables, "--rules", "world"]).fails(1);
    assert!(said.contains("error[table::bad-cell]: `tour` is given as a whole and by its keys"), "{said}");
    assert!(said.contains("tickets.csv:2:23\n"), "{said}");
}

#[test]
fn a_table_replaces_its_part_of_a_map_and_leaves_the_rest() {
    let folder = Folder::new("tables-into");
    let usa = ttr_variants::registry().find_map("usa").expect("the first board").to_owned();
    let windows = format!("\u{feff}{}", usa.replace('\n', "\r\n"));
    let own = folder.file("own.toml", &windows);
    folder.file("t/tickets.csv", "cities,points\nBoston > Miami,12\nDenver > El Paso,4\n");
    let said = notes(import(&folder.path().join("t"), &[Path::new("--into"), &own]));
    assert!(said.contains("comments among the old tickets went with them"), "{said}");
    let start = windows.find("tickets = [").expect("tickets");
    let end = start + windows[start..].find("\r\n]\r\n").expect("their end") + 5;
    let new = "tickets = [\r\n    { cities = [\"Boston\", \"Miami\"],   points = 12 },\r\n    { cities = [\"Denver\", \"El Paso\"], points =  4 },\r\n]\r\n";
    let expected = format!("{}{new}{}", &windows[..start], &windows[end..]);
    assert_eq!(fs::read_to_string(&own).expect("a map"), expected);

    // A map that would not be sound is not written.
    folder.file("c/cities.csv", "name\nBoston\nMiami\n");
    let ran = import(&folder.path().join("c"), &[Path::new("--into"), &own]).fails(1);
    assert!(ran.contains("there is no city \"Vancouver\""), "{ran}");
    assert_eq!(fs::read_to_string(&own).expect("a map"), expected);
    assert_eq!(folder.names(), ["c", "own.toml", "t"]);
}

#[test]
fn faults_are_told_with_file_line_column_and_nearest_name() {
    let folder = Folder::new("tables-faults");
    folder.file("f/cities.csv", "name,lat,lon,junction\nAby,1,2,\nBree,x,3,perhaps\n,1,1,\nAby,4,,\n");
    folder.file(
        "f/routes.csv",
        "a,b,length,group,piece\nAby,Bre,3,,\nAby,Aby,2,,\nAby,Bree,0,,[1\nAby,Bree,2,1,\n\nBree,Aby,3,1,\n,Bree,many,,\n",
    );
    folder.file("f/tickets.csv", "cities,points\nAby,5\nAby > Abby,-1\nAby > Bree,x\n[\"Aby\" \"Bree\"],4\n");
    let said = import(&folder.path().join("f"), &[]).fails(1);
    for (message, place) in [
        ("table::bad-cell]: \"x\" is no number", "cities.csv:3:6"),
        ("table::bad-cell]: a junction is `yes` or `no`, not \"perhaps\"", "cities.csv:3:10"),
        ("map::bad-name]: the city has no name", "cities.csv:4:1"),
        ("table::same-city]: two cities are named \"Aby\"", "cities.csv:5:1"),
        ("table::bad-cell]: half of a place: the other coordinate is missing", "cities.csv:5:7"),
        ("map::unknown-city]: there is no city \"Bre\"", "routes.csv:2:5"),
        ("map::route-to-itself]: the route leads from \"Aby\" to itself", "routes.csv:3:5"),
        ("map::bad-length]: a route has 1 to 100 spaces, not \"0\"", "routes.csv:4:10"),
        ("table::bad-cell]: \"[1\" is no value as map files have them", "routes.csv:4:13"),
        ("table::bad-group]: the routes of a group have the same cities and the same length", "routes.csv:7:12"),
        ("table::bad-cell]: a city is missing", "routes.csv:8:1"),
        ("map::bad-length]: a route has 1 to 100 spaces, not \"many\"", "routes.csv:8:7"),
        ("map::short-ticket]: a ticket has two cities or more, not \"Aby\"", "tickets.csv:2:1"),
        ("map::unknown-city]: there is no city \"Abby\"", "tickets.csv:3:7"),
        ("map::bad-points]: a ticket is worth 0 to 10000, not \"-1\"", "tickets.csv:3:12"),
        ("map::bad-points]: a ticket is worth 0 to 10000, not \"x\"", "tickets.csv:4:12"),
        ("map::short-ticket]: a ticket has two cities or more, not ", "tickets.csv:5:1"),
    ] {
        let parts: Vec<&str> = said.split("\n\n").filter(|part| part.contains(&format!("error[{message}"))).collect();
        assert!(parts.iter().any(|part| part.contains(&format!("{place}\n"))), "{message} at {place}:\n{said}");
    }
    assert!(said.contains("help: did you mean \"Bree\"?\n"), "{said}");
    assert!(said.contains("\n2 | Aby,Bree,3,,\n"), "the line as it should be: {said}");
    assert!(said.contains("\n5 | Aby,Bree,2,1,\n") && said.contains("the first of the group"), "{said}");
    assert!(said.ends_with("error: 17 errors in the tables; nothing was written\n"), "{said}");
    assert_eq!(said.matches("error[").count(), 17, "{said}");
}

#[test]
fn the_examples_of_the_codes_hold() {
    let folder = Folder::new("tables-codes");
    let base = [
        ("cities", "name\nAyr\nBath\nCrewe\n"),
        ("routes", "a,b,length\nAyr,Bath,2\nBath,Crewe,3\n"),
        ("tickets", "cities,points\nAyr > Bath,2\nBath > Crewe,3\n"),
    ];
    for info in ttr_author::TABLE_CODES {
        let blocks = info.text.split("```csv ").skip(1).map(|block| block.split("```").next().unwrap_or_default());
        let mut seen = Vec::new();
        for block in blocks {
            let (words, table) = block.split_once('\n').expect("words and a table");
            let (state, which) = words.split_once(' ').expect("two words");
            for (name, text) in base {
                folder.file(&format!("t/{name}.csv"), if name == which { table } else { text });
            }
            let ran = import(&folder.path().join("t"), &[]);
            let codes: Vec<&str> =
                ran.err.split("error[").skip(1).map(|rest| rest.split(']').next().unwrap_or_default()).collect();
            let expected: &[&str] = if state == "broken" { &[info.code] } else { &[] };
            assert_eq!(codes, expected, "{}: {state}:\n{}", info.code, ran.err);
            assert_eq!(ran.code, i32::from(state == "broken"), "{}", ran.err);
            seen.push(state);
        }
        assert_eq!(seen, ["broken", "mended"], "{}", info.code);
    }
}

#[test]
fn whatever_fails_the_map_stays_as_it_was() {
    let folder = Folder::new("tables-stays");
    let at = |name: &str| folder.path().join(name);
    folder.file("good/cities.csv", "name\nAby\nBree\n");
    folder.file("good/routes.csv", "a,b,length\nAby,Bree,1\n");
    folder.file("bad/cities.csv", "name\nAby\nAby\n");
    folder.file("bad/routes.csv", "a,b,length\nAby,Bree,1\n");
    folder.file("unsound/cities.csv", "name\nAby\nBree\nX\u{7}\n");
    folder.file("unsound/routes.csv", "a,b,length\nAby,Bree,1\n");
    let map = "format = 1\nname = \"x\"\nrules = \"classic\"\nroutes = [{ between = [\"A\", \"B\"], length = 1 }]\n[cities]\nA = {}\nB = {}\n";
    let own = folder.file("own.toml", map);
    for tables in ["bad", "unsound", "nowhere"] {
        for more in [&[Path::new("--into"), &own][..], &[Path::new("-o"), &own, Path::new("--force")]] {
            let ran = import(&at(tables), more);
            assert!(matches!(ran.code, 1 | 2), "{tables}: {}", ran.out);
            assert_eq!(fs::read_to_string(&own).expect("a map"), map, "{tables}");
        }
    }
    // A map that is no map is not written over either, nor is what is no file.
    let other = folder.file("other.toml", "not = [a map");
    assert!(import(&at("good"), &[Path::new("--into"), &other]).fails(1).contains("file::syntax"));
    assert_eq!(fs::read_to_string(&other).expect("a file"), "not = [a map");
    assert!(import(&at("good"), &[Path::new("-o"), &at("good"), Path::new("--force")]).code == 2);
    assert_eq!(folder.names(), ["bad", "good", "other.toml", "own.toml", "unsound"], "nothing is left behind");
    notes(import(&at("good"), &[Path::new("--into"), &own]));
    assert!(fs::read_to_string(&own).expect("a map").contains("Bree"));
}

#[test]
fn bad_input_is_told_in_one_message() {
    let folder = Folder::new("tables-bad");
    let at = |name: &str| folder.path().join(name);
    folder.file("none/readme.txt", "x");
    assert!(import(&at("none"), &[]).fails(2).contains("has none of cities.csv, routes.csv and tickets.csv"));
    assert!(import(&at("nowhere"), &[]).fails(2).contains("has none of"));
    folder.file("half/cities.csv", "name\nAby\n");
    assert!(import(&at("half"), &[]).fails(2).contains("has no routes.csv"));
    folder.file("empty/cities.csv", "");
    folder.file("empty/routes.csv", "a,b,length\n");
    assert!(import(&at("empty"), &[]).fails(1).contains("the table is empty"));
    folder.file("typo/cities.csv", "nmae\nAby\n");
    assert!(import(&at("typo"), &[]).fails(1).contains("is `nmae` meant for it?"));
    folder.file("bytes/cities.csv", b"name\nMontr\xe9al\n");
    assert!(import(&at("bytes"), &[]).fails(1).contains("file::not-utf8"));
    folder.file("few/cities.csv", "name\nAby\n");
    folder.file("few/routes.csv", "a,b,length\n");
    assert!(import(&at("few"), &[]).fails(1).contains("the map has no routes"));
    let few = at("few").display().to_string();
    assert!(ttr(["import", &few, "--column", "x"]).fails(2).contains("--column is OLD=NEW"));
    assert!(ttr(["import", &few, "--column", "x=y"]).fails(2).contains("no table has a column \"x\""));
    assert!(ttr(["import", &few, "--into", "usa"]).fails(2).contains("can't read usa"));
    assert!(words("export nowhere -o x").fails(2).contains("no map is named \"nowhere\""));
    let broken = folder.file("broken.toml", "format = 1\nname = \"x\"\nroutes = [\n");
    assert!(export(&broken, &at("out")).fails(1).contains("file::syntax"));
    let file = folder.file("file", "");
    assert!(export(&path("usa"), &file).fails(2).contains("can't write"));
    assert!(!at("out").exists());
    let taken = folder.file("taken.toml", "mine");
    folder.file("good/cities.csv", "name\nAby\nBree\n");
    folder.file("good/routes.csv", "a,b,length\nAby,Bree,1\n");
    assert!(import(&at("good"), &[Path::new("-o"), &taken]).fails(2).contains("is there already"));
    assert_eq!(fs::read_to_string(&taken).expect("a file"), "mine");
}

#[test]
fn very_many_columns_are_read_soon_and_not_all_named() {
    let folder = Folder::new("tables-wide");
    let columns: String = (0..200_000).map(|n| format!(",k{n}")).collect();
    folder.file("cities.csv", format!("name{columns}\nAyr{}\nBath\n", ",1".repeat(200_000)));
    folder.file("routes.csv", "a,b,length\nAyr,Bath,2\n");
    let begun = std::time::Instant::now();
    let ran = words(&format!("import {}", folder.path().display()));
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    assert!(
        ran.err.contains("`k0`, `k1`") && ran.err.contains("and 199980 more") && ran.err.len() < 4_000,
        "{}",
        ran.err
    );
}
