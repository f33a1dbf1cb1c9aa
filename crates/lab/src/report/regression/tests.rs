use super::{LEAST_NOISE, Regression, compare};
use crate::bench::record::{Record, RecordFile};
use crate::report::tests::header;

fn record(board: usize, seconds: f64) -> Record {
    Record {
        instance: format!("b{board}"),
        board_sha256: board.to_string(),
        engine: "search".into(),
        complete: true,
        query: "classify".into(),
        run: 1,
        timeout_seconds: 10.0,
        status: if seconds < 10.0 { "ok" } else { "timeout" }.into(),
        cpu_seconds: (seconds < 10.0).then_some(seconds),
        effort: Some(100),
        effort_unit: Some("nodes".into()),
        safe_cells: Some(4),
        mine_cells: Some(2),
        ..Record::default()
    }
}

/// Twenty boards; the times of each are its number times `scale`, give or take a hundredth.
fn run(scale: f64, change: impl Fn(&mut Record)) -> RecordFile {
    let records = (1..=20).map(|board| {
        let wobble = if board % 2 == 0 { 1.005 } else { 0.995 };
        let mut record = record(board, 0.1 * board as f64 * scale * if scale == 1.0 { 1.0 } else { wobble });
        change(&mut record);
        record
    });
    let (header, records) = (header(), records.collect());
    RecordFile { path: "r".into(), header, records, complete_bytes: 0, is_cut: false }
}

fn of(old: &RecordFile, new: &RecordFile) -> (bool, Vec<String>) {
    let Regression { findings, is_worse, .. } = compare(old, new, LEAST_NOISE);
    (is_worse, findings)
}

#[test]
fn noise_is_no_regression_and_more_is() {
    let old = run(1.0, |_| {});
    let (worse, said) = of(&old, &run(1.02, |_| {}));
    assert!(!worse && said[2].starts_with("No engine became faster or slower"), "{said:?}");
    let (worse, said) = of(&old, &run(1.2, |_| {}));
    assert!(worse && said[2].starts_with("Slower: search classify (1.20 times); none faster"), "{said:?}");
    let (worse, said) = of(&old, &run(0.8, |_| {}));
    assert!(!worse && said[2].starts_with("Faster: search classify (0.80 times); none slower"), "{said:?}");
}

#[test]
fn answers_that_change_are_a_regression_unless_they_get_better() {
    let old = run(1.0, |_| {});
    let (worse, said) = of(&old, &run(1.0, |r| r.safe_cells = r.safe_cells.map(|n| n + u64::from(r.instance == "b7"))));
    assert!(worse && said[1] == "Answers or statuses that changed: 1, 1 for the worse.", "{said:?}");
    let partial = |more: u64| run(1.0, move |r| (r.complete, r.safe_cells) = (false, r.safe_cells.map(|n| n + more)));
    assert!(!of(&partial(0), &partial(1)).0 && of(&partial(1), &partial(0)).0);
    let empty = RecordFile { records: Vec::new(), ..old.clone() };
    assert!(of(&old, &empty).0);
}

#[test]
fn a_lost_answer_is_a_regression_unless_it_came_at_the_limit() {
    let lose = |board: &'static str| {
        run(1.0, move |r| {
            if r.instance == board {
                (r.status, r.cpu_seconds) = ("timeout".into(), None);
            }
        })
    };
    let late = |seconds: f64| {
        run(1.0, move |r| r.cpu_seconds = if r.instance == "b3" { Some(seconds) } else { r.cpu_seconds })
    };
    assert!(of(&run(1.0, |_| {}), &lose("b3")).0);
    assert!(!of(&late(9.9), &lose("b3")).0 && of(&late(9.0), &lose("b3")).0);
    // The other way round it is found.
    assert!(!of(&lose("b3"), &run(1.0, |_| {})).0);
}

#[test]
fn times_of_other_processors_and_starved_ones_are_not_judged() {
    let (old, mut new) = (run(1.0, |_| {}), run(2.0, |_| {}));
    assert!(of(&old, &new).0);
    new.header.machine.cpu = "another".into();
    let (worse, said) = of(&old, &new);
    assert!(!worse && said[2].starts_with("Times are shown and not judged: the processors differ"), "{said:?}");
    assert!(!of(&old, &run(2.0, |r| r.starved = true)).0);
}
