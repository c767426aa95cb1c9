//! What a viewer can't rule out: every way in which hidden cards and tickets may lie, and sealed answers may be.

use super::Judge;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// What lies where: by zone and owner, its cards or its tickets, those without an order sorted, then those in order;
/// and the sealed answers by player.
pub type World = BTreeMap<String, String>;

/// The name of a zone of a view in a world.
pub fn zone_key(zone: &Json) -> String {
    format!("{} of {}", zone["name"].as_str().unwrap_or(""), zone["owner"].as_str().unwrap_or("all"))
}

/// A list of tickets in a world.
pub fn tickets_text(loose: &[String], in_order: &[String]) -> String {
    let mut loose = loose.to_vec();
    loose.sort();
    format!("{} | {}", loose.join(", "), in_order.join(", "))
}

/// Cards in a world: how many of each kind.
pub fn cards_text(cards: &BTreeMap<String, u64>) -> String {
    let there = cards.iter().filter(|(_, n)| **n > 0);
    there.map(|(kind, n)| format!("{n} {kind}")).collect::<Vec<_>>().join(", ")
}

/// What a ticket is called in a world.
pub fn ticket_text(json: &Json) -> String {
    json.to_string()
}

impl Judge {
    /// Every world that a viewer can't rule out. `keep` says how many of the dealt tickets must be kept, for sealed
    /// answers about them.
    ///
    /// # Panics
    /// If the view does not fit the map.
    pub fn worlds(&self, view: &Json, keep: usize) -> BTreeSet<World> {
        let zones: Vec<Json> = view["zones"].as_array().expect("zones").clone();
        let mut worlds = vec![World::new()];
        self.deal_cards(&zones, &mut worlds);
        let mut with_tickets = Vec::new();
        for world in worlds {
            self.deal_tickets(&zones, world, &mut with_tickets);
        }
        let mut answered = BTreeSet::new();
        for world in with_tickets {
            answered.extend(answers(view, world, keep));
        }
        answered
    }

    fn deal_cards(&self, zones: &[Json], worlds: &mut Vec<World>) {
        let card_zones = zones.iter().filter(|z| z["tickets"].is_null() && z["in_order"].is_null());
        let number = |zone: &Json, key: &str, kind: &str| zone[key][kind].as_u64().unwrap_or(0);
        let mut decks: Vec<&String> = self.kinds.iter().map(|(_, deck, ..)| deck).collect();
        decks.dedup();
        assert_eq!(decks.len(), 1, "this judge knows one deck");
        let mut unseen: Vec<(String, u64)> = Vec::new();
        for (kind, _, count, _) in &self.kinds {
            let seen =
                |z: &Json| if z["cards"].is_null() { number(z, "known", kind) } else { number(z, "cards", kind) };
            unseen.push((kind.clone(), count - card_zones.clone().map(seen).sum::<u64>()));
        }
        // Each zone in turn gets every bag of its size, over the cards that are known to lie there.
        let mut open: Vec<(World, Vec<(String, u64)>)> =
            worlds.drain(..).map(|world| (world, unseen.clone())).collect();
        for zone in card_zones {
            let known: BTreeMap<String, u64> = self
                .kinds
                .iter()
                .map(|(kind, ..)| {
                    (kind.clone(), number(zone, if zone["cards"].is_null() { "known" } else { "cards" }, kind))
                })
                .collect();
            let size: u64 = zone["backs"].as_object().map_or(0, |b| b.values().filter_map(Json::as_u64).sum());
            let missing = size - known.values().sum::<u64>();
            let mut next = Vec::new();
            for (world, unseen) in open {
                for bag in bags_of(missing, &unseen) {
                    let (mut world, mut unseen, mut cards) = (world.clone(), unseen.clone(), known.clone());
                    for (i, n) in bag.iter().enumerate() {
                        unseen[i].1 -= n;
                        *cards.get_mut(&unseen[i].0).expect("a kind") += n;
                    }
                    // What is empty is left out: an empty zone does not say what it could hold.
                    if size > 0 {
                        world.insert(zone_key(zone), cards_text(&cards));
                    }
                    next.push((world, unseen));
                }
            }
            open = next;
        }
        *worlds = open.into_iter().map(|(world, _)| world).collect();
    }

