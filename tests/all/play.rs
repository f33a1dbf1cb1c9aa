//! Whole games: nothing leaks, what is called certain is certain, equal seeds give equal games.

use minesat::board::{Board, Cell, Grid};
use minesat::field::Field;
use minesat::play::contradiction::smallest;
use minesat::play::players::{PLAYERS, PlayerSpec, maker, reads};
use minesat::play::rules::{Clues, OnMine, Rules, Start, Until};
use minesat::play::series::{BoardSource, Series, Sight, play_field};
use minesat::play::tracker::{CluePairs, Known, Neighbours, Tracker};
use minesat::play::{Act, Impossible, Move, Player, Reason, View, no_guess, supply};
use minesat::rng::Rng;

fn rules(rows: usize, cols: usize, mines: usize) -> Rules {
    Rules {
        grid: Grid { rows, cols },
        mines,
        start: Start::Safe(0),
        on_mine: OnMine::End,
        until: Until::SafeOpen,
        total_known: true,
        clues: Clues::Exact,
    }
}

/// The variants of each player that the tests go through; where boards are small `lookahead` draws samples at every guess,
/// small ones here.
fn players() -> Vec<String> {
    let mut names: Vec<String> = PLAYERS.iter().map(|p| p.name.replace("lookahead", "lookahead:sample=50")).collect();
    names.extend(["equation:level=single-point", "equation:level=adjacent-pair"].map(String::from));
    names.extend(["csp:engine=backtrack:best,off=corner", "csp:local=off,off=near"].map(String::from));
    names.extend(["csp:engine=backtrack:naive,budget=1000", "equation:unseen=last"].map(String::from));
    names.extend(["csp:weigh=total", "equation:ties=info", "likelihood:ties=few"].map(String::from));
    names.extend(["basic:look=near", "advanced:look=near"].map(String::from));
    names
}

/// How fast a player is.
#[derive(Clone, Copy)]
enum Pace {
    Slow,
    Middle,
    Fast,
}

/// More than 100,000 games in all.
#[test]
fn a_certain_move_never_explodes() {
    certain_moves(|pace| match pace {
        Pace::Slow => 100,
        Pace::Middle => 1_200,
        Pace::Fast => 4_000,
    });
}

/// 300,000 games of each player but for the slow ones, which have 3,000; some minutes with --release.
#[test]
#[ignore = "long"]
fn a_certain_move_never_explodes_in_many_games() {
    certain_moves(|pace| if matches!(pace, Pace::Slow) { 1_000 } else { 100_000 });
}

/// Plays this number of games per player and set of rules.
fn certain_moves(games: impl Fn(Pace) -> u64) {
    for name in players() {
        let maker = maker(&name).unwrap();
        let pace = match name.split(':').next().unwrap() {
            "csp" | "equation" | "likelihood" => Pace::Slow,
            "lookahead" => Pace::Middle,
            _ => Pace::Fast,
        };
        for (k, rules) in
            [rules(9, 9, 10), Rules { total_known: false, ..rules(8, 12, 20) }, rules(5, 5, 8)].iter().enumerate()
        {
            let series = Series::new(Rules { on_mine: OnMine::End, ..*rules }, BoardSource::Seed(k as u64));
            for index in 0..games(pace) {
                let mut last = None;
                let mut watch = |sight: Sight| {
                    if let Sight::Move(step, _) = sight {
                        last = Some(step);
                    }
                };
                let record = series.game(&name, &maker, index, Some(&mut watch)).unwrap();
                assert!(["won", "lost"].contains(&record.result.as_str()), "{name}: {record:?}");
                if record.exploded > 0 {
                    assert!(last.is_some_and(|m| !m.reason.is_certain()), "{name}, game {index}: {record:?}");
                }
            }
        }
    }
}

