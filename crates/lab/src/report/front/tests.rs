//! Comparisons whose outcome is known beforehand.

use super::*;
use crate::bench::record::{ClassStore, Record, RecordHeader};
use crate::report::tests::header;
use crate::rng::Rng;

/// An engine, its time on a board whose usual time is given, and whether it answers in time.
type Timed<'a> = (&'a str, &'a dyn Fn(usize, f64) -> f64);

const LIMIT: f64 = 10.0;

fn file(engines: &[Timed], boards: usize) -> RecordFile {
    let mut records = Vec::new();
    for board in 0..boards {
        let usual = 0.002 * 1.1f64.powi(board as i32 % 40);
        for (engine, time) in engines {
            let seconds = time(board, usual);
            records.push(Record {
                instance: format!("b{board}"),
                board_sha256: board.to_string(),
                family: ["x", "y"][board % 2].into(),
                rows: 9,
                cols: 9,
                engine: (*engine).into(),
                complete: true,
                query: "decide".into(),
                decision: Some("consistent".into()),
                run: 1,
                timeout_seconds: LIMIT,
                status: if seconds < LIMIT { "ok" } else { "timeout" }.into(),
                cpu_seconds: Some(seconds),
                ..Record::default()
            });
        }
    }
    let header = RecordHeader { question: Some("Which is faster?".into()), ..header() };
    RecordFile { path: "r.jsonl".into(), header, records, complete_bytes: 0, is_cut: false }
}

fn standing(file: &RecordFile) -> Standing {
    Standing::all(&Data::new(std::slice::from_ref(file), ClassStore::nowhere())).remove(0)
}

/// A time within 4 % of the usual one, by chance.
fn noisy(seed: u64) -> impl Fn(usize, f64) -> f64 {
    move |board, usual| {
        let mut rng = Rng::stream(seed, board as u64);
        usual * (1.0 + 0.04 * (rng.index(1001) as f64 / 500.0 - 1.0))
    }
}

#[test]
fn a_tenth_more_is_found_and_the_same_engine_twice_is_no_difference() {
    let (mut stars, mut found) = (0, 0);
    for seed in 0..20 {
        let (a, b, slow) = (noisy(3 * seed), noisy(3 * seed + 1), noisy(3 * seed + 2));
        let slowed = |board, usual| 1.1 * slow(board, usual);
        let standing = standing(&file(&[("sat", &a), ("sat#again", &b), ("sat:x", &slowed)], 60));
        assert!(standing.noise.twins.len() == 1 && standing.noise.floor < 1.05, "{}", standing.noise.floor);
        let real = |name: &str| {
            let row = standing.rows.iter().find(|row| row.name == name).unwrap();
            row.against_best.is_some_and(|d| d.is_real)
        };
        stars += usize::from(real("sat") || real("sat#again"));
        found += usize::from(real("sat:x"));
    }
    assert!(stars <= 1 && found >= 19, "{stars} {found}");
}

#[test]
fn an_engine_with_more_boards_takes_part_in_the_comparison_on_fewer() {
    let (a, b, c) = (noisy(1), noisy(2), noisy(3));
    let mut file = file(&[("sat", &a), ("sat:collapse=off", &b), ("search", &c)], 60);
    file.records.retain(|r| r.engine == "sat" || r.board_sha256.len() < 2 || r.board_sha256.as_str() < "40");
    let all = Standing::all(&Data::new(std::slice::from_ref(&file), ClassStore::nowhere()));
    let names = |standing: &Standing| {
        let mut names: Vec<String> = standing.rows.iter().map(|row| row.name.clone()).collect();
        names.sort();
        names
    };
    let sizes: Vec<(usize, Vec<String>)> = all.iter().map(|s| (s.boards.len(), names(s))).collect();
    let three = ["sat", "sat:collapse=off", "search"].map(String::from).to_vec();
    assert_eq!(sizes, [(40, three), (60, vec!["sat".to_string()])]);
    assert!(all[0].rows.iter().all(|row| row.solved == 40 && row.timed == 40));
}

