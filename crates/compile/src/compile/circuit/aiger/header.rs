//! The header of both forms of AIGER, and lines of literals.

use crate::compile::circuit::source::{SourceText, TextPlace};
use crate::input_error::InputError;

/// Most variables of a circuit.
const MOST_VARIABLES: u64 = 1 << 24;

/// Counts of AIGER 1.9 after that of the gates.
const PROPERTIES: [&str; 4] = ["bad states", "invariant constraints", "justice properties", "fairness constraints"];

/// The numbers of a combinational circuit.
pub struct AigerHeader {
    pub variables: u64,
    pub inputs: u64,
    pub outputs: u64,
    pub gates: u64,
}

impl AigerHeader {
    /// Reads `WORD M I L O A`, where the word is `aag` or `aig`.
    ///
    /// # Errors
    /// Another word, not five numbers, latches and properties, each by its name; more than 2^24 variables.
    pub fn read(source: &SourceText, word: &str) -> Result<AigerHeader, InputError> {
        if source.lines.is_empty() {
            return Err(source.error_at_end(format!("no line '{word} M I L O A'")));
        }
        let words = source.words(0);
        let start = TextPlace { line: 0, byte: 0 };
        let first = words.first().map_or("", |w| w.0);
        if first != word && ["aag", "aig"].contains(&first) {
            let form = if first == "aig" { "binary" } else { "ASCII" };
            return Err(source.error(start, format!("this is {form} AIGER: --format {first} reads it")));
        }
        let wrong = || source.error(start, format!("the header reads '{word} M I L O A', five numbers"));
        let numbers: Option<Vec<u64>> = words.iter().skip(1).map(|w| w.0.parse().ok()).collect();
        let numbers = numbers.filter(|numbers| first == word && numbers.len() >= 5).ok_or_else(wrong)?;
        let [variables, inputs, latches, outputs, gates] = numbers[..5] else { return Err(wrong()) };
        if latches > 0 {
            return Err(source.error(words[3].1, format!("{latches} latches: only combinational circuits are read")));
        }
        if let Some(at) = (5..numbers.len()).find(|&at| numbers[at] > 0) {
            let what = PROPERTIES.get(at - 5).copied().unwrap_or("properties of a later version");
            let message = format!("{} {what}: only outputs are read", numbers[at]);
            return Err(source.error(words[at + 1].1, message));
        }
        if variables > MOST_VARIABLES {
            return Err(source.error(words[1].1, format!("at most {MOST_VARIABLES} variables")));
        }
        // Each needs a line or more: a wrong number must not allocate memory.
        if inputs.checked_add(gates).is_none_or(|sum| sum > variables) {
            let message = format!("{inputs} inputs and {gates} gates are more than {variables} variables");
            return Err(source.error(words[1].1, message));
        }
        Ok(AigerHeader { variables, inputs, outputs, gates })
    }
}

/// A line of exactly `count` literals, with their places.
///
/// # Errors
/// A missing line, more or fewer words, a word that is not a number, a number beyond the variables.
pub fn literals(
    source: &SourceText,
    line: usize,
    count: usize,
    what: &str,
    variables: u64,
) -> Result<Vec<(u64, TextPlace)>, InputError> {
    if line >= source.lines.len() {
        return Err(source.error_at_end(format!("the file ends where {what} is expected")));
    }
    let words = source.words(line);
    if words.len() != count {
        let place = words.get(count).map_or(TextPlace { line, byte: source.lines[line].len() }, |w| w.1);
        return Err(source.error(place, format!("{what} is {count} literals, not {}", words.len())));
    }
    let literal = |&(word, place): &(&str, TextPlace)| {
        let number: u64 = word.parse().map_err(|_| source.error(place, format!("{word:?} is not a literal")))?;
        if number > 2 * variables + 1 {
            let message = format!("literal {number} is out of range: the header says {variables} variables");
            return Err(source.error(place, message));
        }
        Ok((number, place))
    };
    words.iter().map(literal).collect()
}