/// Under exact clues `likelihood` differs from `frontier` in how it breaks ties alone; it once left out clues where
/// more than 250 were open and guessed at the end of almost every game.
#[test]
fn likelihood_ends_large_games() {
    let rules = rules(16, 30, 99);
    let series = Series::new(rules, BoardSource::Seed(3));
    let late = |name: &str| {
        let records = series.games(name, &maker(name).unwrap(), 0..60, &|| ()).unwrap();
        records.iter().filter(|r| r.result == "won").count()
    };
    let (likelihood, frontier) = (late("likelihood"), late("frontier"));
    assert!(likelihood + 8 >= frontier && frontier > 15, "{likelihood} {frontier}");
}

#[test]
fn marks_are_mines() {
    for name in ["sps", "ees", "advanced", "equation", "frontier", "pseq", "lookahead"] {
        let maker = maker(name).unwrap();
        let rules = rules(9, 9, 14);
        let series = Series::new(rules, BoardSource::Seed(5));
        for index in 0..100 {
            let field = supply::uniform(&rules, 5, index).unwrap();
            let mut watch = |sight: Sight| {
                if let Sight::Move(Move { cell, act: Act::Flag, .. }, _) = sight {
                    assert!(field.is_mine(cell as usize), "{name}, game {index}");
                }
            };
            series.game(name, &maker, index, Some(&mut watch)).unwrap();
        }
    }
}

/// Where a game goes on until every cell is decided, mines are marked, and only mines.
#[test]
fn games_are_decided_to_the_last_cell() {
    let rules = Rules { until: Until::AllDecided, ..rules(5, 5, 5) };
    let series = Series::new(rules, BoardSource::Seed(7));
    let of = |name: &str| series.games(name, &maker(name).unwrap(), 0..60, &|| ()).unwrap();
    let (likelihood, frontier) = (of("likelihood"), of("frontier"));
    let won = |records: &[minesat::play::record::GameRecord]| records.iter().filter(|r| r.won()).count();
    assert!(likelihood.iter().all(|r| r.result != "error"));
    assert!(won(&likelihood) + 6 >= won(&frontier) && won(&frontier) > 20, "{} {}", won(&likelihood), won(&frontier));
}

/// Numbers that are bounds are read by those that say so, without an error.
#[test]
fn bounds_are_read_by_those_that_read_them() {
    for clues in [Clues::AtMost, Clues::AtLeast] {
        let series = Series::new(Rules { clues, ..rules(5, 5, 5) }, BoardSource::Seed(3));
        for row in PLAYERS {
            assert_eq!(reads(row.name, clues).is_ok(), ["random", "likelihood"].contains(&row.name), "{}", row.name);
        }
        for name in ["random", "likelihood", "equation:level=estimate", "equation:level=estimate,ties=info"] {
            assert_eq!(reads(name, clues), Ok(()));
            let records = series.games(name, &maker(name).unwrap(), 0..40, &|| ()).unwrap();
            assert!(records.iter().all(|r| r.result != "error"), "{name}");
        }
    }
    assert!(PLAYERS.iter().all(|row| reads(row.name, Clues::Received(0.5)).is_ok()));
    let refused = |player| reads(player, Clues::AtMost).unwrap_err().to_string();
    assert!(refused("sps").contains("likelihood") && refused("sps:x").contains("no option"));
}

#[test]
fn equal_seeds_give_equal_games_on_any_number_of_threads() {
    let series = Series::new(rules(16, 16, 40), BoardSource::Seed(9));
    for name in players() {
        let maker = maker(&name).unwrap();
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut records = pool.install(|| series.games(&name, &maker, 0..24, &|| ())).unwrap();
            records.iter_mut().for_each(|r| r.seconds = 0.0);
            records
        };
        assert_eq!(on(1), on(3), "{name}");
    }
}

/// Writes down every board it is shown.
struct Spy {
    seen: Vec<(u32, Cell)>,
    next: u32,
}

impl Player for Spy {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        self.seen.extend(view.fresh.iter().map(|&c| (c, view.board.cell(c as usize))));
        let shown = view.board.cells().iter().filter(|c| **c != Cell::Covered).count();
        assert_eq!(shown, self.seen.len(), "fresh cells are all that changed");
        while view.board.cell(self.next as usize) != Cell::Covered {
            self.next += 1;
        }
        moves.push(Move { cell: self.next, act: Act::Open, reason: Reason::Guess });
        Ok(())
    }
}

