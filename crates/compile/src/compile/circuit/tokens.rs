//! The words of the expression language.

use super::netlist::Function;
use super::source::{SourceText, TextPlace};
use crate::input_error::InputError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Name(&'a str),
    Constant(bool),
    Not,
    /// A two-sided operator, as in [`OPERATORS`].
    Operator(usize),
    Open,
    Close,
    Define,
    End,
}

/// Spellings, function, (left fan-in complemented, result complemented), precedence.
#[allow(clippy::type_complexity)]
pub(super) const OPERATORS: &[(&[&str], Function, (bool, bool), u8)] = &[
    (&["<->", "==", "<=>"], Function::Xor, (false, true), 1),
    (&["->", "=>"], Function::Or, (true, false), 2),
    (&["||", "|"], Function::Or, (false, false), 3),
    (&["^"], Function::Xor, (false, false), 4),
    (&["&&", "&"], Function::And, (false, false), 5),
];

/// The tokens of a text. A line end ends a statement unless parentheses are open or an operator lacks its right side;
/// so does a semicolon.
pub(super) fn tokens<'a>(source: &SourceText<'a>) -> Result<Vec<(Token<'a>, TextPlace)>, InputError> {
    let mut tokens: Vec<(Token, TextPlace)> = Vec::new();
    let mut depth = 0usize;
    for (line, text) in source.lines.iter().enumerate() {
        let mut rest = *text;
        loop {
            rest = rest.trim_start();
            let place = TextPlace { line, byte: text.len() - rest.len() };
            if rest.is_empty() || rest.starts_with('#') || rest.starts_with("//") {
                let waits = matches!(tokens.last(), Some((Token::Operator(_) | Token::Not | Token::Define, _)));
                if depth == 0 && !waits {
                    tokens.push((Token::End, place));
                }
                break;
            }
            let is_letter = |c: char| c.is_alphanumeric() || "_.[]".contains(c);
            let name = &rest[..rest.find(|c| !is_letter(c)).unwrap_or(rest.len())];
            let spelt = OPERATORS.iter().enumerate().flat_map(|(i, o)| o.0.iter().map(move |s| (i, *s)));
            let (token, len) = if let Some((index, spelling)) = spelt.clone().find(|(_, s)| rest.starts_with(s)) {
                (Token::Operator(index), spelling.len())
            } else {
                match rest.as_bytes()[0] {
                    b'!' | b'~' => (Token::Not, 1),
                    b'(' => {
                        depth += 1;
                        (Token::Open, 1)
                    }
                    b')' => {
                        depth = depth.saturating_sub(1);
                        (Token::Close, 1)
                    }
                    b'=' => (Token::Define, 1),
                    b';' => (Token::End, 1),
                    _ if name == "0" || name == "1" => (Token::Constant(name == "1"), 1),
                    _ if name.starts_with(|c: char| c.is_alphabetic() || c == '_') => (Token::Name(name), name.len()),
                    b'\'' => {
                        let message =
                            "' is not part of names, which are letters, digits, _ . [ ], and !a is the complement of a";
                        return Err(source.error(place, message));
                    }
                    _ => {
                        let letter = rest.chars().next().unwrap_or(' ');
                        let shown = if name.is_empty() { letter.to_string() } else { name.to_string() };
                        return Err(source.error(place, format!("{shown:?} means nothing in an expression")));
                    }
                }
            };
            tokens.push((token, place));
            rest = &rest[len..];
        }
    }
    let last = source.lines.len().saturating_sub(1);
    tokens.push((Token::End, TextPlace { line: last, byte: source.lines.last().map_or(0, |l| l.len()) }));
    Ok(tokens)
}
