//! Points, boxes and whether they meet. Nothing here but sums, products and square roots, so that every machine gets the same.

use crate::work;
use std::ops::{Add, Mul, Neg, Sub};

/// A point of the plane, or the way from one to another: x to the right, y downwards.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// A point.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// How long the way is.
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The way to another point.
    pub fn distance(self, to: Self) -> f64 {
        (to - self).length()
    }

    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(crate) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// This direction with length 1; to the right if there is none.
    pub(crate) fn unit(self) -> Self {
        let length = self.length();
        if length > 1e-9 { self * (1.0 / length) } else { Self::new(1.0, 0.0) }
    }

    /// A quarter turn.
    pub(crate) fn turned(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// A point on the straight way to another.
    pub(crate) fn towards(self, to: Self, part: f64) -> Self {
        self + (to - self) * part
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Self;
    fn mul(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by)
    }
}

impl Neg for Point {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

/// An upright box.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rect {
    /// Its corner at the top left.
    pub min: Point,
    /// Its corner at the bottom right.
    pub max: Point,
}

impl Rect {
    /// A box around a point.
    pub fn around(centre: Point, width: f64, height: f64) -> Self {
        let half = Point::new(width / 2.0, height / 2.0);
        Self { min: centre - half, max: centre + half }
    }

    /// The least box that holds all of these; nothing for none.
    pub fn of(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points.into_iter().fold(None, |all: Option<Self>, p| {
            Some(all.map_or(Self { min: p, max: p }, |r| Self {
                min: Point::new(r.min.x.min(p.x), r.min.y.min(p.y)),
                max: Point::new(r.max.x.max(p.x), r.max.y.max(p.y)),
            }))
        })
    }

    /// The least box that holds both.
    pub fn with(self, other: Self) -> Self {
        Self {
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// Larger by so much on every side.
    pub fn grown(self, by: f64) -> Self {
        Self { min: self.min - Point::new(by, by), max: self.max + Point::new(by, by) }
    }

    /// How wide it is.
    pub fn width(self) -> f64 {
        self.max.x - self.min.x
    }

    /// How high it is.
    pub fn height(self) -> f64 {
        self.max.y - self.min.y
    }

    /// Its middle.
    pub fn centre(self) -> Point {
        self.min.towards(self.max, 0.5)
    }

    /// Whether the two have more than an edge in common.
    pub fn meets(self, other: Self) -> bool {
        self.min.x < other.max.x && other.min.x < self.max.x && self.min.y < other.max.y && other.min.y < self.max.y
    }

    /// Whether this holds all of the other.
    pub fn holds(self, other: Self) -> bool {
        self.min.x <= other.min.x && self.min.y <= other.min.y && self.max.x >= other.max.x && self.max.y >= other.max.y
    }

    /// How far a point is from it; 0 inside.
    pub fn distance(self, p: Point) -> f64 {
        self.nearest(p).distance(p)
    }

    /// The point of it that is nearest.
    pub(crate) fn nearest(self, p: Point) -> Point {
        Point::new(p.x.max(self.min.x).min(self.max.x), p.y.max(self.min.y).min(self.max.y))
    }
}

/// A box that lies along a direction, such as a space of a route.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slanted {
    /// Its middle.
    pub centre: Point,
    /// The direction of its length, of length 1.
    pub along: Point,
    /// How long it is.
    pub length: f64,
    /// How wide it is.
    pub width: f64,
}

impl Slanted {
    /// Its corners.
    pub fn corners(&self) -> [Point; 4] {
        let (a, b) = (self.along * (self.length / 2.0), self.along.turned() * (self.width / 2.0));
        let c = self.centre;
        [c - a - b, c + a - b, c + a + b, c - a + b]
    }

    /// The upright box around it.
    pub fn bounds(&self) -> Rect {
        let along = self.along * (self.length / 2.0);
        let across = self.along.turned() * (self.width / 2.0);
        let half = Point::new(along.x.abs() + across.x.abs(), along.y.abs() + across.y.abs());
        Rect { min: self.centre - half, max: self.centre + half }
    }

    /// How far a point is from it; 0 inside.
    pub fn distance(&self, p: Point) -> f64 {
        let way = p - self.centre;
        let (x, y) =
            (way.dot(self.along).abs() - self.length / 2.0, way.dot(self.along.turned()).abs() - self.width / 2.0);
        Point::new(x.max(0.0), y.max(0.0)).length()
    }

    /// Whether two such boxes have more than an edge in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        let apart = |one: &Self, two: &Self| {
            let corners = two.corners();
            [(one.along, one.length), (one.along.turned(), one.width)].into_iter().any(|(axis, size)| {
                let reach = corners.map(|corner| (corner - one.centre).dot(axis));
                let (low, high) = reach.into_iter().fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
                low >= size / 2.0 || high <= -size / 2.0
            })
        };
        !apart(self, other) && !apart(other, self)
    }

    /// Whether an upright box and this one have more than an edge in common.
    pub fn meets(&self, rect: Rect) -> bool {
        if !self.bounds().meets(rect) {
            return false;
        }
        // Two convex shapes are apart if and only if they are so in the direction of one of their edges.
        let corners = [rect.min, Point::new(rect.max.x, rect.min.y), rect.max, Point::new(rect.min.x, rect.max.y)];
        [(self.along, self.length), (self.along.turned(), self.width)].into_iter().all(|(axis, size)| {
            let reach = corners.map(|corner| (corner - self.centre).dot(axis));
            let (low, high) = reach.into_iter().fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
            low < size / 2.0 && high > -size / 2.0
        })
    }
}

