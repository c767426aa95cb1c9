//! The names of places, where nothing else is.

use crate::draw::font::Font;
use crate::geometry::{Grid, Point, PointGrid, Rect};
use crate::layout::relax::{Net, Tag};
use crate::layout::size::AIR;
use crate::layout::{Layout, badges, letters, radius};
use crate::scene::Scene;

/// Directions around a place, better ones first: right, left, above, below, and between.
const DIRECTIONS: [(f64, f64, f64); 16] = [
    (1.0, 0.0, 0.0),
    (0.7, -0.7, 0.4),
    (0.7, 0.7, 0.6),
    (-1.0, 0.0, 0.8),
    (0.0, -1.0, 1.0),
    (0.0, 1.0, 1.2),
    (-0.7, -0.7, 1.4),
    (-0.7, 0.7, 1.6),
    (0.35, -1.0, 1.8),
    (-0.35, -1.0, 2.0),
    (0.35, 1.0, 2.2),
    (-0.35, 1.0, 2.4),
    (1.0, -0.35, 1.0),
    (1.0, 0.35, 1.0),
    (-1.0, -0.35, 2.0),
    (-1.0, 0.35, 2.0),
];
/// How far from the dot a label may be.
const DISTANCES: [f64; 9] = [2.5, 4.5, 7.0, 10.0, 14.0, 19.0, 25.0, 32.0, 40.0];
/// From this distance on a line leads from the label to its place.
pub(crate) const LED: f64 = 9.0;
/// How high a line of text is, in its size.
const LINE: f64 = 1.05;
/// So far a board may grow for a label.
const BEYOND: f64 = 200.0;
/// How often labels make way for others.
const ROUNDS: usize = 12;

/// A label.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Its place.
    pub place: usize,
    /// Its lines.
    pub lines: Vec<String>,
    /// The size of its letters.
    pub size: f64,
    /// The box around its letters.
    pub rect: Rect,
}

/// The names of a place on one line, or on two.
fn forms(font: Font<'_>, name: &str, size: f64) -> Vec<(Vec<String>, f64, f64)> {
    let width = |line: &str| font.width(line, size);
    let (above, below) = (font.cap_height(size), 0.22 * size);
    let mut forms = vec![(vec![name.to_owned()], width(name), above + below)];
    // Behind a dash, or where a space is.
    let breaks = name.char_indices().filter(|(at, letter)| match letter {
        ' ' => true,
        '-' => *at > 2 && name.len() > at + 3,
        _ => false,
    });
    let halves = breaks.map(|(at, letter)| {
        let behind = if letter == '-' { at + 1 } else { at };
        (name[..behind].to_owned(), name[at + 1..].to_owned())
    });
    let best = halves.min_by(|a, b| {
        let wide = |(x, y): &(String, String)| width(x).max(width(y));
        wide(a).total_cmp(&wide(b))
    });
    if let Some((first, second)) = best {
        let wide = width(&first).max(width(&second));
        forms.push((vec![first, second], wide, above + below + LINE * size));
    }
    forms
}

/// The box of a label in a direction from a place, so far from its dot.
fn box_at(at: Point, dot: f64, direction: (f64, f64, f64), far: f64, width: f64, height: f64) -> Rect {
    let way = Point::new(direction.0, direction.1);
    let length = way.length();
    let way = way * (1.0 / length);
    let corner = Point::new(way.x * (dot + far), way.y * (dot + far)) + at;
    // The side or the corner that is nearest to the place is at this point.
    let x = if direction.0.abs() < 0.2 {
        0.0
    } else if direction.0.abs() < 0.5 {
        0.35
    } else {
        0.5
    } * direction.0.signum();
    let y = if direction.1.abs() < 0.2 {
        0.0
    } else if direction.1.abs() < 0.5 {
        0.25
    } else {
        0.5
    } * direction.1.signum();
    Rect::around(corner + Point::new(x * width, y * height), width, height)
}

