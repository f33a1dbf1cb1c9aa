//! The JSON schemas: the committed ones are those of the program, and everything that the program writes fits them.
//! `scripts/fill-schemas.sh` remakes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use jsonschema::Validator;
use rayon::prelude::*;
use serde_json::Value;

use crate::common::program::run;

/// Where the schemas stand.
const FOLDER: &str = "src/guide/schemas";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn schema(name: &str) -> Value {
    let path = root().join(FOLDER).join(format!("{name}.schema.json"));
    serde_json::from_str(&fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))).unwrap()
}

fn validator(schema: &Value) -> Validator {
    jsonschema::validator_for(schema).unwrap_or_else(|e| panic!("{e}"))
}

/// The names of the formats.
fn names() -> BTreeSet<String> {
    let (code, out, err) = run(root(), &["schema"]);
    assert_eq!(code, 0, "{err}");
    out.lines().map(|line| line.split(' ').next().unwrap().to_string()).collect()
}

#[test]
fn committed_schemas_are_those_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = run(folder.path(), &["schema", "--all", "-o", "made"]);
    assert_eq!((code, out.lines().count()), (0, names().len()), "{err}");
    let files = |folder: &Path| -> BTreeMap<String, String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        entries.map(|e| (e.file_name().into_string().unwrap(), fs::read_to_string(e.path()).unwrap())).collect()
    };
    let (made, kept) = (files(&folder.path().join("made")), files(&root().join(FOLDER)));
    assert_eq!(made.keys().collect::<Vec<_>>(), kept.keys().collect::<Vec<_>>());
    for (name, text) in &made {
        assert!(kept[name] == *text, "{FOLDER}/{name} is not what the program prints: scripts/fill-schemas.sh");
        let one = name.strip_suffix(".schema.json").unwrap();
        assert_eq!(run(folder.path(), &["schema", one]), (0, text.clone(), String::new()));
        assert!(jsonschema::meta::is_valid(&serde_json::from_str(text).unwrap()), "{name} is a schema");
    }
    let (code, _, err) = run(folder.path(), &["schema", "nothing"]);
    assert!(code == 2 && err.contains("there are instance "), "{err}");
    assert_eq!(run(folder.path(), &["schema", "-o", "x"]).0, 2);
}

