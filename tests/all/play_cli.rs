//! `minesat play` and `minesat experiment` from outside: what they refuse, write, keep and go on with.

use minesat::compression::Compression;
use minesat::experiment::store::ExperimentStore;

const PLAN: &str = "title = \"t\"\ntext = \"\"\n[rules]\nrows = 6\ncols = 6\ngames = 40\n\
                    [[group]]\nname = \"g\"\nx = \"mines\"\nplayers = [\"sps\", \"frontier\"]\n\
                    points = [{ x = 4, mines = 4 }, { x = 6, mines = 6 }]\n\
                    [[reported]]\nname = \"theirs\"\nplayer = \"sps\"\npoints = [[4, 99.5], [6, 1]]\ngames = 10\n\
                    [[chart]]\ntitle = \"c\"\n";

/// The plan that the guide shows is one.
#[test]
fn the_plan_of_the_guide_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let guide = include_str!("../../src/guide/games.md");
    let plan = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    std::fs::write(folder.path().join("my.toml"), plan).unwrap();
    let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
    command.current_dir(folder.path()).args(["experiment", "my.toml", "--games", "10", "-o", "x"]).assert().success();
    let report = std::fs::read_to_string(folder.path().join("x/report.md")).unwrap();
    assert!(report.contains("| 8 | no fit | pseq | 10 |") && report.contains("published 78.123"), "{report}");
}

/// The boards of a series as a file are the boards that it plays.
#[test]
fn boards_of_a_series_are_written_for_others() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        let output = command.current_dir(folder.path()).arg("play").args(words).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
    };
    let rules = ["--rows", "7", "--cols", "9", "--mines", "12", "--start", "zero", "--at", "3,3", "--seed", "5"];
    let boards = [&["--make-boards", "--games", "40", "-o", "boards.txt.zst"][..], &rules].concat();
    assert_eq!(run(&boards).0, Some(0));
    let won = |text: &str| text.lines().find(|line| line.starts_with("| sps |")).map(|line| line[..20].to_string());
    let (code, given) = run(&["--boards", "boards.txt.zst", "-p", "sps", "--seed", "5"]);
    assert_eq!((code, won(&given)), (Some(0), won(&run(&[&["-p", "sps", "--games", "40"][..], &rules].concat()).1)));
    assert!(won(&given).is_some(), "{given}");
    let (code, why) = run(&["--make-boards", "--start", "none", "-o", "x"]);
    assert!(code == Some(2) && why.contains("--make-boards needs a first cell"), "{why}");
    assert!(!folder.path().join("x").exists());
}

/// A plan answers from its rows: up to where half is won, first and last point, two groups on the same boards, and bars.
#[test]
fn plans_answer_from_their_rows() {
    let folder = tempfile::tempdir().unwrap();
    let plan = "title = \"t\"\ntext = \"\"\n[rules]\nrows = 6\ncols = 6\ngames = 200\n\
                [[group]]\nname = \"told\"\nx = \"mines\"\nplayers = [\"sps\", \"frontier\"]\n\
                points = [{ x = 2, mines = 2 }, { x = 5, mines = 5 }, { x = 14, mines = 14 }]\n\
                [[group]]\nname = \"not told\"\nx = \"mines\"\nrules = { total = \"unknown\" }\nplayers = [\"sps\", \"frontier\"]\n\
                points = [{ x = 2, mines = 2 }, { x = 5, mines = 5 }, { x = 14, mines = 14 }]\n\
                [[derived]]\nkind = \"half\"\ngroups = [\"told\"]\n\
                [[derived]]\nkind = \"ends\"\nmeasure = \"guesses\"\ngroups = [\"told\"]\nplayers = [\"sps\"]\n\
                [[contrast]]\ntitle = \"the total\"\nfirst = \"told\"\nsecond = \"not told\"\n\
                [[chart]]\ntitle = \"m\"\nmeasure = \"moves\"\ngroups = [\"told\"]\n";
    std::fs::write(folder.path().join("p.toml"), plan).unwrap();
    let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
    command.current_dir(folder.path()).args(["experiment", "p.toml", "-o", "x"]).assert().success();
    let read = |name: &str| std::fs::read_to_string(folder.path().join("x").join(name)).unwrap();
    let report = read("report.md");
    let answer = report.split("## Method").next().unwrap();
    assert!(answer.contains("- told: the largest `mines` at which more than half"), "{report}");
    assert!(
        answer.contains("- told: guesses per game, at 2: `sps` ") && answer.contains("; at 14: `sps` "),
        "{report}"
    );
    assert!(answer.contains("- the total: both ways the same games are won by `sps`."), "{report}");
    assert!(report.contains("![the total](contrast-the-total.svg)"), "{report}");
    assert!(read("contrast-the-total.svg").contains("frontier") && read("1-moves.svg").contains("sps, guesses"));
}

