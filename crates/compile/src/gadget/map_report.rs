//! The map of footprints as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::map::{CLASSES, Entry, Verdict};

fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Found => "yes",
        Verdict::Impossible => "-",
        Verdict::Unknown => "?",
    }
}

/// One table per class, functions against footprints: `c` with centred ports, `r,c` only with ports in that row and
/// column, `-` proved impossible, `?` undecided within the limit.
fn table(entries: &[&Entry]) -> String {
    let mut footprints: Vec<(usize, usize)> = entries.iter().map(|e| (e.rows, e.cols)).collect();
    footprints.sort_by_key(|&(r, c)| (r * c, r));
    footprints.dedup();
    let mut functions: Vec<&str> = Vec::new();
    for entry in entries {
        if !functions.contains(&entry.function.as_str()) {
            functions.push(&entry.function);
        }
    }
    let by_place: BTreeMap<_, _> = entries.iter().map(|e| ((e.function.as_str(), e.rows, e.cols), *e)).collect();
    let mut text = String::from("| function |");
    footprints.iter().for_each(|(r, c)| text += &format!(" {r}x{c} |"));
    text += "\n|---|";
    text += &"---|".repeat(footprints.len());
    for function in functions {
        let _ = write!(text, "\n| {function} |");
        for &(rows, cols) in &footprints {
            let word = match by_place.get(&(function, rows, cols)) {
                None => String::new(),
                Some(e) if e.centred == Verdict::Found => "c".into(),
                Some(e) => match e.ports {
                    Some((row, col)) => format!("{row},{col}"),
                    None => mark(e.anywhere).into(),
                },
            };
            let _ = write!(text, " {word} |");
        }
    }
    text + "\n"
}

/// The smallest footprints of every function in one class.
fn smallest(entries: &[&Entry]) -> String {
    let mut best: Vec<(&str, usize, Vec<&Entry>)> = Vec::new();
    for entry in entries {
        if best.last().is_none_or(|b| b.0 != entry.function) {
            best.push((&entry.function, usize::MAX, Vec::new()));
        }
        let Some(last) = best.last_mut() else { continue };
        let area = entry.rows * entry.cols;
        if entry.anywhere == Verdict::Found && area <= last.1 {
            if area < last.1 {
                last.2.clear();
            }
            last.1 = area;
            last.2.push(entry);
        }
    }
    let mut text = String::new();
    for (function, _, entries) in best {
        let words: Vec<String> = entries.iter().map(|e| format!("{}x{}", e.rows, e.cols)).collect();
        let _ =
            writeln!(text, "- {function}: {}", if words.is_empty() { "none here".into() } else { words.join(", ") });
    }
    text
}

/// The report: tables by class, then the smallest footprints. `made` names the command, revision and machine.
pub fn markdown(made: &str, entries: &[Entry]) -> String {
    let searches: u64 = entries.iter().map(|e| e.searches).sum();
    let undecided = entries.iter().filter(|e| e.anywhere == Verdict::Unknown).count();
    let mut text = format!(
        "# Which functions exist at which footprint\n\n{made}\n\n{searches} searches; {undecided} of {} \
         entries undecided. Every tile found is verified by enumeration; `-` is proved.\n\n`c`: with ports at the \
         middle of their sides; `r,c`: not there, but with west and east ports in row r, north and south ports in \
         column c (from 0); `-`: nowhere; `?`: undecided within the limit.\n",
        entries.len()
    );
    for (class, _) in CLASSES {
        let of: Vec<&Entry> = entries.iter().filter(|e| e.class == class).collect();
        let what = match class {
            "strict" => "no given mines, neutral, silent, no 0 beside a covered cell",
            "flag-free" => "no given mines",
            _ => "mines may be given, nothing else asked",
        };
        let _ = write!(text, "\n## {class}: {what}\n\n{}", table(&of));
        let _ = write!(text, "\nSmallest footprints tried that have it:\n\n{}", smallest(&of));
    }
    text
}