#[test]
fn the_mean_and_the_typical_board_may_name_different_engines() {
    // Half the time on most boards, and out of time on a tenth of them.
    let risky = |board, usual: f64| if board % 10 == 3 { LIMIT } else { usual / 2.0 };
    let file = file(&[("steady", &noisy(1)), ("risky", &risky)], 60);
    let found = standing(&file);
    assert_eq!((found.rows[0].name.as_str(), found.rows[1].solved), ("steady", 54));
    let difference = found.rows[1].against_best.unwrap();
    assert!(difference.is_real && difference.is_often_faster(found.noise.floor), "{difference:?}");
    let data = Data::new(std::slice::from_ref(&file), ClassStore::nowhere());
    let front = make(std::slice::from_ref(&file), &data, &Standing::all(&data));
    let text = front.answer.join(" ");
    assert!(text.contains("risky takes only") && text.contains("leaves 6 unsolved"), "{text}");
}

#[test]
fn starved_times_are_in_no_statistic() {
    let mut spoiled = file(&[("a", &noisy(1)), ("b", &noisy(2))], 20);
    for record in spoiled.records.iter_mut().filter(|r| r.engine == "b" && r.instance == "b7") {
        (record.starved, record.cpu_seconds) = (true, Some(9.0));
    }
    let found = standing(&spoiled);
    assert!(found.rows.iter().all(|row| row.timed == 19 && row.solved == 20), "19 boards are timed, 20 solved");
    assert!(found.rows.iter().all(|row| row.par2.unwrap().estimate < 0.1));
    let caveats = method::caveats(&[spoiled], &Data::new(&[], ClassStore::nowhere()), &[]);
    assert!(caveats[0].starts_with("1 measurement got too little"), "{caveats:?}");
}

#[test]
fn the_front_page_is_short() {
    let engines: Vec<String> = (0..15).map(|i| format!("sat:local={i}")).collect();
    let time = noisy(1);
    let engines: Vec<Timed> = engines.iter().map(|name| (name.as_str(), &time as &dyn Fn(usize, f64) -> f64)).collect();
    let file = file(&engines, 30);
    let data = Data::new(std::slice::from_ref(&file), ClassStore::nowhere());
    let front = make(std::slice::from_ref(&file), &data, &Standing::all(&data));
    assert_eq!(front.question, "Which is faster?");
    assert!((2..=answer::MOST).contains(&front.answer.len()), "{:?}", front.answer);
    assert!(front.plots.len() <= MOST_PLOTS && !front.tables.is_empty());
    for table in &front.tables {
        assert!(table.columns.len() <= tables::MOST_COLUMNS, "{}", table.title);
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.title);
    }
    // The plot shows what tells the engines apart.
    assert!(front.plots[0].svg.contains(">14<") && !front.plots[0].svg.contains("local="));
}

#[test]
fn the_same_engine_again_takes_part_in_the_noise_alone() {
    let (a, again) = (noisy(1), noisy(2));
    let (slow, slower) = (|board, usual| 3.0 * a(board, usual), |board, usual| 20.0 * a(board, usual));
    let file = file(&[("a#again", &again), ("a", &a), ("b", &slow), ("c", &slower)], 40);
    let data = Data::new(std::slice::from_ref(&file), ClassStore::nowhere());
    let standing = &Standing::all(&data)[0];
    assert_eq!((standing.rows.len(), standing.noise.twins.len()), (4, 1));
    let complete: Vec<&str> = standing.complete().map(|row| row.name.as_str()).collect();
    assert_eq!(complete.len(), 3, "{complete:?}");
    // Without it the best on every board takes three times as long.
    let best = standing.complete().next().unwrap();
    assert!(best.name.starts_with('a') && (best.contribution - 2.0).abs() < 0.3, "{} {}", best.name, best.contribution);
    let sentence = wins::sentence(&data, standing).unwrap();
    assert_eq!(
        sentence,
        format!("Fastest beyond noise, of the boards that take over 1 ms: {} on 40; nowhere b, c.", best.name)
    );
    let table = wins::table(&data, standing).unwrap();
    let beaten: Vec<&str> = table.rows.iter().map(|row| row[3].text.as_str()).collect();
    assert_eq!(beaten, ["0", "0", "40"]);
    assert!(table.notes[0].starts_with("On 40 of 40 boards the slowest"), "{}", table.notes[0]);
    // Alone in a comparison it is none.
    let alone = Standing::all(&Data::new(
        &[self::file(&[("a", &a)], 6), self::file(&[("a#again", &a)], 5)],
        ClassStore::nowhere(),
    ));
    assert_eq!(alone.len(), 1);
}
