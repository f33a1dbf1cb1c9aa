//! Cells that single sums decide, in passes over all sums: the first step of the reductions, before sums have tables. On a compiled
//! board it settles two sums of five.

use super::{Contradiction, Sum, System};

/// The decided cells, and the indices of the sums that are left, ascending. Another pass follows as long as one settles a fourth of
/// the sums.
///
/// # Errors
/// [`Contradiction`] if a sum cannot be met.
pub(super) fn single_sums(system: &System) -> Result<(Vec<Option<bool>>, Vec<u32>), Contradiction> {
    let mut value: Vec<Option<bool>> = vec![None; system.cells];
    let mut left: Vec<u32> = (0..system.sums.len() as u32).collect();
    loop {
        let (before, mut is_possible) = (left.len(), true);
        left.retain(|&index| {
            let Sum { cells, count } = &system.sums[index as usize];
            let (mut open, mut rest) = (0, *count);
            for &cell in cells {
                match value[cell as usize] {
                    Some(mine) => rest = rest.saturating_sub(i32::from(mine)),
                    None => open += 1,
                }
            }
            is_possible &= (0..=open).contains(&rest);
            let is_decided = rest == 0 || rest == open;
            if is_decided && open > 0 {
                cells.iter().for_each(|&cell| {
                    value[cell as usize].get_or_insert(rest > 0);
                });
            }
            !is_decided
        });
        if !is_possible {
            return Err(Contradiction);
        }
        if 4 * left.len() >= 3 * before {
            return Ok((value, left));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_settle_each_other_in_their_order() {
        let sums =
            |of: &[(&[u32], i32)]| of.iter().map(|&(cells, count)| Sum::new(cells.iter().copied(), count)).collect();
        let of = |cells, of: &[(&[u32], i32)]| single_sums(&System { cells, sums: sums(of), total: None });
        let (value, left) = of(5, &[(&[0], 1), (&[0, 1], 1), (&[1, 2, 3], 1), (&[2, 3], 1), (&[4, 0], 2)]).unwrap();
        assert_eq!(value, [Some(true), Some(false), None, None, Some(true)]);
        assert_eq!(left, [2, 3]);
        assert_eq!(of(2, &[]), Ok((vec![None, None], Vec::new())));
        for wrong in [i32::MIN, -1, 2, i32::MAX] {
            assert_eq!(of(2, &[(&[0], 1), (&[0], wrong)]), Err(Contradiction), "{wrong}");
            assert_eq!(of(2, &[(&[0], wrong), (&[0], 1)]), Err(Contradiction), "{wrong}");
        }
        assert_eq!(of(1, &[(&[], 1)]), Err(Contradiction));
    }
}
