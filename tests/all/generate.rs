//! The generators: frozen bytes, planted solutions, the geometry of each family, and its messages.

use minesat::board::{Board, Cell};
use minesat::engine::{Control, Decision, build};
use minesat::field::Field;
use minesat::generate::{GENERATORS, Params, instance, planted};
use minesat::instance::Instance;
use minesat::system::System;
use sha2::{Digest, Sha256};

/// Parameters as typed.
type Settings<'a> = &'a [(&'a str, &'a str)];

fn params(family: &str, settings: Settings) -> Params {
    Params::with(family, settings).unwrap_or_else(|e| panic!("{family} {settings:?}: {e}"))
}

/// Each family in several shapes, sizes and kinds of total.
fn assorted() -> Vec<Params> {
    let rows: &[(&str, &[Settings])] = &[
        (
            "uniform",
            &[
                &[],
                &[("rows", "4"), ("cols", "4"), ("mines", "4"), ("start", "corner"), ("first", "safe")],
                &[("rows", "9"), ("cols", "7"), ("density", "0.15"), ("total", "unknown"), ("flags", "on")],
                &[("rows", "30"), ("cols", "20"), ("open", "0.7")],
                &[("rows", "12"), ("cols", "12"), ("mines", "0")],
                &[("rows", "5"), ("cols", "5"), ("rules", "none"), ("first", "safe"), ("density", "0.9")],
                &[("rows", "1"), ("cols", "1")],
            ],
        ),
        (
            "scatter",
            &[
                &[],
                &[("rows", "4"), ("cols", "6"), ("mines", "24")],
                &[("reveal", "0"), ("total", "unknown")],
                &[("reveal", "1"), ("density", "0.35")],
            ],
        ),
        ("lattice", &[&[], &[("k", "1")], &[("k", "4"), ("spacing", "3"), ("density", "0.4"), ("total", "unknown")]]),
        (
            "corridor",
            &[
                &[],
                &[("length", "1"), ("density", "0")],
                &[("rows", "2"), ("length", "31"), ("step", "1")],
                &[("rows", "3"), ("length", "30"), ("step", "3"), ("total", "unknown")],
            ],
        ),
        (
            "loop",
            &[
                &[],
                &[("rows", "1"), ("cols", "5")],
                &[("rows", "4"), ("cols", "4")],
                &[("rows", "9"), ("cols", "15"), ("gap", "1"), ("step", "2")],
                &[("rows", "20"), ("cols", "20"), ("rings", "1"), ("total", "unknown")],
            ],
        ),
        ("near-miss", &[&[], &[("base", "uniform"), ("rows", "10")], &[("reveal", "0.2"), ("total", "unknown")]]),
        (
            "random-clues",
            &[&[], &[("values", "binomial")], &[("rows", "4"), ("cols", "7"), ("reveal", "0.5"), ("total", "known")]],
        ),
    ];
    assert_eq!(rows.iter().map(|r| r.0).collect::<Vec<_>>(), GENERATORS.iter().map(|g| g.name).collect::<Vec<_>>());
    rows.iter().flat_map(|(family, shapes)| shapes.iter().map(|s| params(family, s))).collect()
}

/// The planted field as an assignment of the covered cells.
fn truth(board: &Board, field: &Field) -> (System, Vec<bool>) {
    let (system, map) = System::from_board(board);
    let mines = map.cells.iter().map(|&c| field.is_mine(c as usize)).collect();
    (system, mines)
}

#[test]
fn same_seed_same_bytes_for_ever() {
    // Changing one of these changes what every published seed means: never edit, only add.
    let frozen = [
        ("uniform", "f308af745c8374659d4ec3d6e0d1c7cd20d566d7d212ade8167a893b6331fe78"),
        ("scatter", "979f4e895f9364276e7e41c12d72e1bae8034aaf9703d2632ea0f8f7ab1e6353"),
        ("lattice", "8dba55f98e92a71d8063037606b0f1c1ddb13b632d9f503feec91ac6ec3948ed"),
        ("corridor", "600480e37dcf3cb25bef6372d2532b97e8edd0db37d5d6ae491c06f5ffd80545"),
        ("loop", "44e77b11247b879833475986c90452570d927150c311cbb1fd366afe43b31851"),
        ("near-miss", "1ff0cdf1db54400946668115f2efe9d871b920fca568f6744b84e780934694af"),
        ("random-clues", "88c7a7b2ffa288b019d13246688ab380a49873ad5633fdd3059fb9120892a9bd"),
    ];
    for (family, hash) in frozen {
        let text = |i| instance(&params(family, &[]), 7, i).map(|made| format!("{}\n{}", made.name, made.board));
        let lines: String = (0..5).map(|i| text(i).unwrap()).collect();
        let found: String = Sha256::digest(lines).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(found, hash, "{family}");
    }
}

