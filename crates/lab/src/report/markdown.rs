//! A report as Markdown, its plots as files beside it.

use std::fmt::Write;

use super::{PageBlock, ReportPage, ReportTable};

/// The whole report.
pub fn render(page: &ReportPage) -> String {
    let mut text = format!("# {}\n\n", plain(&page.title));
    for source in &page.sources {
        let _ = writeln!(text, "Records `{}`:\n", source.file);
        for (name, value) in &source.facts {
            let _ = writeln!(text, "- {name}: {}", plain(value));
        }
        let _ = writeln!(text, "\nMade by\n\n```sh\n{}\n```\n", source.command);
    }
    let _ = writeln!(text, "This report is made from the records alone by\n\n```sh\n{}\n```", page.command);
    for section in &page.sections {
        let _ = writeln!(text, "\n## {}\n\n{}", section.title, plain(&section.text));
        for block in &section.blocks {
            match block {
                PageBlock::Table(table) => text += &render_table(table),
                PageBlock::Plot(plot) => {
                    let _ = writeln!(text, "\n![{}](plots/{}.svg)", plain(&plot.caption), plot.name);
                }
            }
        }
    }
    text
}

fn render_table(table: &ReportTable) -> String {
    let mut text = format!("\n### {}\n\n", plain(&table.title));
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    text += &line(table.columns.iter().map(|c| plain(&c.name)).collect());
    text += &line(table.columns.iter().map(|c| if c.number { "--:" } else { ":--" }.to_string()).collect());
    for row in &table.rows {
        let cell = |c: &super::table::TableCell| match c.tone {
            "best" => format!("{} \\*", plain(&c.text)),
            "bad" => format!("**{}**", plain(&c.text)),
            _ => plain(&c.text),
        };
        text += &line(row.iter().map(cell).collect());
    }
    for note in &table.notes {
        let _ = write!(text, "\n{}\n", plain(note));
    }
    text
}

/// Text without meaning to Markdown.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '|' | '*' | '`' | '\\' | '<' | '[') {
            out.push('\\');
        }
        out.push(if c == '\n' { ' ' } else { c });
    }
    out
}
