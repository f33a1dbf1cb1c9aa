//! `minesat study` from outside: every study runs, resumes with the same bytes, and finds the numbers that it found before.

use std::fs;
use std::path::Path;

use crate::common::program::{minesat, run};

/// A small study: its options, a text of its report, and how many columns at the end of its tables are times.
struct Small {
    words: &'static [&'static str],
    says: &'static str,
    times: fn(&str) -> bool,
}

const NO_TIMES: fn(&str) -> bool = |_| false;

/// Numbers are those of the programs that the studies of games were before.
const STUDIES: [Small; 15] = [
    Small {
        words: &["transition", "--sizes", "5:4", "6:3", "--densities", "0.1", "0.3", "0.1"],
        says: "| density | 5x5 | 6x6 |",
        times: NO_TIMES,
    },
    Small {
        words: &["chains", "--shapes", "4x4", "1x9", "--densities", "0.1", "0.2", "--boards", "3"],
        says: "## Shapes of about one area",
        times: NO_TIMES,
    },
    Small {
        words: &["gadgets", "--rows", "3", "4", "--cols", "3", "3", "--function", "HWIRE"],
        says: "## strict: no given mines",
        times: NO_TIMES,
    },
    Small {
        words: &["limits", "-e", "brute", "-e", "rules", "-b", "parity 40"],
        says: "| engine | board | limit |",
        times: |_| true,
    },
    Small {
        words: &["optimal", "--boards", "2x2", "1x4"],
        says: "| 2 x 2 | 1 | 4 |",
        times: |line| line.contains("processor seconds") || line.starts_with("| "),
    },
    Small {
        words: &["settings", "lookahead", "lookahead:sample=0,games=0", "--games", "2", "--models", "2"],
        says: "| 0 to 999 | 4.50 | 0.000 | - | 0.0000 +- 0.0000 |",
        times: NO_TIMES,
    },
    Small {
        words: &["deviations", "--games", "3", "--models", "2"],
        says: "| all | 1 | 2.22 | 47.0 | - | - | - | 0.00 (0.00 to 0.00) | 21.7 | - | - | - |",
        times: NO_TIMES,
    },
    Small {
        words: &["dead-ends", "--games", "6"],
        says: "| a square of 2x2, in one way or the other | 2 | 0.3022 | 15.111 +- 8.794 |",
        times: NO_TIMES,
    },
    Small {
        words: &["endgames", "--games", "6", "--start", "zero"],
        says: "| 300 to 600 | 1 | 0.1667 | 0 % | 0.00 | 0.0000 +- 0.0000 | 0.00 | 0.0000 +- 0.0000 | 2.16 | \
               0.3601 +- 0.3287 | 0.00 | 0.0000 +- 0.0000 | 107 |",
        times: |line| line.starts_with("| "),
    },
    Small {
        words: &[
            "guesses",
            "--players",
            "sps",
            "pseq",
            "--rows",
            "5",
            "--cols",
            "5",
            "--mines",
            "6",
            "--games",
            "120",
            "--draw",
            "sps",
        ],
        says: "## The largest of sps",
        times: NO_TIMES,
    },
    Small {
        words: &["growth", "--players", "random", "sps", "--sides", "5", "9", "--games", "2"],
        says: "The source claims O(n^4)",
        times: |_| true,
    },
    Small {
        words: &["closure", "--sides", "6", "9", "--boards", "2"],
        says: "| board | sums given | base | compared |",
        times: |_| true,
    },
    Small {
        words: &["chain-effort", "--engines", "rules", "frontier", "--shape", "6x6", "--boards", "3"],
        says: "Rank correlation of effort with the longest chain",
        times: |line| line.contains("seconds") || line.contains(" to ") || line.contains(" or more"),
    },
    Small {
        words: &["search-tree", "--board", "drawn.mine", "--engines", "backtrack:naive", "backtrack:arc"],
        says: "Assignments tried on the board: `backtrack:naive` 30, `backtrack:arc` 6.",
        times: NO_TIMES,
    },
    Small {
        words: &["sweep-growth", "--lengths", "9", "--sides", "4", "5", "--boards", "2"],
        says: "A straight line of n cells needs a working set of",
        times: |_| true,
    },
];

