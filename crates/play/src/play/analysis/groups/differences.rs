//! The cells by which rivals differ: the mines of one set of cells are moved to another. The clues stay satisfied if
//! each sees equally many cells of both, and no click distinguishes the two models if every other cell that sees more
//! of one is a mine in both.

use rustc_hash::FxHashMap;

use super::each;
use crate::play::tracker::Tracker;
use crate::play::tree::CELLS;
use crate::rng::Rng;

/// Most rows and columns of differences of four cells.
const SPAN: i64 = 5;

/// Most mines that a difference requires beside its own: more are seldom there.
const TELLING: u32 = 6;

/// Cells away from the clues with more unknown neighbours are not in differences of four cells.
const CLOSED: u32 = 5;

/// Seed of the hash numbers of clues.
const CLUES: u64 = 0x5ee2;

/// Models examined together.
pub const TOGETHER: usize = 256;

/// The models of [`TOGETHER`] with a property, as bits.
type Where = [u64; TOGETHER / 64];

/// Cells by which models may differ so that they are rivals, as bits.
struct Difference {
    /// All mines or all safe.
    from: u128,
    /// The other way round; the same number.
    to: u128,
    /// All mines.
    telling: u128,
}

/// Differences of two cells, and of four that lie together.
pub struct Differences(Vec<Difference>);

/// A hash that is equal for cells, or by its sum for sets of them, that the clues see alike.
fn seen(tracker: &Tracker, cell: u32) -> u64 {
    let clues = tracker.around.of(cell).iter().filter(|&&n| tracker.open_clue(n).is_some());
    clues.map(|&clue| Rng::stream(CLUES, u64::from(clue)).next_u64()).fold(0, u64::wrapping_add)
}

impl Differences {
    /// Of the unknown cells of a position, `near` being the unknown neighbours of each.
    pub fn find(tracker: &Tracker, cells: &[u32], near: &[u128]) -> Self {
        let seen: Vec<u64> = cells.iter().map(|&cell| seen(tracker, cell)).collect();
        let at = |i: usize| {
            let (row, col) = tracker.grid.position(cells[i] as usize);
            (row as i64, col as i64)
        };
        let together = |cells: &[usize]| {
            let span = |part: fn((i64, i64)) -> i64| {
                let all = || cells.iter().map(|&i| part(at(i)));
                all().max().unwrap_or(0) - all().min().unwrap_or(0)
            };
            span(|p| p.0) < SPAN && span(|p| p.1) < SPAN
        };
        let is_closed = |i: usize| seen[i] != 0 || near[i].count_ones() <= CLOSED;
        let mut found = Vec::new();
        // Pairs of cells by their clues.
        let mut pairs: FxHashMap<u64, Vec<[usize; 2]>> = FxHashMap::default();
        for a in 0..cells.len() {
            for b in a + 1..cells.len() {
                if seen[a] == seen[b] {
                    found.push(Difference::new(1 << a, 1 << b, near));
                }
                if is_closed(a) && is_closed(b) && together(&[a, b]) {
                    pairs.entry(seen[a].wrapping_add(seen[b])).or_default().push([a, b]);
                }
            }
        }
        for alike in pairs.values() {
            for (i, &[a, b]) in alike.iter().enumerate() {
                for &[c, d] in &alike[i + 1..] {
                    if c != a && c != b && d != a && d != b && together(&[a, b, c, d]) {
                        found.push(Difference::new(1 << a | 1 << b, 1 << c | 1 << d, near));
                    }
                }
            }
        }
        let is_likely = |d: &Difference| {
            let asked = i64::from((d.from | d.telling).count_ones());
            d.telling.count_ones() <= TELLING && tracker.mines_left.is_none_or(|left| asked <= left)
        };
        found.retain(is_likely);
        found.sort_unstable_by_key(|d| (d.telling.count_ones(), d.from.count_ones(), d.from, d.to));
        Differences(found)
    }

    /// The rivals of each model by one difference: the number of the model and the rival, in the order of the models.
    pub fn rivals(&self, models: &[u128]) -> Vec<(usize, u128)> {
        let mut found = Vec::new();
        for (block, models) in models.chunks(TOGETHER).enumerate() {
            self.look(models, &mut |model, differ| found.push((TOGETHER * block + model, models[model] ^ differ)));
        }
        found.sort_by_key(|rival| rival.0);
        found
    }

    /// Reports each model of up to [`TOGETHER`] and the cells by which a rival differs.
    fn look(&self, models: &[u128], found: &mut impl FnMut(usize, u128)) {
        let (mut mined, mut all) = ([Where::default(); CELLS], Where::default());
        for (at, &model) in models.iter().enumerate() {
            all[at / 64] |= 1 << (at % 64);
            each(model, |cell| mined[cell][at / 64] |= 1 << (at % 64));
        }
        let and = |a: Where, b: Where| -> Where { std::array::from_fn(|i| a[i] & b[i]) };
        let safe = |cell: usize| mined[cell].map(|word| !word);
        for &Difference { from, to, telling } in &self.0 {
            let mut fits = all;
            each(telling, |cell| fits = and(fits, mined[cell]));
            let (mut moved, mut back) = (fits, fits);
            each(from, |cell| (moved, back) = (and(moved, mined[cell]), and(back, safe(cell))));
            each(to, |cell| (moved, back) = (and(moved, safe(cell)), and(back, mined[cell])));
            for (word, (moved, back)) in moved.into_iter().zip(back).enumerate() {
                let mut models = moved | back;
                while models != 0 {
                    found(64 * word + models.trailing_zeros() as usize, from | to);
                    models &= models - 1;
                }
            }
        }
    }
}

impl Difference {
    /// Between one or two cells each.
    fn new(from: u128, to: u128, near: &[u128]) -> Self {
        // Cells that see one or both of a set, and that see both.
        let sees = |set: u128| {
            let (mut some, mut both) = (0, 0);
            each(set, |cell| (some, both) = (some | near[cell], both | (some & near[cell])));
            (some, both)
        };
        let ((some, both), (other_some, other_both)) = (sees(from), sees(to));
        Difference { from, to, telling: ((some ^ other_some) | (both ^ other_both)) & !(from | to) }
    }
}
