//! JSON that every reader here accepts and that is safe on a terminal.

use serde::Serialize;

use super::refused::{first, is_refused};

/// A line of JSON, without its end. Refused characters ([`super::refused`]) are escaped within its strings.
///
/// # Errors
/// Those of [`serde_json::to_string`].
pub fn json_line(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(value).map(escaped)
}

/// JSON with refused characters escaped: they occur only inside strings.
pub fn escaped(json: String) -> String {
    let Some((start, _)) = first(&json) else { return json };
    let mut text = json[..start].to_string();
    for letter in json[start..].chars() {
        if is_refused(letter) {
            letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text += &format!("\\u{unit:04x}"));
        } else {
            text.push(letter);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped_is_read_back() {
        for name in ["plain é 🚩", "a\u{7f}\u{85}\u{2028}\u{202e}\u{e0001}\u{1b}\r\n\"\\"] {
            let line = json_line(&name).unwrap();
            assert!(first(&line).is_none() && !line.contains(['\r', '\n']), "{line:?}");
            assert_eq!(serde_json::from_str::<String>(&line).unwrap(), name);
        }
        assert_eq!(json_line(&"é").unwrap(), "\"é\"");
    }
}
