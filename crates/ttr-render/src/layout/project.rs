//! From the globe to the plane: a projection that fits the part of the world that a board shows.

use crate::geometry::Point;

/// Wider boards than this are drawn on a cylinder, narrower ones on a cone.
const WIDE: f64 = 150.0;
/// Projected places are rounded to this, so that machines that differ in the last digit of a sine draw the same board.
const GRAIN: f64 = 1e-7;

/// The projection of a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Projection {
    /// Miller's cylinder, cut at a longitude.
    Cylinder { cut: f64 },
    /// A cone with true distances from north to south, around a longitude.
    Cone { middle: f64, n: f64, apex: f64 },
    /// The plane, with true distances along a latitude.
    Plane { middle: f64, shrunk: f64 },
}

/// Degrees east of a longitude, from 0 to 360.
fn east_of(from: f64, longitude: f64) -> f64 {
    (longitude - from).rem_euclid(360.0)
}

impl Projection {
    /// The projection for these places, cut where the board is, or else where the world is emptiest.
    pub fn fitting(places: &[[f64; 2]], wrap: Option<f64>) -> Self {
        let cut = wrap.unwrap_or_else(|| emptiest(places));
        let wide =
            places.iter().map(|at| east_of(cut, at[1])).fold((360.0_f64, 0.0_f64), |(l, h), e| (l.min(e), h.max(e)));
        let span = (wide.1 - wide.0).max(0.0);
        if wrap.is_some() || span > WIDE {
            return Self::Cylinder { cut };
        }
        let middle = cut + wide.0 + span / 2.0;
        let (south, north) = places.iter().fold((90.0_f64, -90.0_f64), |(s, n), at| (s.min(at[0]), n.max(at[0])));
        let height = (north - south).max(0.0);
        // Two circles of latitude are drawn as long as they are, a sixth from the southern and the northern end.
        let (low, high) = ((south + height / 6.0).to_radians(), (north - height / 6.0).to_radians());
        let n = if (high - low).abs() > 1e-3 { (low.cos() - high.cos()) / (high - low) } else { low.sin() };
        if n.abs() < 0.05 || !n.is_finite() {
            let latitude = ((south + north) / 2.0).clamp(-85.0, 85.0).to_radians();
            return Self::Plane { middle, shrunk: latitude.cos() };
        }
        Self::Cone { middle, n, apex: low.cos() / n + low }
    }

    /// A place in the plane, in radians of the globe.
    pub fn place(&self, at: [f64; 2]) -> Point {
        let latitude = at[0].clamp(-89.0, 89.0).to_radians();
        let p = match *self {
            Self::Cylinder { cut } => {
                let y = 1.25 * (std::f64::consts::FRAC_PI_4 + 0.4 * latitude).tan().ln();
                Point::new(east_of(cut, at[1]).to_radians(), -y)
            }
            Self::Cone { middle, n, apex } => {
                let angle = n * (east_of(middle - 180.0, at[1]) - 180.0).to_radians();
                let far = apex - latitude;
                Point::new(far * angle.sin(), far * angle.cos())
            }
            Self::Plane { middle, shrunk } => {
                let east = (east_of(middle - 180.0, at[1]) - 180.0).to_radians();
                Point::new(east * shrunk, -latitude)
            }
        };
        Point::new((p.x / GRAIN).round() * GRAIN, (p.y / GRAIN).round() * GRAIN)
    }
}

/// The longitude in the middle of the widest gap between places.
fn emptiest(places: &[[f64; 2]]) -> f64 {
    let mut all: Vec<f64> = places.iter().map(|at| at[1].rem_euclid(360.0)).collect();
    all.sort_by(f64::total_cmp);
    let Some((first, last)) = all.first().zip(all.last()) else { return -180.0 };
    let around = (first + 360.0 - last, *last);
    let gaps = all.windows(2).map(|two| (two[1] - two[0], two[0]));
    let (gap, from) = gaps.fold(around, |best, gap| if gap.0 > best.0 { gap } else { best });
    from + gap / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn north_is_up_and_east_is_right() {
        let boards: [&[[f64; 2]]; 4] = [
            &[[40.0, -120.0], [40.0, -70.0], [48.0, -90.0]],
            &[[-40.0, 140.0], [-40.0, 175.0], [-20.0, 150.0]],
            &[[-5.0, 20.0], [-5.0, 30.0], [5.0, 25.0]],
            &[[60.0, 170.0], [60.0, -170.0], [66.0, 180.0]],
        ];
        for board in boards {
            let projection = Projection::fitting(board, None);
            let [west, east, north] = [0, 1, 2].map(|i| projection.place(board[i]));
            assert!(west.x < north.x && north.x < east.x, "{projection:?}");
            assert!(north.y < west.y && north.y < east.y, "{projection:?}");
        }
    }

    #[test]
    fn the_whole_world_is_cut_where_the_map_says() {
        let projection = Projection::fitting(&[[0.0, 0.0], [10.0, 170.0]], Some(-135.0));
        assert_eq!(projection, Projection::Cylinder { cut: -135.0 });
        let (before, behind) = (projection.place([0.0, -136.0]), projection.place([0.0, -134.0]));
        assert!(before.x > 6.0 && behind.x < 0.1);
    }

    #[test]
    fn odd_places_are_places_too() {
        for board in [&[][..], &[[90.0, 0.0]], &[[-90.0, 180.0], [90.0, -180.0]], &[[0.0, 0.0], [0.0, 0.0]]] {
            let projection = Projection::fitting(board, None);
            assert!(board.iter().all(|at| projection.place(*at).length().is_finite()), "{board:?}");
        }
    }
}
