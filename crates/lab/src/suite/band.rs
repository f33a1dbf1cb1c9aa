//! Bands of effort.

/// The bands by their powers of ten: band 3 holds the boards on which the median engine needs from 10^3 to below 10^4
/// conflicts or nodes, the last band also those on which it needs more or runs out.
pub const BANDS: [u32; 5] = [2, 3, 4, 5, 6];

/// The median of the efforts of engines, None for one that gave no answer, which counts as more than any number; of an even
/// number of engines the lower of the middle two. None if the median engine gave no answer.
pub fn median(efforts: &[Option<u64>]) -> Option<u64> {
    let mut all: Vec<u64> = efforts.iter().map(|effort| effort.unwrap_or(u64::MAX)).collect();
    all.sort_unstable();
    all.get(all.len().saturating_sub(1) / 2).copied().filter(|&effort| effort < u64::MAX)
}

/// The band of a median effort; None below the first band.
pub fn band_of(median: Option<u64>) -> Option<u32> {
    let power = median.map_or(BANDS[BANDS.len() - 1], |effort| effort.checked_ilog10().unwrap_or(0));
    BANDS.iter().rev().copied().find(|&band| power >= band)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_bands_are_those_worked_out_by_hand() {
        assert_eq!(median(&[Some(900), None, Some(50), Some(7000)]), Some(900));
        assert_eq!(median(&[Some(1), Some(2), Some(3)]), Some(2));
        assert_eq!(median(&[None, None, Some(50), Some(7000)]), Some(7000));
        assert_eq!(median(&[None, None, Some(50), None]), None);
        assert_eq!(median(&[]), None);
        let bands = [0, 99, 100, 999, 1000, 1_000_000, 99_000_000].map(|effort| band_of(Some(effort)));
        assert_eq!(bands, [None, None, Some(2), Some(2), Some(3), Some(6), Some(6)]);
        assert_eq!(band_of(None), Some(6));
    }
}
