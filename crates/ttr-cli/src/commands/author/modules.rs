//! `ttr modules`.

use super::search;
use crate::args::{Modules, PageFormat};
use crate::commands::rules::parameters::{self, Parameter};
use crate::commands::rules::reference;
use crate::failure::Failure;
use crate::output::Out;
use crate::output::table::table;
use crate::{Program, load};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use ttr_core::module::ModuleEntry;
use ttr_core::{AttrOn, GameSource, Phase, Registry, Rules, compile};
use ttr_files::schema;
use ttr_source::shown;
use ttr_testkit::scenario;

/// Tables are as wide as this at most.
const WIDTH: usize = 110;

/// What is known of a module from the bundled games that are played with it.
#[derive(Default)]
pub(crate) struct Played {
    /// The rule sets that have it.
    pub rule_sets: BTreeSet<String>,
    /// Where it takes part.
    pub seams: BTreeSet<(Option<Phase>, &'static str)>,
    /// Card kinds and colours that its parameters name.
    kinds: BTreeSet<String>,
    colours: BTreeSet<String>,
}

impl Played {
    fn hear_of(&mut self, rules: &Rules, at: usize) {
        let Some(info) = rules.modules().get(at) else { return };
        self.seams.extend(info.seams.iter().map(|(seam, phase)| (*phase, *seam)));
        let mut words = BTreeSet::new();
        words_of(&info.params, &mut words);
        let named = |name: &&String| words.contains(name.as_str());
        self.kinds.extend(rules.kinds().iter().map(|kind| &kind.name).filter(named).cloned());
        self.colours.extend(rules.board().colours.iter().filter(named).cloned());
    }
}

/// All keys and texts of a value.
fn words_of<'a>(value: &'a Json, words: &mut BTreeSet<&'a str>) {
    match value {
        Json::String(text) => {
            words.insert(text);
        }
        Json::Array(list) => list.iter().for_each(|item| words_of(item, words)),
        Json::Object(map) => {
            for (key, value) in map {
                words.insert(key);
                words_of(value, words);
            }
        }
        _ => {}
    }
}

/// What the bundled games say about every module.
fn played(registry: &Registry) -> BTreeMap<&'static str, Played> {
    let mut all: BTreeMap<&'static str, Played> =
        registry.modules().map(|m| (m.manifest.id, Played::default())).collect();
    for rules in registry.maps().flat_map(|(map, _)| games(registry, map, None)) {
        for (at, info) in rules.modules().iter().enumerate() {
            if let Some(played) = all.get_mut(info.manifest.id) {
                played.rule_sets.insert(rules.rule_set().to_owned());
                played.hear_of(&rules, at);
            }
        }
    }
    // One that no bundled game uses is put into the first that takes it, to see where it would take part.
    for (id, played) in all.iter_mut().filter(|(_, played)| played.rule_sets.is_empty()) {
        let with = registry.maps().flat_map(|(map, _)| games(registry, map, Some(id)));
        for rules in with.take(1) {
            if let Some(at) = rules.modules().iter().position(|info| info.manifest.id == *id) {
                played.hear_of(&rules, at);
            }
        }
    }
    all
}

/// A bundled map with its rule set, for the fewest and for the most players, perhaps with one module more.
fn games(registry: &Registry, map: &str, more: Option<&str>) -> Vec<Rules> {
    let set: Vec<String> = more.iter().map(|id| format!("{id}=true")).collect();
    let Ok(source) = load::source(registry, OsStr::new(map), None, &set) else { return Vec::new() };
    let Some((min, max)) = ttr_author::range_of_players(&source) else { return Vec::new() };
    let mut counts = vec![min, max];
    counts.dedup();
    let game = |n: u8| {
        let seats = (1..=n).map(|seat| format!("player {seat}")).collect();
        compile(registry, &GameSource { seats, ..source.clone() }).ok().map(|compiled| compiled.rules)
    };
    counts.into_iter().filter_map(game).collect()
}