/// What plays nothing, or something else than asked, is refused before anything is played.
#[test]
fn games_that_are_not_there_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("none.txt"), "5 2 3 0 safe\n").unwrap();
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    for (args, message) in [
        (&["--boards", "none.txt"][..], "none.txt: the file holds no boards"),
        (&["--level", "beginner", "-g", "3", "--replay", "50"], "the last game is 2"),
        (&["--level", "beginner", "--replay", "18446744073709551615"], "the last game is 18446744073709551614"),
        (&["--start", "none", "--at", "1,1"], "--start none opens none"),
        (&["--level", "beginner", "-o", "folder"], "folder is a folder"),
        (&["--level", "beginner", "--jobs", "100000"], "is not in 1..=1024"),
        (&["--level", "beginner", "--clues", "at-most", "-p", "pseq"], "bounds are read by random, likelihood"),
        (&["--make-no-guess", "ees", "--clues", "at-most", "-o", "x"], "needs exact clues"),
        (&["--make-no-guess", "ees", "--start", "none", "-o", "x"], "--start none has none"),
        (
            &["--make-no-guess", "sps", "--rows", "2", "--cols", "2", "--mines", "2", "-o", "x"],
            "no board without a guess",
        ),
        (&["--level", "beginner", "-p", "csp:off=corner,off=edge"], "csp:off is given twice"),
        (&["--level", "beginner", "-p", "pseq", "-p", "sps", "--budget", "5"], "--budget is an option of lookahead"),
        (&["--level", "beginner", "-p", "lookahead:budget=5", "--budget", "6"], "lookahead:budget is given twice"),
    ] {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        let run = command.current_dir(folder.path()).arg("play").args(args).assert().code(2);
        let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(told.contains(message), "{args:?}: {told}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    // Boards without a guess, compressed, are played without one.
    let run = |args: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        command.current_dir(folder.path()).arg("play").args(args).assert().success().get_output().stdout.clone()
    };
    run(&["--make-no-guess", "ees", "--rows", "6", "--cols", "6", "--mines", "6", "-g", "70", "-o", "maps.txt.gz"]);
    let packed = std::fs::read(folder.path().join("maps.txt.gz")).unwrap();
    assert_eq!(packed[..2], [0x1f, 0x8b]);
    let told = String::from_utf8(run(&["--boards", "maps.txt.gz", "-p", "ees"])).unwrap();
    assert!(told.contains("| ees | 70 | 70 | 100.000 |"), "{told}");
}

