//! Uniform random boards.

use super::{GameError, Rules};
use crate::field::Field;
use crate::rng::Rng;

/// The field of game `index`: it depends on the seed, the index and the rules alone, never on the player.
///
/// # Errors
/// More mines than the start rule leaves room for.
pub fn uniform(rules: &Rules, seed: u64, index: u64) -> Result<Field, GameError> {
    let free = rules.start.keep_free(rules.grid);
    if rules.mines + free.len() > rules.grid.len() {
        return Err(GameError::ManyMines { mines: rules.mines, cells: rules.grid.len(), kept: free.len() });
    }
    Ok(Field::random(rules.grid, rules.mines, &free, &mut Rng::stream(seed, index)))
}

#[cfg(test)]
mod tests {
    use super::super::rules::Start;
    use super::*;
    use crate::play::boards_file::write;

    /// Boards of published seeds never change, on any machine.
    #[test]
    fn boards_are_frozen() {
        let boards = |start: Start, seed: u64| {
            let rules = Rules::expert(start);
            let fields: Vec<Field> = [0, 1, 399_999].map(|index| uniform(&rules, seed, index).unwrap()).into();
            let mut text = Vec::new();
            write(&mut text, rules.grid, rules.mines, start, &fields).unwrap();
            String::from_utf8(text).unwrap()
        };
        let frozen =
            [(Start::Safe(0), 1), (Start::Zero(93), 1), (Start::Safe(0), 2)].map(|(start, seed)| boards(start, seed));
        assert_eq!(frozen.concat(), include_str!("frozen-boards.txt"));
    }
}
