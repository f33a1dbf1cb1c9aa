//! A report as one self-contained HTML file: styles, script and plots are inline.

use minijinja::{Environment, context};

use super::{NODES_RANK, Page};

/// The script of the page.
const SCRIPT: &str = include_str!("report.js");

/// The whole report. The template's name ends in `.html`, so its values are escaped.
pub fn render(page: &Page) -> String {
    let mut environment = Environment::new();
    let rendered = environment
        .add_template("report.html", include_str!("report.html"))
        .and_then(|()| environment.get_template("report.html"))
        .and_then(|template| {
            template.render(
                context! { page, script => SCRIPT, measurements => page.measurements, nodes_rank => NODES_RANK },
            )
        });
    // Only a bug in the template can fail, and the tests would show it.
    rendered.unwrap_or_else(|error| format!("<!doctype html><title>report</title><p>{error}</p>"))
}
