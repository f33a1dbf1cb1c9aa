//! Whole games: nothing leaks, what is called certain is certain, equal seeds give equal games.

use minesat::board::{Board, Cell, Grid};
use minesat::experiment::store::Store;
use minesat::field::Field;
use minesat::play::game::{Clues, OnMine, Rules, Start, Until};
use minesat::play::players::{PLAYERS, maker, reads};
use minesat::play::series::{Boards, Series, play_field};
use minesat::play::tracker::{Known, Neighbours, Pairs, Tracker};
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
    names.extend(["basic:look=near", "advanced:look=near"].map(String::from));
    names
}

#[test]
fn a_certain_move_never_explodes() {
    certain_moves(|slow| if slow { 100 } else { 1_200 });
}

/// 300,000 games of each fast player, 3,000 of each slow one; some minutes with --release.
#[test]
#[ignore = "long"]
fn a_certain_move_never_explodes_in_many_games() {
    certain_moves(|slow| if slow { 1_000 } else { 100_000 });
}

/// Plays so many games a player and set of rules; `games` is asked with whether the player is slow.
fn certain_moves(games: impl Fn(bool) -> u64) {
    for name in players() {
        let maker = maker(&name).unwrap();
        let games = games(["csp", "equation", "likelihood"].iter().any(|slow| name.starts_with(slow)));
        for (k, rules) in
            [rules(9, 9, 10), Rules { total_known: false, ..rules(8, 12, 20) }, rules(5, 5, 8)].iter().enumerate()
        {
            let series = Series::new(Rules { on_mine: OnMine::End, ..*rules }, Boards::Seed(k as u64));
            for index in 0..games {
                let mut last = None;
                let mut watch = |_: &minesat::board::Board, step: Option<Move>| last = step.or(last);
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
    let series = Series::new(rules, Boards::Seed(3));
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
        let series = Series::new(rules, Boards::Seed(5));
        for index in 0..100 {
            let field = supply::uniform(&rules, 5, index).unwrap();
            let mut watch = |_: &minesat::board::Board, step: Option<Move>| {
                if let Some(Move { cell, act: Act::Flag, .. }) = step {
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
    let series = Series::new(rules, Boards::Seed(7));
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
        let series = Series::new(Rules { clues, ..rules(5, 5, 5) }, Boards::Seed(3));
        for row in PLAYERS {
            assert_eq!(reads(row.name, clues).is_ok(), row.bounds, "{}", row.name);
            let records = || series.games(row.name, &maker(row.name).unwrap(), 0..40, &|| ()).unwrap();
            assert!(!row.bounds || records().iter().all(|r| r.result != "error"), "{}", row.name);
        }
    }
    assert!(PLAYERS.iter().all(|row| reads(row.name, Clues::Received(0.5)).is_ok()));
    assert!(reads("sps:x", Clues::AtMost).unwrap_err().contains("likelihood"));
}

/// What plays nothing, or something else than asked, is refused before anything is played.
#[test]
fn games_that_are_not_there_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("none.txt"), "5 2 3 0 safe\n").unwrap();
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    for (args, message) in [
        (&["--boards", "none.txt"][..], "none.txt: no boards"),
        (&["--level", "beginner", "-g", "3", "--replay", "50"], "there is no such game"),
        (&["--level", "beginner", "--replay", "18446744073709551615"], "there is no such game"),
        (&["--start", "none", "--at", "1,1"], "--start none opens none"),
        (&["--level", "beginner", "-o", "folder"], "folder is a folder"),
        (&["--level", "beginner", "--clues", "at-most", "-p", "pseq"], "bounds are read by random, likelihood"),
        (&["--make-no-guess", "ees", "--clues", "at-most", "-o", "x"], "is for exact clues"),
        (&["--make-no-guess", "ees", "--start", "none", "-o", "x"], "--start none has none"),
        (
            &["--make-no-guess", "sps", "--rows", "2", "--cols", "2", "--mines", "2", "-o", "x"],
            "no board without a guess",
        ),
        (&["--level", "beginner", "-p", "csp:off=corner,off=edge"], "csp:off is given twice"),
    ] {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        let run = command.current_dir(folder.path()).arg("play").args(args).assert().code(2);
        let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(told.contains(message), "{args:?}: {told}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    // Boards without a guess, compressed, are played without one.
    let run = |args: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        command.current_dir(folder.path()).arg("play").args(args).assert().success().get_output().stdout.clone()
    };
    run(&["--make-no-guess", "ees", "--rows", "6", "--cols", "6", "--mines", "6", "-g", "70", "-o", "maps.txt.gz"]);
    let packed = std::fs::read(folder.path().join("maps.txt.gz")).unwrap();
    assert_eq!(packed[..2], [0x1f, 0x8b]);
    let told = String::from_utf8(run(&["--boards", "maps.txt.gz", "-p", "ees"])).unwrap();
    assert!(told.contains("| ees | 70 | 70 | 100.000 |"), "{told}");
}

#[test]
fn equal_seeds_give_equal_games_on_any_number_of_threads() {
    let series = Series::new(rules(16, 16, 40), Boards::Seed(9));
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
    let series = Series::new(rules, Boards::Given(fields, 1));
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
        let series = Series::new(rules, Boards::Given(file.fields, 1));
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
    let mut tracker = Tracker::new(grid, std::sync::Arc::new(Neighbours::new(grid)), Pairs::None);
    tracker.see(view).unwrap();
    tracker
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

#[test]
fn an_impossible_board_is_told_by_its_clues() {
    for (text, part) in [
        ("1 5 ?\n1###1\n", None),
        ("2 3 ?\n2##\n#1#\n", Some("1 at (1,1)")),
        ("3 3 ?\n#1#\n_8_\n#1#\n", Some("8 at (1,1)")),
        ("1 3 2\n#1#\n", Some("total")),
    ] {
        let board = Board::parse(text, "t").unwrap();
        let fresh: Vec<u32> =
            board.grid().cells().filter(|&c| board.cell(c) != Cell::Covered).map(|c| c as u32).collect();
        let seat = || minesat::play::Seat {
            grid: board.grid(),
            around: std::sync::Arc::new(minesat::play::tracker::Neighbours::new(board.grid())),
            clues: Clues::Exact,
            rng: Rng::new(1),
        };
        for name in ["frontier", "pseq", "lookahead", "csp"] {
            let mut player = maker(name).unwrap()(seat());
            let answer = player.turn(&View { board: &board, fresh: &fresh }, &mut Vec::new());
            match part {
                None => assert!(answer.is_ok()),
                Some(part) => {
                    let message = answer.expect_err(text).message(&board);
                    assert!(message.contains(part), "{name}: {message}");
                }
            }
        }
    }
}

const PLAN: &str = "title = \"t\"\ntext = \"\"\n[rules]\nrows = 6\ncols = 6\ngames = 40\n\
                    [[group]]\nname = \"g\"\nx = \"mines\"\nplayers = [\"sps\", \"frontier\"]\n\
                    points = [{ x = 4, mines = 4 }, { x = 6, mines = 6 }]\n\
                    [[reported]]\nname = \"theirs\"\nplayer = \"sps\"\npoints = [[4, 99.5], [6, 1]]\ngames = 10\n\
                    [[chart]]\ntitle = \"c\"\n";

#[test]
fn experiments_are_the_same_on_any_number_of_threads_and_play_only_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("p.toml");
    std::fs::write(&plan, PLAN).unwrap();
    let run = |jobs: &str, output: &str, more: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        command.args(["experiment", plan.to_str().unwrap(), "--jobs", jobs, "--output"]);
        command.arg(folder.path().join(output)).args(more).assert().success();
        let mut store = Store::read(&folder.path().join(output)).unwrap();
        for played in &mut store.played {
            played.row.sums.remove("seconds");
        }
        store.played.into_iter().map(|p| p.row).collect::<Vec<_>>()
    };
    let one = run("1", "one", &[]);
    assert_eq!(one, run("2", "two", &[]));
    assert_eq!((one.len(), one.iter().map(|r| r.errors).sum::<u64>()), (4, 0));
    let report = std::fs::read_to_string(folder.path().join("one/report.md")).unwrap();
    assert!(report.contains("![c](1-won.svg)") && report.contains("**beyond**"), "{report}");
    // Fewer games would lose some; more of one player are played again, the rows of the other stay.
    let mut fewer = assert_cmd::Command::cargo_bin("minesat").unwrap();
    fewer.args(["experiment", plan.to_str().unwrap(), "--games", "20", "--output"]).arg(folder.path().join("one"));
    let told = fewer.assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8(told).unwrap().contains("has 40 games of sps in \"g\", which 20 would replace"));
    assert!(!folder.path().join("one/under-way.jsonl").exists());
    let more = run("1", "one", &["--player", "sps", "--games", "60"]);
    assert_eq!(run("1", "one", &["--report"]), more);
    assert_eq!(more.iter().map(|r| r.games).collect::<Vec<_>>(), [60, 40, 60, 40]);
    assert_eq!((&more[1], &more[3]), (&one[1], &one[3]));
    assert_eq!(run("1", "one", &["--missing"]), more);
    // Nor are rows lost to a plan without them; the report says what it was made by.
    let report = std::fs::read_to_string(folder.path().join("one/report.md")).unwrap();
    assert!(report.contains("/p.toml --output ") && report.contains("/one`"), "{report}");
    std::fs::write(&plan, PLAN.replace("rows = 6", "rows = 7")).unwrap();
    let mut other = assert_cmd::Command::cargo_bin("minesat").unwrap();
    other.args(["experiment", plan.to_str().unwrap(), "--output"]).arg(folder.path().join("one"));
    let told = other.assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8(told).unwrap().contains("4 of them, such as 60 games of sps in \"g\""));
    // A plan that says nothing of games has a thousand a point, and five are not enough.
    std::fs::write(&plan, PLAN.replace("games = 40\n", "")).unwrap();
    assert!(run("1", "few", &["--games", "5"]).iter().all(|r| r.games == 5));
    assert!(run("2", "few", &["--missing"]).iter().all(|r| r.games == 1000));
}

/// Runs a command, killed three times when its journal has grown, then to its end.
fn killed_again_and_again(command: &dyn Fn() -> std::process::Command, journal: &std::path::Path) {
    let lines = || std::fs::read(journal).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count());
    let mut reached = 1;
    for _ in 0..3 {
        let mut run = command().spawn().unwrap();
        while lines() <= reached {
            assert!(run.try_wait().unwrap().is_none(), "the command ended before it could be killed");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        run.kill().unwrap();
        run.wait().unwrap();
        assert!(lines() > reached, "what was kept is kept");
        reached = lines();
    }
    let last = command().output().unwrap();
    assert!(last.status.success());
    let told = String::from_utf8_lossy(&last.stderr).into_owned();
    assert!(told.contains(&format!("goes on after {} parts", reached - 1)), "{told}");
    assert!(!journal.exists());
}

#[test]
fn a_killed_experiment_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("p.toml");
    let text = PLAN.replace("games = 40", "games = 20000").replace("[[group]]", "[[group]]\nkeep_games = true");
    std::fs::write(&plan, text).unwrap();
    let command = |output: &str, more: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_minesat"));
        command.args(["experiment", plan.to_str().unwrap(), "--player", "frontier", "--output"]);
        command.arg(folder.path().join(output)).args(more).stderr(std::process::Stdio::piped());
        command
    };
    let rows = |output: &str| {
        let mut store = Store::read(&folder.path().join(output)).unwrap();
        for played in &mut store.played {
            played.row.sums.remove("seconds");
            played.games.iter_mut().for_each(|g| g.game.seconds = 0.0);
        }
        store.played
    };
    assert!(command("alone", &[]).output().unwrap().status.success());
    let alone = rows("alone");
    assert_eq!(alone.iter().map(|p| (p.row.games, p.games.len())).collect::<Vec<_>>(), [(20000, 20000); 2]);
    // With --missing the rows that are finished are no longer wanted, but their games are in the journal.
    for (output, more) in [("killed", vec![]), ("missing", vec!["--missing"])] {
        killed_again_and_again(&|| command(output, &more), &folder.path().join(output).join("under-way.jsonl"));
        assert_eq!(rows(output), alone);
    }
}

