//! The report of a study in Markdown, with its charts as files beside it.

use super::table;

/// Name of the report in a folder of results.
pub const REPORT: &str = "report.md";

/// A report: a title, then paragraphs, tables and charts in their order.
#[derive(Clone, Debug, Default)]
pub struct Document {
    title: String,
    question: Option<String>,
    /// Sentences.
    answer: Vec<String>,
    blocks: Vec<String>,
    /// File name and SVG.
    files: Vec<(String, String)>,
}

impl Document {
    /// A report without content.
    pub fn new(title: impl Into<String>) -> Self {
        Document { title: title.into(), ..Document::default() }
    }

    /// Sets the question that the report answers; nothing of an empty text.
    pub fn question(&mut self, question: &str) {
        self.question = Some(question.trim().to_string()).filter(|question| !question.is_empty());
    }

    /// Adds a sentence to the answer, which stands on top; its numbers come from the rows.
    pub fn answer(&mut self, sentence: impl Into<String>) {
        self.answer.push(sentence.into());
    }

    /// Adds paragraphs of Markdown; nothing of an empty text.
    pub fn text(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref().trim_matches('\n');
        if !text.is_empty() {
            self.blocks.push(text.into());
        }
    }

    /// Begins a section.
    pub fn section(&mut self, title: &str) {
        self.blocks.push(format!("## {title}"));
    }

    /// Adds a table, as [`table()`](table) makes it.
    pub fn table<H: AsRef<str>>(&mut self, head: &[H], rows: impl IntoIterator<Item = Vec<String>>) {
        self.text(table(head, rows));
    }

    /// Shows a chart under a caption; `name` is its file without the ending.
    pub fn chart(&mut self, name: &str, caption: &str, svg: String) {
        self.blocks.push(format!("![{caption}]({name}.svg)"));
        self.files.push((format!("{name}.svg"), svg));
    }

    /// The text; `made` names command, revision and machine, below the title.
    pub fn markdown(&self, made: Option<&str>) -> String {
        let title = format!("# {}", self.title);
        let answer = self.answer.iter().map(|sentence| format!("- {sentence}")).collect::<Vec<_>>().join("\n");
        let answer = (!answer.is_empty()).then(|| format!("## Answer\n\n{answer}\n\n## Method"));
        let question = self.question.as_ref().map(|question| format!("**{question}**"));
        let head = [Some(title.as_str()), question.as_deref(), made, answer.as_deref()];
        let blocks: Vec<&str> = head.into_iter().flatten().chain(self.blocks.iter().map(String::as_str)).collect();
        blocks.join("\n\n") + "\n"
    }

    /// Names and texts of the files: the charts, then the report.
    pub fn files(&self, made: Option<&str>) -> Vec<(String, String)> {
        let mut files = self.files.clone();
        files.push((REPORT.into(), self.markdown(made)));
        files
    }
}
