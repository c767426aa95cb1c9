//! A small board to begin with, for any rule set. What a rule set needs of it is asked of its modules and of the compiler.

use crate::{Fault, layout};
use std::collections::BTreeMap;
use ttr_core::compile::Failed;
use ttr_core::{AttrOn, Checked, GameSource, NamedText, Registry, Rules, Starter, check, compile};
use ttr_source::{Node, RuleSetSource, Severity, Sources, toml_key, toml_text};

/// Cities with their places: x to the right, y downwards.
const CITIES: [(&str, [u16; 2]); 12] = [
    ("Anchor Bay", [10, 20]),
    ("Birchwood", [110, 0]),
    ("Castle Hill", [215, 10]),
    ("Dunmore", [310, 25]),
    ("Foxglen", [0, 110]),
    ("Greystone", [105, 95]),
    ("Highfield", [205, 105]),
    ("Ironbridge", [320, 120]),
    ("Kingsferry", [15, 210]),
    ("Lakeside", [100, 190]),
    ("Millbrook", [210, 205]),
    ("Oakham", [305, 200]),
];

/// Routes: two cities, how many spaces, how many tracks, and whether they have colours of their own.
type Entry = (usize, usize, u16, usize, bool);
const ROUTES: [(&str, &[Entry]); 4] = [
    ("Around the coast", &[(0, 3, 6, 1, true), (3, 11, 5, 1, true), (8, 11, 6, 1, true), (0, 8, 5, 1, true)]),
    (
        "From west to east",
        &[
            (0, 1, 2, 1, false),
            (1, 2, 3, 2, true),
            (2, 3, 2, 1, false),
            (4, 5, 3, 1, true),
            (5, 6, 2, 2, false),
            (6, 7, 3, 1, true),
            (8, 9, 2, 1, false),
            (9, 10, 3, 2, true),
            (10, 11, 2, 1, false),
        ],
    ),
    (
        "From north to south",
        &[
            (0, 4, 2, 1, false),
            (1, 5, 2, 2, false),
            (2, 6, 1, 2, false),
            (3, 7, 3, 1, true),
            (4, 8, 3, 1, true),
            (5, 9, 1, 2, false),
            (6, 10, 2, 2, false),
            (7, 11, 2, 1, false),
        ],
    ),
    ("Over the hills", &[(1, 6, 4, 1, true), (2, 7, 4, 1, true), (5, 10, 4, 1, true), (4, 9, 4, 1, true)]),
];

/// Tickets, by their cities; what they are worth is the length of the shortest path.
const TICKETS: [[usize; 2]; 24] = [
    [0, 6],
    [0, 10],
    [0, 11],
    [0, 7],
    [1, 8],
    [1, 10],
    [1, 11],
    [2, 8],
    [2, 4],
    [2, 9],
    [2, 11],
    [3, 8],
    [3, 4],
    [3, 9],
    [3, 5],
    [3, 10],
    [4, 7],
    [4, 6],
    [4, 11],
    [5, 7],
    [5, 11],
    [6, 8],
    [7, 9],
    [7, 8],
];

/// What a route of any colour is called, where the rule set knows it.
const ANY_COLOUR: &str = "gray";
/// More players than this would find too little room.
const MOST_PLAYERS: u8 = 4;

fn entries() -> impl Iterator<Item = &'static Entry> {
    ROUTES.iter().flat_map(|(_, entries)| entries.iter())
}

/// How many spaces the board has.
fn spaces() -> usize {
    entries().map(|entry| usize::from(entry.2) * entry.3).sum()
}

/// The length of the shortest path between two cities.
fn distance([from, to]: [usize; 2]) -> u16 {
    let mut least = [u16::MAX; CITIES.len()];
    least[from] = 0;
    // As often as there are cities: enough for any path.
    for _ in CITIES {
        for &(a, b, length, ..) in entries() {
            least[a] = least[a].min(least[b].saturating_add(length));
            least[b] = least[b].min(least[a].saturating_add(length));
        }
    }
    least[to]
}

