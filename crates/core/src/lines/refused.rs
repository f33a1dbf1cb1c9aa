//! Characters that are refused in every text: they end a line for some readers only, or are invisible.

/// First and last of each run of refused characters: the control characters except tab, LF and CR; the two separators
/// of Unicode; invisible characters (Unicode's `Default_Ignorable_Code_Point`), except the joiners U+200C and U+200D,
/// which scripts and emoji need, and the variation selectors of emoji and Mongolian.
const RUNS: [(char, char); 21] = [
    ('\0', '\u{8}'),
    ('\u{b}', '\u{c}'),
    ('\u{e}', '\u{1f}'),
    ('\u{7f}', '\u{9f}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180e}', '\u{180e}'),
    ('\u{200b}', '\u{200b}'),
    ('\u{200e}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// True if this character is refused.
pub fn is_refused(letter: char) -> bool {
    match letter {
        ' '..='~' | '\t' | '\n' | '\r' => false,
        _ => RUNS.iter().any(|&(first, last)| (first..=last).contains(&letter)),
    }
}

/// The first refused character, with the byte at which it stands.
pub fn first(text: &str) -> Option<(usize, char)> {
    let bytes = text.as_bytes();
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
    let mut at = 0;
    loop {
        at += bytes[at..].iter().position(|byte| !is_plain(byte))?;
        let letter = text[at..].chars().next()?;
        if is_refused(letter) {
            return Some((at, letter));
        }
        at += letter.len_utf8();
    }
}

/// The message for a refused character.
pub fn message(letter: char) -> String {
    let number = format!("U+{:04X}", u32::from(letter));
    match letter {
        '\0' => format!("{number}, a zero byte: not a text, or not in UTF-8"),
        '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
            format!("{number} ends no line here: lines end with LF, CRLF or CR")
        }
        _ if letter.is_control() => {
            format!("{number}, a control character: text holds none but tabs and ends of lines")
        }
        _ => format!("{number}, an invisible character: remove it"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_is_kept() {
        for kept in ["", "a\t\r\n~", "été", "1\u{fe0f}\u{20e3}🚩", "■·", "می\u{200c}خواهم", "\u{a0}\u{3000}"]
        {
            assert_eq!(first(kept), None, "{kept:?}");
        }
        assert!(('\u{80}'..='\u{9f}').chain(['\u{7f}', '\u{202e}', '\u{2066}', '\u{2028}']).all(is_refused));
        assert_eq!(first("é\u{1b}"), Some((2, '\u{1b}')));
    }

    #[test]
    fn every_control_character_but_three_is_refused() {
        for letter in (0..0x300).filter_map(char::from_u32).filter(|c| c.is_control()) {
            assert_eq!(is_refused(letter), !matches!(letter, '\t' | '\n' | '\r'), "{letter:?}");
        }
    }
}
