//! Smooth lines through points, measured along the way.

use crate::geometry::Point;

/// Steps between two points that are given.
const STEPS: usize = 6;

/// What is off by less is straight.
const STRAIGHT: f64 = 0.35;

/// A line of many short steps.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Curve {
    points: Vec<Point>,
    /// How far along each point is.
    far: Vec<f64>,
}

impl Curve {
    /// A line of straight steps.
    pub fn of(points: Vec<Point>) -> Self {
        let mut far = Vec::with_capacity(points.len());
        let mut so_far = 0.0;
        for (i, p) in points.iter().enumerate() {
            if i > 0 {
                so_far += points[i - 1].distance(*p);
            }
            far.push(so_far);
        }
        Self { points, far }
    }

    /// A smooth line through these points.
    pub fn through(given: &[Point]) -> Self {
        let mut points = Vec::with_capacity(given.len() * STEPS);
        for i in 0..given.len().saturating_sub(1) {
            let (p1, p2) = (given[i], given[i + 1]);
            let p0 = if i > 0 { given[i - 1] } else { p1 + (p1 - p2) };
            let p3 = given.get(i + 2).copied().unwrap_or(p2 + (p2 - p1));
            for step in 0..STEPS {
                let t = step as f64 / STEPS as f64;
                let (a, b) = (p2 - p0, p0 * 2.0 - p1 * 5.0 + p2 * 4.0 - p3);
                let c = p1 * 3.0 - p0 - p2 * 3.0 + p3;
                points.push((p1 * 2.0 + a * t + b * (t * t) + c * (t * t * t)) * 0.5);
            }
        }
        points.extend(given.last());
        Self::of(points)
    }

    /// How long it is.
    pub fn length(&self) -> f64 {
        self.far.last().copied().unwrap_or_default()
    }

    /// The point so far along it.
    pub fn point(&self, far: f64) -> Point {
        let at = self.far.partition_point(|f| *f < far).min(self.points.len().saturating_sub(1));
        if at == 0 {
            return self.points.first().copied().unwrap_or_default();
        }
        let (a, b) = (self.far[at - 1], self.far[at]);
        let part = if b - a > 1e-9 { ((far - a) / (b - a)).clamp(0.0, 1.0) } else { 0.0 };
        self.points[at - 1].towards(self.points[at], part)
    }

    /// Its direction so far along it, seen over a stretch.
    pub fn direction(&self, far: f64, stretch: f64) -> Point {
        let end = self.length();
        let (from, to) = ((far - stretch).max(0.0).min(end), (far + stretch).min(end).max(0.0));
        (self.point(to) - self.point(from)).unit()
    }

    /// The part of it between two distances, so much to the side.
    pub fn beside(&self, from: f64, to: f64, aside: f64) -> Self {
        let steps = (((to - from) / 4.0).max(1.0) as usize).min(400);
        let point = |i: usize| {
            let far = from + (to - from) * i as f64 / steps as f64;
            self.point(far) + self.direction(far, 5.0).turned() * aside
        };
        Self::of((0..=steps).map(point).collect())
    }

    /// Its points, fewer of them where it is straight.
    pub fn simple(&self) -> Vec<Point> {
        let mut kept = vec![false; self.points.len()];
        let Some(last) = self.points.len().checked_sub(1) else { return Vec::new() };
        (kept[0], kept[last]) = (true, true);
        // Between two that are kept, the one that is farthest off is kept too, if it is off at all.
        let mut spans = vec![(0, last)];
        while let Some((from, to)) = spans.pop() {
            let (a, b) = (self.points[from], self.points[to]);
            let across = (b - a).unit().turned();
            let off = |i: &usize| (self.points[*i] - a).dot(across).abs();
            let farthest = (from + 1..to).max_by(|i, j| off(i).total_cmp(&off(j)));
            if let Some(at) = farthest.filter(|at| off(at) > STRAIGHT) {
                kept[at] = true;
                spans.extend([(from, at), (at, to)]);
            }
        }
        self.points.iter().zip(kept).filter(|(_, kept)| *kept).map(|(p, _)| *p).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_through_its_points_and_knows_how_long_it_is() {
        let given = [Point::new(0.0, 0.0), Point::new(10.0, 0.0), Point::new(20.0, 0.0), Point::new(30.0, 0.0)];
        let curve = Curve::through(&given);
        assert!((curve.length() - 30.0).abs() < 1e-6);
        assert!(curve.point(10.0).distance(given[1]) < 1e-6);
        assert_eq!((curve.point(-5.0), curve.point(99.0)), (given[0], given[3]));
        let beside = curve.beside(5.0, 25.0, 3.0);
        assert!((beside.length() - 20.0).abs() < 1e-6 && beside.point(0.0).distance(Point::new(5.0, 3.0)) < 1e-6);
    }

    #[test]
    fn nothing_is_a_line_too() {
        assert_eq!(Curve::through(&[]).point(3.0), Point::default());
        let dot = Curve::through(&[Point::new(1.0, 2.0)]);
        assert_eq!((dot.length(), dot.point(1.0)), (0.0, Point::new(1.0, 2.0)));
        assert!(dot.beside(0.0, 0.0, 5.0).length() < 1e-9);
    }
}