#[test]
fn the_view_shows_opened_cells_and_nothing_else() {
    for seed in 0..300 {
        let rules = Rules { on_mine: OnMine::Continue, ..rules(6, 7, 9) };
        let field = supply::uniform(&rules, seed, 0).unwrap();
        let mut spy = Spy { seen: Vec::new(), next: 0 };
        play_field(field.clone(), rules, &mut spy, false).unwrap();
        for (cell, shown) in spy.seen {
            let truth = if field.is_mine(cell as usize) { Cell::Flag } else { Cell::Clue(field.clue(cell as usize)) };
            assert_eq!(shown, truth);
        }
    }
}

#[test]
fn boards_keep_the_promise_of_the_start() {
    for index in 0..200 {
        let zero = Rules { start: Start::Zero(7), ..rules(5, 6, 9) };
        let field = supply::uniform(&zero, 3, index).unwrap();
        assert_eq!((field.is_mine(7), field.clue(7), field.count()), (false, 0, 9));
    }
    assert!(supply::uniform(&Rules { start: Start::Zero(7), ..rules(5, 6, 25) }, 3, 0).is_err());
}

#[test]
fn boards_without_a_guess_need_none() {
    let rules = Rules { total_known: false, ..rules(9, 9, 10) };
    let maker = maker("ees").unwrap();
    let around = std::sync::Arc::new(minesat::play::tracker::Neighbours::new(rules.grid));
    let fields: Vec<Field> =
        (0..10).map(|i| no_guess::field(&rules, &maker, &around, &mut Rng::stream(1, i)).unwrap()).collect();
    let series = Series::new(rules, BoardSource::Given(fields, 1));
    for record in series.games("ees", &maker, 0..10, &|| ()).unwrap() {
        assert!(record.won() && record.guesses == 0);
    }
}

#[test]
fn the_fifteen_maps_need_no_guess_of_ees_and_some_of_sps() {
    let (mut games, mut stuck) = (0, 0);
    for tier in ["easy", "medium", "hard"] {
        let path = format!("{}/instances/nettle/{tier}.txt", env!("CARGO_MANIFEST_DIR"));
        let file = minesat::play::boards_file::read(path.as_ref()).unwrap();
        let rules =
            Rules { grid: file.grid, mines: file.mines, start: file.start, total_known: false, ..rules(1, 1, 0) };
        let count = file.fields.len() as u64;
        let series = Series::new(rules, BoardSource::Given(file.fields, 1));
        for record in series.games("ees", &maker("ees").unwrap(), 0..count, &|| ()).unwrap() {
            assert!(record.won() && record.guesses == 0, "{tier}: {record:?}");
            games += 1;
        }
        let sps = series.games("sps", &maker("sps").unwrap(), 0..count, &|| ()).unwrap();
        stuck += sps.iter().filter(|r| r.guesses > 0).count();
    }
    assert_eq!(games, 15);
    assert!(stuck > 3);
}

/// A board of random size with a share of its safe cells open, and those cells.
fn random_position(rng: &mut Rng, side: std::ops::Range<usize>, open: f64, total_known: bool) -> (Board, Vec<u32>) {
    let grid = Grid { rows: side.start + rng.index(side.len()), cols: side.start + rng.index(side.len()) };
    let mines = 1 + rng.index(grid.len() / 3);
    let field = Field::random(grid, mines, &[], rng);
    let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(open)).collect();
    let fresh = grid.cells().filter(|&c| open[c]).map(|c| c as u32).collect();
    (field.board(&open, total_known.then_some(mines as u32)), fresh)
}

/// A tracker that has seen a position.
fn tracker_of(view: &View) -> Tracker {
    let grid = view.board.grid();
    let mut tracker = Tracker::new(grid, std::sync::Arc::new(Neighbours::new(grid)), CluePairs::None);
    tracker.see(view).unwrap();
    tracker
}

