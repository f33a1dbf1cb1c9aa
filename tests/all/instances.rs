//! The files of instances/: what the recipes make, and `minesat generate` from outside.

use std::fs;
use std::path::Path;

use minesat::instance::{Instance, read_all};

use crate::common::program::run as minesat;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn committed(file: &str) -> Vec<Instance> {
    read_all(root().join("instances").join(file).to_str().unwrap()).unwrap_or_else(|e| panic!("{e}"))
}

/// File and recipe of all that is under version control.
const FILES: [(&str, &str); 12] = [
    ("sources.jsonl", "sources"),
    ("smoke.jsonl", "smoke"),
    ("easy.jsonl", "easy"),
    ("medium.jsonl", "medium"),
    ("hard.jsonl.gz", "hard"),
    ("c1.jsonl", "c1"),
    ("c2.jsonl.gz", "c2"),
    ("corridor.jsonl.gz", "corridor"),
    ("hierarchy.jsonl.gz", "hierarchy"),
    ("phase.jsonl.gz", "phase"),
    ("totals.jsonl.gz", "totals"),
    ("wide.jsonl", "wide"),
];

#[test]
fn committed_files_are_what_their_recipes_make() {
    let folder = tempfile::tempdir().unwrap();
    for (file, recipe) in FILES {
        let made = folder.path().join(file);
        let recipe = format!("instances/recipes/{recipe}.txt");
        let (code, _, said) = minesat(root(), &["generate", "recipe", &recipe, "-o", made.to_str().unwrap()]);
        assert_eq!((code, said.as_str()), (0, ""), "{file}");
        let bare = |mut instances: Vec<Instance>| {
            // The tier is said by the script, the expected answer by engines that agree.
            instances.iter_mut().for_each(|i| (i.expected, i.tier) = (None, String::new()));
            instances
        };
        assert!(committed(file).iter().all(|i| !i.tier.is_empty()), "{file} says its tier");
        let (kept, remade) = (bare(committed(file)), bare(read_all(made.to_str().unwrap()).unwrap()));
        assert!(kept == remade, "{file} differs from {recipe}: run scripts/make-instances.sh");
    }
}

#[test]
fn compiled_boards_are_what_their_formulas_make() {
    for kept in committed("compiled.jsonl") {
        let formula = format!("instances/formulas/{}.cnf", kept.name);
        let (code, line, said) = minesat(root(), &["compile", &formula, "--json"]);
        assert_eq!((code, said.as_str()), (0, ""), "{formula}");
        let bare = Instance { expected: None, tier: String::new(), ..kept.clone() };
        assert_eq!(line, bare.to_json().to_string() + "\n", "{formula}: run scripts/make-instances.sh");
    }
}

#[test]
fn the_origin_of_an_instance_makes_it_again() {
    for one in committed("smoke.jsonl") {
        let args: Vec<&str> = one.origin.split(' ').skip(1).collect();
        let (code, line, said) = minesat(root(), &args);
        assert_eq!(code, 0, "{}: {said}", one.origin);
        let bare = Instance { expected: None, tier: String::new(), ..one.clone() };
        assert_eq!(line, bare.to_json().to_string() + "\n", "{}", one.origin);
    }
}

#[test]
fn smoke_has_every_family() {
    let families: Vec<String> = committed("smoke.jsonl").into_iter().map(|i| i.family).collect();
    for generator in minesat::generate::GENERATORS {
        assert!(families.iter().any(|f| f == generator.name), "{}", generator.name);
    }
}

#[test]
fn the_source_boards_say_where_they_come_from() {
    let boards = committed("sources.jsonl");
    assert!(boards.iter().all(|i| !i.origin.is_empty() && i.params.contains_key("facts")));
    let csp = boards.iter().find(|i| i.name == "csp-assignment").unwrap();
    let (system, _) = minesat::system::System::from_board(&csp.board);
    let fringe = system.is_frontier().iter().filter(|f| **f).count();
    assert_eq!((csp.board.mines(), fringe, system.sums.len()), (Some(20), 13, 11));
}

