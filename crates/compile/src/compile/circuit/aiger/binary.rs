//! Binary AIGER: the header and the outputs are lines, the gates are differences of literals in groups of seven bits.

use super::header::{AigerHeader, literals};
use super::symbols;
use crate::compile::circuit::source::SourceText;
use crate::compile::circuit::{Circuit, Edge};
use crate::input_error::InputError;
use crate::lines;

/// Most inputs, which take no byte of the file: a board of more rows would be too large.
const MOST_INPUTS: u64 = 1 << 20;

/// Reads `aig M I L O A`, O lines with the literals of the outputs, A gates in binary, and the symbol table and comments of
/// the ASCII form. Variables 1 to I are the inputs, the next ones the gates in their order.
///
/// # Errors
/// A wrong header, latches and properties, an output out of range; a gate that is cut off or needs a later one, with
/// its byte in the file; a wrong symbol, with the line counted from the end of the gates.
pub fn parse(bytes: &[u8], file: &str) -> Result<Circuit, InputError> {
    let mut rest = bytes;
    let header = AigerHeader::read(&SourceText::new(text(file, &mut rest, 1)?, file), "aig")?;
    let AigerHeader { variables, inputs, outputs, gates } = header;
    if inputs + gates != variables {
        let message =
            format!("the header says {variables} variables for {inputs} inputs and {gates} gates: M is I + A");
        return Err(InputError::whole(file, message));
    }
    if inputs > MOST_INPUTS {
        return Err(InputError::whole(file, format!("{inputs} inputs: at most {MOST_INPUTS} are read")));
    }
    let mut head = bytes;
    let source = SourceText::new(text(file, &mut head, outputs.saturating_add(1))?, file);
    let mut circuit = Circuit::default();
    let mut edges = vec![Edge::FALSE];
    edges.extend((0..inputs).map(|index| circuit.input(&format!("i{index}"))));
    let mut found = Vec::new();
    for line in 1..=outputs as usize {
        found.push(literals(&source, line, 1, "an output", variables)?[0].0);
    }
    let mut at = bytes.len() - head.len();
    for gate in 0..gates {
        let left = 2 * (inputs + gate + 1);
        let start = at;
        let wrong = |what: &str| InputError::whole(file, format!("gate {} at byte {start}: {what}", gate + 1));
        let mut below = |high: u64, least: u64| {
            let difference = number(bytes, &mut at).map_err(wrong)?;
            let later = || wrong("its inputs are not before it: the differences of literals do not fit");
            high.checked_sub(difference).filter(|_| difference >= least).ok_or_else(later)
        };
        let first = below(left, 1)?;
        let second = below(first, 0)?;
        let edge = |literal: u64| edges[literal as usize / 2].complemented(literal % 2 == 1);
        let made = circuit.and(edge(first), edge(second));
        edges.push(made);
    }
    let edge = |literal: u64| edges[literal as usize / 2].complemented(literal % 2 == 1);
    circuit.outputs = found.into_iter().enumerate().map(|(i, literal)| (format!("o{i}"), edge(literal))).collect();
    let tail = String::from_utf8_lossy(symbol_part(&bytes[at..]));
    let tail = lines::text(file, tail.as_bytes()).map_err(behind)?.to_string();
    symbols::name(&mut circuit, &SourceText::new(&tail, file), 0).map_err(behind)?;
    Ok(circuit)
}

/// The next `count` lines of bytes as text.
fn text<'a>(file: &str, bytes: &mut &'a [u8], count: u64) -> Result<&'a str, InputError> {
    let ends = memchr::memchr_iter(b'\n', bytes);
    let end = ends.take(count.min(1 << 32) as usize).last().map_or(bytes.len(), |end| end + 1);
    let (head, rest) = bytes.split_at(end);
    *bytes = rest;
    lines::text(file, head)
}

/// The symbols without the comments, which may hold any bytes.
fn symbol_part(tail: &[u8]) -> &[u8] {
    let mut start = 0;
    for line in tail.split_inclusive(|&b| b == b'\n') {
        if line.trim_ascii_end() == b"c" {
            break;
        }
        start += line.len();
    }
    &tail[..start]
}

/// An error in the symbol table adds where its lines are counted from.
fn behind(mut error: InputError) -> InputError {
    error.message += " (in the symbol table: lines are counted from the end of the gates)";
    error
}

