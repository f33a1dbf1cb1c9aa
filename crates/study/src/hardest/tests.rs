use std::time::Duration;

use super::*;
use crate::answer::{Query, ask};
use crate::board::canonical;
use crate::engine::{Limits, build};
use crate::generate::Params;

fn plan(engine: &str, against: Option<&str>, size: usize, steps: u64) -> HardestPlan {
    let size = size.to_string();
    HardestPlan {
        engine: engine.into(),
        against: against.map(String::from),
        query: Query::Classify,
        objective: objective(if against.is_some() { "ratio" } else { "effort" }).unwrap(),
        terms: RatioTerms { factor: None, floor: 20 },
        counter: None,
        starts: Params::with("scatter", &[("rows", &size), ("cols", &size)]).unwrap(),
        near_miss: false,
        steps,
        seed: 1,
        lines: 4,
        keep: 5,
        limits: CandidateLimits { effort: 100_000, time: Duration::from_secs(60), memory: 1 << 30 },
    }
}

/// Runs a search in this process.
fn evolved(plan: &HardestPlan) -> (BoardEvolution<'_>, Vec<CandidateOutcome>) {
    let judge = CandidateJudge::new(plan).unwrap();
    let mut evolution = BoardEvolution::new(plan).unwrap();
    let mut outcomes = Vec::new();
    while let Some(candidate) = evolution.candidate().unwrap() {
        let outcome = judge.measure(&candidate).unwrap();
        evolution.judge(candidate, outcome);
        outcomes.push(outcome);
    }
    (evolution, outcomes)
}

#[test]
fn equal_plans_find_equal_boards_and_kept_outcomes_lead_there_again() {
    let plan = plan("search", None, 6, 200);
    let (one, outcomes) = evolved(&plan);
    let (two, _) = evolved(&plan);
    assert_eq!(one.archive(), two.archive());
    assert_eq!(one.course(), two.course());
    let mut resumed = BoardEvolution::new(&plan).unwrap();
    for outcome in outcomes {
        let text = serde_json::to_string(&outcome).unwrap();
        let candidate = resumed.candidate().unwrap().unwrap();
        resumed.judge(candidate, serde_json::from_str(&text).unwrap());
    }
    assert_eq!(resumed.archive(), one.archive());
    assert_eq!(resumed.candidate().unwrap(), None);
    let other = HardestPlan { seed: 2, ..plan.clone() };
    assert_ne!(evolved(&other).0.archive().boards()[0].board, one.archive().boards()[0].board);
}

#[test]
fn the_search_gets_better_and_its_numbers_are_those_of_the_engines() {
    let plan = plan("search", Some("frontier"), 8, 600);
    let (evolution, _) = evolved(&plan);
    let start = &evolution.course()[0];
    let boards = evolution.archive().boards();
    assert_eq!(boards.len(), plan.keep);
    assert!(boards.is_sorted_by(|a, b| a.rank >= b.rank));
    assert!(plan.terms.ratio(&boards[0].effort).unwrap() > 2.0 * start.now[start.now.len() / 2], "{start:?}");
    let mut forms: Vec<String> = Vec::new();
    for found in boards {
        let board = found.board.board();
        let effort = |spec: &str| {
            let engine = build(spec).unwrap();
            let answer = ask(engine.as_ref(), &board, Query::Classify, Limits::default());
            assert_eq!(answer.status(), "ok");
            engine.family().effort_of(&answer.stats).unwrap().0
        };
        assert_eq!((effort("search"), Some(effort("frontier"))), (found.effort.engine, found.effort.other));
        forms.push(canonical(&board).to_string());
    }
    forms.sort_unstable();
    forms.dedup();
    assert_eq!(forms.len(), plan.keep, "twins");
}

