//! A headless Chromium behind chromedriver, where both are installed.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MOUSE_BUTTON_RIGHT, MouseActions, PointerAction,
};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

/// Where a program is, if it is in PATH.
fn in_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names.iter().find_map(|name| folders.iter().map(|f| f.join(name)).find(|p| p.is_file()))
}

/// A browser window.
pub struct Browser {
    driver: Child,
    pub client: Client,
}

impl Browser {
    /// Opens a window of this size; None, said on standard error, where there is no browser.
    pub async fn open(test: &str, size: (u32, u32), dark: bool) -> Option<Browser> {
        Self::open_as(test, size, dark, json!({})).await
    }

    /// Opens the screen of a phone, which has fingers in place of a pointer.
    pub async fn open_phone(test: &str, (width, height): (u32, u32), dark: bool) -> Option<Browser> {
        let metrics = json!({ "width": width, "height": height, "pixelRatio": 2.0, "touch": true });
        Self::open_as(test, (width, height), dark, json!({ "mobileEmulation": { "deviceMetrics": metrics } })).await
    }

    async fn open_as(test: &str, (width, height): (u32, u32), dark: bool, more: Value) -> Option<Browser> {
        let browser = in_path(&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
        let (Some(browser), Some(driver)) = (browser, in_path(&["chromedriver"])) else {
            // Written past the capture of test output, so that it is seen.
            let _ = writeln!(std::io::stderr(), "{test}: skipped: no browser (chromium and chromedriver)");
            return None;
        };
        let mut driver = Command::new(driver)
            .args(["--port=0", "--log-level=WARNING"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("chromedriver starts");
        let mut lines = BufReader::new(driver.stdout.as_mut().expect("its output is piped")).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("successfully on port ")?;
            rest.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("chromedriver says its port");
        let mut flags = vec![
            "--headless=new".to_string(),
            // Containers run tests as root and give little shared memory.
            "--no-sandbox".to_string(),
            "--disable-dev-shm-usage".to_string(),
            "--disable-gpu".to_string(),
            "--force-device-scale-factor=1".to_string(),
            format!("--window-size={width},{height}"),
        ];
        if dark {
            flags.push("--blink-settings=preferredColorScheme=0".to_string());
        }
        let mut options = json!({ "binary": browser, "args": flags });
        if let (Value::Object(options), Value::Object(more)) = (&mut options, more) {
            options.extend(more);
        }
        let capabilities = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!() };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let connecting = builder.capabilities(capabilities).connect(&format!("http://127.0.0.1:{port}")).await;
        let client = match connecting {
            Ok(client) => client,
            Err(error) => {
                let _ = driver.kill();
                panic!("the browser does not start: {error}");
            }
        };
        Some(Browser { driver, client })
    }

    /// Opens a page.
    pub async fn goto(&self, address: &str) {
        self.client.goto(address).await.expect("the page opens");
    }

    /// The value of an expression in the page.
    pub async fn eval(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        self.client.execute(&script, vec![]).await.unwrap_or_else(|e| panic!("{expression}: {e}"))
    }

    /// Waits until an expression holds.
    pub async fn until(&self, expression: &str) {
        let start = Instant::now();
        while self.eval(&format!("Boolean({expression})")).await != json!(true) {
            if start.elapsed() > Duration::from_secs(30) {
                self.shoot("failed").await;
                panic!("never true: {expression}; the page says {}", self.eval("document.body.innerText").await);
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Clicks on an element.
    pub async fn click(&self, selector: &str) {
        let element = self.client.find(Locator::Css(selector)).await;
        element
            .unwrap_or_else(|e| panic!("{selector}: {e}"))
            .click()
            .await
            .unwrap_or_else(|e| panic!("{selector}: {e}"));
    }

    /// Sends keys to an element.
    pub async fn keys(&self, selector: &str, keys: &str) {
        let element = self.client.find(Locator::Css(selector)).await.unwrap_or_else(|e| panic!("{selector}: {e}"));
        element.send_keys(keys).await.unwrap_or_else(|e| panic!("{selector}: {e}"));
    }

    /// Types on the keyboard, whatever has the focus. Control (`\u{e009}`) is held until it comes again.
    pub async fn press(&self, keys: &str) {
        let mut actions = KeyActions::new("keyboard".into());
        let mut held = false;
        for value in keys.chars() {
            let down = KeyAction::Down { value };
            let up = KeyAction::Up { value };
            if value == '\u{e009}' {
                actions = actions.then(if held { up } else { down });
                held = !held;
            } else {
                actions = actions.then(down).then(up);
            }
        }
        self.client.perform_actions(actions).await.unwrap_or_else(|e| panic!("{keys:?}: {e}"));
    }

    /// Clicks on an element with the right button.
    pub async fn second(&self, selector: &str) {
        let element = self.client.find(Locator::Css(selector)).await.unwrap_or_else(|e| panic!("{selector}: {e}"));
        let actions = MouseActions::new("mouse".into())
            .then(PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 })
            .then(PointerAction::Down { button: MOUSE_BUTTON_RIGHT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_RIGHT });
        self.client.perform_actions(actions).await.expect("the button is pressed");
    }

    /// Replaces what a field holds.
    pub async fn fill(&self, selector: &str, text: &str) {
        let script = "const e = document.querySelector(arguments[0]); e.value = arguments[1]; \
                      for (const kind of ['input', 'change']) e.dispatchEvent(new Event(kind, { bubbles: true }));";
        self.client.execute(script, vec![json!(selector), json!(text)]).await.expect("the field is there");
    }

    /// Moves the pointer over elements with the button held, or not.
    pub async fn drag(&self, selectors: &[&str], held: bool) {
        let mut actions = MouseActions::new("mouse".into());
        for (index, selector) in selectors.iter().enumerate() {
            let element = self.client.find(Locator::Css(selector)).await.unwrap_or_else(|e| panic!("{selector}: {e}"));
            let duration = Some(Duration::from_millis(20));
            actions = actions.then(PointerAction::MoveToElement { element, duration, x: 0.0, y: 0.0 });
            if held && index == 0 {
                actions = actions.then(PointerAction::Down { button: MOUSE_BUTTON_LEFT });
            }
        }
        if held {
            actions = actions.then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        }
        self.client.perform_actions(actions).await.expect("the pointer moves");
    }

    /// Takes a picture of the window, for people.
    pub async fn shoot(&self, name: &str) {
        let folder = std::env::temp_dir().join("minesat-screenshots");
        std::fs::create_dir_all(&folder).expect("a folder for pictures");
        let picture = self.client.screenshot().await.expect("a picture");
        std::fs::write(folder.join(format!("{name}.png")), picture).expect("the picture is written");
    }

    /// Closes the window.
    pub async fn close(mut self) {
        let _ = self.client.clone().close().await;
        self.end();
    }

    /// Ends the driver and the browser that it started, also after a test that failed.
    fn end(&mut self) {
        let group = format!("-{}", self.driver.id());
        let _ = Command::new("kill").args(["-9", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.driver.wait();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if matches!(self.driver.try_wait(), Ok(None)) {
            self.end();
        }
    }
}

/// A file as an address.
pub fn address_of(path: &Path) -> String {
    format!("file://{}", path.display())
}
