//! The page of findings: a section per question, each with the answers of its reports, one plot, and links. Everything on it
//! comes from the reports, so it says what they say.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::report::REPORT;

/// A section of the page.
#[derive(Clone, Copy, Debug)]
pub struct FindingsSection {
    /// Heading.
    pub title: &'static str,
    /// Folders of results, the most telling first: its plot is shown.
    pub folders: &'static [&'static str],
}

/// The sections, in the order of the page.
pub const FINDINGS: &[FindingsSection] = &[
    section("Engines", &["engines", "tiers", "memory", "large"]),
    section("The ladder of backtracking", &["c1-c2"]),
    section("Encodings of sums", &["encodings", "totals"]),
    section("SAT solvers and backbones", &["backends", "backbones", "binding"]),
    section("Deduction and linear programming", &["hierarchy", "lp-limits", "patterns"]),
    section("Counting", &["counting", "corridor", "counters"]),
    section("Hardness", &["phase", "transition", "compiled", "hardest"]),
    section("Games", &["play/levels", "play/lookahead", "play/rival", "play/c2", "play/e3"]),
    section("What players can and cannot", &["play/usual", "play/total", "play/growth"]),
    section("Guesses", &["play/guesses-expert", "play/guesses-intermediate", "play/guesses-beginner"]),
    section("Chains of games", &["play/a3", "play/a5", "play/chain-effort", "play/a4"]),
    section("Agents of the sources", &["play/b2", "play/closure", "play/c1", "play/search-tree", "checks", "play/d2"]),
    section("The frontier sweep", &["play/sweep-growth", "play/merging"]),
    section("Uncertain clues", &["play/unknown-totals"]),
];

const fn section(title: &'static str, folders: &'static [&'static str]) -> FindingsSection {
    FindingsSection { title, folders }
}

/// What a report says.
struct Said {
    question: String,
    answer: Vec<String>,
    /// Boards and limits, where the report names them.
    measured: Option<String>,
    /// Caption and path in the folder.
    plot: Option<(String, String)>,
}

/// The page, in Markdown, from the reports below a folder. Folders without a report are left out.
pub fn findings_page(results: &Path, sections: &[FindingsSection]) -> String {
    let mut text = String::from(
        "# Findings\n\nEvery sentence here is the answer of a report, which has its method, tables and caveats. \
         `minesat results findings` makes this page from the reports, and these from records alone.\n\n\
         Times are processor time. PAR-2 is the mean time, an unsolved board counting as twice the limit. Brackets are 95 % \
         intervals over the boards. A difference is beyond noise in one of two ways: the typical board differs (p < 0.01 by \
         Wilcoxon's test with Holm's correction, and a mean ratio of times above that of two runs of one engine), or the means do \
         (the whole interval of the PAR-2 ratio lies above that). Engines are named as in `minesat engines`, without the options \
         that all engines of a comparison share; the virtual best is the fastest engine on each board. Reports rank engines on \
         their own boards, which the line below each question names. All answers agree, unless a report says otherwise.\n",
    );
    for section in sections {
        let said: Vec<(&str, Said)> = (section.folders.iter())
            .filter_map(|folder| Some((*folder, said(&fs::read_to_string(results.join(folder).join(REPORT)).ok()?))))
            .collect();
        if said.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n## {}", section.title);
        let plot = said.iter().find_map(|(folder, said)| Some((folder, said.plot.as_ref()?)));
        for (folder, said) in &said {
            let _ = writeln!(text, "\n**{}** ([report]({folder}/{REPORT}))\n", said.question);
            if let Some(measured) = &said.measured {
                let _ = writeln!(text, "{measured}\n");
            }
            said.answer.iter().for_each(|line| text += &format!("- {line}\n"));
        }
        if let Some((folder, (caption, path))) = plot {
            let _ = writeln!(text, "\n![{caption}]({folder}/{path})");
        }
    }
    text
}

/// Reads a report: its question (the bold line, or the title), the lines or sentences under `Answer` or `Findings`, the first
/// plot.
fn said(report: &str) -> Said {
    let lines = || report.lines().map(str::trim);
    let bold = lines().find_map(|line| line.strip_prefix("**")?.strip_suffix("**"));
    let title = lines().find_map(|line| line.strip_prefix("# "));
    let section = lines().skip_while(|line| !matches!(*line, "## Answer" | "## Findings")).skip(1);
    let section: Vec<&str> = section
        .take_while(|line| !line.starts_with('#') && !line.starts_with("![") && !line.starts_with('|'))
        .collect();
    let mut listed: Vec<String> = Vec::new();
    for line in &section {
        match (line.strip_prefix("- "), listed.last_mut()) {
            (Some(first), _) => listed.push(first.into()),
            // A line of an item that goes on.
            (None, Some(item)) if !line.is_empty() => *item += &format!(" {line}"),
            _ => {}
        }
    }
    // Every report of the bench ends with it; the page would repeat it.
    listed.retain(|item| !item.ends_with(": no disagreement."));
    let answer = match listed.is_empty() {
        false => listed,
        true => {
            let paragraphs = section.split(|line| line.is_empty()).map(|lines| lines.join(" "));
            paragraphs.filter(|paragraph| !paragraph.is_empty()).collect()
        }
    };
    let plot = lines().find_map(|line| {
        let (caption, path) = line.strip_prefix("![")?.split_once("](")?;
        Some((caption.to_string(), path.strip_suffix(')')?.to_string()))
    });
    let method = |name: &str| lines().find_map(|line| line.strip_prefix("- ")?.strip_prefix(name)?.strip_prefix(": "));
    let measured = method("boards").zip(method("limits per measurement"));
    let measured = measured.map(|(boards, limits)| format!("Boards: {boards}. Limits: {limits}."));
    Said { question: bold.or(title).unwrap_or_default().to_string(), answer, measured, plot }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_what_reports_say() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            fs::create_dir_all(folder.path().join(name)).unwrap();
            fs::write(folder.path().join(name).join(REPORT), text).unwrap();
        };
        write(
            "a",
            "# A\n\n**Which?**\n\n## Answer\n\n- One\n  more.\n- Two.\n- 9 answers compared: no disagreement.\n\n![P](plots/p.svg)\n\n## Method\n\n- limits per measurement: 2 s\n- boards: b.jsonl (3)\n",
        );
        write("play/b", "# B\n\n## Findings\n\nIt wins\nhalf.\n\n![Q](q.svg)\n");
        let sections = [section("S", &["gone", "a", "play/b"]), section("T", &["gone"])];
        let page = findings_page(folder.path(), &sections);
        let body = &page[page.find("\n## S").unwrap()..];
        assert_eq!(
            body,
            "\n## S\n\n**Which?** ([report](a/report.md))\n\n\
             Boards: b.jsonl (3). Limits: 2 s.\n\n- One more.\n- Two.\n\n**B** ([report](play/b/report.md))\n\n\
             - It wins half.\n\n![P](a/plots/p.svg)\n"
        );
    }
}