#[test]
fn the_planted_field_is_a_solution_where_clues_are_true() {
    for params in assorted() {
        for index in 0..20 {
            let (made, field) = planted(&params, 3, index).unwrap_or_else(|e| panic!("{e}"));
            let (system, mines) = truth(&made.board, &field);
            match params.generator().name {
                "near-miss" => assert!(!system.is_model(&mines), "{}", made.name),
                // Now and then the clues drawn are those of the field.
                "random-clues" => {}
                _ => assert!(system.is_model(&mines), "{}", made.name),
            }
            let total = (params.word("total") == "known").then_some(field.count() as u32);
            assert_eq!(made.board.mines(), total, "{}", made.name);
            if let Some(mines) = params.number("mines") {
                assert_eq!(field.count(), mines, "{}", made.name);
            } else {
                assert_eq!(field.count(), params.share("density").of(field.grid().len()), "{}", made.name);
            }
        }
    }
}

#[test]
fn a_near_miss_differs_in_one_clue_by_one() {
    for settings in [&[("base", "scatter")], &[("base", "uniform")]] {
        for index in 0..50 {
            let (made, field) = planted(&params("near-miss", settings), 5, index).unwrap();
            let wrong: Vec<u8> = (made.board.grid().cells())
                .filter_map(|c| match made.board.cell(c) {
                    Cell::Clue(clue) if clue != field.clue(c) => Some(clue.abs_diff(field.clue(c))),
                    _ => None,
                })
                .collect();
            assert_eq!(wrong, [1], "{}", made.name);
        }
    }
}

#[test]
fn random_clues_contradict_each_other_the_more_there_are() {
    let frontier = build("frontier").unwrap();
    let consistent = |reveal: &str| {
        let settings = [("rows", "8"), ("cols", "8"), ("reveal", reveal), ("values", "binomial")];
        let params = params("random-clues", &settings);
        let boards = (0..60).map(|index| System::from_board(&instance(&params, 1, index).unwrap().board).0);
        boards.filter(|s| frontier.decide(s, &mut Control::default()).unwrap() != Decision::Inconsistent).count()
    };
    let (few, some, many) = (consistent("0.05"), consistent("0.2"), consistent("0.5"));
    assert!(few > 55 && few > some && some > many && many < 5, "{few}, {some}, {many}");
}

#[test]
fn most_near_misses_have_no_solution() {
    let brute = build("brute").unwrap();
    for total in ["known", "unknown"] {
        let params = params("near-miss", &[("rows", "5"), ("cols", "5"), ("mines", "5"), ("total", total)]);
        let is_inconsistent = |index: &u64| {
            let (system, _) = System::from_board(&instance(&params, 1, *index).unwrap().board);
            brute.decide(&system, &mut Control::default()).unwrap() == Decision::Inconsistent
        };
        let inconsistent = (0..100).filter(is_inconsistent).count();
        assert!((51..100).contains(&inconsistent), "{inconsistent} of 100 with the total {total}");
    }
}

/// Mines and safe cells that single sums prove, to a fixed point, over the system.
fn single_sums_prove_a_safe_cell(board: &Board) -> bool {
    let (system, _) = System::from_board(board);
    let mut mine = vec![false; system.cells];
    loop {
        let before = mine.clone();
        for sum in &system.sums {
            let known = sum.cells.iter().filter(|&&c| mine[c as usize]).count() as i32;
            let unknown: Vec<u32> = sum.cells.iter().copied().filter(|&c| !mine[c as usize]).collect();
            if unknown.is_empty() {
                continue;
            }
            if sum.count == known {
                return true;
            }
            if sum.count - known == unknown.len() as i32 {
                unknown.iter().for_each(|&c| mine[c as usize] = true);
            }
        }
        if mine == before {
            return false;
        }
    }
}

