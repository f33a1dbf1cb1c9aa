//! Boards and fields in every format, told or detected.
#![no_main]

use libfuzzer_sys::fuzz_target;
use minesat::formats::{Content, FORMATS, Write, parse, parse_board};

fuzz_target!(|bytes: &[u8]| {
    let formats = FORMATS.iter().map(Some).chain([None]);
    for format in formats {
        match parse(bytes, format, "t") {
            Err(error) => assert!(!error.render().is_empty()),
            Ok(content) => {
                for other in &FORMATS {
                    let written = match (&content, other.write) {
                        (Content::Board(board), Write::Board(write)) => write(board),
                        (Content::Field(field, _), Write::Field(write)) => write(field),
                        _ => continue,
                    };
                    // What has a form there comes back, but for a total that the format does not have.
                    if let Ok(written) = written {
                        let back = match (parse(&written, Some(other), "t").unwrap(), &content) {
                            (Content::Board(back), Content::Board(board)) => Content::Board(back.with_mines(board.mines())),
                            (Content::Field(back, _), Content::Field(_, click)) => Content::Field(back, *click),
                            (back, _) => back,
                        };
                        assert_eq!(back, content);
                    }
                }
            }
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = parse_board(text, None);
    }
});
