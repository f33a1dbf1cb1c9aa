//! The README and the chapters of the guide are true: their `console` blocks run, in an empty folder with a link to
//! `instances`, block after block; commands of `sh` blocks, which take long or need other programs, are spelled right;
//! links lead somewhere.
//!
//! `$ ` starts a command for `sh`, `? N` after its output is its exit code where that is not 0. In outputs `[..]`
//! stands for any text and a line `...` for any lines. `scripts/fill-guide.py` writes what the commands print.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use snapbox::Assert;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn chapter(name: &str) -> PathBuf {
    root().join("src/guide").join(name).with_extension("md")
}

/// The lines of all code blocks with this tag.
fn blocks<'a>(text: &'a str, tag: &str) -> Vec<&'a str> {
    let fence = format!("```{tag}");
    let (mut lines, mut inside) = (Vec::new(), false);
    for line in text.lines() {
        match line {
            "```" => inside = false,
            _ if line.starts_with("```") => inside = line == fence,
            _ if inside => lines.push(line),
            _ => {}
        }
    }
    lines
}

struct Step {
    command: String,
    output: String,
    code: i32,
}

/// The commands of the `console` blocks with what they are to print.
fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in blocks(text, "console") {
        match (line.strip_prefix("$ "), line.strip_prefix("? ")) {
            (Some(command), _) => steps.push(Step { command: command.into(), output: String::new(), code: 0 }),
            (_, Some(code)) => steps.last_mut().unwrap().code = code.parse().unwrap(),
            _ => steps.last_mut().unwrap().output += &format!("{line}\n"),
        }
    }
    steps
}

/// Runs the commands of a file.
fn run(file: &Path) {
    let text = std::fs::read_to_string(file).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root().join("instances"), folder.path().join("instances")).unwrap();
    let program = assert_cmd::cargo::cargo_bin("minesat");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    for step in steps(&text) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{{ {}\n}} 2>&1", step.command)]);
        let output = shell.current_dir(folder.path()).env("PATH", &path).env("NO_COLOR", "1").output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        Assert::new().eq(printed, step.output.as_str());
        assert_eq!(output.status.code(), Some(step.code), "{}", step.command);
    }
}

macro_rules! chapters {
    ($($name:ident $least:literal;)*) => {
        /// The chapters with the least number of commands that each runs.
        const CHAPTERS: &[(&str, usize)] = &[$((stringify!($name), $least),)*];

        $(
            #[test]
            fn $name() {
                run(&chapter(stringify!($name)));
            }
        )*
    };
}

chapters! {
    tutorial 20;
    boards 8;
    engines 5;
    encodings 6;
    counting 8;
    explanations 5;
    proofs 4;
    laboratory 12;
    sweeps 6;
    games 5;
    formulas 8;
    complexity 2;
    service 0;
    python 0;
    results 0;
    instances 1;
    sources 3;
    adding 0;
    contributing 0;
    citing 0;
    changelog 0;
}

#[test]
fn readme() {
    run(&root().join("README.md"));
}

/// What is shown is run: a chapter that loses its `console` blocks is noticed.
#[test]
fn the_chapters_run_commands() {
    for (name, least) in CHAPTERS {
        let text = std::fs::read_to_string(chapter(name)).unwrap();
        assert!(steps(&text).len() >= *least, "{name} runs {} commands", steps(&text).len());
    }
}

/// SUMMARY.md, the files, the tests and the modules of the library name the same chapters.
#[test]
fn the_summary_lists_every_chapter() {
    let summary = std::fs::read_to_string(chapter("SUMMARY")).unwrap();
    let listed: Vec<&str> = summary.split("](").skip(1).filter_map(|rest| rest.split(".md)").next()).collect();
    let tested: Vec<&str> = CHAPTERS.iter().map(|(name, _)| *name).collect();
    assert_eq!(listed, tested);
    let entries = std::fs::read_dir(root().join("src/guide")).unwrap();
    let files: BTreeSet<String> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(files, tested.iter().chain(["SUMMARY"].iter()).map(ToString::to_string).collect());
    let library = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    tested.iter().for_each(|name| assert!(library.contains(&format!("[{name}]: crate::guide::{name}\\n")), "{name}"));
}

/// The README is read in five minutes.
#[test]
fn the_readme_is_short() {
    let lines = std::fs::read_to_string(root().join("README.md")).unwrap().lines().count();
    assert!(lines <= 150, "{lines} lines");
}

/// The texts with their folders.
fn texts() -> Vec<(PathBuf, String)> {
    let chapters = CHAPTERS.iter().map(|(name, _)| chapter(name));
    let others = ["README.md", "src/ARCHITECTURE.md", "src/guide/SUMMARY.md"].map(|name| root().join(name));
    chapters.chain(others).map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn links_lead_to_files() {
    for (path, text) in texts() {
        let inline = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let defined = text.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
        let names: BTreeSet<&str> = defined.clone().map(|(name, _)| name).collect();
        for target in inline.chain(defined.map(|(_, target)| target)).filter(|target| !target.starts_with("http")) {
            let file = target.split('#').next().unwrap();
            assert!(path.parent().unwrap().join(file).exists(), "{}: {target}", path.display());
        }
        for name in text.split("][").skip(1).filter_map(|rest| rest.split(']').next()) {
            assert!(names.contains(name), "{}: [{name}] is not defined", path.display());
        }
    }
}

/// The help of a command, or None where there is no such command.
fn help(words: &[&str]) -> Option<String> {
    let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
    let output = command.args(words).arg("--help").output().unwrap();
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

/// Commands of `sh` blocks name commands and options that there are.
#[test]
fn commands_that_are_not_run_are_spelled_right() {
    let mut checked = 0;
    for (path, text) in texts() {
        for line in blocks(&text, "sh") {
            let line = line.split(" # ").next().unwrap();
            let line = match line.split_once(" -- ") {
                Some((cargo, words)) if cargo.starts_with("cargo run --release") => format!("minesat {words}"),
                _ => line.to_string(),
            };
            for command in line.split(['|', ';', '&', '>', '(', ')']) {
                let words: Vec<&str> = command.split_whitespace().collect();
                let Some(at) = words.iter().position(|word| *word == "minesat") else { continue };
                let words = &words[at + 1..];
                // A sub-command such as `bench merge` has help of its own; a file name is none.
                let plain =
                    |word: &&&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with('-');
                let names: Vec<&str> = words.iter().take(2).take_while(plain).copied().collect();
                let of_both = help(&names);
                let help = of_both.or_else(|| help(&names[..1])).unwrap_or_else(|| panic!("{line}: no such command"));
                for option in words.iter().filter(|word| word.starts_with("--") && word.len() > 2) {
                    let option = option.split('=').next().unwrap().trim_end_matches('\'');
                    let known =
                        help.split(|c: char| c.is_whitespace() || "[],=<.`".contains(c)).any(|word| word == option);
                    assert!(known, "{}: {line}: no option {option}", path.display());
                }
                checked += 1;
            }
        }
    }
    assert!(checked >= 20, "{checked}");
}