#[test]
fn uniform_boards_are_stuck_for_single_clues() {
    for density in ["0.1", "0.15", "0.2", "0.25"] {
        for open in ["0", "0.6"] {
            let stuck = params("uniform", &[("density", density), ("open", open)]);
            let opened = params("uniform", &[("density", density), ("rules", "none")]);
            let mut provable = 0;
            for index in 0..30 {
                let made = instance(&stuck, 2, index).unwrap();
                assert!(!single_sums_prove_a_safe_cell(&made.board), "{}", made.name);
                provable += usize::from(single_sums_prove_a_safe_cell(&instance(&opened, 2, index).unwrap().board));
            }
            assert!(provable > 10, "the check finds something on boards that are only opened: {provable}");
        }
    }
}

#[test]
fn uniform_opens_as_much_as_asked_and_shows_mines_only_as_flags() {
    for index in 0..20 {
        let settings = [("open", "0.75"), ("density", "0.25"), ("flags", "on")];
        let (made, field) = planted(&params("uniform", &settings), 9, index).unwrap();
        let open = made.board.cells().iter().filter(|c| matches!(c, Cell::Clue(_))).count();
        assert!(4 * open >= 3 * (256 - 64), "{}: {open} open", made.name);
        for cell in made.board.grid().cells() {
            match made.board.cell(cell) {
                Cell::Flag => assert!(field.is_mine(cell)),
                Cell::Clue(clue) => assert!(!field.is_mine(cell) && clue == field.clue(cell)),
                Cell::Covered => {}
                Cell::Blank => panic!("no blank is ever shown"),
            }
        }
        let plain = instance(&params("uniform", &settings[..2]), 9, index).unwrap();
        assert!(made.board.flags() > 0 && plain.board.flags() == 0);
    }
}

/// The cells that show a clue.
fn clues(made: &Instance) -> Vec<(usize, usize)> {
    let grid = made.board.grid();
    grid.cells().filter(|&c| made.board.cell(c) != Cell::Covered).map(|c| grid.position(c)).collect()
}

#[test]
fn scatter_reveals_its_share() {
    let made = instance(&params("scatter", &[("rows", "40"), ("cols", "25"), ("reveal", "0.35")]), 1, 0).unwrap();
    assert_eq!(clues(&made).len(), 280, "0.35 of 800 safe cells");
}

#[test]
fn lattice_clues_stand_on_the_lattice_with_all_their_neighbours() {
    for (k, spacing, side) in [("1", "2", 3), ("4", "2", 9), ("4", "3", 12), ("3", "5", 13)] {
        let made = instance(&params("lattice", &[("k", k), ("spacing", spacing)]), 1, 0).unwrap();
        let grid = made.board.grid();
        assert_eq!((grid.rows, grid.cols), (side, side));
        let (k, spacing): (usize, usize) = (k.parse().unwrap(), spacing.parse().unwrap());
        let expected: Vec<_> = (0..k * k).map(|i| (1 + i / k * spacing, 1 + i % k * spacing)).collect();
        assert_eq!(clues(&made), expected);
        let around = |&(r, c): &(usize, usize)| grid.neighbours(grid.at(r, c)).count();
        assert!(clues(&made).iter().all(|at| around(at) == 8));
    }
}

#[test]
fn corridors_have_one_row_of_clues() {
    let columns = |rows: &str, step: &str| {
        let settings = [("rows", rows), ("length", "8"), ("step", step), ("mines", "1")];
        let made = instance(&params("corridor", &settings), 1, 0).unwrap();
        assert_eq!(made.board.grid().cols, 8);
        clues(&made)
    };
    assert_eq!(columns("1", "2"), [(0, 1), (0, 3), (0, 5), (0, 7)]);
    assert_eq!(columns("2", "3"), [(1, 1), (1, 4), (1, 7)]);
    assert_eq!(columns("3", "1"), (0..8).map(|c| (1, c)).collect::<Vec<_>>());
}