#[test]
fn experiments_are_the_same_on_any_number_of_threads_and_play_only_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("p.toml");
    std::fs::write(&plan, PLAN).unwrap();
    let run = |jobs: &str, output: &str, more: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        command.args(["experiment", plan.to_str().unwrap(), "--jobs", jobs, "--output"]);
        command.arg(folder.path().join(output)).args(more).assert().success();
        let mut store = ExperimentStore::read(&folder.path().join(output)).unwrap();
        for played in &mut store.played {
            played.row.sums.remove("seconds");
        }
        store.played.into_iter().map(|p| p.row).collect::<Vec<_>>()
    };
    let one = run("1", "one", &[]);
    assert_eq!(one, run("2", "two", &[]));
    assert_eq!((one.len(), one.iter().map(|r| r.errors).sum::<u64>()), (4, 0));
    let report = std::fs::read_to_string(folder.path().join("one/report.md")).unwrap();
    assert!(report.contains("![c](1-won.svg)") && report.contains("**beyond**"), "{report}");
    // Fewer games would lose some; more of one player are played again, the rows of the other stay.
    let mut fewer = assert_cmd::Command::cargo_bin("minesat").unwrap();
    fewer.args(["experiment", plan.to_str().unwrap(), "--games", "20", "--output"]).arg(folder.path().join("one"));
    let told = fewer.assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8(told).unwrap().contains("has 40 games of sps in \"g\", which 20 would replace"));
    assert!(!folder.path().join("one/under-way.jsonl").exists());
    let more = run("1", "one", &["--player", "sps", "--games", "60"]);
    assert_eq!(run("1", "one", &["--report"]), more);
    assert_eq!(more.iter().map(|r| r.games).collect::<Vec<_>>(), [60, 40, 60, 40]);
    assert_eq!((&more[1], &more[3]), (&one[1], &one[3]));
    assert_eq!(run("1", "one", &["--missing"]), more);
    // Nor are rows lost to a plan without them; the report says what it was made by.
    let report = std::fs::read_to_string(folder.path().join("one/report.md")).unwrap();
    assert!(report.contains("/p.toml --output ") && report.contains("/one`"), "{report}");
    std::fs::write(&plan, PLAN.replace("rows = 6", "rows = 7")).unwrap();
    let mut other = assert_cmd::Command::cargo_bin("minesat").unwrap();
    other.args(["experiment", plan.to_str().unwrap(), "--output"]).arg(folder.path().join("one"));
    let told = other.assert().code(2).get_output().stderr.clone();
    assert!(
        String::from_utf8(told).unwrap().contains("4 rows that are not of this plan, such as 60 games of sps in \"g\"")
    );
    // A plan that says nothing of games has a thousand a point, and five are not enough.
    std::fs::write(&plan, PLAN.replace("games = 40\n", "")).unwrap();
    assert!(run("1", "few", &["--games", "5"]).iter().all(|r| r.games == 5));
    assert!(run("2", "few", &["--missing"]).iter().all(|r| r.games == 1000));
}

/// Runs a command, killed three times when its journal has grown, then to its end.
fn killed_again_and_again(command: &dyn Fn() -> std::process::Command, journal: &std::path::Path) {
    let lines = || std::fs::read(journal).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count());
    let mut reached = 1;
    for _ in 0..3 {
        let mut run = command().spawn().unwrap();
        while lines() <= reached {
            assert!(run.try_wait().unwrap().is_none(), "the command ended before it could be killed");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        run.kill().unwrap();
        run.wait().unwrap();
        assert!(lines() > reached, "what was kept is kept");
        reached = lines();
    }
    let last = command().output().unwrap();
    assert!(last.status.success());
    let told = String::from_utf8_lossy(&last.stderr).into_owned();
    assert!(told.contains(&format!("resumes after {} parts", reached - 1)), "{told}");
    assert!(!journal.exists());
}

#[test]
fn a_killed_experiment_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("p.toml");
    let text = PLAN.replace("games = 40", "games = 20000").replace("[[group]]", "[[group]]\nkeep_games = true");
    std::fs::write(&plan, text).unwrap();
    let command = |output: &str, more: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_minesat"));
        command.args(["experiment", plan.to_str().unwrap(), "--player", "frontier", "--output"]);
        command.arg(folder.path().join(output)).args(more).stderr(std::process::Stdio::piped());
        command
    };
    let rows = |output: &str| {
        let mut store = ExperimentStore::read(&folder.path().join(output)).unwrap();
        for played in &mut store.played {
            played.row.sums.remove("seconds");
            played.games.iter_mut().for_each(|g| g.game.seconds = 0.0);
        }
        store.played
    };
    assert!(command("alone", &[]).output().unwrap().status.success());
    let alone = rows("alone");
    assert_eq!(alone.iter().map(|p| (p.row.games, p.games.len())).collect::<Vec<_>>(), [(20000, 20000); 2]);
    // With --missing the rows that are finished are no longer wanted, but their games are in the journal.
    for (output, more) in [("killed", vec![]), ("missing", vec!["--missing"])] {
        killed_again_and_again(&|| command(output, &more), &folder.path().join(output).join("under-way.jsonl"));
        assert_eq!(rows(output), alone);
    }
}

