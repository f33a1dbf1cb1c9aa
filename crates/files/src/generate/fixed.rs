//! Fixed boards: board text with its source in `c ` comments.

use std::path::Path;

use serde_json::{Map, Value};

use crate::compression::plain;
use crate::formats;
use crate::input_error::InputError;
use crate::instance::Instance;
use crate::lines::{lines, visible};

/// The instance of a board text: named after the file, `c source: ` lines are its origin and each
/// `c fact: ` line is kept among its parameters under `facts`.
///
/// # Errors
/// As [`formats::parse`].
pub fn instance(path: &Path, text: &str) -> Result<Instance, InputError> {
    let file = crate::file_name::text(path);
    let board = formats::board_of(formats::parse(text.as_bytes(), None, &file)?, &file)?;
    let marked = |mark: &str| -> Vec<String> {
        let starts =
            |line: &str| line.strip_prefix("c ")?.trim().strip_prefix(mark).map(|rest| rest.trim().to_string());
        lines(text).filter_map(|(_, line)| starts(line)).collect()
    };
    let mut instance =
        Instance::bare(&visible(&Path::new(plain(&file)).file_stem().unwrap_or_default().to_string_lossy()), board);
    instance.family = "source".into();
    instance.origin = marked("source:").join(" ");
    let facts: Vec<Value> = marked("fact:").into_iter().map(Value::from).collect();
    if !facts.is_empty() {
        instance.params = Map::from_iter([("facts".to_string(), Value::from(facts))]);
    }
    Ok(instance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_become_origin_and_facts() {
        let text = "c source: a course,\nc source: 2018\nc fact: z is safe\n1 3 ?\n#1#\n";
        let made = instance(Path::new("x/stuck.mine"), text).unwrap();
        assert_eq!((made.name.as_str(), made.origin.as_str()), ("stuck", "a course, 2018"));
        assert_eq!(made.params["facts"][0], "z is safe");
        assert_eq!(made.board.row_strings(), ["#1#"]);
        assert_eq!(instance(Path::new("bad.mine"), "c source: y\n1 2 ?\n#9\n").unwrap_err().line, 3);
    }
}