/// The map for a rule set that it calls `named`.
pub(super) fn text(
    registry: &Registry,
    title: &str,
    file: &str,
    named: &str,
    rules: &NamedText,
) -> Result<String, Fault> {
    let mut sources = Sources::new();
    let id = sources.add(&rules.name, &rules.text);
    let (rule_set, _) = RuleSetSource::load(&sources, id, &rules.name);
    let (min, max) = (rule_set.players.min.unwrap_or(2), rule_set.players.max.unwrap_or(MOST_PLAYERS));
    let mut last = None;
    // For as many players as the rule set finds enough for.
    for most in (min..=max.min(MOST_PLAYERS).max(min)).rev() {
        let mut map = Template { title, file, named, players: (most < max).then_some(most), ..Template::default() };
        let room = spaces() / usize::from(most.max(1));
        for (module, node) in modules(registry, &rule_set) {
            map.starters.push((module.manifest.id, module.starter(node, room)));
            map.known.extend(module.manifest.attributes.iter().map(|a| (a.on, a.name, a.doc)));
        }
        let source = |map: &Template<'_>, players: u8| {
            GameSource::new(file, map.render(), usize::from(players)).with_rules(&rules.name, &rules.text)
        };
        // First without colours; then with those that the cards have, and a word for any of them if there is one.
        if let Ok(compiled) = compile(registry, &source(&map, min)) {
            map.colours = card_colours(&compiled.rules);
            map.any_colour = true;
            map.any_colour = compile(registry, &source(&map, min)).is_ok();
        }
        let checked = check(registry, &source(&map, min));
        if checked.count(Severity::Error) == 0 {
            return layout::canonical(&map.render()).map_err(|why| Fault::content(why.to_string()));
        }
        last = Some(checked);
    }
    Err(unfit(rules, last))
}

fn unfit(rules: &NamedText, checked: Option<Checked>) -> Fault {
    let Some(Checked { mut diagnostics, sources, .. }) = checked else {
        return Fault::content(format!("the rule set {} seats nobody", rules.name));
    };
    diagnostics.retain(|found| found.severity == Severity::Error);
    let summary = format!("no small map can be made for the rule set {}; `--from MAP` copies one", rules.name);
    Fault::findings(Failed { diagnostics, sources }, summary)
}

/// The modules of a rule set, with their parameters.
fn modules<'r>(
    registry: &'r Registry,
    rule_set: &'r RuleSetSource,
) -> impl Iterator<Item = (&'r ttr_core::module::ModuleEntry, Option<&'r Node>)> {
    let there = rule_set.modules.iter().filter(|entry| entry.value.as_bool() != Some(false));
    there.filter_map(|entry| {
        let node = Some(&entry.value).filter(|node| node.as_table().is_some());
        Some((registry.find_module(&entry.key)?, node))
    })
}

/// The colours that cards have, in the order of their kinds.
fn card_colours(rules: &Rules) -> Vec<String> {
    let mut colours: Vec<String> = Vec::new();
    for colour in rules.kinds().iter().filter_map(|kind| kind.colour) {
        let name = &rules.board().colours[colour.index()];
        if !colours.contains(name) {
            colours.push(name.clone());
        }
    }
    colours
}

/// The map while it is being written.
#[derive(Default)]
struct Template<'a> {
    title: &'a str,
    file: &'a str,
    named: &'a str,
    players: Option<u8>,
    colours: Vec<String>,
    any_colour: bool,
    starters: Vec<(&'static str, Starter)>,
    known: Vec<(AttrOn, &'static str, &'static str)>,
}

