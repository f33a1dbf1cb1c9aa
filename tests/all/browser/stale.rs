//! A tap inspects, and no answer about another position stays on the page.

use super::driver::Browser;
use super::{cell, program};
use crate::load::client::Server;
use serde_json::json;

#[tokio::test]
async fn a_tap_inspects_and_paints_nothing() {
    let Some(browser) = Browser::open("tap", (1300, 900), false).await else { return };
    let server = Server::start(program(), &[]);
    browser.goto(&format!("http://{}/", server.address)).await;
    browser.until("document.querySelectorAll('#board .cell.safe').length > 0").await;
    let before = browser.eval("document.querySelector('#text').value").await;
    browser.click(&cell(8, 8)).await;
    browser.until("document.querySelector('#cell').textContent.includes('(8, 8), kept')").await;
    browser.until("document.querySelector('#cell').textContent.includes('undecided, a mine with')").await;
    assert_eq!(browser.eval("document.querySelector('#text').value").await, before);
    // It stays while the pointer passes over others, until a second tap.
    browser.drag(&[&cell(0, 0), &cell(2, 2)], false).await;
    assert_eq!(browser.eval("document.querySelector('#cell').textContent.includes('(8, 8)')").await, json!(true));
    browser.click(&cell(8, 8)).await;
    browser.until("!document.querySelector('#cell').textContent.includes('kept')").await;
    browser.drag(&[&cell(0, 0), &cell(2, 2)], false).await;
    browser.until("document.querySelector('#cell').textContent.includes('(2, 2)')").await;
    browser.close().await;
}

#[tokio::test]
async fn panels_show_nothing_of_another_position() {
    let Some(browser) = Browser::open("stale", (1300, 900), false).await else { return };
    let server = Server::start(program(), &[]);
    let open = async || {
        browser.goto("about:blank").await;
        browser.goto(&format!("http://{}/#board=1x3,1,.1.", server.address)).await;
        browser.until("document.querySelector('#answer').textContent.includes('models2')").await;
        browser.click("#best").await;
        browser.until("document.querySelector('#moves').textContent.includes('wins 1 of 2')").await;
    };
    // What is left of it at the very moment of a change, before any answer.
    let left = async |change: &str| {
        let script = format!(
            "(() => {{ {change}; const text = id => document.querySelector(id).textContent; \
             return [text('#moves'), text('#answer'), text('#summary'), \
             document.querySelectorAll('#board .risk, #board .safe, #board .mine').length]; }})()"
        );
        browser.eval(&script).await
    };
    let nothing = json!(["", "", "Asking …", 0]);
    open().await;
    assert_eq!(left("document.querySelector('#clear').click()").await, nothing);
    browser.until("document.querySelector('#answer').textContent.includes('models3')").await;
    assert_eq!(browser.eval("document.querySelector('#moves').textContent").await, json!(""));
    open().await;
    let grow = "const e = document.querySelector('#cols'); e.value = 5; e.dispatchEvent(new Event('change'))";
    assert_eq!(left(grow).await, nothing);

    // The panel of a cell follows Undo: it was covered, is a 1, and is covered again.
    open().await;
    browser.click("[data-brush=\"0\"]").await;
    browser.click(&cell(0, 0)).await;
    browser.click("[data-brush=\"inspect\"]").await;
    browser.until("document.querySelector('#summary').textContent.startsWith('0 safe, 1 mines')").await;
    browser.click(&cell(0, 0)).await;
    browser.until("document.querySelector('#cell').textContent.includes('clue 0')").await;
    let panel =
        "(() => { document.querySelector('#undo').click(); return document.querySelector('#cell').textContent; })()";
    let shown = browser.eval(panel).await;
    assert!(shown.as_str().unwrap().contains("covered") && !shown.as_str().unwrap().contains("clue 0"), "{shown}");
    browser.until("document.querySelector('#cell').textContent.includes('a mine with 50 %')").await;

    // A text that is no board keeps the board and drops all answers about it.
    open().await;
    browser.fill("#text", "1 3 1\n#4#\n").await;
    browser.until("!document.querySelector('#problem').hidden").await;
    let left = left("").await;
    assert_eq!((&left[0], &left[1], &left[3]), (&json!(""), &json!(""), &json!(0)), "{left}");
    assert!(left[2].as_str().unwrap().starts_with("The text is no board"), "{left}");
    assert_eq!(browser.eval("document.querySelector('#text').ariaInvalid").await, json!("true"));
    browser.click("#clear").await;
    browser.until("document.querySelector('#problem').hidden && document.querySelector('#answer').textContent.includes('models3')").await;
    assert_eq!(browser.eval("document.querySelector('#text').value").await, json!("1 3 1\n###\n"));
    browser.close().await;
}
