//! Instance files that are part of the program, so that a plan or an example runs in any folder.

use crate::input_error::InputError;

/// What a path to such a file begins with.
const PREFIX: &str = "builtin:";

/// Names and contents; `crates/files/builtin` links to the files in `instances`.
const FILES: &[(&str, &str)] = &[
    ("smoke.jsonl", include_str!("../../builtin/smoke.jsonl")),
    ("sources.jsonl", include_str!("../../builtin/sources.jsonl")),
];

/// The content of the file that `builtin:NAME` names; None for a path on disk, as `./builtin:NAME` is.
///
/// # Errors
/// The program holds no file of this name.
pub fn builtin(path: &str) -> Option<Result<&'static [u8], InputError>> {
    let name = path.strip_prefix(PREFIX)?;
    let found = FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_bytes());
    Some(found.ok_or_else(|| {
        let names: Vec<String> = FILES.iter().map(|(known, _)| format!("{PREFIX}{known}")).collect();
        InputError::whole(path, format!("the program holds no such file; there are {}", names.join(", ")))
    }))
}

#[cfg(test)]
mod tests {
    use crate::instance::read_all;

    #[test]
    fn built_in_files_are_read_by_name() {
        for (file, instances) in [("builtin:smoke.jsonl", 52), ("builtin:sources.jsonl", 6)] {
            assert_eq!(read_all(file).unwrap().len(), instances);
        }
        let unknown = read_all("builtin:nosuch").unwrap_err().to_string();
        assert!(unknown.contains("no such file; there are builtin:smoke.jsonl, builtin:sources.jsonl"), "{unknown}");
        let on_disk = read_all("./builtin:smoke.jsonl").unwrap_err().to_string();
        assert!(on_disk.contains("cannot be read"), "{on_disk}");
    }
}
