//! The names of the commands: their groups in `minesat --help`, and the names that they had before.

use std::ffi::OsString;
use std::fmt::Write;

use clap::Command;

/// The headings of `minesat --help` with the commands under each, in the order in which they are shown.
const GROUPS: &[(&str, &[&str])] = &[
    ("Everyday", &["solve", "count", "sample", "explain", "mine-bounds", "view", "serve"]),
    (
        "Laboratory",
        &["bench", "report", "results", "study", "grade", "hardest", "separate", "chains", "engines", "encodings"],
    ),
    ("Games", &["play", "advise", "best", "experiment"]),
    ("Formulas", &["compile", "satisfy", "encode", "decode", "gadget"]),
    ("Files", &["generate", "convert", "label", "verify", "schema"]),
    ("About", &["help", "completions", "man"]),
];

/// Earlier names of commands, and the words that they stand for. Scripts may still use them; no help shows them.
const EARLIER: &[(&str, &[&str])] = &[
    ("check", &["verify"]),
    ("expect", &["label"]),
    ("gadget map", &["study", "gadgets"]),
    ("gaps", &["separate"]),
    ("merge", &["bench", "merge"]),
    ("mines", &["mine-bounds"]),
    ("optimal", &["study", "optimal"]),
    ("stuck", &["generate", "stuck"]),
    ("transition", &["study", "transition"]),
];

/// The features of the program, and the commands that it has not without them.
const FEATURES: &[(&str, &[&str])] = &[
    (
        "extras",
        &[
            "advise",
            "best",
            "chains",
            "compile",
            "convert",
            "decode",
            "experiment",
            "explain",
            "gadget",
            "hardest",
            "play",
            "results",
            "satisfy",
            "separate",
            "study",
            "view",
        ],
    ),
    ("page", &["serve"]),
    ("schema", &["schema"]),
];

/// Why the program does not have the command of a command line, if a feature has it.
pub fn left_out(args: &[OsString], command: &Command) -> Option<String> {
    let name = args.get(1)?.to_str()?;
    let (feature, _) = FEATURES.iter().find(|(_, names)| names.contains(&name))?;
    let is_there = command.find_subcommand(name).is_some();
    (!is_there).then(|| {
        format!("this program was built without `{name}`: build it with the feature `{feature}`, which is one of the default ones")
    })
}

/// The row of [`EARLIER`] whose name these words begin with: the number of its words, and the present ones.
fn words_for<'a>(words: impl Iterator<Item = &'a str> + Clone) -> Option<(usize, &'static [&'static str])> {
    let row = EARLIER.iter().find(|(name, _)| name.split(' ').eq(words.clone().take(name.split(' ').count())))?;
    Some((row.0.split(' ').count(), row.1))
}

/// The option by which `chains` was the command that is `study chains` now; its value was the folder.
const EXPERIMENT: &str = "--experiment";

/// The arguments of the program, the program's name first, with the present name of the command; also after `help`.
pub fn present(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let at = if args.get(1).is_some_and(|word| word == "help") { 2 } else { 1 };
    let words = args[at.min(args.len())..].iter().map(|word| word.to_str().unwrap_or_default());
    if let Some((count, words)) = words_for(words) {
        args.splice(at..at + count, words.iter().map(OsString::from));
    } else if args.get(1).is_some_and(|word| word == "chains") {
        let folder =
            args.iter_mut().find_map(|word| Some((word.to_str()?.strip_prefix(EXPERIMENT)?.to_string(), word)));
        if let Some((value, word)) = folder.filter(|(value, _)| value.is_empty() || value.starts_with('=')) {
            *word = format!("--output{value}").into();
            args.insert(1, "study".into());
        }
    }
    args
}

/// A command line as it is recorded, with the present name of the command.
#[cfg_attr(not(feature = "extras"), allow(dead_code))]
pub fn present_line(line: &str) -> String {
    if let Some(rest) = line.strip_prefix("minesat chains --experiment ") {
        // Folder, then shapes and the other options.
        return rest.find(" --shapes ").map_or(line.into(), |at| format!("minesat study chains{}", &rest[at..]));
    }
    let (program, rest) = line.split_once(' ').unwrap_or((line, ""));
    match words_for(rest.split(' ')) {
        Some((count, words)) if rest.split(' ').count() > count => {
            let rest: Vec<&str> = rest.split(' ').skip(count).collect();
            format!("{program} {} {}", words.join(" "), rest.join(" "))
        }
        _ => line.to_string(),
    }
}