    fn deal_tickets(&self, zones: &[Json], world: World, out: &mut Vec<World>) {
        let shown: Vec<usize> = zones
            .iter()
            .flat_map(|z| [&z["tickets"], &z["in_order"]])
            .flat_map(|list| list.as_array().cloned().unwrap_or_default())
            .filter(|t| !t.is_null())
            .map(|t| self.ticket(&t))
            .collect();
        let unknown: Vec<String> = (0..self.tickets.len())
            .filter(|i| !shown.contains(i))
            .map(|i| {
                let (cities, _, copy) = &self.tickets[i];
                let mut json = serde_json::json!({ "cities": cities });
                if *copy > 1 {
                    json["copy"] = (*copy).into();
                }
                ticket_text(&json)
            })
            .collect();
        for order in permutations(&unknown) {
            let mut next = order.into_iter();
            let mut world = world.clone();
            for zone in zones.iter().filter(|z| !z["tickets"].is_null() || !z["in_order"].is_null()) {
                let mut fill = |list: &Json| -> Vec<String> {
                    let list = list.as_array().cloned().unwrap_or_default();
                    list.iter()
                        .map(|t| if t.is_null() { next.next().expect("a ticket") } else { ticket_text(t) })
                        .collect()
                };
                let (loose, in_order) = (fill(&zone["tickets"]), fill(&zone["in_order"]));
                world.insert(zone_key(zone), tickets_text(&loose, &in_order));
            }
            out.push(world);
        }
    }
}

/// The worlds with every sealed answer that others may have given.
fn answers(view: &Json, world: World, keep: usize) -> Vec<World> {
    let mut worlds = vec![world];
    for sealed in view["sealed"].as_array().expect("sealed answers") {
        let who = sealed["who"].as_str().expect("a player");
        let mut next = Vec::new();
        for world in worlds {
            let dealt = world.get(&format!("dealt tickets of {who}")).cloned().unwrap_or_default();
            let dealt: Vec<String> = dealt.trim_start_matches(" | ").split(", ").map(str::to_owned).collect();
            let own = sealed.get("answer").map(|a| a["tickets"].to_string());
            for bits in 0..1u32 << dealt.len() {
                let kept: Vec<&str> =
                    (0..dealt.len()).filter(|i| bits >> i & 1 == 1).map(|i| dealt[i].as_str()).collect();
                let answer = format!("[{}]", kept.join(","));
                if kept.len() >= keep.min(dealt.len()) && own.as_ref().is_none_or(|own| *own == answer) {
                    let mut world = world.clone();
                    world.insert(format!("answer of {who}"), answer);
                    next.push(world);
                }
            }
        }
        worlds = next;
    }
    worlds
}

/// Every bag of so many cards out of these.
fn bags_of(size: u64, from: &[(String, u64)]) -> Vec<Vec<u64>> {
    let Some(((_, most), rest)) = from.split_first() else {
        return if size == 0 { vec![vec![]] } else { vec![] };
    };
    (0..=size.min(*most))
        .flat_map(|n| bags_of(size - n, rest).into_iter().map(move |bag| [&[n][..], &bag].concat()))
        .collect()
}

fn permutations(list: &[String]) -> Vec<Vec<String>> {
    if list.is_empty() {
        return vec![vec![]];
    }
    (0..list.len())
        .flat_map(|i| {
            let mut rest = list.to_vec();
            let first = rest.remove(i);
            permutations(&rest).into_iter().map(move |p| [&[first.clone()][..], &p].concat())
        })
        .collect()
}
