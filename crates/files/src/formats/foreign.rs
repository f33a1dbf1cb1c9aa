//! Recognizes files that are not boards by their first bytes or lines, and names the command for them.

use thiserror::Error;

use crate::input_error::InputError;

/// A kind of file.
struct Kind {
    what: &'static str,
    /// Advice for the user.
    advice: &'static str,
    is: fn(&str) -> bool,
}

const COMPILE: &str = "`minesat compile` makes a board of it";
const REPORT: &str = "`minesat report` shows them; boards are in the instance file that was measured";

/// Files with known first bytes.
const MAGIC: &[(&[u8], &str, &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "a PNG picture", "type its cells as text"),
    (b"\xff\xd8\xff", "a JPEG picture", "type its cells as text"),
    (b"GIF8", "a GIF picture", "type its cells as text"),
    (b"%PDF", "a PDF document", "copy the cells from it as text"),
    (b"PK\x03\x04", "a zip archive (or a spreadsheet)", "unpack it, or save the sheet as CSV"),
    (b"PK\x05\x06", "an empty zip archive", "it is empty"),
    (b"\xfd7zXZ\0", "compressed with xz", "unpack it first (xz -d); .gz and .zst are read"),
    (b"BZh", "compressed with bzip2", "unpack it first (bunzip2); .gz and .zst are read"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it first"),
    (b"\x1f\x8b", "compressed with gzip twice", "unpack it once"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd twice", "unpack it once"),
    (b"\x7fELF", "a program", "boards are text"),
    (b"\xff\xfe", "text in UTF-16", "save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16", "save it as UTF-8"),
    (b"aig ", "a circuit in binary AIGER", COMPILE),
];

/// The first line that is not blank and not a comment of DIMACS.
fn first(text: &str) -> &str {
    super::line_ends(text).map(str::trim).find(|l| !l.is_empty() && *l != "c" && !l.starts_with("c ")).unwrap_or("")
}

fn has_line(text: &str, is: impl Fn(&str) -> bool) -> bool {
    super::line_ends(text).take(1000).any(|line| is(line.trim()))
}

fn is_sum(line: &str) -> bool {
    line.ends_with(';') && (line.contains(">=") || line.contains("= ")) && line.contains('x')
}

/// A key and a value of TOML.
fn is_setting(line: &str) -> bool {
    // A line of a grid can give its total this way.
    line.split_once(" = ").is_some_and(|(key, _)| {
        !key.is_empty()
            && !["mines", "bombs", "total"].contains(&key)
            && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
    })
}

const TEXTS: &[Kind] = &[
    Kind { what: "a formula in DIMACS CNF", advice: COMPILE, is: |t| first(t).starts_with("p cnf") },
    Kind {
        what: "a weighted formula (WCNF)",
        advice: "weights have no meaning on a board",
        is: |t| first(t).starts_with("p wcnf"),
    },
    Kind { what: "a circuit in ASCII AIGER", advice: COMPILE, is: |t| first(t).starts_with("aag ") },
    Kind { what: "a circuit in BLIF", advice: COMPILE, is: |t| has_line(t, |l| l.starts_with(".model")) },
    Kind {
        what: "a circuit in ISCAS .bench form",
        advice: COMPILE,
        is: |t| has_line(t, |l| l.starts_with("INPUT(") || l.starts_with("OUTPUT(")),
    },
    Kind {
        what: "pseudo-Boolean sums (OPB)",
        advice: "only sums written by `minesat encode` contain their board, in comments; a solver takes these",
        is: |t| first(t).starts_with("* #variable=") || is_sum(first(t)),
    },
    Kind {
        what: "an integer program (LP)",
        advice: "a solver takes it, and `minesat decode` reads the answer",
        is: |t| {
            let word = |l: &str, words: &[&str]| words.iter().any(|w| l.eq_ignore_ascii_case(w));
            has_line(t, |l| word(l, &["minimize", "maximize", "min", "max"]))
                && has_line(t, |l| word(l, &["subject to", "st", "s.t."]))
        },
    },
    Kind {
        what: "an integer program (MPS)",
        advice: "a solver takes it, and `minesat decode` reads the answer",
        is: |t| has_line(t, |l| l == "ROWS") && has_line(t, |l| l == "COLUMNS"),
    },
    Kind {
        what: "the answer of a solver",
        advice: "`minesat decode BOARD ANSWER` checks it and shows it on the board",
        is: |t| first(t).starts_with("s SATISF") || first(t).starts_with("s UNSAT") || first(t).starts_with("v "),
    },
    Kind {
        what: "HTML",
        advice: "copy the board from the page as text",
        is: |t| {
            let start: String = t.trim_start().chars().take(15).collect::<String>().to_ascii_lowercase();
            ["<!doctype html", "<html", "<head", "<table", "<body"].iter().any(|tag| start.starts_with(tag))
        },
    },
    Kind {
        what: "XML",
        advice: "copy the board from it as text",
        is: |t| t.trim_start().starts_with("<?xml") || t.trim_start().starts_with("<svg"),
    },
    Kind {
        what: "a plan in TOML",
        advice: "run it with `minesat bench`, a plan of games with `minesat experiment`",
        is: |t| {
            let head = super::line_ends(t).map(str::trim).find(|l| !l.is_empty() && !l.starts_with('#')).unwrap_or("");
            let section = |l: &str| {
                l.starts_with('[')
                    && l.ends_with(']')
                    && l.len() > 2
                    && l.chars().any(|c| c.is_ascii_lowercase())
                    && !l.contains(['"', ',', '\''])
            };
            is_setting(head) || section(head) || head.len() > 9 && has_line(t, section) && has_line(t, is_setting)
        },
    },
    Kind {
        what: "boards of games",
        advice: "`minesat play --boards` plays them",
        is: |t| first(t).ends_with(" safe") || first(t).ends_with(" zero"),
    },
    Kind {
        what: "a JSON object",
        advice: "instances are JSON objects, one per line, in a separate file",
        is: |t| t.trim_start().starts_with('{'),
    },
    Kind {
        what: "a list in Python",
        advice: "write it as JSON: json.dumps(rows), or print each row on a line of its own",
        is: |t| t.trim_start().starts_with('[') && t.contains('\'') && !t.contains('"'),
    },
];

/// JSON objects that are not instances, by a key that each has.
const OBJECTS: &[(&str, &str, &str)] = &[
    ("claims", "certificates", "`minesat verify BOARDS CERTIFICATES` checks them"),
    ("query", "answers of `--json`, or records of `bench`", REPORT),
    ("minesat_records", "records of `bench`", REPORT),
    ("sums", "sums as JSON", "only those of `minesat encode --to json` contain their board, in comments"),
];

/// A content that is certainly not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this is {what}, not a board: {advice}")]
pub struct Foreign {
    /// The kind of content.
    pub what: &'static str,
    /// What the user can do with it.
    pub advice: &'static str,
}

/// The kind of a JSON object that is not an instance, if its keys identify it.
pub fn object(text: &str) -> Option<Foreign> {
    let value: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).ok()?;
    if value.contains_key("board") {
        return None;
    }
    let &(_, what, advice) = OBJECTS.iter().find(|(key, ..)| value.contains_key(*key))?;
    Some(Foreign { what, advice })
}

/// An error with the kind of a content that is certainly not a board.
pub fn content(bytes: &[u8], file: &str) -> Option<InputError> {
    let whole = |what, advice| Some(InputError::whole(file, Foreign { what, advice }));
    if let Some(&(_, what, advice)) = MAGIC.iter().find(|(magic, ..)| bytes.starts_with(magic)) {
        return whole(what, advice);
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return unreadable(bytes, file);
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    TEXTS.iter().find(|kind| (kind.is)(text)).and_then(|kind| whole(kind.what, kind.advice))
}

/// The kind of a file that is certainly not a board.
pub fn kind(bytes: &[u8]) -> Option<&'static str> {
    if let Some((_, what, _)) = MAGIC.iter().find(|(magic, ..)| bytes.starts_with(magic)) {
        return Some(what);
    }
    let text = std::str::from_utf8(bytes).ok()?;
    TEXTS.iter().find(|kind| (kind.is)(text)).map(|kind| kind.what)
}

/// Bytes that are not UTF-8: text in another encoding, or not text.
fn unreadable(bytes: &[u8], file: &str) -> Option<InputError> {
    let control = |&&b: &&u8| b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r');
    if bytes.iter().find(control).is_some() {
        return None;
    }
    let mut error = InputError::utf8(file, 1, bytes).err()?;
    error.message += ": text in Latin-1 or another old encoding? Save it as UTF-8";
    Some(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_named() {
        let said = |bytes: &[u8]| content(bytes, "t").map(|e| e.message).unwrap_or_default();
        for (text, what) in [
            ("c a\np cnf 2 1\n1 2 0\n", "DIMACS CNF"),
            ("aag 1 1 0 1 0\n2\n2\n", "ASCII AIGER"),
            ("aig 1 1 0 1 0\n2\n", "binary AIGER"),
            ("* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n", "OPB"),
            ("+1 x1 +1 x2 >= 1;\n", "OPB"),
            ("\\ a\nMinimize\n obj: x\nSubject To\n", "LP"),
            ("NAME a\nROWS\n N c\nCOLUMNS\n", "MPS"),
            ("s SATISFIABLE\nv 1 0\n", "answer"),
            (" <!DOCTYPE html>\n", "HTML"),
            ("# a plan\n[[sizes]]\nrows = 3\n", "TOML"),
            ("rows = 3\n", "TOML"),
            ("[['#', '1']]\n", "Python"),
            ("9 9 10 0 safe\n00\n", "boards of games"),
            ("%PDF-1.7", "PDF"),
        ] {
            assert!(said(text.as_bytes()).contains(what), "{text:?}: {}", said(text.as_bytes()));
        }
        assert!(said(b"#1\n#\xb7\n").contains("Latin-1"));
        for text in ["1 3 1\n#1#\n", "#1#\n# 1\n", "c p\n1 1 ?\n#\n", "### 1 = \n", "mines = 3\n##\n", "v\n", ""] {
            assert_eq!(said(text.as_bytes()), "", "{text:?}");
        }
        assert!(object("{\"instance\":\"a\",\"query\":\"count\"}").unwrap().what.contains("answers"));
        assert_eq!(object("{\"name\":\"a\",\"board\":[]}"), None);
    }
}
