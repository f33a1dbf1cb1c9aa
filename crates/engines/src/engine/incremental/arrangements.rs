//! Enumerates the assignments of mine numbers to blocks of cells that satisfy all sums.

/// Most steps of one enumeration, as a bound on search without results.
pub const MOST_STEPS: u64 = 400_000;

/// Most cells of a component: products of binomials over this many cells stay below 2^127.
pub const MOST_COMPONENT_CELLS: usize = 126;

/// A block: this many cells, 8 at most, with exactly the same sums.
pub(super) struct Shape<'a> {
    cells: i16,
    sums: &'a [u16],
}

impl<'a> Shape<'a> {
    /// With its sums by index.
    pub(super) fn new(cells: usize, sums: &'a [u16]) -> Self {
        Shape { cells: cells as i16, sums }
    }

    #[inline]
    fn sums(&self) -> impl Iterator<Item = usize> {
        self.sums.iter().map(|&sum| usize::from(sum))
    }
}

/// C(n, k) by n, then k, for blocks: they have at most 8 cells.
pub const BINOMIAL: [[u8; 9]; 9] = {
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

/// Enumerates the arrangements of blocks of [`MOST_CELLS`] cells at most, given the needs of the sums; `take` is called
/// with the mines of every block, all mines and the placements of each, and returns whether to continue. Adds the steps
/// taken. False if the enumeration is incomplete: there are too many steps, or `take` ended it.
pub(super) fn enumerate(
    shapes: &[Shape],
    mut need: Vec<i16>,
    steps: &mut u64,
    mut take: impl FnMut(&[u8], u16, u128) -> bool,
) -> bool {
    // Cells of each sum in blocks without a value yet.
    let mut free = vec![0i16; need.len()];
    for shape in shapes {
        shape.sums().for_each(|sum| free[sum] += shape.cells);
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
            for sum in shape.sums() {
                free[sum] -= shape.cells;
                low = low.max(need[sum] - free[sum]);
                high = high.min(need[sum]);
            }
            if low > high {
                shape.sums().for_each(|sum| free[sum] += shape.cells);
                entering = false;
                continue;
            }
            (value[depth], most[depth]) = (low as u8, high as u8);
            shape.sums().for_each(|sum| need[sum] -= low);
            depth
        } else {
            let Some(d) = depth.checked_sub(1) else { return true };
            let shape = &shapes[d];
            if value[d] == most[d] {
                for sum in shape.sums() {
                    need[sum] += i16::from(value[d]);
                    free[sum] += shape.cells;
                }
                depth = d;
                continue;
            }
            value[d] += 1;
            shape.sums().for_each(|sum| need[sum] -= 1);
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
