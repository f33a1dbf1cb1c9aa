//! Detects the form of a formula or circuit from its first lines.

use super::problem::ProblemFormat;
use crate::lines::lines;

/// Bytes searched for the first line that is not a comment.
const HEAD: usize = 1 << 20;

/// The form that a content certainly has. Clauses without a header and expressions have no mark of their own.
pub fn of_content(bytes: &[u8]) -> Option<ProblemFormat> {
    if bytes.starts_with(b"aig ") {
        return Some(ProblemFormat::Aig);
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let first = |is_comment: fn(&str) -> bool| {
        let mut all = lines(head.trim_start_matches('\u{feff}')).map(|(_, line)| line.trim());
        all.find(|line| !line.is_empty() && !is_comment(line)).unwrap_or("").to_string()
    };
    let clause = first(|line| line == "c" || line.starts_with("c "));
    let gate = first(|line| line.starts_with('#'));
    let begins = |line: &str, words: &[&str]| words.iter().any(|word| line.starts_with(word));
    match () {
        () if is_header(&clause) => Some(ProblemFormat::Cnf),
        () if begins(&clause, &["aag "]) => Some(ProblemFormat::Aag),
        () if begins(&gate, &[".model", ".inputs", ".outputs", ".names"]) => Some(ProblemFormat::Blif),
        () if begins(&gate, &["INPUT(", "OUTPUT("]) => Some(ProblemFormat::Bench),
        () => None,
    }
}

/// True for `p WORD NUMBER ...`, the header of all formats of clauses: the reader of DIMACS names the other ones.
fn is_header(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_word = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    matches!(words[..], ["p", word, number, ..] if is_word(word) && number.parse::<u64>().is_ok())
}

/// True if a text is only numbers and comments, the last number a 0: perhaps clauses without a header.
pub fn is_numbers(text: &str) -> bool {
    let all = lines(text).map(|(_, line)| line.trim()).filter(|line| *line != "c" && !line.starts_with("c "));
    let words = all.flat_map(str::split_whitespace);
    words.clone().all(|word| word.parse::<i64>().is_ok()) && words.last() == Some("0")
}

/// True if the numbers of [`is_numbers`] are literals: a negative one is among them.
pub fn has_complement(text: &str) -> bool {
    text.split_whitespace().any(|word| word.parse::<i64>().is_ok_and(|number| number < 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found() {
        for (text, format) in [
            ("c a\nc\n\np cnf 2 1\n", Some(ProblemFormat::Cnf)),
            ("\u{feff}p cnf 2 1\r1 0\r", Some(ProblemFormat::Cnf)),
            ("aag 1 1 0 0 0\n", Some(ProblemFormat::Aag)),
            ("aig 1 1 0 0 0\n", Some(ProblemFormat::Aig)),
            ("# a\n\n.model m\n", Some(ProblemFormat::Blif)),
            ("# a\nINPUT(a)\n", Some(ProblemFormat::Bench)),
            ("p wcnf 2 1 9\n", Some(ProblemFormat::Cnf)),
            ("p & q\n", None),
            ("p -> 1 & q\n", None),
            ("a & b\n", None),
            ("1 1 0\n#\n", None),
            ("1 -2 0\n", None),
            ("", None),
        ] {
            assert_eq!(of_content(text.as_bytes()), format, "{text:?}");
        }
        assert!(is_numbers("c a\n1 -2\n3 0\n") && !is_numbers("1 2\n") && !is_numbers("1 x 0\n") && !is_numbers(""));
        assert!(has_complement("1 -2 0") && !has_complement("1 2 0 -"));
    }
}
