//! The page of `minesat serve` and the HTML report in a real browser, where one is installed. Pictures go to
//! `minesat-screenshots` in the folder for temporary files.

mod axe;
mod driver;
mod keyboard;
mod large;
mod play;
mod stale;
mod texts;

use std::path::Path;
use std::process::Command;

use crate::load::client::Server;
use driver::{Browser, address_of};
use serde_json::json;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_minesat"))
}

fn cell(row: usize, col: usize) -> String {
    format!("#board [data-row=\"{row}\"][data-col=\"{col}\"]")
}

#[tokio::test]
async fn a_board_is_painted_and_understood() {
    let Some(browser) = Browser::open("page", (1300, 900), false).await else { return };
    let server = Server::start(program(), &[]);
    browser.goto(&format!("http://{}/#board=2x3,?,......", server.address)).await;
    browser.until("document.querySelectorAll('#board .cell').length === 6").await;
    browser.until("document.querySelector('#answer')?.textContent.includes('models64')").await;

    // Paint: a 3 in the corner makes its neighbours mines.
    browser.click("[data-brush=\"3\"]").await;
    browser.drag(&[&cell(0, 0)], true).await;
    browser.until("document.querySelectorAll('#board .cell.mine').length === 3").await;
    browser.until("document.querySelector('#summary').textContent.startsWith('0 safe, 3 mines, 2 undecided')").await;
    assert!(browser.eval("location.hash").await.as_str().unwrap().contains("2x3,?,3.~5~"));

    // The clue that forces the cell under the pointer is marked, and the reason told.
    browser.drag(&[&cell(1, 1)], false).await;
    browser.until("document.querySelector('#why')?.textContent.includes('(1,1)')").await;
    browser.until("document.querySelectorAll('#board .reason').length === 1").await;
    browser.shoot("page-why").await;

    // A stroke covers and paints several cells at once; painting a contradiction is told.
    browser.click("[data-brush=\"0\"]").await;
    browser.drag(&[&cell(1, 0), &cell(1, 1), &cell(1, 2)], true).await;
    browser.until("document.querySelector('#summary').textContent.startsWith('Inconsistent')").await;
    browser.click("#undo").await;
    browser.until("document.querySelectorAll('#board .cell.mine').length === 3").await;

    // The keyboard: 1 into the cell at the right, then to the left and back.
    browser.keys(&cell(0, 2), "1").await;
    browser.until("document.querySelector('[data-row=\"0\"][data-col=\"2\"]').textContent === '1'").await;
    browser.keys(&cell(0, 2), "\u{e012}").await;
    browser.until("document.activeElement.dataset.col === '1'").await;
    browser.until("document.querySelector('#cell').textContent.includes('(0, 1)')").await;

    // What is impossible as text is told with its place.
    browser.fill("#text", "1 3 1\n#4#\n").await;
    browser.until("!document.querySelector('#problem').hidden").await;
    let told = browser.eval("document.querySelector('#problem').textContent").await;
    assert!(told.as_str().unwrap().contains("clue 4 is above its 2 neighbours"), "{told}");
    assert!(told.as_str().unwrap().contains('^'), "{told}");
    browser.shoot("page-problem").await;
    browser.fill("#text", "1 3 1\n#1#\n").await;
    browser
        .until("document.querySelector('#problem').hidden && document.querySelectorAll('#board .cell').length === 3")
        .await;

    // Another engine says the same and counts its own effort.
    browser.fill("#engine", "sat").await;
    browser.fill("#query", "classify").await;
    browser.until("document.querySelector('#answer').textContent.includes('sat calls')").await;
    browser.fill("#option-list select[name=local]", "totalizer").await;
    browser.until("document.querySelector('#spec').textContent === 'sat:local=totalizer'").await;

    // Everything came from the server, and the page raised no complaint.
    let foreign = "performance.getEntriesByType('resource').filter(e => new URL(e.name).host !== location.host).length";
    assert_eq!(browser.eval(foreign).await, json!(0));
    browser.close().await;
}

