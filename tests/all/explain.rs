//! Explanations: every set alone forces its cell, and nothing of it can be left out.

use crate::common;
use minesat::board::Board;
use minesat::engine::{Classes, Control, Engine, Verdict, build};
use minesat::explain::{
    CluePosition, Derivation, ExplainOptions, Explainer, Explanation, Failed, Finding, Minimality, SumSet, Word,
    contradiction, explain,
};
use minesat::instance::InstanceReader;
use minesat::rng::Rng;
use minesat::system::{Sum, System, ratio_to_f64};

/// The sums of a set, and the total if it is in it, without one of them (sums first, then the total).
fn without(position: &CluePosition, set: &SumSet, left_out: Option<usize>) -> System {
    let sums = set.sums.iter().enumerate().filter(|(at, _)| Some(*at) != left_out);
    System {
        cells: position.system.cells,
        sums: sums.map(|(_, &s)| position.system.sums[s as usize].clone()).collect(),
        total: position.system.total.filter(|_| set.total && left_out != Some(set.sums.len())),
    }
}

/// Whether a system forces a value, by an engine that shares nothing with the explanation. Engines count cells
/// beside no sum; where there is no total they are left out.
fn forces(engine: &dyn Engine, system: &System, claim: Option<(u32, bool)>) -> bool {
    let mut system = system.clone();
    let mut claim = claim;
    if system.total.is_none() {
        let mut cells: Vec<u32> = system.sums.iter().flat_map(|s| s.cells.clone()).chain(claim.map(|c| c.0)).collect();
        cells.sort_unstable();
        cells.dedup();
        let local = |cell: &u32| cells.binary_search(cell).unwrap() as u32;
        for sum in &mut system.sums {
            *sum = Sum::new(sum.cells.iter().map(local), sum.count);
        }
        claim = claim.map(|(cell, mine)| (local(&cell), mine));
        system.cells = cells.len();
    }
    match (engine.classify(&system, &mut Control::default()).unwrap(), claim) {
        (Classes::Inconsistent, None) => true,
        (Classes::Cells(cells), Some((cell, mine))) => {
            cells[cell as usize] == if mine { Verdict::Mine } else { Verdict::Safe }
        }
        _ => false,
    }
}

fn check(engine: &dyn Engine, position: &CluePosition, set: &SumSet, claim: Option<(u32, bool)>, name: &str) {
    assert!(forces(engine, &without(position, set, None), claim), "{name}: {claim:?} {set:?} does not force it");
    for left_out in 0..set.sums.len() + usize::from(set.total) {
        let rest = without(position, set, Some(left_out));
        assert!(!forces(engine, &rest, claim), "{name}: {claim:?} {set:?} can do without {left_out}");
    }
}

/// Explains every certain cell of the boards of a file; returns how many there were, and how many sets are proved
/// smallest.
fn every_cell(file: &str, every: usize) -> (usize, usize) {
    let engine = build("frontier").unwrap();
    let (mut cells, mut smallest, mut number) = (0, 0, 0);
    for instance in InstanceReader::open(file).unwrap() {
        let instance = instance.unwrap();
        let position = CluePosition::new(&instance.board);
        let mut explainer = Explainer::new(&position, ExplainOptions::default());
        let Classes::Cells(verdicts) = engine.classify(&position.system, &mut Control::default()).unwrap() else {
            let set = explainer.contradiction(&mut Control::default()).unwrap().unwrap();
            check(engine.as_ref(), &position, &set, None, &instance.name);
            continue;
        };
        for (cell, verdict) in verdicts.iter().enumerate().filter(|(_, v)| v.is_certain()) {
            number += 1;
            if number % every != 0 {
                continue;
            }
            let found = explainer.cell(cell as u32, &mut Control::default()).unwrap();
            let Finding::Forced { mine, set } = found else {
                panic!("{}: {cell} is certain: {found:?}", instance.name)
            };
            assert_eq!(*verdict, if mine { Verdict::Mine } else { Verdict::Safe }, "{}: {cell}", instance.name);
            check(engine.as_ref(), &position, &set, Some((cell as u32, mine)), &instance.name);
            cells += 1;
            smallest += usize::from(set.minimality == Minimality::Smallest);
        }
    }
    (cells, smallest)
}

