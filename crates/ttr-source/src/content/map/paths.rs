//! Whether the routes of a map join its cities.

use super::MapReader;
use crate::findings::diagnostic::Diagnostic;
use crate::findings::names::shown;
use petgraph::unionfind::UnionFind;
use std::collections::HashMap;

impl MapReader<'_> {
    /// Warns of cities that no routes join. Silent if it can't be known, because of faults told already.
    pub(super) fn check_paths(&mut self) {
        if !self.whole || self.map.joined.is_empty() {
            return;
        }
        let cities = &self.map.cities;
        let mut parts = UnionFind::<usize>::new(cities.len());
        for &[a, b] in &self.map.joined {
            parts.union(a, b);
        }
        let part = parts.into_labeling();
        let mut sizes = HashMap::new();
        part.iter().for_each(|&p| *sizes.entry(p).or_insert(0usize) += 1);
        let main = part.iter().copied().max_by_key(|p| (sizes[p], std::cmp::Reverse(*p)));
        let outside = (0..cities.len()).find(|&c| Some(part[c]) != main);
        let inside = (0..cities.len()).find(|&c| Some(part[c]) == main);
        if let (Some(from), Some(to)) = (inside, outside) {
            let (from, to) = (&cities[from], &cities[to]);
            let message = format!(
                "the board falls into {} parts: no routes lead from {} to {}",
                sizes.len(),
                shown(&from.name),
                shown(&to.name)
            );
            let found = Diagnostic::warning("map::not-connected", message).at(to.span).label("can't be reached");
            self.reader.add(found.also(from.span, "from here"));
        }
        for ticket in &self.map.tickets {
            let gap = ticket.cities.windows(2).find(|leg| part[leg[0]] != part[leg[1]]);
            let Some([from, to]) = gap else { continue };
            let [from, to] = [from, to].map(|c| shown(&cities[*c].name));
            let message = format!("no path joins {from} and {to}: nobody can complete this ticket");
            self.reader.add(Diagnostic::warning("map::unreachable-ticket", message).at(ticket.span));
        }
    }
}
