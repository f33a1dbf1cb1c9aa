//! Labels at the edges of a grid: numbers or letters that count its rows and columns.

use super::page::{Label, Margin, PageCut, Span, is_bar};

/// Shortest run of numbers that counts as labels; shorter ones may be clues. Letters always count.
const RUN: usize = 3;

fn is_gap(c: char) -> bool {
    c.is_whitespace() || is_bar(c) || matches!(c, ',' | ';')
}

/// Consecutive labels: numbers from 0 or 1 on, numbers down to 0 or 1, or letters from A on.
#[derive(Clone, Copy)]
enum Run {
    Up(usize),
    Down(usize),
    Letters(char),
}

impl Run {
    /// The runs that may begin with a label.
    fn starting(label: &str) -> Option<Run> {
        match label {
            "0" | "1" | "00" | "01" => label.parse().ok().map(Run::Up),
            "A" => Some(Run::Letters('A')),
            "a" => Some(Run::Letters('a')),
            _ => label.parse().ok().map(Run::Down),
        }
    }

    /// Whether the label at an index belongs to it.
    fn has(self, index: usize, label: &str) -> bool {
        match self {
            Run::Up(from) => label.parse() == Ok(from + index) && !label.starts_with('+'),
            Run::Down(from) => index <= from && label.parse() == Ok(from - index),
            Run::Letters(from) => {
                index < 26 && label.len() == 1 && label.chars().next() == char::from_u32(from as u32 + index as u32)
            }
        }
    }

    /// Whether a run of this length is labels, and not clues that count by chance.
    fn counts(self, length: usize) -> bool {
        match self {
            Run::Up(_) => length >= RUN,
            Run::Down(from) => length >= RUN && (from == length || from + 1 == length),
            Run::Letters(_) => length >= 2,
        }
    }
}

/// The label at the left of a row, and the rest of the row.
fn split(row: &str, label: Label) -> Option<(&str, &str)> {
    let text = row.trim_start_matches(is_gap);
    match label {
        Label::Joined => {
            let first = text.chars().next()?;
            let (label, rest) = text.split_at(first.len_utf8());
            (first.is_ascii_alphanumeric() && !rest.is_empty()).then_some((label, rest))
        }
        Label::Apart => {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let end = if digits > 0 { digits } else { text.bytes().take(1).filter(u8::is_ascii_alphabetic).count() };
            let (label, rest) = text.split_at(end);
            let signed = rest.strip_prefix([':', '.', ')']);
            let behind = signed.unwrap_or(rest);
            if end == 0 || !(signed.is_some() || behind.starts_with(is_gap)) {
                return None;
            }
            // One gap and one bar: blank cells may follow them.
            let behind = match behind.trim_start() {
                barred if barred.starts_with(is_bar) => barred.trim_start_matches(is_bar),
                _ => behind.strip_prefix(is_gap).unwrap_or(behind),
            };
            Some((label, behind))
        }
    }
}

/// A row without its labels.
pub fn cut(row: &str, margin: Margin) -> &str {
    let Some(label) = margin.left else { return row };
    let Some((left, rest)) = split(row, label) else { return row };
    match margin.right {
        true => {
            let kept = rest.trim_end().strip_suffix(left).unwrap_or(rest);
            let bare = kept.trim_end();
            bare.strip_suffix(is_bar).or_else(|| kept.strip_suffix(is_gap)).unwrap_or(kept)
        }
        false => rest.trim_end_matches(is_bar),
    }
}

/// The shortest run that is taken for labels.
fn counted<'a>(labels: impl Iterator<Item = &'a str>) -> Option<usize> {
    let (mut run, mut length) = (None, 0);
    for label in labels {
        let counted = match run {
            Some(run) => run,
            None => Run::starting(label)?,
        };
        if !counted.has(length, label) {
            return None;
        }
        (run, length) = (Some(counted), length + 1);
    }
    run.filter(|run| run.counts(length)).map(|_| length)
}