/// Labels where they would fit best, for room to be made for them.
pub(crate) fn tags(scene: &Scene, net: &Net) -> Vec<Tag> {
    let Some(grid) = PointGrid::new(net.nodes.iter().map(|n| n.p), 30.0) else { return Vec::new() };
    let widest = net.nodes.iter().fold(0.0_f64, |w, n| w.max(n.radius));
    let mut taken: Vec<Rect> = Vec::new();
    let mut tags = Vec::new();
    for place in 0..net.places {
        let (at, size) = (net.nodes[place].p, letters(scene, place));
        let mut best: Option<(f64, Rect)> = None;
        for (form, (_, width, height)) in forms(scene.font(), &scene.places[place].name, size).into_iter().enumerate() {
            for direction in &DIRECTIONS[..8] {
                let rect = box_at(at, radius(scene, place), *direction, 2.5, width, height);
                let mut cost = direction.2 + form as f64;
                for node in grid.near(rect.grown(widest)).flatten().filter(|n| **n as usize != place) {
                    let node = &net.nodes[*node as usize];
                    cost += (node.radius + 1.0 - rect.distance(node.p)).max(0.0);
                }
                cost += taken.iter().filter(|other| other.meets(rect.grown(AIR))).count() as f64 * 20.0;
                if let Some([left, right]) = net.edges {
                    cost += (left + 4.0 - rect.min.x).max(0.0) + (rect.max.x + 4.0 - right).max(0.0);
                }
                if best.is_none_or(|(least, _)| cost < least - 1e-9) {
                    best = Some((cost, rect));
                }
            }
        }
        if let Some((_, rect)) = best {
            taken.push(rect);
            tags.push(Tag { place, offset: Rect { min: rect.min - at, max: rect.max - at } });
        }
    }
    tags
}

/// What labels must keep off: spaces, dots, badges.
struct Obstacles<'l> {
    layout: &'l Layout,
    grid: Grid,
    rects: Vec<Rect>,
    /// Whose dot or badge each box is.
    owners: Vec<usize>,
}

impl<'l> Obstacles<'l> {
    fn new(scene: &Scene, layout: &'l Layout) -> Self {
        let mut grid = Grid::new(layout.board, 30.0);
        for (i, space) in layout.spaces.iter().enumerate() {
            grid.put(space.shape.bounds(), i as u32);
        }
        let (mut rects, mut owners) = (Vec::new(), Vec::new());
        for (place, at) in layout.places.iter().enumerate() {
            let size = 2.0 * radius(scene, place);
            rects.push(Rect::around(*at, size, size));
            rects.extend(badges(scene, place, *at));
            owners.resize(rects.len(), place);
        }
        let first = layout.spaces.len();
        for (i, rect) in rects.iter().enumerate() {
            grid.put(*rect, (first + i) as u32);
        }
        Self { layout, grid, rects, owners }
    }

    /// How much nearer somebody else's dot is than a label's own, or nearly so.
    fn strange(&self, rect: Rect, place: usize) -> f64 {
        let own = rect.distance(self.layout.places[place]);
        let spaces = self.layout.spaces.len();
        let dots = self.grid.near(rect.grown(16.0)).filter_map(|i| self.owners.get((i as usize).checked_sub(spaces)?));
        let far = dots.filter(|other| **other != place).map(|other| rect.distance(self.layout.places[*other]));
        far.fold(0.0_f64, |worst, far| worst.max(own + 8.0 - far))
    }

    /// How much lies under the line from a place to its label.
    fn under_line(&self, at: Point, rect: Rect) -> usize {
        let to = rect.nearest(at);
        let steps = (at.distance(to) / 4.0) as usize;
        let point = |i: usize| Rect::around(at.towards(to, i as f64 / steps as f64), 2.0, 2.0);
        (2..steps).filter(|i| !self.free(point(*i))).count()
    }

    fn free(&self, rect: Rect) -> bool {
        let spaces = &self.layout.spaces;
        !self.grid.near(rect).any(|i| match spaces.get(i as usize) {
            Some(space) => space.shape.meets(rect),
            None => self.rects[i as usize - spaces.len()].meets(rect),
        })
    }
}

/// Where a label may be.
struct Candidate {
    cost: f64,
    rect: Rect,
    form: usize,
}

/// How careful labels are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Care {
    /// Nothing is even under the line from a label to its place.
    Most,
    /// Labels lie on nothing.
    Usual,
    /// Labels that find no room lie on something.
    None,
}

