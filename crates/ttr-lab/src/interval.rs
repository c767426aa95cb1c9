//! Confidence intervals of 95 %.

/// Of a normal distribution 95 % lie within so many standard deviations of the mean.
const Z: f64 = 1.959_963_984_540_054;

/// The interval of a share (Wilson's): in which the true share of `part` in `whole` lies, if these are a sample.
pub fn of_share(part: u64, whole: u64) -> Option<[f64; 2]> {
    if whole == 0 {
        return None;
    }
    let (n, p) = (whole as f64, part as f64 / whole as f64);
    let middle = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    Some([((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)])
}

/// Numbers added up: exact, so that their order does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    n: u64,
    total: i128,
    squares: i128,
    range: Option<[i64; 2]>,
}

impl Sum {
    /// Takes in a number.
    pub fn add(&mut self, value: i64) {
        self.merge(&Self {
            n: 1,
            total: value.into(),
            squares: i128::from(value) * i128::from(value),
            range: Some([value; 2]),
        });
    }

    /// Takes in all that another has taken in.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.total += other.total;
        self.squares += other.squares;
        self.range = match (self.range, other.range) {
            (Some([a, b]), Some([c, d])) => Some([a.min(c), b.max(d)]),
            (one, other) => one.or(other),
        };
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        if self.n == 0 { 0.0 } else { self.total as f64 / self.n as f64 }
    }

    /// The least and the most.
    pub fn range(&self) -> Option<[i64; 2]> {
        self.range
    }

    /// Half the width of the interval of the mean; nothing for a single number, which says nothing about others.
    pub fn half_width(&self) -> Option<f64> {
        let n = i128::from(self.n);
        // Exact up to here: n numbers of 64 bits, squared.
        let spread = n.checked_mul(self.squares)?.checked_sub(self.total.checked_mul(self.total)?)?;
        (n > 1).then(|| {
            let variance = spread as f64 / (n as f64 * (n - 1) as f64);
            Z * (variance / n as f64).sqrt()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn wilson_gives_the_values_of_the_literature() {
        // Newcombe (1998), table I, method 3.
        for (part, whole, low, high) in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)] {
            let [a, b] = of_share(part, whole).unwrap();
            assert!(near(a, low) && near(b, high), "{part} of {whole}: {a} to {b}");
        }
        assert_eq!(of_share(0, 0), None);
        assert!(near(of_share(29, 29).unwrap()[1], 1.0));
    }

    #[test]
    fn sums_do_not_depend_on_their_order() {
        let numbers = [5, -3, 12, 0, 7, i64::from(i32::MIN), i64::from(i32::MAX)];
        let mut one = Sum::default();
        numbers.iter().for_each(|n| one.add(*n));
        let (mut front, mut back) = (Sum::default(), Sum::default());
        numbers[4..].iter().rev().for_each(|n| back.add(*n));
        numbers[..4].iter().for_each(|n| front.add(*n));
        back.merge(&front);
        assert_eq!(one, back);
        assert_eq!(one.range(), Some([i32::MIN.into(), i32::MAX.into()]));
    }

    #[test]
    fn the_mean_has_its_interval() {
        let mut sum = Sum::default();
        assert_eq!((sum.mean(), sum.half_width(), sum.range()), (0.0, None, None));
        sum.add(2);
        assert_eq!(sum.half_width(), None);
        [4, 4, 4, 5, 5, 7, 9].iter().for_each(|n| sum.add(*n));
        assert_eq!(sum.mean(), 5.0);
        // Standard deviation 2.13809 of 8 numbers.
        assert!(near(sum.half_width().unwrap(), 1.959_96 * 2.138_09 / 8f64.sqrt()));
    }
}