/// Tiles that mostly have two mines and a total that leaves two to one of them: floats cannot hold the odds of many
/// tiles, the answers are right all the same.
#[test]
fn totals_far_from_what_is_frequent_are_counted() {
    use minesat::play::analysis::Analysis;
    for tiles in [20, 100, 250, 600] {
        let rows: Vec<String> =
            (0..tiles).flat_map(|_| ["##_##", "#1_1#", "#####", "_____"].map(String::from)).collect();
        let text = format!("{} 5 {}\n{}\n", rows.len(), tiles + 1, rows.join("\n"));
        let board = Board::parse(&text, "t").unwrap();
        let around = std::sync::Arc::new(Neighbours::new(board.grid()));
        let mut tracker = Tracker::new(board.grid(), around, CluePairs::None);
        let fresh: Vec<u32> =
            board.grid().cells().filter(|&c| board.cell(c) != Cell::Covered).map(|c| c as u32).collect();
        let (view, mut moves) = (View { board: &board, fresh: &fresh }, Vec::new());
        tracker.see(&view).unwrap();
        let position = Analysis::default().position(&mut tracker, &view, &mut moves).unwrap().unwrap();
        assert!(moves.is_empty() && position.risks.len() == 11 * tiles && position.enumerated == (tiles <= 100));
        // 25 pairs, five cells a side: a tile has one of them in one of so many models.
        for (cell, risk) in position.risks {
            let (row, col) = board.grid().position(cell as usize);
            let right = if row % 4 == 2 && col == 2 { 1.0 - 1.0 / tiles as f64 } else { 0.2 / tiles as f64 };
            assert!((risk - right).abs() < 1e-9, "{tiles} tiles, ({row},{col}): {risk} for {right}");
        }
    }
}

/// Risks of the fast analysis against the counting engine.
#[test]
fn risks_equal_exact_counts() {
    use minesat::answer::ratio_to_f64;
    use minesat::engine::{Control, build};
    use minesat::play::analysis::Analysis;
    use minesat::system::System;

    let engine = build("frontier").unwrap();
    let mut rng = Rng::new(11);
    let mut compared = 0;
    for round in 0..1500 {
        let (board, fresh) = random_position(&mut rng, 4..13, 0.3, round % 3 > 0);
        let view = View { board: &board, fresh: &fresh };
        let mut tracker = tracker_of(&view);
        let mut moves = Vec::new();
        let position = Analysis::default().position(&mut tracker, &view, &mut moves).unwrap();
        let (system, map) = System::from_board(&board);
        let count = engine.count(&system, &mut Control::default()).unwrap();
        let exact = |cell: u32| {
            let mined = count.cells.mined(map.variable(cell as usize).unwrap());
            (ratio_to_f64(mined, &count.models), *mined == count.models)
        };
        for step in &moves {
            let mine = tracker.known(step.cell) == Known::Mine;
            assert_eq!(exact(step.cell), (f64::from(u8::from(mine)), mine), "{board}");
        }
        let Some(position) = position else { continue };
        for &(cell, risk) in &position.risks {
            assert!((exact(cell).0 - risk).abs() < 1e-12, "{board}: cell {cell}");
            compared += 1;
        }
    }
    assert!(compared > 1_000, "{compared}");
}