#[test]
fn loops_are_closed_rings() {
    let depths = |settings: Settings| {
        let made = instance(&params("loop", settings), 1, 0).unwrap();
        let grid = made.board.grid();
        let depth = |(r, c): (usize, usize)| r.min(c).min(grid.rows - 1 - r).min(grid.cols - 1 - c);
        let shown = clues(&made);
        let mut found: Vec<usize> = shown.iter().map(|&at| depth(at)).collect();
        found.sort_unstable();
        found.dedup();
        let all = grid.cells().filter(|&c| found.contains(&depth(grid.position(c)))).count();
        (found, shown.len(), all)
    };
    assert_eq!(depths(&[]), (vec![1, 4], 36 + 12, 48));
    assert_eq!(depths(&[("gap", "1")]), (vec![1, 3, 5], 36 + 20 + 4, 60));
    assert_eq!(depths(&[("rings", "1"), ("step", "2")]), (vec![1], 18, 36));
    assert_eq!(depths(&[("rows", "2")]), (vec![], 0, 0));
}

#[test]
fn names_differ_wherever_instances_do() {
    let mut names: Vec<String> = Vec::new();
    for params in assorted() {
        names.extend(
            (0..3)
                .flat_map(|seed| (0..3).map(move |i| (seed, i)))
                .map(|(seed, i)| instance(&params, seed, i).unwrap().name),
        );
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert_eq!(
        instance(&params("uniform", &[("rows", "20"), ("cols", "20")]), 7, 0).unwrap().name,
        "uniform-20x20-d20-s7-0"
    );
    let settings = [("density", "0.125"), ("total", "unknown"), ("base", "uniform")];
    assert_eq!(
        instance(&params("near-miss", &settings), 1, 2).unwrap().name,
        "near-miss-16x16-d12.5-r50-uniform-total-unknown-s1-2"
    );
}

#[test]
fn what_cannot_be_is_refused_with_its_reason() {
    let refused = |family: &str, settings: Settings| {
        Params::with(family, settings).and_then(|p| instance(&p, 1, 0)).err().unwrap_or_else(|| panic!("{settings:?}"))
    };
    let table: &[(&str, Settings, &str)] = &[
        ("unifrom", &[], "no family named \"unifrom\"; there are uniform, scatter"),
        ("uniform", &[("reveal", "0.3")], "uniform has no parameter \"reveal\"; it takes rows, cols, density"),
        ("uniform", &[("rows", "0")], "rows is a whole number from 1 to 16777216, not \"0\""),
        ("uniform", &[("rows", "-3")], "rows is a whole number"),
        ("uniform", &[("rows", "16777216"), ("cols", "16777216")], "is too large"),
        ("uniform", &[("density", "1.5")], "density: \"1.5\" is not a share"),
        ("uniform", &[("density", "nan")], "density: \"nan\" is not a share"),
        ("uniform", &[("total", "maybe")], "total is one of known, unknown, not \"maybe\""),
        ("uniform", &[("mines", "3"), ("density", "0.2")], "give one of them"),
        ("uniform", &[("density", "0.2"), ("mines", "3")], "give one of them"),
        ("uniform", &[("rows", "4"), ("cols", "4"), ("mines", "13")], "uniform: 13 mines do not fit on 4 x 4 cells"),
        ("scatter", &[("rows", "4"), ("cols", "4"), ("mines", "17")], "scatter: 17 mines do not fit on 4 x 4 cells"),
        ("lattice", &[("spacing", "1")], "spacing is a whole number from 2 to 8"),
        ("corridor", &[("rows", "4")], "rows is a whole number from 1 to 3"),
        ("corridor", &[("step", "1")], "of which 100 must stay free"),
        ("loop", &[("gap", "0")], "gap is a whole number from 1"),
        ("near-miss", &[("reveal", "0")], "near-miss: the true board shows no clue that could be changed"),
        ("near-miss", &[("density", "1")], "near-miss: the true board shows no clue"),
    ];
    for (family, settings, message) in table {
        let found = refused(family, settings).to_string();
        assert!(found.contains(message), "{family} {settings:?}: {found}");
    }
}

#[test]
fn a_million_cells_are_an_ordinary_board() {
    for family in ["uniform", "scatter", "loop", "near-miss"] {
        let made = instance(&params(family, &[("rows", "1000"), ("cols", "1000")]), 1, 0).unwrap();
        assert_eq!(made.board.grid().len(), 1_000_000);
    }
    let made = instance(&params("corridor", &[("length", "1000000")]), 1, 0).unwrap();
    assert_eq!(made.board.grid().cols, 1_000_000);
}
