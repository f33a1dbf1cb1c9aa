//! Large boards and small screens.

use super::driver::Browser;
use super::{cell, program};
use crate::load::client::Server;
use serde_json::json;

#[tokio::test]
async fn a_board_of_45_000_cells_pans_and_zooms() {
    let Some(browser) = Browser::open("large", (1300, 900), false).await else { return };
    let server = Server::start(program(), &["--timeout", "60"]);
    browser.goto(&format!("http://{}/", server.address)).await;
    browser.until("document.querySelectorAll('#example optgroup').length >= 4").await;
    browser.fill("#example", "150 x 300").await;
    // The example is fetched: until it comes, the page shows the board before it.
    browser.until("document.querySelector('#board').ariaRowCount === '150'").await;
    browser.until("document.querySelector('#summary').textContent.includes('undecided')").await;
    let elements = browser.eval("document.querySelectorAll('#board .cell').length").await.as_u64().unwrap();
    assert!((500..6000).contains(&elements), "only the cells in the window are elements: {elements}");
    browser.shoot("large-start").await;

    // A drag moves the board and inspects nothing.
    browser.drag(&[&cell(9, 20), &cell(2, 5)], true).await;
    browser.until("document.querySelector('#scroller').scrollLeft > 200").await;
    assert_eq!(browser.eval("document.querySelector('#cell').textContent.includes('kept')").await, json!(false));

    // The whole board: cells too small for elements, still distinct, tapped and walked through.
    browser.click("#fit").await;
    browser.until("document.querySelectorAll('#board .cell').length === 1").await;
    let all = "(() => { const s = document.querySelector('#scroller'); return s.scrollWidth <= s.clientWidth + 1 && s.scrollHeight <= s.clientHeight + 1; })()";
    assert_eq!(browser.eval(all).await, json!(true));
    let colours = "(() => { const c = document.querySelector('canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; \
                   const seen = new Set(); for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return seen.size; })()";
    assert!(browser.eval(colours).await.as_u64().unwrap() > 8);
    browser.shoot("large-whole").await;
    browser.click("#board").await;
    browser.until("document.querySelector('#cell').textContent.includes('kept')").await;
    browser.press("\u{e00c}\u{e009}\u{e010}\u{e009}").await; // Escape, Ctrl+End
    browser.until("document.activeElement.dataset.row === '149' && document.activeElement.dataset.col === '299'").await;
    browser.until("document.querySelector('#cell').textContent.includes('(149, 299)')").await;

    // Larger by keys, around the cell with the focus, until it is an element again.
    for _ in 0..8 {
        browser.press("+").await;
    }
    browser.until("document.querySelectorAll('#board .cell').length > 100").await;
    let seen = "(() => { const a = document.activeElement.getBoundingClientRect(), b = document.querySelector('#scroller').getBoundingClientRect(); \
                return a.right <= b.right + 1 && a.bottom <= b.bottom + 1 && a.left >= b.left && a.top >= b.top; })()";
    browser.until(seen).await;
    browser.shoot("large-corner").await;

    // Painting there asks again.
    browser.press("F").await;
    browser.until("document.querySelector('#text').value.trim().endsWith('F')").await;
    browser.until("/undecided|Inconsistent/.test(document.querySelector('#summary').textContent)").await;
    browser.close().await;
}

#[tokio::test]
async fn a_large_game_is_played_by_hand() {
    let Some(browser) = Browser::open("large-play", (1300, 900), false).await else { return };
    let server = Server::start(program(), &["--timeout", "60"]);
    browser.goto(&format!("http://{}/#board=150x300,9000,.~45000~", server.address)).await;
    browser.until("document.querySelector('#board')?.ariaRowCount === '150'").await;
    browser.fill("#level", "").await;
    browser.fill("#start", "zero").await;
    browser.click("#play").await;
    browser.until("document.querySelector('#summary').textContent.includes('9000 mines')").await;
    browser.click(&cell(5, 5)).await;
    browser.until("document.querySelectorAll('#board .open').length > 5").await;
    browser.click("#hint").await;
    browser.until("/certainly safe|least risk/.test(document.querySelector('#summary').textContent)").await;
    browser.close().await;
}

#[tokio::test]
async fn a_phone_shows_and_plays_all_of_it() {
    let Some(browser) = Browser::open_phone("phone", (375, 700), false).await else { return };
    let server = Server::start(program(), &[]);
    browser.goto(&format!("http://{}/", server.address)).await;
    browser.until("document.querySelectorAll('#board .cell.safe').length > 0").await;
    let fits = "document.documentElement.scrollWidth <= 375 && innerWidth === 375";
    assert_eq!(
        browser.eval(fits).await,
        json!(true),
        "{}",
        browser.eval("[document.documentElement.scrollWidth, innerWidth]").await
    );
    // Every cell is large enough to hit, and a tap inspects.
    assert_eq!(browser.eval("document.querySelector('#board .cell').offsetWidth >= 24").await, json!(true));
    browser.click(&cell(8, 8)).await;
    browser.until("document.querySelector('#cell').textContent.includes('(8, 8), kept')").await;
    browser.shoot("phone").await;
    browser.eval("document.querySelector('#h-cell').scrollIntoView()").await;
    browser.shoot("phone-panels").await;
    browser.eval("document.querySelector('#text').scrollIntoView()").await;
    browser.shoot("phone-board").await;
    browser.click("#play").await;
    browser.until("document.querySelector('#summary').textContent.startsWith('Playing')").await;
    browser.click(&cell(4, 4)).await;
    browser.until("document.querySelectorAll('#board .open').length > 0").await;
    // A finger has no right button: the tool Flag.
    browser.click("#taps label:nth-of-type(2)").await;
    browser.click("#board .covered").await;
    browser.until("document.querySelectorAll('#board .flag').length === 1").await;
    assert_eq!(browser.eval(fits).await, json!(true));
    browser.shoot("phone-play").await;
    browser.close().await;
}