/// What carries an attribute.
pub(crate) fn carrier(on: AttrOn) -> &'static str {
    match on {
        AttrOn::City => "cities",
        AttrOn::Route => "routes",
        AttrOn::Ticket => "tickets",
        AttrOn::Card => "cards",
    }
}

fn parameters_of(registry: &Registry, module: &ModuleEntry) -> Vec<Parameter> {
    parameters::of(&schema::parameters(registry, module), &module.defaults())
}

fn module_json(registry: &Registry, module: &ModuleEntry, played: &Played) -> Json {
    let manifest = &module.manifest;
    let seam = |(phase, seam): &(Option<Phase>, &str)| json!({ "seam": seam, "phase": phase.map(Phase::name) });
    json!({
        "id": manifest.id,
        "summary": manifest.summary,
        "parameters": parameters_of(registry, module).iter().map(Parameter::json).collect::<Vec<_>>(),
        "attributes": manifest.attributes,
        "fields": manifest.fields,
        "requires": manifest.requires,
        "conflicts": manifest.conflicts,
        "rule_sets": played.rule_sets,
        "seams": played.seams.iter().map(seam).collect::<Vec<_>>(),
        "kinds": played.kinds,
        "colours": played.colours,
        "search_terms": manifest.search_terms,
        "examples": examples_json(manifest.examples),
    })
}

/// What the examples of a module say, and the file that runs them.
fn examples_json(text: &str) -> Json {
    if text.is_empty() {
        return Json::Null;
    }
    let tests = scenario::list(text).into_iter().map(|test| json!({ "name": test.name, "clauses": test.clauses }));
    json!({ "tests": tests.collect::<Vec<_>>(), "file": text })
}

/// Modules as a page of the reference.
fn page<'a>(registry: &'a Registry, all: impl Iterator<Item = (&'a ModuleEntry, &'a Played)>) -> String {
    reference::modules(all.map(|(module, played)| (module, parameters_of(registry, module), played)))
}

/// Lists the modules, shows one, or lists those that a word fits.
pub(crate) fn run(program: &Program<'_>, options: &Modules, out: &mut Out) -> Result<(), Failure> {
    let registry = program.registry;
    let name = &options.name.join(" ");
    if options.name.is_empty() {
        let played = played(registry);
        let all = registry.modules().zip(played.values());
        match options.format {
            PageFormat::Json => {
                out.json(&all.map(|(module, played)| module_json(registry, module, played)).collect())?
            }
            PageFormat::Markdown => out.file(&page(registry, all))?,
            PageFormat::Table => {
                let rows = all.map(|(module, played)| {
                    [module.manifest.id.to_owned(), module.manifest.summary.to_owned(), listed(&played.rule_sets)]
                });
                print(["module", "what it does", "rule sets"], rows, out)?;
                out.line("`ttr modules NAME` shows its parameters and examples; another word finds modules that are about it.")?;
            }
        }
        return Ok(());
    };
    let Some(module) = registry.find_module(name) else { return find(registry, name, options.format, out) };
    let all = played(registry);
    let unknown = Played::default();
    let played = all.get(module.manifest.id).unwrap_or(&unknown);
    match options.format {
        PageFormat::Markdown => Ok(out.file(&page(registry, std::iter::once((module, played))))?),
        PageFormat::Json => Ok(out.json(&module_json(registry, module, played))?),
        PageFormat::Table => show(registry, module, played, out),
    }
}

