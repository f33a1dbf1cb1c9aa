//! Exactly optimal play by the tree of all games, for positions with few models.
//!
//! A node is the set of models that fit what is shown. A cell is *living* if two models show
//! different things there; with none left all models look alike and one of them can be won, since
//! their safe cells are the same. Else value = max over living cells of the sum over shown numbers
//! of the values of the models that show it. The set of models alone decides the value: whatever
//! is open shows the same in all of them.

use rustc_hash::FxHashMap;

/// What a model shows at a mine.
pub const MINE: u8 = 9;

/// All models of a position over its covered cells.
pub struct Table {
    cells: usize,
    /// What model m shows at cell c: `shows[m * cells + c]`.
    shows: Vec<u8>,
}

impl Table {
    /// From what each model shows at every cell, model by model.
    ///
    /// # Panics
    /// If there are more than 128 cells.
    pub fn new(cells: usize, shows: Vec<u8>) -> Self {
        assert!(cells <= 128, "the tree is for at most 128 covered cells");
        Table { cells, shows }
    }

    /// Number of models.
    pub fn models(&self) -> usize {
        self.shows.len().checked_div(self.cells).unwrap_or(1)
    }

    /// What a model shows at a cell, [`MINE`] for a mine.
    pub fn shows(&self, model: u32, cell: usize) -> u8 {
        self.shows[model as usize * self.cells + cell]
    }
}

/// The nodes ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfNodes;

/// The tree under one table. Values are numbers of models won.
pub struct Tree<'a> {
    table: &'a Table,
    /// Value by the cells that show one safe number in all models, and the first of the models:
    /// together they determine the set.
    known: FxHashMap<(u128, u32), u32>,
    pub nodes: u64,
    most_nodes: u64,
}

/// A living cell in a set of models.
struct Choice {
    cell: usize,
    mines: u32,
}

impl<'a> Tree<'a> {
    /// A tree that may visit so many nodes.
    pub fn new(table: &'a Table, most_nodes: u64) -> Self {
        Tree { table, known: FxHashMap::default(), nodes: 0, most_nodes }
    }

    /// Living cells in order of mines, and the cells that show one safe number in all models.
    fn choices(&self, models: &[u32]) -> (Vec<Choice>, u128) {
        let mut same = 0u128;
        let mut living = Vec::new();
        // Model by model, as the table lies in memory.
        let mut shown = [[0u32; 10]; 128];
        for &model in models {
            let at = model as usize * self.table.cells;
            let row = &self.table.shows[at..at + self.table.cells];
            row.iter().zip(&mut shown).for_each(|(&value, counts)| counts[usize::from(value)] += 1);
        }
        for (cell, counts) in shown.iter().enumerate().take(self.table.cells) {
            let mines = counts[usize::from(MINE)];
            let numbers = counts[..9].iter().filter(|&&n| n > 0).count();
            if numbers + usize::from(mines > 0) > 1 {
                living.push((mines, usize::MAX - numbers, cell));
            } else if mines == 0 {
                same |= 1 << cell;
            }
        }
        living.sort_unstable();
        let choice = |(mines, _, cell)| Choice { cell, mines };
        (living.into_iter().map(choice).collect(), same)
    }

    fn split(&self, models: &[u32], cell: usize) -> Vec<Vec<u32>> {
        let mut classes: Vec<Vec<u32>> = vec![Vec::new(); 9];
        for &model in models {
            if let Some(class) = classes.get_mut(usize::from(self.table.shows(model, cell))) {
                class.push(model);
            }
        }
        classes.retain(|c| !c.is_empty());
        // Small ones first: they are cheap, and what they lose may end the cell.
        classes.sort_by_key(Vec::len);
        classes
    }

    /// Models won from a set of models by best play. The depth of the recursion is bounded by the
    /// number of covered cells, at most 128.
    ///
    /// # Errors
    /// The nodes ran out.
    pub fn value(&mut self, models: &[u32]) -> Result<u32, OutOfNodes> {
        if models.len() <= 1 {
            return Ok(models.len() as u32);
        }
        let (choices, same) = self.choices(models);
        if choices.is_empty() {
            return Ok(1);
        }
        if let Some(&value) = self.known.get(&(same, models[0])) {
            return Ok(value);
        }
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return Err(OutOfNodes);
        }
        let all = models.len() as u32;
        let mut best = 0;
        for choice in &choices {
            if all - choice.mines <= best {
                break;
            }
            if let Some(won) = self.play(models, choice, best)? {
                best = best.max(won);
            }
            // A safe click costs nothing and only tells more.
            if choice.mines == 0 {
                break;
            }
        }
        self.known.insert((same, models[0]), best);
        Ok(best)
    }

    /// Models won by opening a cell, None if no more than `best`.
    fn play(&mut self, models: &[u32], choice: &Choice, best: u32) -> Result<Option<u32>, OutOfNodes> {
        let mut possible = models.len() as u32 - choice.mines;
        for class in self.split(models, choice.cell) {
            possible -= class.len() as u32;
            possible += self.value(&class)?;
            if possible <= best {
                return Ok(None);
            }
        }
        Ok(Some(possible))
    }

    /// A cell to open first under best play, and the models won; None if there is one model or none.
    ///
    /// # Errors
    /// The nodes ran out.
    pub fn best(&mut self) -> Result<Option<(usize, u32)>, OutOfNodes> {
        let models: Vec<u32> = (0..self.table.models() as u32).collect();
        let (choices, _) = self.choices(&models);
        let mut best: Option<(usize, u32)> = None;
        for choice in &choices {
            let won = best.map_or(0, |b| b.1);
            if models.len() as u32 - choice.mines <= won {
                break;
            }
            if let Some(more) = self.play(&models, choice, won)? {
                best = Some((choice.cell, more));
            }
        }
        Ok(best)
    }

    /// For every covered cell the models won by opening it first and playing best from there on.
    ///
    /// # Errors
    /// The nodes ran out.
    pub fn all(&mut self) -> Result<Vec<u32>, OutOfNodes> {
        let models: Vec<u32> = (0..self.table.models() as u32).collect();
        let mut values = Vec::with_capacity(self.table.cells);
        for cell in 0..self.table.cells {
            let mut won = 0;
            for class in self.split(&models, cell) {
                won += self.value(&class)?;
            }
            values.push(won);
        }
        Ok(values)
    }
}