#[test]
fn sets_of_the_easy_tier() {
    let (cells, smallest) = every_cell("instances/easy.jsonl", 1);
    println!("easy: {cells} cells, {smallest} sets proved smallest");
    assert!(cells > 1000, "{cells}");
}

#[test]
fn sets_of_some_cells_of_the_medium_tier() {
    let (cells, smallest) = every_cell("instances/medium.jsonl", 20);
    println!("medium, every 20th: {cells} cells, {smallest} sets proved smallest");
    assert!(cells > 200, "{cells}");
}

/// All of them: minutes.
#[test]
#[ignore = "minutes"]
fn sets_of_the_medium_tier() {
    let (cells, smallest) = every_cell("instances/medium.jsonl", 1);
    println!("medium: {cells} cells, {smallest} sets proved smallest");
}

/// The fewest sums that force a claim, by trying all subsets; sets with the total only where none without does.
fn fewest(engine: &dyn Engine, system: &System, claim: Option<(u32, bool)>) -> Option<(bool, usize)> {
    for total in [false, true] {
        let of = |bits: u32| System {
            cells: system.cells,
            sums: (0..system.sums.len()).filter(|s| bits >> s & 1 == 1).map(|s| system.sums[s].clone()).collect(),
            total: system.total.filter(|_| total),
        };
        let all = 0..1u32 << system.sums.len();
        let forcing = all.filter(|&bits| forces(engine, &of(bits), claim));
        if let Some(least) = forcing.map(u32::count_ones).min() {
            return Some((total, least as usize));
        }
    }
    None
}

/// Small boards of all kinds, against all subsets of their clues by brute force.
#[test]
fn smallest_sets_are_smallest() {
    let brute = build("brute").unwrap();
    let (mut forced, mut contradictions, mut with_total, mut long) = (0, 0, 0, 0);
    for index in 0..160 {
        let mut rng = Rng::stream(7, index);
        let mut board = common::small_board(&mut rng, 11, index % 3 == 2);
        if index % 4 == 1 {
            board = board.with_mines(None);
        }
        let position = CluePosition::new(&board);
        if position.system.sums.len() > 8 {
            continue;
        }
        let classes = brute.classify(&position.system, &mut Control::default()).unwrap();
        let mut explainer = Explainer::new(&position, ExplainOptions::default());
        let mut compare = |set: &SumSet, claim| {
            let size = (set.total, set.sums.len());
            assert_eq!(
                fewest(brute.as_ref(), &position.system, claim),
                Some(size),
                "{index}: {board} {claim:?} {set:?}"
            );
            assert_eq!(set.minimality, Minimality::Smallest);
            with_total += usize::from(set.total);
            long += usize::from(set.sums.len() > 2);
        };
        match classes {
            Classes::Inconsistent => {
                contradictions += 1;
                compare(&explainer.contradiction(&mut Control::default()).unwrap().unwrap(), None);
                for cell in 0..position.system.cells as u32 {
                    let found = explainer.cell(cell, &mut Control::default()).unwrap();
                    assert!(matches!(found, Finding::Contradiction(_)), "{board}: {found:?}");
                }
            }
            Classes::Cells(verdicts) => {
                assert_eq!(explainer.contradiction(&mut Control::default()), Ok(None));
                for (cell, verdict) in (0..).zip(verdicts) {
                    match explainer.cell(cell, &mut Control::default()).unwrap() {
                        Finding::Forced { mine, set } => {
                            assert_eq!(verdict, if mine { Verdict::Mine } else { Verdict::Safe }, "{board}: {cell}");
                            forced += 1;
                            compare(&set, Some((cell, mine)));
                        }
                        Finding::Open { mine, safe } => {
                            assert_eq!(verdict, Verdict::Open, "{board}: {cell}");
                            assert!(position.system.is_model(&mine) && mine[cell as usize], "{board}: {cell}");
                            assert!(position.system.is_model(&safe) && !safe[cell as usize], "{board}: {cell}");
                        }
                        Finding::Contradiction(set) => panic!("{board}: {cell}: {set:?}"),
                    }
                }
            }
        }
    }
    println!("{forced} forced, {contradictions} contradictions, {with_total} with the total, {long} of more than two");
    assert!(forced > 100 && contradictions > 10 && with_total > 20 && long > 20);
}

