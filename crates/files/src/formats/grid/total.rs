//! A line beside a grid that gives the number of mines.

use super::page::{PageCut, Span};
use crate::input_error::InputError;

/// The content of such a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TotalLine {
    /// Mines on the whole board; None: unknown.
    All(Option<u32>),
    /// Mines besides the flagged ones, as on the counter of a game.
    Left(u32),
}

/// The words that such a line may have; one of the first table is required.
const NEEDED: [&str; 5] = ["mines", "mine", "bombs", "bomb", "total"];
const LEFT: [&str; 2] = ["left", "remaining"];
const ALSO: [&str; 8] = ["number", "num", "of", "count", "the", "in", "all", "are"];

/// Reads a line such as `mines: 10` or `10 mines`; None for other lines.
///
/// # Errors
/// A number that cannot be a total.
pub fn parse(span: Span, file: &str) -> Option<Result<TotalLine, InputError>> {
    let line = span.text();
    let place = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '?';
    let (mut needed, mut left, mut number, mut second) = (false, false, None, None);
    if line.len() > 200 || !line.chars().all(|c| letters(c) || c.is_whitespace() || ":=.,-()".contains(c)) {
        return None;
    }
    for word in line.split(|c: char| !letters(c)).filter(|w| !w.is_empty()) {
        let small = word.to_ascii_lowercase();
        match &small[..] {
            _ if word == "?" || small == "unknown" || word.bytes().all(|b| b.is_ascii_digit()) => {
                if number.replace(word).is_some() {
                    second = second.or(Some(word));
                }
            }
            word if NEEDED.contains(&word) => needed = true,
            word if LEFT.contains(&word) => left = true,
            word if ALSO.contains(&word) => {}
            _ => return None,
        }
    }
    let word = number.filter(|_| needed)?;
    if let Some(word) = second {
        return Some(Err(span.error(file, place(word), "a total is one whole number")));
    }
    let at = place(word);
    let negative = line[..at].ends_with('-');
    Some(match word.parse::<u32>() {
        _ if negative => Err(span.error(file, at - 1, "a total is a whole number from 0")),
        Ok(n) if left => Ok(TotalLine::Left(n)),
        Ok(n) => Ok(TotalLine::All(Some(n))),
        Err(_) if word == "?" || word.eq_ignore_ascii_case("unknown") => Ok(TotalLine::All(None)),
        Err(_) => Err(span.error(file, at, format!("{word} mines do not fit on any board"))),
    })
}

/// The total of the line that gives it, and the page without it. There is at most one, above or below the rows.
///
/// # Errors
/// Two such lines, or a number that cannot be a total.
#[allow(clippy::type_complexity)]
pub fn split<'a>(page: PageCut<'a>, file: &str) -> Result<Option<(TotalLine, Span<'a>, PageCut<'a>)>, InputError> {
    let above = page.split_first().and_then(|(line, rest)| Some((parse(line, file)?, line, rest)));
    let below = |page: PageCut<'a>| page.split_last().and_then(|(line, rest)| Some((parse(line, file)?, line, rest)));
    let (total, line, rest) = match above.or_else(|| below(page)) {
        Some((total, line, rest)) => (total?, line, rest),
        None => return Ok(None),
    };
    match below(rest) {
        Some((_, line, _)) => Err(line.error(file, 0, "a second line with a total")),
        None => Ok(Some((total, line, rest))),
    }
}

/// A line above or below the rows that is only a number, and the page without it.
pub fn bare(page: PageCut<'_>) -> impl Iterator<Item = (u32, Span<'_>, PageCut<'_>)> {
    [page.split_first(), page.split_last()].into_iter().flatten().filter_map(|(line, rest)| {
        let word = line.text().trim();
        let digits = word.bytes().all(|b| b.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
        Some((word.parse().ok().filter(|_| digits && rest.split_first().is_some())?, line, rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_said_in_words() {
        let said = |line: &str| {
            let found = parse(Span { number: 1, line, from: 0, to: line.len() }, "t");
            found.map(|total| total.map_err(|e| e.column))
        };
        for line in ["mines: 10", "10 mines", "Total mines = 10", "Number of bombs: 10.", "total 10", "(10 mines)"] {
            assert_eq!(said(line), Some(Ok(TotalLine::All(Some(10)))), "{line}");
        }
        assert_eq!(said("mines: ?"), Some(Ok(TotalLine::All(None))));
        assert_eq!(said("Mines left: 3"), Some(Ok(TotalLine::Left(3))));
        assert_eq!(said("mines: -3"), Some(Err(8)));
        assert_eq!(said("mines: 99999999999"), Some(Err(8)));
        assert_eq!(said("mines: 2.5"), Some(Err(10)));
        for line in ["10", "mines", "mmm", "10 cells", "###", "mines: 3 #"] {
            assert_eq!(said(line), None, "{line}");
        }
    }
}