#[test]
fn games_are_not_lost_to_other_players_or_to_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, output) = (folder.path().join("p.toml"), folder.path().join("out"));
    let command = |more: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_minesat"));
        command.args(["experiment", plan.to_str().unwrap(), "--output", output.to_str().unwrap()]).args(more);
        command.stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        command
    };
    let text = PLAN.replace("games = 40", "games = 20000");
    std::fs::write(&plan, &text).unwrap();
    let journal = output.join("under-way.jsonl");
    let mut killed = command(&["--player", "frontier"]).spawn().unwrap();
    while std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count()) < 10 {
        assert!(killed.try_wait().unwrap().is_none(), "the command ended before it could be killed");
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(command(&["--player", "sps"]).output().unwrap().status.success());
    let other = command(&["--games", "30000"]).output().unwrap();
    let told = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(other.status.code() == Some(2) && told.contains("parts of another run"), "{told}");
    let last = command(&["--player", "frontier", "--jobs", "1"]).output().unwrap();
    let told = String::from_utf8_lossy(&last.stderr).into_owned();
    assert!(told.contains("goes on after") && !journal.exists(), "{told}");
    let records = || std::fs::read(output.join("records.jsonl.gz")).unwrap();
    let before = records();
    assert_eq!(Store::read(&output).unwrap().played.len(), 4);
    // A report of a plan that does not know some of the rows does not write the records.
    std::fs::write(&plan, text.replace("\"sps\"", "\"ees\"")).unwrap();
    assert!(command(&["--report"]).output().unwrap().status.success());
    assert!(records() == before);
}

