//! Trees compared with paths on systems beyond brute force, and invariants of trees.

use super::anneal::anneal;
use super::eliminate::{RULES, eliminate};
use super::improve::improve;
use super::shape::{PredictedSizes, Shape, predicted_cost};
use crate::engine::frontier::tests::{corridor, scatter};
use crate::engine::{Classes, Control, Counter, Decision, Engine, Limits, MarginalOutputs, Stop, build};
use crate::rng::Rng;
use crate::system::{BlockSystem, System, split};
use crate::threads::with_threads;

fn engines() -> [Box<dyn Engine>; 2] {
    ["frontier:decomposition=path", "frontier:decomposition=tree"].map(|spec| build(spec).unwrap())
}

fn agree(system: &System, [path, tree]: &[Box<dyn Engine>; 2]) {
    let control = &mut Control::default();
    let right = path.count(system, control).unwrap();
    let count = tree.count(system, control).unwrap();
    assert_eq!((&count.models, &count.tally), (&right.models, &right.tally), "{system:?}");
    let classes = Classes::from_count(&right);
    assert_eq!(tree.classify(system, control).unwrap(), classes, "{system:?}");
    match tree.decide(system, control).unwrap() {
        Decision::Model(model) => assert!(system.is_model(&model), "{system:?}"),
        other => assert_eq!((other, &classes), (Decision::Inconsistent, &Classes::Inconsistent), "{system:?}"),
    }
    if classes == Classes::Inconsistent {
        return;
    }
    for cell in 0..system.cells {
        assert_eq!(count.cells.mined(cell), right.cells.mined(cell), "cell {cell} of {system:?}");
    }
    let wanted = MarginalOutputs { models: true, tally: system.cells.is_multiple_of(2) };
    let [one, other] = [path, tree].map(|engine| engine.survey(system, wanted, control).unwrap());
    assert_eq!(one, other, "{system:?}");
    for engine in [path, tree] {
        assert_eq!(engine.models(system, control).as_ref(), Ok(&right.models), "{system:?}");
    }
    for spec in ["frontier:decomposition=path,numbers=big", "frontier:decomposition=tree,numbers=big"] {
        let engine = build(spec).unwrap();
        assert_eq!(engine.models(system, control).as_ref(), Ok(&right.models), "{spec} {system:?}");
        assert_eq!(engine.survey(system, wanted, control).as_ref(), Ok(&one), "{spec} {system:?}");
    }
}

#[test]
fn long_tallies_agree_in_all_forms() {
    let mut system = scatter(26, 26, 0.3, 0.3, 3);
    for total in [None, Some(200), Some(203)] {
        system.total = total;
        let control = &mut Control::default();
        let right = build("frontier:decomposition=path").unwrap().count(&system, control).unwrap();
        for spec in
            ["frontier", "frontier:decomposition=path", "frontier:decomposition=tree", "frontier:components=off"]
        {
            let engine = build(spec).unwrap();
            assert_eq!(engine.models(&system, control).as_ref(), Ok(&right.models), "{spec}");
            let wanted = MarginalOutputs { models: true, tally: true };
            let survey = engine.survey(&system, wanted, control).unwrap();
            assert_eq!((survey.models.as_ref(), survey.tally.as_ref()), (Some(&right.models), Some(&right.tally)));
        }
    }
}

/// A board with sides below `5 + sides`; one in `odds` has a wrong clue.
fn right_or_wrong(rng: &mut Rng, sides: usize, odds: usize, seed: u64) -> System {
    let (rows, cols) = (5 + rng.index(sides), 5 + rng.index(sides));
    let mut system = scatter(rows, cols, 0.1 + 0.03 * rng.index(11) as f64, 0.2 + 0.04 * rng.index(11) as f64, seed);
    if rng.index(odds) == 0 && !system.sums.is_empty() {
        let wrong = rng.index(system.sums.len());
        system.sums[wrong].count += 1;
    }
    system
}

#[test]
fn trees_agree_with_paths() {
    let engines = engines();
    let mut rng = Rng::new(77);
    for seed in 0..300 {
        let mut system = right_or_wrong(&mut rng, 7, 5, seed);
        agree(&system, &engines);
        let floor = rng.index(system.cells / 2 + 1);
        for total in [floor, system.cells / 5, system.cells / 4] {
            system.total = Some(total as i64);
            agree(&system, &engines);
        }
    }
}

/// All answers and statistics of an engine.
fn answers(spec: &str, system: &System, threads: usize) -> impl PartialEq + std::fmt::Debug + use<> {
    with_threads(threads, || {
        let engine = build(spec).unwrap();
        let mut control = Control::default();
        let count = engine.count(system, &mut control).unwrap();
        let wanted = MarginalOutputs { models: true, tally: true };
        let survey = engine.survey(system, wanted, &mut control).unwrap();
        let models = engine.models(system, &mut control).unwrap();
        let others = (engine.classify(system, &mut control).unwrap(), engine.decide(system, &mut control).unwrap());
        (count, survey, models, others, control.nodes(), control.stats)
    })
}