#[test]
fn the_experiments_have_their_boards() {
    let c1 = committed("c1.jsonl");
    assert_eq!(c1.len(), 1000);
    for one in &c1 {
        assert_eq!((one.board.grid().len(), one.board.mines()), (16, Some(4)));
        assert!(matches!(one.board.cell(0), minesat::board::Cell::Clue(_)), "{}", one.name);
    }
    let c2 = committed("c2.jsonl.gz");
    for mines in [20, 40, 60, 80, 100] {
        assert_eq!(c2.iter().filter(|i| i.board.mines() == Some(mines)).count(), 10, "{mines} mines");
    }
}

#[test]
fn a_series_can_be_made_in_parts() {
    let (_, whole, _) = minesat(root(), &["generate", "loop", "--seed", "4", "--count", "5"]);
    let (_, head, _) = minesat(root(), &["generate", "loop", "--seed", "4", "--count", "2"]);
    let (_, tail, _) = minesat(root(), &["generate", "loop", "--seed", "4", "--index", "2", "--count", "3"]);
    assert_eq!(whole, head + &tail);
}

#[test]
fn bad_calls_exit_2_and_write_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("family.txt", "# ok\nuniform --rows 4\n\nnosuch --rows 4\n");
    write("value.txt", "uniform --cols 10 --rows 0\n");
    write("unfit.txt", "scatter --rows 2 --cols 2 --mines 9\n");
    write("output.txt", "loop -o other.jsonl\n");
    write("nested.txt", "recipe family.txt\n");
    write("twice.txt", "loop --seed 1\nloop --seed 1\n");
    write("missing.txt", "board nowhere.mine\n");
    write("broken.txt", "board broken.mine\n");
    write("broken.mine", "c source: here\n1 2 ?\n#x\n");
    let table: &[(&[&str], &str)] = &[
        (&["recipe", "family.txt"], "family.txt:4:1: unrecognized subcommand 'nosuch'"),
        (&["recipe", "value.txt"], "value.txt:1:26: invalid value '0' for '--rows <N>': rows is a whole number"),
        (&["recipe", "unfit.txt"], "unfit.txt:1:1: scatter: 9 mines do not fit"),
        (&["recipe", "output.txt"], "output.txt:1:1: a line of a recipe has no output file"),
        (&["recipe", "nested.txt"], "nested.txt:1:1: a recipe cannot include another recipe"),
        (&["recipe", "twice.txt"], "twice.txt:2:1: a second instance named"),
        (&["recipe", "missing.txt"], "nowhere.mine: cannot be read: No such file"),
        (&["recipe", "broken.txt"], "broken.mine:3:2: 'x' means nothing"),
        (&["recipe", "nowhere.txt"], "nowhere.txt: cannot be read: No such file"),
        (&["board", "broken.mine"], "broken.mine:3:2: 'x' means nothing"),
        (&["nosuch"], "unrecognized subcommand 'nosuch'"),
        (&["uniform", "--mines", "3", "--density", "0.2"], "give one of them"),
        (&["uniform", "--count", "many"], "invalid value 'many' for '--count <N>'"),
        (&["lattice", "--rows", "3"], "unexpected argument '--rows'"),
    ];
    for (args, message) in table {
        let call = [&["generate"], *args, &["-o", "made.jsonl"]].concat();
        let (code, out, said) = minesat(folder.path(), &call);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {said}");
        assert!(said.contains(message), "{args:?}: {said}");
        assert!(!said.contains("panicked"), "{args:?}: {said}");
        assert!(!folder.path().join("made.jsonl").exists(), "{args:?}");
    }
    let (code, _, said) = minesat(folder.path(), &["generate", "loop", "-o", "no/such/folder.jsonl"]);
    assert_eq!(code, 2, "{said}");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(left.iter().all(|n| !n.to_string_lossy().contains("partial")), "{left:?}");
}
