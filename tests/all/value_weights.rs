//! The weights of `lookahead` and their model card.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

#[test]
fn the_card_is_of_the_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/play/weights");
    let digest = Sha256::digest(fs::read(folder.join("lookahead.bin")).unwrap());
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let card = fs::read_to_string(folder.join("CARD.md")).unwrap();
    assert!(card.contains(&format!("SHA-256: `{hash}`")), "the weights have the hash {hash}, their card another one");
}
