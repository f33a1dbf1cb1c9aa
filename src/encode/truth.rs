//! Every encoding in the table by truth table, with a small evaluator of its own.

use super::{Cnf, ENCODINGS, Lit};

/// What is left of a formula under an assignment (index = variable) closed under unit propagation:
/// None on a conflict.
fn propagate(cnf: &Cnf, mut values: Vec<Option<bool>>) -> Option<Vec<Option<bool>>> {
    loop {
        let mut changed = false;
        for clause in cnf.clauses() {
            let value = |l: &Lit| values[l.variable()].map(|v| v == l.is_positive());
            if clause.iter().any(|l| value(l) == Some(true)) {
                continue;
            }
            let mut free = clause.iter().filter(|l| value(l).is_none());
            match (free.next(), free.next()) {
                (None, _) => return None,
                (Some(&unit), None) => {
                    values[unit.variable()] = Some(unit.is_positive());
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return Some(values);
        }
    }
}

/// Number of models that extend an assignment, counted up to 2.
fn extensions(cnf: &Cnf, values: Vec<Option<bool>>) -> usize {
    let Some(values) = propagate(cnf, values) else { return 0 };
    let Some(free) = (1..values.len()).find(|&v| values[v].is_none()) else { return 1 };
    let branch = |value| {
        let mut next = values.clone();
        next[free] = Some(value);
        extensions(cnf, next)
    };
    (branch(false) + branch(true)).min(2)
}

/// Inputs of mixed polarity, so that an encoding that forgets a sign is found.
fn inputs(n: usize) -> Vec<Lit> {
    (0..n).map(|i| Lit::positive(i + 1).given(i % 3 != 1)).collect()
}

/// Checks the clauses of one constraint on all 2^n inputs.
fn check(what: &str, preserves_counts: bool, n: usize, cnf: &Cnf, holds: impl Fn(i64) -> bool) {
    let lits = inputs(n);
    for bits in 0..1u32 << n {
        let mut values = vec![None; cnf.variables() + 1];
        for (i, lit) in lits.iter().enumerate() {
            values[lit.variable()] = Some((bits >> i & 1 == 1) == lit.is_positive());
        }
        let found = extensions(cnf, values);
        let expected = holds(i64::from(bits.count_ones()));
        assert_eq!(found > 0, expected, "{what} on inputs {bits:0n$b}");
        assert!(!preserves_counts || found <= 1, "{what} on inputs {bits:0n$b}: more than one extension");
    }
}

fn formula(n: usize, write: impl Fn(&[Lit], &mut Cnf)) -> Cnf {
    let mut cnf = Cnf::new(n);
    write(&inputs(n), &mut cnf);
    cnf
}

#[test]
fn exactly_by_truth_table() {
    for method in ENCODINGS {
        for n in 0..=8 {
            for m in -2..=n as i64 + 2 {
                let cnf = formula(n, |lits, cnf| method.encoding.exactly(lits, m, cnf));
                let what = format!("{} exactly {m} of {n}", method.name);
                check(&what, method.preserves_counts, n, &cnf, |k| k == m);
            }
        }
    }
}

#[test]
fn ranges_by_truth_table() {
    for method in ENCODINGS {
        for n in 0..=7 {
            for lo in -1..=n as i64 + 1 {
                for hi in -1..=n as i64 + 1 {
                    let cnf = formula(n, |lits, cnf| method.encoding.between(lits, lo, hi, cnf));
                    let what = format!("{} between {lo} and {hi} of {n}", method.name);
                    check(&what, method.preserves_counts, n, &cnf, |k| lo <= k && k <= hi);
                }
            }
        }
    }
}

#[test]
fn one_sided_by_truth_table() {
    for method in ENCODINGS {
        for n in 0..=8 {
            for m in -1..=n as i64 + 1 {
                let most = formula(n, |lits, cnf| method.encoding.at_most(lits, m, cnf));
                check(&format!("{} at most {m} of {n}", method.name), method.preserves_counts, n, &most, |k| k <= m);
                let least = formula(n, |lits, cnf| method.encoding.at_least(lits, m, cnf));
                check(&format!("{} at least {m} of {n}", method.name), method.preserves_counts, n, &least, |k| k >= m);
            }
        }
    }
}

#[test]
fn size_is_an_upper_bound() {
    for method in ENCODINGS {
        for n in 0..=12 {
            for lo in 0..=n as i64 {
                for hi in lo..=n as i64 {
                    let cnf = formula(n, |lits, cnf| method.encoding.between(lits, lo, hi, cnf));
                    let bound = method.encoding.size_between(n, lo, hi);
                    assert!(cnf.len() as u64 <= bound, "{} {lo}..{hi} of {n}: {} > {bound}", method.name, cnf.len());
                }
            }
        }
        // Far beyond what could be written, and still an answer.
        assert!(method.encoding.size_between(100_000, 20_000, 20_000) > 1 << 20);
    }
}

#[test]
fn unit_propagation_finds_what_a_full_count_forces() {
    for method in ENCODINGS.iter().filter(|m| m.propagates) {
        let n = 6;
        for m in 1..n {
            let cnf = formula(n, |lits, cnf| method.encoding.exactly(lits, m as i64, cnf));
            let lits = inputs(n);
            let mut values = vec![None; cnf.variables() + 1];
            lits[n - m..].iter().for_each(|l| values[l.variable()] = Some(l.is_positive()));
            let closed = propagate(&cnf, values).unwrap_or_else(|| panic!("{}: a conflict", method.name));
            for lit in &lits[..n - m] {
                assert_eq!(closed[lit.variable()], Some(!lit.is_positive()), "{} {m} of {n}", method.name);
            }
        }
    }
}
