//! BLIF (Berkeley Logic Interchange Format, 1992): one model of `.names` tables.

use super::Circuit;
use super::netlist::{Function, Gate, NetSignal, Netlist};
use super::source::{SourceText, TextPlace, words_of};
use crate::input_error::InputError;

/// Reads `.model`, `.inputs`, `.outputs`, `.names` with its table, `.end`; `#` begins a comment, a backslash
/// at its end continues a line.
///
/// # Errors
/// Any other command (latches, subcircuits), a row that does not fit its table, an undefined or doubly
/// defined signal, a cycle; with line and column.
pub fn parse(text: &str, file: &str) -> Result<Circuit, InputError> {
    let source = SourceText::new(text, file);
    let mut netlist = Netlist::default();
    // The words of the line so far, and the table that rows belong to.
    let mut words: Vec<(&str, TextPlace)> = Vec::new();
    let mut table: Option<Gate> = None;
    // Whether a row of the table was read.
    let mut filled = false;
    let mut models = 0;
    let mut ended = false;
    for (number, line) in source.lines.iter().enumerate() {
        let code = line.split('#').next().unwrap_or_default().trim_end();
        let (code, continues) = code.strip_suffix('\\').map_or((code, false), |code| (code, true));
        words.append(&mut words_of(code, line, number));
        if continues && number + 1 < source.lines.len() {
            continue;
        }
        let line = std::mem::take(&mut words);
        let Some(&(first, place)) = line.first() else { continue };
        if ended {
            return Err(source.error(place, "text after .end"));
        }
        let signals = || line[1..].iter().map(|&(name, place)| NetSignal::new(name, place));
        if !first.starts_with('.') {
            let Some(gate) = &mut table else {
                return Err(source.error(place, "a row outside of a .names table"));
            };
            row(&source, gate, &line, &mut filled)?;
            continue;
        }
        netlist.gates.extend(table.take());
        match first {
            ".model" if models == 0 => models = 1,
            ".model" => return Err(source.error(place, "a second model: only one is read")),
            ".inputs" => netlist.inputs.extend(signals()),
            ".outputs" => netlist.outputs.extend(signals().map(|s| (s.name.clone(), s))),
            ".names" => {
                let mut fanins: Vec<NetSignal> = signals().collect();
                let Some(name) = fanins.pop() else {
                    return Err(source.error(place, ".names without the name of its output"));
                };
                filled = false;
                table = Some(Gate { name, function: Function::Cover(Vec::new()), complemented: false, fanins });
            }
            ".end" => ended = true,
            _ => {
                let message = format!("{first}: only .model, .inputs, .outputs, .names and .end are read");
                return Err(source.error(place, message));
            }
        }
    }
    netlist.gates.extend(table);
    netlist.circuit(&source)
}

/// One row of a table: `1-0 1`, or `1` for a constant. All rows of a table have the output 1, or all have 0.
fn row(source: &SourceText, gate: &mut Gate, words: &[(&str, TextPlace)], filled: &mut bool) -> Result<(), InputError> {
    let (inputs, value) = match words {
        [value] if gate.fanins.is_empty() => (("", value.1), value),
        [inputs, value] if !gate.fanins.is_empty() => (*inputs, value),
        _ => {
            let message = format!("a row of {} inputs and one output is expected", gate.fanins.len());
            return Err(source.error(words[0].1, message));
        }
    };
    if inputs.0.chars().count() != gate.fanins.len() {
        let message = format!("{} inputs, not {} as the table's", inputs.0.chars().count(), gate.fanins.len());
        return Err(source.error(inputs.1, message));
    }
    let mut cube = Vec::new();
    for (byte, letter) in inputs.0.char_indices() {
        cube.push(match letter {
            '0' => Some(false),
            '1' => Some(true),
            '-' => None,
            _ => {
                let place = TextPlace { byte: inputs.1.byte + byte, ..inputs.1 };
                return Err(source.error(place, format!("{letter:?} is not 0, 1 or -")));
            }
        });
    }
    let complemented = match value.0 {
        "0" => true,
        "1" => false,
        other => return Err(source.error(value.1, format!("{other:?} is neither 0 nor 1"))),
    };
    if *filled && complemented != gate.complemented {
        return Err(source.error(value.1, "the rows of a table all have output 1 or all have output 0"));
    }
    (gate.complemented, *filled) = (complemented, true);
    if let Function::Cover(cubes) = &mut gate.function {
        cubes.push(cube);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_tables_of_ones_and_of_zeros() {
        let text = ".model m\n.inputs a \\\n b c\n.outputs z y one nil\n.names a b c z # two cubes\n1-0 1\n01- 1\n\
                    .names a b y\n11 0\n.names one\n1\n.names nil\n.end\n";
        let circuit = parse(text, "t").unwrap();
        for bits in 0..8u32 {
            let [a, b, c] = [0, 1, 2].map(|i| bits >> i & 1 == 1);
            let values = circuit.values(&[a, b, c]);
            let out: Vec<bool> = circuit.outputs.iter().map(|(_, e)| values[e.node()] ^ e.is_complemented()).collect();
            assert_eq!(out, [(a && !c) || (!a && b), !(a && b), true, false]);
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, line, column, message) in [
            (".inputs a\n.outputs z\n.names a q z\n11 1\n", 3, 10, "\"q\" is not defined"),
            (".names y x\n1 1\n.names x y\n1 1\n", 3, 8, "a cycle"),
            (".inputs a\n.names a z\n2 1\n", 3, 1, "not 0, 1 or -"),
            (".inputs a\n.names a z\n11 1\n", 3, 1, "2 inputs, not 1"),
            (".inputs a\n.names a z\n1 2\n", 3, 3, "neither 0 nor 1"),
            (".inputs a\n.names a z\n1 1\n0 0\n", 4, 3, "all have"),
            (".inputs a\n.names a z\n1\n", 3, 1, "a row of 1 inputs"),
            ("1 1\n", 1, 1, "outside of a .names"),
            (".latch a b\n", 1, 1, ".latch: only"),
            (".model a\n.model b\n", 2, 1, "second model"),
            (".end\n.names\n", 2, 1, "after .end"),
            (".names\n", 1, 1, "without the name"),
        ] {
            let e = parse(text, "t").unwrap_err();
            assert_eq!((e.line, e.column), (line, column), "{text:?}: {}", e.message);
            assert!(e.message.contains(message), "{text:?}: {}", e.message);
        }
    }
}
