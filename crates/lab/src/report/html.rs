//! A report as one HTML file that needs nothing else: styles, script and plots are in it.

use minijinja::{Environment, context};

use super::{NODES_RANK, Page};

/// What the page does when it is open.
const SCRIPT: &str = include_str!("report.js");

/// The whole report. The template's name ends in `.html`, by which its values are escaped.
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
    // Only a mistake in the template can fail, which the tests would show.
    rendered.unwrap_or_else(|error| format!("<!doctype html><title>report</title><p>{error}</p>"))
}
