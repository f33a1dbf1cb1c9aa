use super::*;
use crate::engine::{Counter, build};
use crate::system::Sum;

fn engine(options: &str) -> Box<dyn Engine> {
    build(&format!("backtrack:{options}")).expect("a known combination")
}

fn nodes(options: &str, system: &System) -> u64 {
    let mut control = Control::default();
    engine(options).classify(system, &mut control).expect("no limit");
    control.nodes()
}

fn system(cells: usize, sums: &[(&[u32], i32)], total: Option<i64>) -> System {
    System { cells, sums: sums.iter().map(|(cells, count)| Sum::new(cells.iter().copied(), *count)).collect(), total }
}

#[test]
fn nodes_of_each_rung_counted_by_hand() {
    // x0 + x1 = 1, x1 + x2 + x3 = 1; solutions 0100, 1010, 1001.
    let system = system(4, &[(&[0, 1], 1), (&[1, 2, 3], 1)], None);
    // Every prefix of every assignment: 2 + 4 + 8 + 16.
    assert_eq!(nodes("naive", &system), 30);
    // 0, 00 fails, 01, 010, 0100, 0101 fails, 011 fails; 1, 10, 100, 1000 fails, 1001, 101, 1010,
    // 1011 fails, 11 fails.
    assert_eq!(nodes("backtrack", &system), 16);
    // 0, 01, 010, 0100; 1, 10, 100, 1001, 101, 1010.
    assert_eq!(nodes("forward-checking", &system), 10);
    // 0, which decides the rest; 1, then x2 both ways.
    assert_eq!(nodes("arc", &system), 4);
    let mut control = Control::default();
    engine("arc").classify(&system, &mut control).expect("no limit");
    assert_eq!(control.stats.get(Counter::Instantiated), Some(3 + 1 + 1 + 1));
    assert_eq!(control.stats.get(Counter::Models), Some(3));
}

#[test]
fn root_propagation_leaves_nothing_to_try() {
    let system = system(5, &[(&[0, 1], 2), (&[1, 2, 3], 1)], Some(3));
    let mut control = Control::default();
    let classes = engine("propagate").classify(&system, &mut control).expect("no limit");
    assert_eq!(control.nodes(), 0);
    assert_eq!(control.stats.get(Counter::Forced), Some(4));
    assert_eq!(classes, build("brute").unwrap().classify(&system, &mut Control::default()).expect("small"));
    // 0 fails, and 1 leaves each of the others one value, which is still assigned.
    assert_eq!(nodes("mrv", &system), 1 + 4);
}

/// A star: the centre is a mine, or all the leaves are. Cells are `centre` and then the leaves.
fn star(centre: u32, leaves: std::ops::Range<u32>) -> Vec<Sum> {
    leaves.map(|leaf| Sum::new(vec![centre, leaf], 1)).collect()
}

#[test]
fn parts_are_recombined_until_the_total_fits() {
    // Mines of the parts: 4 or 1, 3 or 1, 1 or 2; one cell floats.
    let sums = [star(4, 0..4), star(5, 6..9), star(9, 10..12)].concat();
    for floating in 0..2 {
        for total in -2..15 {
            let system = System { cells: 12 + floating, sums: sums.clone(), total: Some(total) };
            let right = build("brute").unwrap().decide(&system, &mut Control::default()).expect("small");
            for options in ["best", "best,root=off", "best,check=leaves", "best,check=forward,order=reading", "arc"] {
                match engine(options).decide(&system, &mut Control::default()).expect("no limit") {
                    Decision::Model(model) => assert!(system.is_model(&model), "{options} {system:?}"),
                    answer => assert_eq!(answer, right, "{options} {system:?}"),
                }
            }
        }
    }
}

#[test]
fn the_tally_is_not_restricted_by_the_total() {
    let sums: &[(&[u32], i32)] = &[(&[0, 1], 1), (&[1, 2], 1)];
    let count = engine("best").count(&system(3, sums, Some(9)), &mut Control::default()).expect("no limit");
    assert_eq!((count.models, count.tally.offset, count.tally.sum()), (0u32.into(), 1, 2u32.into()));
}