#[test]
fn answers_are_the_same_on_any_number_of_threads() {
    let mut rng = Rng::new(78);
    for seed in 0..60 {
        let mut system = right_or_wrong(&mut rng, 9, 6, seed);
        for total in [None, Some(system.cells as i64 / 4)] {
            system.total = total;
            for spec in ["frontier", "frontier:decomposition=path", "frontier:decomposition=tree"] {
                let right = answers(spec, &system, 1);
                for threads in [2, 7] {
                    assert_eq!(answers(spec, &system, threads), right, "{spec} {threads} {system:?}");
                }
            }
        }
    }
}

#[test]
fn tables_far_beyond_memory_are_not_begun() {
    let system = scatter(60, 60, 0.2, 0.25, 5);
    let engine = build("frontier:decomposition=tree").unwrap();
    let run = |memory| {
        let mut control = Control::new(Limits { memory: Some(memory), nodes: Some(1000), ..Limits::default() });
        (engine.count(&system, &mut control).unwrap_err(), control.nodes(), control.stats.get(Counter::PredictedPairs))
    };
    assert!(matches!(run(1), (Stop::Memory, 0, Some(1..))), "{:?}", run(1));
    // If the prediction may be wrong the tables decide.
    assert!(matches!(run(1 << 60), (Stop::Nodes, 1001, Some(1..))), "{:?}", run(1 << 60));
}

#[test]
fn large_counts_and_wide_blocks_agree() {
    // Sums of hundreds of cells that overlap in a ring: counts beyond 128 bits.
    let sum = |i: u32, count| crate::system::Sum::new((0..90).map(|c| (i * 60 + c) % 240), count);
    let sums = (0..4).map(|i| sum(i, 20 + 9 * i as i32)).collect();
    let mut system = System { cells: 250, sums, total: None };
    for total in [None, Some(70), Some(101)] {
        system.total = total;
        agree(&system, &engines());
    }
}

#[test]
fn states_of_many_words_agree() {
    // Few cells in very many sums: all are open at once, in keys of every width.
    let engines =
        ["path", "tree"].map(|kind| build(&format!("frontier:reduce=off,twins=off,decomposition={kind}")).unwrap());
    for (seed, many) in [(1, 14), (2, 30), (3, 60), (4, 90), (5, 140)] {
        let mut rng = Rng::new(seed);
        let cells = 15;
        let mines: Vec<bool> = (0..cells).map(|_| rng.chance(0.4)).collect();
        let sums = (0..many).map(|_| {
            let inside: Vec<u32> = (0..cells).filter(|_| rng.chance(0.3)).collect();
            let count = inside.iter().filter(|&&c| mines[c as usize]).count();
            crate::system::Sum::new(inside, count as i32)
        });
        let mut system = System { cells: cells as usize, sums: sums.collect(), total: None };
        agree(&system, &engines);
        // Fewer sums have more solutions.
        system.sums.truncate(8);
        system.total = Some(6);
        agree(&system, &engines);
    }
}

#[test]
fn every_shape_holds_every_block_once() {
    for system in [scatter(16, 16, 0.2, 0.35, 1), corridor(40)] {
        for component in split(&system).components {
            let blocks = BlockSystem::new(&component.system, true);
            let sizes = PredictedSizes::new(&blocks);
            let path = Shape::path(&blocks, &(0..blocks.blocks.len() as u32).collect::<Vec<_>>());
            for shape in RULES.map(|rule| eliminate(&sizes, rule)).into_iter().chain([path]) {
                let better = improve(&sizes, &shape);
                let annealed = anneal(&sizes, &shape, 30, 7, &Control::default()).unwrap();
                for shape in [&shape, &better, &annealed] {
                    let mut leaves = vec![0; blocks.blocks.len()];
                    let mut parents = vec![0; shape.nodes.len()];
                    for (index, node) in shape.nodes.iter().enumerate() {
                        match node.children {
                            None => leaves[node.block as usize] += 1,
                            Some(children) => children.iter().for_each(|&c| {
                                assert!((c as usize) < index);
                                parents[c as usize] += 1;
                            }),
                        }
                    }
                    assert!(leaves.iter().all(|&n| n == 1));
                    assert_eq!(parents.pop(), Some(0));
                    assert!(parents.iter().all(|&n| n == 1));
                }
                assert!(predicted_cost(&sizes, &better) <= predicted_cost(&sizes, &shape) + 1e-6);
            }
        }
    }
}

