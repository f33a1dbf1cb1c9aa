//! Two-ply search: cells scored by the chance to survive this click and the next (D. N. Hill's secondary safety), with a
//! bonus for certain progress and for cells that would end in a 50/50.

use super::params::{DEAD, FEW_FLOATING, KEEP_FLOATING, KEEP_SAFETY, PROGRESS, RESOLVE, SAFEST, UNCOUNTED};
use super::settings::LookaheadSettings;
use crate::play::analysis::{Ahead, CountedPosition, Fifties, Outlook, Position};
use crate::play::tracker::Tracker;

/// The value of the next click.
pub fn next_click_estimate(outlook: &Outlook) -> f64 {
    (SAFEST * outlook.safest + outlook.second) / (SAFEST + 1.0)
}

/// A cell that was scored.
pub struct Click {
    pub cell: u32,
    pub score: f64,
    /// Of 50/50s, see [`Fifties::influence`].
    pub influence: f64,
    pub numbers: Vec<Number>,
}

/// A number that a click can show.
pub struct Number {
    /// Its probability.
    pub share: f64,
    /// The position after it.
    pub next: CountedPosition,
    pub outlook: Outlook,
}

/// Scores cells of one position.
pub struct Scorer<'a> {
    /// The position before a click.
    pub base: CountedPosition,
    ahead: Ahead,
    /// None if 50/50s are ignored.
    fifties: Option<Fifties<'a>>,
    /// Whether cells without information are left out.
    dead: bool,
    /// Steps after which no more cells are scored.
    most_work: u64,
}

impl<'a> Scorer<'a> {
    /// None if the position is too large to enumerate.
    pub fn new(
        settings: &LookaheadSettings,
        position: &'a Position,
        tracker: &'a Tracker,
        most_work: u64,
    ) -> Option<Self> {
        let mut ahead = Ahead::new(position);
        let base = ahead.count(tracker.clone())?;
        let fifties = settings.risk.then(|| Fifties::scan(position.clicker(tracker), &base, most_work));
        Some(Scorer { base, ahead, fifties, dead: settings.dead, most_work })
    }

    /// Cells that are left out.
    fn is_dead(&self, cell: u32) -> bool {
        self.dead && self.base.is_dead(cell)
    }

    /// Cells that are half of a 50/50 whenever they are a mine: one of them is guessed at once.
    pub fn forced(&self) -> &[u32] {
        self.fifties.as_ref().map_or(&[], |f| &f.forced)
    }

