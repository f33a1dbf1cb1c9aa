//! ISCAS `.bench` netlists (Brglez and Fujiwara 1985; Brglez, Bryan and Kozminski 1989), combinational ones.

use super::Circuit;
use super::netlist::{Function, Gate, NetSignal, Netlist};
use super::source::{SourceText, TextPlace};
use crate::input_error::InputError;

/// Gate names: function, and whether its value is complemented.
const GATES: &[(&str, Function, bool)] = &[
    ("AND", Function::And, false),
    ("NAND", Function::And, true),
    ("OR", Function::Or, false),
    ("NOR", Function::Or, true),
    ("XOR", Function::Xor, false),
    ("XNOR", Function::Xor, true),
    ("NOT", Function::And, true),
    ("BUF", Function::And, false),
    ("BUFF", Function::And, false),
];

/// Reads `INPUT(a)`, `OUTPUT(z)` and `z = NAND(a, b)` lines; `#` begins a comment; gates are AND, NAND, OR,
/// NOR, XOR, XNOR, NOT, BUF(F) in capitals or not, and `vdd`, `gnd` without fan-ins.
///
/// # Errors
/// Anything else, an undefined or doubly defined signal, a cycle; with line and column.
pub fn parse(text: &str, file: &str) -> Result<Circuit, InputError> {
    let source = SourceText::new(text, file);
    let is_name = |name: &str| !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '(' || c == ')');
    let mut netlist = Netlist::default();
    for (number, line) in source.lines.iter().enumerate() {
        let code = line.split('#').next().unwrap_or_default();
        if code.trim().is_empty() {
            continue;
        }
        let at = |part: &str| TextPlace { line: number, byte: part.as_ptr() as usize - line.as_ptr() as usize };
        let expected = "INPUT(name), OUTPUT(name) or name = GATE(name, ...)";
        let (left, right) = match code.split_once('=') {
            Some((left, right)) => (Some(left.trim()), right),
            None => (None, code),
        };
        let call = right.trim();
        let lower = call.to_ascii_lowercase();
        if let (Some(name), "vdd" | "gnd") = (left, lower.as_str()) {
            let function = if lower == "vdd" { Function::And } else { Function::Or };
            if !is_name(name) {
                return Err(source.error(at(name), format!("{name:?} is not a name of a signal")));
            }
            let name = NetSignal::new(name, at(name));
            netlist.gates.push(Gate { name, function, complemented: false, fanins: Vec::new() });
            continue;
        }
        let Some((word, rest)) = call.split_once('(') else {
            return Err(source.error(at(call), format!("expected {expected}")));
        };
        let Some(inside) = rest.trim_end().strip_suffix(')') else {
            let end = TextPlace { line: number, byte: code.trim_end().len() };
            return Err(source.error(end, "expected ) at the end"));
        };
        let mut signals = Vec::new();
        for part in inside.split(',') {
            let name = part.trim();
            if !is_name(name) {
                return Err(source.error(at(part), format!("{name:?} is not a name of a signal")));
            }
            signals.push(NetSignal::new(name, at(name)));
        }
        let word = word.trim();
        let upper = word.to_ascii_uppercase();
        match (left, upper.as_str(), signals.as_slice()) {
            (None, "INPUT", [_]) => netlist.inputs.append(&mut signals),
            (None, "OUTPUT", [signal]) => netlist.outputs.push((signal.name.clone(), signal.clone())),
            (None, ..) => return Err(source.error(at(call), format!("expected {expected}"))),
            (Some(_), "DFF", _) => {
                return Err(source.error(at(word), "a flip-flop: only combinational circuits are read"));
            }
            (Some(name), ..) => {
                let Some((gate, function, complemented)) = GATES.iter().find(|g| g.0 == upper) else {
                    let known = GATES.iter().map(|g| g.0).collect::<Vec<_>>().join(", ");
                    return Err(source.error(at(word), format!("{word:?} is not a gate; there are {known}")));
                };
                if matches!(*gate, "NOT" | "BUF" | "BUFF") && signals.len() != 1 {
                    return Err(source.error(at(word), format!("{gate} has one fan-in, not {}", signals.len())));
                }
                if name.is_empty() || name.contains(char::is_whitespace) {
                    return Err(source.error(at(name), format!("{name:?} is not a name of a signal")));
                }
                netlist.gates.push(Gate {
                    name: NetSignal::new(name, at(name)),
                    function: function.clone(),
                    complemented: *complemented,
                    fanins: signals,
                });
            }
        }
    }
    netlist.circuit(&source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_gates_in_any_order() {
        let text = "# a\nINPUT(a)\nINPUT( b )\nOUTPUT(z)\nz = nand(x, a) # z\nx = NOT(b)\n";
        let circuit = parse(text, "t").unwrap();
        let z = |a, b| circuit.values(&[a, b])[circuit.outputs[0].1.node()] ^ circuit.outputs[0].1.is_complemented();
        assert!(z(false, false) && z(true, true) && !z(true, false));
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, line, column, message) in [
            ("INPUT(a)\nz = AND(a, q)\n", 2, 12, "\"q\" is not defined"),
            ("x = AND(y)\ny = OR(x)\n", 2, 8, "a cycle: x, y ("),
            ("INPUT(a)\nINPUT(a)\n", 2, 7, "second input"),
            ("INPUT(a)\na = NOT(a)\n", 2, 1, "defined before"),
            ("INPUT(a)\nz = MAJ(a)\n", 2, 5, "is not a gate"),
            ("INPUT(a)\nz = NOT(a, a)\n", 2, 5, "one fan-in"),
            ("INPUT(a)\nz = DFF(a)\n", 2, 5, "flip-flop"),
            ("INPUT(a\n", 1, 8, "expected )"),
            ("hello\n", 1, 1, "expected INPUT"),
            ("INPUT(a)\nz = AND(a,)\n", 2, 11, "not a name"),
            ("OUTPUT(z)\n", 1, 8, "not defined"),
        ] {
            let e = parse(text, "t").unwrap_err();
            assert_eq!((e.line, e.column), (line, column), "{text:?}: {}", e.message);
            assert!(e.message.contains(message), "{text:?}: {}", e.message);
        }
    }
}
