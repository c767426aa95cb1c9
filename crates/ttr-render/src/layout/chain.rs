//! Routes on their way to a picture: tracks between the same two places run side by side in a bundle, and a bundle is a chain of
//! nodes; one that goes around the world is two chains, each of which ends at an edge of the board.

use crate::geometry::Point;
use crate::layout::size::{START, half_width};
use crate::scene::Scene;
use std::collections::BTreeMap;

/// Most nodes of a chain: longer routes bend in fewer places.
const MOST_NODES: usize = 40;

/// Tracks between the same two places.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Bundle {
    /// The two places.
    pub ends: [usize; 2],
    /// The tracks, in map order.
    pub tracks: Vec<usize>,
    /// Whether it leaves at one edge of the board and comes in at the other.
    pub wraps: bool,
}

impl Bundle {
    /// All bundles of a scene, in map order.
    pub fn all(scene: &Scene) -> Vec<Self> {
        let mut known: BTreeMap<[usize; 2], usize> = BTreeMap::new();
        let mut all: Vec<Self> = Vec::new();
        for (i, track) in scene.tracks.iter().enumerate() {
            let [a, b] = track.ends;
            if a.max(b) >= scene.places.len() {
                continue;
            }
            let at = *known.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                all.push(Self { ends: track.ends, tracks: Vec::new(), wraps: false });
                all.len() - 1
            });
            all[at].tracks.push(i);
        }
        all
    }

    /// Half its width.
    pub fn half_width(&self) -> f64 {
        half_width(self.tracks.len())
    }

    /// The most spaces of its tracks.
    pub fn spaces(&self, scene: &Scene) -> usize {
        self.tracks.iter().map(|track| usize::from(scene.tracks[*track].length)).max().unwrap_or_default()
    }
}

/// A line of nodes from one end to another.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Chain {
    /// Its bundle.
    pub bundle: usize,
    /// How many spaces lie along it, of the longest track.
    pub spaces: usize,
    /// Its nodes with both ends: places first, the rest by number.
    pub nodes: Vec<usize>,
    /// Which of its ends are places; the other is at an edge of the board.
    pub places: [Option<usize>; 2],
    /// Half its width.
    pub half: f64,
    /// The part of every track's spaces that lies on it: from which to which, of the whole.
    pub part: [f64; 2],
}

impl Chain {
    /// How much of its length is at its ends, before the first space and behind the last.
    pub fn ends_length(&self) -> f64 {
        self.places.iter().flatten().count() as f64 * START
    }

    /// How many nodes it has between its ends, for so many spaces.
    pub fn inner_nodes(spaces: usize) -> usize {
        (2 * spaces).clamp(2, MOST_NODES)
    }

    /// The spaces of a track of this length that lie on it.
    pub fn spaces_of(&self, length: u16) -> std::ops::Range<usize> {
        let at = |part: f64| (f64::from(length) * part).round() as usize;
        at(self.part[0])..at(self.part[1])
    }
}

/// A node: a place, the end of a chain at an edge, or a part of a chain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Node {
    /// Where it is.
    pub p: Point,
    /// How easily it moves.
    pub light: f64,
    /// How near others may come.
    pub radius: f64,
    /// The chain that it is a part of.
    pub chain: Option<usize>,
}
