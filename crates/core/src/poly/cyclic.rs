//! The values of one long polynomial at all n-th roots of unity: short transforms along the columns and then along the
//! rows of a matrix (Bailey: FFTs in external or hierarchical memory, 1990), so that all work is done within caches and
//! eight columns or rows fill the lanes.

use multiversion::multiversion;

use super::aligned::AlignedNumbers;
use super::field::{LANES, Lane, PrimeField};
use super::transform::{Transform, transform_len};
use crate::threads::{HaltCheck, in_parallel, ranges};

/// Groups of eight columns read at once: a page holds few rows of a large matrix, so each visit should be worth it.
const GROUPS: usize = 4;
/// Places in such groups that caches hold, and rows whose pages processors remember.
const GROUPED: usize = 1 << 12;
const MOST_ROWS: usize = 1 << 11;
/// Places from which a thread is worth its start.
const WORTH_THREADS: usize = if cfg!(test) { 256 } else { 1 << 17 };

/// Tables of one length.
#[derive(Debug)]
pub struct Cyclic {
    field: PrimeField,
    /// Along a column, whose length is the number of rows, and along a row.
    columns: Transform,
    rows: Transform,
    /// For every place of a row a root that its values are taken at, and the inverses.
    twists: Vec<f64>,
    untwists: Vec<f64>,
}

/// The numbers of rows and columns, with at least this many places.
pub fn shape(least: usize) -> (usize, usize) {
    let mut best = (usize::MAX, 0);
    let root = least.isqrt().min(MOST_ROWS / 4 * 3);
    for rows in [transform_len(root / 2), transform_len(root), transform_len(root * 4 / 3)] {
        let columns = transform_len(least.div_ceil(rows));
        if rows * columns < best.0.saturating_mul(best.1.max(1)) {
            best = (rows, columns);
        }
    }
    best
}

impl Cyclic {
    /// For a [`shape`].
    pub fn new(field: PrimeField, (rows, columns): (usize, usize)) -> Self {
        let (along_columns, along_rows) = (Transform::new(field, rows), Transform::new(field, columns));
        let twists = along_columns.points(columns, false);
        let untwists = along_columns.points(columns, true);
        Cyclic { field, columns: along_columns, rows: along_rows, twists, untwists }
    }

    /// From coefficients, at most 0.75 p in size and 0 from `used` on, to values in an order of their own, at most 2 p.
    ///
    /// # Errors
    /// Those of `check`, which is called between slow steps.
    pub fn forward<E>(&self, data: &mut [f64], used: usize, check: &mut dyn FnMut() -> Result<(), E>) -> Result<(), E> {
        self.down_columns(data, used, check)?;
        let rows = |eight: &mut [f64], _: usize, [a, _]: [&mut [Lane]; 2]| {
            load_rows(eight, a);
            self.rows.forward(a);
            eight.as_chunks_mut::<LANES>().0.copy_from_slice(a);
        };
        self.along_rows(data, rows, check)
    }

    /// From values, at most 0.8 p in size, to coefficients times the length, at most 2.4 p.
    ///
    /// # Errors
    /// Those of `check`, which is called between slow steps.
    pub fn backward<E>(&self, data: &mut [f64], check: &mut dyn FnMut() -> Result<(), E>) -> Result<(), E> {
        let rows = |eight: &mut [f64], _: usize, [a, _]: [&mut [Lane]; 2]| {
            a.copy_from_slice(eight.as_chunks::<LANES>().0);
            self.rows.backward(a);
            store_rows(eight, a);
        };
        self.along_rows(data, rows, check)?;
        self.up_columns(data, check)
    }

    /// The cyclic product times the length, at most 2.4 p in size, in place of the first factor; without a second one the
    /// square. Factors are as of [`Cyclic::forward`], each with its `used`; the second one is lost. All that concerns a row
    /// is done while it is in the caches.
    ///
    /// # Errors
    /// Those of `check`, which is called between slow steps.
    pub fn multiply<E>(
        &self,
        (data, used): (&mut [f64], usize),
        mut other: Option<(&mut [f64], usize)>,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        self.down_columns(data, used, check)?;
        if let Some((other, used)) = &mut other {
            self.down_columns(other, *used, check)?;
        }
        let other = other.map(|(other, _)| &*other);
        let rows = |eight: &mut [f64], from: usize, [a, b]: [&mut [Lane]; 2]| {
            load_rows(eight, a);
            self.rows.forward(a);
            if let Some(other) = other {
                load_rows(&other[from..from + eight.len()], b);
                self.rows.forward(b);
                multiply(self.field, a, b);
            } else {
                square(self.field, a);
            }
            self.rows.backward(a);
            store_rows(eight, a);
        };
        self.along_rows(data, rows, check)?;
        self.up_columns(data, check)
    }

