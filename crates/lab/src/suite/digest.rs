//! Hashes of boards up to symmetry, what follows from them, and the digest of a whole suite.

use crate::bench::record::sha256;
use crate::board::{Board, canonical};
use crate::input_error::InputError;
use crate::instance::InstanceReader;

/// The split for choosing options, thresholds and defaults.
pub const TUNING: &str = "tuning";
/// The split for the figures of reports; nothing is chosen by it.
pub const EVALUATION: &str = "evaluation";

/// SHA-256 of the text of a board's canonical form, in hexadecimal: equal for boards that are equal up to symmetry.
pub fn canonical_hash(board: &Board) -> String {
    sha256(canonical(board).to_string().as_bytes())
}

/// The split of a board with this canonical hash: one in three is for tuning. Images of one board are never in both, and a
/// later version of the suite does not move a board.
pub fn split_of(canonical_hash: &str) -> &'static str {
    // 32 bits of the hash: that 2^32 is no multiple of 3 shifts the shares by less than 10^-9.
    let word = canonical_hash.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
    if word % 3 == 0 { TUNING } else { EVALUATION }
}

/// The digest of boards with these canonical hashes: SHA-256 over the sorted hashes, a line each.
pub fn digest_of(mut hashes: Vec<String>) -> String {
    hashes.sort_unstable();
    let lines: String = hashes.iter().map(|hash| format!("{hash}\n")).collect();
    sha256(lines.as_bytes())
}

/// The digest of the boards in instance files, whatever their order, names and features. Records of boards with different
/// digests are not comparable.
///
/// # Errors
/// The first error of a file.
pub fn digest(files: &[String]) -> Result<String, InputError> {
    let mut hashes = Vec::new();
    for file in files {
        for instance in InstanceReader::open(file)? {
            hashes.push(canonical_hash(&instance?.board));
        }
    }
    Ok(digest_of(hashes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn board(text: &str) -> Board {
        Board::parse(text, "t").unwrap()
    }

    #[test]
    fn digests_depend_on_the_boards_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, lines: &[&str]| {
            let path = folder.path().join(name);
            std::fs::write(&path, lines.join("\n")).unwrap();
            path.to_str().unwrap().to_string()
        };
        let (one, other) = (r##"{"name":"a","board":["#1"]}"##, r##"{"name":"b","board":["#","2","#"]}"##);
        let mirrored = r#"{"name":"c","board":["1#"],"features":{"band":2}}"#;
        let first = digest(&[file("1", &[one, other])]).unwrap();
        assert_eq!(first, digest(&[file("2", &[other]), file("3", &[mirrored])]).unwrap());
        assert_ne!(first, digest(&[file("4", &[one])]).unwrap());
        assert_ne!(first, digest(&[file("5", &[one, other, r#"{"name":"d","board":["1#"]}"#])]).unwrap());
        assert!(digest(&["/no/such".into()]).is_err());
    }

    #[test]
    fn splits_are_stable_and_about_one_to_two() {
        // Frozen: a board must not change its split from one version to the next.
        let hash = canonical_hash(&board("1 2 ?\n#1\n"));
        assert_eq!(hash, sha256(b"1 2 ?\n#1\n"));
        assert_eq!(split_of(&hash), split_of(&canonical_hash(&board("2 1 ?\n1\n#\n"))));
        assert_eq!(
            [0u32, 1, 2, 3].map(|word| split_of(&format!("{word:08x}"))),
            [TUNING, EVALUATION, EVALUATION, TUNING]
        );
        let mut rng = Rng::new(1);
        let tuning = (0..3000).filter(|_| split_of(&sha256(&rng.next_u64().to_le_bytes())) == TUNING).count();
        assert!((900..1100).contains(&tuning), "{tuning}");
    }
}
