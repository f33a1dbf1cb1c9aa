//! The values of one long polynomial at all n-th roots of unity: short transforms along the columns and then along the
//! rows of a matrix (Bailey: FFTs in external or hierarchical memory, 1990), so that all work is done within caches and
//! eight columns or rows fill the lanes.

use std::convert::Infallible;

use multiversion::multiversion;

use super::aligned::AlignedNumbers;
use super::field::{LANES, Lane, PrimeField};
use super::transform::{Transform, transform_len};

/// Groups of eight columns read at once: a page holds few rows of a large matrix, so each visit should be worth it.
const GROUPS: usize = 4;
/// Places in such groups that caches hold, and rows whose pages processors remember.
const GROUPED: usize = 1 << 12;
const MOST_ROWS: usize = 1 << 11;

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
    pub fn forward(&self, data: &mut [f64], used: usize) {
        let Ok(()) = self.down_columns(data, used, &mut || Ok::<(), Infallible>(()));
        let mut scratch = AlignedNumbers::new(LANES * self.rows.len());
        let scratch = scratch.lanes_mut();
        for eight in data.chunks_exact_mut(LANES * self.rows.len()) {
            load_rows(eight, scratch);
            self.rows.forward(scratch);
            eight.as_chunks_mut::<LANES>().0.copy_from_slice(scratch);
        }
    }

    /// From values, at most 0.8 p in size, to coefficients times the length, at most 2.4 p.
    pub fn backward(&self, data: &mut [f64]) {
        let mut scratch = AlignedNumbers::new(LANES * self.rows.len());
        let scratch = scratch.lanes_mut();
        for eight in data.chunks_exact_mut(LANES * self.rows.len()) {
            scratch.copy_from_slice(eight.as_chunks::<LANES>().0);
            self.rows.backward(scratch);
            store_rows(eight, scratch);
        }
        let Ok(()) = self.up_columns(data, &mut || Ok::<(), Infallible>(()));
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
        let eight = LANES * self.rows.len();
        let (mut a, mut b) = (AlignedNumbers::new(eight), AlignedNumbers::new(eight));
        let (a, b) = (a.lanes_mut(), b.lanes_mut());
        for (index, rows) in data.chunks_exact_mut(eight).enumerate() {
            check()?;
            load_rows(rows, a);
            self.rows.forward(a);
            if let Some((other, _)) = &other {
                load_rows(&other[index * eight..(index + 1) * eight], b);
                self.rows.forward(b);
                multiply(self.field, a, b);
            } else {
                square(self.field, a);
            }
            self.rows.backward(a);
            store_rows(rows, a);
        }
        self.up_columns(data, check)
    }

    /// The transforms of the columns, and the twists of the rows.
    fn down_columns<E>(
        &self,
        data: &mut [f64],
        used: usize,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let (rows, columns) = (self.columns.len(), self.rows.len());
        let most = (GROUPED / rows).clamp(1, GROUPS);
        let mut scratch = AlignedNumbers::new(LANES * most * rows);
        let scratch = scratch.lanes_mut();
        let (mut powers, steps) = first_powers(self.field, &self.twists);
        for from in (0..columns).step_by(most * LANES) {
            check()?;
            let groups = most.min((columns - from) / LANES);
            let scratch = &mut scratch[..groups * rows];
            load_columns(data, (columns, used.div_ceil(columns)), from, scratch);
            for group in scratch.chunks_exact_mut(rows) {
                self.columns.forward(group);
                twist(self.field, group, powers.lanes_mut(), &steps);
            }
            store_columns(data, columns, from, scratch);
        }
        Ok(())
    }

    /// The way back.
    fn up_columns<E>(&self, data: &mut [f64], check: &mut dyn FnMut() -> Result<(), E>) -> Result<(), E> {
        let (rows, columns) = (self.columns.len(), self.rows.len());
        let most = (GROUPED / rows).clamp(1, GROUPS);
        let mut scratch = AlignedNumbers::new(LANES * most * rows);
        let scratch = scratch.lanes_mut();
        let (mut powers, steps) = first_powers(self.field, &self.untwists);
        for from in (0..columns).step_by(most * LANES) {
            check()?;
            let groups = most.min((columns - from) / LANES);
            let scratch = &mut scratch[..groups * rows];
            load_columns(data, (columns, rows), from, scratch);
            for group in scratch.chunks_exact_mut(rows) {
                twist(self.field, group, powers.lanes_mut(), &steps);
                self.columns.backward(group);
            }
            store_columns(data, columns, from, scratch);
        }
        Ok(())
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

/// For every root its first eight powers, and the eighth.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn first_powers(field: PrimeField, roots: &[f64]) -> (AlignedNumbers, Vec<f64>) {
    let mut powers = AlignedNumbers::new(LANES * roots.len());
    let of = |(lane, &root): (&mut Lane, &f64)| {
        lane[0] = 1.0;
        for i in 1..LANES {
            lane[i] = field.nearest(field.product(lane[i - 1], root));
        }
        field.nearest(field.product(lane[LANES - 1], root))
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
fn load_columns(data: &[f64], (columns, used): (usize, usize), from: usize, to: &mut [Lane]) {
    let rows = data.len() / columns;
    let groups = to.len() / rows;
    for (r, row) in data.chunks_exact(columns).take(used).enumerate() {
        for (g, lane) in row[from..from + groups * LANES].as_chunks::<LANES>().0.iter().enumerate() {
            to[g * rows + r] = *lane;
        }
    }
    to.chunks_exact_mut(rows).for_each(|group| group[used.min(rows)..].fill([0.0; LANES]));
}

fn store_columns(data: &mut [f64], columns: usize, from: usize, lanes: &[Lane]) {
    let rows = data.len() / columns;
    let groups = lanes.len() / rows;
    for (r, row) in data.chunks_exact_mut(columns).enumerate() {
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
            cyclic.forward(&mut z, n);
            cyclic.forward(&mut y, n);
            assert!(z.iter().all(|x| x.abs() <= 2.0 * field.prime() as f64));
            z.iter_mut().zip(&y).for_each(|(x, y)| *x = field.nearest(field.product(*x, *y)));
            cyclic.backward(&mut z);
            assert_eq!(z, x);
            let (mut few, mut square) = (a.clone(), a.clone());
            few[n / 3..].fill(0.0);
            let mut all = few.clone();
            cyclic.forward(&mut few, n / 3);
            cyclic.forward(&mut all, n);
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