#[test]
fn games_are_not_lost_to_other_players_or_to_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, output) = (folder.path().join("p.toml"), folder.path().join("out"));
    let command = |more: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_minesat"));
        command.args(["experiment", plan.to_str().unwrap(), "--output", output.to_str().unwrap()]).args(more);
        command.stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        command
    };
    let text = PLAN.replace("games = 40", "games = 20000");
    std::fs::write(&plan, &text).unwrap();
    let journal = output.join("under-way.jsonl");
    let mut killed = command(&["--player", "frontier"]).spawn().unwrap();
    while std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count()) < 10 {
        assert!(killed.try_wait().unwrap().is_none(), "the command ended before it could be killed");
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(command(&["--player", "sps"]).output().unwrap().status.success());
    let other = command(&["--games", "30000"]).output().unwrap();
    let told = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(other.status.code() == Some(2) && told.contains("parts of another run"), "{told}");
    let last = command(&["--player", "frontier", "--jobs", "1"]).output().unwrap();
    let told = String::from_utf8_lossy(&last.stderr).into_owned();
    assert!(told.contains("resumes after") && !journal.exists(), "{told}");
    let records = || std::fs::read(output.join("records.jsonl.zst")).unwrap();
    let before = records();
    assert_eq!(ExperimentStore::read(&output).unwrap().played.len(), 4);
    // Nor is there a report of a plan that does not know some of the rows.
    let report = || std::fs::read_to_string(output.join("report.md")).unwrap();
    let reported = report();
    std::fs::write(&plan, text.replace("\"sps\"", "\"ees\"")).unwrap();
    let other = command(&["--report"]).output().unwrap();
    let told = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(other.status.code() == Some(2) && told.contains("rows that are not of this plan"), "{told}");
    assert!(records() == before && report() == reported);
}

#[test]
fn games_are_written_over_nothing_but_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let play = |options: &str| {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        let options = format!("play --rows 4 --cols 4 --mines 2 --games 2 -o a.jsonl{options}");
        command.current_dir(folder.path()).args(options.split(' ')).output().unwrap()
    };
    let boards = " --make-no-guess ees";
    let keeps = |text: &str, options: &str| {
        std::fs::write(&path, text).unwrap();
        let run = play(options);
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(2) && told.contains("stays as it is"), "{told}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    };
    let board = "{\"name\":\"a\",\"board\":[\"#1\"]}\n";
    keeps(board, "");
    keeps(board, boards);
    std::fs::write(&path, "").unwrap();
    for _ in 0..2 {
        assert!(play(boards).status.success());
    }
    keeps(&std::fs::read_to_string(&path).unwrap(), "");
    std::fs::write(&path, "").unwrap();
    for _ in 0..2 {
        assert!(play("").status.success());
        let text = std::fs::read_to_string(&path).unwrap();
        let record: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert!(record["git"].as_str().is_some_and(|git| git.len() >= 7) && record["cpu"].is_string());
    }
    keeps(&std::fs::read_to_string(&path).unwrap(), boards);
}

