//! Certificate files, and their checks against a board: nothing false may be proved.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use minesat::board::Board;
use minesat::certify::{Verifier, read_entry};
use minesat::engine::{Classes, Control, Verdict, build};
use minesat::system::System;

static BOARD: LazyLock<(System, Vec<Verdict>)> = LazyLock::new(|| {
    let board = Board::parse("3 4 3\n#1##\n#2##\n#1##\n", "t").expect("a board");
    let (system, _) = System::from_board(&board);
    match build("brute").expect("an engine").classify(&system, &mut Control::default()) {
        Ok(Classes::Cells(verdicts)) => (system, verdicts),
        other => panic!("{other:?}"),
    }
});

fuzz_target!(|text: &str| {
    let (system, verdicts) = &*BOARD;
    let mut verifier = Verifier::new(system);
    for (number, line) in text.lines().enumerate() {
        match read_entry("t", number + 1, line) {
            Err(error) => assert!(!error.render().is_empty()),
            Ok(entry) => {
                let _ = verifier.add(&entry.certificate);
            }
        }
    }
    assert!(!verifier.is_inconsistent(), "a board with models was refuted");
    for (known, verdict) in verifier.known().iter().zip(verdicts) {
        assert!(match known {
            None => true,
            Some(mine) => *verdict == if *mine { Verdict::Mine } else { Verdict::Safe },
        });
    }
});
