//! The expression language: `sum = a ^ b ^ c` names a value, `(a & b) -> !c` is required to be true.

use std::collections::BTreeSet;

use super::Circuit;
use super::netlist::{Function, Gate, NetSignal, Netlist};
use super::source::{SourceText, TextPlace};
use super::tokens::{OPERATORS, Token, tokens};
use crate::input_error::InputError;

/// Reads a text of statements, one per line or separated by semicolons; `#` or `//` begin comments. `name = EXPRESSION`
/// names an output; an EXPRESSION alone is required to be true. Operators, the tightest first: `!` (`~`), `&`, `^`,
/// `|`, `->` (right-associative), `<->`; parentheses; constants 0 and 1. Undefined names are the inputs, in the order
/// in which they appear; with a statement `inputs a b c` only those.
///
/// # Errors
/// A syntax error, a name defined twice or (with `inputs`) not at all, a cycle; with line and column.
pub fn parse(text: &str, file: &str) -> Result<Circuit, InputError> {
    let source = SourceText::new(text, file);
    let tokens = tokens(&source)?;
    let mut netlist = Netlist::default();
    let mut declared = false;
    let mut at = 0;
    let mut uses: Vec<NetSignal> = Vec::new();
    while at < tokens.len() {
        let end = at + tokens[at..].iter().position(|t| t.0 == Token::End).unwrap_or(tokens.len() - at - 1);
        let statement = &tokens[at..=end];
        at = end + 1;
        match statement {
            [(Token::End, _)] => {}
            [(Token::Name("inputs"), _), names @ .., _]
                if !matches!(names.first(), Some((Token::Define | Token::Operator(_), _))) =>
            {
                declared = true;
                for &(token, place) in names {
                    let Token::Name(name) = token else {
                        return Err(source.error(place, "a name of an input is expected"));
                    };
                    netlist.inputs.push(NetSignal::new(name, place));
                }
            }
            [(Token::Name(name), place), (Token::Define, _), expression @ ..] => {
                let value = Reader { source: &source, netlist: &mut netlist, uses: &mut uses }.read(expression)?;
                let name = NetSignal::new(name, *place);
                netlist.outputs.push((name.name.clone(), name.clone()));
                netlist.gates.push(Gate { name, function: Function::And, complemented: false, fanins: vec![value] });
            }
            expression => {
                let value = Reader { source: &source, netlist: &mut netlist, uses: &mut uses }.read(expression)?;
                netlist.demands.push(value);
            }
        }
    }
    if !declared {
        let mut known: BTreeSet<String> = netlist.gates.iter().map(|g| g.name.name.clone()).collect();
        netlist.inputs = uses.into_iter().filter(|s| known.insert(s.name.clone())).collect();
    }
    netlist.circuit(&source)
}

/// Reads one expression by operator precedence (Dijkstra's shunting yard): no recursion, for any depth of parentheses.
struct Reader<'a, 'b> {
    source: &'a SourceText<'b>,
    netlist: &'a mut Netlist,
    uses: &'a mut Vec<NetSignal>,
}

impl Reader<'_, '_> {
    /// The value of the tokens up to the end of the statement, which is the last of them.
    fn read(&mut self, tokens: &[(Token, TextPlace)]) -> Result<NetSignal, InputError> {
        let mut values: Vec<NetSignal> = Vec::new();
        let mut waiting: Vec<(Token, TextPlace)> = Vec::new();
        let mut complete = false;
        for &(token, place) in tokens {
            let prefix = matches!(token, Token::Name(_) | Token::Constant(_) | Token::Not | Token::Open);
            if prefix == complete {
                let expected = if complete { "an operator" } else { "a name, a constant, ! or (" };
                return Err(self.source.error(place, format!("{expected} is expected here")));
            }
            match token {
                Token::Name(name) => {
                    self.uses.push(NetSignal::new(name, place));
                    values.push(NetSignal::new(name, place));
                    complete = true;
                }
                Token::Constant(value) => {
                    let function = if value { Function::And } else { Function::Or };
                    values.push(self.gate(function, false, Vec::new(), place));
                    complete = true;
                }
                Token::Not | Token::Open => waiting.push((token, place)),
                Token::Operator(index) => {
                    let precedence = OPERATORS[index].3;
                    // Implication binds to the right: a waiting one of its own kind stays.
                    let right = u8::from(OPERATORS[index].2.0);
                    self.apply(&mut values, &mut waiting, precedence + right);
                    waiting.push((token, place));
                    complete = false;
                }
                Token::Close => {
                    self.apply(&mut values, &mut waiting, 0);
                    if waiting.pop().is_none() {
                        return Err(self.source.error(place, "a ) without its ("));
                    }
                }
                Token::End => {
                    self.apply(&mut values, &mut waiting, 0);
                    if let Some((_, open)) = waiting.pop() {
                        return Err(self.source.error(open, "a ( without its )"));
                    }
                }
                Token::Define => {
                    return Err(self.source.error(
                        place,
                        "= stands after the name that a statement defines only; \
                                                         equality of values is <->",
                    ));
                }
            }
        }
        Ok(values.pop().expect("a complete expression has a value"))
    }