/// The board of the studies that draw one.
const DRAWN: &str = "2 4 ?\n####\n1__1\n";

/// The files of a folder with their bytes, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> = entries
        .filter(|entry| entry.path().is_file())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

/// A study in a folder `out` that cannot be finished, since a folder stands where its report belongs: all rows are in the
/// journal, whose text this returns.
fn unfinished(folder: &Path, words: &[&str]) -> String {
    let charts = ["table.jsonl", "points.jsonl", "rows.jsonl", "map.jsonl.zst"];
    let sources = ["sides.jsonl", "bases.jsonl.zst", "trees.jsonl.zst", "boards.jsonl.zst"];
    let games = ["guesses.jsonl.zst", "decisions.jsonl.zst", "parts.jsonl.zst", "positions.jsonl.zst"];
    let blocks = || charts.iter().chain(&games).chain(&sources).map(|name| folder.join("out").join(name));
    blocks().for_each(|path| fs::create_dir_all(path.join("full")).unwrap());
    let (code, _, err) = run(folder, &[&["study"], words, &["-o", "out"]].concat());
    assert_eq!(code, 2, "{words:?}: {err}");
    blocks().for_each(|path| fs::remove_dir_all(path).unwrap());
    fs::read_to_string(folder.join("out/under-way.jsonl")).unwrap()
}

#[test]
fn studies_are_written_and_resume_with_the_same_bytes() {
    for Small { words, says, times } in STUDIES {
        let folder = tempfile::tempdir().unwrap();
        let (folder, out) = (folder.path(), folder.path().join("out"));
        fs::write(folder.join("drawn.mine"), DRAWN).unwrap();
        let make = || {
            let (code, _, err) = run(folder, &[&["study"], words, &["-o", "out"]].concat());
            assert_eq!(code, 0, "{words:?}: {err}");
            (files(&out), err)
        };
        let journal = unfinished(folder, words);
        let lines: Vec<&str> = journal.split_inclusive('\n').collect();
        assert!(lines.len() > 2, "{words:?}: {journal}");
        // From all rows, which are not measured again.
        let (whole, err) = make();
        assert!(err.contains(&format!("resumes after {} parts", lines.len() - 1)), "{words:?}: {err}");
        let report = String::from_utf8(whole.iter().find(|file| file.0 == "report.md").unwrap().1.clone()).unwrap();
        assert!(report.contains(says), "{words:?}: {report}");
        // Below the title, and the question where there is one.
        let command = format!("Made by `minesat study {}", words[0]);
        let made = report.lines().take(5).find(|line| line.starts_with(&command)).unwrap_or_else(|| panic!("{report}"));
        assert!(made.contains(" --output out`, revision "), "{made}");
        // The report alone, from the rows.
        fs::remove_file(out.join("report.md")).unwrap();
        let (code, _, err) = run(folder, &[&["study"], words, &["-o", "out", "--report"]].concat());
        if matches!(words[0], "gadgets" | "optimal") {
            assert!(code == 2 && err.contains("measures again"), "{words:?}: {err}");
        } else {
            assert!(code == 0 && files(&out) == whole, "{words:?}: {err}");
        }
        // A kill within a line leaves the rows before it.
        fs::remove_dir_all(&out).unwrap();
        fs::create_dir(&out).unwrap();
        let cut = lines[..2].concat() + &lines[2][..lines[2].len() / 2];
        fs::write(out.join("under-way.jsonl"), cut).unwrap();
        let (resumed, err) = make();
        assert!(err.contains("resumes after 1 parts"), "{words:?}: {err}");
        let names = |files: &[(String, Vec<u8>)]| files.iter().map(|file| file.0.clone()).collect::<Vec<_>>();
        assert_eq!(names(&resumed), names(&whole), "{words:?}");
        let has_times = report.lines().any(times);
        for ((name, resumed), (_, whole)) in resumed.into_iter().zip(whole) {
            if !has_times {
                assert_eq!(resumed, whole, "{words:?}: {name}");
            } else if name == "report.md" {
                let plain = |bytes: Vec<u8>| {
                    let text = String::from_utf8(bytes).unwrap();
                    text.lines().filter(|line| !times(line)).map(String::from).collect::<Vec<_>>()
                };
                assert_eq!(plain(resumed), plain(whole), "{words:?}");
            }
        }
    }
}