#[test]
fn trees_are_narrower_where_paths_are_wide() {
    let system = scatter(36, 36, 0.2, 0.3, 4);
    let states = engines().map(|engine| {
        let mut control = Control::default();
        engine.classify(&system, &mut control).unwrap();
        (control.stats.get(Counter::PeakStates).unwrap(), control.nodes())
    });
    assert!(states[1].1 < states[0].1, "{states:?}");
}

#[test]
fn limits_are_kept() {
    let system = scatter(30, 30, 0.3, 0.3, 1);
    let engine = build("frontier:decomposition=tree").unwrap();
    let limits = crate::engine::Limits { nodes: Some(100), ..Default::default() };
    assert_eq!(engine.count(&system, &mut Control::new(limits)), Err(crate::engine::Stop::Nodes));
    assert_eq!(engine.models(&system, &mut Control::new(limits)), Err(crate::engine::Stop::Nodes));
    let limits = crate::engine::Limits { time: Some(std::time::Duration::ZERO), ..Default::default() };
    assert_eq!(engine.models(&system, &mut Control::new(limits)), Err(crate::engine::Stop::Timeout));
    let limits = crate::engine::Limits { memory: Some(1 << 12), ..Default::default() };
    assert_eq!(engine.count(&system, &mut Control::new(limits)), Err(crate::engine::Stop::Memory));
    // At every size of the tables, the same on any number of threads.
    for spec in ["frontier:decomposition=tree", "frontier:decomposition=path"] {
        let engine = build(spec).unwrap();
        let system = scatter(16, 16, 0.3, 0.3, 1);
        let models = engine.models(&system, &mut Control::default());
        let mut outcomes = [0, 0];
        for bits in 10..24 {
            let run = |threads| {
                let limits = crate::engine::Limits { memory: Some(1 << bits), ..Default::default() };
                with_threads(threads, || engine.classify(&system, &mut Control::new(limits)))
            };
            let right = run(1);
            outcomes[usize::from(right.is_ok())] += 1;
            assert!(run(2) == right && run(7) == right, "{spec} {bits}: {right:?}");
            for threads in [1, 2, 7] {
                let limits = crate::engine::Limits { memory: Some(1 << bits), ..Default::default() };
                let counted = with_threads(threads, || engine.models(&system, &mut Control::new(limits)));
                assert!(counted == models || counted == Err(Stop::Memory) && bits < 23, "{spec} {bits}: {counted:?}");
                assert!(counted != models || bits > 10, "{spec} {bits}");
            }
        }
        assert!(outcomes[0] > 1 && outcomes[1] > 1, "{spec} {outcomes:?}");
    }
}

/// Every sum but for one safe cell is full, so blocks with a safe cell are a perfect matching of a grid of sums.
fn dominoes(side: u32, block: u32) -> System {
    let mut cells: Vec<Vec<u32>> = vec![Vec::new(); (side * side) as usize];
    let mut blocks = 0;
    for row in 0..side {
        for col in 0..side {
            for (row2, col2) in [(row + 1, col), (row, col + 1)] {
                if row2 < side && col2 < side {
                    let new = blocks * block..(blocks + 1) * block;
                    cells[(row * side + col) as usize].extend(new.clone());
                    cells[(row2 * side + col2) as usize].extend(new);
                    blocks += 1;
                }
            }
        }
    }
    let sum = |cells: Vec<u32>| {
        let count = cells.len() as i32 - 1;
        crate::system::Sum::new(cells, count)
    };
    System { cells: (blocks * block) as usize, sums: cells.into_iter().map(sum).collect(), total: None }
}

#[test]
fn dominoes_have_their_known_numbers() {
    // Tilings of a square with dominoes: Kasteleyn 1961; OEIS A004003.
    for (side, tilings) in [(2u32, 2u64), (4, 36), (6, 6728), (8, 12_988_816), (10, 258_584_046_368)] {
        // States of one word and of four.
        for block in [1u32, 2, 900] {
            let mut system = dominoes(side, block);
            let right = num_bigint::BigUint::from(block).pow(side * side / 2) * tilings;
            let total = system.cells as i64 - i64::from(side * side / 2);
            for (total, right) in [(None, right.clone()), (Some(total), right), (Some(total - 1), 0u32.into())] {
                system.total = total;
                for spec in ["frontier", "frontier:decomposition=tree"] {
                    let run = |threads| {
                        with_threads(threads, || build(spec).unwrap().models(&system, &mut Control::default()))
                    };
                    assert_eq!([1, 2, 7].map(run), [0, 1, 2].map(|_| Ok(right.clone())), "{spec} {side} {block}");
                }
            }
        }
    }
}
