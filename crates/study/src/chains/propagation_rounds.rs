//! Deduction in rounds.

use super::facts;
use super::{ChainNode, Chains, NodeKind};
use crate::board::{Board, Cell};
use crate::engine::{Classes, Control, Stop, Verdict, build};
use crate::explain::{CluePosition, ExplainOptions, Explainer, Finding};
use crate::field::Field;
use crate::grid::Grid;
use crate::system::{System, ratio_to_f64};

/// What a game does where nothing is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guesses {
    /// It ends.
    Stop,
    /// It opens the safe cell that is least likely to be a mine, as a lucky guess; the total counts here.
    Lucky,
}

/// A reason to decide a cell: cells whose state it uses.
#[derive(Clone, Debug)]
struct Reason {
    mine: bool,
    /// Longest chain of the cells used.
    depth: usize,
    /// The clues, and behind them the other cells.
    uses: Vec<u32>,
    clues: usize,
}

/// State of the deduction.
pub(super) struct Rounds {
    grid: Grid,
    around: Vec<Vec<u32>>,
    /// True: a mine.
    known: Vec<Option<bool>>,
    clue: Vec<Option<u8>>,
    /// Node of each decided cell.
    node_of: Vec<u32>,
    /// (cell, node with cells for parents); turned into numbers at the end.
    nodes: Vec<ChainNode>,
    mines: Option<u32>,
    round: usize,
    guesses: usize,
}

const NO_NODE: u32 = u32::MAX;

impl Rounds {
    fn new(grid: Grid, mines: Option<u32>) -> Rounds {
        let around = grid.cells().map(|c| grid.neighbours(c).map(|n| n as u32).collect()).collect();
        let (known, clue) = (vec![None; grid.len()], vec![None; grid.len()]);
        let node_of = vec![NO_NODE; grid.len()];
        Rounds { grid, around, known, clue, node_of, nodes: Vec::new(), mines, round: 0, guesses: 0 }
    }

    /// The clues and flags of a board are given.
    pub fn of_board(board: &Board) -> Rounds {
        let mut rounds = Rounds::new(board.grid(), board.mines());
        for (cell, shown) in board.cells().iter().enumerate() {
            let mine = match shown {
                Cell::Covered => continue,
                Cell::Flag => true,
                Cell::Clue(clue) => {
                    rounds.clue[cell] = Some(*clue);
                    false
                }
                Cell::Blank => false,
            };
            rounds.decide(cell as u32, mine, NodeKind::Given, 0, &[]);
        }
        rounds
    }

    /// A game with one opened cell.
    pub fn of_game(field: &Field, start: usize) -> Result<Rounds, Stop> {
        if start >= field.grid().len() || field.is_mine(start) {
            return Err(Stop::unsupported(format!("a game that starts at cell {start}, a mine or none")));
        }
        let mut rounds = Rounds::new(field.grid(), Some(field.count() as u32));
        rounds.clue[start] = Some(field.clue(start));
        rounds.decide(start as u32, false, NodeKind::Given, 0, &[]);
        Ok(rounds)
    }

    fn decide(&mut self, cell: u32, mine: bool, kind: NodeKind, clues: usize, uses: &[u32]) {
        self.known[cell as usize] = Some(mine);
        self.node_of[cell as usize] = self.nodes.len() as u32;
        let mut parents: Vec<usize> = uses.iter().map(|&c| self.node_of[c as usize] as usize).collect();
        parents.sort_unstable();
        parents.dedup();
        let length = 1 + parents.iter().map(|&p| self.nodes[p].length).max().unwrap_or(0);
        let by = uses[..clues].iter().map(|&c| self.grid.position(c as usize)).collect();
        let cell = self.grid.position(cell as usize);
        self.nodes.push(ChainNode { cell, kind, round: self.round, by, length, reach: 0, parents });
    }

