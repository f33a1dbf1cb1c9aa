//! Tile files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use minesat::compile::tile::Tile;

fuzz_target!(|text: &str| {
    if let Ok(tile) = Tile::parse(text, "t") {
        let again = Tile::parse(&tile.text(), "t").unwrap_or_else(|e| panic!("{}\n{}", e.render(), tile.text()));
        assert_eq!(again.text(), tile.text());
    }
});
