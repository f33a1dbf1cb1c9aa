//! `minesat advise` from outside: a person's session, boards that answer by themselves, and games that go on after a kill.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use minesat::engine::Control;
use minesat::field::Field;
use minesat::play::players::maker;
use minesat::play::steps::trace;
use minesat::play::{Act, Game, Move, Outcome, Reason, Rules, Start, supply};
use minesat::rng::Rng;

use crate::common::program::{minesat, run_on};

/// A 4 x 5 board with mines at (0,4), (2,0), (3,2) and (3,3): typing errors, numbers that cannot be, lines taken back, rows of
/// text, to the end. `tests/all/data/advise.txt` has all that is printed; it is rewritten where REWRITE is set.
const TYPED: &str = include_str!("data/advise-typed.txt");

#[test]
fn a_session_is_as_written() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["advise", "--rows", "4", "--cols", "5", "--mines", "4", "--at", "0,0", "--save", "game.json"];
    let (code, out, err) = run_on(folder.path(), &args, TYPED);
    assert_eq!((code, &*err), (0, ""));
    if std::env::var_os("REWRITE").is_some() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/data/advise.txt"), &out).unwrap();
    }
    assert_eq!(out, include_str!("data/advise.txt"));
}

/// An adviser and the pipes to it.
struct Talk {
    child: Child,
    typed: ChildStdin,
    printed: ChildStdout,
}

impl Talk {
    fn new(folder: &Path, args: &[&str]) -> Talk {
        let mut command = minesat(folder);
        command.arg("advise").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (typed, printed) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Talk { child, typed, printed }
    }

    /// What is printed up to the next question, or to the end; true if there is a question.
    fn hear(&mut self) -> (String, bool) {
        let (mut heard, mut piece) = (Vec::new(), [0; 4096]);
        while !heard.ends_with(b"\n> ") {
            match self.printed.read(&mut piece).unwrap() {
                0 => return (String::from_utf8(heard).unwrap(), false),
                length => heard.extend_from_slice(&piece[..length]),
            }
        }
        (String::from_utf8(heard).unwrap(), true)
    }

    fn say(&mut self, line: &str) {
        writeln!(self.typed, "{line}").unwrap();
    }
}

/// The cells in a text, `(row,col)` each.
fn cells(text: &str, rules: &Rules) -> Vec<u32> {
    let places = text.split('(').skip(1).filter_map(|rest| rest.split(')').next()?.split_once(','));
    places.filter_map(|(row, col)| Some(rules.grid.at(row.parse().ok()?, col.parse().ok()?) as u32)).collect()
}

fn letter(field: &Field, cell: u32) -> char {
    let cell = cell as usize;
    if field.is_mine(cell) { 'x' } else { char::from(b'0' + field.clue(cell)) }
}

/// A game in which a real referee opens what is advised, cell by cell, and its field answers. The cells whose opening changed
/// something, and the outcome; cells open `before` are opened first.
fn advised(folder: &Path, rules: &Rules, field: &Field, before: &[u32], args: &[&str]) -> (Vec<u32>, Outcome) {
    let mut game = Game::new(field.clone(), *rules, &mut Rng::new(0)).unwrap();
    let click = |cell| Move { cell, act: Act::Open, reason: Reason::Guess };
    for &cell in before {
        game.play(click(cell));
    }
    let (mut talk, mut opened) = (Talk::new(folder, args), Vec::new());
    loop {
        let (text, is_question) = talk.hear();
        for line in text.lines().filter(|line| line.starts_with("open (")) {
            for cell in cells(line.split(':').next().unwrap(), rules) {
                if game.play(click(cell)) {
                    opened.push(cell);
                }
            }
        }
        if !is_question {
            assert!(talk.child.wait().unwrap().success(), "{text}");
            let word = if game.outcome() == Outcome::Won { "won: all " } else { "lost: (" };
            assert!(text.lines().any(|line| line.starts_with(word)), "{text}");
            return (opened, game.outcome());
        }
        let question = text.lines().rfind(|line| line.starts_with("what do")).unwrap_or_else(|| panic!("{text}"));
        let answer: String = cells(question, rules).into_iter().map(|cell| letter(field, cell)).collect();
        assert!(!text.contains("not taken") && !answer.is_empty(), "{text}");
        talk.say(&answer);
    }
}

