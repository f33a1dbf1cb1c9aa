//! Error bars: Wilson's interval for a share, McNemar's exact test for two players on the same
//! boards.

/// The 0.975 quantile of the normal distribution.
pub const NORMAL_95: f64 = 1.959_963_984_540_054;

/// 95 % interval of a share of `won` in `games` (Wilson 1927).
pub fn wilson(won: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (games as f64, won as f64 / games as f64);
    let centre = p + NORMAL_95 * NORMAL_95 / (2.0 * n);
    let half = NORMAL_95 * (p * (1.0 - p) / n + NORMAL_95 * NORMAL_95 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + NORMAL_95 * NORMAL_95 / n;
    (((centre - half) / scale).max(0.0), ((centre + half) / scale).min(1.0))
}

/// Two-sided p-value of McNemar's test: of the boards that only one of two players won, `first`
/// were won by the one and `second` by the other. Exact up to 1000 such boards (binomial tail),
/// beyond by the normal approximation with continuity correction.
pub fn mcnemar(first: u64, second: u64) -> f64 {
    let (n, fewer) = (first + second, first.min(second));
    if n == 0 {
        return 1.0;
    }
    if n > 1000 {
        let z = ((first as f64 - second as f64).abs() - 1.0).max(0.0) / (n as f64).sqrt();
        return erfc(z / std::f64::consts::SQRT_2);
    }
    // Sum of C(n, k) / 2^n for k up to `fewer`, in logarithms against underflow.
    let mut ln_term = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = ln_term.exp();
    for k in 1..=fewer {
        ln_term += ((n - k + 1) as f64 / k as f64).ln();
        tail += ln_term.exp();
    }
    (2.0 * tail).min(1.0)
}

/// Complementary error function (Abramowitz & Stegun 7.1.26), absolute error below 1.5e-7.
fn erfc(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly =
        t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    poly * (-x * x).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let (low, high) = wilson(40, 100);
        assert!((low - 0.3094).abs() < 1e-4 && (high - 0.4980).abs() < 1e-4, "{low} {high}");
        assert_eq!(wilson(0, 10).0, 0.0);
        // 2 of 10 discordant: 2 * (1 + 10 + 45) / 1024.
        assert!((mcnemar(2, 8) - 112.0 / 1024.0).abs() < 1e-12);
        assert_eq!(mcnemar(5, 5), 1.0);
        assert!((mcnemar(1000, 1100) - 0.0307).abs() < 1e-3, "{}", mcnemar(1000, 1100));
    }
}