    /// Applies the pending operators that bind at least as tightly, back to an open parenthesis.
    fn apply(&mut self, values: &mut Vec<NetSignal>, waiting: &mut Vec<(Token, TextPlace)>, precedence: u8) {
        while let Some(&(token, place)) = waiting.last() {
            match token {
                Token::Not => {
                    let value = values.last_mut().expect("! stands before a value");
                    value.complemented = !value.complemented;
                }
                Token::Operator(index) if OPERATORS[index].3 >= precedence => {
                    let (_, function, (left, result), _) = &OPERATORS[index];
                    let b = values.pop().expect("an operator stands after a value");
                    let mut a = values.pop().expect("an operator stands between values");
                    a.complemented ^= left;
                    values.push(self.gate(function.clone(), *result, vec![a, b], place));
                }
                _ => return,
            }
            waiting.pop();
        }
    }

    /// A gate without a name of its own: no name contains a blank.
    fn gate(&mut self, function: Function, complemented: bool, fanins: Vec<NetSignal>, place: TextPlace) -> NetSignal {
        let name = NetSignal::new(&format!("the operator {}", self.netlist.gates.len()), place);
        self.netlist.gates.push(Gate { name: name.clone(), function, complemented, fanins });
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, values: &[bool]) -> bool {
        parse(text, "t").unwrap().holds(values)
    }

    #[test]
    fn precedence_and_association() {
        for bits in 0..8u32 {
            let [a, b, c] = [0, 1, 2].map(|i| bits >> i & 1 == 1);
            for (text, expected) in [
                ("a & b | c", a && b || c),
                ("a | b & c", a || b && c),
                ("a ^ b & c", a ^ (b && c)),
                ("a ^ b | c", a ^ b || c),
                ("a -> b -> c", !a || !b || c),
                ("(a -> b) -> c", a && !b || c),
                ("a <-> b <-> c", (a == b) == c),
                ("!a & b | c", !a && b || c),
                ("!(a & b) ^ ~~c", !(a && b) ^ c),
                ("a & (b |\n c)", a && (b || c)),
                ("a &\n b & c", a && b && c),
                ("a & 1 ^ b & 0 | c", a || c),
                ("t = a ^ b; t; !t | c", (a ^ b) && c),
                ("t | c # late\nt = a & b", a && b || c),
                ("a == b; c || a && b", (a == b) && (c || a && b)),
            ] {
                let text = format!("inputs a b c\n{text}");
                assert_eq!(holds(&text, &[a, b, c]), expected, "{text} for {a} {b} {c}");
            }
        }
    }

    #[test]
    fn inputs_are_the_names_that_are_not_defined() {
        let circuit = parse("z = x & y\nx = b | a\n\n!z", "t").unwrap();
        let names: Vec<&str> = circuit.inputs.iter().map(|i| i.0.as_str()).collect();
        assert_eq!(names, ["y", "b", "a"]);
        assert_eq!(circuit.outputs.len(), 2);
        assert!(parse("", "t").unwrap().holds(&[]));
        assert!(!parse("0", "t").unwrap().holds(&[]));
        let deep = format!("{}a{}", "!(".repeat(100_000), ")".repeat(100_000));
        assert!(holds(&deep, &[true]));
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, line, column, message) in [
            ("(a & b\n", 1, 1, "without its )"),
            ("a & b)\n", 1, 6, "without its ("),
            ("a b\n", 1, 3, "an operator"),
            ("a & | b\n", 1, 5, "a name"),
            ("a &\n", 1, 4, "a name"),
            ("a @ b\n", 1, 3, "\"@\" means nothing"),
            ("a' & b\n", 1, 2, "the complement of a"),
            ("2a\n", 1, 1, "\"2a\" means nothing"),
            ("inputs a\na & q\n", 2, 5, "\"q\" is not defined"),
            ("inputs a\na = !a\n", 2, 1, "defined before"),
            ("x = y & a\ny = !x\n", 1, 7, "a cycle: y, x ("),
            ("x = a\nx = b\n", 2, 1, "defined before"),
            ("inputs a &\n", 1, 10, "an input is expected"),
            ("a = b = c\n", 1, 7, "equality of values is <->"),
            ("()\n", 1, 2, "a name"),
        ] {
            let e = parse(text, "t").unwrap_err();
            assert_eq!((e.line, e.column), (line, column), "{text:?}: {}", e.message);
            assert!(e.message.contains(message), "{text:?}: {}", e.message);
        }
    }
}
