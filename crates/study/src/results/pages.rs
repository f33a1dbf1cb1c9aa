//! Whether a report is what the program makes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::file_name;

/// What differs between files as they are made (path in the folder, text) and as they stand there, and drawings that none of
/// them shows.
pub fn differing(folder: &Path, made: &[(String, String)]) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, text) in made {
        match fs::read_to_string(folder.join(name)) {
            Ok(present) if present == *text => {}
            Ok(present) => {
                let line = 1 + present.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
                problems.push(format!("{name} is not what the present program makes: line {line} differs"));
            }
            Err(_) => problems.push(format!("{name} is missing")),
        }
    }
    let known: BTreeSet<&str> = made.iter().map(|(name, _)| name.as_str()).collect();
    problems.extend(
        drawings(folder)
            .into_iter()
            .filter(|name| !known.contains(name.as_str()))
            .map(|name| format!("{name} is no part of the report: remove it")),
    );
    problems
}

/// The SVG files of a folder and of `plots` in it, by their path in the folder.
fn drawings(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for (place, prefix) in [(folder.to_path_buf(), ""), (folder.join("plots"), "plots/")] {
        let Ok(entries) = fs::read_dir(place) else { continue };
        let names = entries.filter_map(Result::ok).map(|entry| file_name::text(Path::new(&entry.file_name())));
        found.extend(names.filter(|name| name.strip_suffix(".svg").is_some()).map(|name| format!("{prefix}{name}")));
    }
    found.sort();
    found
}
