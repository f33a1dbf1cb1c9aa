//! The walls of `src/ARCHITECTURE.md`: what its tables say of crates and rooms is what the code does.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Names = BTreeSet<String>;

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The cells of the table under this head.
fn table(head: &str) -> Vec<Vec<String>> {
    let text = text("src/ARCHITECTURE.md");
    let lines = text.lines().skip_while(|line| !line.starts_with(head)).skip(2);
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect();
    let rows: Vec<Vec<String>> = lines.take_while(|line| line.starts_with('|')).map(cells).collect();
    assert!(rows.len() > 5, "{head}");
    rows
}

/// The words of a cell that are among `known`.
fn named(cell: &str, known: &Names) -> Names {
    cell.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| known.contains(*word))
        .map(String::from)
        .collect()
}

/// Crate, its folder of sources.
fn crates() -> BTreeMap<String, PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let members = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap());
    let mut all: BTreeMap<_, _> =
        members.map(|e| (e.file_name().into_string().unwrap(), e.path().join("src"))).collect();
    all.insert("minesat".into(), root.join("src"));
    all
}

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let inside = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    inside.filter(|p| p.is_dir() || p.extension().is_some_and(|e| e == "rs")).flat_map(|p| sources(&p)).collect()
}

/// The rooms of a crate with their files.
fn rooms(folder: &Path) -> BTreeMap<String, Vec<PathBuf>> {
    let mut rooms: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_source = path.is_dir() || path.extension().is_some_and(|e| e == "rs");
        if is_source && !["lib", "main", "guide"].contains(&name.as_str()) {
            rooms.entry(name).or_default().extend(sources(&path));
        }
    }
    rooms
}

/// What a file imports as `crate::NAME`.
fn imports(file: &Path) -> Names {
    let text = fs::read_to_string(file).unwrap();
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let name = |part: &str| part.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect::<String>();
    code.flat_map(|line| line.split("crate::").skip(1)).map(name).collect()
}

#[test]
fn crates_build_on_what_the_table_names() {
    let known: Names = crates().into_keys().collect();
    let mut seen = Names::new();
    for row in table("| crate | holds | builds on |") {
        let name = row[0].trim_start_matches('`').split('`').next().unwrap().replace("minesat-", "");
        let path = if name == "minesat" { "Cargo.toml".into() } else { format!("crates/{name}/Cargo.toml") };
        let manifest: toml::Table = text(&path).parse().unwrap();
        let dependencies = manifest["dependencies"].as_table().unwrap().keys();
        let built: Names = dependencies.filter_map(|d| d.strip_prefix("minesat-")).map(String::from).collect();
        let all = || known.iter().filter(|other| *other != "minesat").cloned().collect();
        let said = if row[2] == "all" { all() } else { named(&row[2].replace("minesat", ""), &known) };
        assert_eq!(built, said, "{name}: its manifest, and the table");
        seen.insert(name);
    }
    assert_eq!(seen, known);
}

#[test]
fn rooms_import_what_the_table_names() {
    let rows = table("| room | holds | imports of its crate |");
    let mut faults = Vec::new();
    for (member, folder) in crates() {
        let rooms = rooms(&folder);
        let known: Names = rooms.keys().cloned().collect();
        for (room, files) in &rooms {
            let mut found: Names = files.iter().flat_map(|file| imports(file)).filter(|i| known.contains(i)).collect();
            found.remove(room);
            // The row that names the room, in the part of its crate.
            let mut part = "";
            let row = rows.iter().find(|row| {
                part = row[0].split("**").nth(1).unwrap_or(part);
                let names = row[0].split('`').skip(1).step_by(2).map(|name| name.trim_end_matches('/'));
                part == member && names.into_iter().any(|name| name == room)
            });
            let Some(row) = row else {
                faults.push(format!("{member}: no row for {room}"));
                continue;
            };
            let said = if row[2] == "all" { known.clone() } else { named(&row[2], &known) };
            let shared = row[0].matches('`').count() > 2;
            let more: Vec<_> = found.difference(&said).collect();
            // A row on several rooms says what any of them imports.
            let less: Vec<_> = said.difference(&found).filter(|_| !shared && row[2] != "all").collect();
            if !more.is_empty() || !less.is_empty() {
                faults.push(format!("{member}: {room} imports {more:?} beside its row, and not {less:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Solvers of others are named in few files, so that another one is one file more.
#[test]
fn solvers_are_named_where_they_are_wrapped() {
    let places = [
        ("varisat", "sat/varisat"),
        ("batsat", "sat/batsat"),
        ("cadical", "sat/cadical"),
        ("good_lp", "engine/lp/"),
        ("microlp", "engine/lp/"),
    ];
    for (name, place) in places {
        let mut users = 0;
        for file in crates().into_values().flat_map(|folder| sources(&folder)) {
            let code = fs::read_to_string(&file).unwrap();
            let uses = code.lines().any(|line| {
                let line = line.trim_start();
                !line.starts_with("//")
                    && (line.contains(&format!("use {name}::")) || line.contains(&format!(" {name}::")))
            });
            let is_own = declares(&code, name);
            let path = file.to_string_lossy();
            assert!(!uses || is_own || path.contains(place), "{path} names {name}");
            users += usize::from(uses && path.contains(place));
        }
        assert!(users > 0, "{name}");
    }
}

/// True if a file has a module of this name itself, which its paths then mean.
fn declares(code: &str, name: &str) -> bool {
    code.lines().any(|line| line.trim() == format!("mod {name};"))
}
