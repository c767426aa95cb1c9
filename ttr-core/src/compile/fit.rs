//! Which modules a game has, whether they go together, and what of the map they know.

use super::{Precedence, places::param_fault};
use crate::module::{AttrOn, ParamFault, ReadModule, Registry};
use std::collections::{BTreeMap, HashMap, hash_map};
use ttr_source::{Applicability, Diagnostic, MapSource, Near, Settings, Span, near};

/// Modules by id, with what was read of their parameters.
pub(super) type Modules = BTreeMap<&'static str, ReadModule>;

/// Reads the parameters of all modules. Unknown ids were told by the check of the layers.
pub(super) fn read_modules(registry: &Registry, settings: &Settings, diagnostics: &mut Vec<Diagnostic>) -> Modules {
    let mut modules = BTreeMap::new();
    for entry in settings.iter().filter_map(|(id, _)| registry.find_module(id)) {
        let id = entry.manifest.id;
        let read = entry.read(settings);
        diagnostics.extend(read.found.iter().cloned());
        // What is said of all parameters together may only follow from those that could not be read.
        let follows = |fault: &&ParamFault| fault.key.is_empty() && !read.found.is_empty();
        diagnostics.extend(read.faults.iter().filter(|f| !follows(f)).map(|f| param_fault(settings, id, f)));
        modules.insert(id, read);
    }
    modules
}

/// Modules that are at fault, and those that build on them: what they would say of the map only follows from that.
pub(super) fn silenced(registry: &Registry, modules: &Modules, order: &Order) -> Vec<&'static str> {
    let mut silent: Vec<&'static str> =
        modules.iter().filter(|(id, read)| !read.is_sound() || !order.ids.contains(id)).map(|(id, _)| *id).collect();
    for id in &order.ids {
        let needs = registry.find_module(id).map_or(&[][..], |m| &m.manifest.requires);
        if needs.iter().any(|needed| silent.contains(needed)) && !silent.contains(id) {
            silent.push(id);
        }
    }
    silent
}

/// Tells attributes that no module of the game owns, and which would.
pub(super) fn check_attributes(
    registry: &Registry,
    settings: &Settings,
    map: &MapSource,
    own_rules: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut told: Vec<(AttrOn, String)> = Vec::new();
    let places = (map.cities.iter().map(|c| (AttrOn::City, &c.attrs)))
        .chain(map.routes.iter().map(|r| (AttrOn::Route, &r.attrs)))
        .chain(map.tickets.iter().map(|t| (AttrOn::Ticket, &t.attrs)));
    for (on, attrs) in places {
        for entry in attrs {
            let owns = |m: &&crate::module::ModuleEntry| {
                m.manifest.attributes.iter().any(|a| a.on == on && a.name == entry.key)
            };
            let owner = registry.modules().find(owns).map(|m| m.manifest.id);
            if owner.is_some_and(|id| settings.get(id).is_some()) {
                continue;
            }
            // One line per attribute would bury everything else.
            if told.contains(&(on, entry.key.clone())) && owner.is_some() {
                continue;
            }
            told.push((on, entry.key.clone()));
            let what = match on {
                AttrOn::City => "cities",
                AttrOn::Route => "routes",
                AttrOn::Ticket => "tickets",
                AttrOn::Card => "cards",
            };
            let message = format!("no module of this rule set knows `{}` on {what}", entry.key);
            // A map may say more than a rule set that it was not written for makes use of.
            let idle = owner.is_some() && !own_rules;
            let found = if idle {
                Diagnostic::warning("map::idle-attribute", message)
            } else {
                Diagnostic::error("map::unowned-attribute", message)
            };
            let mut found = found.at(entry.key_span);
            found = match owner {
                Some(id) => {
                    found.help(format!("the module `{id}` would own it: add `[{id}]` to the rule set or `[set]`"))
                }
                None => {
                    let names = registry.modules().flat_map(|m| m.manifest.attributes.iter());
                    let names: Vec<&str> = names.filter(|a| a.on == on).map(|a| a.name).collect();
                    let fields: &[&str] = match on {
                        AttrOn::City => ttr_source::CITY_KEYS,
                        AttrOn::Route => ttr_source::ROUTE_KEYS,
                        _ => ttr_source::TICKET_KEYS,
                    };
                    match near(&entry.key, names.into_iter().chain(fields.iter().copied())) {
                        // Several colours are tracks.
                        Some(Near { name: "colour", .. }) if entry.value.as_list().is_some() => {
                            found.suggest_as(Applicability::Certain, entry.key_span, "tracks")
                        }
                        Some(near) => found.suggest_as(near.applicability, entry.key_span, near.name),
                        None => found,
                    }
                }
            };
            diagnostics.push(found);
        }
    }
}

