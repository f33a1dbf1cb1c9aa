//! The values that cells can take, found in windows around them instead of over the whole component: a solver over
//! everything assigns everything at each call, which is quadratic on large components.
//!
//! A window of radius r around a cell holds the sums within r steps (a step leads to a sum with a common cell). If the
//! window alone forces the cell, so does the whole. If it does not, even with the cells on its border fixed to a known
//! model of the whole, the window's model patches that one. Else the radius doubles, in the end to everything, where
//! both questions are the same.

use super::options::SatOptions;
use super::seen::SeenValues;
use super::session::Session;
use crate::encode::Lit;
use crate::engine::{Control, Stop};
use crate::system::{Sum, System};

/// By default, components of more cells are explored in windows.
pub const WORTH_IT: usize = 100;

/// Radius of the first window.
const FIRST_RADIUS: usize = 2;

/// Sets of cells that can be flipped in `base`, a model of `component`, such that every value that a cell can take is
/// reached. Blocks with both values `seen` are skipped, and so are those `forced`.
///
/// # Errors
/// A limit ran out or the solver failed.
pub fn moves(
    component: &System,
    base: &[bool],
    mut seen: SeenValues,
    mut forced: Vec<bool>,
    options: &SatOptions,
    control: &mut Control,
) -> Result<Vec<Vec<u32>>, Stop> {
    seen.mark_model(base);
    let mut cutter = Cutter::new(component);
    let mut moves = Vec::new();
    let settled = |block: usize, seen: &SeenValues, forced: &[bool]| {
        forced[block] || (seen.has(block, true) && seen.has(block, false))
    };
    for block in 0..seen.blocks() {
        let mut radius = FIRST_RADIUS;
        while !settled(block, &seen, &forced) {
            let window = cutter.cut(seen.cell(block), radius, base, |c| forced[seen.block(c)]);
            let mut session = Session::new(&window.system, &options.setup, control)?;
            // Ask for all cells well inside the window, whose formula exists anyway.
            for (local, &cell) in window.cells[..window.inner].iter().enumerate() {
                let (cell, other) = (cell as usize, seen.block(cell as usize));
                if settled(other, &seen, &forced) || seen.cell(other) != cell {
                    continue;
                }
                match ask(&mut session, &window, local, base, control)? {
                    Answer::Move(cells) => {
                        cells.iter().for_each(|&c| seen.mark(c as usize, !base[c as usize]));
                        moves.push(cells);
                    }
                    Answer::Forced => {
                        forced[other] = true;
                        session.clause(&[Lit::of_cell(local, base[cell])], control);
                    }
                    Answer::Wider => {}
                }
            }
            radius *= 2;
        }
    }
    Ok(moves)
}

enum Answer {
    /// These cells of the component, flipped, make another model; the asked cell is among them.
    Move(Vec<u32>),
    Forced,
    Wider,
}

/// Can variable `local` of the window have the other value than in `base`?
fn ask(
    session: &mut Session,
    window: &Window,
    local: usize,
    base: &[bool],
    control: &mut Control,
) -> Result<Answer, Stop> {
    let in_base = |local: usize| Lit::of_cell(local, base[window.cells[local] as usize]);
    let target = !in_base(local);
    // A border cell has its value since the border is fixed; only the other query is left.
    if window.border.binary_search(&(local as u32)).is_err() {
        let fixed = window.border.iter().map(|&i| in_base(i as usize));
        let assumptions: Vec<Lit> = std::iter::once(target).chain(fixed).collect();
        if let Some(model) = session.ask(&assumptions, control)? {
            let flipped = window.cells.iter().zip(&model).filter(|&(&c, &m)| base[c as usize] != m);
            return Ok(Answer::Move(flipped.map(|(&c, _)| c).collect()));
        }
        if window.border.is_empty() {
            return Ok(Answer::Forced);
        }
    }
    Ok(if session.ask(&[target], control)?.is_none() { Answer::Forced } else { Answer::Wider })
}

/// Part of a component: variable `i` of `system` is cell `cells[i]`; the first `inner` are those within half the
/// radius, and `border`, ascending, are those in sums outside too.
struct Window {
    system: System,
    cells: Vec<u32>,
    inner: usize,
    border: Vec<u32>,
}

/// Cuts windows out of one component; its tables are made once and cleared by stamps.
struct Cutter<'a> {
    component: &'a System,
    sums_of: Vec<Vec<u32>>,
    stamp: u32,
    sum_in: Vec<u32>,
    cell_in: Vec<u32>,
    local: Vec<u32>,
}

