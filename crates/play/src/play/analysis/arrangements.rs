//! Enumerates the assignments of mine numbers to blocks of cells that satisfy all clues.

/// Steps of one enumeration, as a bound on search without results.
const MOST_STEPS: u64 = 400_000;

/// Products of binomials over this many cells stay below 2^127.
const MOST_CELLS: usize = 126;

/// A block: this many cells with exactly the same clues.
pub(super) struct Shape {
    cells: i16,
    clues: [u16; 8],
    count: u8,
}

impl Shape {
    /// Clues by index, 8 at most: each is a neighbour.
    pub(super) fn new(cells: usize, next_to: impl Iterator<Item = u32>) -> Self {
        let (mut clues, mut count) = ([0; 8], 0);
        for clue in next_to {
            clues[count] = clue as u16;
            count += 1;
        }
        Shape { cells: cells as i16, clues, count: count as u8 }
    }

    #[inline]
    fn clues(&self) -> impl Iterator<Item = usize> {
        self.clues[..usize::from(self.count)].iter().map(|&clue| usize::from(clue))
    }
}

/// C(n, k) for blocks, which have at most 8 cells because they share a clue.
pub(super) const BINOMIAL: [[u8; 9]; 9] = {
    let mut rows = [[0; 9]; 9];
    let mut n = 0;
    while n < 9 {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// Enumerates the arrangements of blocks, given the remaining counts of the clues; `take` is called with the mines of
/// every block, all mines and the placements of each, and returns whether to continue. Adds the steps taken. False if
/// the enumeration is incomplete: there are too many cells or steps, or `take` ended it.
pub(super) fn enumerate(
    shapes: &[Shape],
    mut need: Vec<i16>,
    steps: &mut u64,
    mut take: impl FnMut(&[u8], u16, u128) -> bool,
) -> bool {
    if shapes.iter().map(|shape| shape.cells as usize).sum::<usize>() > MOST_CELLS {
        return false;
    }
    // Cells of each clue in blocks without a value yet.
    let mut free = vec![0i16; need.len()];
    for shape in shapes {
        shape.clues().for_each(|clue| free[clue] += shape.cells);
    }
    let (n, last) = (shapes.len(), *steps + MOST_STEPS);
    // value[d] and most[d]: mines of block d now, and the most it may still take; mines[d]: of the blocks before it.
    let (mut value, mut most, mut mines) = (vec![0u8; n], vec![0u8; n], vec![0u16; n + 1]);
    let mut weight = vec![1u128; n + 1];
    let mut depth = 0;
    let mut entering = true;
    loop {
        if entering && depth == n {
            if !take(&value, mines[n], weight[n]) {
                return false;
            }
            entering = false;
            continue;
        }
        let d = if entering {
            *steps += 1;
            if *steps > last {
                return false;
            }
            let shape = &shapes[depth];
            let (mut low, mut high) = (0, shape.cells);
            for clue in shape.clues() {
                free[clue] -= shape.cells;
                low = low.max(need[clue] - free[clue]);
                high = high.min(need[clue]);
            }
            if low > high {
                shape.clues().for_each(|clue| free[clue] += shape.cells);
                entering = false;
                continue;
            }
            (value[depth], most[depth]) = (low as u8, high as u8);
            shape.clues().for_each(|clue| need[clue] -= low);
            depth
        } else {
            let Some(d) = depth.checked_sub(1) else { return true };
            let shape = &shapes[d];
            if value[d] == most[d] {
                for clue in shape.clues() {
                    need[clue] += i16::from(value[d]);
                    free[clue] += shape.cells;
                }
                depth = d;
                continue;
            }
            value[d] += 1;
            shape.clues().for_each(|clue| need[clue] -= 1);
            d
        };
        // Block d at its value.
        let ways = BINOMIAL[shapes[d].cells as usize][usize::from(value[d])];
        weight[d + 1] = weight[d] * u128::from(ways);
        mines[d + 1] = mines[d] + u16::from(value[d]);
        depth = d + 1;
        entering = true;
    }
}
