//! DIMACS CNF.

use std::fmt;

use crate::input_error::InputError;

/// A formula in conjunctive normal form; literals are `±(variable + 1)` as in DIMACS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    /// Named variables, those in no clause included.
    pub variables: usize,
    pub clauses: Vec<Vec<i32>>,
}

/// Most variables of a formula that is read: a board of more rows could not be held.
const MOST_VARIABLES: usize = 1 << 20;

impl Formula {
    /// True if every clause holds a true literal.
    pub fn holds(&self, values: &[bool]) -> bool {
        let truth = |&lit: &i32| values[lit.unsigned_abs() as usize - 1] == (lit > 0);
        self.clauses.iter().all(|clause| clause.iter().any(truth))
    }

    /// Reads DIMACS CNF; `file` names it in errors. Clauses may span lines and share them.
    ///
    /// # Errors
    /// A wrong or missing header, a word that is no number, a literal out of range, a last clause without
    /// its 0, another number of clauses than the header says; each with line and column.
    pub fn parse(text: &str, file: &str) -> Result<Formula, InputError> {
        let mut header: Option<(usize, usize)> = None;
        let mut formula = Formula::default();
        let mut clause = Vec::new();
        let mut last = (1, "");
        let mut is_over = false;
        for (index, line) in text.lines().enumerate() {
            let fail = |byte: usize, message: String| Err(InputError::at(file, index + 1, line, byte, message));
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.first() {
                None | Some(&"c") => continue,
                // SATLIB's files end with `%` and a lone 0.
                Some(&"%") if words.len() == 1 => {
                    is_over = true;
                    continue;
                }
                Some(&"0") if is_over && words.len() == 1 => continue,
                Some(_) if is_over => return fail(0, "after the line '%' no clause is read".into()),
                Some(&"p") if header.is_none() => {
                    let sizes = match words.as_slice() {
                        ["p", "cnf", n, m] => n.parse::<usize>().ok().zip(m.parse::<usize>().ok()),
                        _ => None,
                    };
                    match sizes {
                        Some((n, _)) if n > MOST_VARIABLES => {
                            return fail(0, format!("at most {MOST_VARIABLES} variables"));
                        }
                        Some(sizes) => header = Some(sizes),
                        None => return fail(0, "the header reads 'p cnf VARIABLES CLAUSES'".into()),
                    }
                    continue;
                }
                Some(_) => {}
            }
            let Some((variables, _)) = header else {
                return fail(0, "a line 'p cnf VARIABLES CLAUSES' comes first".into());
            };
            for word in words {
                let byte = word.as_ptr() as usize - line.as_ptr() as usize;
                match word.parse::<i32>() {
                    Ok(0) => formula.clauses.push(std::mem::take(&mut clause)),
                    Ok(lit) if lit.unsigned_abs() as usize <= variables => clause.push(lit),
                    Ok(lit) => return fail(byte, format!("literal {lit} is out of range: {variables} variables")),
                    Err(_) => return fail(byte, format!("{word:?} is no literal")),
                }
            }
            last = (index + 1, line);
        }
        let end = |message: String| InputError::at(file, last.0, last.1, last.1.len(), message);
        let Some((variables, clauses)) = header else {
            return Err(InputError::whole(file, "no line 'p cnf VARIABLES CLAUSES'"));
        };
        if !clause.is_empty() {
            return Err(end("the last clause does not end with 0".into()));
        }
        if formula.clauses.len() != clauses {
            return Err(end(format!("{} clauses, not {clauses} as the header says", formula.clauses.len())));
        }
        formula.variables = variables;
        Ok(formula)
    }
}

impl fmt::Display for Formula {
    /// As DIMACS CNF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p cnf {} {}", self.variables, self.clauses.len())?;
        for clause in &self.clauses {
            clause.iter().try_for_each(|lit| write!(f, "{lit} "))?;
            writeln!(f, "0")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_clauses_across_lines() {
        let formula = Formula::parse("c x\np cnf 3 3\n1 -2\n3 0 0\n-3 0\n", "t").unwrap();
        assert_eq!(formula.clauses, [vec![1, -2, 3], vec![], vec![-3]]);
        assert_eq!(Formula::parse(&formula.to_string(), "t").unwrap(), formula);
    }

    #[test]
    fn errors_point_at_the_place() {
        let at = |text: &str| {
            let e = Formula::parse(text, "t").unwrap_err();
            (e.line, e.column)
        };
        assert_eq!(at("p sat 3 1\n"), (1, 1));
        assert_eq!(at("1 0\n"), (1, 1));
        assert_eq!(at("p cnf 2 1\n1 -3 0\n"), (2, 3));
        assert_eq!(at("p cnf 2 1\n1 x 0\n"), (2, 3));
        assert_eq!(at("p cnf 2 1\n1 -2\n"), (2, 5));
        assert_eq!(at("p cnf 2 2\n1 0\n"), (2, 4));
        assert_eq!(at(""), (0, 0));
    }
}