#[tokio::test]
async fn games_are_stepped_through_and_links_shared() {
    let Some(browser) = Browser::open("game", (1300, 900), true).await else { return };
    let server = Server::start(program(), &[]);
    browser.goto(&format!("http://{}/", server.address)).await;
    browser.until("document.querySelectorAll('#board .cell.safe').length > 0").await;
    browser.shoot("page-start-dark").await;
    browser.fill("#level", "16,30,99").await;
    browser.fill("#start", "zero").await;
    browser.click("#deal").await;
    browser.until("document.querySelectorAll('#board .cell').length === 480").await;
    browser.until("document.querySelector('#move').textContent.includes('Next: ')").await;
    let open = "document.querySelectorAll('#board .open').length";
    let before = browser.eval(open).await.as_u64().unwrap();
    for _ in 0..5 {
        browser.click("#next").await;
    }
    browser.until("document.querySelector('#move').textContent.includes('move 5 of')").await;
    browser.until("document.querySelectorAll('#board .upcoming').length === 1").await;
    browser.drag(&["#board .covered"], false).await;
    browser.until("document.querySelector('#cell').textContent.includes('%')").await;
    browser.shoot("page-game-dark").await;

    browser.click("#last").await;
    browser.until("document.querySelector('#move').textContent.includes('The game is')").await;
    assert!(browser.eval(open).await.as_u64().unwrap() > before);
    browser.click("#back").await;
    browser.until("document.querySelectorAll('#board .upcoming').length === 1").await;

    // A link holds the position, also one asked for before the address has followed: opened afresh, the same cells
    // are there.
    browser.click("#share").await;
    browser.until("document.querySelector('#share').textContent !== 'Copy link'").await;
    let rows = "[...document.querySelectorAll('#board .cell')].map(c => c.classList.contains('open') ? c.textContent || '0' : '#').join('')";
    let position = browser.eval(rows).await;
    let link = browser.eval("location.href").await.as_str().unwrap().to_string();
    browser.goto("about:blank").await;
    browser.goto(&link).await;
    browser.until("document.querySelectorAll('#board .cell').length === 480").await;
    assert_eq!(browser.eval(rows).await, position);
    browser.goto("about:blank").await;
    browser.goto(&format!("http://{}/#board=99x99,5,zz", server.address)).await;
    browser.until("document.querySelector('#problem').textContent.includes('no board')").await;

    // A click on the first move of the list of best moves' button fills the list.
    browser.goto("about:blank").await;
    browser.goto(&format!("http://{}/#board=1x3,1,.1.", server.address)).await;
    browser.until("document.querySelectorAll('#board .cell').length === 3").await;
    browser.click("#best").await;
    browser.until("document.querySelector('#moves').textContent.includes('wins 1 of 2')").await;
    browser.close().await;
}

#[tokio::test]
async fn a_narrow_window_shows_all_of_the_page() {
    let Some(browser) = Browser::open("narrow", (500, 900), false).await else { return };
    let server = Server::start(program(), &[]);
    browser.goto(&format!("http://{}/", server.address)).await;
    browser.until("document.querySelectorAll('#board .cell.safe').length > 0").await;
    assert_eq!(browser.eval("document.documentElement.scrollWidth <= innerWidth").await, json!(true));
    browser.shoot("page-narrow").await;
    browser.close().await;
}

#[tokio::test]
async fn the_report_sorts_filters_and_draws_boards() {
    let Some(browser) = Browser::open("report", (1300, 1000), false).await else { return };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let records = "results/smoke/records.jsonl.zst";
    let made = Command::new(program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["report", records, "-o", out])
        .output()
        .expect("the report is made");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    browser.goto(&address_of(&folder.path().join("report.html"))).await;
    browser.until("document.querySelectorAll('#measurements-body tr').length > 100").await;
    browser.shoot("report-top").await;

    // A filter.
    let engines =
        "[...new Set([...document.querySelectorAll('#measurements-body tr')].map(r => r.cells[4].textContent))]";
    browser.fill("#filter-engine", "=frontier").await;
    browser.until(&format!("{engines}.join() === 'frontier'")).await;
    let text = browser.eval("document.querySelector('#measurements-count').textContent").await;
    let count: usize = text.as_str().unwrap().split(' ').next().unwrap().parse().unwrap();
    let records = std::fs::File::open(Path::new(env!("CARGO_MANIFEST_DIR")).join(records)).unwrap();
    let records = String::from_utf8(zstd::decode_all(records).unwrap()).unwrap();
    assert_eq!(count, records.matches("\"engine\":\"frontier\",").count());

    // A sort: times rise, and fall after a second click.
    let times = "(() => { const at = [...document.querySelectorAll('#measurements-head th')].findIndex(h => h.textContent === 'peak MiB'); \
                 return [...document.querySelectorAll('#measurements-body tr')].map(r => parseFloat(r.cells[at].textContent)); })()";
    let head = "#measurements-head th:last-child";
    browser.click(head).await;
    browser.until(&format!("{times}.every((t, i, all) => !i || all[i - 1] <= t)")).await;
    browser.click(head).await;
    browser.until(&format!("{times}.every((t, i, all) => !i || all[i - 1] >= t)")).await;
    browser.eval("document.querySelector('#measurements').scrollIntoView()").await;
    browser.shoot("report-table").await;

    // A click on a row: the board of its instance, with its verdicts.
    browser.fill("#filter-instance", "csp-assignment").await;
    browser.fill("#filter-query", "=classify").await;
    browser.until("document.querySelectorAll('#measurements-body tr').length === 1").await;
    browser.click("#measurements-body tr").await;
    browser.until("document.querySelector('#instance').open").await;
    let count = |class: &str| format!("document.querySelectorAll('#instance .{class}').length");
    assert_eq!(browser.eval(&count("cell-s")).await, json!(5));
    assert_eq!(browser.eval(&count("cell-m")).await, json!(3));
    assert_eq!(browser.eval(&count("clue-2")).await, json!(4));
    browser.shoot("report-instance").await;
    browser.click("#instance > button").await;
    browser.until("!document.querySelector('#instance').open").await;

    // A dot of a plot says which instance it is, and shows it.
    let dot = "figure circle[data-name]";
    browser.eval(&format!("document.querySelector('{dot}').scrollIntoView({{ block: 'center' }})")).await;
    browser.drag(&[dot], false).await;
    browser
        .until("!document.querySelector('#tip').hidden && document.querySelector('#tip').textContent.includes(':')")
        .await;
    browser.shoot("report-plot").await;
    browser
        .eval(&format!("document.querySelector('{dot}').dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"))
        .await;
    browser.until("document.querySelector('#instance').open").await;
    browser.close().await;
}