/// Plays these games of seed 1 through the adviser and by the player alone.
fn equal_games(games: std::ops::Range<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let rules = Rules::expert(Start::Safe(0));
    for index in games {
        let field = supply::uniform(&rules, 1, index).unwrap();
        let args = ["--level", "expert", "--player", "lookahead"];
        let (opened, outcome) = advised(folder.path(), &rules, &field, &[], &args);
        let game = trace(&rules, 1, index, &maker("lookahead").unwrap(), &Control::default()).unwrap();
        let moves = game.steps.iter().map(|step| step.play).filter(|step| step.act == Act::Open);
        assert_eq!((opened, outcome), (moves.map(|step| step.cell).collect(), game.outcome), "game {index}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "games that are over are not kept");
}

#[test]
fn advice_is_the_play_of_lookahead() {
    equal_games(0..3);
}

/// `cargo test --test all advise:: -- --ignored`.
#[test]
#[ignore = "a hundred Expert games, some ten seconds"]
fn advice_is_the_play_of_lookahead_in_a_hundred_games() {
    equal_games(0..100);
}

/// Whatever is typed, the session goes on, and the end of the input keeps the game.
#[test]
fn bad_lines_do_not_end_a_session() {
    let folder = tempfile::tempdir().unwrap();
    let typed = "2\n\u{7}\nfoo\n1 2 3 4\n99 0 1\n8\n0 0 2\n: 1\n-1 0 0\n0 1 0\nundo x\nundo 5\nundo\nsave\n2";
    let (code, out, err) = run_on(folder.path(), &["advise", "--level", "beginner", "-p", "frontier"], typed);
    assert_eq!((code, &*err), (0, ""));
    for said in [
        "\"foo\" is not what cells show",
        "(99,0) is not on the board",
        "not taken: no placement of the mines fits",
        "the last line is taken back",
        "there is nothing to take back",
        "kept in minesat-advice.json",
        "kept; go on with: minesat advise --resume minesat-advice.json",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    let (code, out, _) = run_on(folder.path(), &["advise", "--resume", "minesat-advice.json"], "quit\n");
    assert!(code == 0 && out.contains("minesat-advice.json resumes after 1 line\n"), "{out}");
    // Another game does not take its file.
    run_on(folder.path(), &["advise", "--level", "beginner", "-p", "frontier"], "1\n");
    assert!(folder.path().join("minesat-advice-2.json").exists());
    std::fs::write(folder.path().join("other.json"), "{\"rows\":3}\n").unwrap();
    for (args, said) in [
        (&["--resume", "other.json"][..], "not a game of `minesat advise`"),
        (&["--resume", "none.json"], "none.json"),
        (&["--save", "other.json"], "is there already"),
        (&["--player", "lokahead"], "did you mean \"lookahead\"?"),
        (&["--rows", "2", "--cols", "2", "--mines", "4"], "4 mines do not fit on 4 cells of which 1 are kept free"),
        (&["--resume", "other.json", "--level", "expert"], "cannot be used with"),
    ] {
        let (code, _, err) = run_on(folder.path(), &[&["advise"], args].concat(), "");
        assert!(code == 2 && err.contains(said), "{args:?}: {err}");
    }
}

/// A kill between two answers loses nothing, and the game goes on as if it had not been.
#[test]
fn killed_games_are_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let rules = Rules { mines: 10, grid: minesat::board::Grid { rows: 9, cols: 9 }, ..Rules::expert(Start::Zero(40)) };
    let field = supply::uniform(&rules, 7, 3).unwrap();
    let game = ["--level", "beginner", "--start", "zero", "--at", "4,4", "-p", "pseq"];
    let straight = advised(folder.path(), &rules, &field, &[], &game);
    let mut talk = Talk::new(folder.path(), &[&game[..], &["--save", "g.json"]].concat());
    for _ in 0..3 {
        let (text, is_question) = talk.hear();
        assert!(is_question, "{text}");
        let question = text.lines().rfind(|line| line.starts_with("what do")).unwrap();
        let answer: String = cells(question, &rules).into_iter().map(|cell| letter(&field, cell)).collect();
        talk.say(&answer);
    }
    talk.hear();
    talk.child.kill().unwrap();
    talk.child.wait().unwrap();
    let saved: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.path().join("g.json")).unwrap()).unwrap();
    let entries = saved["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 3);
    let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
    let told = entries.iter().flat_map(|entry| entry.as_array().unwrap());
    let before: Vec<u32> = told.map(|cell| rules.grid.at(number(&cell[0]), number(&cell[1])) as u32).collect();
    let (opened, outcome) = advised(folder.path(), &rules, &field, &before, &["--resume", "g.json"]);
    assert_eq!(outcome, straight.1);
    assert!(!opened.is_empty() && straight.0.ends_with(&opened), "{:?} {opened:?}", straight.0);
    // The file stays with the outcome, and can be taken back.
    let (code, out, _) = run_on(folder.path(), &["advise", "--resume", "g.json"], "0 8 1\nundo\n");
    assert!(code == 0 && out.contains("the game is over") && out.contains("the last line is taken back"), "{out}");
}
