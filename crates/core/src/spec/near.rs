//! The word that a misspelled one was meant to be. Without the feature `suggest` no word is near another one.

/// The choice with the fewest edits (letters left out, put in or changed, and neighbours swapped), the first of several; None
/// if it takes more than one for three letters.
pub fn nearest<'a>(word: &str, choices: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let close = choices.map(|choice| (edits(word, choice), choice)).min_by_key(|(edits, _)| *edits)?;
    (close.0 <= word.chars().count().max(3) / 3).then_some(close.1)
}

#[cfg(any(test, feature = "suggest"))]
fn edits(word: &str, choice: &str) -> usize {
    strsim::osa_distance(word, choice)
}

#[cfg(not(any(test, feature = "suggest")))]
fn edits(_: &str, _: &str) -> usize {
    usize::MAX
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
    }
}
