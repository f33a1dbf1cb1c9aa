//! ASCII AIGER (Biere, "The AIGER And-Inverter Graph format", 2007; 1.9: 2011), combinational ones.

use std::collections::{BTreeMap, BTreeSet};

use super::Circuit;
use super::netlist::{Function, Gate, Netlist, Signal};
use super::source::{Place, Source};
use crate::input_error::InputError;

/// Most variables of a circuit that is read.
const MOST: u64 = 1 << 24;

/// Reads `aag M I L O A`, I inputs, O outputs, A gates `lhs rhs0 rhs1`, a symbol table (`i0 name`, `o0 name`)
/// and comments after `c`.
///
/// # Errors
/// A wrong header, latches, a literal out of range, a line that is no gate, an undefined or doubly defined
/// variable, a cycle; with line and column.
pub fn parse(text: &str, file: &str) -> Result<Circuit, InputError> {
    let source = Source::new(text, file);
    if source.lines.is_empty() {
        return Err(source.error_at_end("no line 'aag M I L O A'"));
    }
    let header = source.words(0);
    let start = Place { line: 0, byte: 0 };
    let wrong = || source.error(start, "the header reads 'aag M I L O A', five numbers");
    if header.first().is_some_and(|w| w.0 == "aig") {
        return Err(source.error(start, "binary AIGER: convert it with 'aigtoaig FILE.aig FILE.aag'"));
    }
    let numbers: Option<Vec<u64>> = header.iter().skip(1).map(|w| w.0.parse().ok()).collect();
    let numbers = numbers.filter(|n| header.first().is_some_and(|w| w.0 == "aag") && n.len() >= 5).ok_or_else(wrong)?;
    let [most, inputs, latches, outputs, gates] = numbers[..5] else { return Err(wrong()) };
    if numbers[5..].iter().any(|&n| n > 0) {
        return Err(source.error(header[6].1, "properties of AIGER 1.9: only outputs are read"));
    }
    if most > MOST {
        return Err(source.error(header[1].1, format!("at most {MOST} variables")));
    }
    if latches > 0 {
        return Err(source.error(header[3].1, "latches: only combinational circuits are read"));
    }
    let mut line = 1;
    // A line of exactly so many literals, as signals named by their variables.
    let mut literals = |count: usize, what: &str| -> Result<Vec<Signal>, InputError> {
        if line >= source.lines.len() {
            return Err(source.error_at_end(format!("the file ends where {what} is expected")));
        }
        let words = source.words(line);
        if words.len() != count {
            let place = words.get(count).map_or(Place { line, byte: source.lines[line].len() }, |w| w.1);
            return Err(source.error(place, format!("{what} is {count} literals, not {}", words.len())));
        }
        line += 1;
        let literal = |&(word, place): &(&str, Place)| {
            let number: u64 = word.parse().map_err(|_| source.error(place, format!("{word:?} is no literal")))?;
            if number > 2 * most + 1 {
                let message = format!("literal {number} is out of range: the header says {most} variables");
                return Err(source.error(place, message));
            }
            Ok(Signal { name: (number / 2).to_string(), complemented: number % 2 == 1, place })
        };
        words.iter().map(literal).collect()
    };
    let even = |signal: &Signal, what: &str| match signal.complemented || signal.name == "0" {
        true => Err(source.error(signal.place, format!("{what} is an even literal above 0"))),
        false => Ok(()),
    };
    let zero = Signal::new("0", start);
    let mut netlist = Netlist::default();
    netlist.gates.push(Gate { name: zero, function: Function::Or, complemented: false, fanins: Vec::new() });
    for _ in 0..inputs {
        let input = literals(1, "an input")?.remove(0);
        even(&input, "an input")?;
        netlist.inputs.push(input);
    }
    for index in 0..outputs {
        let output = literals(1, "an output")?.remove(0);
        netlist.outputs.push((format!("o{index}"), output));
    }
    for _ in 0..gates {
        let mut fanins = literals(3, "a gate")?;
        let name = fanins.remove(0);
        even(&name, "the left side of a gate")?;
        netlist.gates.push(Gate { name, function: Function::And, complemented: false, fanins });
    }
    let mut circuit = netlist.circuit(&source)?;
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
            index.is_some_and(|(n, most)| n.parse::<u64>().is_ok_and(|n| n < most))
        });
        match symbol {
            Some((key, name)) => {
                let at = |byte: usize| Place { line: number, byte };
                if names.insert(key.into(), name.into()).is_some() {
                    return Err(source.error(at(0), format!("a second name of {key}")));
                }
                if !taken.insert((key.as_bytes()[0], name.into())) {
                    let what = if key.starts_with('i') { "input" } else { "output" };
                    return Err(source.error(at(key.len() + 1), format!("a second {what} {name:?}")));
                }
            }
            None => {
                let message = "expected a symbol (i0 name, o0 name) or c before comments";
                return Err(source.error(Place { line: number, byte: 0 }, message));
            }
        }
    }
    // A nameless one has its number, and is told apart from those of that name.
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
    Ok(circuit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_half_adder_of_the_format_s_own_description() {
        let text = "aag 7 2 0 2 3\n2\n4\n6\n12\n6 13 15\n12 2 4\n14 3 5\ni0 x\ni1 y\no0 s\no1 c\nc\nhalf adder\n";
        let circuit = parse(text, "t").unwrap();
        let names: Vec<&str> = circuit.inputs.iter().map(|i| i.0.as_str()).collect();
        assert_eq!(names, ["x", "y"]);
        for (x, y) in [(false, false), (false, true), (true, false), (true, true)] {
            let values = circuit.values(&[x, y]);
            let out = |i: usize| {
                let edge = circuit.outputs[i].1;
                values[edge.node()] ^ edge.is_complemented()
            };
            assert_eq!((out(0), out(1)), (x ^ y, x && y));
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, line, column, message) in [
            ("", 0, 0, "no line"),
            ("aag 1 1 0\n", 1, 1, "the header reads"),
            ("\n", 1, 1, "the header reads"),
            ("aig 1 1 0 0 0\n", 1, 1, "binary"),
            ("aag 1 0 1 0 0\n2 3\n", 1, 9, "latches"),
            ("aag 1 1 0 1 0\n2\n4\n", 3, 1, "out of range"),
            ("aag 1 1 0 1 0\n2\nx\n", 3, 1, "no literal"),
            ("aag 1 1 0 1 0\n3\n2\n", 2, 1, "even literal"),
            ("aag 2 1 0 1 0\n2\n4\n", 3, 1, "not defined"),
            ("aag 2 1 0 0 1\n2\n4 4 2\n", 3, 3, "a cycle"),
            ("aag 2 1 0 0 1\n2\n4 2\n", 3, 4, "3 literals, not 2"),
            ("aag 2 1 0 0 1\n2\n2 2 2\n", 3, 1, "defined before"),
            ("aag 1 1 0 1 0\n2\n", 2, 2, "the file ends"),
            ("aag 1 1 0 0 0\n2\ni1 a\n", 3, 1, "expected a symbol"),
        ] {
            let e = parse(text, "t").unwrap_err();
            assert_eq!((e.line, e.column), (line, column), "{text:?}: {}", e.message);
            assert!(e.message.contains(message), "{text:?}: {}", e.message);
        }
    }
}
