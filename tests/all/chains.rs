//! Chains of influence.

use minesat::board::Board;
use minesat::chains::experiment::point;
use minesat::chains::{Chains, Guesses, NodeKind, dot};
use minesat::engine::{Classes, Control, Limits, build};
use minesat::field::Field;
use minesat::grid::Grid;
use minesat::instance::InstanceReader;
use minesat::rng::Rng;
use minesat::system::{Sum, System};

fn of_board(name: &str) -> Chains {
    let all = InstanceReader::open("instances/sources.jsonl").unwrap().map(Result::unwrap);
    let instance = all.into_iter().find(|i| i.name == name).unwrap();
    Chains::of_board(&instance.board, &mut Control::default()).unwrap()
}

/// The clue at the end decides its neighbour, and so on to the other end of the board.
#[test]
fn influence_runs_along_the_whole_1x20_board() {
    let chains = of_board("alternating-1x20");
    assert_eq!((chains.longest, chains.rounds, chains.undecided), (11, 10, 0));
    assert_eq!((chains.path[0], *chains.path.last().unwrap(), chains.reach), ((0, 19), (0, 0), 19));
    // Every covered cell depends on that clue.
    assert_eq!((chains.influence, chains.influencer), (Some(10), Some((0, 19))));
    let covered = chains.nodes.iter().filter(|n| n.round > 0);
    assert!(covered.clone().all(|n| (n.kind == NodeKind::Safe) == (n.cell.1 % 4 == 0)), "{chains:?}");
    // With a cell more at the end nothing is decided.
    assert_eq!(of_board("alternating-1x21").rounds, 0);
}

/// Parents force their child, none of them can be left out, and they come before it; lengths and reaches follow.
fn check(chains: &Chains, clue: impl Fn(usize) -> Option<u8>) {
    let grid = Grid { rows: chains.rows, cols: chains.cols };
    let engine = build("backtrack:best").unwrap();
    let at = |node: usize| grid.at(chains.nodes[node].cell.0, chains.nodes[node].cell.1);
    let mut ancestors: Vec<Vec<bool>> = Vec::new();
    for (index, node) in chains.nodes.iter().enumerate() {
        let mut above = vec![false; chains.nodes.len()];
        for &parent in &node.parents {
            assert!(chains.nodes[parent].round < node.round);
            above[parent] = true;
            (0..index).filter(|&a| ancestors[parent][a]).for_each(|a| above[a] = true);
        }
        let depth = node.parents.iter().map(|&p| chains.nodes[p].length).max().unwrap_or(0);
        assert_eq!(node.length, depth + 1);
        let king = |a: usize| {
            let (row, col) = chains.nodes[a].cell;
            row.abs_diff(node.cell.0).max(col.abs_diff(node.cell.1))
        };
        assert_eq!(node.reach, (0..index).filter(|&a| above[a]).map(king).max().unwrap_or(0));
        ancestors.push(above);
        if matches!(node.kind, NodeKind::Given | NodeKind::Guess) {
            assert!(node.parents.is_empty());
            continue;
        }
        let mine = node.kind == NodeKind::Mine;
        let forced = |left_out: Option<usize>| {
            // What a parent is, and of the explanation's clues what they show.
            let parents = || node.parents.iter().filter(|&&p| Some(p) != left_out);
            let mut sums: Vec<Sum> = Vec::new();
            for &parent in parents() {
                let cell = at(parent);
                sums.push(Sum::new(vec![cell as u32], i32::from(chains.nodes[parent].kind == NodeKind::Mine)));
                if let (Some(clue), true) = (clue(cell), node.by.contains(&chains.nodes[parent].cell)) {
                    sums.push(Sum::new(grid.neighbours(cell).map(|n| n as u32), i32::from(clue)));
                }
            }
            sums.push(Sum::new(vec![at(index) as u32], i32::from(!mine)));
            let system = System { cells: grid.len(), sums, total: None };
            engine.classify(&system, &mut Control::default()).unwrap() == Classes::Inconsistent
        };
        assert!(forced(None), "{node:?}");
        for &parent in &node.parents {
            assert!(!forced(Some(parent)), "{node:?} can do without {:?}", chains.nodes[parent]);
        }
    }
    assert_eq!(chains.path.len(), chains.longest);
    for pair in chains.path.windows(2) {
        let (from, to) = (chains.node(pair[0]).unwrap(), chains.node(pair[1]).unwrap());
        assert!(chains.nodes[to].parents.contains(&from));
    }
}

#[test]
fn parents_force_their_children_and_none_can_be_left_out() {
    let mut with_many = 0;
    for index in 0..40 {
        let grid = Grid { rows: 6 + index as usize % 4, cols: 8 };
        let (field, start) = Field::with_opening(grid, 0.22, &mut Rng::stream(3, index));
        let chains = Chains::of_game(&field, start, Guesses::Lucky, &mut Control::default()).unwrap();
        assert_eq!(chains.nodes.iter().filter(|n| n.kind != NodeKind::Mine).count(), grid.len() - field.count());
        check(&chains, |cell| Some(field.clue(cell)));
        with_many += chains.nodes.iter().filter(|n| n.by.len() > 2).count();
    }
    assert!(with_many > 0, "no cell needs more than two clues");
}

#[test]
fn games_on_odd_boards() {
    let one = Field::new(Grid { rows: 1, cols: 1 }, vec![false]);
    let chains = Chains::of_game(&one, 0, Guesses::Lucky, &mut Control::default()).unwrap();
    assert_eq!((chains.longest, chains.rounds, chains.reach), (1, 0, 0));
    let mine = Field::new(Grid { rows: 1, cols: 2 }, vec![true, false]);
    assert!(Chains::of_game(&mine, 0, Guesses::Lucky, &mut Control::default()).is_err());
    let covered = Board::covered(Grid { rows: 2, cols: 2 }, Some(1));
    let chains = Chains::of_board(&covered, &mut Control::default()).unwrap();
    assert_eq!((chains.longest, chains.undecided, chains.nodes.len()), (0, 4, 0));
    let wrong = Board::parse("1 3 ?\n1#0\n", "t").unwrap();
    assert!(Chains::of_board(&wrong, &mut Control::default()).is_err());
}

#[test]
fn equal_experiments_are_equal_and_the_graph_is_written() {
    let grid = Grid { rows: 9, cols: 9 };
    let run = || point(grid, 0.2, 8, 5, Limits::default()).unwrap();
    assert_eq!(run(), run());
    let text = dot(&of_board("alternating-1x20"), "a \"name\"");
    assert_eq!(text.matches(" -> ").count(), 10 + 9, "{text}");
    assert!(text.starts_with("digraph \"a _name_\" {") && text.matches("color=red]").count() == 10);
}

/// The committed fields have the chains that they are said to have.
#[test]
fn the_longest_chains_found_hold() {
    for instance in InstanceReader::open("instances/chains.jsonl").unwrap() {
        let instance = instance.unwrap();
        let grid = instance.board.grid();
        let rows: Vec<&str> =
            instance.params["field"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
        let field = Field::new(grid, rows.concat().bytes().map(|b| b == b'*').collect());
        let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
        let start = grid.at(number(&instance.params["start"][0]), number(&instance.params["start"][1]));
        let chains = Chains::of_game(&field, start, Guesses::Stop, &mut Control::default()).unwrap();
        assert_eq!(chains.longest, number(&instance.params["longest"]), "{}", instance.name);
        assert!(chains.longest > 38 && chains.guesses == 0, "{}", instance.name);
        check(&chains, |cell| Some(field.clue(cell)));
    }
}
