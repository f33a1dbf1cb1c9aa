//! Files of boards for `minesat play`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use minesat::play::boards_file;

fuzz_target!(|text: &str| {
    match boards_file::parse(text, "t") {
        Err(error) => assert!(!error.render().is_empty()),
        Ok(boards) => {
            let mut out = Vec::new();
            boards_file::write(&mut out, boards.grid, boards.mines, boards.start, &boards.fields).unwrap();
            let again = boards_file::parse(std::str::from_utf8(&out).unwrap(), "t").unwrap();
            assert_eq!(again.fields, boards.fields);
        }
    }
});
