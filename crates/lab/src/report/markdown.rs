//! The front page of a report as Markdown, its plots as files beside it.

use std::fmt::Write;

use super::{ReportPage, ReportTable};

/// The front page.
pub fn render(page: &ReportPage) -> String {
    let front = &page.front;
    let mut text = format!("# {}\n\n**{}**\n\n## Answer\n\n", plain(&page.title), plain(&front.question));
    front.answer.iter().for_each(|line| text += &format!("- {}\n", plain(line)));
    for plot in &front.plots {
        let _ = writeln!(text, "\n![{}]({})", plain(&plot.caption), super::plot_file(&plot.name));
    }
    text += "\n## Method\n\n";
    front.method.iter().for_each(|(name, value)| text += &format!("- {name}: {}\n", plain(value)));
    for source in &page.sources {
        let _ = writeln!(text, "\nRecords `{}`, made by\n\n```sh\n{}\n```", source.file, source.command);
    }
    let _ = writeln!(
        text,
        "\nThis report is made from the records alone by the following command, which also writes report.html with every \
         measurement:\n\n```sh\n{}\n```\n\n## Tables",
        page.command
    );
    front.tables.iter().for_each(|table| text += &markdown_table(table));
    text += "\n## Caveats\n\n";
    front.caveats.iter().for_each(|line| text += &format!("- {}\n", plain(line)));
    text
}

/// One table with its title.
pub fn markdown_table(table: &ReportTable) -> String {
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
