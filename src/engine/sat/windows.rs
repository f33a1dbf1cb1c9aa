//! The values cells can take, found in windows around them instead of over the whole component: a
//! solver over everything assigns everything at each call, which is quadratic on large components.
//!
//! A window of radius r around a cell holds the sums within r steps (a step leads to a sum with a
//! common cell). If the window alone forces the cell, so does the whole. If it does not, even with
//! the cells on its border fixed to a known model of the whole, the window's model patches that
//! one. Else the radius doubles, in the end to everything, where both questions are the same.

use super::Options;
use super::seen::Seen;
use super::session::Session;
use crate::encode::Lit;
use crate::engine::{Control, Stop};
use crate::system::{Sum, System};

/// Components of more cells are explored in windows where the choice is left to the engine.
pub const WORTH_IT: usize = 400;

/// Radius of the first window.
const FIRST_RADIUS: usize = 2;

/// Sets of cells that can be flipped in `base`, a model of `component`, such that every value a
/// cell can take is reached.
///
/// # Errors
/// A limit ran out or the solver failed.
pub fn moves(
    component: &System,
    base: &[bool],
    options: &Options,
    control: &mut Control,
) -> Result<Vec<Vec<u32>>, Stop> {
    let mut seen = Seen::new(component);
    seen.mark_model(base);
    let mut cutter = Cutter::new(component);
    let mut forced = vec![false; seen.blocks()];
    let mut moves = Vec::new();
    for block in 0..seen.blocks() {
        let cell = seen.cell(block);
        let wanted = !base[cell];
        if seen.has(block, wanted) {
            continue;
        }
        let mut radius = FIRST_RADIUS;
        loop {
            let window = cutter.cut(cell, radius, base, |c| forced[seen.block(c)]);
            match ask(&window, wanted, base, options, control)? {
                Answer::Move(cells) => {
                    cells.iter().for_each(|&c| seen.mark(c as usize, !base[c as usize]));
                    moves.push(cells);
                    break;
                }
                Answer::Forced => {
                    forced[block] = true;
                    break;
                }
                Answer::Wider => radius *= 2,
            }
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

fn ask(window: &Window, wanted: bool, base: &[bool], options: &Options, control: &mut Control) -> Result<Answer, Stop> {
    let mut session = Session::new(&window.system, options, control)?;
    let target = Lit::of_cell(0, wanted);
    let fixed = window.border.iter().map(|&i| Lit::of_cell(i as usize, base[window.cells[i as usize] as usize]));
    let assumptions: Vec<Lit> = std::iter::once(target).chain(fixed).collect();
    if let Some(model) = session.ask(&assumptions, control)? {
        let flipped = window.cells.iter().zip(&model).filter(|&(&c, &m)| base[c as usize] != m);
        return Ok(Answer::Move(flipped.map(|(&c, _)| c).collect()));
    }
    if window.border.is_empty() || session.ask(&[target], control)?.is_none() {
        return Ok(Answer::Forced);
    }
    Ok(Answer::Wider)
}

/// Part of a component: variable `i` of `system` is cell `cells[i]`, the asked cell is the first, and
/// `border` are the variables that stand in sums outside too.
struct Window {
    system: System,
    cells: Vec<u32>,
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

    /// The window of `radius` steps around `cell`. Forced cells are put in as the values they have
    /// in `base`; they connect nothing.
    fn cut(&mut self, cell: usize, radius: usize, base: &[bool], forced: impl Fn(usize) -> bool) -> Window {
        self.stamp += 1;
        let mut cells = vec![cell as u32];
        self.cell_in[cell] = self.stamp;
        let mut sums: Vec<u32> = Vec::new();
        let (mut cells_done, mut sums_done) = (0, 0);
        for _ in 0..=radius {
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
        }
        cells.iter().zip(0..).for_each(|(&c, i)| self.local[c as usize] = i);
        let outside = |&s: &u32| self.sum_in[s as usize] != self.stamp;
        let is_border = |c: u32| self.sums_of[c as usize].iter().any(outside);
        let border = (0..cells.len() as u32).filter(|&i| is_border(cells[i as usize])).collect();
        let sums = sums.iter().map(|&s| self.localised(&self.component.sums[s as usize], base, &forced)).collect();
        Window { system: System { cells: cells.len(), sums, total: None }, cells, border }
    }

    /// A sum over the window's variables, forced cells taken out.
    fn localised(&self, sum: &Sum, base: &[bool], forced: &impl Fn(usize) -> bool) -> Sum {
        let (gone, kept): (Vec<u32>, Vec<u32>) = sum.cells.iter().copied().partition(|&c| forced(c as usize));
        let mines = gone.iter().filter(|&&c| base[c as usize]).count() as i32;
        Sum::new(kept.iter().map(|&c| self.local[c as usize]).collect(), sum.count - mines)
    }
}
