//! Checks every encoding in the table by truth table, with a separate small evaluator.

use super::{Cnf, Counts, ENCODINGS, EncodingMethod, Lit, Propagation, Size};

/// The rest of a formula under an assignment (index = variable) closed under unit propagation: None on a conflict.
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

/// Inputs of mixed polarity, to catch an encoding that ignores a sign.
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
                let keeps = true;
                let what = format!("{} exactly {m} of {n}", method.name);
                check(&what, keeps, n, &cnf, |k| k == m);
            }
        }
    }
}

#[test]
fn ranges_by_truth_table() {
    for method in ENCODINGS {
        for n in 0..=8 {
            for lo in -1..=n as i64 + 1 {
                for hi in -1..=n as i64 + 1 {
                    let cnf = formula(n, |lits, cnf| method.encoding.between(lits, lo, hi, cnf));
                    let keeps = lo == hi || method.counts == Counts::Always;
                    let what = format!("{} between {lo} and {hi} of {n}", method.name);
                    check(&what, keeps, n, &cnf, |k| lo <= k && k <= hi);
                }
            }
        }
    }
}

#[test]
fn one_sided_by_truth_table() {
    for method in ENCODINGS {
        let keeps = method.counts == Counts::Always;
        for n in 0..=8 {
            for m in -1..=n as i64 + 1 {
                let most = formula(n, |lits, cnf| method.encoding.at_most(lits, m, cnf));
                check(&format!("{} at most {m} of {n}", method.name), keeps, n, &most, |k| k <= m);
                let least = formula(n, |lits, cnf| method.encoding.at_least(lits, m, cnf));
                check(&format!("{} at least {m} of {n}", method.name), keeps, n, &least, |k| k >= m);
            }
        }
    }
}

/// The size of a written formula.
fn written(cnf: &Cnf, n: usize) -> Size {
    Size::new(cnf.len() as u64, (cnf.variables() - n) as u64)
}

#[test]
fn sizes_are_exact() {
    for method in ENCODINGS {
        for n in 0..=12 {
            for lo in -1..=n as i64 + 1 {
                for hi in lo..=n as i64 + 1 {
                    let cnf = formula(n, |lits, cnf| method.encoding.between(lits, lo, hi, cnf));
                    let size = method.encoding.size_between(n, lo, hi);
                    assert_eq!(written(&cnf, n), size, "{} {lo}..={hi} of {n}", method.name);
                }
            }
        }
        for (n, lo, hi) in [(37, 9, 9), (64, 1, 1), (100, 20, 20), (100, 95, 97), (129, 0, 40), (130, 60, 130)] {
            let size = method.encoding.size_between(n, lo, hi);
            if size.clauses < 1_000_000 {
                let cnf = formula(n, |lits, cnf| method.encoding.between(lits, lo, hi, cnf));
                assert_eq!(written(&cnf, n), size, "{} {lo}..={hi} of {n}", method.name);
            }
        }
        // Far beyond the writable, and still an answer.
        assert!(method.encoding.size_between(100_000, 20_000, 20_000).clauses > 1 << 20, "{}", method.name);
    }
}

/// Whether some satisfying assignment has two extensions, over all "between" of up to 6.
fn multiplies(method: &EncodingMethod) -> bool {
    (0..=6usize).any(|n| {
        (0..=n as i64).any(|lo| {
            (lo..=n as i64).any(|hi| {
                let cnf = formula(n, |lits, cnf| method.encoding.between(lits, lo, hi, cnf));
                (0..1u32 << n).any(|bits| {
                    let mut values = vec![None; cnf.variables() + 1];
                    (0..n).for_each(|i| values[i + 1] = Some(bits >> i & 1 == 1));
                    extensions(&cnf, values) > 1
                })
            })
        })
    })
}

#[test]
fn those_said_to_multiply_models_do() {
    for method in ENCODINGS {
        assert_eq!(multiplies(method), method.counts != Counts::Always, "{}", method.name);
    }
}

/// How much unit propagation derives from exactly m of n, over all partial assignments.
fn propagation(method: &EncodingMethod, n: usize, m: i64) -> Propagation {
    let cnf = formula(n, |lits, cnf| method.encoding.exactly(lits, m, cnf));
    let lits = inputs(n);
    let mut found = Propagation::Complete;
    for code in 0..3u32.pow(n as u32) {
        let digits: Vec<u32> = (0..n as u32).map(|i| code / 3u32.pow(i) % 3).collect();
        let [yes, free] = [1, 2].map(|d| digits.iter().filter(|&&x| x == d).count() as i64);
        let mut values = vec![None; cnf.variables() + 1];
        for (lit, &digit) in lits.iter().zip(&digits) {
            values[lit.variable()] = (digit < 2).then(|| (digit == 1) == lit.is_positive());
        }
        let possible = yes <= m && m <= yes + free;
        match propagate(&cnf, values) {
            None => assert!(!possible, "{}: {digits:?} can be completed to {m}", method.name),
            Some(_) if !possible => return Propagation::None,
            Some(closed) => {
                let forced = yes == m || yes + free == m;
                let all = lits.iter().all(|l| closed[l.variable()].is_some());
                if forced && !all {
                    found = Propagation::Conflicts;
                }
            }
        }
    }
    found
}

/// The arc-consistency table: all partial assignments, n <= 7, every m.
#[test]
fn propagation_is_as_the_table_says() {
    for method in ENCODINGS {
        let all = (1..=7).flat_map(|n| (0..=n as i64).map(move |m| (n, m)));
        let found: Vec<(usize, i64, Propagation)> = all.map(|(n, m)| (n, m, propagation(method, n, m))).collect();
        let weakest = [Propagation::None, Propagation::Conflicts, Propagation::Complete]
            .into_iter()
            .find(|p| found.iter().any(|f| f.2 == *p));
        let short: Vec<_> = found.iter().filter(|f| f.2 != Propagation::Complete).collect();
        assert_eq!(weakest, Some(method.propagation), "{}: {short:?}", method.name);
    }
}
