//! Tours on random networks, claimed route by route and scored as at the end of a game, against a search that walks every
//! walk and uses no type of the engine.

use std::collections::BTreeMap;
use ttr_tests::judge::{Toured, toured};
use ttr_tests::props::{Rng, Table as Seeds};
use ttr_tests::{Setup, Table};

const CITIES: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];
/// Tours of each player.
const TOURS: usize = 4;

/// A random network of these cities, with who is to hold each route: seat 1 or 2, or 0 for nobody.
fn network(cities: &[&'static str], rng: &mut Rng) -> Vec<([&'static str; 2], usize)> {
    let mut routes = Vec::new();
    // Now and then a star, whose middle may or may not be on a tour.
    let middle = rng.one_in(3).then(|| rng.of(cities));
    for _ in 0..6 + rng.below(12) {
        let a = middle.filter(|_| !rng.one_in(4)).unwrap_or_else(|| rng.of(cities));
        let b = rng.of(cities);
        if a != b {
            routes.push(([a, b], rng.of(&[0, 1, 1, 1, 1, 2])));
        }
    }
    routes
}

/// Tours of some of these cities, all different as lists.
fn tours(cities: &[&str], rng: &mut Rng) -> Vec<String> {
    let mut tours: Vec<String> = Vec::new();
    while tours.len() < 2 * TOURS {
        let mut left = cities.to_vec();
        let stops: Vec<&str> =
            (0..3 + rng.below(left.len().min(5) - 2)).map(|_| left.remove(rng.below(left.len()))).collect();
        let tour = stops.join("-");
        if !tours.contains(&tour) {
            tours.push(tour);
        }
    }
    tours
}

fn table(routes: &[([&str; 2], usize)], tours: &[String]) -> Table {
    let roads: Vec<String> = routes.iter().map(|([a, b], _)| format!("{a}-{b} 1 red train")).collect();
    // So that every city is there, and who has nothing to claim can do something.
    let islands = CITIES.iter().map(|city| format!("{city}-Z 1 red ship"));
    let roads: Vec<String> = roads.into_iter().chain(islands).collect();
    let roads: Vec<&str> = roads.iter().map(String::as_str).collect();
    let tickets: Vec<String> = tours.iter().map(|tour| format!("{tour} 9/6/15")).collect();
    let tickets: Vec<&str> = tickets.iter().map(String::as_str).collect();
    let deals: Vec<&str> = tours.iter().map(String::as_str).collect();
    let setup = Setup::small_world(&roads).tickets(&tickets).ticket_deal(TOURS as u8, TOURS as u8).deals(&deals);
    setup.decks("90 red, 9 red ship").deal_each(20, 0).set("ports.count=0").set("double-routes=false").start()
}

#[test]
fn tours_on_random_networks_are_those_of_a_brute_force() {
    let mut rng = Rng::new(20);
    let mut seen: BTreeMap<Toured, usize> = BTreeMap::new();
    for n in 0..Seeds::seeds(300, 1).end {
        let cities = &CITIES[..4 + rng.below(5)];
        let (routes, tours) = (network(cities, &mut rng), tours(cities, &mut rng));
        let mut table = table(&routes, &tours);
        let mut tracks: BTreeMap<[&str; 2], usize> = BTreeMap::new();
        for (ends, holder) in &routes {
            let mut sorted = *ends;
            sorted.sort_unstable();
            let track = tracks.entry(sorted).or_default();
            *track += 1;
            if *holder > 0 {
                while table.to_act() != [*holder] {
                    table.idle(3 - holder);
                }
                table.claim(*holder, &format!("{}-{}/{track}", ends[0], ends[1]), "1 red");
            }
        }
        let sheet = table.rules().final_score(table.state());
        assert!(sheet.exact);
        for seat in [1, 2] {
            let own: Vec<[&str; 2]> = routes.iter().filter(|(_, holder)| *holder == seat).map(|(r, _)| *r).collect();
            let mut expected = Vec::new();
            for tour in &tours[(seat - 1) * TOURS..seat * TOURS] {
                let cities: Vec<String> = tour.split('-').map(str::to_owned).collect();
                let came = toured(&own, &cities);
                *seen.entry(came).or_default() += 1;
                let (rule, points) = match came {
                    Toured::InOrder => ("tours/in-order", 9),
                    Toured::AnyOrder(_) => ("tours/any-order", 6),
                    Toured::Unfinished => ("tickets/failed", -15),
                };
                expected.push((tour.replace('-', " - "), rule.to_owned(), points));
            }
            let lines = &sheet.sides[seat - 1].lines;
            let told = lines.iter().filter(|line| !line.proof.tickets.is_empty());
            let mut got: Vec<(String, String, i32)> = told
                .map(|l| (table.rules().board().ticket_name(l.proof.tickets[0]), l.rule.clone(), l.points))
                .collect();
            got.sort();
            expected.sort();
            assert_eq!(got, expected, "network {n}: player {seat} holds {own:?}");
        }
    }
    println!("{seen:?}");
    let every = [Toured::InOrder, Toured::AnyOrder(false), Toured::AnyOrder(true), Toured::Unfinished];
    assert!(every.iter().all(|came| seen.get(came).is_some_and(|n| *n > 50)), "{seen:?}");
}