/// Points sorted into squares of the plane, all at once.
pub(crate) struct PointGrid {
    frame: Frame,
    /// Where the points of each square begin.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl PointGrid {
    /// These points, by number, in squares of about this size; nothing for none.
    pub fn new(points: impl Iterator<Item = Point> + Clone, size: f64) -> Option<Self> {
        let frame = Frame::new(Rect::of(points.clone())?, size);
        let square = |p: Point| frame.row(p.y) * frame.columns + frame.column(p.x);
        let mut starts = vec![0; frame.columns * frame.rows + 1];
        points.clone().for_each(|p| starts[square(p) + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut items = vec![0; starts.last().copied().unwrap_or_default() as usize];
        for (i, p) in points.enumerate() {
            let at = &mut next[square(p)];
            items[*at as usize] = i as u32;
            *at += 1;
        }
        Some(Self { frame, starts, items })
    }

    /// The points in the squares that a box touches, in a row for each row of squares.
    pub fn near(&self, area: Rect) -> impl Iterator<Item = &[u32]> {
        let (from, to) = (self.frame.column(area.min.x), self.frame.column(area.max.x));
        let rows = self.frame.row(area.min.y)..=self.frame.row(area.max.y);
        rows.map(move |row| {
            let (from, to) = (row * self.frame.columns + from, row * self.frame.columns + to + 1);
            let found = &self.items[self.starts[from] as usize..self.starts[to] as usize];
            if work::look(1 + found.len()) { found } else { &[] }
        })
    }
}

/// Squares that cover an area.
#[derive(Clone, Copy)]
struct Frame {
    size: f64,
    min: Point,
    columns: usize,
    rows: usize,
}

impl Frame {
    fn new(area: Rect, size: f64) -> Self {
        let size = size.max(area.width() / MOST_SQUARES).max(area.height() / MOST_SQUARES).max(1.0);
        let count = |length: f64| (length / size).max(0.0) as usize + 1;
        Self { size, min: area.min, columns: count(area.width()), rows: count(area.height()) }
    }

    fn column(&self, x: f64) -> usize {
        (((x - self.min.x) / self.size).max(0.0) as usize).min(self.columns - 1)
    }

    fn row(&self, y: f64) -> usize {
        (((y - self.min.y) / self.size).max(0.0) as usize).min(self.rows - 1)
    }
}

/// Numbers sorted into squares of the plane, so that those nearby are found without looking at all.
pub(crate) struct Grid {
    frame: Frame,
    cells: Vec<Vec<u32>>,
}

/// Most squares in one direction.
const MOST_SQUARES: f64 = 512.0;

impl Grid {
    /// Squares of about this size over this area.
    pub fn new(area: Rect, size: f64) -> Self {
        let frame = Frame::new(area, size);
        Self { frame, cells: vec![Vec::new(); frame.columns * frame.rows] }
    }

    fn squares(&self, area: Rect) -> impl Iterator<Item = usize> + use<> {
        let frame = self.frame;
        let (from, to) = (frame.column(area.min.x), frame.column(area.max.x));
        (frame.row(area.min.y)..=frame.row(area.max.y))
            .flat_map(move |row| row * frame.columns + from..row * frame.columns + to + 1)
    }

    /// Puts a number into every square that a box touches.
    pub fn put(&mut self, area: Rect, number: u32) {
        self.squares(area).filter(|_| work::look(1)).for_each(|square| self.cells[square].push(number));
    }

    /// Takes a number out again.
    pub fn take(&mut self, area: Rect, number: u32) {
        self.squares(area).for_each(|square| self.cells[square].retain(|other| *other != number));
    }

    /// The numbers in the squares that a box touches; some may come more than once.
    pub fn near(&self, area: Rect) -> impl Iterator<Item = u32> + '_ {
        let found = self.squares(area).map(|square| self.cells[square].as_slice());
        found.filter(|found| work::look(1 + found.len())).flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slanted_box_meets_what_it_covers_and_nothing_else() {
        let along = Point::new(3.0, 4.0).unit();
        let space = Slanted { centre: Point::new(10.0, 10.0), along, length: 20.0, width: 4.0 };
        let dot = |x, y| Rect::around(Point::new(x, y), 1.0, 1.0);
        assert!(space.meets(dot(10.0, 10.0)) && space.meets(dot(15.0, 16.5)));
        // Within its bounds, but beside it.
        assert!(space.bounds().meets(dot(15.0, 5.0)) && !space.meets(dot(15.0, 5.0)));
        assert!(!space.meets(dot(30.0, 10.0)));
        assert_eq!(space.distance(space.centre), 0.0);
        assert!((space.distance(space.centre + along * 15.0) - 5.0).abs() < 1e-9);
        assert_eq!(Rect::of(space.corners()).map(|r| (r.width().round(), r.height().round())), Some((15.0, 18.0)));
    }

    #[test]
    fn squares_hold_what_touches_them() {
        let area = Rect { min: Point::new(-50.0, 0.0), max: Point::new(50.0, 20.0) };
        let mut grid = Grid::new(area, 10.0);
        let place = Rect::around(Point::new(0.0, 10.0), 5.0, 5.0);
        grid.put(place, 7);
        assert!(grid.near(place).all(|n| n == 7) && grid.near(place).count() > 0);
        assert_eq!(grid.near(Rect::around(Point::new(40.0, 10.0), 5.0, 5.0)).count(), 0);
        // What lies outside is held at the edge.
        grid.put(Rect::around(Point::new(1e9, 1e9), 1.0, 1.0), 8);
        assert_eq!(grid.near(Rect::around(Point::new(2e9, 2e9), 1.0, 1.0)).collect::<Vec<_>>(), [8]);
        grid.take(place, 7);
        assert_eq!(grid.near(place).count(), 0);
    }
}
