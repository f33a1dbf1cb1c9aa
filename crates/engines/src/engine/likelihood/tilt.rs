//! The odds of a mine under which floats weigh models: those at which the mean number of mines is the total (the saddle point of
//! Daniels 1954, "Saddlepoint approximations in statistics"). There the models that matter are the heaviest of every part, so
//! none of them underflows.

/// Products further than this from the largest, in powers of e, may underflow; a float reaches to about 700.
const FAR: f64 = 100.0;

/// Powers of e by which the odds move at most.
const FARTHEST: f64 = 40.0;

/// Odds that suit the total better; None if these do. `tallies` has the weight of every part by its mines, under these odds.
pub fn better_odds<'a>(
    tallies: impl Iterator<Item = &'a [f64]> + Clone,
    floating: usize,
    total: i64,
    odds: f64,
) -> Option<f64> {
    // Mean of the mines if the odds are multiplied by e to the power of `shift`.
    let mean = |shift: f64| {
        let own = odds * shift.exp();
        tallies.clone().map(|tally| mean_mines(tally, shift)).sum::<f64>() + floating as f64 * own / (1.0 + own)
    };
    let (least, most) = (mean(-FARTHEST), mean(FARTHEST));
    // Half a mine from the ends the odds are still finite.
    let end = 0.5_f64.min((most - least) / 2.0);
    let target = (total as f64).max(least + end).min(most - end);
    let now = mean(0.0) - target;
    if now.abs() <= 0.5 {
        return None;
    }
    let (mut low, mut high) = if now > 0.0 { (-FARTHEST, 0.0) } else { (0.0, FARTHEST) };
    while high - low > 1e-6 {
        let middle = f64::midpoint(low, high);
        if mean(middle) < target { low = middle } else { high = middle }
    }
    (high.abs() * now.abs() > FAR).then(|| odds * high.exp())
}

/// Mean of the mines of a part, each mine with a factor of e to the power of `shift` more.
fn mean_mines(tally: &[f64], shift: f64) -> f64 {
    let some = || tally.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
    let power = |(mines, weight): (usize, &f64)| weight.ln() + mines as f64 * shift;
    let most = some().map(power).fold(f64::NEG_INFINITY, f64::max);
    let (sum, of_mines) = some().fold((0.0, 0.0), |(sum, of_mines), (mines, weight)| {
        let weight = (power((mines, weight)) - most).exp();
        (sum + weight, of_mines + weight * mines as f64)
    });
    if sum > 0.0 { of_mines / sum } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_under_better_odds_is_the_total() {
        // 500 parts of one mine; the other mines lie among 21,600 cells.
        let parts = vec![vec![0.0, 1.0]; 500];
        let better = better_odds(parts.iter().map(Vec::as_slice), 21_600, 20_000, 3.57).unwrap();
        assert!((21_600.0 * better / (1.0 + better) - 19_500.0).abs() < 0.1);
        assert_eq!(better_odds(parts.iter().map(Vec::as_slice), 21_600, 20_000, better), None);
        // Small boards are near enough to any odds; no odds make up for a total that cannot be.
        assert_eq!(better_odds([&[1.0, 2.0, 1.0][..]].into_iter(), 10, 9, 0.5), None);
        assert_eq!(better_odds(parts.iter().map(Vec::as_slice), 0, 400, 1.0), None);
    }
}