fn why(board: &Board, at: (usize, usize)) -> Explanation {
    explain(board, at, &ExplainOptions::default(), &mut Control::default()).unwrap()
}

fn board(text: &str) -> Board {
    Board::parse(text, "t").unwrap()
}

/// Every step of a derivation follows from what it names, by an engine that knows nothing of rules.
fn check_derivation(engine: &dyn Engine, position: &CluePosition, found: &Explanation) {
    let system = &position.system;
    let variable = |at: (usize, usize)| position.variable(at).unwrap();
    let sum_at = |at: (usize, usize)| {
        let clue = position.map.grid.at(at.0, at.1) as u32;
        system.sums[position.clues.iter().position(|&c| c == clue).unwrap()].clone()
    };
    let given = |(cell, mine): (u32, bool)| Sum::new(vec![cell], i32::from(mine));
    let check_step = |step: &minesat::explain::ProofStep, supposed: &[(u32, bool)], known: &mut Vec<(u32, bool)>| {
        let mut sums: Vec<Sum> = step.terms.iter().filter_map(|t| t.at).map(sum_at).collect();
        let total = system.total.filter(|_| step.terms.iter().any(|t| t.at.is_none()) && supposed.is_empty());
        for used in &step.uses {
            let used = (variable(used.at), used.mine);
            assert!(known.contains(&used) || supposed.contains(&used), "{}: {used:?} was not shown", step.text);
            sums.push(given(used));
        }
        sums.extend(supposed.iter().copied().map(given));
        let own = System { cells: system.cells, sums, total };
        if step.decides.is_empty() {
            assert!(forces(engine, &own, None), "{}", step.text);
        }
        for decided in &step.decides {
            let decided = (variable(decided.at), decided.mine);
            // What is supposed may contradict the step, but only later.
            let (mut with, mut against) = (own.clone(), own.clone());
            with.sums.push(given(decided));
            against.sums.push(given((decided.0, !decided.1)));
            assert!(forces(engine, &against, None), "{}: {decided:?} does not follow", step.text);
            known.push(decided);
        }
    };
    match found.derivation.as_ref().unwrap_or_else(|| panic!("{}{:?}", position.board, found.text)) {
        Derivation::Rules { steps } => {
            let mut known = Vec::new();
            steps.iter().for_each(|step| check_step(step, &[], &mut known));
            match found.verdict {
                Word::Inconsistent => assert!(steps.last().unwrap().decides.is_empty()),
                verdict => assert!(known.contains(&(variable(found.cell.unwrap()), verdict == Word::Mine))),
            }
        }
        Derivation::Cases { cases } => {
            assert!(!cases.is_empty());
            for case in cases {
                let group = case.groups.iter().find(|g| g.cells.contains(&found.cell.unwrap())).unwrap();
                assert_eq!(group.mines, if found.verdict == Word::Mine { group.cells.len() } else { 0 });
            }
            let choose = |n: usize, k: usize| (0..k).fold(1usize, |acc, i| acc * (n - i) / (i + 1));
            let weight = |case: &minesat::explain::Case| -> usize {
                case.groups.iter().map(|g| choose(g.cells.len(), g.mines)).product()
            };
            let sums: Vec<Sum> = found.clues.iter().map(|c| sum_at(c.at)).collect();
            let own = System { cells: system.cells, sums, total: None };
            let models = engine.count(&own, &mut Control::default()).unwrap().tally.sum();
            assert_eq!(models.to_string(), cases.iter().map(weight).sum::<usize>().to_string());
        }
        Derivation::Suppose { lines } => {
            let mut supposed: Vec<(u32, bool)> = Vec::new();
            let mut known: Vec<Vec<(u32, bool)>> = vec![Vec::new()];
            for line in lines {
                supposed.truncate(line.depth);
                known.truncate(line.depth + 1);
                if let Some(decided) = line.suppose {
                    supposed.push((variable(decided.at), decided.mine));
                    known.push(Vec::new());
                }
                if let Some(step) = &line.step {
                    let mut before: Vec<(u32, bool)> = known.iter().flatten().copied().collect();
                    check_step(step, &supposed, &mut before);
                    *known.last_mut().unwrap() = before;
                }
            }
        }
        Derivation::Count { parts, total } => {
            let mut sums = std::collections::BTreeSet::from([0usize]);
            for part in parts {
                let all: Vec<usize> = match part.clues.is_empty() && part.mines.len() == 2 {
                    true => (part.mines[0]..=part.mines[1]).collect(),
                    false => part.mines.clone(),
                };
                sums = sums.iter().flat_map(|a| all.iter().map(move |b| a + b)).collect();
            }
            assert!(!sums.iter().any(|&s| s as i64 == *total), "{parts:?} {total}");
        }
    }
}