/// A budget is part of the player; those without one play as they do.
#[test]
fn a_budget_is_that_of_the_players_that_have_one() {
    let folder = tempfile::tempdir().unwrap();
    let play = |args: &[&str], output: &str| {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        let own = ["--level", "beginner", "-g", "4", "-o", output];
        command.current_dir(folder.path()).arg("play").args(own).args(args).assert().success();
        let text = std::fs::read_to_string(folder.path().join(output)).unwrap();
        let value = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        let name = |game: serde_json::Value| game["player"].as_str().map(String::from);
        text.lines().map(value).filter_map(name).collect::<Vec<String>>()
    };
    let players = play(&["-p", "lookahead:next=off", "-p", "pseq", "--budget", "70"], "a.jsonl");
    assert_eq!(players.iter().filter(|p| *p == "lookahead:next=off,budget=70").count(), 4);
    assert_eq!(players.iter().filter(|p| *p == "pseq").count(), 4);
    // What was played with one budget is not gone on with by another.
    let begun = |budget: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_minesat"));
        let args = format!("play --level expert --player lookahead --games 4000 --budget {budget} --output killed");
        command.args(args.split(' ')).current_dir(folder.path());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        command
    };
    let journal = folder.path().join("killed.under-way");
    let mut run = begun("30").spawn().unwrap();
    while std::fs::read(&journal).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count()) < 2 {
        assert!(run.try_wait().unwrap().is_none(), "the command ended before it could be killed");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let other = begun("31").output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    let told = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(told.contains("lookahead:budget=30"), "{told}");
}

/// The chunks of a PNG: names and contents.
fn chunks(png: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut rest = png.strip_prefix(b"\x89PNG\r\n\x1a\n").expect("a PNG");
    let mut found = Vec::new();
    while let Some((head, more)) = rest.split_first_chunk::<8>() {
        let length = u32::from_be_bytes(head[..4].try_into().unwrap()) as usize;
        found.push((String::from_utf8(head[4..].to_vec()).unwrap(), more[..length].to_vec()));
        rest = &more[length + 4..];
    }
    found
}

/// `--animate` draws what `--steps` writes, a frame a move.
#[test]
fn a_game_is_animated() {
    let folder = tempfile::tempdir().unwrap();
    let play = |options: &str| {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        let options = format!("play --level beginner --seed 9 {options}");
        command.current_dir(folder.path()).args(options.split(' ')).output().unwrap()
    };
    let done = play("--player sps --replay 2 --animate game.png --steps game.jsonl");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let moves = std::fs::read_to_string(folder.path().join("game.jsonl")).unwrap().lines().count() - 2;
    let parts = chunks(&std::fs::read(folder.path().join("game.png")).unwrap());
    let named = |name: &str| parts.iter().filter(|part| part.0 == name).map(|part| &part.1).collect::<Vec<_>>();
    let number = |bytes: &[u8]| u32::from_be_bytes(bytes.try_into().unwrap()) as usize;
    // Nine cells of 20 pixels; the start and a frame for each move, without end.
    assert_eq!((number(&named("IHDR")[0][..4]), number(&named("IHDR")[0][4..8])), (180, 180));
    assert_eq!((number(&named("acTL")[0][..4]), number(&named("acTL")[0][4..])), (moves + 1, 0));
    assert_eq!((named("fcTL").len(), named("fdAT").len(), moves > 10), (moves + 1, moves, true));
    assert!(play("--player sps --games 1 --animate GAME.APNG").status.success());
    let count = || std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(count(), 3);
    for (options, message) in [
        ("--player sps --animate a.png", "draws one game of one player: add --replay N or --games 1"),
        ("--player sps --player ees --replay 1 --animate a.png", "draws one game of one player"),
        ("--player sps --replay 1 --animate a.svg", "--animate a.svg: its name ends in .png"),
        ("--player sps --replay 1 --animate none/a.png", "none/a.png"),
    ] {
        let refused = play(options);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && told.contains(message), "{options}: {told}");
    }
    let large = "play --rows 1 --cols 1201 --mines 9 --player sps --replay 0 --animate a.png";
    let refused = assert_cmd::Command::cargo_bin("minesat").unwrap().args(large.split(' ')).output().unwrap();
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && told.contains("1200 in a row or column are animated"), "{told}");
    assert_eq!(count(), 3);
}

