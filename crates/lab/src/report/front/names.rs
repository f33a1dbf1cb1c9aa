//! Short names of engines: what tells those of one comparison apart.

/// The specifications without the options that all engines of their family here have in common; unchanged where that would
/// make two of them equal, or one of them the name of another engine of the report (`all`).
///
/// An external program is named as a value of `solver`: `sat:solver=external:cadical`.
pub fn short(engines: &[&str], all: &[String]) -> Vec<String> {
    let joined: Vec<String> =
        engines.iter().map(|engine| engine.replace("solver=external,command=", "solver=external:")).collect();
    let parts: Vec<(&str, Vec<&str>)> = joined.iter().map(|engine| split(engine)).collect();
    let shorten = |(family, options): &(&str, Vec<&str>)| {
        let siblings = || parts.iter().filter(|(other, _)| other == family);
        let is_common = |option: &&str| siblings().count() > 1 && siblings().all(|(_, other)| other.contains(option));
        let own: Vec<&str> = options.iter().copied().filter(|option| !is_common(option)).collect();
        let of_one_family = parts.iter().all(|(other, _)| other == family);
        match own.as_slice() {
            [] => (*family).to_string(),
            // One option that only differs in its value: the value says it.
            [one] if of_one_family && differs_in(siblings(), one) => value(one).to_string(),
            own => format!("{family}:{}", own.join(",")),
        }
    };
    let names: Vec<String> = parts.iter().map(shorten).collect();
    let is_unique = |name: &String| names.iter().filter(|other| *other == name).count() == 1;
    let labelled = |(engine, name): (&&str, &String)| match engine.rsplit_once('#') {
        Some((_, label)) => format!("{name}#{label}"),
        None => name.clone(),
    };
    let is_another = |(engine, name): (&&str, &String)| {
        let spec = crate::bench::plan::unlabelled(engine);
        name != spec && all.iter().any(|other| crate::bench::plan::unlabelled(other) == name)
    };
    if engines.iter().zip(&names).any(is_another) {
        return engines.iter().map(|engine| (*engine).to_string()).collect();
    }
    match names.iter().all(is_unique) || engines.iter().any(|engine| engine.contains('#')) {
        true => engines.iter().zip(&names).map(labelled).collect(),
        false => engines.iter().map(|engine| (*engine).to_string()).collect(),
    }
}

/// Family and options, without the label.
fn split(engine: &str) -> (&str, Vec<&str>) {
    let spec = crate::bench::plan::unlabelled(engine);
    match spec.split_once(':') {
        Some((family, options)) => (family, options.split(',').collect()),
        None => (spec, Vec::new()),
    }
}

/// The value of `option=value`, or the preset.
fn value(option: &str) -> &str {
    option.split_once('=').map_or(option, |(_, value)| value)
}

/// True if all engines have an option of this name.
fn differs_in<'a>(mut siblings: impl Iterator<Item = &'a (&'a str, Vec<&'a str>)>, option: &str) -> bool {
    let name = |option: &str| option.split_once('=').map(|(name, _)| name.to_string());
    let own = name(option);
    own.is_some() && siblings.all(|(_, options)| options.iter().any(|other| name(other) == own))
}

#[cfg(test)]
mod tests {
    fn short(engines: &[&str]) -> Vec<String> {
        super::short(engines, &[])
    }

    #[test]
    fn no_name_is_that_of_another_engine() {
        let engines = ["sat:collapse=off", "sat:solver=batsat,collapse=off", "search"];
        assert_eq!(short(&engines), ["sat", "sat:solver=batsat", "search"]);
        assert_eq!(super::short(&engines, &["sat".to_string()]), engines);
        assert_eq!(super::short(&engines, &["sat#again".to_string()]), engines);
    }

    #[test]
    fn what_is_common_is_left_out() {
        let sat = ["sat:components,solver=batsat,local=bdd", "sat:components,solver=batsat,local=adder"];
        assert_eq!(short(&sat), ["bdd", "adder"]);
        assert_eq!(short(&["sat", "frontier", "lp"]), ["sat", "frontier", "lp"]);
        assert_eq!(
            short(&["sat:solver=varisat", "sat:solver=batsat", "lp"]),
            ["sat:solver=varisat", "sat:solver=batsat", "lp"]
        );
        assert_eq!(short(&["frontier", "frontier:twins=off"]), ["frontier", "frontier:twins=off"]);
        assert_eq!(short(&["sat:local=bdd", "sat:local=bdd#again", "sat:local=adder"]), ["bdd", "bdd#again", "adder"]);
        assert_eq!(
            short(&["sat:solver=batsat", "sat:solver=external,command=cadical"]),
            ["batsat", "external:cadical"]
        );
        assert_eq!(short(&["backtrack:mrv", "backtrack:arc"]), ["backtrack:mrv", "backtrack:arc"]);
        assert_eq!(short(&["sat"]), ["sat"]);
    }
}
