//! Accessibility: contrast of everything on a board, and what axe-core finds, where `scripts/axe.sh` has brought it.

use std::io::Write;
use std::path::Path;

use super::driver::{Browser, address_of};
use super::{cell, program};
use crate::load::client::Server;
use serde_json::{Value, json};

/// The source of axe-core; None, said on standard error, where it is missing.
fn source() -> Option<String> {
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe-core/axe.min.js");
    let path = std::env::var_os("MINESAT_AXE").map_or(usual, Into::into);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        let _ = writeln!(std::io::stderr(), "axe: skipped: no {} (scripts/axe.sh brings it)", path.display());
    }
    text
}

/// Everything serious or critical on the page as it is.
async fn faults(browser: &Browser, axe: &str, state: &str) -> Vec<String> {
    browser.client.execute(axe, vec![]).await.expect("axe-core loads");
    let run = "return axe.run(document, { resultTypes: ['violations'] }).then(found => found.violations \
               .filter(v => v.impact === 'serious' || v.impact === 'critical') \
               .map(v => `${v.id}: ${v.nodes.slice(0, 4).map(n => `${n.target} ${n.any.map(a => a.message)}`).join('; ')}`))";
    let found = browser.client.execute(run, vec![]).await.expect("axe-core runs");
    let Value::Array(found) = found else { panic!("{found}") };
    found.iter().map(|fault| format!("{state}: {}", fault.as_str().unwrap_or_default())).collect()
}

async fn page_is_accessible(dark: bool) {
    let Some(axe) = source() else { return };
    let scheme = if dark { "dark" } else { "light" };
    let Some(browser) = Browser::open(&format!("axe-{scheme}"), (1300, 1000), dark).await else { return };
    let server = Server::start(program(), &[]);
    let mut found = Vec::new();
    browser.goto(&format!("http://{}/", server.address)).await;
    browser.until("document.querySelectorAll('#board .cell.safe').length > 0").await;
    browser.eval("document.querySelectorAll('details').forEach(d => { d.open = true; })").await;
    browser.click("#best").await;
    browser.until("document.querySelectorAll('#moves button').length > 0").await;
    browser.click(&cell(3, 0)).await;
    browser.until("document.querySelector('#why')").await;
    found.extend(faults(&browser, &axe, "start").await);
    browser.shoot(&format!("page-{scheme}")).await;

    browser.fill("#query", "classify").await;
    browser.fill("#engine", "rules").await;
    browser.until("document.querySelector('#answer').textContent.includes('status')").await;
    browser.fill("#text", "1 3 1\n#4#\n").await;
    browser.until("!document.querySelector('#problem').hidden").await;
    found.extend(faults(&browser, &axe, "a problem").await);

    browser.fill("#example", "Intermediate, 16 x 16").await;
    browser.until("document.querySelector('#board').ariaRowCount === '16'").await;
    browser.click("#deal").await;
    browser.until("document.querySelector('#move').textContent.includes('Next: ')").await;
    found.extend(faults(&browser, &axe, "a game of a player").await);

    browser.click("#play").await;
    browser.click(&cell(4, 4)).await;
    browser.until("document.querySelectorAll('#board .open').length > 0").await;
    browser.click("#odds").await;
    browser.until("document.querySelectorAll('#board .risk').length > 0").await;
    browser.second("#board .risk").await;
    found.extend(faults(&browser, &axe, "a game by hand").await);
    browser.shoot(&format!("play-{scheme}")).await;
    assert_eq!(found, Vec::<String>::new());
    browser.close().await;
}

#[tokio::test]
async fn axe_finds_nothing_serious_in_light() {
    page_is_accessible(false).await;
}

#[tokio::test]
async fn axe_finds_nothing_serious_in_dark() {
    page_is_accessible(true).await;
}

