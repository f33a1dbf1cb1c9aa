//! Reads the output of solvers: a status and the values of variables, in any of the usual forms.

use rustc_hash::FxHashMap;

use super::Lit;

/// A solver's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// Satisfiable or not, if there is a status line.
    pub satisfiable: Option<bool>,
    /// Variables with their values, as far as they are given.
    pub literals: Vec<Lit>,
}

/// A syntax error: its line, counted from 1, and the byte in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// From 1.
    pub line: usize,
    /// From 0, in the line; the start of the offending word.
    pub byte: usize,
    /// What is wrong, without the place.
    pub message: String,
}

/// Tolerance of a solver's value around 0 or 1.
const TOLERANCE: f64 = 1e-4;

/// Reads an answer: `s SATISFIABLE` and `v 1 -2 0` or `v x1 -x2` (SAT and pseudo-Boolean competitions), `SAT` and `1 -2
/// 0` (MiniSat's result file), or lines that hold a name `x1` and after it its value, 0 or 1 up to rounding (LP
/// solvers, which report infeasibility in several ways). Other lines count as comments.
///
/// # Errors
/// A literal beyond 32 bits, a word that is not a literal on a line of literals, another value, two values of a
/// variable.
pub fn read(text: &str) -> Result<Output, Misread> {
    let mut output = Output::default();
    let mut values: FxHashMap<usize, bool> = FxHashMap::default();
    for (line, number) in text.lines().zip(1..) {
        let at = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
        let words: Vec<&str> = line.split_whitespace().collect();
        let status = match words[..] {
            ["s", status, ..] => Some(verdict(status)),
            [word] if verdict(word).is_some() => Some(verdict(word)),
            ["v", ..] => None,
            _ => is_infeasible(line).then_some(Some(false)),
        };
        if let Some(status) = status {
            if status.is_some() && output.satisfiable.is_some_and(|before| Some(before) != status) {
                let message = "a second status, unlike the one before".into();
                return Err(Misread { line: number, byte: 0, message });
            }
            output.satisfiable = status.or(output.satisfiable);
            continue;
        }
        let found = match words[..] {
            ["v", ..] => literals(&words[1..]),
            [first, ..] if first.parse::<i64>().is_ok() && words.iter().all(|w| w.parse::<i64>().is_ok()) => {
                literals(&words)
            }
            _ => assignment(&words).map(|found| found.into_iter().collect()),
        };
        let misread = |(word, message): (&str, String)| Misread { line: number, byte: at(word), message };
        for (word, lit) in found.map_err(misread)? {
            if *values.entry(lit.variable()).or_insert(lit.is_positive()) != lit.is_positive() {
                return Err(misread((word, format!("variable {} has two values", lit.variable()))));
            }
            output.literals.push(lit);
        }
    }
    Ok(output)
}

fn verdict(word: &str) -> Option<bool> {
    match word {
        "SATISFIABLE" | "SAT" | "OPTIMUM" => Some(true),
        "UNSATISFIABLE" | "UNSAT" | "INFEASIBLE" => Some(false),
        _ => None,
    }
}

/// True if a solver reports that it found no answer: `s UNKNOWN`, or MiniSat's `INDET` and `INDETERMINATE`.
pub fn is_unknown(text: &str) -> bool {
    let is_word = |word: &str| ["UNKNOWN", "INDET", "INDETERMINATE"].contains(&word);
    text.lines().any(|line| is_word(line.strip_prefix("s ").unwrap_or(line).trim()))
}

/// `Infeasible - objective value 0` (CBC), `Model status: Infeasible` (HiGHS), `Status: INTEGER EMPTY` (GLPK),
/// `This problem is infeasible` (lp_solve), `solution status: infeasible` (SCIP).
fn is_infeasible(line: &str) -> bool {
    let line = line.trim().to_ascii_lowercase();
    let stated = ["status", "problem is"].iter().any(|word| line.contains(word));
    let says = |word: &str| line.split(|c: char| !c.is_ascii_alphabetic()).any(|w| w == word);
    line.starts_with("infeasible") || (stated && (says("infeasible") || line.ends_with("integer empty")))
}

fn literal(word: &str) -> Option<Lit> {
    let (sign, rest) = match word.strip_prefix('-') {
        Some(rest) => (false, rest),
        None => (true, word),
    };
    let number: i32 = rest.strip_prefix('x').unwrap_or(rest).parse().ok().filter(|&n| n > 0)?;
    Some(Lit::positive(number as usize).given(sign))
}