/// Both kinds of drawings of one board are pictures that stand alone.
#[test]
fn drawings_of_one_board_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("drawn.mine"), DRAWN).unwrap();
    for (words, picture, says) in [
        (&["merging"][..], "steps.svg", "The 2 cells of the largest component have 2 solutions"),
        (&["search-tree", "--engines", "backtrack:arc"], "tree-1.svg", "`backtrack:arc` 6"),
    ] {
        let (code, _, err) = run(folder, &[&["study"], words, &["--board", "drawn.mine", "-o", words[0]]].concat());
        assert_eq!(code, 0, "{words:?}: {err}");
        let read = |name: &str| fs::read_to_string(folder.join(words[0]).join(name)).unwrap();
        let (report, svg) = (read("report.md"), read(picture));
        assert!(report.contains(says) && report.contains(picture), "{report}");
        assert!(svg.starts_with("<svg") && svg.contains("<title>") && svg.trim_end().ends_with("</svg>"), "{svg}");
    }
    fs::write(folder.join("wide.mine"), "2 20 ?\n####################\n_1_1_1_1_1_1_1_1_1_1\n").unwrap();
    let (code, _, err) = run(folder, &["study", "search-tree", "--board", "wide.mine", "-o", "wide"]);
    assert!(code == 2 && err.contains("a drawing shows at most 12"), "{err}");
    let (code, _, err) = run(folder, &["study", "merging", "--board", "drawn.mine", "--only", "other", "-o", "none"]);
    assert!(code == 2 && err.contains("no instance named \"other\""), "{err}");
}

/// Numbers of a killed study are those of one that was left alone, on any number of threads.
#[test]
fn a_killed_study_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = ["study", "dead-ends", "--games", "80", "-o"];
    let journal = folder.join("killed/under-way.jsonl");
    let lines = || fs::read(&journal).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count());
    let mut killed = minesat(folder).args(words).args(["killed", "-j", "1"]).spawn().unwrap();
    while lines() < 4 {
        assert!(killed.try_wait().unwrap().is_none(), "the study ended before it could be killed");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(!folder.join("killed/report.md").exists());
    let (code, _, err) = run(folder, &[&words[..], &["killed"]].concat());
    assert!(code == 0 && err.contains("resumes after "), "{err}");
    assert_eq!(run(folder, &[&words[..], &["alone"]].concat()).0, 0);
    let plain = |name: &str| {
        let report = fs::read_to_string(folder.join(name).join("report.md")).unwrap();
        report.replace(&format!("--output {name}`"), "")
    };
    assert_eq!(plain("killed"), plain("alone"));
    assert!(!journal.exists());
}

/// The results of other options, and of other studies, are not replaced.
#[test]
fn a_study_refuses_the_folder_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let study = |words: &[&str]| run(folder, &[&["study"], words, &["-o", "x"]].concat());
    assert_eq!(study(&["optimal", "--boards", "2x2"]).0, 0);
    let before = files(&folder.join("x"));
    for words in [&["optimal", "--boards", "1x2"][..], &["dead-ends", "--games", "1"]] {
        let (code, _, err) = study(words);
        assert!(code == 2 && err.contains("another command made the results in x"), "{err}");
    }
    assert_eq!(files(&folder.join("x")), before);
    // The report of the command's earlier name is its own.
    let report = folder.join("x/report.md");
    let text = fs::read_to_string(&report).unwrap().replace("minesat study optimal", "minesat optimal");
    fs::write(&report, text).unwrap();
    assert_eq!(study(&["optimal", "--boards", "2x2"]).0, 0);
}
