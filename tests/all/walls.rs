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
    table_of(6, head)
}

/// The cells of the table under this head, which has at least `least` rows.
fn table_of(least: usize, head: &str) -> Vec<Vec<String>> {
    let text = text("src/ARCHITECTURE.md");
    let lines = text.lines().skip_while(|line| !line.starts_with(head)).skip(2);
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect();
    let rows: Vec<Vec<String>> = lines.take_while(|line| line.starts_with('|')).map(cells).collect();
    assert!(rows.len() >= least, "{head}");
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
/// A room of a walk, `crate/room`: its file without the ending, or its folder.
fn place(room: &str) -> PathBuf {
    let (name, rest) = room.split_once('/').unwrap();
    // The room of a crate that bears its name, and `engine/` above the engines.
    let prefix = match (name, rest) {
        ("engines", "answer") => "",
        ("engines", _) => "engine",
        ("cli" | "play" | "serve", _) => name,
        _ => "",
    };
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(name).join("src").join(prefix).join(rest)
}

/// The sources of a room.
fn sources_of(room: &str) -> Vec<PathBuf> {
    let (folder, file) = (place(room), place(room).with_extension("rs"));
    [folder, file].iter().filter(|path| path.exists()).flat_map(|path| sources(path)).collect()
}

#[test]
fn walks_pass_rooms_that_are_there_with_few_returns() {
    let rows = table_of(5, "| walk | rooms | returns |");
    assert_eq!(rows.len(), 5);
    for row in rows {
        let rooms: Vec<&str> = row[1].split(", ").map(|room| room.trim_matches('`')).collect();
        for (at, room) in rooms.iter().enumerate() {
            assert!(!sources_of(room).is_empty(), "{}: there is no {room}", row[0]);
            let name = room.rsplit('/').next().unwrap();
            let names = |line: &str| {
                !line.trim_start().starts_with("//")
                    && line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
            };
            let mentions = |before: &&str| {
                sources_of(before).iter().any(|file| fs::read_to_string(file).unwrap().lines().any(names))
            };
            assert!(at == 0 || rooms[..at].iter().any(mentions), "{}: nothing leads to {room}", row[0]);
        }
        let distinct: BTreeSet<&str> = rooms.iter().copied().collect();
        let returns = rooms.len() - distinct.len();
        assert!(returns <= 2 && row[2] == returns.to_string(), "{}: {returns} returns", row[0]);
    }
}

#[test]
fn solvers_are_named_where_they_are_wrapped() {
    let places =
        [("varisat", "sat/varisat"), ("batsat", "sat/batsat"), ("good_lp", "engine/lp/"), ("microlp", "engine/lp/")];
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

/// Modules by their paths from the crate on, with their code without comments and tests.
fn modules() -> BTreeMap<Vec<String>, String> {
    let mut all = BTreeMap::new();
    for (member, folder) in crates() {
        for file in sources(&folder) {
            let inside = file.strip_prefix(&folder).unwrap().with_extension("");
            let names = inside.iter().map(|part| part.to_string_lossy().into_owned());
            let path = names.filter(|name| !["mod", "lib"].contains(&name.as_str()));
            let path: Vec<String> = std::iter::once(member.clone()).chain(path).collect();
            let text = fs::read_to_string(&file).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code = code.take_while(|line| !line.ends_with("mod tests {")).map(|line| format!("{line}\n"));
            if path.last().is_none_or(|name| name != "tests") {
                all.insert(path, code.collect());
            }
        }
    }
    all
}

/// Words, `::`, and single other characters.
fn tokens(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut found, mut left) = (Vec::new(), code.trim_start());
    while let Some(first) = left.chars().next() {
        let length = match left.find(|c| !is_word(c)) {
            _ if left.starts_with("::") => 2,
            Some(0) => first.len_utf8(),
            end => end.unwrap_or(left.len()),
        };
        found.push(&left[..length]);
        left = left[length..].trim_start();
    }
    found
}

/// Adds the paths of an import or of a name, which begins at `at`, to `paths`; returns where it ends.
fn follow(tokens: &[&str], mut at: usize, mut path: Vec<String>, paths: &mut Vec<Vec<String>>) -> usize {
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    at = if tokens[at] == "," { at + 1 } else { follow(tokens, at, path.clone(), paths) };
                }
                return at + 1;
            }
            Some(word) if word.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                path.push(word.to_string());
                at += 1;
                if tokens.get(at) == Some(&"::") {
                    at += 1;
                    continue;
                }
                paths.push(path);
                return if tokens.get(at) == Some(&"as") { at + 2 } else { at };
            }
            _ => return at + 1,
        }
    }
}