/// What a command writes.
enum Written {
    /// Standard output.
    Printed,
    /// A file, plain or compressed.
    File(&'static str),
}

use Written::{File, Printed};

/// Commands in the order of their files, and what each writes in which formats. `|` separates words with blanks in them.
const COMMANDS: &[(&str, &[(&str, Written)])] = &[
    ("generate scatter --rows 4 --cols 4 --seed 1 --count 3 -o boards.jsonl", &[("instance", File("boards.jsonl"))]),
    (
        "generate lattice --k 4 --density 0.4 --seed 1 --count 3 -o lattice.jsonl",
        &[("instance", File("lattice.jsonl"))],
    ),
    ("grade lattice.jsonl -o suite", &[("suite", File("suite/manifest.json")), ("grade", File("suite/grades.jsonl"))]),
    (
        "bench -i boards.jsonl -e frontier,sat:local=adder,backtrack:naive,brute -q classify,count -o bench",
        &[("record", File("bench/records.jsonl")), ("run", File("bench/run.json"))],
    ),
    (
        "bench -i lattice.jsonl -e sat:local=adder,search -q classify --shard 1/2 -o half",
        &[("record", File("half/shard-1-of-2.jsonl")), ("run", File("half/shard-1-of-2.run.json"))],
    ),
    ("report bench/records.jsonl --to json -o paper", &[("tables", File("paper/tables.json"))]),
    (
        "report --compare bench/records.jsonl bench/records.jsonl --to json -o same",
        &[("tables", File("same/tables.json"))],
    ),
    ("label boards.jsonl -o labelled.jsonl", &[("instance", File("labelled.jsonl"))]),
    (
        "solve boards.jsonl --json --certificates lines.jsonl",
        &[("answer", Printed), ("certificate", File("lines.jsonl"))],
    ),
    (
        "solve builtin:sources.jsonl -e sat --json --certificates clauses.jsonl",
        &[("answer", Printed), ("certificate", File("clauses.jsonl"))],
    ),
    ("solve boards.jsonl --json --model", &[("answer", Printed)]),
    ("count boards.jsonl --json", &[("answer", Printed)]),
    ("count boards.jsonl --json --exact", &[("answer", Printed)]),
    ("count cells.mine --json --given 0,0=safe", &[("answer", Printed)]),
    ("count cells.mine --json --outcomes 0,1", &[("outcomes", Printed)]),
    ("encode cells.mine --to json", &[("sums", Printed)]),
    ("sample boards.jsonl --json", &[("sample", Printed)]),
    ("explain boards.jsonl --all", &[("explanation", Printed)]),
    ("explain cells.mine 0,0 --json", &[("explanation", Printed)]),
    ("explain wrong.mine --json", &[("explanation", Printed)]),
    ("mine-bounds boards.jsonl --json", &[("mine-bounds", Printed)]),
    ("mine-bounds wrong.mine --json", &[("mine-bounds", Printed)]),
    ("chains boards.jsonl --json", &[("chains", Printed)]),
    ("chains wrong.mine --json", &[("chains", Printed)]),
    ("best cells.mine --json", &[("best", Printed)]),
    ("best wrong.mine --json", &[("best", Printed)]),
    ("advise --level beginner --save advice.json", &[("advice", File("advice.json"))]),
    ("satisfy formula.cnf --json", &[("model", Printed)]),
    (
        "hardest -e search --against backtrack --rows 5 --cols 5 --steps 60 --json -o hard.jsonl",
        &[("evolution", Printed), ("hardest-board", File("hard.jsonl")), ("instance", File("hard.jsonl"))],
    ),
    ("compile formula.cnf --json", &[("instance", Printed)]),
    ("play --level beginner -p frontier -p sps --games 5 -o games.jsonl", &[("game", File("games.jsonl"))]),
    ("play --level beginner -p lookahead -p sps --games 5 --steps steps.jsonl.gz", &[("step", File("steps.jsonl.gz"))]),
    ("experiment plan.toml -o experiment", &[("experiment", File("experiment/records.jsonl.zst"))]),
    (
        "study transition --sizes 5:4 6:3 --densities 0.1 0.3 0.1 -o transition",
        &[("study-transition", File("transition/points.jsonl"))],
    ),
    (
        "study chains --shapes 4x4 1x9 --densities 0.1 0.2 --boards 3 -o chains",
        &[("study-chains", File("chains/points.jsonl"))],
    ),
    (
        "study gadgets --rows 3 4 --cols 3 3 --function HWIRE -o gadgets",
        &[("study-gadgets", File("gadgets/map.jsonl.zst"))],
    ),
    ("study limits -e rules|-b|parity 40|-o|limits", &[("study-limits", File("limits/rows.jsonl"))]),
    ("study optimal --boards 2x2 1x4 -o optimal", &[("study-optimal", File("optimal/table.jsonl"))]),
    (
        "study settings lookahead lookahead:sample=0,games=0 --games 2 --models 2 -o settings",
        &[("study-settings", File("settings/guesses.jsonl.zst"))],
    ),
    (
        "study deviations --games 3 --models 2 -o deviations",
        &[("study-deviations", File("deviations/decisions.jsonl.zst"))],
    ),
    ("study dead-ends --games 6 -o dead-ends", &[("study-dead-ends", File("dead-ends/parts.jsonl.zst"))]),
    ("study endgames --games 6 --start zero -o endgames", &[("study-endgames", File("endgames/positions.jsonl.zst"))]),
    (
        "study guesses --players random --rows 5 --cols 5 --mines 6 --games 60 --draw random -o guesses",
        &[("study-guesses", File("guesses/guesses.jsonl.zst"))],
    ),
    ("study growth --players sps --sides 5 9 --games 2 -o growth", &[("study-growth", File("growth/sides.jsonl"))]),
    ("study closure --sides 6 --boards 2 -o closure", &[("study-closure", File("closure/bases.jsonl.zst"))]),
    (
        "study chain-effort --engines rules --shape 6x6 --boards 2 -o effort",
        &[("study-chain-effort", File("effort/positions.jsonl.zst"))],
    ),
    (
        "study search-tree --board cells.mine --engines backtrack:arc -o trees",
        &[("study-search-tree", File("trees/trees.jsonl.zst"))],
    ),
    ("study merging --board cells.mine -o merging", &[("study-merging", File("merging/steps.jsonl"))]),
    (
        "study sweep-growth --lengths 9 --sides 4 --boards 2 -o sweep",
        &[("study-sweep-growth", File("sweep/boards.jsonl.zst"))],
    ),
];

/// What only people write; the committed ones are read below.
const READ: [&str; 2] = ["plan", "experiment-plan"];

const PLAN: &str = "title = \"t\"\ntext = \"\"\n[rules]\nrows = 5\ncols = 5\ngames = 3\n\
                    [[group]]\nname = \"a\"\nx = \"mines\"\nplayers = [\"frontier\", { name = \"one\", spec = \"sps\" }]\n\
                    points = [{ x = 3, mines = 3 }, { x = 6, label = \"many\", mines = 6 }]\n\
                    keep_games = true\nkeep_turns = true\n";

/// The values of a text: one, or one a line.
fn values(text: &str) -> Vec<Value> {
    match serde_json::from_str(text) {
        Ok(value) => vec![value],
        Err(_) => {
            text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
        }
    }
}

fn assert_fits(validator: &Validator, name: &str, what: &str, value: &Value) {
    if validator.is_valid(value) {
        return;
    }
    let faults: Vec<String> =
        validator.iter_errors(value).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    let shown: String = value.to_string().chars().take(2000).collect();
    panic!("{what} does not fit {name}:\n{}\n{shown}", faults.join("\n"));
}

#[test]
fn everything_that_is_written_fits_its_schema() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("cells.mine"), "3 5 4\n#####\n#212#\n#####\n").unwrap();
    fs::write(folder.join("wrong.mine"), "2 2 ?\n11\n1_\n").unwrap();
    fs::write(folder.join("formula.cnf"), "p cnf 2 2\n1 2 0\n-1 -2 0\n").unwrap();
    fs::write(folder.join("plan.toml"), PLAN).unwrap();
    let mut left = names();
    left.retain(|name| !READ.contains(&&**name));
    let schemas: BTreeMap<String, Value> = left.iter().map(|name| (name.clone(), schema(name))).collect();
    for (words, written) in COMMANDS {
        let words: Vec<&str> = match words.split_once('|') {
            Some((first, rest)) => first.split(' ').chain(rest.split('|')).collect(),
            None => words.split(' ').collect(),
        };
        let (code, out, err) = run(folder, &words);
        assert!(code == 0 || code == 20 && words.contains(&"wrong.mine"), "{words:?}: {code} {err}");
        for (name, place) in *written {
            let text = match place {
                Printed => out.clone(),
                File(path) => minesat::compression::text_of(&folder.join(path))
                    .unwrap_or_else(|e| panic!("{words:?}: {path}: {e}")),
            };
            let (schema, all) = (&schemas[*name], values(&text));
            let validator = validator(schema);
            assert!(!all.is_empty(), "{words:?}: {name}");
            all.iter().for_each(|value| assert_fits(&validator, name, &words.join(" "), value));
            assert_refuses(&validator, schema, name, &all[0]);
            left.remove(*name);
        }
    }
    assert!(left.is_empty(), "no command here writes {left:?}");
}

