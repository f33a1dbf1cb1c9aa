//! The structure of a report, independent of Markdown and HTML.

use super::{ReportOptions, ReportTable};
use crate::bench::record::{Disagreement, RecordFile, RecordHeader};

/// A whole report.
#[derive(Clone, Debug)]
pub struct ReportPage {
    /// Titles of the record files, each once, joined by commas.
    pub title: String,
    /// Sources of the records, one list per record file.
    pub sources: Vec<RecordSource>,
    /// The command that makes this report.
    pub command: String,
    /// Scatter plots were asked for: they become files too.
    pub scatter: bool,
    /// Question, answer and what shows it; the page in Markdown is this.
    pub front: Front,
    /// In the order of the page in HTML.
    pub sections: Vec<Section>,
    /// All measurements, packed, for HTML alone.
    pub measurements: String,
    /// Contradictory answers of the records.
    pub disagreements: Vec<Disagreement>,
}

/// The front page.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// The questions of the plans, or what the title asks.
    pub question: String,
    /// Sentences whose numbers come from the records.
    pub answer: Vec<String>,
    /// Name and value.
    pub method: Vec<(String, String)>,
    /// At most two.
    pub plots: Vec<Plot>,
    /// At most eight columns each; the first ones are those of engines, one per comparison.
    pub tables: Vec<ReportTable>,
    /// Number of comparisons: engines that answered one query about the same boards.
    pub comparisons: usize,
    /// What limits the answer.
    pub caveats: Vec<String>,
}

/// The header of a record file.
#[derive(Clone, Debug)]
pub struct RecordSource {
    pub file: String,
    /// Name and value.
    pub facts: Vec<(String, String)>,
    /// The command that made the records.
    pub command: String,
}

/// One section.
#[derive(Clone, Debug)]
pub struct Section {
    /// Anchor.
    pub id: &'static str,
    /// Heading of the section.
    pub title: &'static str,
    /// Its introduction: plain text, neither Markdown nor HTML.
    pub text: String,
    /// In the order of the page.
    pub blocks: Vec<PageBlock>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum PageBlock {
    /// Rows and columns of text.
    Table(ReportTable),
    /// A drawing with a caption.
    Plot(Plot),
}

/// A plot as SVG.
#[derive(Clone, Debug)]
pub struct Plot {
    /// File name without ending.
    pub name: String,
    /// Heading, plain text.
    pub title: String,
    /// Line below the drawing, plain text.
    pub caption: String,
    /// A whole SVG document.
    pub svg: String,
}

impl ReportPage {
    /// A report with its provenance.
    pub fn new(
        files: &[RecordFile],
        options: &ReportOptions,
        front: Front,
        sections: Vec<Section>,
        measurements: String,
        disagreements: Vec<Disagreement>,
    ) -> Self {
        let mut titles: Vec<&str> = Vec::new();
        for file in files {
            if !titles.contains(&file.header.title.as_str()) {
                titles.push(&file.header.title);
            }
        }
        ReportPage {
            title: titles.join(", "),
            sources: files.iter().map(source).collect(),
            command: options.command.clone(),
            scatter: !options.scatter.is_empty(),
            front,
            sections,
            measurements,
            disagreements,
        }
    }

    /// The plots that are files beside the page: those of the front page, and the scatter plots that were asked for.
    pub fn plot_files(&self) -> impl Iterator<Item = &Plot> {
        let asked = self.plots().filter(|plot| self.scatter && plot.name.starts_with("scatter-"));
        self.front.plots.iter().chain(asked)
    }

    /// The plots of the sections, in order.
    pub fn plots(&self) -> impl Iterator<Item = &Plot> {
        self.sections.iter().flat_map(|s| &s.blocks).filter_map(|block| match block {
            PageBlock::Plot(plot) => Some(plot),
            PageBlock::Table(_) => None,
        })
    }
}

/// The number of measurements, and of the planned ones if the run was cut short.
fn measurements(file: &RecordFile) -> String {
    let made = file.records.len() as u64;
    match file.header.planned {
        Some(planned) if made < planned => format!("{made} of {planned} (the run was cut short)"),
        _ => made.to_string(),
    }
}

fn source(file: &RecordFile) -> RecordSource {
    let RecordHeader { machine, .. } = &file.header;
    let header = &file.header;
    let order = header.seed.map_or("as in the files".to_string(), |seed| format!("random, seed {seed}"));
    let memory = format!("{:.1} GiB", machine.memory_kib as f64 / f64::from(1 << 20));
    let mut facts = vec![
        ("measurements", measurements(file)),
        ("started", header.started.clone()),
        ("git revision", header.git.clone()),
        ("program", format!("minesat {} ({}, {})", header.version, header.profile, header.rustc)),
        ("machine", format!("{}, {} cores, {memory}, {}", machine.cpu, machine.cores, machine.kernel)),
        ("order", format!("{order}; {} at a time", header.jobs)),
        ("limits", limits(file)),
    ];
    facts.extend(header.files.iter().map(|f| {
        let hash = f.sha256.get(..16).unwrap_or(&f.sha256);
        ("instances", format!("{} ({} boards, SHA-256 {hash}...)", f.path, f.instances))
    }));
    RecordSource {
        file: file.path.clone(),
        facts: facts.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
        command: shell(&header.command),
    }
}

/// The different limits of the records.
fn limits(file: &RecordFile) -> String {
    let mut all: Vec<String> = Vec::new();
    for record in &file.records {
        let text = format!("{} s and {} MiB", record.timeout_seconds, record.memory_bytes >> 20);
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all.join("; ")
}

/// A command line, quoted for a shell.
pub fn shell(command: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    let word = |w: &String| match !w.is_empty() && w.chars().all(plain) {
        true => w.clone(),
        false => format!("'{}'", w.replace('\'', "'\\''")),
    };
    command.iter().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_quoted_where_a_shell_needs_it() {
        let words = ["minesat", "bench", "-e", "backtrack:*", "a b", "it's", ""].map(String::from);
        assert_eq!(shell(&words), "minesat bench -e 'backtrack:*' 'a b' 'it'\\''s' ''");
    }
}