/// Leaves out tickets without points that only a module knows which is not in the game: a map may have more kinds of them
/// than a rule set that it was not written for.
pub(super) fn leave_out_tickets(
    registry: &Registry,
    settings: &Settings,
    map: &mut MapSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let absent = |name: &str| {
        let owner =
            registry.modules().find(|m| m.manifest.attributes.iter().any(|a| a.on == AttrOn::Ticket && a.name == name));
        owner.is_some_and(|m| settings.get(m.manifest.id).is_none())
    };
    let unknown =
        |ticket: &ttr_source::Ticket| ticket.points.is_none() && ticket.attrs.iter().any(|entry| absent(&entry.key));
    let left_out: Vec<Span> = map.tickets.iter().filter(|ticket| unknown(ticket)).map(|ticket| ticket.span).collect();
    let Some((first, rest)) = left_out.split_first() else { return };
    let mut found =
        Diagnostic::warning("map::idle-ticket", "no module of this rule set knows such a ticket").at(*first);
    found.more = rest.len();
    diagnostics.push(found.help("it is left out of the game"));
    map.tickets.retain(|ticket| !unknown(ticket));
}

/// With a rule set that the map was not made for, the same may be wrong in a hundred places: it is told once.
pub(super) fn tell_once(diagnostics: &mut Vec<Diagnostic>) {
    let mut told: HashMap<(&'static str, String), usize> = HashMap::new();
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    for found in diagnostics.drain(..) {
        match told.entry((found.code, found.message.clone())) {
            hash_map::Entry::Occupied(first) => kept[*first.get()].more += 1 + found.more,
            hash_map::Entry::Vacant(entry) => {
                entry.insert(kept.len());
                kept.push(found);
            }
        }
    }
    *diagnostics = kept;
}

/// The modules that go together, in the order in which they are installed: those that are required first, else by id.
pub(super) struct Order {
    pub(super) ids: Vec<&'static str>,
    /// Whether no module had to be left out.
    pub(super) complete: bool,
}

/// Puts modules in order. Those that lack another, stand against one or need each other in a circle are told and left out.
pub(super) fn install_order(
    registry: &Registry,
    settings: &Settings,
    precedence: Precedence,
    diagnostics: &mut Vec<Diagnostic>,
) -> Order {
    let mut manifests: Vec<_> = settings.iter().filter_map(|(id, s)| Some((registry.find_module(id)?, s))).collect();
    if precedence == Precedence::Reversed {
        manifests.reverse();
    }
    let mut out: Vec<&'static str> = Vec::new();
    for (entry, setting) in &manifests {
        let id = entry.manifest.id;
        for needed in &entry.manifest.requires {
            if settings.get(needed).is_none() {
                out.push(id);
                let message = format!("`{id}` needs the module `{needed}`");
                let mut found = Diagnostic::error("module::missing", message).at(setting.key_span);
                found = match settings.removed(needed) {
                    Some((span, _)) => found.also(span, "taken out here"),
                    None => found.help(format!("add `[{needed}]` to the rule set")),
                };
                diagnostics.push(found);
            }
        }
        for other in &entry.manifest.conflicts {
            if let Some(there) = settings.get(other) {
                out.push(id);
                let message = format!("`{id}` and `{other}` can't be in one game");
                let found = Diagnostic::error("module::conflict", message).at(setting.key_span);
                diagnostics.push(found.also(there.key_span, format!("`{other}` is here")));
            }
        }
    }
    let mut ids: Vec<&'static str> = Vec::new();
    while let Some((entry, _)) = manifests.iter().find(|(m, _)| {
        let (id, requires) = (&m.manifest.id, &m.manifest.requires);
        !ids.contains(id) && !out.contains(id) && requires.iter().all(|r| ids.contains(r))
    }) {
        ids.push(entry.manifest.id);
    }
    // What waits for a module that was left out is left out with it; the rest waits for itself.
    let waits = |id: &&'static str| !ids.contains(id) && !out.contains(id);
    let mut stuck: Vec<&'static str> = manifests.iter().map(|(m, _)| m.manifest.id).filter(waits).collect();
    loop {
        let needs = |id: &str| registry.find_module(id).map_or(&[][..], |m| &m.manifest.requires);
        let before = stuck.len();
        let follows: Vec<&'static str> =
            stuck.iter().copied().filter(|id| needs(id).iter().any(|n| out.contains(n))).collect();
        out.extend(&follows);
        stuck.retain(|id| !follows.contains(id));
        // Nor is one part of a circle that only needs one.
        let needed: Vec<&'static str> = stuck.iter().flat_map(|id| needs(id)).copied().collect();
        stuck.retain(|id| needed.contains(id));
        if stuck.len() == before {
            break;
        }
    }
    if let Some((first, rest)) = stuck.split_first() {
        let names: Vec<String> = stuck.iter().map(|id| format!("`{id}`")).collect();
        let message = format!("modules need each other in a circle: {}", names.join(", "));
        let mut found = Diagnostic::error("module::circle", message);
        found.span = settings.get(first).map(|s| s.key_span);
        for (id, setting) in rest.iter().filter_map(|id| Some((id, settings.get(id)?))) {
            found = found.also(setting.key_span, format!("`{id}` is here"));
        }
        diagnostics.push(found);
    }
    Order { complete: ids.len() == manifests.len(), ids }
}
