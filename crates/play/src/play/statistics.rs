//! Error bars: Wilson's interval for a share, McNemar's exact test for two players on the same boards, and a share
//! corrected by a control variate.

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
        return libm::erfc(z / std::f64::consts::SQRT_2);
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

/// Games of two players on the same boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairedGames {
    /// All of them, games lost by both included.
    pub games: u64,
    /// Won by both.
    pub both: u64,
    /// Won by the first alone.
    pub first: u64,
    /// Won by the second alone.
    pub second: u64,
}

impl std::ops::AddAssign for PairedGames {
    fn add_assign(&mut self, other: PairedGames) {
        self.games += other.games;
        self.both += other.both;
        self.first += other.first;
        self.second += other.second;
    }
}

impl PairedGames {
    /// The difference of the shares that both won, first minus second, and the half width of its 95 % interval: paired
    /// differences, with half a game added to each of the four outcomes, so that a few games with the same result do
    /// not look certain (Agresti & Min 2005, *Simple improved confidence intervals for comparing matched proportions*).
    /// Not a number without games.
    pub fn difference(&self) -> (f64, f64) {
        let apart = (self.first as f64 - self.second as f64) / self.games as f64;
        let more = self.games as f64 + 2.0;
        let share = |n: u64| (n as f64 + 0.5) / more;
        let variance = share(self.first) + share(self.second) - (share(self.first) - share(self.second)).powi(2);
        (apart, NORMAL_95 * (variance / more).sqrt())
    }
}

/// A share of games won, corrected by a control variate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controlled {
    /// Change of the share per change of the control's share.
    pub slope: f64,
    /// The corrected share; 1 = all games.
    pub share: f64,
    /// Half of the 95 % interval.
    pub error: f64,
}

/// The share of the first player, with the luck of the boards removed: the second, its control variate, won `control`
/// of `games` other games (Lavenberg & Welch 1981, *A perspective on the use of control variables*). Unbiased except
/// for terms of 1 / games, which the slope, estimated from the same games, causes. The error is with half a game added
/// to each of the four outcomes, as in [`PairedGames::difference`]. None without games, or if the control won all of them or
/// none.
pub fn controlled(pairs: PairedGames, control: f64, games: u64) -> Option<Controlled> {
    let share = |won: u64| won as f64 / pairs.games as f64;
    let (first, second) = (share(pairs.both + pairs.first), share(pairs.both + pairs.second));
    let variance = |p: f64| p * (1.0 - p);
    if pairs.games == 0 || games == 0 || variance(second) <= 0.0 {
        return None;
    }
    let common = share(pairs.both) - first * second;
    let slope = common / variance(second);
    let more = pairs.games as f64 + 2.0;
    let (both, apart) = ((pairs.both as f64 + 0.5) / more, (pairs.first as f64 + 0.5) / more);
    let (one, other) = (both + apart, both + (pairs.second as f64 + 0.5) / more);
    let left = (variance(one) - (both - one * other).powi(2) / variance(other)).max(0.0) / more;
    let error = NORMAL_95 * (left + slope * slope * variance(control) / games as f64).sqrt();
    Some(Controlled { slope, share: first - slope * (second - control), error })
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

    #[test]
    fn a_control_takes_luck_out() {
        // The same wins: only the known rate of the control is left.
        let same = controlled(PairedGames { games: 1000, both: 300, first: 0, second: 0 }, 0.25, 10_000).unwrap();
        assert!((same.slope - 1.0).abs() < 1e-12 && (same.share - 0.25).abs() < 1e-12);
        let known = NORMAL_95 * (0.25f64 * 0.75 / 10_000.0).sqrt();
        assert!(same.error > known && same.error < 1.05 * known, "{same:?}");
        // Independent: no correction.
        let apart = controlled(PairedGames { games: 100, both: 20, first: 20, second: 30 }, 0.1, 1 << 40).unwrap();
        assert!(apart.slope.abs() < 1e-12 && (apart.share - 0.4).abs() < 1e-12);
        let (low, high) = wilson(40, 100);
        assert!((2.0 * apart.error - (high - low)).abs() < 0.01);
        // By hand: 0.5 and 0.4 won, covariance 0.1, variance 0.24.
        let by_hand = controlled(PairedGames { games: 10, both: 3, first: 2, second: 1 }, 0.5, u64::MAX).unwrap();
        assert!((by_hand.slope - 0.1 / 0.24).abs() < 1e-12 && (by_hand.share - 0.5 - 0.01 / 0.24).abs() < 1e-12);
        let nothing = PairedGames { games: 5, both: 0, first: 2, second: 0 };
        assert_eq!((controlled(nothing, 0.5, 9), controlled(PairedGames::default(), 0.5, 9)), (None, None));
    }

    /// A control that shares three of four wins: its interval is narrower and has the nominal coverage.
    #[test]
    fn controlled_intervals_hold_the_truth() {
        let mut rng = crate::rng::Rng::new(12);
        let (mut held, mut off, mut plain) = (0, 0.0, 0.0);
        for _ in 0..2000 {
            let mut pairs = PairedGames { games: 400, ..PairedGames::default() };
            for _ in 0..pairs.games {
                match rng.below(100) {
                    ..30 => pairs.both += 1,
                    30..41 => pairs.first += 1,
                    41..51 => pairs.second += 1,
                    _ => {}
                }
            }
            let found = controlled(pairs, 0.4, 1 << 40).unwrap();
            held += u32::from((found.share - 0.41).abs() <= found.error);
            off += (found.share - 0.41f64).powi(2);
            plain += ((pairs.both + pairs.first) as f64 / 400.0 - 0.41f64).powi(2);
        }
        assert!((1850..1950).contains(&held), "{held} of 2000");
        assert!(off < 0.8 * plain, "{off} {plain}");
    }
}
