//! Tables in Markdown.

/// A table with its head.
pub(super) fn table(head: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
    rows.for_each(|row| text += &format!("| {} |\n", row.join(" | ")));
    text
}