#[test]
fn impossible_and_empty_systems() {
    let inconsistent: &[System] = &[
        system(0, &[(&[], 1)], None),
        system(3, &[(&[], -2), (&[0, 1], 1)], Some(1)),
        system(2, &[(&[0, 1], i32::MAX)], None),
        system(2, &[(&[0, 1], i32::MIN)], None),
        system(2, &[(&[0, 1], 1)], Some(-1_000_000)),
        system(2, &[(&[0, 1], 1)], Some(1_000_000)),
        system(0, &[], Some(1)),
    ];
    for rung in FAMILY.presets {
        for system in inconsistent {
            let run = |control: &mut Control| engine(rung.name).decide(system, control);
            assert_eq!(run(&mut Control::default()), Ok(Decision::Inconsistent), "{} {system:?}", rung.name);
            let classes = engine(rung.name).classify(system, &mut Control::default());
            assert_eq!(classes, Ok(Classes::Inconsistent), "{} {system:?}", rung.name);
        }
        let nothing = system(0, &[], None);
        assert_eq!(engine(rung.name).decide(&nothing, &mut Control::default()), Ok(Decision::Model(vec![])));
        let free = system(3, &[(&[], 0)], Some(2));
        let count = engine(rung.name).count(&free, &mut Control::default()).expect("no limit");
        assert_eq!((count.models, count.cells.mined(0).clone()), (3u32.into(), 2u32.into()), "{}", rung.name);
    }
}

#[test]
fn limits_stop_the_search() {
    let all: Vec<u32> = (0..40).collect();
    let wide = system(40, &[(&all, 20)], None);
    let nodes = crate::engine::Limits { nodes: Some(1000), ..Default::default() };
    assert_eq!(engine("best").count(&wide, &mut Control::new(nodes)), Err(Stop::Nodes));
    let memory = crate::engine::Limits { memory: Some(100), ..Default::default() };
    assert_eq!(engine("best").count(&wide, &mut Control::new(memory)), Err(Stop::Memory));
}

/// The centre of a star and a sum further on: the passes differ in what they see.
#[test]
fn passes_of_forward_checking_by_hand() {
    // x0 + x1 = 1, x0 + x1 + x2 + x3 = 1, x3 + x4 = 1. Without x0 the first sum decides x1, and then the second one x2 and
    // x3; with the domains before the pass it does not. The worklist goes on to x4.
    let system = system(5, &[(&[0, 1], 1), (&[0, 1, 2, 3], 1), (&[3, 4], 1)], None);
    let tree = |pass: &str| {
        let spec = format!("backtrack:forward-checking,pass={pass}");
        tried(&spec, &system, &mut Control::default()).expect("no limit")
    };
    let decided = |pass: &str| tree(pass)[0].decided;
    assert_eq!([decided("forwards"), decided("together"), decided("singletons")], [3, 1, 4]);
    // Backwards the second sum is looked at while x1 is open.
    assert_eq!(decided("backwards"), 1);
    for pass in ["forwards", "backwards", "together", "singletons"] {
        let tree = tree(pass);
        assert_eq!(tree.iter().filter(|one| one.is_model).count(), 2, "{pass}");
        assert_eq!(tree.len() as u64, nodes(&format!("forward-checking,pass={pass}"), &system), "{pass}");
        assert!(tree.iter().all(|one| one.accepted || !one.is_model), "{pass}");
    }
    assert!(tried("frontier", &system, &mut Control::default()).is_err());
}

/// With 0/1 domains the worklist of singletons reaches arc consistency: as many assignments that arc consistency tries are
/// left to the search, whatever the rest.
#[test]
fn the_worklist_of_singletons_is_arc_consistency() {
    let mut sums = [0; 3];
    for seed in 0..40 {
        let mut rng = crate::rng::Rng::new(seed);
        let grid = crate::board::Grid { rows: 5, cols: 5 };
        let field = crate::field::Field::random(grid, 6, &[0], &mut rng);
        let shown: Vec<bool> = (0..25).map(|cell| !field.is_mine(cell) && rng.chance(0.5)).collect();
        let (system, _) = System::from_board(&field.board(&shown, None));
        let run = |options: &str| {
            let mut control = Control::default();
            engine(options).classify(&system, &mut control).expect("no limit");
            control.nodes() + control.stats.get(Counter::Instantiated).unwrap_or(0)
        };
        let arc = run("check=arc,order=mrv,root=off,split=off");
        let worklist = run("check=forward,pass=singletons,order=mrv,root=off,split=off");
        let forward = run("check=forward,order=mrv,root=off,split=off");
        assert!(worklist <= arc, "seed {seed}: {worklist} and {arc}");
        sums = [sums[0] + worklist, sums[1] + arc, sums[2] + forward];
    }
    assert!(sums[0] <= sums[2], "{sums:?}");
}