impl<'a> Cutter<'a> {
    fn new(component: &'a System) -> Self {
        Cutter {
            component,
            sums_of: component.sums_of_cells(),
            stamp: 0,
            sum_in: vec![0; component.sums.len()],
            cell_in: vec![0; component.cells],
            local: vec![0; component.cells],
        }
    }

    /// The window of `radius` steps around `cell`. Forced cells are replaced by their values in `base`; they connect
    /// nothing.
    fn cut(&mut self, cell: usize, radius: usize, base: &[bool], forced: impl Fn(usize) -> bool) -> Window {
        self.stamp += 1;
        let mut cells = vec![cell as u32];
        self.cell_in[cell] = self.stamp;
        let mut sums: Vec<u32> = Vec::new();
        let (mut cells_done, mut sums_done) = (0, 0);
        let mut inner = 0;
        for step in 0..=radius {
            for &cell in &cells[cells_done..] {
                for &sum in &self.sums_of[cell as usize] {
                    if std::mem::replace(&mut self.sum_in[sum as usize], self.stamp) != self.stamp {
                        sums.push(sum);
                    }
                }
            }
            cells_done = cells.len();
            for &sum in &sums[sums_done..] {
                for &cell in &self.component.sums[sum as usize].cells {
                    let is_new = std::mem::replace(&mut self.cell_in[cell as usize], self.stamp) != self.stamp;
                    if is_new && !forced(cell as usize) {
                        cells.push(cell);
                    }
                }
            }
            sums_done = sums.len();
            if step == radius / 2 {
                inner = cells.len();
            }
        }
        cells.iter().zip(0..).for_each(|(&c, i)| self.local[c as usize] = i);
        let outside = |&s: &u32| self.sum_in[s as usize] != self.stamp;
        let is_border = |c: u32| self.sums_of[c as usize].iter().any(outside);
        let border = (0..cells.len() as u32).filter(|&i| is_border(cells[i as usize])).collect();
        let sums = sums.iter().map(|&s| self.localised(&self.component.sums[s as usize], base, &forced)).collect();
        Window { system: System { cells: cells.len(), sums, total: None }, cells, inner, border }
    }

    /// A sum over the window's variables, forced cells taken out.
    fn localised(&self, sum: &Sum, base: &[bool], forced: &impl Fn(usize) -> bool) -> Sum {
        let (gone, kept): (Vec<u32>, Vec<u32>) = sum.cells.iter().copied().partition(|&c| forced(c as usize));
        let mines = gone.iter().filter(|&&c| base[c as usize]).count() as i32;
        Sum::new(kept.iter().map(|&c| self.local[c as usize]), sum.count - mines)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Grid;
    use crate::engine::{Control, build};
    use crate::field::Field;
    use crate::rng::Rng;
    use crate::system::System;

    /// Components beyond the first windows: a scattered board, and one clue at every second place.
    fn boards() -> Vec<System> {
        let mut rng = Rng::new(11);
        let mut boards = Vec::new();
        for (rows, cols, share) in [(16, 16, 0.3), (9, 24, 0.4), (14, 14, 0.6)] {
            let grid = Grid { rows, cols };
            for density in [5, 3] {
                let field = Field::random(grid, grid.len() / density, &[], &mut rng);
                let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(share)).collect();
                boards.push(System::from_board(&field.board(&open, None)).0);
            }
        }
        let grid = Grid { rows: 11, cols: 11 };
        let on_lattice = |c: usize| (c / 11) % 2 == 1 && (c % 11) % 2 == 1;
        let keep: Vec<usize> = grid.cells().filter(|&c| on_lattice(c)).collect();
        let field = Field::random(grid, 24, &keep, &mut rng);
        let open: Vec<bool> = grid.cells().map(on_lattice).collect();
        boards.push(System::from_board(&field.board(&open, None)).0);
        boards
    }

    #[test]
    fn windows_and_whole_components_agree() {
        for mut system in boards() {
            for total in [None, Some(system.cells as i64 / 4), Some(system.cells as i64 / 5)] {
                system.total = total;
                let classes = |spec: &str| build(spec).unwrap().classify(&system, &mut Control::default()).unwrap();
                let whole = classes("sat:textbook");
                for spec in [
                    "sat:backbone=windows",
                    "sat:backbone=windows,reduce=off",
                    "sat:backbone=two-calls",
                    "sat:backbone=reuse",
                    "sat:backbone=chunked",
                    "sat:backbone=core,solver=batsat",
                    "sat:binding=components",
                    "sat:binding=moves",
                    "sat:binding=clauses",
                ] {
                    assert_eq!(classes(spec), whole, "{spec} with total {total:?}");
                }
            }
        }
    }
}