/// Every model as the numbers it shows, for a board with at most 128 covered cells. None where
/// there are more cells or more than `most` models.
pub fn table(board: &crate::board::Board, most: usize) -> Option<(Table, Vec<u32>)> {
    use crate::board::Cell;
    use crate::system::System;
    let (system, map) = System::from_board(board);
    if system.cells > 128 {
        return None;
    }
    let models = models(&system, most)?;
    let grid = board.grid();
    let mut shows = Vec::with_capacity(models.len() * system.cells);
    for model in &models {
        for v in 0..system.cells {
            if model >> v & 1 == 1 {
                shows.push(MINE);
                continue;
            }
            let mined = |n: usize| match board.cell(n) {
                Cell::Flag => true,
                Cell::Covered => map.variable(n).is_some_and(|w| model >> w & 1 == 1),
                Cell::Clue(_) | Cell::Blank => false,
            };
            shows.push(grid.neighbours(map.cells[v] as usize).filter(|&n| mined(n)).count() as u8);
        }
    }
    Some((Table::new(system.cells, shows), map.cells))
}

/// Steps of the search for all models.
const MOST_STEPS: u64 = 20_000_000;

/// All models of a system of at most 128 cells as bit sets, None if there are more than `most`.
fn models(system: &crate::system::System, most: usize) -> Option<Vec<u128>> {
    let cells = system.cells;
    let of = system.sums_of_cells();
    let mut need: Vec<i64> = system.sums.iter().map(|s| i64::from(s.count)).collect();
    let mut free: Vec<i64> = system.sums.iter().map(|s| s.len() as i64).collect();
    let mut found = Vec::new();
    if system.sums.iter().any(|s| !s.is_possible()) {
        return Some(found);
    }
    let fits = |need: &[i64], free: &[i64], at: usize, mines: i64| {
        let total = system.total.is_none_or(|t| mines <= t && t - mines <= (cells - at) as i64);
        total
            && at
                .checked_sub(1)
                .is_none_or(|c| of[c].iter().all(|&s| (0..=free[s as usize]).contains(&need[s as usize])))
    };
    // Cell by cell: 0 = not tried, 1 = safe tried, 2 = both tried.
    let mut tried = vec![0u8; cells];
    let (mut at, mut mines, mut model) = (0, 0i64, 0u128);
    if !fits(&need, &free, 0, 0) {
        return Some(found);
    }
    let mut steps = 0u64;
    loop {
        steps += 1;
        if steps > MOST_STEPS {
            return None;
        }
        if at == cells {
            if found.len() == most {
                return None;
            }
            found.push(model);
        }
        if at < cells && tried[at] < 2 {
            let mine = tried[at] == 1;
            if mine {
                // Take back the safe try.
                of[at].iter().for_each(|&s| need[s as usize] -= 1);
                mines += 1;
                model |= 1 << at;
            } else {
                of[at].iter().for_each(|&s| free[s as usize] -= 1);
            }
            tried[at] += 1;
            if fits(&need, &free, at + 1, mines) {
                at += 1;
                if at < cells {
                    tried[at] = 0;
                }
            }
            continue;
        }
        if at < cells {
            // Both tried: undo and go up.
            of[at].iter().for_each(|&s| {
                need[s as usize] += 1;
                free[s as usize] += 1;
            });
            mines -= 1;
            model &= !(1 << at);
            tried[at] = 0;
        }
        if at == 0 {
            return Some(found);
        }
        at -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn values(text: &str) -> (usize, Vec<u32>, Vec<u32>) {
        let board = Board::parse(text, "t").unwrap();
        let (table, cells) = table(&board, 100_000).unwrap();
        let mut tree = Tree::new(&table, u64::MAX);
        (table.models(), tree.all().unwrap(), cells)
    }

    #[test]
    fn known_optimal_values() {
        let (models, wins, _) = values("4 4 4\n####\n####\n####\n####\n");
        assert_eq!((models, wins.iter().max()), (1820, Some(&961)));
        let best: Vec<usize> = (0..16).filter(|&c| wins[c] == 961).collect();
        assert_eq!(best, [1, 2, 4, 7, 8, 11, 13, 14]);
        let (models, wins, cells) = values("4 5 5\n#####\n#1###\n#3###\n#####\n");
        let best: Vec<u32> = (0..cells.len()).filter(|&c| wins[c] == 285).map(|c| cells[c]).collect();
        assert_eq!((models, wins.iter().max(), best), (360, Some(&285), vec![2]));
    }

    #[test]
    fn a_pair_is_half_won() {
        let (models, wins, _) = values("1 3 1\n#1#\n");
        assert_eq!((models, wins), (2, vec![1, 1]));
    }
}