/// The picture of a whole game that the guide shows: one cell of 300 x 150 is 4 pixels, and all of it is small.
#[test]
fn the_animation_of_the_guide_is_small() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("results/pictures/game-300x150.png");
    let png = std::fs::read(path).unwrap();
    let parts = chunks(&png);
    let size: Vec<u8> = [1_200_u32, 600].iter().flat_map(|n| n.to_be_bytes()).collect();
    assert!(png.len() < 3_000_000 && parts[0].1.starts_with(&size));
    assert!(parts.iter().filter(|part| part.0 == "fcTL").count() > 250);
}

/// What a record says of its game is enough to play it again.
#[test]
fn records_tell_the_rules_of_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let play = |options: &str, output: &str| -> serde_json::Value {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        command.current_dir(folder.path()).args(["play", "--output", output]).args(options.split_whitespace());
        command.assert().success();
        let text = std::fs::read_to_string(folder.path().join(output)).unwrap();
        let mut record: serde_json::Value = serde_json::from_str(text.lines().next_back().unwrap()).unwrap();
        record["seconds"] = 0.into();
        record
    };
    let level = "--rows 7 --cols 8 --mines 9 --player basic --seed 5 --games 3";
    for (options, rules) in [
        ("", "--start safe --at 0,0"),
        ("--start none --clues at-most --player random", "--start none --clues at-most"),
        ("--start zero --at 3,4 --on-mine continue --until all-decided --total unknown", ""),
        ("--clues received:0.75 --player random --at 6,7", "--start safe --at 6,7 --clues received:0.75"),
    ] {
        let level = if options.contains("--player") { level.replace("--player basic", "") } else { level.into() };
        let first = play(&format!("{level} {options}"), "first.jsonl");
        let told = first["rules"].as_str().unwrap();
        assert_eq!(told, if rules.is_empty() { options } else { rules });
        let of = |key: &str| first[key].to_string().replace('"', "");
        let again = format!(
            "--rows {} --cols {} --mines {} --seed {} --player {} --replay {} {told}",
            of("rows"),
            of("cols"),
            of("mines"),
            of("seed"),
            of("player"),
            of("game")
        );
        assert_eq!(play(&again, "again.jsonl"), first);
    }
    std::fs::write(folder.path().join("boards.txt"), "5 2 3 0 safe\n2c0\n4c0\n").unwrap();
    let first = play("--boards boards.txt --seed 4 --player random", "first.jsonl");
    let told = first["rules"].as_str().unwrap();
    assert_eq!(told, "--boards boards.txt --seed 4");
    assert_eq!(play(&format!("{told} --player random --replay {}", first["game"]), "again.jsonl"), first);
}

#[test]
fn killed_games_go_on_where_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let command = |output: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_minesat"));
        command.args("play --level expert --player pseq --player frontier --games 6000 --output".split(' '));
        command.arg(folder.path().join(output)).stdout(std::process::Stdio::piped());
        command.stderr(std::process::Stdio::piped());
        command
    };
    let records = |output: &str| {
        let text = std::fs::read_to_string(folder.path().join(output)).unwrap();
        let records = text.lines().map(|line| {
            let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
            record["seconds"] = 0.into();
            record
        });
        records.collect::<Vec<_>>()
    };
    assert!(command("alone").output().unwrap().status.success());
    killed_again_and_again(&|| command("killed"), &folder.path().join("killed.under-way"));
    assert_eq!(records("alone").len(), 12000);
    assert!(records("alone") == records("killed"));
}