/// A number in groups of seven bits, the lowest first, the highest bit of a byte set where another one follows.
fn number(bytes: &[u8], at: &mut usize) -> Result<u64, &'static str> {
    let mut number = 0u64;
    for shift in (0..).step_by(7) {
        let byte = *bytes.get(*at).ok_or("the file ends within it")?;
        if shift > 28 {
            return Err("a difference of literals is beyond 32 bits");
        }
        *at += 1;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            break;
        }
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::circuit::{CircuitNode, aiger};
    use crate::compile::problem::{Problem, ProblemFormat};
    use crate::rng::Rng;

    /// A circuit without XOR in both forms.
    fn written(circuit: &Circuit) -> (String, Vec<u8>) {
        // Binary literals count the inputs first, in any order relative to the gates.
        let mut literal = vec![0u64; circuit.nodes().len()];
        circuit.inputs.iter().zip(1..).for_each(|(&(_, node), v)| literal[node] = 2 * v);
        let mut gates = Vec::new();
        for (node, kind) in circuit.nodes().iter().enumerate() {
            if let CircuitNode::And(a, b) = kind {
                literal[node] = 2 * (circuit.inputs.len() + gates.len() + 1) as u64;
                let of = |edge: &Edge| literal[edge.node()] + u64::from(edge.is_complemented());
                gates.push((literal[node], of(a).max(of(b)), of(a).min(of(b))));
            }
        }
        let of = |edge: &Edge| literal[edge.node()] + u64::from(edge.is_complemented());
        let (inputs, outputs) = (circuit.inputs.len(), circuit.outputs.len());
        let numbers = format!("{} {inputs} 0 {outputs} {}\n", inputs + gates.len(), gates.len());
        let outs: String = circuit.outputs.iter().map(|(_, edge)| format!("{}\n", of(edge))).collect();
        let ins: String = (1..=inputs).map(|v| format!("{}\n", 2 * v)).collect();
        let mut symbols: String = circuit.inputs.iter().enumerate().map(|(i, n)| format!("i{i} {}\n", n.0)).collect();
        circuit.outputs.iter().enumerate().for_each(|(i, n)| symbols += &format!("o{i} {}\n", n.0));
        let lines: String = gates.iter().map(|(l, a, b)| format!("{l} {a} {b}\n")).collect();
        let mut bytes = format!("aig {numbers}{outs}").into_bytes();
        for (left, first, second) in gates {
            for mut difference in [left - first, first - second] {
                while difference > 127 {
                    bytes.push(128 | (difference & 127) as u8);
                    difference >>= 7;
                }
                bytes.push(difference as u8);
            }
        }
        bytes.extend(symbols.bytes());
        bytes.extend(b"c\nany bytes: \xff\x00\n");
        (format!("aag {numbers}{ins}{outs}{lines}{symbols}"), bytes)
    }

    fn outputs(circuit: &Circuit, values: &[bool]) -> Vec<bool> {
        let all = circuit.values(values);
        circuit.outputs.iter().map(|(_, edge)| all[edge.node()] ^ edge.is_complemented()).collect()
    }

    /// Both forms of a circuit without XOR are parsed to the same circuit, which computes the same function.
    fn check(circuit: &Circuit, rng: &mut Rng) {
        let (ascii, binary) = written(circuit);
        let read = parse(&binary, "t").unwrap();
        assert_eq!(read, aiger::parse(&ascii, "t").unwrap(), "{ascii}");
        let names = |c: &Circuit| c.inputs.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&read), names(circuit));
        for _ in 0..20 {
            let values: Vec<bool> = circuit.inputs.iter().map(|_| rng.chance(0.5)).collect();
            assert_eq!(outputs(&read, &values), outputs(circuit, &values), "{ascii}");
        }
    }

    #[test]
    fn both_forms_are_read_alike() {
        let mut rng = Rng::new(11);
        for round in 0..200 {
            let mut circuit = Circuit::default();
            let inputs = 1 + rng.index(if round < 190 { 6 } else { 200 });
            let mut edges: Vec<Edge> = (0..inputs).map(|i| circuit.input(&format!("in {i}"))).collect();
            for _ in 0..rng.index(40) {
                let mut pick = || edges[rng.index(edges.len())].complemented(rng.chance(0.5));
                let (a, b) = (pick(), pick());
                edges.push(circuit.and(a, b));
            }
            for output in 0..rng.index(4) {
                let edge = edges[rng.index(edges.len())].complemented(rng.chance(0.5));
                circuit.outputs.push((format!("out{output}"), edge));
            }
            check(&circuit, &mut rng);
        }
    }

    #[test]
    fn the_committed_circuits_are_read_alike() {
        let (mut rng, mut circuits) = (Rng::new(12), 0);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/formulas");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let file = path.to_string_lossy();
            let Some(format) = ProblemFormat::of(&file) else { continue };
            if let (Problem::Circuit(circuit), _) =
                Problem::read(&std::fs::read(&path).unwrap(), &file, format).unwrap()
            {
                check(&circuit.simplified(false), &mut rng);
                circuits += 1;
            }
        }
        assert!(circuits >= 3, "{circuits}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (bytes, message) in [
            (&b""[..], "no line 'aig M I L O A'"),
            (b"aag 1 1 0 0 0\n2\n", "--format aag"),
            (b"aig 1 1 0\n", "the header reads 'aig M I L O A'"),
            (b"aig 2 1 1 0 0\n2\n", "1 latches"),
            (b"aig 0 0 0 0 0 0 0 1\n", "1 justice properties"),
            (b"aig 5 1 0 0 1\n", "M is I + A"),
            (b"aig 1 1 0 1 0\n4\n", "out of range"),
            (b"aig 1 1 0 1 0\n", "the file ends where an output"),
            (b"aig 3 2 0 0 1\n\x02", "gate 1 at byte 14: the file ends within it"),
            (b"aig 3 2 0 0 1\n\x00\x01", "gate 1 at byte 14: its inputs are not before it"),
            (b"aig 3 2 0 0 1\n\x02\x05", "gate 1 at byte 14: its inputs are not before it"),
            (b"aig 2000000 2000000 0 0 0\n", "2000000 inputs: at most"),
            (b"aig 3 2 0 0 1\n\xff\xff\xff\xff\xff\xff\x01\x01", "beyond 32 bits"),
            (b"aig 3 2 0 0 1\n\x02\x02i7 a\n", "expected a symbol"),
            (b"aig 18446744073709551615 18446744073709551615 0 0 18446744073709551615\n", "at most"),
        ] {
            let error = parse(bytes, "t").unwrap_err().message;
            assert!(error.contains(message), "{error}");
        }
    }
}
