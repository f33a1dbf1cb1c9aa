//! Groups of entries in an order of which no pair differs.

use std::ops::Range;

/// The maximal ranges of `n` ordered entries within which every pair is alike; ranges of one entry are left out. `alike(a, b)`
/// is asked for a < b.
pub fn cliques(n: usize, alike: impl Fn(usize, usize) -> bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for start in 0..n {
        let fits = |end: &usize| (start..*end).all(|a| alike(a, *end));
        let end = (start + 1..n).take_while(fits).last().map_or(start + 1, |last| last + 1);
        if end > start + 1 && found.last().is_none_or(|before| before.end < end) {
            found.push(start..end);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::cliques;

    #[test]
    fn ranges_are_maximal() {
        let near = |a: usize, b: usize| b - a <= 2;
        assert_eq!(cliques(5, near), [0..3, 1..4, 2..5]);
        assert_eq!(cliques(4, |_, _| true), from_ref(&(0..4)));
        assert!(cliques(4, |_, _| false).is_empty() && cliques(0, |_, _| true).is_empty());
        // 1 and 2 differ, so nothing joins 0 with 2.
        assert_eq!(cliques(3, |a, b| (a, b) != (1, 2)), from_ref(&(0..2)));
    }
}
