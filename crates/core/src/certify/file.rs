//! Certificates as JSON Lines: one certificate per line, with the name of its instance.

use serde::{Deserialize, Serialize};

use super::{Certificate, Justification};
use crate::input_error::InputError;
use crate::lines::json_line;

/// One line. Its keys are listed here: `flatten` would accept unknown ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Line {
    instance: String,
    claims: Vec<(u32, bool)>,
    reason: Justification,
}

/// A certificate and the name of its instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCertificate {
    /// Name of the instance, unique in its instance file.
    pub instance: String,
    /// May use what earlier certificates of the same instance proved.
    pub certificate: Certificate,
}

impl NamedCertificate {
    /// The entry as one line, without its end.
    ///
    /// # Panics
    /// Never: strings and numbers always have a form in JSON.
    pub fn to_line(&self) -> String {
        let Certificate { claims, reason } = self.certificate.clone();
        let line = Line { instance: self.instance.clone(), claims, reason };
        json_line(&line).expect("strings and numbers")
    }
}

/// The schema of a line.
#[cfg(feature = "schema")]
pub fn line_schema() -> schemars::Schema {
    crate::schema::written::<Line>()
}

/// Reads line number `line` (from 1) of `file`.
///
/// # Errors
/// Not a certificate: a wrong type, an unknown or repeated key, a number out of range, with its place.
pub fn read_entry(file: &str, line: usize, text: &str) -> Result<NamedCertificate, InputError> {
    let Line { instance, claims, reason } =
        serde_json::from_str(text).map_err(|e| InputError::json(file, line, text, &e))?;
    Ok(NamedCertificate { instance, certificate: Certificate { claims, reason } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_and_nothing_else_passes() {
        let tree = r#"{"instance":"a","claims":[[0,true]],"reason":{"tree":[{"split":{"cells":[1],"at":0}},{"leaf":[[0,-1]]},{"leaf":[]}]}}"#;
        let clauses = r#"{"instance":"a","claims":[],"reason":{"clauses":{"sums":[0,2],"total":true,"proof":[[[-1],[2,3]],[[],[4]]]}}}"#;
        for text in [tree, clauses] {
            let entry = read_entry("t", 1, text).unwrap();
            assert_eq!(entry.to_line(), text);
        }
        for (text, from, to) in [
            (tree, r#""claims""#, r#""claim""#),
            (tree, r#""claims""#, r#""note":1,"claims""#),
            (tree, r#""claims""#, r#""claims":[],"claims""#),
            (tree, r#""at":0"#, r#""at":0,"of":2"#),
            (tree, r#""at":0"#, r#""at":0,"at":0"#),
            (tree, r#""at":0"#, r#""at":9223372036854775808"#),
            (tree, r#""at":0"#, r#""at":0.0"#),
            (tree, "[0,-1]", "[0,-1,2]"),
            (tree, "[0,-1]", "[-1,-1]"),
            (tree, "[0,-1]", "[4294967296,-1]"),
            (tree, r#"{"tree""#, r#"{"clauses":{},"tree""#),
            (tree, r#"{"leaf":[]}"#, r#"{"leaf":[],"split":1}"#),
            (clauses, r#""total":true"#, r#""total":true,"lemmas":[]"#),
            (clauses, r#""total":true"#, r#""total":1"#),
            (clauses, "[-1]", "[2147483648]"),
            (clauses, "[2,3]", "[-2,3]"),
        ] {
            let broken = text.replacen(from, to, 1);
            assert_ne!(broken, text);
            let error = read_entry("t", 1, &broken).expect_err(&broken);
            assert!(error.line == 1 && error.column > 0, "{error}");
        }
    }
}
