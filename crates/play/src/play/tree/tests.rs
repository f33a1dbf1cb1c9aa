//! Values of the tree against known ones and plain searches.

use std::cell::Cell;

use super::*;
use crate::board::Board;
use crate::play::small_boards;

fn values(text: &str) -> (usize, Vec<u32>, Vec<u32>) {
    let board = Board::parse(text, "t").unwrap();
    let (table, cells) = table(&board, 100_000).unwrap();
    let mut tree = GameTree::new(&table, u64::MAX);
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

/// Tries every cell that distinguishes models, without pruning, and remembers values by the whole set only.
#[test]
fn values_equal_the_plain_tree() {
    let (mut compared, mut grouped) = (0, 0);
    for (board, _, _) in small_boards::positions(91, 1000) {
        let Some((table, _)) = table(&board, 150) else { continue };
        let plain = small_boards::plain_values(&table);
        let most = plain.iter().max();
        assert_eq!(GameTree::new(&table, u64::MAX).all().unwrap(), plain, "{board}");
        match GameTree::new(&table, u64::MAX).best().unwrap() {
            Some((cell, won)) => assert_eq!((Some(&plain[cell]), Some(&won)), (most, most), "{board}"),
            None => assert_eq!(table.models(), 1, "{board}"),
        }
        compared += usize::from(table.models() > 1);
        grouped += usize::from(table.models() >= table::GROUPED);
    }
    assert!(compared > 200 && grouped > 20, "{compared} {grouped}");
}

/// With the total unknown the end of a game distinguishes models.
#[test]
fn values_of_games_of_any_length_equal_the_plain_ones() {
    for (text, most) in [
        ("3 1 ?\n#\n#\n#\n", vec![4, 3, 4]),
        ("1 4 ?\n####\n", vec![7, 6, 6, 7]),
        ("5 1 ?\n#\n#\n#\n#\n#\n", vec![12, 11, 11, 11, 12]),
        // Two cells that show no other number: a click on either is followed by one on the other, or the end.
        ("1 3 ?\n#_#\n", vec![2, 2]),
        ("1 2 1\n1#\n", vec![0]),
        // After the last cell, which is safe, the game is over or the first is safe too.
        ("1 5 ?\n#_F1#\n", vec![1, 2]),
    ] {
        let (_, found, cells) = values(text);
        assert_eq!(found, most, "{text}");
        let (table, _) = table(&Board::parse(text, "t").unwrap(), 1000).unwrap();
        let best = GameTree::new(&table, u64::MAX).best().unwrap();
        let is_most =
            |(cell, won): (usize, u32)| cell < cells.len() && won == most[cell] && most.iter().all(|&m| m <= won);
        assert!(best.is_none_or(is_most), "{text}: {best:?}");
    }
    let mut compared = 0;
    for board in small_boards::untold(17, 400) {
        let Some((table, _)) = table(&board, 300) else { continue };
        assert_eq!(GameTree::new(&table, u64::MAX).all().unwrap(), small_boards::plain_games(&table), "{board}");
        if let (Some((cell, won)), all) =
            (GameTree::new(&table, u64::MAX).best().unwrap(), small_boards::plain_games(&table))
        {
            assert_eq!((Some(&won), won), (all.iter().max(), all[cell]), "{board}");
        }
        compared += usize::from(table.sizes_vary());
    }
    assert!(compared > 100, "{compared}");
}

/// Two models that only a mine distinguishes, one model, and none.
#[test]
fn where_nothing_tells_one_model_is_won() {
    let best = |cells, rows: &[u8]| GameTree::new(&ModelTable::new(cells, rows), 1).best().unwrap();
    assert_eq!(best(2, &[MINE, 1, 1, MINE]), Some((1, 1)));
    // One of the two has all the mines of the other, as is possible with an unknown total.
    assert_eq!(best(2, &[MINE, MINE, MINE, 1]), Some((1, 1)));
    assert_eq!(best(2, &[MINE, 1]), None);
    assert_eq!(best(2, &[]), None);
    assert_eq!(GameTree::new(&ModelTable::new(2, &[MINE, 1, 1, MINE]), 0).all(), Ok(vec![1, 1]));
}

/// The value of a tree with forward pruning can be attained, and is seldom much less than the optimum.
#[test]
fn pruned_values_are_won_by_some_way_to_play() {
    let (mut all, mut found, mut less, mut nodes) = (0, 0, 0, [0, 0]);
    for (board, _, _) in small_boards::positions(94, 1500) {
        let Some((table, _)) = table(&board, 2000).filter(|(table, _)| table.models() > 300) else { continue };
        let (mut exact, mut pruned) = (GameTree::new(&table, u64::MAX), GameTree::pruned(&table, u64::MAX));
        for (exact, pruned) in exact.all().unwrap().into_iter().zip(pruned.all().unwrap()) {
            assert!(pruned <= exact, "{board}");
            (all, found, less) = (all + exact, found + pruned, less + u32::from(pruned < exact));
        }
        nodes = [nodes[0] + exact.nodes, nodes[1] + pruned.nodes];
    }
    let is_quick = 10 * nodes[1] < 9 * nodes[0];
    assert!(100 * found > 99 * all && less > 20 && is_quick, "{found} of {all}, {less} less, {nodes:?} nodes");
}

/// Above `need` a share is exact, else it is at most that.
#[test]
fn shares_are_exact_above_what_is_needed() {
    let mut compared = [0, 0];
    for (board, _, _) in small_boards::positions(92, 300) {
        let Some((table, _)) = table(&board, 300).filter(|t| t.0.models() > 1) else { continue };
        for (cell, won) in GameTree::new(&table, u64::MAX).all().unwrap().into_iter().enumerate() {
            let safe = (0..table.models() as u32).filter(|&m| table.shows(m, cell) != MINE).count();
            let share = GameTree::new(&table, u64::MAX).share(cell, -1.0).unwrap();
            assert!((share * safe as f64 - f64::from(won)).abs() < 1e-6, "{board}");
            let found = GameTree::new(&table, u64::MAX).share(cell, 0.6).unwrap();
            assert!(if share > 0.6 { found == share } else { share <= found && found <= 0.6 }, "{board}");
            compared[usize::from(share > 0.6)] += 1;
        }
    }
    assert!(compared.iter().all(|&seen| seen > 200), "{compared:?}");
}

#[test]
fn nodes_run_out() {
    let board = Board::parse("4 4 4\n####\n####\n####\n####\n", "t").unwrap();
    let (table, _) = table(&board, 2000).unwrap();
    assert_eq!(GameTree::new(&table, 10).all(), Err(OutOfNodes));
    assert_eq!(GameTree::new(&table, 10).best(), Err(OutOfNodes));
    assert_eq!(GameTree::new(&table, u64::MAX).within(&|| false).all(), Err(OutOfNodes));
}

/// Whenever `goes_on` returns false, the search ends.
#[test]
fn tables_are_left_where_they_are() {
    let board = Board::parse("4 4 4\n####\n####\n####\n####\n", "t").unwrap();
    let asked = |most: usize| {
        let times = Cell::new(0);
        let goes_on = || times.replace(times.get() + 1) < most;
        (table_within(&board, 2000, &goes_on).is_some(), times.get())
    };
    let (is_there, times) = asked(usize::MAX);
    assert!(is_there && times > 60, "{times}");
    (0..times).for_each(|most| assert_eq!(asked(most), (false, most + 1)));
}

#[test]
fn a_pair_is_half_won() {
    let (models, wins, _) = values("1 3 1\n#1#\n");
    assert_eq!((models, wins), (2, vec![1, 1]));
}
