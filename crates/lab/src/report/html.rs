//! A report as one HTML file that needs nothing else: styles, script and plots are in it.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::page::{PageBlock, Plot, RecordSource, Section};
use super::{NODES_RANK, ReportPage, ReportTable};

/// What the page looks like.
const STYLE: &str = include_str!("report.css");

/// What the page does when it is open.
const SCRIPT: &str = include_str!("report.js");

/// The whole report. Values are escaped; plots, style, script and packed measurements stand as they are.
pub fn render(page: &ReportPage) -> String {
    let whole = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (page.title) " · minesat" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (page.title) }
                    p.question { (page.front.question) }
                    ul.answer { @for line in &page.front.answer { li { (line) } } }
                    @for plot in &page.front.plots { (self::plot(plot)) }
                    nav {
                        @for section in &page.sections { a href={ "#" (section.id) } { (section.title) } }
                        a href="#measurements" { "Measurements" }
                    }
                    details {
                        summary { "Method" }
                        dl { @for (name, value) in &page.front.method { dt { (name) } dd { (value) } } }
                    }
                    @for source in &page.sources { (records(source)) }
                    p { "This report is made from the records alone by" }
                    pre { (page.command) }
                    @for table in &page.front.tables { (self::table(table)) }
                    h2 { "Caveats" }
                    ul { @for line in &page.front.caveats { li { (line) } } }
                    @for section in &page.sections { (self::section(section)) }
                    (measurements())
                }
                dialog #instance aria-label="instance" {}
                script type="text/plain" #measurements-data { (PreEscaped(&page.measurements)) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    whole.into_string()
}

fn records(source: &RecordSource) -> Markup {
    html! {
        details {
            summary { "Records " code { (source.file) } }
            dl { @for (name, value) in &source.facts { dt { (name) } dd { (value) } } }
            p { "Made by" }
            pre { (source.command) }
        }
    }
}

fn section(section: &Section) -> Markup {
    html! {
        section id=(section.id) {
            h2 { (section.title) }
            p { (section.text) }
            @for block in &section.blocks {
                @match block {
                    PageBlock::Table(table) => (self::table(table)),
                    PageBlock::Plot(plot) => (self::plot(plot)),
                }
            }
        }
    }
}

fn plot(Plot { svg, caption, .. }: &Plot) -> Markup {
    html! { figure { (PreEscaped(svg)) figcaption { (caption) } } }
}

fn table(table: &ReportTable) -> Markup {
    html! {
        h3 { (table.title) }
        div.scroll {
            table {
                thead { tr { @for column in &table.columns { th.n[column.number] { (column.name) } } } }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (column, cell) in table.columns.iter().zip(row) {
                                td.n[column.number].(cell.tone)[!cell.tone.is_empty()] data-sort=[cell.sort] {
                                    (cell.text)
                                }
                            }
                        }
                        "\n"
                    }
                }
            }
        }
        @for note in &table.notes { p.note { (note) } }
    }
}

/// The table of all measurements, which the script fills.
fn measurements() -> Markup {
    html! {
        section #measurements {
            h2 { "Measurements" }
            p {
                "Every measurement. A head sorts, the fields filter, a row shows its board with the verdicts of that "
                "measurement and all other measurements of the instance; so does a dot of a plot that stands for one "
                "instance. " (NODES_RANK)
            }
            div #filters {}
            p.note #measurements-count role="status" { "The table needs JavaScript." }
            div.scroll {
                table {
                    thead { tr #measurements-head {} }
                    tbody #measurements-body {}
                }
            }
            button type="button" #more hidden { "Show more" }
        }
    }
}
