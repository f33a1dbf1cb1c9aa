//! The page takes every text that the command line takes, files and examples.

use super::driver::Browser;
use super::program;
use crate::common::program::run_on;
use crate::load::client::Server;
use serde_json::json;

/// One board as the programs of others write it, and as this one does.
fn texts() -> Vec<(&'static str, String, bool)> {
    let folder = tempfile::tempdir().unwrap();
    let board = "3 3 2\n#10\n#21\n###\n";
    let made = |args: &[&str]| {
        let (code, text, said) = run_on(folder.path(), args, board);
        assert_eq!(code, 0, "{args:?}: {said}");
        text
    };
    let instance = "{\"name\":\"a board\",\"mines\":2,\"board\":[\"#10\",\"#21\",\"###\"]}\n";
    let plain = |name, text: &str, total| (name, text.to_string(), total);
    vec![
        plain("minesat", board, true),
        plain("grid", "#10\n#21\n###\n", false),
        plain("grid with blanks", "# 1 0\n# 2 1\n# # #\nmines: 2\n", true),
        plain("csv", "#,1,0\n#,2,1\n#,#,#\n", false),
        plain("table", "| # | 1 | 0 |\n|---|---|---|\n| # | 2 | 1 |\n| # | # | # |\n", false),
        plain("margins", "  0 1 2\n0 # 1 0\n1 # 2 1\n2 # # #\n", false),
        plain("json", "[\"#10\", \"#21\", \"###\"]", false),
        ("jsminesweeper", made(&["convert", "-", "--to", "jsminesweeper"]), true),
        ("link", made(&["convert", "-", "--to", "link"]), true),
        plain("instance lines", instance, true),
        ("opb", made(&["encode", "-", "--to", "opb"]), true),
        ("sums", made(&["encode", "-", "--to", "json"]), true),
    ]
}

#[tokio::test]
async fn texts_of_twelve_formats_are_boards() {
    let Some(browser) = Browser::open("texts", (1300, 900), false).await else { return };
    let server = Server::start(program(), &[]);
    browser.goto(&format!("http://{}/", server.address)).await;
    browser.until("document.querySelectorAll('#board .cell').length === 81").await;
    let rows = "(() => { const rows = []; for (const c of document.querySelectorAll('#board .cell')) \
                (rows[c.dataset.row] ??= []).push(c.classList.contains('open') ? c.textContent || '0' : '#'); \
                return rows.map(row => row.join('')).join(); })()";
    for (name, text, total) in texts() {
        // Another board before, so that each is seen to come.
        browser.fill("#text", "1 1 ?\n#\n").await;
        browser.until("document.querySelectorAll('#board .cell').length === 1").await;
        // As a person pastes it, anywhere on the page.
        let paste = "const data = new DataTransfer(); data.setData('text', arguments[0]); \
                     document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));";
        browser.client.execute(paste, vec![json!(text)]).await.unwrap();
        browser.until("document.querySelectorAll('#board .cell').length === 9").await;
        assert_eq!(browser.eval(rows).await, json!("#10,#21,###"), "{name}");
        let mines = if total { "2" } else { "?" };
        assert_eq!(browser.eval("document.querySelector('#mines').value").await, json!(mines), "{name}");
        browser.until("document.querySelector('#summary').textContent.includes('safe')").await;
        assert_eq!(browser.eval("document.querySelector('#problem').hidden").await, json!(true), "{name}");
    }

    // A file of several instances: a list to choose from.
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/sources.jsonl");
    browser.keys("#file", file.to_str().unwrap()).await;
    browser.until("document.querySelectorAll('#which option').length === 6").await;
    let third = "[...document.querySelectorAll('#which option')].find(o => o.textContent === 'csp-assignment').value";
    let third = browser.eval(third).await;
    browser.fill("#which", third.as_str().unwrap()).await;
    browser.until("document.querySelector('#summary').textContent.startsWith('5 safe, 3 mines')").await;
    browser.shoot("page-instances").await;
    // The same compressed.
    let folder = tempfile::tempdir().unwrap();
    let packed = folder.path().join("sources.jsonl.gz");
    let bytes = minesat::compression::Compression::Gzip.pack(std::fs::read(&file).unwrap()).unwrap();
    std::fs::write(&packed, bytes).unwrap();
    browser.fill("#text", "1 1 ?\n#\n").await;
    browser.until("document.querySelector('#found').hidden").await;
    browser.keys("#file", packed.to_str().unwrap()).await;
    browser.until("document.querySelectorAll('#which option').length === 6").await;
    // An edit makes it another board, and the list goes.
    browser.click("#clear").await;
    browser.until("document.querySelector('#found').hidden").await;

    // Where the mines are: a game to play.
    browser.fill("#text", "*...\n....\n...*\n").await;
    browser.until("document.querySelector('#found button')").await;
    browser.click("#found button").await;
    browser.until("document.querySelector('#summary').textContent.startsWith('Playing')").await;
    browser.close().await;
}

#[tokio::test]
async fn examples_are_picked() {
    let Some(browser) = Browser::open("examples", (1300, 900), false).await else { return };
    let server = Server::start(program(), &[]);
    browser.goto(&format!("http://{}/", server.address)).await;
    browser.until("document.querySelectorAll('#example optgroup').length >= 4").await;
    browser.fill("#example", "1-2-2-1").await;
    browser.until("/^\\d+ safe, 2 mines/.test(document.querySelector('#summary').textContent)").await;
    browser.until("document.querySelector('#note').textContent.includes('above the 2s')").await;
    browser.fill("#example", "half-adder").await;
    browser.until("document.querySelectorAll('#board .cell').length === 24 * 63").await;
    browser.until("document.querySelector('#answer').textContent.includes('models4')").await;
    browser.shoot("page-compiled").await;
    browser.fill("#example", "four-number squeeze (impossible)").await;
    browser.until("document.querySelector('#summary').textContent.startsWith('Inconsistent')").await;
    // Undo goes back to the example before.
    browser.click("#undo").await;
    browser.until("document.querySelectorAll('#board .cell').length === 24 * 63").await;
    browser.close().await;
}
