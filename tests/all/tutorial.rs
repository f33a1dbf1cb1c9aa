//! The tutorial is run: every `console` block of src/TUTORIAL.md, in an empty folder, in order.
//!
//! `$ ` starts a command for `sh`, `? N` after its output is its exit code where that is not 0. In outputs `[..]`
//! stands for any text and a line `...` for any lines.

use std::path::Path;
use std::process::Command;

use snapbox::Assert;

struct Step {
    command: String,
    output: String,
    code: i32,
}

/// The commands of the blocks with what they are to print.
fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match (line.strip_prefix("$ "), line.strip_prefix("? ")) {
                (Some(command), _) => steps.push(Step { command: command.into(), output: String::new(), code: 0 }),
                (_, Some(code)) => steps.last_mut().unwrap().code = code.parse().unwrap(),
                _ => steps.last_mut().unwrap().output += &format!("{line}\n"),
            },
        }
    }
    steps
}

#[test]
fn the_tutorial_is_true() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/TUTORIAL.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin("minesat");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let steps = steps(&text);
    assert!(steps.len() > 15, "{}", steps.len());
    for step in steps {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{{ {}\n}} 2>&1", step.command)]);
        let output = shell.current_dir(folder.path()).env("PATH", &path).env("NO_COLOR", "1").output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        if std::env::var_os("TUTORIAL").is_some() {
            println!("$ {}\n{printed}", step.command);
            continue;
        }
        Assert::new().eq(printed, step.output.as_str());
        assert_eq!(output.status.code(), Some(step.code), "{}", step.command);
    }
}