#[test]
fn games_are_written_over_nothing_but_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let play = |options: &str| {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        let options = format!("play --rows 4 --cols 4 --mines 2 --games 2 -o a.jsonl{options}");
        command.current_dir(folder.path()).args(options.split(' ')).output().unwrap()
    };
    let boards = " --make-no-guess ees";
    let keeps = |text: &str, options: &str| {
        std::fs::write(&path, text).unwrap();
        let run = play(options);
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(2) && told.contains("stays as it is"), "{told}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    };
    let board = "{\"name\":\"a\",\"board\":[\"#1\"]}\n";
    keeps(board, "");
    keeps(board, boards);
    std::fs::write(&path, "").unwrap();
    for _ in 0..2 {
        assert!(play(boards).status.success());
    }
    keeps(&std::fs::read_to_string(&path).unwrap(), "");
    std::fs::write(&path, "").unwrap();
    for _ in 0..2 {
        assert!(play("").status.success());
        let text = std::fs::read_to_string(&path).unwrap();
        let record: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert!(record["git"].as_str().is_some_and(|git| git.len() >= 7) && record["cpu"].is_string());
    }
    keeps(&std::fs::read_to_string(&path).unwrap(), boards);
}

/// What a record says of its game is enough to play it again.
#[test]
fn records_tell_the_rules_of_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let play = |options: &str, output: &str| -> serde_json::Value {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        command.current_dir(folder.path()).args(["play", "--output", output]).args(options.split_whitespace());
        command.assert().success();
        let text = std::fs::read_to_string(folder.path().join(output)).unwrap();
        let mut record: serde_json::Value = serde_json::from_str(text.lines().next_back().unwrap()).unwrap();
        record["seconds"] = 0.into();
        record
    };
    let level = "--rows 7 --cols 8 --mines 9 --player basic --seed 5 --games 3";
    for (options, rules) in [
        ("", "--start safe --at 0,0"),
        ("--start none --clues at-most --player random", "--start none --clues at-most"),
        ("--start zero --at 3,4 --on-mine continue --until all-decided --total unknown", ""),
        ("--clues received:0.75 --player random --at 6,7", "--start safe --at 6,7 --clues received:0.75"),
    ] {
        let level = if options.contains("--player") { level.replace("--player basic", "") } else { level.into() };
        let first = play(&format!("{level} {options}"), "first.jsonl");
        let told = first["rules"].as_str().unwrap();
        assert_eq!(told, if rules.is_empty() { options } else { rules });
        let of = |key: &str| first[key].to_string().replace('"', "");
        let again = format!(
            "--rows {} --cols {} --mines {} --seed {} --player {} --replay {} {told}",
            of("rows"),
            of("cols"),
            of("mines"),
            of("seed"),
            of("player"),
            of("game")
        );
        assert_eq!(play(&again, "again.jsonl"), first);
    }
    std::fs::write(folder.path().join("boards.txt"), "5 2 3 0 safe\n2c0\n4c0\n").unwrap();
    let first = play("--boards boards.txt --seed 4 --player random", "first.jsonl");
    let told = first["rules"].as_str().unwrap();
    assert_eq!(told, "--boards boards.txt --seed 4");
    assert_eq!(play(&format!("{told} --player random --replay {}", first["game"]), "again.jsonl"), first);
}

#[test]
fn killed_games_go_on_where_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let command = |output: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_minesat"));
        command.args("play --level expert --player pseq --player frontier --games 6000 --output".split(' '));
        command.arg(folder.path().join(output)).stdout(std::process::Stdio::piped());
        command.stderr(std::process::Stdio::piped());
        command
    };
    let records = |output: &str| {
        let text = std::fs::read_to_string(folder.path().join(output)).unwrap();
        let records = text.lines().map(|line| {
            let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
            record["seconds"] = 0.into();
            record
        });
        records.collect::<Vec<_>>()
    };
    assert!(command("alone").output().unwrap().status.success());
    killed_again_and_again(&|| command("killed"), &folder.path().join("killed.under-way"));
    assert_eq!(records("alone").len(), 12000);
    assert!(records("alone") == records("killed"));
}

#[test]
fn a_plan_with_a_mistake_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("p.toml");
    std::fs::write(&plan, PLAN.replace("\"sps\", ", "\"spss\", ")).unwrap();
    let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
    let run = command.arg("experiment").arg(&plan).assert().code(2);
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(told.contains("p.toml:10:12") && told.contains("no player named"), "{told}");
    assert!(!folder.path().join("records.jsonl.gz").exists());
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
