//! `minesat gadget`, `view` and `study transition` on the command line.

use assert_cmd::Command;

fn minesat(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("minesat").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(args);
    command
}

fn output(args: &[&str], code: i32) -> (String, String) {
    let output = minesat(args).assert().code(code).get_output().clone();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn tiles_are_listed_shown_and_verified() {
    let (text, _) = output(&["gadget", "list", "--library", "6x7"], 0);
    assert_eq!(text.lines().count(), 42);
    let (text, _) = output(&["gadget", "show", "6x7/CROSS"], 0);
    assert_eq!(text, include_str!("../../instances/gadgets/6x7/CROSS.tile"));
    let (text, _) = output(&["gadget", "verify", "instances/gadgets/6x7/CROSS.tile"], 0);
    assert_eq!(text, "1 of 1 tiles hold\n");
    let folder = tempfile::tempdir().unwrap();
    let altered = folder.path().join("altered.tile");
    let tile = include_str!("../../instances/gadgets/6x7/CROSS.tile").replace("123#321", "123#320");
    std::fs::write(&altered, tile).unwrap();
    output(&["gadget", "verify", altered.to_str().unwrap()], 1);
    assert!(output(&["gadget", "show", "NO_SUCH"], 2).1.contains("no shipped tile"));
}

#[test]
fn searches_end_in_a_tile_a_proof_or_a_message() {
    let wire = ["--port", "W:3:in:a", "--port", "E:3:out:b", "--row", "00", "--row", "11"];
    let search =
        |more: &[&str], code| output(&[&["gadget", "search", "--rows", "6", "--cols", "7"], more].concat(), code);
    let (text, told) = search(&[&wire[..], &["--flag-free", "--smallest"]].concat(), 0);
    assert!(text.contains("claims flag_free"), "{text}");
    assert!(told.contains("none has fewer covered cells"), "{told}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wire.tile");
    std::fs::write(&file, text).unwrap();
    output(&["gadget", "verify", file.to_str().unwrap()], 0);
    let seven = ["gadget", "search", "--like", "CROSS", "--rows", "7", "--cols", "7", "--flag-free"];
    assert_eq!(output(&seven, 20).0, "there is no such tile\n");
    assert!(search(&["--port", "W:0:in:a", "--row", "0"], 2).1.contains("port a"));
    assert!(search(&["--port", "W-3", "--row", "0"], 2).1.contains("SIDE:OFFSET"));
    assert!(search(&["--port", "W:3:in:a", "--row", "x"], 2).1.contains("one bit per port"));
    assert!(search(&["--port", "W:3:in:a"], 2).1.contains("without rows"));
}

#[test]
fn the_map_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    output(&["gadget", "map", "--rows", "6", "6", "--cols", "6", "7", "--function", "TAP_OR", "-o", out], 0);
    let report = std::fs::read_to_string(folder.path().join("report.md")).unwrap();
    assert!(report.contains("| TAP_OR | - | c |"), "{report}");
    assert!(folder.path().join("map.jsonl.zst").exists());
}

#[test]
fn pictures_of_boards() {
    let (text, _) = output(&["view", "instances/sources/csp-assignment.mine", "--verdicts"], 0);
    assert!(text.starts_with("<svg") && text.contains("#9ccbf0") && text.contains("#dd5f52"));
    // What is certain has a sign beside its colour.
    assert_eq!((text.matches('\u{2713}').count(), text.matches('\u{25cf}').count()), (5, 3));
    let kaye = ["view", "instances/patterns.jsonl", "--only", "Kaye splitter, ASE2003 p.35", "--signals", "--solution"];
    assert!(output(&kaye, 0).0.contains("<circle"));
    assert!(output(&["view", "instances/patterns.jsonl", "--only", "nothing"], 2).1.contains("no instance named"));
    assert!(output(&["view", "instances/sources/csp-assignment.mine", "--tiles"], 2).1.contains("ROWSxCOLS"));
    assert!(
        output(&["view", "instances/sources/csp-assignment.mine", "--tiles", "3x3"], 2).1.contains("are not 3 x 3")
    );
    let none = ["view", "instances/patterns.jsonl", "--only", "2-2-2 closed", "--verdicts"];
    output(&none, 20);
}

#[test]
fn pictures_as_png_and_in_the_terminal_and_of_sweeps() {
    let board = "instances/sources/csp-assignment.mine";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.PNG");
    let size = |scale: &str, more: &[&str]| {
        output(&[&["view", board, "--scale", scale, "-o", file.to_str().unwrap()], more].concat(), 0);
        let bytes = std::fs::read(&file).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n"));
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        (number(16), number(20), bytes)
    };
    let plain = size("2", &[]);
    assert_eq!((plain.0, plain.1), (446, 452));
    assert_eq!(size("0.5", &[]).0, 112);
    for layer in ["--verdicts", "--probabilities", "--components", "--visits"] {
        assert_ne!(size("2", &[layer]).2, plain.2, "{layer}");
    }
    assert!(output(&["view", board, "--scale", "1e9", "-o", file.to_str().unwrap()], 2).1.contains("pixels"));
    assert!(output(&["view", board, "--visits", "sideways"], 2).1.contains("breadth-first"));
    assert!(output(&["view", board, "--text"], 0).0.starts_with("00001#####\n"));
    assert!(output(&["view", board, "--text", "--verdicts"], 0).0.contains("5 safe (s), 3 mines (m)"));
    assert!(output(&["view", board, "--text", "--probabilities"], 0).0.contains("mine probabilities in percent"));
}

/// A compiled wire is one colour and its opposite from end to end, also through a crossing of dense clues.
#[test]
fn a_compiled_board_shows_one_signal_a_variable() {
    let folder = tempfile::tempdir().unwrap();
    let formula = folder.path().join("f.cnf");
    std::fs::write(&formula, "p cnf 3 3\n1 3 0\n1 2 0\n2 3 0\n").unwrap();
    let (board, _) = output(&["compile", formula.to_str().unwrap(), "--json"], 0);
    let file = folder.path().join("f.jsonl");
    std::fs::write(&file, board).unwrap();
    let (text, _) = output(&["view", file.to_str().unwrap(), "--signals", "--tiles", "--solution"], 0);
    for word in ["INPUT_E", "CROSS", "START", "END_OR", "SINK_W", "x1 = ", "x2 = ", "x3 = "] {
        assert!(text.contains(word), "{word}");
    }
    let fills: std::collections::BTreeSet<&str> =
        text.split("fill=\"#").skip(1).filter_map(|rest| rest.get(..6)).filter(|c| !c.contains('"')).collect();
    // Background, board, certain and undecided cells, mines; two shades for each of three variables.
    assert!((6..=12).contains(&fills.len()), "{fills:?}");
}

#[test]
fn a_sweep_is_the_same_for_any_number_of_threads() {
    let points = |threads: &str| {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_str().unwrap();
        let args = ["study", "transition", "--sizes", "8:40", "--densities", "0.1", "0.2", "0.1", "-o", out];
        minesat(&args).env("RAYON_NUM_THREADS", threads).assert().code(0);
        let text = std::fs::read_to_string(folder.path().join("points.jsonl")).unwrap();
        text.lines().skip(1).map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(points("1"), points("3"));
    assert!(output(&["study", "transition", "-o", "x", "--densities", "0.3", "0.2", "0.1"], 2).1.contains("densities"));
    assert!(output(&["study", "transition", "-o", "x", "-e", "rules"], 2).1.contains("incomplete"));
}
