//! What solvers print: a status and the values of variables, in any of the usual forms.

use super::Lit;

/// A solver's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// What its status line says, if there is one.
    pub satisfiable: Option<bool>,
    /// Variables with their values, as far as they are given.
    pub literals: Vec<Lit>,
}

/// A line that cannot be understood, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    pub line: usize,
    pub message: String,
}

/// Reads an answer:
/// `s SATISFIABLE` and `v 1 -2 0` or `v x1 -x2` (SAT and pseudo-Boolean competitions), `SAT` and
/// `1 -2 0` (MiniSat's result file), or lines that hold a name `x1` and after it its value (LP
/// solvers; above one half is true). Other lines are taken for comments.
///
/// # Errors
/// A literal beyond 32 bits, or a word that is no literal on a line of literals.
pub fn read(text: &str) -> Result<Output, Misread> {
    let mut output = Output::default();
    for (line, number) in text.lines().zip(1..) {
        let misread = |message: String| Misread { line: number, message };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["s", status, ..] => output.satisfiable = verdict(status).or(output.satisfiable),
            ["v", ..] => output.literals.extend(literals(&words[1..]).map_err(misread)?),
            [word] if verdict(word).is_some() => output.satisfiable = verdict(word),
            [first, ..] if first.parse::<i64>().is_ok() && words.iter().all(|w| w.parse::<i64>().is_ok()) => {
                output.literals.extend(literals(&words).map_err(misread)?);
            }
            _ => output.literals.extend(assignment(&words).map_err(misread)?),
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

fn literal(word: &str) -> Option<Lit> {
    let (sign, rest) = match word.strip_prefix('-') {
        Some(rest) => (false, rest),
        None => (true, word),
    };
    let number: i32 = rest.strip_prefix('x').unwrap_or(rest).parse().ok().filter(|&n| n > 0)?;
    Some(Lit::positive(number as usize).given(sign))
}

/// Literals up to a 0.
fn literals(words: &[&str]) -> Result<Vec<Lit>, String> {
    let words = words.iter().take_while(|w| **w != "0");
    words.map(|w| literal(w).ok_or_else(|| format!("{w:?} is no literal"))).collect()
}

/// The value after a name: `3 x4 1 0`, `x4 = 1`, `x4 * 1`.
fn assignment(words: &[&str]) -> Result<Option<Lit>, String> {
    let is_name =
        |w: &&str| w.strip_prefix('x').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let Some(at) = words.iter().position(is_name) else { return Ok(None) };
    let Some(value) = words[at + 1..].iter().find_map(|w| w.parse::<f64>().ok()) else { return Ok(None) };
    let lit = literal(words[at]).ok_or_else(|| format!("{:?} is no variable", words[at]))?;
    Ok(Some(lit.given(value > 0.5)))
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
        assert_eq!(numbers(""), (None, vec![]));
    }

    #[test]
    fn nonsense_is_named() {
        assert_eq!(read("v 1\nv 2 y 0\n").unwrap_err().line, 2);
        assert!(read("v 99999999999 0\n").is_err());
        assert!(read("x99999999999 1\n").is_err());
    }
}