    /// Continues until nothing follows from at most `most` clues. With a field, safe cells are opened.
    ///
    /// # Errors
    /// A limit ran out, or there is no solution.
    pub fn run(
        &mut self,
        field: Option<&Field>,
        guesses: Guesses,
        most: usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        loop {
            control.check()?;
            let mut found: Vec<Option<Reason>> = vec![None; self.grid.len()];
            self.singles(&mut found)?;
            if most > 1 && found.iter().all(Option::is_none) {
                self.pairs(&mut found)?;
            }
            if most > 2 && found.iter().all(Option::is_none) {
                self.larger(&mut found, control)?;
            }
            self.round += 1;
            let mut any = false;
            for (cell, reason) in found.into_iter().enumerate() {
                let Some(reason) = reason else { continue };
                any = true;
                let kind = if reason.mine { NodeKind::Mine } else { NodeKind::Safe };
                self.decide(cell as u32, reason.mine, kind, reason.clues, &reason.uses);
            }
            if !any {
                self.round -= 1;
                let Some(cell) = (match (field, guesses) {
                    (Some(field), Guesses::Lucky) => self.guess(field, control)?,
                    _ => None,
                }) else {
                    return Ok(());
                };
                self.round += 1;
                self.guesses += 1;
                self.decide(cell, false, NodeKind::Guess, 0, &[]);
            }
            if let Some(field) = field {
                self.open(field)?;
            }
        }
    }

    /// Shows the clues of the cells decided in this round.
    fn open(&mut self, field: &Field) -> Result<(), Stop> {
        for node in self.nodes.iter().rev().take_while(|n| n.round == self.round) {
            let cell = self.grid.at(node.cell.0, node.cell.1);
            if field.is_mine(cell) != (node.kind == NodeKind::Mine) {
                return Err(Stop::Failed(format!("{:?} was deduced wrongly", node.cell)));
            }
            if node.kind != NodeKind::Mine {
                self.clue[cell] = Some(field.clue(cell));
            }
        }
        Ok(())
    }

    fn depth(&self, uses: &[u32]) -> usize {
        uses.iter().map(|&c| self.nodes[self.node_of[c as usize] as usize].length).max().unwrap_or(0)
    }

    /// Keeps a reason if its chain is shorter than the previous one.
    fn offer(&self, found: &mut [Option<Reason>], cells: &[u32], mine: bool, clues: usize, uses: &[u32]) {
        let depth = self.depth(uses);
        for &cell in cells {
            let place = &mut found[cell as usize];
            if place.as_ref().is_none_or(|r| depth < r.depth) {
                *place = Some(Reason { mine, depth, uses: uses.to_vec(), clues });
            }
        }
    }

    /// Deductions from single clues. If all mines of a clue are known, the rest follows from these; if all its safe
    /// neighbours are known, from those.
    fn singles(&self, found: &mut [Option<Reason>]) -> Result<(), Stop> {
        let mut unknown = Vec::new();
        for at in 0..self.grid.len() {
            let Some(clue) = self.clue[at] else { continue };
            unknown.clear();
            unknown.extend(self.around[at].iter().copied().filter(|&n| self.known[n as usize].is_none()));
            let mines = self.around[at].iter().filter(|&&n| self.known[n as usize] == Some(true)).count();
            let (clue, left) = (usize::from(clue), unknown.len());
            if clue < mines || clue > mines + left {
                return Err(impossible(self.grid.position(at)));
            }
            if left == 0 || (clue != mines && clue != mines + left) {
                continue;
            }
            let mine = clue != mines;
            let used = self.around[at].iter().copied().filter(|&n| self.known[n as usize] == Some(!mine));
            let uses: Vec<u32> = std::iter::once(at as u32).chain(used).collect();
            self.offer(found, &unknown, mine, 1, &uses);
        }
        Ok(())
    }