/// Lists the modules that a word fits which is the name of none.
fn find(registry: &Registry, word: &str, format: PageFormat, out: &mut Out) -> Result<(), Failure> {
    let all = registry.modules().map(|module| (module, parameters_of(registry, module)));
    let hits = search::search(all, word);
    if hits.is_empty() {
        let ids: Vec<&str> = registry.modules().map(|m| m.manifest.id).collect();
        let near: Vec<String> =
            search::nearest(registry.modules(), word).iter().map(|near| format!("`{near}`")).collect();
        let near = if near.is_empty() { String::new() } else { format!("did you mean {}? ", near.join(" or ")) };
        let failure = Failure::usage(format!("no module is named {} or is about it", shown(word)));
        return Err(failure.help(format!("{near}known are: {}", ids.join(", "))));
    }
    let (known, unknown) = (played(registry), Played::default());
    let found = || hits.iter().map(|hit| (hit.module, known.get(hit.module.manifest.id).unwrap_or(&unknown)));
    match format {
        PageFormat::Json => {
            out.json(&found().map(|(module, played)| module_json(registry, module, played)).collect())?
        }
        PageFormat::Markdown => out.file(&page(registry, found()))?,
        PageFormat::Table => {
            out.line(format!("no module is named {}; about it are:", shown(word)))?;
            let rows = hits.iter().map(|hit| {
                let manifest = &hit.module.manifest;
                [manifest.id.to_owned(), manifest.summary.to_owned(), hit.by.clone()]
            });
            print(["module", "what it does", "found by"], rows, out)?;
            out.line(format!("`ttr modules {}` shows the first.", hits[0].module.manifest.id))?;
        }
    }
    Ok(())
}

fn listed<'a>(names: impl IntoIterator<Item = &'a (impl AsRef<str> + 'a)>) -> String {
    let names: Vec<&str> = names.into_iter().map(AsRef::as_ref).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn print<const N: usize>(
    header: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
    out: &mut Out,
) -> Result<(), Failure> {
    out.line(table(header, N).rows(rows).within(WIDTH).to_string())?;
    Ok(out.gap()?)
}

/// All about one module.
fn show(registry: &Registry, module: &ModuleEntry, played: &Played, out: &mut Out) -> Result<(), Failure> {
    let manifest = &module.manifest;
    out.line(out.bold(manifest.id).and(format!(": {}", manifest.summary)))?;
    out.gap()?;
    let parameters = parameters_of(registry, module);
    if parameters.is_empty() {
        out.line("parameters: none")?;
    } else {
        let rows = parameters.iter().map(|p| [p.name.clone(), p.kind.clone(), p.default_text(), p.doc_text()]);
        print(["parameter", "type", "default", "what it says"], rows, out)?;
    }
    if manifest.attributes.is_empty() {
        out.line("attributes: none")?;
    } else {
        let attributes = manifest.attributes.iter();
        let rows = attributes.map(|a| [a.name.to_owned(), carrier(a.on).to_owned(), a.doc.to_owned()]);
        print(["attribute", "of", "what it says"], rows, out)?;
    }
    if !manifest.fields.is_empty() {
        let rows = manifest.fields.iter().map(|f| [f.name.to_owned(), f.shape.words().to_owned(), f.doc.to_owned()]);
        print(["field of a score file", "type", "what it says"], rows, out)?;
    }
    out.line(format!("requires: {}", listed(&manifest.requires)))?;
    out.line(format!("conflicts with: {}", listed(&manifest.conflicts)))?;
    out.line(format!("rule sets: {}", listed(&played.rule_sets)))?;
    out.gap()?;
    if played.seams.is_empty() {
        out.line("takes part in: nothing, in any bundled game")?;
        out.gap()?;
    } else {
        let rows = played.seams.iter().map(|(phase, seam)| {
            [(*seam).to_owned(), phase.map_or_else(|| "-".to_owned(), |phase| phase.name().to_owned())]
        });
        print(["takes part in", "phase"], rows, out)?;
    }
    let Some(text) = reference::example_file(manifest.examples) else { return Ok(out.line("examples: none")?) };
    out.line("examples, as a file of tests that `ttr test` runs:")?;
    out.gap()?;
    for line in text.lines() {
        out.line(if line.is_empty() { String::new() } else { format!("  {line}") })?;
    }
    Ok(())
}