    /// Calls `work` on every eight rows, with the place of their first number and two rows of lanes to work in.
    fn along_rows<E>(
        &self,
        data: &mut [f64],
        work: impl Fn(&mut [f64], usize, [&mut [Lane]; 2]) + Sync,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let eight = LANES * self.rows.len();
        let mut parts = Vec::new();
        let mut rest = data;
        for range in ranges(rest.len() / eight, WORTH_THREADS / eight) {
            let (part, after) = rest.split_at_mut(range.len() * eight);
            parts.push((range.start * eight, part));
            rest = after;
        }
        let room = || [(); 2].map(|()| AlignedNumbers::new(eight));
        let part = |(from, part): (usize, &mut [f64]), [a, b]: &mut [AlignedNumbers; 2], check: &mut HaltCheck| {
            for (index, rows) in part.chunks_exact_mut(eight).enumerate() {
                check()?;
                work(rows, from + index * eight, [a.lanes_mut(), b.lanes_mut()]);
            }
            Ok(())
        };
        in_parallel(parts, room, part, check).map(|_| ())
    }

    /// The transforms of the columns, and the twists of the rows.
    fn down_columns<E>(
        &self,
        data: &mut [f64],
        used: usize,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let used = used.div_ceil(self.rows.len());
        let column = |group: &mut [Lane], powers: &mut [Lane], steps: &[f64]| {
            self.columns.forward(group);
            twist(self.field, group, powers, steps);
        };
        self.along_columns(data, used, &self.twists, column, check)
    }

    /// The way back.
    fn up_columns<E>(&self, data: &mut [f64], check: &mut dyn FnMut() -> Result<(), E>) -> Result<(), E> {
        let column = |group: &mut [Lane], powers: &mut [Lane], steps: &[f64]| {
            twist(self.field, group, powers, steps);
            self.columns.backward(group);
        };
        self.along_columns(data, self.columns.len(), &self.untwists, column, check)
    }

    /// Calls `work` on every eight columns, with the powers of the rows' roots at these columns, which it moves on, and their
    /// eighth powers. Rows from `used` on are 0.
    fn along_columns<E>(
        &self,
        data: &mut [f64],
        used: usize,
        roots: &[f64],
        work: impl Fn(&mut [Lane], &mut [Lane], &[f64]) + Sync,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let (rows, columns) = (self.columns.len(), self.rows.len());
        let most = (GROUPED / rows).clamp(1, GROUPS);
        let ranges = ranges(columns / LANES, WORTH_THREADS / (LANES * rows));
        // For every part its piece of each row.
        let mut parts: Vec<(usize, Vec<&mut [f64]>)> =
            ranges.iter().map(|range| (range.start, Vec::with_capacity(rows))).collect();
        for mut row in data.chunks_exact_mut(columns) {
            for (range, (_, part)) in ranges.iter().zip(&mut parts) {
                let (piece, after) = row.split_at_mut(range.len() * LANES);
                part.push(piece);
                row = after;
            }
        }
        let room = || AlignedNumbers::new(LANES * most * rows);
        let part =
            |(eights, mut data): (usize, Vec<&mut [f64]>), scratch: &mut AlignedNumbers, check: &mut HaltCheck| {
                let (mut powers, steps) = first_powers(self.field, roots, eights);
                for from in (0..data[0].len()).step_by(most * LANES) {
                    check()?;
                    let groups = most.min((data[0].len() - from) / LANES);
                    let scratch = &mut scratch.lanes_mut()[..groups * rows];
                    load_columns(&data, used, from, scratch);
                    scratch.chunks_exact_mut(rows).for_each(|group| work(group, powers.lanes_mut(), &steps));
                    store_columns(&mut data, from, scratch);
                }
                Ok(())
            };
        in_parallel(parts, room, part, check).map(|_| ())
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn multiply(field: PrimeField, a: &mut [Lane], b: &[Lane]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = field.nearests(&field.products(a, b));
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn square(field: PrimeField, a: &mut [Lane]) {
    for a in a {
        *a = field.nearests(&field.products(a, a));
    }
}

/// For every root eight powers, from that of this many times eight on, and the eighth.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn first_powers(field: PrimeField, roots: &[f64], eights: usize) -> (AlignedNumbers, Vec<f64>) {
    let mut powers = AlignedNumbers::new(LANES * roots.len());
    let of = |(lane, &root): (&mut Lane, &f64)| {
        lane[0] = 1.0;
        for i in 1..LANES {
            lane[i] = field.nearest(field.product(lane[i - 1], root));
        }
        let step = field.nearest(field.product(lane[LANES - 1], root));
        let (mut power, mut left) = (step, eights);
        while left > 0 {
            if left % 2 == 1 {
                *lane = field.times(lane, power);
            }
            power = field.nearest(field.product(power, power));
            left /= 2;
        }
        step
    };
    let steps = powers.lanes_mut().iter_mut().zip(roots).map(of).collect();
    (powers, steps)
}

/// Multiplies each row by its powers, and moves these on by eight columns. A power stays below 0.56 p.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn twist(field: PrimeField, data: &mut [Lane], powers: &mut [Lane], steps: &[f64]) {
    for ((lane, powers), &step) in data.iter_mut().zip(powers).zip(steps) {
        *lane = field.products(lane, powers);
        *powers = field.times(powers, step);
    }
}

/// Some columns, eight in each part of `to`; the rows from `used` on are 0, and not read, as their memory may not be there
/// yet.
fn load_columns(data: &[&mut [f64]], used: usize, from: usize, to: &mut [Lane]) {
    let rows = data.len();
    let groups = to.len() / rows;
    for (r, row) in data.iter().take(used).enumerate() {
        for (g, lane) in row[from..from + groups * LANES].as_chunks::<LANES>().0.iter().enumerate() {
            to[g * rows + r] = *lane;
        }
    }
    to.chunks_exact_mut(rows).for_each(|group| group[used.min(rows)..].fill([0.0; LANES]));
}

fn store_columns(data: &mut [&mut [f64]], from: usize, lanes: &[Lane]) {
    let rows = data.len();
    let groups = lanes.len() / rows;
    for (r, row) in data.iter_mut().enumerate() {
        for (g, lane) in row[from..from + groups * LANES].as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            *lane = lanes[g * rows + r];
        }
    }
}

