//! Words for several engines.

use super::PlanError;
use crate::engine::{FAMILIES, build};

/// The engines that a word of a plan names: `all` every family with its defaults, `family:*` every preset of a family,
/// `*` both of all families; anything else is the specification of one engine.
///
/// # Errors
/// Unknown engine.
pub fn expand(word: &str) -> Result<Vec<String>, PlanError> {
    let presets = |family: &str| -> Vec<String> {
        let of = FAMILIES.iter().filter(|f| f.name == family);
        of.flat_map(|f| f.presets.iter().map(|p| format!("{}:{}", f.name, p.name))).collect()
    };
    match word.strip_suffix(":*") {
        _ if word == "all" => Ok(FAMILIES.iter().map(|f| f.name.to_string()).collect()),
        _ if word == "*" => {
            let with_presets = |name: &str| [vec![name.to_string()], presets(name)].concat();
            Ok(FAMILIES.iter().flat_map(|f| with_presets(f.name)).collect())
        }
        Some(family) if FAMILIES.iter().any(|f| f.name == family) => match presets(family) {
            none if none.is_empty() => Err(PlanError::NoPresets(family.into())),
            some => Ok(some),
        },
        _ => Ok(build(unlabelled(word)).map(|_| vec![word.to_string()])?),
    }
}

/// The specification without its label: a plan lists an engine twice as `sat` and `sat#again`, each under its own name in
/// records and reports. Such a pair (A/A) shows the noise of a comparison.
pub fn unlabelled(engine: &str) -> &str {
    match engine.rsplit_once('#') {
        Some((spec, label)) if !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') => {
            spec
        }
        _ => engine,
    }
}

/// [`expand`] for several words, without duplicates.
///
/// # Errors
/// Unknown engine.
pub fn expand_all(words: &[String]) -> Result<Vec<String>, PlanError> {
    let mut engines = Vec::new();
    for word in words {
        for engine in expand(word)? {
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
    }
    Ok(engines)
}

/// The words of a list: `a,b:x=1,y=2,c` is `a`, `b:x=1,y=2` and `c`, as a part with `=` but no `:` belongs to the engine
/// before it.
pub fn split(list: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for part in list.split(',') {
        match words.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => *last += &format!(",{part}"),
            _ => words.push(part.to_string()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_between_engines_and_not_between_their_options() {
        assert_eq!(split("a,b:x=1,y=2,c:p,d"), ["a", "b:x=1,y=2", "c:p", "d"]);
    }

    #[test]
    fn a_label_names_the_same_engine_again() {
        assert_eq!(expand("frontier#again").unwrap(), ["frontier#again"]);
        assert_eq!(["sat:local=bdd#b", "sat", "a#b c", "a#"].map(unlabelled), ["sat:local=bdd", "sat", "a#b c", "a#"]);
        assert!(expand("nosuch#again").is_err());
    }

    #[test]
    fn words_follow_the_table_of_engines() {
        assert_eq!(expand("all").unwrap().len(), FAMILIES.len());
        let presets: usize = FAMILIES.iter().map(|f| f.presets.len()).sum();
        assert_eq!(expand("*").unwrap().len(), FAMILIES.len() + presets);
        assert_eq!(expand("brute").unwrap(), ["brute"]);
        assert!(expand("nosuch").is_err() && expand("nosuch:*").is_err() && expand("brute:*").is_err());
        assert_eq!(expand_all(&["brute".into(), "brute".into()]).unwrap(), ["brute"]);
    }
}
