//! The symbol table of both forms of AIGER.

use std::collections::{BTreeMap, BTreeSet};

use crate::compile::circuit::Circuit;
use crate::compile::circuit::source::{SourceText, TextPlace};
use crate::input_error::InputError;

/// Names inputs and outputs by the lines from `line` on (`i0 name`, `o0 name`), up to a line `c`. The default name is
/// the number.
///
/// # Errors
/// A line that is not a symbol, a second name of one, a second one of a name.
pub fn name(circuit: &mut Circuit, source: &SourceText, line: usize) -> Result<(), InputError> {
    let (inputs, outputs) = (circuit.inputs.len(), circuit.outputs.len());
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut taken: BTreeSet<(u8, String)> = BTreeSet::new();
    for number in line..source.lines.len() {
        let text = source.lines[number].trim_end();
        if text.is_empty() {
            continue;
        }
        if text == "c" {
            break;
        }
        let symbol = text.split_once(' ').filter(|(key, _)| {
            let index = key.strip_prefix('i').map(|n| (n, inputs)).or(key.strip_prefix('o').map(|n| (n, outputs)));
            index.is_some_and(|(n, most)| n.parse::<usize>().is_ok_and(|n| n < most))
        });
        let at = |byte: usize| TextPlace { line: number, byte };
        let Some((key, name)) = symbol else {
            return Err(source.error(at(0), "expected a symbol (i0 name, o0 name) or c before comments"));
        };
        if names.insert(key.into(), name.into()).is_some() {
            return Err(source.error(at(0), format!("a second name of {key}")));
        }
        if !taken.insert((key.as_bytes()[0], name.into())) {
            let what = if key.starts_with('i') { "input" } else { "output" };
            return Err(source.error(at(key.len() + 1), format!("a second {what} {name:?}")));
        }
    }
    // A number that is another one's name gets a mark behind it.
    let mut name_of = |kind: char, index: usize| {
        let mut own = format!("{kind}{index}");
        if let Some(name) = names.remove(&own) {
            return name;
        }
        while !taken.insert((kind as u8, own.clone())) {
            own.push('_');
        }
        own
    };
    circuit.inputs.iter_mut().enumerate().for_each(|(index, input)| input.0 = name_of('i', index));
    circuit.outputs.iter_mut().enumerate().for_each(|(index, output)| output.0 = name_of('o', index));
    Ok(())
}