/// Finds a place for every label, or tells those that find none.
pub(crate) fn place(scene: &Scene, layout: &mut Layout, care: Care) -> Result<(), Vec<usize>> {
    let anyhow = care == Care::None;
    let board = layout.board;
    let wraps = scene.wrap.is_some() && !layout.open_ends.is_empty();
    // The board may grow for a label, but not where the world is cut.
    let inside = if wraps {
        Rect { min: board.min - Point::new(0.0, 40.0), max: board.max + Point::new(0.0, 40.0) }
    } else {
        board.grown(BEYOND)
    };
    let obstacles = Obstacles::new(scene, layout);
    let all: Vec<Vec<Candidate>> =
        (0..layout.places.len()).map(|place| candidates(scene, &obstacles, inside, place, care)).collect();
    let chosen = choose(&all, inside, anyhow)?;
    let labels: Vec<Label> = chosen
        .into_iter()
        .enumerate()
        .filter_map(|(place, chosen)| {
            let size = letters(scene, place);
            let forms = forms(scene.font(), &scene.places[place].name, size);
            let (form, rect) = match chosen {
                Some(at) => (all[place][at].form, all[place][at].rect),
                None => {
                    let (_, width, height) = forms.first()?;
                    (0, box_at(layout.places[place], radius(scene, place), DIRECTIONS[0], 2.5, *width, *height))
                }
            };
            Some(Label { place, lines: forms.get(form)?.0.clone(), size, rect })
        })
        .collect();
    layout.labels = labels;
    layout.hold_labels(wraps);
    Ok(())
}

fn candidates(scene: &Scene, obstacles: &Obstacles<'_>, inside: Rect, place: usize, care: Care) -> Vec<Candidate> {
    let at = obstacles.layout.places[place];
    let size = letters(scene, place);
    let mut all = Vec::new();
    for (form, (_, width, height)) in forms(scene.font(), &scene.places[place].name, size).into_iter().enumerate() {
        for (n, far) in DISTANCES.iter().enumerate() {
            for direction in DIRECTIONS {
                let rect = box_at(at, radius(scene, place), direction, *far, width, height);
                if inside.holds(rect) && obstacles.free(rect.grown(AIR)) {
                    let strange = obstacles.strange(rect, place);
                    let is_led = rect.distance(at) > radius(scene, place) + LED;
                    let over = if is_led { obstacles.under_line(at, rect) } else { 0 };
                    if over > 0 && care == Care::Most {
                        continue;
                    }
                    let strange = strange + 12.0 * over as f64;
                    let board = obstacles.layout.board;
                    let out = board.with(rect).width() - board.width() + board.with(rect).height() - board.height();
                    let cost = direction.2 + n as f64 * 2.2 + form as f64 * 1.2 + strange * 0.5 + out * 0.08;
                    all.push(Candidate { cost, rect, form });
                }
            }
        }
    }
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    all
}

/// One candidate for each place, so that no two meet: those with the least choice first, others making way if need be.
fn choose(all: &[Vec<Candidate>], area: Rect, anyhow: bool) -> Result<Vec<Option<usize>>, Vec<usize>> {
    let stuck: Vec<usize> = (0..all.len()).filter(|place| all[*place].is_empty()).collect();
    if !stuck.is_empty() && !anyhow {
        return Err(stuck);
    }
    let mut chosen: Vec<Option<usize>> = vec![None; all.len()];
    let mut grid = Grid::new(area, 30.0);
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|place| (all[*place].len(), *place));
    let mut waiting: std::collections::VecDeque<usize> = order.into();
    let mut evicted = vec![0; all.len()];
    while let Some(place) = waiting.pop_front() {
        let blockers = |rect: Rect, chosen: &[Option<usize>], grid: &Grid| {
            let meets = |other: &usize| chosen[*other].is_some_and(|at| all[*other][at].rect.meets(rect.grown(AIR)));
            let mut found: Vec<usize> = grid.near(rect.grown(AIR)).map(|n| n as usize).filter(meets).collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let free = all[place].iter().position(|c| blockers(c.rect, &chosen, &grid).is_empty());
        let at = match free {
            Some(at) => Some((at, Vec::new())),
            // Somebody who has made way less often makes way now.
            None => {
                let cost =
                    |(_, blockers): &(usize, Vec<usize>)| blockers.iter().map(|b| 1 + evicted[*b]).sum::<usize>();
                let options = all[place].iter().enumerate().map(|(at, c)| (at, blockers(c.rect, &chosen, &grid)));
                options.min_by_key(|option| (cost(option), option.0))
            }
        };
        let Some((at, others)) = at else { continue };
        for other in others {
            evicted[other] += 1;
            if evicted[other] > ROUNDS {
                if anyhow {
                    continue;
                }
                return Err(vec![place, other]);
            }
            if let Some(old) = chosen[other].take() {
                grid.take(all[other][old].rect, other as u32);
            }
            waiting.push_back(other);
        }
        chosen[place] = Some(at);
        grid.put(all[place][at].rect, place as u32);
    }
    Ok(chosen)
}
