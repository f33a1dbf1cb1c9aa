//! Scores of engines over instances.

/// The geometric mean of positive numbers.
pub fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, logs) = values.fold((0u32, 0.0), |(count, sum), v| (count + 1, sum + v.ln()));
    (count > 0).then(|| (logs / f64::from(count)).exp())
}

/// Median; the mean of the middle two for an even number. None for an empty list.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[n / 2]),
        n => Some(f64::midpoint(values[n / 2 - 1], values[n / 2])),
    }
}

/// Median where None counts as longer than everything; None if the median is not a number then.
pub fn median_of_solved(times: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    median(times.map(|t| t.unwrap_or(f64::INFINITY)).collect()).filter(|m| m.is_finite())
}

/// PAR-2: the mean time, with unsolved instances at twice their limit.
pub fn par2(times: impl Iterator<Item = (Option<f64>, f64)>) -> Option<f64> {
    let all: Vec<f64> = times.map(|(time, limit)| time.unwrap_or(2.0 * limit)).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsolved_counts_twice_its_limit() {
        assert_eq!(par2([(Some(1.0), 10.0), (None, 10.0), (None, 2.5)].into_iter()), Some(26.0 / 3.0));
        assert_eq!(par2(std::iter::empty()), None);
    }

    #[test]
    fn medians() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0]), Some(2.5));
        assert_eq!(median(vec![]), None);
        assert_eq!(median_of_solved([Some(1.0), None, Some(2.0)].into_iter()), Some(2.0));
        assert_eq!(median_of_solved([Some(1.0), None].into_iter()), None);
    }
}