/// The command with its sub-commands in groups in its help: clap has no headings for sub-commands.
pub fn grouped(command: Command) -> Command {
    let template = template(&command);
    command.help_template(template)
}

fn template(command: &Command) -> String {
    let heading = command.get_styles().get_header();
    let literal = command.get_styles().get_literal();
    let width = GROUPS.iter().flat_map(|group| group.1).map(|name| name.len()).max().unwrap_or(0);
    let mut text = String::from("{before-help}{about-with-newline}\n{usage-heading} {usage}\n");
    for (title, names) in GROUPS {
        let _ = writeln!(text, "\n{heading}{title}:{heading:#}");
        for name in *names {
            let about = match command.find_subcommand(name) {
                Some(sub) => sub.get_about().map(ToString::to_string).unwrap_or_default(),
                // clap adds it later.
                None if *name == "help" => "Print the help of a command".into(),
                None => continue,
            };
            let _ = writeln!(text, "  {literal}{name:width$}{literal:#}  {about}");
        }
    }
    text + &format!("\n{heading}Options:{heading:#}\n{{options}}{{after-help}}")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    /// Longest description that a terminal of 80 columns shows on one line.
    const MOST: usize = 64;

    #[test]
    fn every_command_is_in_one_group() {
        let command = Cli::command();
        let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
        let mut have: Vec<&str> = shown.map(Command::get_name).chain(["help"]).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|group| group.1).copied().collect();
        have.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(have, grouped);
    }

    #[test]
    #[cfg(feature = "extras")]
    fn commands_of_features_are_known() {
        let extra = <crate::cli::extras::ExtraCommand as clap::Subcommand>::augment_subcommands(Command::new("extra"));
        let shown = extra.get_subcommands().filter(|sub| !sub.is_hide_set());
        let mut have: Vec<&str> = shown.map(Command::get_name).collect();
        let mut known: Vec<&str> = FEATURES.iter().flat_map(|(_, names)| *names).copied().collect();
        have.sort_unstable();
        known.sort_unstable();
        assert_eq!(have, known);
    }

    #[test]
    fn every_command_has_a_description_of_one_line() {
        for sub in Cli::command().get_subcommands() {
            let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
            assert!((1..=MOST).contains(&about.len()), "{}: {about:?}", sub.get_name());
        }
    }

    #[test]
    fn earlier_names_are_no_present_ones_and_stand_for_commands() {
        let command = Cli::command();
        for (earlier, words) in EARLIER {
            let there = earlier.split(' ').try_fold(&command, |command, word| command.find_subcommand(word));
            assert!(there.is_none(), "{earlier}");
            let found = words.iter().try_fold(&command, |command, word| command.find_subcommand(word));
            assert!(found.is_some(), "{earlier}: {words:?}");
        }
    }

    #[test]
    fn arguments_and_recorded_lines_get_present_names() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        for (line, wanted) in [
            ("minesat merge a -o b", "minesat bench merge a -o b"),
            ("minesat help stuck", "minesat help generate stuck"),
            ("minesat help gadget map", "minesat help study gadgets"),
            ("minesat gadget map -o x", "minesat study gadgets -o x"),
            ("minesat gadget list", "minesat gadget list"),
            ("minesat chains --boards 3 --experiment x", "minesat study chains --boards 3 --output x"),
            ("minesat chains --experiment=x", "minesat study chains --output=x"),
            ("minesat chains --experiments x", "minesat chains --experiments x"),
            ("minesat experiment chains --experiment", "minesat experiment chains --experiment"),
            ("minesat solve merge", "minesat solve merge"),
            ("minesat", "minesat"),
        ] {
            assert_eq!(present(words(line)), words(wanted));
        }
        assert_eq!(present_line("minesat transition --seed 1"), "minesat study transition --seed 1");
        assert_eq!(present_line("minesat optimal --nodes 1"), "minesat study optimal --nodes 1");
        assert_eq!(present_line("minesat gadget map --rows 4"), "minesat study gadgets --rows 4");
        let chains = "minesat chains --experiment 'a folder' --shapes 5x5 --seed 1";
        assert_eq!(present_line(chains), "minesat study chains --shapes 5x5 --seed 1");
        assert_eq!(present_line("minesat solve a --nodes 1"), "minesat solve a --nodes 1");
        assert_eq!(present_line("minesat"), "minesat");
    }
}
