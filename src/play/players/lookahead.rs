//! `lookahead`: maximises the chance to survive this click and the next.

use super::frontier::Exact;
use super::{PlayerSpec, Seat};
use crate::play::Player;
use crate::play::analysis::Position;
use crate::play::tracker::Tracker;

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "lookahead",
    summary: "chance to survive this click and the next, with a bonus for certain progress",
    options: &[],
    build: |_| Ok(Box::new(|seat: Seat| Box::new(Exact::new(seat, choose)) as Box<dyn Player>)),
};

/// Cells whose safety is below this share of the best are not looked at.
const KEEP: f64 = 0.90;

fn choose(position: &Position, tracker: &Tracker, work: &mut u64) -> Option<u32> {
    let safest = 1.0 - position.least_risk();
    let mut candidates: Vec<(u32, f64)> =
        position.risks.iter().filter(|r| 1.0 - r.1 >= KEEP * safest).copied().collect();
    candidates.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    if !position.enumerated {
        return candidates.first().map(|c| c.0);
    }
    let mut clicker = position.clicker(tracker);
    let mut best: Option<(u32, f64)> = None;
    for &(cell, risk) in &candidates {
        let safe = 1.0 - risk;
        // Surviving both clicks cannot be likelier than surviving this one.
        if best.is_some_and(|b| safe * 1.001 <= b.1) {
            break;
        }
        let score = clicker.click(cell).map_or(safe * safe, |after| {
            let next: f64 = after.numbers.iter().map(|n| n.share * (4.0 * n.safest + n.second) / 5.0).sum();
            let dead = after.numbers.len() == 1;
            safe * next * (1.0 + 0.001 * after.progress()) * if dead { 0.5 } else { 1.0 }
        });
        if best.is_none_or(|b| score > b.1 + 1e-12) {
            best = Some((cell, score));
        }
    }
    *work += clicker.work;
    best.map(|b| b.0)
}