/// The boards that a command needs are read before it plays anything: a run that began could not be finished once its
/// boards are repaired.
#[test]
fn bad_boards_of_a_plan_are_told_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let group = |name: &str, point: &str| {
        format!("[[group]]\nname = \"{name}\"\nplayers = [\"sps\"]\npoints = [{{ x = 1{point} }}]\n")
    };
    let rules = "title = \"t\"\ntext = \"\"\n[rules]\nrows = 4\ncols = 4\nmines = 2\ngames = 3\n";
    let good = format!("{rules}{}", group("random", ""));
    let given = |more: &str| format!("{good}{}", group("given", &format!(", boards = \"b.txt\"{more}")));
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let experiment = |args: &str, code: i32| {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        let run = command.current_dir(folder.path()).arg("experiment").args(args.split(' ')).assert().code(code);
        String::from_utf8_lossy(&run.get_output().stderr).into_owned()
    };
    write("good.toml", &good);
    for (boards, more, message) in [
        ("5 2 3 0 safe\n2c0\n2g0\n", "", "b.txt:3:2: 'g' is not a hexadecimal digit"),
        ("5 2 3 0 safe\n2c0\n", ", board = 5", "b.txt: no board 5, there are 1"),
        ("5 2 3 0 safe\n", "", "b.txt: no boards"),
    ] {
        write("b.txt", boards);
        write("p.toml", &given(more));
        for args in ["p.toml --output out", "good.toml p.toml"] {
            let told = experiment(args, 2);
            assert!(told.contains(message), "{args}: {told}");
            assert_eq!(told.contains("| 2g0\n") && told.contains(" ^"), message.contains("3:2"), "{told}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "{message}: only what was written here");
    }
    // Boards that are not asked for may be bad.
    experiment("p.toml --output other --group random", 0);
    write("b.txt", "5 2 3 0 safe\n2c0\n4c0\n");
    experiment("p.toml --output out", 0);
    let rows = ExperimentStore::read(&folder.path().join("out")).unwrap().played;
    assert_eq!(rows.iter().map(|p| p.row.games).collect::<Vec<_>>(), [3, 3]);
    // Games on other boards are no games of this plan, and no pairs.
    write("b.txt", "5 2 3 0 safe\n0e0\n070\n");
    let more = given("").replace("[\"sps\"]", "[\"sps\", \"ees\"]");
    write("p.toml", &more);
    let told = experiment("p.toml --output out --player ees", 2);
    assert!(told.contains("out has 1 rows that are not of this plan (or b.txt has changed since)"), "{told}");
    // More boards are others, however they are packed; the same are not, nor is a report asked for them.
    write("b.txt", "5 2 3 0 safe\n2c0\n4c0\n0e0\n");
    assert_eq!(experiment("p.toml --output out --player ees", 2), told);
    let same = b"5 2 3 0 safe\r\n2c0\n4c0\n".to_vec();
    std::fs::write(folder.path().join("b.txt"), Compression::of("x.gz".as_ref()).pack(same).unwrap()).unwrap();
    experiment("p.toml --output out --player ees", 0);
    std::fs::remove_file(folder.path().join("b.txt")).unwrap();
    experiment("p.toml --output out --report", 0);
    let told = experiment("p.toml --output new", 2);
    assert!(told.contains("p.toml:15:11: b.txt: ") && told.contains("          ^"), "{told}");
}

/// A point without a number of games has all boards of its file, and no fewer games are played over more.
#[test]
fn games_on_given_boards_are_not_lost_to_fewer() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("b.txt"), "5 2 3 0 safe\n2c0\n4c0\n").unwrap();
    let plan =
        "title = \"t\"\ntext = \"\"\n[[group]]\nname = \"g\"\nplayers = [\"sps\"]\npoints = [{ boards = \"b.txt\" }]\n";
    std::fs::write(folder.path().join("p.toml"), plan).unwrap();
    let experiment = |args: &str, code: i32| {
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        let args = "experiment p.toml -o out".split(' ').chain(args.split_whitespace());
        let run = command.current_dir(folder.path()).args(args).assert().code(code);
        let rows = ExperimentStore::read(&folder.path().join("out")).unwrap().played;
        (rows.iter().map(|p| p.row.games).collect::<Vec<_>>(), run.get_output().stderr.clone())
    };
    assert_eq!(experiment("", 0).0, [2]);
    assert_eq!(experiment("--games 10", 0).0, [10]);
    assert_eq!(experiment("--missing", 0).0, [10]);
    let (rows, told) = experiment("", 2);
    let told = String::from_utf8(told).unwrap();
    assert!(rows == [10] && told.contains("out has 10 games of sps in \"g\", which 2 would replace"), "{told}");
    // A report without records is of another command.
    std::fs::create_dir(folder.path().join("other")).unwrap();
    std::fs::write(folder.path().join("other/report.md"), "Made by `x`").unwrap();
    let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
    command.current_dir(folder.path()).args(["experiment", "p.toml", "-o", "other"]).assert().code(2);
}

