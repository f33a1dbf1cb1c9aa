//! The page with the keyboard alone.

use super::driver::Browser;
use super::program;
use crate::load::client::Server;
use serde_json::json;

const TAB: &str = "\u{e004}";
const DOWN: &str = "\u{e015}";
const RIGHT: &str = "\u{e014}";
const ENTER: &str = "\u{e007}";

/// What has the focus, and whether it shows.
const FOCUS: &str = "(() => { const e = document.activeElement, ring = e.closest('.tool') ?? e; \
    return [e.id || e.name || e.getAttribute('role') || e.localName, e === document.body || parseFloat(getComputedStyle(ring).outlineWidth) >= 2]; })()";

/// Presses Tab until this has the focus; returns what had it on the way.
async fn tab_to(browser: &Browser, name: &str) -> Vec<String> {
    let mut seen = Vec::new();
    for _ in 0..60 {
        browser.press(TAB).await;
        let focus = browser.eval(FOCUS).await;
        let at = focus[0].as_str().unwrap().to_string();
        assert_eq!(focus[1], json!(true), "{at} shows no ring");
        let is_it = at == name;
        seen.push(at);
        if is_it {
            return seen;
        }
    }
    panic!("no {name} after {seen:?}");
}

#[tokio::test]
async fn the_keyboard_is_enough() {
    let Some(browser) = Browser::open("keyboard", (1300, 900), false).await else { return };
    let server = Server::start(program(), &[]);
    browser.goto(&format!("http://{}/", server.address)).await;
    browser.until("document.querySelectorAll('#board .cell.safe').length > 0").await;
    // The order is that of the page; the board is one stop.
    let way = tab_to(&browser, "gridcell").await;
    assert_eq!(way, ["tool", "undo", "show", "gridcell"]);
    browser.press(DOWN).await;
    browser.press(RIGHT).await;
    browser.until("document.querySelector('#cell').textContent.includes('(1, 1)')").await;
    browser.press("3").await;
    browser.until("document.querySelector('[data-row=\"1\"][data-col=\"1\"]').textContent === '3'").await;
    browser.shoot("keyboard-focus").await;
    // Enter keeps the cell in the panel, Escape lets it go.
    browser.press(ENTER).await;
    browser.until("document.querySelector('#cell').textContent.includes('kept')").await;
    browser.press("\u{e00c}").await;
    browser.until("!document.querySelector('#cell').textContent.includes('kept')").await;
    // Undo, also by its keys.
    browser.press("\u{e009}z\u{e009}").await;
    browser.until("document.querySelector('[data-row=\"1\"][data-col=\"1\"]').textContent !== '3'").await;
    browser.press("\u{e010}").await; // End
    browser.until("document.activeElement.dataset.col === '8'").await;
    browser.press("\u{e009}\u{e011}\u{e009}").await; // Ctrl+Home
    browser.until("document.activeElement.dataset.row === '0' && document.activeElement.dataset.col === '0'").await;

    // Tools are one stop with arrows, and Enter paints with the one chosen.
    tab_to(&browser, "tool").await;
    for _ in 0..3 {
        browser.press(RIGHT).await;
    }
    browser.until("document.activeElement.value === '1'").await;
    tab_to(&browser, "gridcell").await;
    browser.press("\u{e009}\u{e010}\u{e009}").await; // Ctrl+End
    browser.press(ENTER).await;
    browser
        .until("document.activeElement.dataset.row === '8' && document.activeElement.classList.contains('n1')")
        .await;

    // The best moves, and where they are.
    tab_to(&browser, "best").await;
    browser.press(ENTER).await;
    browser.until("document.querySelectorAll('#moves button').length > 0").await;
    tab_to(&browser, "button").await;
    browser.until("document.querySelectorAll('#board .upcoming').length === 1").await;
    browser.press(ENTER).await;
    browser.until("document.querySelector('#cell').textContent.includes('kept')").await;

    // A game: begun, the first cell opened, a flag, hints.
    tab_to(&browser, "play").await;
    browser.press(ENTER).await;
    browser.until("document.querySelector('#summary').textContent.startsWith('Playing')").await;
    browser.until("document.activeElement.matches('#board .cell')").await;
    browser.press("\u{e009}\u{e011}\u{e009}").await; // Ctrl+Home
    browser.press(" ").await;
    browser.until("document.querySelectorAll('#board .open').length > 0").await;
    browser.press("h").await;
    browser.until("document.querySelector('#hint').ariaPressed === 'true'").await;
    browser.until("/certainly safe|least risk/.test(document.querySelector('#summary').textContent)").await;
    browser.press("c").await;
    browser.until("document.querySelectorAll('#board .risk').length > 0").await;
    // To a covered cell.
    for key in [DOWN; 8].into_iter().chain([RIGHT; 8]) {
        if browser.eval("document.activeElement.classList.contains('covered')").await == json!(true) {
            break;
        }
        browser.press(key).await;
    }
    browser.press("f").await;
    browser.until("document.activeElement.matches('.flag, .wrong')").await;
    browser.press("u").await;
    browser.until("document.querySelectorAll('#board .open').length === 0").await;
    browser.close().await;
}