/// The number of columns that a line of labels counts: words, or digits without gaps.
fn header(line: Span) -> Option<usize> {
    let words = || line.text().split(is_gap).filter(|w| !w.is_empty());
    let (Some(word), None) = (words().next(), words().nth(1)) else { return counted(words()) };
    if !word.is_ascii() {
        return None;
    }
    let first = word[..1].parse::<usize>().unwrap_or(usize::MAX);
    // Of numbers above 9 the last digit.
    let cycle = first <= 1
        && word.len() >= RUN
        && word.bytes().enumerate().all(|(i, digit)| digit == b'0' + ((first + i) % 10) as u8);
    if cycle { Some(word.len()) } else { counted((0..word.len()).map(|i| &word[i..=i])) }
}

/// Whether the rows of a page have labels that count them, and whether these stand at the right as well. Below a line
/// that counts the columns a short run is enough.
fn rows_count(page: &PageCut, label: Label, headed: bool) -> Option<bool> {
    let (mut run, mut length, mut right) = (None::<Run>, 0, true);
    for row in page.rows() {
        let (left, rest) = split(row.text(), label)?;
        let counted = match run {
            Some(run) => run,
            None => Run::starting(left)?,
        };
        if !counted.has(length, left) {
            return None;
        }
        run = Some(counted);
        let tail = rest.trim_end().strip_suffix(left);
        right &= label == Label::Apart && tail.is_some_and(|t| t.ends_with(is_gap) && !t.trim().is_empty());
        length += 1;
    }
    run.is_some_and(|run| run.counts(length) || headed && run.counts(length.max(RUN))).then_some(right)
}

/// The page without labels, and the number of columns that they count; None without labels at the edges.
pub fn without(page: PageCut) -> Option<(PageCut, Option<usize>)> {
    let (first, below) = page.split_first()?;
    let cols = header(first);
    let mut inner = if cols.is_some() { below } else { page };
    if let Some((last, above)) = inner.split_last().filter(|_| cols.is_some())
        && header(last) == cols
    {
        inner = above;
    }
    let inner = inner.tight();
    let left = [Label::Apart, Label::Joined].iter().find_map(|&l| Some((l, rows_count(&inner, l, cols.is_some())?)));
    if cols.is_none() && left.is_none() {
        return None;
    }
    let margin = left.map_or(Margin::default(), |(label, right)| Margin { left: Some(label), right });
    Some((inner.with_margin(margin), cols))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Option<(Vec<&str>, Option<usize>)> {
        let (page, cols) = without(PageCut::new(text))?;
        Some((page.rows().map(|r| r.text()).collect(), cols))
    }

    #[test]
    fn labels_are_told_from_cells() {
        assert_eq!(rows("  0 1 2\n0 # # #\n1 1 1 #\n2 1 1 #\n"), Some((vec!["# # #", "1 1 #", "1 1 #"], Some(3))));
        assert_eq!(rows("  A B C\n1 # # #\n2 1 1 #\n3 1 1 #\n"), Some((vec!["# # #", "1 1 #", "1 1 #"], Some(3))));
        assert_eq!(rows(" 012\n0###\n1###\n2###\n"), Some((vec!["###", "###", "###"], Some(3))));
        assert_eq!(rows("3 ##3\n2 ##2\n1 ##1\n"), Some((vec!["##3", "##2", "##1"], None)));
        assert_eq!(rows("3 ## 3\n2 ## 2\n1 ## 1\n"), Some((vec!["##", "##", "##"], None)));
        assert_eq!(rows("a|##|\nb|1#|\n"), Some((vec!["##", "1#"], None)));
        assert_eq!(rows("5 ##\n4 ##\n3 ##\n"), None);
        assert_eq!(rows("0 #\n1 #\n"), None);
        assert_eq!(rows("###\n1##\n"), None);
    }
}