/// A board of 45,000 cells: those in the window, and all of them too small for elements.
#[tokio::test]
async fn axe_finds_nothing_serious_on_a_large_board() {
    let Some(axe) = source() else { return };
    for dark in [false, true] {
        let Some(browser) = Browser::open("axe-large", (1300, 900), dark).await else { return };
        let server = Server::start(program(), &["--timeout", "60"]);
        browser.goto(&format!("http://{}/", server.address)).await;
        browser.until("document.querySelectorAll('#example optgroup').length >= 4").await;
        browser.fill("#example", "150 x 300").await;
        browser.until("document.querySelector('#board').ariaRowCount === '150'").await;
        browser.until("document.querySelector('#summary').textContent.includes('undecided')").await;
        browser.until("document.querySelectorAll('#board .cell').length > 500").await;
        assert_eq!(faults(&browser, &axe, "a large board").await, Vec::<String>::new(), "dark: {dark}");
        browser.click("#fit").await;
        browser.until("document.querySelectorAll('#board .cell').length === 1").await;
        assert_eq!(faults(&browser, &axe, "all of it").await, Vec::<String>::new(), "dark: {dark}");
        browser.close().await;
    }
}

#[tokio::test]
async fn axe_finds_nothing_serious_in_a_report() {
    let Some(axe) = source() else { return };
    let folder = tempfile::tempdir().unwrap();
    let made = std::process::Command::new(program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["report", "results/smoke/records.jsonl.zst", "-o", folder.path().to_str().unwrap()])
        .output()
        .expect("the report is made");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    for dark in [false, true] {
        let Some(browser) = Browser::open("axe-report", (1300, 1000), dark).await else { return };
        browser.goto(&address_of(&folder.path().join("report.html"))).await;
        browser.until("document.querySelectorAll('#measurements-body tr').length > 100").await;
        browser.fill("#filter-instance", "csp-assignment").await;
        browser.fill("#filter-query", "=classify").await;
        let found = faults(&browser, &axe, "report").await;
        assert_eq!(found, Vec::<String>::new(), "dark: {dark}");
        browser.click("#measurements-body tr").await;
        browser.until("document.querySelector('#instance').open").await;
        assert_eq!(faults(&browser, &axe, "a board of the report").await, Vec::<String>::new(), "dark: {dark}");
        browser.shoot(if dark { "report-board-dark" } else { "report-board" }).await;
        browser.close().await;
    }
}

/// The least contrast of a sign in a cell with its colour, over all kinds of cells and all chances.
const LEAST: &str = "return import('/painter.js').then(({ riskColour }) => { \
    const style = getComputedStyle(document.documentElement), names = ['risk0', 'risk1', 'risk2']; \
    const palette = Object.fromEntries(names.map(n => [n, style.getPropertyValue(`--${n}`).trim()])); \
    const probe = document.createElement('div'); document.querySelector('#legend').append(probe); \
    const light = text => { const [r, g, b] = text.match(/[\\d.]+/g).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); \
        return 0.2126 * r + 0.7152 * g + 0.0722 * b; }; \
    let least = [99, '']; \
    const see = (kind, fill) => { probe.className = `cell ${kind}`; probe.style.backgroundColor = fill; \
        const { color, backgroundColor } = getComputedStyle(probe), [a, b] = [light(color), light(backgroundColor)]; \
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); \
        if (contrast < least[0]) least = [contrast, kind + fill]; }; \
    for (let p = 1; p < 100; p++) see('covered risk', riskColour(p / 100, palette)); \
    for (const kind of ['covered', 'flag', 'safe', 'mine', 'unknown', ...[1, 2, 3, 4, 5, 6, 7, 8].map(n => `open n${n}`)]) see(kind, ''); \
    probe.remove(); return least; })";

#[tokio::test]
async fn signs_of_cells_have_contrast() {
    for dark in [false, true] {
        let Some(browser) = Browser::open("contrast", (1300, 900), dark).await else { return };
        let server = Server::start(program(), &[]);
        browser.goto(&format!("http://{}/", server.address)).await;
        browser.until("document.querySelectorAll('#board .cell.safe').length > 0").await;
        let least = browser.client.execute(LEAST, vec![]).await.unwrap();
        assert!(least[0].as_f64().unwrap() >= 4.5, "dark: {dark}: {least}");
        // Every verdict has a sign beside its colour.
        let bare = "[...document.querySelectorAll('#board .safe, #board .mine, #board .risk')].filter(c => !c.textContent).length";
        assert_eq!(browser.eval(bare).await, json!(0));
        browser.close().await;
    }
}
