//! Connected components: cells that share a sum, directly or through others.

use super::{Sum, System};

/// One component as a system of its own (without total); variable `i` is cell `cells[i]` of the
/// whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its sums in their order, over the cells `0..cells.len()`.
    pub system: System,
    /// Ascending.
    pub cells: Vec<u32>,
}

/// A system split into independent parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// In order of their first cell.
    pub components: Vec<Component>,
    /// Cells in no sum.
    pub floating: Vec<u32>,
    /// True if a sum over no cells requires a mine: no component holds it, and the system is unsatisfiable.
    pub contradiction: bool,
}

fn find(parent: &mut [u32], mut x: u32) -> u32 {
    while parent[x as usize] != x {
        parent[x as usize] = parent[parent[x as usize] as usize];
        x = parent[x as usize];
    }
    x
}

/// Splits the sums of a system; the total connects nothing here.
pub fn split(system: &System) -> Split {
    let mut parent: Vec<u32> = (0..system.cells as u32).collect();
    for sum in &system.sums {
        for pair in sum.cells.windows(2) {
            let (a, b) = (find(&mut parent, pair[0]), find(&mut parent, pair[1]));
            // The smaller cell becomes the root, which keeps components in order of first cell.
            parent[a.max(b) as usize] = a.min(b);
        }
    }
    let frontier = system.is_frontier();
    let mut component_of = vec![u32::MAX; system.cells];
    let mut local = vec![0u32; system.cells];
    let mut result = Split { components: Vec::new(), floating: Vec::new(), contradiction: false };
    for cell in 0..system.cells as u32 {
        if !frontier[cell as usize] {
            result.floating.push(cell);
            continue;
        }
        let root = find(&mut parent, cell) as usize;
        if component_of[root] == u32::MAX {
            component_of[root] = result.components.len() as u32;
            result.components.push(Component { system: System::default(), cells: Vec::new() });
        }
        component_of[cell as usize] = component_of[root];
        let component = &mut result.components[component_of[root] as usize];
        local[cell as usize] = component.cells.len() as u32;
        component.cells.push(cell);
        component.system.cells += 1;
    }
    for sum in &system.sums {
        let Some(&first) = sum.cells.first() else {
            result.contradiction |= sum.count != 0;
            continue;
        };
        let cells = sum.cells.iter().map(|&c| local[c as usize]).collect();
        let component = &mut result.components[component_of[first as usize] as usize];
        component.system.sums.push(Sum { cells, count: sum.count });
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_into_parts_and_floating_cells() {
        let sums = vec![Sum::new(vec![0, 4], 1), Sum::new(vec![2, 3], 1), Sum::new(vec![4, 5], 0), Sum::new(vec![], 0)];
        let parts = split(&System { cells: 7, sums, total: Some(3) });
        assert_eq!(parts.floating, [1, 6]);
        assert!(!parts.contradiction);
        let cells: Vec<_> = parts.components.iter().map(|c| c.cells.clone()).collect();
        assert_eq!(cells, [vec![0, 4, 5], vec![2, 3]]);
        assert_eq!(parts.components[0].system.sums, [Sum::new(vec![0, 1], 1), Sum::new(vec![1, 2], 0)]);
    }
}
