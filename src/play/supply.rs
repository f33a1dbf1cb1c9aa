//! Where boards come from: uniform random ones.

use super::Rules;
use crate::field::Field;
use crate::rng::Rng;

/// The field of game `index`: it depends on the seed, the index and the rules alone, never on the
/// player.
///
/// # Errors
/// More mines than the start rule leaves room for.
pub fn uniform(rules: &Rules, seed: u64, index: u64) -> Result<Field, String> {
    let free = rules.start.keep_free(rules.grid);
    if rules.mines + free.len() > rules.grid.len() {
        return Err(format!(
            "{} mines do not fit on {} cells of which {} are kept free",
            rules.mines,
            rules.grid.len(),
            free.len()
        ));
    }
    Ok(Field::random(rules.grid, rules.mines, &free, &mut Rng::stream(seed, index)))
}