/// A schema says something: it refuses another kind of value, and an object without a key that it needs.
fn assert_refuses(validator: &Validator, schema: &Value, name: &str, value: &Value) {
    assert!(!validator.is_valid(&Value::from("text")), "{name} takes any text");
    for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let mut without = value.clone();
        without.as_object_mut().unwrap().remove(key);
        assert!(!validator.is_valid(&without), "{name} without {key}");
        let mut other = value.clone();
        other[key] = serde_json::json!({ "no": ["such", "thing"] });
        // Objects of any keys, and values of any kind.
        let is_open =
            |key: &str| matches!(key, "params" | "features" | "plan" | "counters" | "stats" | "void" | "sums");
        assert!(is_open(key) || !validator.is_valid(&other), "{name} with another {key}");
    }
}

/// The kinds of committed files in JSON or TOML: how their paths begin and end, compression apart, and the schema of a file
/// or its lines. The first that fits a path counts. Some results keep only their report; then a row has no file.
const KINDS: &[(&str, &str, &str)] = &[
    ("instances/plans/play/", ".toml", "experiment-plan"),
    ("instances/plans/", ".toml", "plan"),
    ("instances/hardest/", ".jsonl", "hardest-board"),
    ("instances/suite/", "manifest.json", "suite"),
    ("instances/", ".jsonl", "instance"),
    ("results/gadgets/", "map.jsonl", "study-gadgets"),
    ("results/limits/", "rows.jsonl", "study-limits"),
    ("results/transition/", "points.jsonl", "study-transition"),
    ("results/play/a3/", "points.jsonl", "study-chains"),
    ("results/play/chain-effort/", "positions.jsonl", "study-chain-effort"),
    ("results/play/changes/", "guesses.jsonl", "study-settings"),
    ("results/play/closure/", "bases.jsonl", "study-closure"),
    ("results/play/dead-ends/", "parts.jsonl", "study-dead-ends"),
    ("results/play/deviations/", "decisions.jsonl", "study-deviations"),
    ("results/play/endgames/", "positions.jsonl", "study-endgames"),
    ("results/play/growth/", "sides.jsonl", "study-growth"),
    ("results/play/guesses-", "guesses.jsonl", "study-guesses"),
    ("results/play/merging/", "steps.jsonl", "study-merging"),
    ("results/play/optimal/", "table.jsonl", "study-optimal"),
    ("results/play/search-tree/", "trees.jsonl", "study-search-tree"),
    ("results/play/sweep-growth/", "boards.jsonl", "study-sweep-growth"),
    ("results/play/", "records.jsonl", "experiment"),
    ("results/", "records.jsonl", "record"),
    ("results/", "run.json", "run"),
    // Of scripts/lattices.py, scripts/rival.sh and examples/serve-load.rs, not of the program.
    ("results/lattice/", "rows.jsonl", ""),
    ("results/play/rival/", "won.jsonl", ""),
    ("results/serve/", "load.json", ""),
];