#[test]
fn derivations_follow_step_by_step() {
    let engine = build("frontier").unwrap();
    let (mut kinds, mut cells) = (std::collections::BTreeMap::new(), 0);
    for (file, every) in [("instances/gaps.jsonl", 1), ("instances/patterns.jsonl", 1), ("instances/easy.jsonl", 7)] {
        for instance in InstanceReader::open(file).unwrap() {
            let instance = instance.unwrap();
            let position = CluePosition::new(&instance.board);
            let mut explainer = Explainer::new(&position, ExplainOptions::default());
            for cell in (0..position.system.cells as u32).step_by(every) {
                let found = explainer.explain(cell, &mut Control::default()).unwrap();
                if found.verdict == Word::Open {
                    continue;
                }
                if found.derivation.is_none() {
                    // Arguments of hundreds of lines are not told.
                    assert!(found.clues.len() > 12, "{}{:?}", instance.board, found.text);
                    *kinds.entry("none").or_insert(0) += 1;
                    continue;
                }
                check_derivation(engine.as_ref(), &position, &found);
                let kind = match found.derivation.unwrap() {
                    Derivation::Rules { .. } => "rules",
                    Derivation::Cases { .. } => "cases",
                    Derivation::Suppose { .. } => "suppose",
                    Derivation::Count { .. } => "count",
                };
                *kinds.entry(kind).or_insert(0) += 1;
                cells += 1;
            }
        }
    }
    println!("{cells} derivations: {kinds:?}");
    assert!(cells > 500 && kinds["rules"] > 300 && kinds["cases"] > 10 && kinds["count"] > 5, "{kinds:?}");
}

/// Where neither rules nor few cases do: sums without a common structure.
#[test]
fn suppositions_are_refuted() {
    let engine = build("frontier").unwrap();
    let mut seen = 0;
    for instance in InstanceReader::open("instances/compiled.jsonl").unwrap() {
        let instance = instance.unwrap();
        let position = CluePosition::new(&instance.board);
        if position.system.cells > 1500 {
            continue;
        }
        let mut explainer = Explainer::new(&position, ExplainOptions { calls: 0, ..ExplainOptions::default() });
        for cell in (0..position.system.cells as u32).step_by(37) {
            let found = explainer.explain(cell, &mut Control::default()).unwrap();
            if let Some(Derivation::Suppose { .. }) = found.derivation {
                check_derivation(engine.as_ref(), &position, &found);
                seen += 1;
            }
        }
        if seen > 20 {
            break;
        }
    }
    println!("{seen} arguments by supposition");
    assert!(seen > 3, "{seen}");
}

