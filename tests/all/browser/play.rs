//! Games: by hand to a win and to a loss, with hints, and those of players that run by themselves.

use super::driver::Browser;
use super::{cell, program};
use crate::load::client::Server;
use minesat::board::{Cell, Grid};
use minesat::field::Field;
use minesat::play::rules::{Clues, OnMine, Start, Until};
use minesat::play::{Rules, supply};
use serde_json::json;

const GRID: Grid = Grid { rows: 9, cols: 9 };
/// The first click.
const FIRST: usize = 40;

/// The field of a Beginner game of a seed.
fn field(seed: u64) -> Field {
    let rules = Rules {
        grid: GRID,
        mines: 10,
        start: Start::Safe(FIRST),
        on_mine: OnMine::End,
        until: Until::SafeOpen,
        total_known: true,
        clues: Clues::Exact,
    };
    supply::uniform(&rules, seed, 0).unwrap()
}

fn at(index: usize) -> String {
    let (row, col) = GRID.position(index);
    cell(row, col)
}

fn summary_has(text: &str) -> String {
    format!("document.querySelector('#summary').textContent.includes('{text}')")
}

async fn is_covered(browser: &Browser, index: usize) -> bool {
    browser.eval(&format!("!document.querySelector('{}').classList.contains('open')", at(index))).await == json!(true)
}

async fn begin(browser: &Browser, server: &Server, seed: u64) {
    browser.goto(&format!("http://{}/", server.address)).await;
    browser.until("document.querySelectorAll('#board .cell.safe').length > 0").await;
    browser.fill("#seed", &seed.to_string()).await;
    browser.click("#play").await;
    browser.until(&summary_has("Playing: Open the first cell. 10 mines.")).await;
    // Nothing is shown before it is asked for.
    assert_eq!(
        browser.eval("document.querySelectorAll('#board .safe, #board .mine, #board .risk').length").await,
        json!(0)
    );
    browser.click(&at(FIRST)).await;
    browser.until("document.querySelectorAll('#board .open').length > 0").await;
}

#[tokio::test]
async fn a_game_is_won_by_hand() {
    let Some(browser) = Browser::open("won", (1300, 900), false).await else { return };
    let server = Server::start(program(), &[]);
    let field = field(3);
    begin(&browser, &server, 3).await;

    // A clue with mines and safe cells around it: flags, then a tap on the clue.
    let mut open = vec![false; GRID.len()];
    field.open_from(FIRST, &mut open);
    let shown = field.board(&open, None);
    let covered = |c: usize| GRID.neighbours(c).filter(|&n| !open[n]).collect::<Vec<_>>();
    let clue = GRID.cells().find(|&c| {
        let mines = covered(c).iter().filter(|&&n| field.is_mine(n)).count();
        matches!(shown.cell(c), Cell::Clue(1..)) && mines > 0 && covered(c).len() > mines
    });
    let clue = clue.expect("a clue to tap");
    browser.click(&at(clue)).await;
    browser.until(&summary_has("flags: no cell is opened")).await;
    let (mines, safe): (Vec<usize>, Vec<usize>) = covered(clue).into_iter().partition(|&n| field.is_mine(n));
    for &mine in &mines {
        browser.second(&at(mine)).await;
    }
    browser.until(&format!("document.querySelectorAll('#board .flag').length === {}", mines.len())).await;
    browser.until(&summary_has(&format!("{} of 10 mines left", 10 - mines.len()))).await;
    // A flag is not opened by mistake.
    browser.click(&at(mines[0])).await;
    browser.until(&summary_has("A flag is here")).await;
    browser.click(&at(clue)).await;
    for &cell in &safe {
        browser.until(&format!("document.querySelector('{}').classList.contains('open')", at(cell))).await;
    }
    // Taken back, and again.
    let before = browser.eval("document.querySelectorAll('#board .open').length").await.as_u64().unwrap();
    browser.click("#takeback").await;
    browser.until(&format!("document.querySelectorAll('#board .open').length < {before}")).await;

    // Hints on request, gone when they are switched off.
    browser.click("#hint").await;
    browser.until("document.querySelectorAll('#board .safe').length > 0").await;
    let count = browser.eval("document.querySelectorAll('#board .safe').length").await;
    browser.until(&summary_has(&format!("{count} covered cells are certainly safe"))).await;
    assert_eq!(browser.eval("document.querySelectorAll('#board .risk').length").await, json!(0));
    browser.click("#odds").await;
    browser.until("document.querySelectorAll('#board .risk').length > 0").await;
    browser.shoot("play-hints").await;
    browser.click("#hint").await;
    browser.click("#odds").await;
    browser.until("document.querySelectorAll('#board .safe, #board .risk').length === 0").await;

    for index in GRID.cells().filter(|&c| !field.is_mine(c)) {
        if is_covered(&browser, index).await {
            browser.click(&at(index)).await;
            browser.until(&format!("document.querySelector('{}').classList.contains('open')", at(index))).await;
        }
    }
    browser.until(&summary_has("Won: ")).await;
    browser.until(&summary_has("hints at 1 position.")).await;
    assert_eq!(browser.eval("document.querySelectorAll('#board .open').length").await, json!(71));
    browser.shoot("play-won").await;

    // Another board, with another seed.
    browser.click("#again").await;
    browser.until(&summary_has("Open the first cell")).await;
    assert_eq!(browser.eval("document.querySelector('#seed').value").await, json!("4"));
    browser.close().await;
}

