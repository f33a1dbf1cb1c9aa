//! Reads DIMACS CNF as leniently as solvers do: oddities are warnings, other formats are refused by name.

use super::cnf::Formula;
use crate::input_error::InputError;
use crate::lines;

/// Most variables of a formula: a board of more rows would be too large.
const MOST_VARIABLES: usize = 1 << 20;

/// Kinds that a line `c t KIND` of the model counting competition may announce.
const KINDS: [(&str, Kind); 4] =
    [("mc", Kind::All), ("pmc", Kind::Shown), ("wmc", Kind::Weights), ("pwmc", Kind::Weights)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    All,
    Shown,
    Weights,
}

/// Formats that look alike, by the second word of their header.
const OTHERS: [(&str, &str); 6] = [
    ("wcnf", "weighted MaxSAT, whose weights have no meaning on a board"),
    ("knf", "cardinality constraints (KNF)"),
    ("cnf+", "cardinality constraints (CNF+)"),
    ("xnf", "XOR constraints (XNF)"),
    ("pcnf", "an old projected format: name the variables with 'c p show V ... 0' under 'p cnf'"),
    ("col", "a graph (DIMACS COL)"),
];

/// Reads DIMACS CNF; `file` names it in errors. Clauses may span lines and share them. Lines `c p show V ... 0` and `c
/// ind V ... 0`, possibly several, name the shown variables. Warnings, with their places: no header, a number of
/// clauses or a literal that contradicts the header, a last clause without its 0, a kind of counting that contradicts
/// the file's other lines.
///
/// # Errors
/// A wrong or late header, a word that is not a number, a number beyond 32 bits, weights, another format; each with
/// line and column.
pub fn read(text: &str, file: &str) -> Result<(Formula, Vec<InputError>), InputError> {
    let mut reader = Reader { file, ..Reader::default() };
    for (number, line) in lines::lines(text) {
        reader.line(number, line)?;
    }
    reader.end()
}

/// A place: number of the line from 1, the line, a byte in it.
type Place<'a> = (usize, &'a str, usize);