    /// Cells worth looking at.
    pub fn candidates(&self) -> Vec<u32> {
        let base = &self.base;
        let mut cells: Vec<u32> = base.frontier().filter(|&c| base.safety(c) > 0.0 && !self.is_dead(c)).collect();
        let safest = cells.iter().map(|&c| base.safety(c)).fold(base.floating_safety, f64::max);
        cells.retain(|&c| base.safety(c) >= KEEP_SAFETY * safest);
        cells.sort_by(|&a, &b| base.safety(b).total_cmp(&base.safety(a)).then(a.cmp(&b)));
        if base.floating_safety > KEEP_FLOATING * safest {
            cells.extend(self.floating());
        }
        for (cell, share) in self.fifties.iter().flat_map(Fifties::influenced) {
            if base.safety(cell) + share > KEEP_SAFETY * safest && !self.is_dead(cell) && !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    }

    /// Cells away from the clues where new clues meet old ones, or with few unknown neighbours.
    fn floating(&self) -> Vec<u32> {
        let tracker = &self.base.tracker;
        let grid = tracker.grid;
        let mut cells = self.base.floating.to_vec();
        if cells.len() >= FEW_FLOATING {
            let meets = |cell: u32| {
                let (row, col) = grid.position(cell as usize);
                [(2, 0), (-2, 0), (0, 2), (0, -2)].into_iter().any(|(r, c)| {
                    let (row, col) = (row as i64 + r, col as i64 + c);
                    let inside = (0..grid.rows as i64).contains(&row) && (0..grid.cols as i64).contains(&col);
                    inside && tracker.open_clue(grid.at(row as usize, col as usize) as u32).is_some()
                })
            };
            cells.retain(|&c| meets(c) || (2..4).contains(&tracker.unknown_around(c).count()));
        }
        cells
    }

    /// Probability that an unknown cell is safe.
    pub fn safety(&self, cell: u32) -> f64 {
        self.base.safety(cell)
    }

    /// A cell with its score; None if that cannot be more than `than`, the work is used up, or a number could not be
    /// counted.
    pub fn score(&mut self, cell: u32, than: f64) -> Option<Click> {
        if self.work() >= self.most_work {
            return None;
        }
        let safety = self.base.safety(cell);
        let influence = self.fifties.as_mut().map_or(0.0, |f| f.influence(cell, safety));
        // A safe click that settles a 50/50 saves the half of it that would be lost later.
        let settles = 1.0 + RESOLVE * influence / safety;
        let (mut score, mut progress, mut left) = (0.0, 0.0, safety);
        let mut numbers = Vec::new();
        let most_work = self.most_work.saturating_sub(self.fifties.as_ref().map_or(0, Fifties::work));
        let mut after = self.base.after(&mut self.ahead, cell);
        loop {
            // The next click cannot be better than safe.
            if after.work() >= most_work || (score + left) * settles * (1.0 + PROGRESS * (progress + left)) < than {
                return None;
            }
            let Some((share, next)) = after.next() else { break };
            let outlook = next.outlook();
            score += share * next_click_estimate(&outlook);
            progress += if outlook.certain > 0 { share } else { 0.0 };
            left -= share;
            numbers.push(Number { share, next, outlook });
        }
        if left > UNCOUNTED {
            return None;
        }
        let dead = self.dead && numbers.len() == 1 && progress == 0.0;
        let score = score * settles * (1.0 + PROGRESS * progress) * if dead { DEAD } else { 1.0 };
        Some(Click { cell, score, influence, numbers })
    }

    /// The safest of the cells that are safer than a cell and certain whenever it is safe: any play that begins with
    /// the cell wins the same after such a one, which may give information (Hill's dominated cells).
    pub fn dominating(&self, click: &Click) -> Option<u32> {
        let base = &self.base;
        let safety = base.safety(click.cell);
        let mut cells: Vec<u32> = base.frontier().filter(|&c| base.safety(c) > safety).collect();
        for number in &click.numbers {
            cells.retain(|&c| number.next.safety(c) == 1.0);
        }
        cells.into_iter().max_by(|&a, &b| base.safety(a).total_cmp(&base.safety(b)).then(b.cmp(&a)))
    }

    /// Sum of all 50/50s that the scan found.
    pub fn fifties(&self) -> f64 {
        self.fifties.as_ref().map_or(0.0, Fifties::total)
    }

    /// The counter, for further positions of the game.
    pub fn ahead(&self) -> Ahead {
        self.ahead.another()
    }

    /// Enumeration and counts so far.
    pub fn work(&self) -> u64 {
        self.ahead.work + self.fifties.as_ref().map_or(0, Fifties::work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::players::lookahead::settings::RECOMMENDED;
    use crate::play::small_boards;
    use crate::play::tree::{GameTree, MINE};

    /// Found if there is one, and by best play never worse, sometimes better.
    #[test]
    fn a_dominating_cell_wins_as_much_and_more() {
        let (mut all, mut more) = (0, 0);
        for (board, tracker, position) in small_boards::positions(77, 600) {
            let Some(models) = position.all_models(&tracker, 400) else { continue };
            let table = &models.table;
            let won = GameTree::new(table, u64::MAX).all().unwrap();
            let at = |cell: u32| models.cells.iter().position(|&c| c == cell).unwrap();
            let is_safe = |cell: u32| (0..table.models() as u32).map(move |m| table.shows(m, at(cell)) != MINE);
            let mut scorer = Scorer::new(&RECOMMENDED, &position, &tracker, u64::MAX).unwrap();
            // Cells that are mines in all models are left out there.
            let frontier: Vec<u32> = scorer.base.frontier().filter(|c| models.cells.contains(c)).collect();
            for &cell in &frontier {
                let Some(click) = scorer.score(cell, 0.0).filter(|c| !c.numbers.is_empty()) else { continue };
                let follows = |&&c: &&u32| is_safe(cell).zip(is_safe(c)).all(|(one, other)| other || !one);
                let safe = |c: &u32| is_safe(*c).filter(|&safe| safe).count();
                let most = frontier.iter().filter(follows).map(safe).max();
                let found = scorer.dominating(&click);
                assert_eq!(found.map_or(safe(&cell), |c| safe(&c)), most.unwrap(), "{board}: {cell} {found:?}");
                if let Some(other) = found {
                    assert!(won[at(other)] >= won[at(cell)], "{board}: {cell} {other}");
                    all += 1;
                    more += usize::from(won[at(other)] > won[at(cell)]);
                }
            }
        }
        assert!(all > 60 && 2 * more > all, "{more} of {all}");
    }
}
