//! The word that a misspelled one was meant to be.

/// Edits between two words: letters left out, put in or changed, and neighbours swapped.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swapped = if is_swap { table[i - 2][j - 2] + 1 } else { usize::MAX };
                let changed = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                changed.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1).min(swapped)
            };
        }
    }
    table[a.len()][b.len()]
}

/// The choice with the fewest edits, the first of several; None if it takes more than one for three letters.
pub fn nearest<'a>(word: &str, choices: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let close = choices.map(|choice| (edits(word, choice), choice)).min_by_key(|(edits, _)| *edits)?;
    (close.0 <= word.chars().count().max(3) / 3).then_some(close.1)
}

/// The suggestion in a message.
pub fn hint(near: Option<&str>) -> String {
    near.map_or(String::new(), |near| format!(" (did you mean {near:?}?)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_words_are_recognized() {
        let engines = ["brute", "frontier", "sat", "search", "ilp"];
        for (word, meant) in [
            ("fronteir", Some("frontier")),
            ("fontier", Some("frontier")),
            ("sta", Some("sat")),
            ("serch", Some("search")),
            ("frontiers", Some("frontier")),
            ("nosuch", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, engines.into_iter()), meant, "{word}");
        }
        assert_eq!((edits("ab", "ba"), edits("abc", ""), edits("kitten", "sitting")), (1, 3, 3));
    }
}
