//! Tables in Markdown.

/// A table with its head; a bar or a line end within a name does not end its column.
pub(super) fn table(head: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| {
        format!(
            "| {} |\n",
            cells.iter().map(|c| c.replace('|', "\\|").replace('\n', " ")).collect::<Vec<_>>().join(" | ")
        )
    };
    let mut text = format!("{}|{}\n", line(head), "---|".repeat(head.len()));
    rows.for_each(|row| text += &line(&row));
    text
}