impl Template<'_> {
    fn render(&self) -> String {
        let (title, file, named) = (toml_text(self.title), self.file, toml_text(self.named));
        let mut text = format!(
            "\
# A small board to begin with. Change it as you like; then
#     ttr check {file}      tells what is wrong, or surely not meant
#     ttr play {file}       plays it at the keyboard
#     ttr simulate {file}   plays a thousand games, and tells how they end
#     ttr fmt {file}        lays the columns out again
# What stands behind a # is for readers only.
format = 1
name = {title}
summary = \"A small island to begin with.\"  # a line for lists of maps
rules = {named}  # the rule set: how the game is played
board = {{ status = \"original\" }}  # your own; a published board is \"verified\", or \"reconstructed\" where it is guessed

# Routes. Each is between two cities, has a length in spaces, and a colour: that of the cards which pay for it.
"
        );
        if self.any_colour {
            text.push_str("# A route of the colour \"gray\" can be paid for in any colour.\n");
        }
        text.push_str("# Two tracks in one entry are a double route; their colours stand in a list.\n");
        self.know(&mut text, AttrOn::Route, "routes");
        self.routes(&mut text);
        text.push_str(
            "\n# Tickets: the cities to join, and the points for it; here they are the length of the shortest path.\n",
        );
        self.know(&mut text, AttrOn::Ticket, "tickets");
        self.tickets(&mut text);
        text.push_str(
            "\n# Numbers of the rule set that are different on this board: `ttr modules` lists what can be changed.\n[set]\n",
        );
        for (module, starter) in &self.starters {
            text.extend(starter.set.iter().map(|(key, value)| format!("{module}.{key} = {value}\n")));
        }
        if let Some(most) = self.players {
            text.push_str(&format!(
                "\n# How many can play here; the rule set would seat more.\n[players]\nmax = {most}\n"
            ));
        }
        text.push_str(
            "\n# How loud `ttr check` is about what is allowed but may not be meant: \"allow\", \"info\", \"warn\" or \"deny\".\n[lints]\n# \"map::duplicate-ticket\" = \"allow\"\n",
        );
        text.push_str(
            "\n# Cities, each with its place on the board: to the right and downwards, in any unit. Real ones can say where they are\n# on earth instead, as in `at = [51.51, -0.13]`. A name with a space or an accent stands in quotes.\n",
        );
        self.know(&mut text, AttrOn::City, "cities");
        text.push_str("[cities]\n");
        for (n, (name, [x, y])) in CITIES.iter().enumerate() {
            let mut keys = vec![format!("pos = [{x}, {y}]")];
            keys.extend(self.attributes(AttrOn::City, n));
            text.push_str(&format!("{} = {{ {} }}\n", toml_key(name), keys.join(", ")));
        }
        text
    }

    /// Tells which attributes the rule set knows.
    fn know(&self, text: &mut String, on: AttrOn, what: &str) {
        let mut known = self.known.iter().filter(|(at, ..)| *at == on).peekable();
        if known.peek().is_some() {
            text.push_str(&format!("# These rules also know of {what}:\n"));
        }
        text.extend(known.map(|(_, name, doc)| format!("#   {name}: {doc}\n")));
    }

    /// The attributes that the n-th thing needs.
    fn attributes(&self, on: AttrOn, n: usize) -> Vec<String> {
        let all = self.starters.iter().flat_map(|(_, starter)| &starter.attributes).filter(|(at, ..)| *at == on);
        let value = |values: &[String]| values.get(n % values.len().max(1)).filter(|value| !value.is_empty()).cloned();
        all.filter_map(|(_, name, values)| Some(format!("{} = {}", toml_key(name), value(values)?))).collect()
    }

    /// A colour for every track that has one of its own, so that each has about as many spaces.
    fn coloured(&self) -> BTreeMap<(usize, usize), &str> {
        let mut tracks: Vec<(u16, usize, usize)> = Vec::new();
        for (n, &(_, _, length, count, coloured)) in entries().enumerate() {
            tracks.extend((0..count).filter(|_| coloured).map(|track| (length, n, track)));
        }
        tracks.sort_by_key(|&(length, n, track)| (std::cmp::Reverse(length), n, track));
        let mut spaces: Vec<(u16, &str)> = self.colours.iter().map(|colour| (0, colour.as_str())).collect();
        let mut found = BTreeMap::new();
        for (length, n, track) in tracks {
            // The colour with the fewest spaces, the first of several, comes next; so a double has two colours.
            let least = spaces.iter().enumerate().min_by_key(|(at, (spaces, _))| (*spaces, *at)).map(|(at, _)| at);
            let Some((spaces, colour)) = least.and_then(|at| spaces.get_mut(at)) else { break };
            *spaces += length;
            found.insert((n, track), *colour);
        }
        found
    }

    fn routes(&self, text: &mut String) {
        let coloured = self.coloured();
        let any = if self.any_colour { ANY_COLOUR } else { "" };
        let mut n = 0;
        text.push_str("routes = [\n");
        for (at, (what, entries)) in ROUTES.iter().enumerate() {
            text.push_str(&format!("{}# {what}\n", if at > 0 { "\n" } else { "" }));
            for &(a, b, length, count, _) in *entries {
                let between = [a, b].map(|city| toml_text(CITIES[city].0)).join(", ");
                let colours: Vec<&str> = (0..count).map(|t| coloured.get(&(n, t)).copied().unwrap_or(any)).collect();
                let mut keys = vec![format!("between = [{between}]"), format!("length = {length}")];
                keys.extend(self.attributes(AttrOn::Route, n));
                match colours[..] {
                    [""] => {}
                    [only] => keys.push(format!("colour = {}", toml_text(only))),
                    _ => {
                        let track = |c: &&str| if c.is_empty() { "{}".to_owned() } else { toml_text(c) };
                        keys.push(format!("tracks = [{}]", colours.iter().map(track).collect::<Vec<_>>().join(", ")));
                    }
                }
                text.push_str(&format!("{{ {} }},\n", keys.join(", ")));
                n += 1;
            }
        }
        text.push_str("]\n");
    }

    fn tickets(&self, text: &mut String) {
        let mut tickets: Vec<(u16, [usize; 2])> = TICKETS.iter().map(|ticket| (distance(*ticket), *ticket)).collect();
        tickets.sort_unstable();
        text.push_str("tickets = [\n");
        for (n, (points, cities)) in tickets.into_iter().enumerate() {
            let cities = cities.map(|city| toml_text(CITIES[city].0)).join(", ");
            let mut keys = vec![format!("cities = [{cities}]"), format!("points = {points}")];
            keys.extend(self.attributes(AttrOn::Ticket, n));
            text.push_str(&format!("{{ {} }},\n", keys.join(", ")));
        }
        text.push_str("]\n");
    }
}