    /// Deductions from two clues with common unknown cells: where one has the most that it can have more than the
    /// other, its own cells are all mines and those of the other are all safe. These need the safe ones among its own
    /// neighbours, and the mines among the other's.
    fn pairs(&self, found: &mut [Option<Reason>]) -> Result<(), Stop> {
        let grid = self.grid;
        for a in 0..grid.len() {
            if !self.is_open_clue(a) {
                continue;
            }
            let (row, col) = grid.position(a);
            for r in row.saturating_sub(2)..(row + 3).min(grid.rows) {
                for c in col.saturating_sub(2)..(col + 3).min(grid.cols) {
                    let b = grid.at(r, c);
                    if b != a && self.is_open_clue(b) {
                        self.pair(a, b, found)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn is_open_clue(&self, cell: usize) -> bool {
        self.clue[cell].is_some() && self.around[cell].iter().any(|&n| self.known[n as usize].is_none())
    }

    fn pair(&self, a: usize, b: usize, found: &mut [Option<Reason>]) -> Result<(), Stop> {
        let (Some(clue_a), Some(clue_b)) = (self.clue[a], self.clue[b]) else { return Ok(()) };
        let (mut mines, mut safe, mut uses) = (Vec::new(), Vec::new(), vec![a as u32, b as u32]);
        let mut gap = i32::from(clue_a) - i32::from(clue_b);
        for &n in self.around[a].iter().filter(|n| !self.around[b].contains(n)) {
            match self.known[n as usize] {
                None => mines.push(n),
                Some(true) => gap -= 1,
                Some(false) => uses.push(n),
            }
        }
        for &n in self.around[b].iter().filter(|n| !self.around[a].contains(n)) {
            match self.known[n as usize] {
                None => safe.push(n),
                Some(true) => {
                    gap += 1;
                    uses.push(n);
                }
                Some(false) => {}
            }
        }
        if gap > mines.len() as i32 || -gap > safe.len() as i32 {
            return Err(impossible(self.grid.position(a)));
        }
        if gap == mines.len() as i32 {
            self.offer(found, &mines, true, 2, &uses);
            self.offer(found, &safe, false, 2, &uses);
        }
        Ok(())
    }

    /// The board as known: mines as flags.
    fn board(&self) -> Board {
        let see = |cell: usize| match (self.known[cell], self.clue[cell]) {
            (None, _) => Cell::Covered,
            (Some(true), _) => Cell::Flag,
            (_, Some(clue)) => Cell::Clue(clue),
            (Some(false), None) => Cell::Blank,
        };
        Board::new(self.grid, self.grid.cells().map(see).collect(), None)
    }

    /// Deductions from the smallest explanations, where single clues and pairs decide nothing.
    fn larger(&self, found: &mut [Option<Reason>], control: &mut Control) -> Result<(), Stop> {
        let board = self.board();
        let position = CluePosition::new(&board);
        let Classes::Cells(verdicts) = engine()?.classify(&position.system, control)? else {
            return Err(Stop::Failed("the board has no solution".into()));
        };
        let mut explainer = Explainer::new(&position, ExplainOptions { checked_cells: 0, ..ExplainOptions::default() });
        let mut sets = Vec::new();
        for cell in (0..verdicts.len()).filter(|&c| matches!(verdicts[c], Verdict::Safe | Verdict::Mine)) {
            if let Finding::Forced { mine, set } = explainer.cell(cell as u32, control)? {
                sets.push((position.map.cells[cell], mine, set.sums));
            }
        }
        let fewest = sets.iter().map(|s| s.2.len()).min();
        for (cell, mine, sums) in sets.iter().filter(|s| Some(s.2.len()) == fewest) {
            let clues: Vec<u32> = sums.iter().map(|&s| position.clues[s as usize]).collect();
            let shown: Vec<(u32, u8)> = clues.iter().filter_map(|&c| Some((c, self.clue[c as usize]?))).collect();
            let uses = facts::needed(&shown, &self.around, &self.known, (*cell, *mine), control)?;
            self.offer(found, &[*cell], *mine, sums.len(), &uses);
        }
        Ok(())
    }

    /// The safe cell that is least likely to be a mine; None if every safe cell is open.
    fn guess(&self, field: &Field, control: &mut Control) -> Result<Option<u32>, Stop> {
        let (system, map) = System::from_board(&self.board().with_mines(self.mines));
        let count = engine()?.count(&system, control)?;
        let risk = |v: usize| ratio_to_f64(count.cells.mined(v), &count.models);
        let safe = (0..system.cells).filter(|&v| !field.is_mine(map.cells[v] as usize));
        let least = safe.map(|v| (risk(v), map.cells[v])).min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        Ok(least.map(|l| l.1))
    }

    /// Length of the longest chain so far.
    pub fn longest(&self) -> usize {
        self.nodes.iter().map(|n| n.length).max().unwrap_or(0)
    }

    /// Number of decided cells.
    pub fn decided(&self) -> usize {
        self.nodes.len()
    }

    /// The chains.
    pub fn finish(mut self) -> Chains {
        let longest = self.longest();
        let mut path = Vec::new();
        let mut at = self.nodes.iter().position(|n| n.length == longest);
        while let Some(node) = at {
            path.push(self.nodes[node].cell);
            at = self.nodes[node].parents.iter().copied().max_by_key(|&p| (self.nodes[p].length, std::cmp::Reverse(p)));
        }
        path.reverse();
        reaches(&mut self.nodes);
        let (influence, influencer) = influence(&self.nodes);
        Chains {
            rows: self.grid.rows,
            cols: self.grid.cols,
            rounds: self.round,
            guesses: self.guesses,
            undecided: self.known.iter().filter(|k| k.is_none()).count(),
            longest,
            path,
            reach: self.nodes.iter().map(|n| n.reach).max().unwrap_or(0),
            influence,
            influencer,
            nodes: self.nodes,
        }
    }
}

/// Sets the reach of every node: its distance to the corners of the rectangle around the cells that it depends on.
fn reaches(nodes: &mut [ChainNode]) {
    let mut boxes: Vec<[usize; 4]> = Vec::with_capacity(nodes.len());
    for node in nodes.iter_mut() {
        let (row, col) = node.cell;
        let mut own = [row, row, col, col];
        for &parent in &node.parents {
            let other = boxes[parent];
            own = [own[0].min(other[0]), own[1].max(other[1]), own[2].min(other[2]), own[3].max(other[3])];
        }
        node.reach = (row - own[0]).max(own[1] - row).max(col - own[2]).max(own[3] - col);
        boxes.push(own);
    }
}

/// Limit on roots times nodes.
const MOST_INFLUENCES: usize = 1_000_000_000;

/// The largest number of nodes that depend on one root, and the cell of that root.
fn influence(nodes: &[ChainNode]) -> (Option<usize>, Option<(usize, usize)>) {
    let roots = nodes.iter().filter(|n| n.parents.is_empty()).count();
    if roots.saturating_mul(nodes.len()) > MOST_INFLUENCES {
        return (None, None);
    }
    let mut best = (0, None);
    let mut depends = vec![false; nodes.len()];
    for root in (0..nodes.len()).filter(|&n| nodes[n].parents.is_empty()) {
        depends.fill(false);
        depends[root] = true;
        let mut count = 0;
        for node in root + 1..nodes.len() {
            depends[node] = nodes[node].parents.iter().any(|&p| depends[p]);
            count += usize::from(depends[node]);
        }
        if count > best.0 {
            best = (count, Some(nodes[root].cell));
        }
    }
    (Some(best.0), best.1)
}

fn engine() -> Result<Box<dyn crate::engine::Engine>, Stop> {
    build("frontier").map_err(Stop::unsupported)
}

fn impossible((row, col): (usize, usize)) -> Stop {
    Stop::Failed(format!("the board has no solution: the clue at ({row},{col}) cannot be satisfied"))
}