/// A click looked at in advance against counts of the boards it can lead to.
#[test]
fn clicks_equal_counts_of_the_boards_they_lead_to() {
    use minesat::answer::ratio_to_f64;
    use minesat::engine::{Control, build};
    use minesat::play::analysis::Analysis;
    use minesat::system::System;
    use num_bigint::BigUint;

    let engine = build("frontier").unwrap();
    let mut rng = Rng::new(12);
    let mut compared = 0;
    for round in 0..80 {
        let (board, fresh) = random_position(&mut rng, 3..8, 0.2, round % 3 > 0);
        let view = View { board: &board, fresh: &fresh };
        let mut tracker = tracker_of(&view);
        let mut moves = Vec::new();
        let Some(position) = Analysis::default().position(&mut tracker, &view, &mut moves).unwrap() else { continue };
        if !moves.is_empty() {
            continue;
        }
        let mut clicker = position.clicker(&tracker);
        for &(cell, _) in &position.risks {
            let after = clicker.click(cell).unwrap();
            let mut shares = Vec::new();
            for number in 0..=8 {
                let mut next = board.clone();
                next.set(cell as usize, Cell::Clue(number));
                let count = engine.count(&System::from_board(&next).0, &mut Control::default()).unwrap();
                if count.models > BigUint::ZERO {
                    shares.push(count.models);
                }
            }
            let all: BigUint = shares.iter().sum();
            assert_eq!(after.numbers.len(), shares.len(), "{board}: cell {cell}");
            for (number, models) in after.numbers.iter().zip(&shares) {
                assert!((number.share - ratio_to_f64(models, &all)).abs() < 1e-12, "{board}: cell {cell}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

/// Positions a click ahead against counts of their boards, and dead cells against all models.
#[test]
fn positions_a_click_ahead_equal_counts_of_their_boards() {
    use minesat::answer::ratio_to_f64;
    use minesat::engine::{Control, build};
    use minesat::play::analysis::Ahead;
    use minesat::play::tree::{MINE, table};
    use minesat::system::System;
    use num_bigint::BigUint;

    let engine = build("frontier").unwrap();
    let mut rng = Rng::new(13);
    let (mut compared, mut dead, mut alive) = (0, 0, 0);
    for round in 0..60 {
        let (board, fresh) = random_position(&mut rng, 3..7, 0.2, round % 3 > 0);
        let tracker = tracker_of(&View { board: &board, fresh: &fresh });
        let mut ahead = Ahead::default();
        let Some(base) = ahead.count(tracker) else { continue };
        let unknown: Vec<u32> = base.tracker.unknown_cells().collect();
        let of = |board: &Board| {
            let (system, map) = System::from_board(board);
            (engine.count(&system, &mut Control::default()).unwrap(), map)
        };
        let all = of(&board).0.models;
        for &cell in &unknown {
            let mut expected = Vec::new();
            for number in 0..=8 {
                let mut next = board.clone();
                next.set(cell as usize, Cell::Clue(number));
                let (count, map) = of(&next);
                if count.models > BigUint::ZERO {
                    expected.push((count, map));
                }
            }
            let found: Vec<_> = base.after(&mut ahead, cell).collect();
            assert_eq!(found.len(), expected.len(), "{board}: cell {cell}");
            for ((share, next), (count, map)) in found.iter().zip(&expected) {
                assert!((share - ratio_to_f64(&count.models, &all)).abs() < 1e-9, "{board}: cell {cell}");
                for (variable, &other) in map.cells.iter().enumerate() {
                    let risk = ratio_to_f64(count.cells.mined(variable), &count.models);
                    assert!((1.0 - next.safety(other) - risk).abs() < 1e-9, "{board}: cell {cell}, then {other}");
                    compared += 1;
                }
            }
        }
        if let Some((models, cells)) = table(&board, 5_000) {
            for cell in base.frontier().filter(|&c| base.safety(c) > 0.0) {
                let at = cells.binary_search(&cell).unwrap();
                let mut shown: Vec<u8> =
                    (0..models.models() as u32).map(|m| models.shows(m, at)).filter(|&n| n != MINE).collect();
                shown.sort_unstable();
                shown.dedup();
                assert!(!base.is_dead(cell) || shown.len() == 1, "{board}: cell {cell} shows {shown:?}");
                *(if base.is_dead(cell) { &mut dead } else { &mut alive }) += 1;
            }
        }
    }
    assert!(compared > 3_000 && dead > 20 && alive > 100, "{compared} {dead} {alive}");
}

/// By every player that has the rules to see it, with the clues that cannot be left out.
#[test]
fn an_impossible_board_is_told_by_its_clues() {
    let models = ["csp", "frontier", "pseq", "lookahead", "likelihood"];
    for (text, told, rules) in [
        ("1 5 ?\n1###1\n", None, &[][..]),
        (
            "2 3 ?\n2##\n#1#\n",
            Some("clues 2 at (0,0), 1 at (1,1)"),
            &["sps", "ees", "basic", "advanced", "equation", "short"],
        ),
        ("3 3 ?\n#1#\n_8_\n#1#\n", Some("clue 8 at (1,1)"), &["sps", "ees", "basic", "advanced", "equation", "short"]),
        // No clue by itself decides a cell.
        ("3 3 ?\n###\n32_\n###\n", Some("clues 3 at (1,0), 2 at (1,1)"), &["ees", "advanced", "equation"]),
        ("1 3 2\n#1#\n", Some("clue 1 at (0,1) contradicts the total"), &["equation"]),
    ] {
        let board = Board::parse(text, "t").unwrap();
        let fresh: Vec<u32> =
            board.grid().cells().filter(|&c| board.cell(c) != Cell::Covered).map(|c| c as u32).collect();
        let seat = || minesat::play::PlayerSetup {
            grid: board.grid(),
            around: std::sync::Arc::new(minesat::play::tracker::Neighbours::new(board.grid())),
            clues: Clues::Exact,
            rng: Rng::new(1),
        };
        for PlayerSpec { name, .. } in PLAYERS {
            let mut player = maker(name).unwrap()(seat());
            let answer = player.turn(&View { board: &board, fresh: &fresh }, &mut Vec::new());
            let message = answer.err().map(|found| smallest(&board, Clues::Exact, found).message(&board));
            let sees = told.is_some() && (models.contains(name) || rules.contains(name));
            assert_eq!(message.is_some(), sees, "{name}: {text}");
            if let (Some(message), Some(told)) = (message, told) {
                assert!(message.contains(told), "{name}: {message}");
            }
        }
    }
}

#[test]
fn a_player_that_calls_a_mine_certain_is_an_error_with_the_cell() {
    struct Wrong;
    impl Player for Wrong {
        fn turn(&mut self, _: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
            moves.push(Move { cell: 1, act: Act::Open, reason: Reason::Rules });
            Ok(())
        }
    }
    let grid = Grid { rows: 1, cols: 3 };
    let rules = Rules { on_mine: OnMine::Continue, ..rules(1, 3, 1) };
    let field = Field::new(grid, vec![false, true, false]);
    let (_, record) = play_field(field, rules, &mut Wrong, false).unwrap();
    let message = record.message.unwrap_or_default();
    assert!(record.result == "error" && message.contains("(0,1)"), "{message}");
}

/// A player that takes numbers for others ends the game with the clues that it finds contradicting.
#[test]
fn an_impossible_board_ends_the_game_with_a_message() {
    struct Garbled(Box<dyn Player>);
    impl Player for Garbled {
        fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
            let mut board = view.board.clone();
            for &cell in view.fresh.iter().filter(|&&c| view.board.cell(c as usize) != Cell::Flag) {
                board.set(cell as usize, Cell::Clue(8));
            }
            self.0.turn(&View { board: &board, fresh: view.fresh }, moves)
        }
    }
    let rules = rules(5, 6, 6);
    for name in ["sps", "ees", "basic", "advanced", "equation", "csp", "frontier", "pseq", "lookahead"] {
        let seat = minesat::play::PlayerSetup {
            grid: rules.grid,
            around: std::sync::Arc::new(Neighbours::new(rules.grid)),
            clues: Clues::Exact,
            rng: Rng::new(1),
        };
        let mut player = Garbled(maker(name).unwrap()(seat));
        let (game, record) = play_field(supply::uniform(&rules, 1, 0).unwrap(), rules, &mut player, false).unwrap();
        let message = record.message.unwrap_or_default();
        assert!(record.result == "error" && message.starts_with("impossible board: the clue"), "{name}: {message}");
        assert!(message.contains("at (") && game.exploded() == 0, "{name}: {message}");
    }
}
