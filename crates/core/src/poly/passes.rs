//! The steps of transforms by divisions with remainder, the same for one prime and for eight.
//!
//! Decimation in frequency: a block modulo `x^2h - w^2` becomes one modulo `x^h - w` and one modulo `x^h + w`. Both ways work
//! in place and leave the values in the order of the blocks, which the product of two values does not mind (Bernstein:
//! Multidigit multiplication for mathematicians, 2001). Two such levels are one pass over the data.

use super::field::{Lane, PrimeField, minus, plus};

/// What lanes are residues of.
pub trait Residues: Copy {
    /// A root of unity.
    type Root: Copy;

    /// Products with a root: at most `p / 2 + 3/32 |a|` in size.
    fn by_root(self, a: &Lane, root: Self::Root) -> Lane;

    /// The representatives nearest to 0.
    fn nearests(self, a: &Lane) -> Lane;
}

impl Residues for PrimeField {
    type Root = f64;

    #[inline(always)]
    fn by_root(self, a: &Lane, root: f64) -> Lane {
        self.times(a, root)
    }

    #[inline(always)]
    fn nearests(self, a: &Lane) -> Lane {
        PrimeField::nearests(self, a)
    }
}

/// Lanes in the first cache: levels whose span fits are done one part after the other.
const NEAR: usize = 256;

/// The levels of one block downwards. With |a| <= 1.95 p before a pass, the same holds after it: a product with a root,
/// at most p / 2, is at most 0.69 p here and 0.75 p in the second level, and the first coefficients are reduced.
///
/// The block is the one of number `first` at its level: 0 modulo `x^n - 1`, 1 modulo `x^n + 1`.
#[inline(always)]
pub fn split_block<R: Residues>(field: R, roots: &[R::Root], first: usize, block: &mut [Lane]) {
    let (mut len, mut first) = (block.len(), first);
    while len > NEAR {
        for (i, four) in block.chunks_exact_mut(len).enumerate() {
            split_four(field, roots, first + i, four);
        }
        (len, first) = (len / 4, 4 * first);
    }
    for (i, part) in block.chunks_exact_mut(len).enumerate() {
        let (mut len, mut first) = (len, first + i);
        while len > 2 {
            for (i, four) in part.chunks_exact_mut(len).enumerate() {
                split_four(field, roots, first + i, four);
            }
            (len, first) = (len / 4, 4 * first);
        }
        if len == 2 {
            for (pair, &root) in part.chunks_exact_mut(2).zip(&roots[first..]) {
                let (a, b) = (field.nearests(&pair[0]), field.by_root(&pair[1], root));
                (pair[0], pair[1]) = (plus(&a, &b), minus(&a, &b));
            }
        }
    }
}

/// Two levels of one block.
#[inline(always)]
fn split_four<R: Residues>(field: R, roots: &[R::Root], at: usize, four: &mut [Lane]) {
    let quarter = four.len() / 4;
    let (root, left, right) = (roots[at], roots[2 * at], roots[2 * at + 1]);
    let (a, rest) = four.split_at_mut(quarter);
    let (b, rest) = rest.split_at_mut(quarter);
    let (c, d) = rest.split_at_mut(quarter);
    for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
        let (first, third, fourth) = (field.nearests(a), field.by_root(c, root), field.by_root(d, root));
        let (upper, lower) = (plus(&first, &third), minus(&first, &third));
        let (above, below) = (field.by_root(&plus(b, &fourth), left), field.by_root(&minus(b, &fourth), right));
        (*a, *b) = (plus(&upper, &above), minus(&upper, &above));
        (*c, *d) = (plus(&lower, &below), minus(&lower, &below));
    }
}

/// The levels of one block upwards, without the factor 1/2 of each. With |a| <= 0.8 p before a pass, the same holds after
/// it: the product of a sum of two differences, at most 3.2 p, with a root is at most 0.8 p.
#[inline(always)]
pub fn merge_block<R: Residues>(field: R, inverses: &[R::Root], block: &mut [Lane]) {
    let mut near = block.len();
    while near > NEAR {
        near /= 4;
    }
    for (index, part) in block.chunks_exact_mut(near).enumerate() {
        let mut len = 1;
        if part.len().ilog2() % 2 == 1 {
            for (pair, &inverse) in part.chunks_exact_mut(2).zip(&inverses[index * near / 2..]) {
                let (a, b) = (plus(&pair[0], &pair[1]), minus(&pair[0], &pair[1]));
                (pair[0], pair[1]) = (field.nearests(&a), field.by_root(&b, inverse));
            }
            len = 2;
        }
        while len < part.len() {
            let first = index * near / (4 * len);
            for (i, four) in part.chunks_exact_mut(4 * len).enumerate() {
                merge_four(field, inverses, first + i, four);
            }
            len *= 4;
        }
    }
    let mut len = near;
    while len < block.len() {
        for (i, four) in block.chunks_exact_mut(4 * len).enumerate() {
            merge_four(field, inverses, i, four);
        }
        len *= 4;
    }
}

/// Two levels of one block.
#[inline(always)]
fn merge_four<R: Residues>(field: R, inverses: &[R::Root], at: usize, four: &mut [Lane]) {
    let quarter = four.len() / 4;
    let (root, left, right) = (inverses[at], inverses[2 * at], inverses[2 * at + 1]);
    let (a, rest) = four.split_at_mut(quarter);
    let (b, rest) = rest.split_at_mut(quarter);
    let (c, d) = rest.split_at_mut(quarter);
    for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
        let (upper, above) = (plus(a, b), field.by_root(&minus(a, b), left));
        let (lower, below) = (plus(c, d), field.by_root(&minus(c, d), right));
        *a = field.nearests(&plus(&upper, &lower));
        *c = field.by_root(&minus(&upper, &lower), root);
        *b = field.nearests(&plus(&above, &below));
        *d = field.by_root(&minus(&above, &below), root);
    }
}
