//! A plan for boards without coordinates: cities as far from each other as the routes between them are long.

use crate::geometry::Point;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rounds of pulling cities to where all others want them.
const ROUNDS: usize = 120;
/// Beyond this many cities rounds are spared.
const MANY: usize = 300;

/// Where cities lie whose routes are so long; each route is its two cities and its length.
pub(crate) fn plan(cities: usize, routes: &[(usize, usize, f64)]) -> Vec<Point> {
    let far = distances(cities, routes);
    let mut points = first_guess(cities, &far);
    let rounds = if cities > MANY { (ROUNDS * MANY * MANY / (cities * cities)).max(10) } else { ROUNDS };
    for _ in 0..rounds {
        pull(&mut points, &far);
    }
    upright(&mut points);
    points
}

/// How far every city is from every other along routes; those that no way joins are farther than any others.
fn distances(cities: usize, routes: &[(usize, usize, f64)]) -> Vec<Vec<f64>> {
    let mut next: Vec<Vec<(usize, u64)>> = vec![Vec::new(); cities];
    // In thousandths, which add up in any order.
    for (a, b, length) in routes {
        let length = (length * 1000.0).max(1.0) as u64;
        next[*a].push((*b, length));
        next[*b].push((*a, length));
    }
    let mut all: Vec<Vec<Option<u64>>> = Vec::with_capacity(cities);
    for from in 0..cities {
        let mut far: Vec<Option<u64>> = vec![None; cities];
        let mut queue = BinaryHeap::from([Reverse((0, from))]);
        far[from] = Some(0);
        while let Some(Reverse((so_far, at))) = queue.pop() {
            if far[at].is_some_and(|best| best < so_far) {
                continue;
            }
            for (to, length) in &next[at] {
                let way = so_far + length;
                if far[*to].is_none_or(|best| way < best) {
                    far[*to] = Some(way);
                    queue.push(Reverse((way, *to)));
                }
            }
        }
        all.push(far);
    }
    let most = all.iter().flatten().flatten().max().copied().unwrap_or_default().max(1000);
    let length = |far: &Option<u64>| far.unwrap_or(most + most / 4) as f64 / 1000.0;
    all.iter().map(|row| row.iter().map(length).collect()).collect()
}

/// The two directions in which distances differ most (classical scaling, found by repeated multiplication).
fn first_guess(cities: usize, far: &[Vec<f64>]) -> Vec<Point> {
    let squares: Vec<Vec<f64>> = far.iter().map(|row| row.iter().map(|d| d * d).collect()).collect();
    let mean = |row: &Vec<f64>| row.iter().sum::<f64>() / cities.max(1) as f64;
    let means: Vec<f64> = squares.iter().map(mean).collect();
    let whole = means.iter().sum::<f64>() / cities.max(1) as f64;
    let inner = |i: usize, j: usize| -0.5 * (squares[i][j] - means[i] - means[j] + whole);
    let mut found: Vec<Vec<f64>> = Vec::new();
    for axis in 0..2 {
        // Any start that is no multiple of a later axis will do.
        let mut v: Vec<f64> = (0..cities).map(|i| 1.0 + ((i * 7919 + axis * 104_729) % 1009) as f64 / 1009.0).collect();
        for _ in 0..if cities > MANY { 12 } else { 40 } {
            for other in &found {
                let along: f64 = v.iter().zip(other).map(|(a, b)| a * b).sum();
                v.iter_mut().zip(other).for_each(|(a, b)| *a -= along * b);
            }
            let w: Vec<f64> = (0..cities).map(|i| (0..cities).map(|j| inner(i, j) * v[j]).sum()).collect();
            let size = w.iter().map(|a| a * a).sum::<f64>().sqrt();
            if size < 1e-9 {
                break;
            }
            v = w.iter().map(|a| a / size).collect();
        }
        let length = v.iter().map(|a| a * a).sum::<f64>().sqrt().max(1e-9);
        found.push(v.iter().map(|a| a / length).collect());
    }
    let spread = far.iter().flatten().fold(1.0_f64, |m, d| m.max(*d)) * (cities.max(1) as f64).sqrt() / 2.0;
    // No two in one place, so that each knows where to go.
    let apart = |i: usize| (i as f64 + 1.0) * 1e-3;
    (0..cities).map(|i| Point::new(found[0][i] * spread + apart(i), found[1][i] * spread - apart(i * i % 17))).collect()
}

/// Every city goes to the mean of the places where each other one wants it, near ones with more say.
fn pull(points: &mut [Point], far: &[Vec<f64>]) {
    for i in 0..points.len() {
        let (mut sum, mut weight) = (Point::default(), 0.0);
        for j in (0..points.len()).filter(|j| *j != i) {
            let want = far[i][j].max(1e-3);
            let say = 1.0 / (want * want);
            let away = points[i] - points[j];
            let length = away.length();
            let away = if length > 1e-9 { away * (want / length) } else { Point::new(want, 0.0) };
            sum = sum + (points[j] + away) * say;
            weight += say;
        }
        if weight > 0.0 {
            points[i] = sum * (1.0 / weight);
        }
    }
}

/// Turns a plan so that it is wider than high, with the first city in the upper left half.
fn upright(points: &mut [Point]) {
    let count = points.len().max(1) as f64;
    let mean = points.iter().fold(Point::default(), |sum, p| sum + *p) * (1.0 / count);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for p in points.iter_mut() {
        *p = *p - mean;
        (xx, yy, xy) = (xx + p.x * p.x, yy + p.y * p.y, xy + p.x * p.y);
    }
    // The direction in which the plan is longest.
    let half = (xx - yy) / 2.0;
    let root = (half * half + xy * xy).sqrt();
    let axis = if xy.abs() > 1e-9 {
        Point::new(half + root, xy).unit()
    } else if xx >= yy {
        Point::new(1.0, 0.0)
    } else {
        Point::new(0.0, 1.0)
    };
    for p in points.iter_mut() {
        *p = Point::new(p.dot(axis), axis.cross(*p));
    }
    if let Some(first) = points.first().copied() {
        let (x, y) = (if first.x > 0.0 { -1.0 } else { 1.0 }, if first.y > 0.0 { -1.0 } else { 1.0 });
        points.iter_mut().for_each(|p| *p = Point::new(p.x * x, p.y * y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_cities_lies_in_a_line() {
        let points = plan(4, &[(0, 1, 2.0), (1, 2, 4.0), (2, 3, 1.0)]);
        assert!(points.iter().all(|p| p.y.abs() < 0.1), "{points:?}");
        assert!(points.is_sorted_by(|a, b| a.x < b.x));
        assert!((points[0].distance(points[3]) - 7.0).abs() < 0.1);
    }

    #[test]
    fn no_plan_is_too_odd() {
        assert_eq!(plan(0, &[]), []);
        assert_eq!(plan(1, &[]).len(), 1);
        // Two that nothing joins, and a route from a city to itself.
        let points = plan(3, &[(0, 0, 1.0), (0, 1, 3.0)]);
        assert!(points.iter().all(|p| p.length().is_finite()));
        assert!(points[0].distance(points[2]) > points[0].distance(points[1]));
    }

    #[test]
    fn a_square_has_four_corners() {
        let sides: Vec<_> = (0..4).map(|i| (i, (i + 1) % 4, 3.0)).collect();
        let points = plan(4, &sides);
        for (a, b, _) in sides {
            assert!((points[a].distance(points[b]) - 3.0).abs() < 0.5, "{points:?}");
        }
    }
}