/// What a plan says is read once, so it may come from anywhere, and the report names the command of its rows.
#[test]
fn plans_may_be_packed_and_reports_tell_the_command_of_their_rows() {
    let folder = tempfile::tempdir().unwrap();
    minesat::compression::write_packed(&folder.path().join("p.toml.gz"), PLAN.as_bytes().to_vec()).unwrap();
    let report = |more: &str| {
        let args = "experiment p.toml.gz --output out".split(' ').chain(more.split_whitespace());
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        command.current_dir(folder.path()).args(args).assert().success();
        let text = std::fs::read_to_string(folder.path().join("out/report.md")).unwrap();
        text.lines().find(|line| line.starts_with("Made by")).unwrap().to_string()
    };
    let made = "Made by `minesat experiment p.toml.gz --games 5 --output out`. The";
    for more in ["--games 5", "--report", "--games 2 --missing"] {
        let told = report(more);
        assert!(told.starts_with(made), "{more}: {told}");
    }
    let told = report("--games 7 --player sps");
    assert!(told.starts_with("Made by `minesat experiment p.toml.gz --output out`, some rows with other"), "{told}");
    // The folder of a packed plan is that of the plan; the number of games that it once had is for a folder that is named.
    let default = |games: &str, more: &str| {
        std::fs::write(folder.path().join("q.toml"), PLAN.replace("games = 40", games)).unwrap();
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        command
            .current_dir(folder.path())
            .args(["experiment", "q.toml"])
            .args(more.split_whitespace())
            .assert()
            .success();
        std::fs::read_to_string(folder.path().join("results/play/q/report.md")).unwrap()
    };
    assert!(default("games = 5", "").contains("Made by `minesat experiment q.toml`. The"));
    let told = default("games = 9", "--report");
    assert!(told.contains("Made by `minesat experiment q.toml --games 5 --output results/play/q`. The"), "{told}");
    let packed = Compression::of("x.gz".as_ref()).pack(PLAN.replace("games = 40", "games = 6").into_bytes()).unwrap();
    std::fs::write(folder.path().join("q.toml.gz"), packed).unwrap();
    let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
    command.current_dir(folder.path()).args(["experiment", "q.toml.gz"]).assert().success();
    let told = default("games = 6", "--missing");
    assert!(told.contains("| 4 | sps | 6 |"), "{told}");
}

#[test]
fn files_that_are_no_text_are_told_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let told = |bytes: &[u8], args: &[&str]| {
        std::fs::write(folder.path().join("file"), bytes).unwrap();
        let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
        let run = command.current_dir(folder.path()).args(args).assert().code(2);
        String::from_utf8_lossy(&run.get_output().stderr).into_owned()
    };
    let boards = told(b"5 2 3 0 safe\n2\xff0\n", &["play", "--boards", "file"]);
    assert!(boards.contains("file:2:2: a byte that is not UTF-8"), "{boards}");
    let plan = told(b"title = \"t\"\ntext = \"\xff\"\n", &["experiment", "file"]);
    assert!(plan.contains("file:2:9: a byte that is not UTF-8"), "{plan}");
}

#[test]
fn a_plan_with_a_mistake_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("p.toml");
    std::fs::write(&plan, PLAN.replace("\"sps\", ", "\"spss\", ")).unwrap();
    let mut command = assert_cmd::Command::cargo_bin("minesat").unwrap();
    let run = command.arg("experiment").arg(&plan).assert().code(2);
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(told.contains("p.toml:10:12") && told.contains("no player named"), "{told}");
    assert!(!folder.path().join("records.jsonl.zst").exists());
}