/// Eight rows to one row of lanes, in squares of eight by eight.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn load_rows(rows: &[f64], to: &mut [Lane]) {
    let columns = to.len();
    for (square, to) in to.chunks_exact_mut(LANES).enumerate() {
        for lane in 0..LANES {
            let row: &[f64] = &rows[lane * columns + square * LANES..][..LANES];
            for (to, &from) in to.iter_mut().zip(row) {
                to[lane] = from;
            }
        }
    }
}

/// The way back.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn store_rows(rows: &mut [f64], lanes: &[Lane]) {
    let columns = lanes.len();
    for (square, from) in lanes.chunks_exact(LANES).enumerate() {
        for lane in 0..LANES {
            let row: &mut [f64] = &mut rows[lane * columns + square * LANES..][..LANES];
            for (to, from) in row.iter_mut().zip(from) {
                *to = from[lane];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::field::FIELDS;
    use crate::rng::Rng;
    use crate::threads::with_threads;
    use std::convert::Infallible;

    #[test]
    fn products_are_the_same_on_any_number_of_threads() {
        let mut rng = Rng::new(25);
        for (least, field) in [1, 1000, 3000, 20_000].into_iter().zip(FIELDS.into_iter().cycle()) {
            let shape = shape(least);
            let (cyclic, n) = (Cyclic::new(field, shape), shape.0 * shape.1);
            let mut random = || -> Vec<f64> { (0..n).map(|_| rng.below(1 << 48) as f64 - 1e14).collect() };
            let (a, b) = (random(), random());
            let product = |threads| {
                let (mut x, mut y) = (a.clone(), b.clone());
                let check = &mut || Ok::<(), Infallible>(());
                let Ok(()) = with_threads(threads, || cyclic.multiply((&mut x, n), Some((&mut y, n)), check));
                x.iter().map(|&x| field.least(x)).collect::<Vec<f64>>()
            };
            assert!([2, 7].iter().all(|&threads| product(threads) == product(1)), "{least}");
        }
    }

    #[test]
    fn products_of_values_are_cyclic_products() {
        let mut rng = Rng::new(24);
        let check = &mut || Ok::<(), Infallible>(());
        for (least, field) in [1, 65, 200, 400, 1000, 3000].into_iter().zip(FIELDS.into_iter().cycle()) {
            let shape = shape(least);
            let cyclic = Cyclic::new(field, shape);
            let n = shape.0 * shape.1;
            assert!(n >= least && n <= 64 + least * 3 / 2, "{least} {shape:?}");
            let mut random = || -> Vec<f64> { (0..n).map(|_| rng.below(1 << 48) as f64 - 1e14).collect() };
            let (a, b) = (random(), random());
            let (mut x, mut y) = (a.clone(), b.clone());
            let Ok(()) = cyclic.multiply((&mut x, n), Some((&mut y, n)), check);
            let (mut z, mut y) = (a.clone(), b.clone());
            let Ok(()) = cyclic.forward(&mut z, n, check);
            let Ok(()) = cyclic.forward(&mut y, n, check);
            assert!(z.iter().all(|x| x.abs() <= 2.0 * field.prime() as f64));
            z.iter_mut().zip(&y).for_each(|(x, y)| *x = field.nearest(field.product(*x, *y)));
            let Ok(()) = cyclic.backward(&mut z, check);
            assert_eq!(z, x);
            let (mut few, mut square) = (a.clone(), a.clone());
            few[n / 3..].fill(0.0);
            let mut all = few.clone();
            let Ok(()) = cyclic.forward(&mut few, n / 3, check);
            let Ok(()) = cyclic.forward(&mut all, n, check);
            assert_eq!(few, all);
            let Ok(()) = cyclic.multiply((&mut square, n), None, check);
            let (mut z, mut y) = (a.clone(), a.clone());
            let Ok(()) = cyclic.multiply((&mut z, n), Some((&mut y, n)), check);
            assert_eq!(square, z);
            for at in [0, 1, n / 2, n - 1] {
                let pair = |sum: f64, i: usize| field.nearest(sum + field.product(a[i], b[(at + n - i) % n]));
                let right = field.product((0..n).fold(0.0, pair), n as f64);
                assert_eq!(field.least(x[at]), field.least(right), "{least} {at}");
            }
        }
    }
}
