//! Foreign text on a terminal: names, messages and comments that could move the cursor or hide something.

use std::borrow::Cow;

use super::refused::is_refused;
use crate::file_name::byte;

/// A text of one line; control and invisible characters become `\u{1b}` and the like.
pub fn visible(text: &str) -> Cow<'_, str> {
    let acts = |letter: char| is_refused(letter) || matches!(letter, '\t' | '\n' | '\r');
    escaped(text, acts)
}

/// The same for several lines: ends of lines and tabs stay.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| is_refused(letter) || letter == '\r')
}

fn escaped(text: &str, acts: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.find(|letter| acts(letter) || byte(letter).is_some()) else { return Cow::Borrowed(text) };
    let mut shown = text[..first].to_string();
    for letter in text[first..].chars() {
        match byte(letter) {
            Some(byte) => shown += &format!("\\x{byte:02x}"),
            None if acts(letter) => shown.extend(letter.escape_default()),
            None => shown.push(letter),
        }
    }
    Cow::Owned(shown)
}

/// Approximate limit in bytes of a message that quotes foreign text.
const MOST_MESSAGE: usize = 2000;

/// A message, with the middle left out if it is very long.
pub fn shortened(message: String) -> String {
    if message.len() <= MOST_MESSAGE {
        return message;
    }
    let boundary = |byte: usize| (0..=byte).rev().find(|&b| message.is_char_boundary(b)).unwrap_or(0);
    let (head, tail) = (boundary(MOST_MESSAGE * 3 / 4), boundary(message.len() - MOST_MESSAGE / 5));
    format!("{} ... {}", &message[..head], &message[tail..])
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn nothing_acts_on_a_terminal() {
        assert!(matches!(visible("plain é 🚩"), Cow::Borrowed(_)));
        assert_eq!(visible("a\u{1b}[2Jb\u{202e}\nc\u{9b}"), "a\\u{1b}[2Jb\\u{202e}\\nc\\u{9b}");
        assert_eq!(visible(&crate::file_name::text(std::ffi::OsStr::from_bytes(b"a\xff.mine"))), "a\\xff.mine");
        assert_eq!(visible_lines("a\tb\n\u{7}\r"), "a\tb\n\\u{7}\\r");
    }

    #[test]
    fn long_messages_lose_their_middle() {
        let short = shortened(format!("unknown field `{}`, expected `a`", "é".repeat(100_000)));
        assert!(short.len() < 2100 && short.starts_with("unknown") && short.ends_with("expected `a`"), "{short}");
        assert_eq!(shortened("short".into()), "short");
    }
}
