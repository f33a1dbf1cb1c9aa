//! Certificate files, and forged certificates against brute force: nothing false may be proved.
#![no_main]

#[path = "../../all/common/certificates.rs"]
mod certificates;

use std::sync::LazyLock;

use certificates::{Forge, is_false, models};
use libfuzzer_sys::fuzz_target;
use minesat::board::Board;
use minesat::certify::{Certificate, Verifier, read_entry};
use minesat::engine::{Control, build, certificates};
use minesat::rng::Rng;
use minesat::system::System;

/// Small boards with and without models, with their models and the certificates of several engines.
static BOARDS: LazyLock<Vec<(System, Vec<u32>, Vec<Certificate>)>> = LazyLock::new(|| {
    let texts = [
        "3 4 3\n#1##\n#2##\n#1##\n",
        "1 3 1\n#1#\n",
        "3 3 ?\n###\n#3#\n1#1\n",
        "3 3 2\n###\n#1#\n###\n",
        "2 4 2\n#1##\n#12#\n",
        "2 3 5\n#1#\n#1#\n",
    ];
    let mut boards = Vec::new();
    for text in texts {
        let (system, _) = System::from_board(&Board::parse(text, "t").expect("a board"));
        for spec in ["rules", "lp", "ilp", "sat"] {
            let engine = build(spec).expect("an engine");
            let classes = engine.classify(&system, &mut Control::default()).expect("no limits");
            let found = certificates(&*engine, &system, &classes, &mut Control::default()).expect("no limits");
            boards.push((system.clone(), models(&system), found));
        }
    }
    boards
});

fuzz_target!(|input: (u64, &str)| {
    let (seed, text) = input;
    let mut rng = Rng::new(seed);
    let (system, models, valid) = &BOARDS[rng.index(BOARDS.len())];
    let mut verifier = Verifier::new(system);
    for (number, line) in text.lines().enumerate() {
        match read_entry("t", number + 1, line) {
            Err(error) => assert!(!error.render().is_empty()),
            Ok(entry) => {
                let _ = verifier.add(&entry.certificate);
            }
        }
    }
    for certificate in valid {
        let mut forge = Forge::new(system, &mut rng);
        let _ = verifier.add(&forge.drawn());
        let _ = verifier.add(&forge.changed(certificate));
        let _ = verifier.add(certificate);
    }
    assert!(!is_false(&verifier, models), "a model denies what is proved");
});
