//! Large maps, to see how long a check takes: `n` cities on a grid, three routes for each, and a ticket for each.

use crate::props::Rng;
use std::fmt::Write as _;

const COLOURS: [&str; 9] = ["black", "blue", "green", "orange", "purple", "red", "white", "yellow", "gray"];

/// A map of so many cities, three times as many routes and as many tickets, by the classic rules. The same number gives the
/// same map.
pub fn large_map(cities: usize) -> String {
    let mut rng = Rng::new(cities as u64);
    let width = cities.isqrt().max(2);
    let mut text = format!("format = 1\nname = \"Grid of {cities}\"\nrules = \"classic\"\nroutes = [\n");
    let name = |city: usize| format!("City {city:05}");
    let mut routes = 0;
    // To the right, down, and down to the right; what the edges lack is made up for by the other diagonal.
    let steps: [(usize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    'all: for (down, right) in steps {
        for from in 0..cities {
            let column = (from % width) as isize + right;
            let to = (from / width + down) * width + column.max(0) as usize;
            if column < 0 || column >= width as isize || to >= cities {
                continue;
            }
            let (length, colour) = (1 + rng.below(6), rng.of(&COLOURS));
            let ends = (name(from), name(to));
            let _ = writeln!(
                text,
                "    {{ between = [{:?}, {:?}], length = {length}, colour = {colour:?} }},",
                ends.0, ends.1
            );
            routes += 1;
            if routes == 3 * cities {
                break 'all;
            }
        }
    }
    text.push_str("]\ntickets = [\n");
    for from in 0..cities {
        // Every city has a ticket to another one, and no two cities have two.
        let to = (from + 1 + rng.below(cities / 2 - 1)) % cities;
        let _ =
            writeln!(text, "    {{ cities = [{:?}, {:?}], points = {} }},", name(from), name(to), 4 + rng.below(18));
    }
    text.push_str("]\n\n[cities]\n");
    for city in 0..cities {
        let (y, x) = ((city / width) as f64 * 0.5, (city % width) as f64 * 0.5);
        let _ = writeln!(text, "{:?} = {{ at = [{y:.1}, {x:.1}] }}", name(city));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use ttr_core::GameSource;
    use ttr_core::check::check;
    use ttr_source::{MapSource, Severity, Sources};

    #[test]
    fn large_maps_have_the_size_they_say_and_no_errors() {
        for cities in [100, 1000] {
            let text = large_map(cities);
            let mut sources = Sources::new();
            let file = sources.add("large", &text);
            let (map, _) = MapSource::load(&sources, file);
            assert_eq!((map.cities.len(), map.routes.len(), map.tickets.len()), (cities, 3 * cities, cities));
            let checked = check(&ttr_variants::registry(), &GameSource::new("large", text, 2));
            let errors = checked.diagnostics.iter().find(|d| d.severity == Severity::Error);
            assert!(errors.is_none(), "{errors:?}");
        }
    }
}