/// All paths behind a token for which `begins` holds of it and the one before.
fn paths(tokens: &[&str], begins: impl Fn(&str, &str) -> bool) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for at in (1..tokens.len()).filter(|&at| begins(tokens[at - 1], tokens[at])) {
        follow(tokens, at, Vec::new(), &mut found);
    }
    found
}

/// Modules of one folder that import each other: the folder, the importing module, the imported one. None may be added.
const CIRCLES: [(&str, &str, &str); 4] = [
    ("core", "lines", "input_error"),
    ("files::formats::grid", "margins", "page"),
    ("play::play", "tracker", "analysis"),
    ("play::play::analysis", "mines", "join"),
];

/// Siblings import each other in one direction, also where a name comes through their parent.
#[test]
fn siblings_form_no_circles() {
    let modules: BTreeMap<Vec<String>, String> = modules();
    let tokens: BTreeMap<&Vec<String>, Vec<&str>> = modules.iter().map(|(path, code)| (path, tokens(code))).collect();
    // The child that a module has a name from.
    let mut sources: BTreeMap<(&[String], String), String> = BTreeMap::new();
    for (&path, tokens) in &tokens {
        for mut name in paths(tokens, |before, _| before == "use") {
            name.retain(|part| part != "self");
            let child = name.first().map(|first| [path.as_slice(), std::slice::from_ref(first)].concat());
            if name.len() > 1 && child.is_some_and(|child| modules.contains_key(&child)) {
                sources.insert((path, name.pop().unwrap_or_default()), name.swap_remove(0));
            }
        }
    }
    let mut imports: BTreeMap<&[String], BTreeSet<(String, String)>> = BTreeMap::new();
    for (&path, tokens) in &tokens {
        let roots = ["crate", "self", "super"];
        for name in paths(tokens, |before, here| before != "::" && roots.contains(&here)) {
            let ups = name.iter().take_while(|part| *part == "super").count();
            let base = if name[0] == "crate" { 1 } else { path.len().saturating_sub(ups) };
            let rest = name.iter().skip_while(|part| roots.contains(&part.as_str()));
            let target: Vec<&String> = path[..base].iter().chain(rest).collect();
            let shared = path.iter().zip(&target).take_while(|(a, b)| a == *b).count();
            let (Some(from), Some(&to)) = (path.get(shared), target.get(shared)) else { continue };
            let folder = &path[..shared];
            let is_module = modules.contains_key(&[folder, std::slice::from_ref(to)].concat());
            let to = if is_module { Some(to) } else { sources.get(&(folder, to.clone())) };
            if let Some(to) = to.filter(|to| *to != from) {
                imports.entry(folder).or_default().insert((from.clone(), to.clone()));
            }
        }
    }
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 500, "imports are found");
    let mut faults = Vec::new();
    let mut excepted = 0;
    for (folder, mut edges) in imports {
        let folder = folder.join("::");
        excepted += edges.iter().filter(|(from, to)| CIRCLES.contains(&(&folder, from, to))).count();
        // The errors of a folder hold facts of its modules, which return them.
        edges.retain(|(from, to)| from != "error" && !CIRCLES.contains(&(&folder, from, to)));
        // What imports nothing, or is imported by nothing, is on no circle.
        loop {
            let (from, to): (Names, Names) = edges.iter().cloned().unzip();
            let before = edges.len();
            edges.retain(|(a, b)| to.contains(a) && from.contains(b));
            if edges.len() == before {
                break;
            }
        }
        faults.extend(edges.iter().map(|(from, to)| format!("{folder}: {from} imports {to}")));
    }
    assert!(faults.is_empty(), "circles:\n{}", faults.join("\n"));
    assert_eq!(excepted, CIRCLES.len(), "every exception is still needed");
}

/// The public types that a file defines.
fn public_types(file: &Path) -> Vec<String> {
    let code = fs::read_to_string(file).unwrap();
    let defined = |line: &str| {
        let mut words = line.trim_start().strip_prefix("pub ")?.split_whitespace();
        let kinds = ["struct", "enum", "trait", "type", "union"];
        let name = kinds.contains(&words.next()?).then(|| words.next()).flatten()?;
        Some(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
    };
    code.lines().filter_map(defined).collect()
}

#[test]
fn no_two_public_types_share_a_name() {
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in crates().values().flat_map(|folder| sources(folder)) {
        for name in public_types(&file) {
            places.entry(name).or_default().push(file.clone());
        }
    }
    assert!(places.len() > 500, "types are found: {}", places.len());
    let shared: Vec<_> = places.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(shared.is_empty(), "types of one name: {shared:#?}");
}