#[derive(Default)]
struct Reader<'a> {
    file: &'a str,
    /// Variables and clauses of the header, and its place.
    header: Option<(usize, usize, Place<'a>)>,
    clauses: Vec<Vec<i32>>,
    clause: Vec<i32>,
    shown: Option<Vec<usize>>,
    kind: Option<(Kind, Place<'a>)>,
    /// The highest variable beyond the header's, and the first place of one.
    beyond: Option<(usize, Place<'a>)>,
    /// The highest variable of all.
    highest: usize,
    /// The first and last words of clauses.
    first: Option<Place<'a>>,
    last: Option<Place<'a>>,
    /// Whether the end mark of SATLIB was read.
    is_over: bool,
}

impl<'a> Reader<'a> {
    fn error(&self, (number, line, byte): Place<'a>, message: impl std::fmt::Display) -> InputError {
        InputError::at(self.file, number, line, byte, message)
    }

    fn line(&mut self, number: usize, line: &'a str) -> Result<(), InputError> {
        let words: Vec<(&str, Place)> = line
            .split_whitespace()
            .map(|w| (w, (number, line, w.as_ptr() as usize - line.as_ptr() as usize)))
            .collect();
        let Some(&(first, place)) = words.first() else { return Ok(()) };
        match first {
            "c" => self.comment(&words),
            // SATLIB's files end with `%` and a lone 0.
            "%" if words.len() == 1 => {
                self.is_over = true;
                Ok(())
            }
            "0" if self.is_over && words.len() == 1 => Ok(()),
            _ if self.is_over => Err(self.error(place, "after the line '%' no clause is read")),
            "p" => self.header(&words),
            "w" => Err(self.error(place, WEIGHTS)),
            "a" | "e" => Err(self.error(place, "a quantifier: this is QDIMACS, and boards have none")),
            "vp" => Err(self.error(place, "an old projected format: name the variables with 'c p show V ... 0'")),
            "k" => Err(self.error(place, "a cardinality constraint (KNF): only clauses are read")),
            _ if first.starts_with('x') && is_number(first[1..].trim_start()) || first == "x" => {
                Err(self.error(place, "an XOR constraint, as CryptoMiniSat reads: only clauses are read"))
            }
            _ => self.literals(&words),
        }
    }

    fn header(&mut self, words: &[(&str, Place<'a>)]) -> Result<(), InputError> {
        let place = words[0].1;
        if let Some((_, _, (before, ..))) = self.header {
            return Err(self.error(place, format!("a second header: line {before} is the first")));
        }
        if self.first.is_some() {
            return Err(self.error(place, "the header 'p cnf VARIABLES CLAUSES' stands before the clauses"));
        }
        if let Some((name, what)) = words.get(1).and_then(|(word, _)| OTHERS.iter().find(|(name, _)| name == word)) {
            return Err(self.error(words[1].1, format!("'p {name}': {what}; DIMACS CNF ('p cnf') is read")));
        }
        let number = |at: usize| words.get(at).and_then(|(word, _)| word.parse::<usize>().ok());
        let is_cnf = words.len() == 4 && words[1].0 == "cnf";
        let Some((variables, clauses)) = number(2).zip(number(3)).filter(|_| is_cnf) else {
            return Err(self.error(place, "the header reads 'p cnf VARIABLES CLAUSES'"));
        };
        if variables > MOST_VARIABLES {
            return Err(self.error(words[2].1, format!("at most {MOST_VARIABLES} variables")));
        }
        self.header = Some((variables, clauses, place));
        Ok(())
    }

    /// A comment, which may project the formula or declare it weighted.
    fn comment(&mut self, words: &[(&str, Place<'a>)]) -> Result<(), InputError> {
        let at = |i: usize| words.get(i).map_or("", |w| w.0);
        match (at(1), at(2)) {
            ("t", kind) if words.len() == 3 => {
                // Words behind another `c t` are prose.
                if let Some(&(_, kind)) = KINDS.iter().find(|(name, _)| *name == kind) {
                    if kind == Kind::Weights {
                        return Err(self.error(words[2].1, WEIGHTS));
                    }
                    self.kind = Some((kind, words[2].1));
                }
                Ok(())
            }
            ("p", "weight") => Err(self.error(words[2].1, WEIGHTS)),
            ("p", "show") => self.show(&words[3..], words[2].1),
            // Prose may begin with `ind`: the old style is numbers to a 0.
            ("ind", _) if words[2..].iter().all(|w| is_number(w.0)) => self.show(&words[2..], words[1].1),
            _ => Ok(()),
        }
    }

    fn show(&mut self, words: &[(&str, Place<'a>)], place: Place<'a>) -> Result<(), InputError> {
        let ends = words.last().is_some_and(|w| w.0 == "0");
        if !ends {
            return Err(
                self.error(place, "a list of shown variables ends with 0 on its line; several lines are allowed")
            );
        }
        for &(word, place) in &words[..words.len() - 1] {
            let literal = self.number(word, place)?;
            if literal <= 0 {
                return Err(
                    self.error(place, format!("{word:?} is not a variable: shown variables are numbers above 0"))
                );
            }
            self.note(literal, place)?;
            self.shown.get_or_insert_default().push(literal as usize);
        }
        self.shown.get_or_insert_default();
        Ok(())
    }

    /// A number of 32 bits.
    fn number(&self, word: &str, place: Place<'a>) -> Result<i32, InputError> {
        match word.parse::<i32>() {
            Ok(i32::MIN) => Err(self.error(place, format!("literal {word} is beyond 32 bits"))),
            Ok(number) => Ok(number),
            Err(_) if is_number(word) => Err(self.error(place, format!("literal {word} is beyond 32 bits"))),
            Err(_) => Err(self.error(place, format!("{word:?} is not a literal"))),
        }
    }

    /// Updates the highest variable.
    fn note(&mut self, literal: i32, place: Place<'a>) -> Result<(), InputError> {
        let variable = literal.unsigned_abs() as usize;
        if variable > MOST_VARIABLES {
            return Err(self.error(place, format!("literal {literal}: at most {MOST_VARIABLES} variables")));
        }
        self.highest = self.highest.max(variable);
        if self.header.is_some_and(|(variables, ..)| variable > variables) {
            let (highest, _) = self.beyond.get_or_insert((variable, place));
            *highest = variable.max(*highest);
        }
        Ok(())
    }

    fn literals(&mut self, words: &[(&str, Place<'a>)]) -> Result<(), InputError> {
        for &(word, place) in words {
            if ["<=", ">=", "<", ">", "="].contains(&word) {
                return Err(self.error(place, "a cardinality constraint (CNF+): only clauses are read"));
            }
            let literal = self.number(word, place)?;
            self.first.get_or_insert(place);
            self.last = Some((place.0, place.1, place.2 + word.len()));
            match literal {
                0 => self.clauses.push(std::mem::take(&mut self.clause)),
                _ => {
                    self.note(literal, place)?;
                    self.clause.push(literal);
                }
            }
        }
        Ok(())
    }

    fn end(mut self) -> Result<(Formula, Vec<InputError>), InputError> {
        let mut warnings = Vec::new();
        match (self.header, self.first.or(self.last)) {
            (None, None) => {
                return Err(InputError::whole(self.file, "no line 'p cnf VARIABLES CLAUSES' and no clause"));
            }
            (None, Some(place)) => {
                let message = format!(
                    "no line 'p cnf VARIABLES CLAUSES' before the first clause: taken as {} variables",
                    self.highest
                );
                warnings.push(self.error(place, message));
            }
            (Some((variables, ..)), _) => {
                if let Some((highest, place)) = self.beyond {
                    let message = format!(
                        "beyond the {variables} variables of the header, which is raised to {highest}, the highest number"
                    );
                    warnings.push(self.error(place, message));
                }
            }
        }
        let end = self.last.unwrap_or((1, "", 0));
        if !self.clause.is_empty() {
            warnings.push(self.error(end, "the last clause does not end with 0: taken as whole"));
            let clause = std::mem::take(&mut self.clause);
            self.clauses.push(clause);
        }
        if let Some((_, clauses, place)) = self.header.filter(|(_, clauses, _)| *clauses != self.clauses.len()) {
            let message = format!("{} clauses, not {clauses} as the header says", self.clauses.len());
            warnings.push(self.error(if self.last.is_some() { end } else { place }, message));
        }
        match (self.kind, &self.shown) {
            (Some((Kind::Shown, place)), None) => {
                warnings.push(self.error(place, "a projected count without 'c p show': all variables are shown"));
            }
            (Some((Kind::All, place)), Some(_)) => {
                warnings.push(
                    self.error(place, "a count of all models, yet 'c p show' names variables: projected to those"),
                );
            }
            _ => {}
        }
        if let Some(shown) = &mut self.shown {
            shown.sort_unstable();
            shown.dedup();
        }
        let variables = self.header.map_or(0, |(variables, ..)| variables).max(self.highest);
        Ok((Formula { variables, clauses: self.clauses, shown: self.shown }, warnings))
    }
}

const WEIGHTS: &str = "weights, which a board cannot hold: its models all count alike. Remove the weights to compile the \
                       formula, or give it to a weighted model counter as it is";

/// True of a sign and digits.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

impl Formula {
    /// Reads DIMACS CNF strictly; `file` names it in errors.
    ///
    /// # Errors
    /// Those of [`read`], and its warnings.
    pub fn parse(text: &str, file: &str) -> Result<Formula, InputError> {
        let (formula, warnings) = read(text, file)?;
        warnings.into_iter().next().map_or(Ok(formula), Err)
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
    fn odd_files_are_read_with_a_warning_that_is_an_error_if_strict() {
        for (text, variables, clauses, places) in [
            ("1 -3 0\n2 0\n", 3, vec![vec![1, -3], vec![2]], vec![(1, 1)]),
            ("c\n\n1\n-2", 2, vec![vec![1, -2]], vec![(3, 1), (4, 3)]),
            ("p cnf 2 1\n1 -3 0\n", 3, vec![vec![1, -3]], vec![(2, 3)]),
            ("p cnf 2 1\n5 -3\n0\n", 5, vec![vec![5, -3]], vec![(2, 1)]),
            ("p cnf 2 1\n1 -2\n", 2, vec![vec![1, -2]], vec![(2, 5)]),
            ("p cnf 2 2\n1 0\n", 2, vec![vec![1]], vec![(2, 4)]),
            ("p cnf 2 2\n", 2, vec![], vec![(1, 1)]),
            ("p cnf 2 1\n1 0\n2 0\n%\n0\n\n", 2, vec![vec![1], vec![2]], vec![(3, 4)]),
            ("c t pmc\np cnf 2 1\n1 0\n", 2, vec![vec![1]], vec![(1, 5)]),
            ("c t mc\nc p show 1 0\np cnf 2 1\n1 0\n", 2, vec![vec![1]], vec![(1, 5)]),
            ("p cnf 2 1\rc p show 4 0\r1 0\r", 4, vec![vec![1]], vec![(2, 10)]),
        ] {
            let (formula, warnings) = read(text, "t").unwrap();
            assert_eq!((formula.variables, formula.clauses), (variables, clauses), "{text:?}");
            assert_eq!(warnings.iter().map(|w| (w.line, w.column)).collect::<Vec<_>>(), places, "{text:?}");
            assert_eq!(Formula::parse(text, "t").unwrap_err(), warnings[0], "{text:?}");
        }
    }

    #[test]
    fn shown_variables_are_kept() {
        for (text, shown) in [
            ("p cnf 3 0\n", None),
            ("p cnf 3 0\nc p show 3 1 0\nc p show 1 0\n", Some(vec![1, 3])),
            ("c t pmc\nc p show 0\np cnf 3 0\n", Some(vec![])),
            ("c ind 2 0\nc ind 3 0\np cnf 3 0\n", Some(vec![2, 3])),
            ("c ind is prose here\nc p shows too\nc t total\np cnf 3 0\n", None),
        ] {
            let formula = Formula::parse(text, "t").unwrap();
            assert_eq!(formula.shown, shown, "{text:?}");
            assert_eq!(Formula::parse(&formula.to_string(), "t").unwrap(), formula, "{text:?}");
        }
        let shown: Vec<usize> = (1..=20_000).collect();
        let formula = Formula { variables: 30_000, clauses: vec![], shown: Some(shown) };
        assert!(formula.to_string().lines().all(|line| line.len() < 10_000));
        assert_eq!(Formula::parse(&formula.to_string(), "t").unwrap(), formula);
        assert_eq!(formula.hidden(), (20_001..=30_000).collect::<Vec<_>>());
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, line, column, message) in [
            ("p sat 3 1\n", 1, 1, "the header reads"),
            ("p cnf 3\n", 1, 1, "the header reads"),
            ("p cnf 9999999 1\n", 1, 7, "at most"),
            ("9999999 0\n", 1, 1, "at most"),
            ("p cnf 2 1\n1 x 0\n", 2, 3, "not a literal"),
            ("p cnf 2 1\n1 2147483648 0\n", 2, 3, "beyond 32 bits"),
            ("p cnf 2 1\n-2147483648 0\n", 2, 1, "beyond 32 bits"),
            ("p cnf 2 1\n1 99999999999999999999 0\n", 2, 3, "beyond 32 bits"),
            ("p cnf 1 0\np cnf 1 0\n", 2, 1, "second header"),
            ("1 0\np cnf 1 1\n", 2, 1, "before the clauses"),
            ("p cnf 1 1\n1 0\n%\n1 0\n", 4, 1, "after the line '%'"),
            ("c p weight 1 0.5 0\np cnf 1 0\n", 1, 5, "weights"),
            ("c t wmc\np cnf 1 0\n", 1, 5, "weights"),
            ("c t pwmc\np cnf 1 0\n", 1, 5, "weights"),
            ("p cnf 1 0\nw 1 0.5 0\n", 2, 1, "weights"),
            ("p wcnf 1 1 9\n", 1, 3, "MaxSAT"),
            ("p cnf 1 0\nc p show 1\n", 2, 5, "ends with 0"),
            ("p cnf 1 0\nc p show -1 0\n", 2, 10, "not a variable"),
            ("p cnf 1 0\nc p show a 0\n", 2, 10, "not a literal"),
            ("p cnf 2 1\nx1 2 0\n", 2, 1, "XOR"),
            ("p cnf 2 1\nx-1 2 0\n", 2, 1, "XOR"),
            ("p cnf 2 1\nx 1 2 0\n", 2, 1, "XOR"),
            ("p knf 2 1\nk 1 1 2 0\n", 1, 3, "KNF"),
            ("p cnf 2 1\nk 1 1 2 0\n", 2, 1, "KNF"),
            ("p cnf+ 2 1\n", 1, 3, "CNF+"),
            ("p cnf 2 1\n1 2 >= 1\n", 2, 5, "CNF+"),
            ("p cnf 2 1\na 1 0\n", 2, 1, "QDIMACS"),
            ("", 0, 0, "no line 'p cnf"),
        ] {
            let e = read(text, "t").unwrap_err();
            assert_eq!((e.line, e.column), (line, column), "{text:?}: {}", e.message);
            assert!(e.message.contains(message), "{text:?}: {}", e.message);
        }
    }
}
