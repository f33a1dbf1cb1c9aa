//! Examples of the commands whose help has no other text at its end.

use clap::Command;

/// The commands and their examples, one a line: the command line, then after two blanks or more what it does.
const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "chains",
        &[
            "minesat chains board.mine  the longest chain of deductions",
            "minesat chains --game 16x30:0.2 --svg chain.svg  of a random game, drawn",
            "minesat chains --search 4x4 --runs 2 -o best.jsonl  a field with a long chain",
        ],
    ),
    (
        "compile",
        &[
            "minesat compile formula.cnf > board.mine",
            "minesat compile adder.blif --fix s0=1 --json > adder.jsonl",
            "minesat compile --family queens --set n=4 --json > queens.jsonl",
        ],
    ),
    ("completions", &["minesat completions bash > ~/.local/share/bash-completion/completions/minesat"]),
    (
        "convert",
        &[
            "minesat convert board.sgt --to minesat",
            "minesat convert boards.jsonl --only uniform-1 --to link",
            "minesat convert field.txt --to minesat --open 0,0  a position of a field",
        ],
    ),
    (
        "count",
        &[
            "minesat count board.mine",
            "minesat count board.mine --given 0,5=safe  under a condition",
            "minesat count board.mine --outcomes 0,5  what a cell would show",
            "minesat count boards.jsonl --json --exact  exact fractions, a line per board",
            "minesat count board.mine --no-cells -e sat:counter=ganak",
        ],
    ),
    (
        "decode",
        &[
            "minesat encode board.mine -o board.cnf && kissat board.cnf | minesat decode board.mine -",
            "minesat decode compiled.mine answer.txt --formula formula.cnf",
        ],
    ),
    (
        "encode",
        &[
            "minesat encode board.mine > board.cnf",
            "minesat encode board.mine --local totalizer --total adder -o board.cnf",
            "minesat encode board.mine --to opb --slack -o board.opb",
            "minesat encode board.mine --cell 0,5 --proof cell.lrat -o cell.cnf  why a cell is certain",
        ],
    ),
    ("encodings", &["minesat encodings", "minesat encodings --long  with the formulas of their sizes"]),
    (
        "engines",
        &[
            "minesat engines  all of them, and the counters",
            "minesat engines sat  one family",
            "minesat engines --names  for scripts",
        ],
    ),
    (
        "experiment",
        &[
            "minesat experiment instances/plans/play/b1.toml --games 100 -o b1",
            "minesat experiment my.toml -p lookahead  one player again",
            "minesat experiment my.toml --report  the report from the records",
        ],
    ),
    (
        "gadget",
        &[
            "minesat gadget list",
            "minesat gadget verify  all shipped tiles",
            "minesat gadget search --rows 4 --cols 5 --like HWIRE",
        ],
    ),
    ("grade", &["minesat grade candidates.jsonl -o suite", "minesat grade hard.jsonl -t 60 --memory 4G -o hard"]),
    ("label", &["minesat label boards.jsonl -o labelled.jsonl", "minesat label boards.jsonl -e frontier sat"]),
    (
        "mine-bounds",
        &[
            "minesat mine-bounds board.mine --mines ?  how many mines there may be",
            "minesat mine-bounds boards.jsonl --json",
        ],
    ),
    ("results", &["minesat results check results", "minesat results findings results"]),
    ("sample", &["minesat sample board.mine -n 3", "minesat sample boards.jsonl -n 100 --seed 7 --json"]),
    (
        "satisfy",
        &[
            "minesat satisfy formula.cnf",
            "minesat satisfy adder.blif --fix s0=1",
            "minesat satisfy formula.cnf --solver varisat",
        ],
    ),
    (
        "study",
        &[
            "minesat study optimal --boards 2x3 3x3 -o optimal",
            "minesat study transition --sizes 8:200 --densities 0.1 0.3 0.02 -o transition",
            "minesat study settings lookahead lookahead:close=off --games 100 -o close",
        ],
    ),
    ("verify", &["minesat solve boards.jsonl --certificates proof.jsonl && minesat verify boards.jsonl proof.jsonl"]),
    (
        "view",
        &[
            "minesat view board.mine -o board.svg",
            "minesat view board.mine --probabilities -o board.svg",
            "minesat view board.mine --explain 0,5 --verdicts -o cell.svg",
            "minesat view board.mine --text --verdicts",
        ],
    ),
    #[cfg(feature = "page")]
    ("serve", &["minesat serve", "minesat serve --help  its options"]),
];

/// A command line, and what it does.
fn parts(example: &str) -> (&str, &str) {
    example.split_once("  ").map_or((example, ""), |(line, what)| (line, what.trim()))
}

fn text(examples: &[&str]) -> String {
    let explained = examples.iter().map(|example| parts(example)).filter(|(_, what)| !what.is_empty());
    let width = explained.map(|(line, _)| line.len()).max().unwrap_or(0);
    let line = |example: &&str| match parts(example) {
        (line, "") => format!("\n  {line}"),
        (line, what) => format!("\n  {line:width$}  {what}"),
    };
    format!("Examples:{}", examples.iter().map(line).collect::<String>())
}

/// The command with the examples at the end of the help of its sub-commands.
pub fn added(mut command: Command) -> Command {
    for (name, examples) in EXAMPLES {
        // A command of a feature that is not there.
        if command.find_subcommand(name).is_none() {
            continue;
        }
        command = command.mut_subcommand(name, |sub| {
            let before = sub.get_after_help().map(|help| format!("{help}\n\n")).unwrap_or_default();
            sub.after_help(before + &text(examples))
        });
    }
    command
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn the_help_of_every_command_has_examples() {
        for sub in added(Cli::command()).get_subcommands().filter(|sub| !sub.is_hide_set()) {
            let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Example") && help.contains("  minesat "), "{}", sub.get_name());
        }
    }

    /// Commands and options are spelled right.
    #[test]
    fn examples_are_read() {
        for (name, examples) in EXAMPLES {
            for example in *examples {
                let (line, _) = parts(example);
                for command in line.split(['|', '&', '>']).map(str::trim).filter(|part| part.starts_with("minesat ")) {
                    let words = shlex::split(command).unwrap();
                    let read = Cli::command().try_get_matches_from(&words);
                    let is_help = words.iter().any(|word| word == "--help");
                    assert!(read.is_ok() || is_help, "{command}: {}", read.err().unwrap());
                }
                assert!(line.contains(&format!("minesat {name}")), "{line}");
            }
        }
    }
}
