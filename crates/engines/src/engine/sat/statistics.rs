//! The statistics that SAT solvers print: lines such as `c conflicts:  1234  56.7 per second` (CaDiCaL, Kissat, CryptoMiniSat),
//! `conflicts             : 1234           (56 /sec)` (MiniSat, Glucose) and `c 1234 conflicts` (PicoSAT).

use super::backend::SolverEffort;

/// A counter in a line: its words up to the colon, and where it goes.
type Row = (&'static str, fn(&mut SolverEffort) -> &mut Option<u64>);

const ROWS: [Row; 3] = [
    ("conflicts", |e| &mut e.conflicts),
    ("decisions", |e| &mut e.decisions),
    ("propagations", |e| &mut e.propagations),
];

/// Adds what a program printed to the effort so far. A counter that occurs twice in one output counts once, the last time:
/// programs report on their way.
pub fn add(effort: &mut SolverEffort, printed: &str) {
    for (name, place) in ROWS {
        let found = printed.lines().rev().find_map(|line| value(line, name));
        if let Some(found) = found {
            *place(effort).get_or_insert(0) += found;
        }
    }
}

/// The number behind `name:` in a line of statistics, or before `name` in a comment of these two words.
fn value(line: &str, name: &str) -> Option<u64> {
    let line = line.trim_start();
    if let ["c", digits, word] = line.split_whitespace().collect::<Vec<_>>().as_slice()
        && *word == name
    {
        return digits.parse().ok();
    }
    let (words, rest) = line.strip_prefix("c ").unwrap_or(line).split_once(':')?;
    let digits = rest.split_whitespace().next().filter(|_| words.trim() == name)?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_well_known_programs_are_read() {
        let of = |printed: &str| {
            let mut effort = SolverEffort::default();
            add(&mut effort, printed);
            (effort.conflicts, effort.decisions, effort.propagations)
        };
        let cadical = "c --- [ statistics ] ---\nc\nc conflicts:                 2154     10112.68    per second\n\
                       c decisions:                 3210     15070.42    per second\n\
                       c propagations:            101230         0.48 M  per second\ns UNSATISFIABLE\n";
        assert_eq!(of(cadical), (Some(2154), Some(3210), Some(101_230)));
        let minisat = "restarts              : 3\nconflicts             : 322            (53667 /sec)\n\
                       decisions             : 401            (0.00 % random) (66833 /sec)\n\
                       propagations          : 7313           (1218833 /sec)\nUNSATISFIABLE\n";
        assert_eq!(of(minisat), (Some(322), Some(401), Some(7313)));
        let picosat = "c 1 restarts\nc 322 conflicts\nc 401 decisions\nc 3 fixed variables\nc 7313 propagations\n";
        assert_eq!(of(picosat), (Some(322), Some(401), Some(7313)));
        assert_eq!(of("c original conflicts\nc 12 learned conflicts\n12 conflicts\n"), (None, None, None));
        assert_eq!(of("s SATISFIABLE\nv 1 -2 0\n"), (None, None, None));
        assert_eq!(of("c conflicts per second: 7\nc conflicts: many\n"), (None, None, None));
    }

    #[test]
    fn calls_add_up_and_reports_on_the_way_do_not() {
        let mut effort = SolverEffort::default();
        add(&mut effort, "c conflicts: 10\nc conflicts: 25\n");
        add(&mut effort, "c conflicts: 5\n");
        assert_eq!(effort.conflicts, Some(30));
    }
}