/// A path without the ending of its compression.
fn unpacked(path: &str) -> &str {
    path.strip_suffix(".gz").or_else(|| path.strip_suffix(".zst")).unwrap_or(path)
}

/// The files below a folder, without what `.gitignore` names, as paths from the root.
fn files_below(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().into_string().unwrap());
        let is_ignored = path == "instances/large" || path.ends_with("under-way.jsonl") || path.ends_with(".under-way");
        match entry.file_type().unwrap().is_dir() {
            _ if is_ignored => {}
            true => found.extend(files_below(&path)),
            false => found.push(path),
        }
    }
    found
}

/// The values of a committed file.
fn committed(path: &str) -> Vec<Value> {
    let text = minesat::compression::text_of(&root().join(path)).unwrap_or_else(|e| panic!("{e}"));
    match unpacked(path).rsplit_once('.').unwrap().1 {
        "toml" => {
            vec![serde_json::to_value(text.parse::<toml::Table>().unwrap_or_else(|e| panic!("{path}: {e}"))).unwrap()]
        }
        "json" => values(&text),
        _ => text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    }
}

/// Every record, plan and instance of the repository, which earlier revisions of the program wrote, fits the schema of its kind.
#[test]
fn all_committed_files_fit() {
    let files = ["instances", "results"].into_iter().flat_map(files_below);
    let is_data = |path: &String| [".json", ".jsonl", ".toml"].iter().any(|ending| unpacked(path).ends_with(ending));
    let files: Vec<String> = files.filter(is_data).collect();
    let kind = |path: &str| {
        let of = |k: &&(&str, &str, &str)| path.starts_with(k.0) && unpacked(path).ends_with(k.1);
        KINDS.iter().find(of).unwrap_or_else(|| panic!("{path}: no row of KINDS says what this is")).2
    };
    let kinds: BTreeSet<&str> = files.iter().map(|path| kind(path)).collect();
    assert!(kinds.len() > 12, "{kinds:?}");
    let validators: BTreeMap<&str, Validator> =
        kinds.iter().filter(|name| !name.is_empty()).map(|&name| (name, validator(&schema(name)))).collect();
    let lines: usize = files
        .par_iter()
        .filter(|path| !kind(path).is_empty())
        .map(|path| {
            let (name, all) = (kind(path), committed(path));
            assert!(!all.is_empty(), "{path} is empty");
            all.iter().zip(1..).for_each(|(value, number)| {
                assert_fits(&validators[name], name, &format!("{path}, value {number}"), value);
            });
            all.len()
        })
        .sum();
    assert!(lines > 65_000, "{lines}");
    for (name, path) in READ.into_iter().zip(["instances/plans/smoke.toml", "instances/plans/play/e2.toml"]) {
        let mut plan = committed(path).remove(0);
        assert_refuses(&validators[name], &schema(name), name, &plan);
        plan["nothing"] = Value::from(1);
        assert!(!validators[name].is_valid(&plan), "{name} takes any key");
    }
}