/// The parts of a probability give what counting gives.
#[test]
fn chances_are_made_of_their_parts() {
    let engine = build("brute").unwrap();
    let mut seen = 0;
    for index in 0..60 {
        let mut rng = Rng::stream(8, index);
        let mut small = common::small_board(&mut rng, 12, false);
        if index % 3 == 0 {
            small = small.with_mines(None);
        }
        let position = CluePosition::new(&small);
        let count = engine.count(&position.system, &mut Control::default()).unwrap();
        for cell in 0..position.system.cells {
            let found = why(&small, position.map.position(cell));
            let Some(chance) = found.chance else { continue };
            assert_eq!(chance.models, count.models.to_string(), "{small}");
            assert_eq!(chance.probability, ratio_to_f64(count.cells.mined(cell), &count.models), "{small} {cell}");
            assert!((chance.shares.iter().map(|s| s.share).sum::<f64>() - 1.0).abs() < 1e-9);
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn cells_that_are_none_and_boards_of_one_cell() {
    let ask = |text: &str, at| explain(&board(text), at, &ExplainOptions::default(), &mut Control::default());
    assert!(matches!(ask("1 1 ?\n#\n", (0, 1)), Err(Failed::Cell(_))));
    assert!(matches!(ask("1 2 ?\n#1\n", (0, 1)), Err(Failed::Cell(_))));
    let open = ask("1 1 ?\n#\n", (0, 0)).unwrap();
    assert_eq!((open.verdict, open.chance.unwrap().probability), (Word::Open, 0.5));
    let by_total = ask("1 1 1\n#\n", (0, 0)).unwrap();
    assert_eq!((by_total.verdict, by_total.clues.len(), by_total.total), (Word::Mine, 0, Some(1)));
    // More flags than mines: the total alone cannot be.
    let over = ask("1 2 0\nF#\n", (0, 1)).unwrap();
    assert_eq!((over.verdict, over.clues.len(), over.total), (Word::Inconsistent, 0, Some(0)));
    // A clue that cannot be met, however far away.
    let wrong = ask("1 5 ?\n#_1_#\n", (0, 0)).unwrap();
    assert_eq!((wrong.verdict, wrong.clues[0].at, wrong.clues.len()), (Word::Inconsistent, (0, 2), 1));
    let two =
        contradiction(&board("1 3 ?\n1#0\n"), &ExplainOptions::default(), &mut Control::default()).unwrap().unwrap();
    assert_eq!((two.clues.len(), two.total), (2, None));
    assert_eq!(contradiction(&board("1 3 1\n1#1\n"), &ExplainOptions::default(), &mut Control::default()), Ok(None));
}

/// A chain along the whole board is explained by all of it; a cell of a million in the blink of an eye.
#[test]
fn long_and_large_boards() {
    let chain = board(&format!("1 400 ?\n{}\n", "#1".repeat(200)));
    let found = why(&chain, (0, 0));
    assert!(found.clues.len() == 200 && found.minimality == Some(Minimality::Smallest), "{}", found.clues.len());
    let mut text = String::from("1000 1000 ?\n");
    for row in 0..1000 {
        text += &if row % 2 == 0 { "#".repeat(1000) } else { "#2".repeat(500) };
        text.push('\n');
    }
    // One clue at the end of the first row, beside one covered cell.
    let mut rows: Vec<String> = text.lines().map(str::to_string).collect();
    rows[1] = format!("{}11#", "_".repeat(997));
    rows[2].replace_range(997.., "___");
    let large = board(&(rows.join("\n") + "\n"));
    let begun = std::time::Instant::now();
    let found = why(&large, (0, 999));
    println!("a cell of a million: {:?} {:?}", begun.elapsed(), found.text);
    assert_eq!((found.verdict, found.clues.len(), found.clues[0].at), (Word::Mine, 1, (0, 998)));
}