#[tokio::test]
async fn a_game_is_lost_by_hand_and_its_position_studied() {
    let Some(browser) = Browser::open("lost", (1300, 900), true).await else { return };
    let server = Server::start(program(), &[]);
    let field = field(3);
    begin(&browser, &server, 3).await;
    let safe = GRID.cells().rfind(|&c| !field.is_mine(c) && field.clue(c) > 0).unwrap();
    // A wrong flag, if the cell is not open yet, is shown at the end.
    let wrong = is_covered(&browser, safe).await;
    browser.second(&at(safe)).await;
    let mine = GRID.cells().find(|&c| field.is_mine(c)).unwrap();
    browser.click(&at(mine)).await;
    browser.until(&summary_has("Lost at (")).await;
    browser.until(&summary_has("It was ")).await;
    assert_eq!(browser.eval("document.querySelectorAll('#board .mine').length").await, json!(10));
    assert_eq!(browser.eval("document.querySelectorAll('#board .exploded').length").await, json!(1));
    assert_eq!(browser.eval("document.querySelectorAll('#board .wrong').length").await, json!(u32::from(wrong)));
    browser.shoot("play-lost-dark").await;
    // Clicks after the end change nothing; the last one can be taken back.
    let open = browser.eval("document.querySelectorAll('#board .open').length").await;
    browser.click(&at(GRID.cells().rfind(|&c| !field.is_mine(c)).unwrap())).await;
    browser.click("#takeback").await;
    browser.until(&summary_has("Playing: ")).await;
    assert_eq!(browser.eval("document.querySelectorAll('#board .open').length").await, open);
    assert_eq!(browser.eval("document.querySelectorAll('#board .mine').length").await, json!(0));

    browser.click("#study").await;
    browser.until("document.querySelector('#summary').textContent.includes('undecided')").await;
    assert_eq!(browser.eval("document.querySelectorAll('#board .open').length").await, open);
    assert_eq!(browser.eval("document.querySelector('#mines').value").await, json!("10"));
    browser.close().await;
}

#[tokio::test]
async fn games_of_players_run_by_themselves() {
    let Some(browser) = Browser::open("auto", (1300, 900), false).await else { return };
    let server = Server::start(program(), &[]);
    browser.goto(&format!("http://{}/", server.address)).await;
    browser.until("document.querySelectorAll('#board .cell.safe').length > 0").await;
    browser.click("#deal").await;
    browser.until("document.querySelector('#move').textContent.includes('Next: ')").await;
    let step = "Number(document.querySelector('#slider').value)";
    let mode = "document.querySelector('#auto').textContent";
    browser.fill("#speed", "10").await;
    browser.click("#auto").await;
    browser.until(&format!("{mode} === 'Pause' && {step} >= 2")).await;
    browser.click("#auto").await;
    browser.until(&format!("{mode} === 'Auto'")).await;
    let paused = browser.eval(step).await;
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    assert_eq!(browser.eval(step).await, paused);
    // A step by hand pauses too; faster to the end, where it stops.
    browser.click("#auto").await;
    browser.click("#back").await;
    browser.until(&format!("{mode} === 'Auto'")).await;
    browser.fill("#speed", "25").await;
    browser.click("#auto").await;
    browser.until("document.querySelector('#move').textContent.includes('The game is')").await;
    assert_eq!(browser.eval(mode).await, json!("Auto"));
    browser.shoot("page-auto-end").await;
    browser.close().await;
}