/// Words with their meanings; an error is a word and a message.
type Found<'a, T> = Result<T, (&'a str, String)>;

/// Literals up to a 0, which ends the line.
fn literals<'a>(words: &[&'a str]) -> Found<'a, Vec<(&'a str, Lit)>> {
    let end = words.iter().position(|w| *w == "0").unwrap_or(words.len());
    if let Some(word) = words.get(end + 1) {
        return Err((word, format!("{word:?} after the 0 that ends the values")));
    }
    words[..end].iter().map(|&w| Ok((w, literal(w).ok_or_else(|| (w, format!("{w:?} is not a literal")))?))).collect()
}

/// The value after a name: `3 x4 1 0`, `x4 = 1`, `x4 * 1`.
fn assignment<'a>(words: &[&'a str]) -> Found<'a, Option<(&'a str, Lit)>> {
    let is_name =
        |w: &&str| w.strip_prefix('x').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let Some(at) = words.iter().position(is_name) else { return Ok(None) };
    let values = words[at + 1..].iter().filter_map(|&w| Some((w, w.parse::<f64>().ok()?)));
    let Some((word, value)) = values.into_iter().next() else { return Ok(None) };
    let name = words[at];
    let lit = literal(name).ok_or_else(|| (name, format!("{name:?} is not a variable")))?;
    let is_bit = (value - 1.0).abs() <= TOLERANCE || value.abs() <= TOLERANCE;
    if is_bit {
        Ok(Some((word, lit.given(value > 0.5))))
    } else {
        Err((word, format!("{name} is {word}, neither 0 nor 1")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> (Option<bool>, Vec<i32>) {
        let output = read(text).unwrap();
        (output.satisfiable, output.literals.iter().map(|l| l.dimacs()).collect())
    }

    #[test]
    fn the_usual_forms_are_read() {
        assert_eq!(numbers("c x\ns SATISFIABLE\nv 1 -2\nv 3 0\n"), (Some(true), vec![1, -2, 3]));
        assert_eq!(numbers("SAT\n-1 2 0\n"), (Some(true), vec![-1, 2]));
        assert_eq!(numbers("s OPTIMUM FOUND\nv x1 -x2\n"), (Some(true), vec![1, -2]));
        assert_eq!(numbers("Optimal\n  0 x1  1  0\n  1 x3  0.0  0\n"), (None, vec![1, -3]));
        assert_eq!(numbers("     1 x7           *              1             0             1\n"), (None, vec![7]));
        assert_eq!(numbers("UNSAT\n"), (Some(false), vec![]));
        assert_eq!(numbers("x1 0.99999\nx2 -1e-9\n"), (None, vec![1, -2]));
        assert_eq!(numbers(""), (None, vec![]));
        for text in [
            "Infeasible - objective value 0.00000000\n",
            "Model status\nInfeasible\n",
            "  Model status : Infeasible\n",
            "Status:     INTEGER EMPTY\n",
            "\nThis problem is infeasible\n",
            "solution status: infeasible\n",
        ] {
            assert_eq!(numbers(text), (Some(false), vec![]), "{text:?}");
        }
        // Not reports of infeasibility.
        assert_eq!(numbers("Primal infeasibility 0\nStatus: INTEGER OPTIMAL\n"), (None, vec![]));
    }

    #[test]
    fn no_answer_is_known() {
        assert!(is_unknown("c timeout\ns UNKNOWN\n") && is_unknown("INDET\n"));
        assert!(!is_unknown("s SATISFIABLE\nc UNKNOWN\n") && !is_unknown(""));
    }

    #[test]
    fn nonsense_is_named() {
        let place = |text: &str| read(text).map_err(|e| (e.line, e.byte)).unwrap_err();
        assert_eq!(place("v 1\nv 2 y 0\n"), (2, 4));
        assert_eq!(place("v 1 -1 0\n"), (1, 4));
        assert_eq!(place("v 1 0\nv 2 -1 0\n"), (2, 4));
        assert_eq!(place("x2 0.5\n"), (1, 3));
        assert_eq!(place("x2 nan\n"), (1, 3));
        assert!(read("v 99999999999 0\n").is_err());
        assert!(read("x99999999999 1\n").is_err());
    }
}
