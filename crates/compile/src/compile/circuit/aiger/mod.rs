//! AIGER (Biere, "The AIGER And-Inverter Graph format", 2007; 1.9: 2011), combinational circuits: the ASCII form here, the
//! binary one in [`binary`].

pub mod binary;
mod header;
mod symbols;

use super::Circuit;
use super::netlist::{Function, Gate, NetSignal, Netlist};
use super::source::{SourceText, TextPlace};
use crate::input_error::InputError;
use header::AigerHeader;

/// Reads `aag M I L O A`, I inputs, O outputs, A gates `lhs rhs0 rhs1`, a symbol table (`i0 name`, `o0 name`)
/// and comments after `c`.
///
/// # Errors
/// A wrong header, latches, a literal out of range, a line that is not a gate, an undefined or doubly defined variable,
/// a cycle; with line and column.
pub fn parse(text: &str, file: &str) -> Result<Circuit, InputError> {
    let source = SourceText::new(text, file);
    let AigerHeader { variables, inputs, outputs, gates } = AigerHeader::read(&source, "aag")?;
    let mut line = 1;
    // A line of exactly this many literals, as signals named by their variables.
    let mut literals = |count: usize, what: &str| -> Result<Vec<NetSignal>, InputError> {
        let found = header::literals(&source, line, count, what, variables)?;
        line += 1;
        let signal = |(number, place): (u64, TextPlace)| NetSignal {
            name: (number / 2).to_string(),
            complemented: number % 2 == 1,
            place,
        };
        Ok(found.into_iter().map(signal).collect())
    };
    let even = |signal: &NetSignal, what: &str| {
        if signal.complemented || signal.name == "0" {
            Err(source.error(signal.place, format!("{what} is an even literal above 0")))
        } else {
            Ok(())
        }
    };
    let zero = NetSignal::new("0", TextPlace { line: 0, byte: 0 });
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
    symbols::name(&mut circuit, &source, line)?;
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
            ("aig 1 1 0 0 0\n", 1, 1, "--format aig"),
            ("aag 1 0 1 0 0\n2 3\n", 1, 9, "1 latches"),
            ("aag 0 0 0 0 0 1\n0\n", 1, 15, "1 bad states"),
            ("aag 0 0 0 0 0 0 2\n0\n", 1, 17, "2 invariant constraints"),
            ("aag 0 0 0 0 0 0 0 3\n", 1, 19, "3 justice properties"),
            ("aag 0 0 0 0 0 0 0 0 4\n", 1, 21, "4 fairness constraints"),
            ("aag 1 1 0 1 0\n2\n4\n", 3, 1, "out of range"),
            ("aag 1 1 0 1 0\n2\nx\n", 3, 1, "not a literal"),
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

    #[test]
    fn symbol_tables_take_blanks() {
        let circuit = parse("aag 1 1 0 1 0\n2\n3\ni0 a b  \n\n \no0 z\t\nc\nprose\n", "t").unwrap();
        assert_eq!((circuit.inputs[0].0.as_str(), circuit.outputs[0].0.as_str()), ("a b", "z"));
    }
}
