//! File names as text, for any bytes.
//!
//! Names travel through plans, records and messages as text. Each byte of a name that is not UTF-8 becomes one
//! character of a private use area, and becomes the byte again where the file is opened, so the mapping is lossless.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The character that stands for byte 0; the others follow.
const FIRST: u32 = 0x10_fe00;

/// The byte of such a character.
pub fn byte(letter: char) -> Option<u8> {
    u32::from(letter).checked_sub(FIRST).and_then(|byte| u8::try_from(byte).ok())
}

fn letter(byte: u8) -> char {
    char::from_u32(FIRST + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// A name as text; characters of the private use area are escaped likewise.
pub fn text(name: impl AsRef<OsStr>) -> String {
    let mut text = String::new();
    for chunk in name.as_ref().as_bytes().utf8_chunks() {
        for found in chunk.valid().chars() {
            match byte(found) {
                None => text.push(found),
                Some(_) => text.extend(found.encode_utf8(&mut [0; 4]).bytes().map(letter)),
            }
        }
        text.extend(chunk.invalid().iter().copied().map(letter));
    }
    text
}

/// The file name behind a text from [`text`].
pub fn path(text: &str) -> PathBuf {
    let mut bytes = Vec::with_capacity(text.len());
    for found in text.chars() {
        match byte(found) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(found.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    OsString::from_vec(bytes).into()
}

/// As above, for such a text or a plain file name.
pub fn real(name: &Path) -> PathBuf {
    name.to_str().map_or_else(|| name.into(), path)
}

/// Most characters of a name made from foreign text.
const MOST_CHARACTERS: usize = 120;

/// A plain file name from any text: letters and digits of ASCII, `-`, `_` and inner dots stay; the rest becomes `-`.
/// Different texts may give the same name.
pub fn plain(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mut name: String = text.chars().take(MOST_CHARACTERS).map(|c| if is_plain(c) { c } else { '-' }).collect();
    if name.is_empty() || name.starts_with('.') {
        name.replace_range(..usize::from(!name.is_empty()), "-");
    }
    name
}

/// The same, but different from every name in `taken`, to which it is added.
pub fn unique(text: &str, taken: &mut BTreeSet<String>) -> String {
    let name = plain(text);
    let numbered = std::iter::once(name.clone()).chain((2..).map(|number: u64| format!("{name}-{number}")));
    let free = numbered.into_iter().find(|name| !taken.contains(name)).unwrap_or(name);
    taken.insert(free.clone());
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_names_a_file_elsewhere() {
        assert_eq!(plain("ladder-classify-1.5_b"), "ladder-classify-1.5_b");
        assert_eq!((plain("../../x"), plain("/etc/x"), plain("")), ("-.-..-x".into(), "-etc-x".into(), "-".into()));
        assert_eq!((plain(".."), plain("a\0\u{1b}é")), ("-.".into(), "a---".into()));
        assert_eq!(plain(&"x".repeat(1000)).len(), MOST_CHARACTERS);
        let mut taken = BTreeSet::new();
        assert_eq!(["a:b", "a-b", "a b"].map(|text| unique(text, &mut taken)), ["a-b", "a-b-2", "a-b-3"]);
    }

    #[test]
    fn every_name_comes_back() {
        let names: [&[u8]; 6] =
            [b"a.mine", b"", "é 🚩".as_bytes(), b"a\xffb\xc3", b"\xf4\x8f\xb8\x80", b"\xed\xa0\x80/\n"];
        for name in names {
            let name = OsStr::from_bytes(name);
            let text = text(name);
            assert_eq!(path(&text).as_os_str(), name);
            assert_eq!(name.to_str().is_some_and(|name| name == text), !text.chars().any(|c| byte(c).is_some()));
        }
    }
}
