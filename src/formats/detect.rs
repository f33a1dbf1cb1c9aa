//! Tells a format by the bytes.

use super::{FORMATS, Format, field, find, grid, jsminesweeper, mbf};

/// The format that bytes most likely have; where none fits, that of board text, whose errors say what is missing.
pub fn detect(bytes: &[u8]) -> &'static Format {
    find(name(bytes)).unwrap_or(&FORMATS[0])
}

fn name(bytes: &[u8]) -> &'static str {
    if mbf::looks_like(bytes) {
        return mbf::FORMAT.name;
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let lines = || super::lines(text).map(|(_, line)| line).filter(|line| !line.trim().is_empty());
    let Some(first) = lines().next() else { return "" };
    let numbers = |line: &str| line.split_whitespace().all(|w| w == "?" || w.bytes().all(|b| b.is_ascii_digit()));
    // Rows of clues, perhaps with blanks between them, are as long as those below them; headers are not.
    let shape = |line: &str| (line.split_whitespace().count(), line.chars().filter(|c| !c.is_whitespace()).count());
    let is_even = || lines().count() > 1 && lines().all(|line| shape(line) == shape(first));
    // Both a row of clues and a header of just what is below it: taken as a header, so that no total is lost.
    let is_size = || {
        let size = [Some(lines().count() - 1), lines().nth(1).map(|row| shape(row).1)];
        let words: Vec<Option<usize>> = first.split_whitespace().map(|word| word.parse().ok()).collect();
        words.len() == 3 && words[..2] == size && lines().count() > 1
    };
    let is_grid = || lines().all(|line| shape(line).1 == shape(first).1);
    match () {
        () if jsminesweeper::looks_like(first) => jsminesweeper::FORMAT.name,
        // A header, or one that lacks something or has a word too many.
        () if first.trim_start().starts_with(|c: char| c.is_ascii_digit())
            && (shape(first).0 <= 3 || lines().count() > 1)
            && (numbers(first) && (!is_even() || is_size()) || is_size() && !is_grid()) =>
        {
            ""
        }
        () if field::looks_like(text) => field::FORMAT.name,
        () if grid::looks_like(first) => grid::FORMAT.name,
        () => "",
    }
}

#[cfg(test)]
mod tests {
    use super::detect;

    #[test]
    fn formats_are_told_apart() {
        for (text, name) in [
            ("1 3 1\n#1#\n", "minesat"),
            ("1 3 ?\n#1#\n", "minesat"),
            ("c a comment\n1 3 1\n#1#\n", "minesat"),
            // A header that lacks its total is to be told as one.
            ("1 3\n#1#\n", "minesat"),
            ("1 3 0.5\n#1#\n", "minesat"),
            ("1 3 .\n###\n", "grid"),
            ("0 ## ##\n", "grid"),
            ("1 4 ##\n####\n", "grid"),
            ("2 5 ###\n#####\n2 #### \n", "grid"),
            ("3\n", "minesat"),
            ("3 3 1 7\n###\n###\n###\n", "minesat"),
            (" 2 3 2\n###\n1##\n", "minesat"),
            ("2 3 2\n# # #\n1 # #\n", "minesat"),
            ("1 3 ?\n # # #\n", "minesat"),
            ("2 3 2\n# # #\n1 # #\n# # #\n", "grid"),
            ("111\n###\n", "grid"),
            ("1 1 1\n# # #\n", "grid"),
            ("", "minesat"),
            ("hello\n", "minesat"),
            ("?1?\n", "grid"),
            ("\n? 1 ? 2\n", "grid"),
            ("1 ? ? 1\n", "grid"),
            (".1F*\n", "grid"),
            ("..*\n...\n", "field"),
            ("...\n...\n", "grid"),
            ("30x16x99\nHHH", "jsminesweeper"),
            ("\u{1}\u{1}\0\0", "mbf"),
        ] {
            assert_eq!(detect(text.as_bytes()).name, name, "{text:?}");
        }
    }
}