#[test]
fn small_boards_are_consistent_by_brute_force_unless_a_clue_is_wrong() {
    let brute = build("brute").unwrap();
    let mut inconsistent = 0;
    for near_miss in [false, true] {
        let plan = HardestPlan { near_miss, ..plan("backtrack", None, 4, 500) };
        let judge = CandidateJudge::new(&plan).unwrap();
        let mut evolution = BoardEvolution::new(&plan).unwrap();
        while let Some(candidate) = evolution.candidate().unwrap() {
            let answer = ask(brute.as_ref(), &candidate.board(), Query::Decide, Limits::default());
            assert!(answer.found.is_ok() && (near_miss || candidate.keeps_field()));
            assert!(answer.status() == "ok" || !candidate.keeps_field(), "{}", candidate.board());
            inconsistent += u32::from(answer.status() == "inconsistent");
            let outcome = judge.measure(&candidate).unwrap();
            evolution.judge(candidate, outcome);
        }
        assert_eq!(inconsistent > 0, near_miss);
    }
}

#[test]
fn the_smallest_board_reaches_the_factor_and_loses_cells() {
    let plan = HardestPlan {
        objective: objective("smallest").unwrap(),
        terms: RatioTerms { factor: Some(4.0), floor: 1 },
        ..plan("backtrack", Some("frontier"), 6, 800)
    };
    let (evolution, _) = evolved(&plan);
    let boards = wanted(&evolution);
    assert!(boards.iter().all(|found| plan.terms.reached(&found.effort)));
    assert!(boards.is_sorted_by_key(|found| found.board.covered()));
    let reached = |row: &&CourseRow| row.best < boards[0].board.board().grid().len() as f64;
    let first = evolution.course().iter().find(reached).unwrap();
    assert!((boards[0].board.covered() as f64) < first.best, "{first:?}");
}

#[test]
fn what_a_limit_ends_is_counted_and_kept_out() {
    let mut plan = plan("search", None, 8, 400);
    plan.limits.effort = 30;
    let (evolution, outcomes) = evolved(&plan);
    let limit = |outcome: &&CandidateOutcome| **outcome == CandidateOutcome::Void(NoEffort::Limit);
    assert_eq!(outcomes.iter().filter(limit).count() as u64, evolution.void(NoEffort::Limit));
    assert!(evolution.void(NoEffort::Limit) > 0 && evolution.archive().boards().iter().all(|b| b.effort.engine <= 30));
    assert!(evolution.void_text().ends_with(" above the limit of effort"));
    // A run that the clock ends has no number either.
    let board = evolution.archive().boards()[0].board.clone();
    let late = CandidateLimits { time: Duration::ZERO, ..plan.limits };
    let late = HardestPlan { engine: "lp".into(), limits: late, ..plan.clone() };
    let judge = CandidateJudge::new(&late).unwrap();
    assert_eq!(judge.measure(&board).unwrap(), CandidateOutcome::Void(NoEffort::Time));
}

#[test]
fn plans_that_cannot_be_searched_are_refused() {
    let message = |plan: &HardestPlan| match BoardEvolution::new(plan) {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    };
    let good = plan("search", None, 5, 10);
    let ratio = HardestPlan { objective: objective("ratio").unwrap(), ..good.clone() };
    assert!(message(&ratio).contains("--against"));
    let smallest =
        HardestPlan { objective: objective("smallest").unwrap(), against: Some("lp".into()), ..good.clone() };
    assert!(message(&smallest).contains("--smallest"));
    assert!(
        message(&HardestPlan { terms: RatioTerms { factor: Some(0.5), floor: 1 }, ..smallest }).contains("at least 1")
    );
    assert!(message(&HardestPlan { engine: "serch".into(), ..good.clone() }).contains("search"));
    let mines = Params::with("scatter", &[("rows", "2"), ("cols", "2"), ("mines", "9")]).unwrap();
    assert!(!message(&HardestPlan { starts: mines, ..good.clone() }).is_empty());
    // brute refuses large boards.
    let large = HardestPlan { engine: "brute".into(), ..plan("search", None, 9, 10) };
    let judge = CandidateJudge::new(&large).unwrap();
    let mut evolution = BoardEvolution::new(&large).unwrap();
    let error = loop {
        match evolution.candidate() {
            Ok(candidate) => {
                let candidate = candidate.unwrap();
                let outcome = judge.measure(&candidate).unwrap();
                evolution.judge(candidate, outcome);
            }
            Err(error) => break error.to_string(),
        }
    };
    assert_eq!(error, "none of 80 drawn boards can be a start: 80 not supported by the engine");
}
