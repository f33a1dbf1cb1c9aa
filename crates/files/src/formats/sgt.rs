//! Game IDs of Mines in Simon Tatham's puzzle collection: where the mines are and the first click.
//!
//! `WIDTHxHEIGHT:X,Y,mHEX`, perhaps with `nMINES` and `a` behind the size: one bit per cell in reading order, the
//! highest of a digit first. After `m` the bits are masked: the first half of the bytes is the mask of the second half,
//! added to it, then the second half that of the first. After `u`, or without a letter, they are not masked. A mask is
//! made of SHA-1 hashes of the other half followed by 0, 1, 2, ... in decimal digits.

use std::fmt::Write as _;

use sha1::{Digest, Sha1};

use super::{BoardFormat, Content, Write, WriteError};
use crate::board::read_size;
use crate::field::Field;
use crate::grid::Grid;
use crate::input_error::InputError;

pub const FORMAT: BoardFormat = BoardFormat {
    name: "sgt",
    about: "a game ID of Mines of Simon Tatham's puzzles, WxH:X,Y,mHEX: where the mines are, with the first click",
    read: |bytes, file, _| read(super::text(bytes, file)?, file),
    write: Write::Field(write),
    letters: false,
};

/// The words of the size and how many characters they take with the colon.
fn size(text: &str) -> Option<(&str, &str, usize)> {
    let (size, _) = text.split_once(':')?;
    let (cols, rest) = size.split_once('x')?;
    let digits = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let plain = rest.strip_suffix('a').unwrap_or(rest);
    let (rows, mines) = plain.split_once('n').unwrap_or((plain, "0"));
    (digits(cols) && digits(rows) && digits(mines)).then_some((cols, rows, size.len() + 1))
}

/// True if a text is a size, a colon and one word.
pub fn looks_like(text: &str) -> bool {
    let text = text.trim();
    !text.contains(char::is_whitespace) && size(text).is_some()
}

/// Adds to some bytes the mask made from others.
fn mask(seed: &[u8], target: &mut [u8]) {
    for (index, part) in target.chunks_mut(20).enumerate() {
        let hash = Sha1::new().chain_update(seed).chain_update(index.to_string()).finalize();
        part.iter_mut().zip(hash).for_each(|(byte, mask)| *byte ^= mask);
    }
}

/// Clears the bits after the last of `bits` bits.
fn clear(bytes: &mut [u8], bits: usize) {
    if let Some(last) = bytes.get_mut(bits / 8) {
        *last &= !(0xff >> (bits % 8));
    }
}

fn unmasked(mut bytes: Vec<u8>, bits: usize) -> Vec<u8> {
    let half = bytes.len() / 2;
    let (first, second) = bytes.split_at_mut(half);
    mask(first, second);
    clear(&mut bytes, bits);
    let (first, second) = bytes.split_at_mut(half);
    mask(second, first);
    bytes
}

fn masked(mut bytes: Vec<u8>, bits: usize) -> Vec<u8> {
    let half = bytes.len() / 2;
    let (first, second) = bytes.split_at_mut(half);
    mask(second, first);
    mask(first, second);
    clear(&mut bytes, bits);
    bytes
}

fn read(text: &str, file: &str) -> Result<Content, InputError> {
    let line = text.trim();
    let number = 1 + text[..text.len() - text.trim_start().len()].matches('\n').count();
    let bad =
        |byte: usize, message: String| InputError::at(file, number, line.lines().next().unwrap_or(""), byte, message);
    let (cols, rows, start) = size(line).ok_or_else(|| bad(0, "a game ID is WxH:X,Y,mHEX".into()))?;
    let at = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let (grid, _) =
        read_size((at(rows), rows), (at(cols), cols), (0, "?")).map_err(|(b, wrong)| bad(b, wrong.to_string()))?;
    let rest = &line[start..];
    if rest.starts_with('r') {
        let message = "this game has not begun: the game lays its mines at the first click";
        return Err(bad(start, message.into()));
    }
    let (click, hex) = click(rest, grid).map_err(|(byte, message)| bad(start + byte, message))?;
    let bitmap = hex.trim_start_matches(['m', 'u']);
    let here = at(bitmap);
    let digits = bitmap.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(bitmap.len());
    let want = grid.len().div_ceil(4);
    if digits != want || hex.len() - bitmap.len() > 1 {
        let message = format!("{digits} hexadecimal digits instead of {want} for {} cells", grid.len());
        return Err(bad(here + digits.min(want), message));
    }
    if digits < bitmap.len() {
        let message = match bitmap[digits..].starts_with('+') {
            true => "the mines of this game have no place yet",
            false => "text after the last digit of the mines",
        };
        return Err(bad(here + digits, message.into()));
    }
    let values: Vec<u8> = bitmap[..digits].chars().map(|c| c.to_digit(16).unwrap_or(0) as u8).collect();
    let bytes: Vec<u8> = values.chunks(2).map(|d| d[0] << 4 | d.get(1).unwrap_or(&0)).collect();
    let bytes = if hex.starts_with('m') { unmasked(bytes, grid.len()) } else { bytes };
    let mines: Vec<bool> = grid.cells().map(|cell| bytes[cell / 8] & 0x80 >> (cell % 8) != 0).collect();
    match click {
        Some((cell, byte)) if mines[cell] => Err(bad(start + byte, "the first click is on a mine".into())),
        _ => Ok(Content::Field(Field::new(grid, mines), click.map(|(cell, _)| cell))),
    }
}

/// The first click `X,Y,` with its byte, and the rest of the text.
#[allow(clippy::type_complexity)]
fn click(text: &str, grid: Grid) -> Result<(Option<(usize, usize)>, &str), (usize, String)> {
    let mut parts = text.splitn(3, ',');
    let (Some(x), Some(y), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
        return match text.find(',') {
            Some(byte) => Err((byte, "X,Y and a comma stand before the mines".into())),
            None => Ok((None, text)),
        };
    };
    let number = |word: &str, most: usize, byte: usize, what: &str| match word.parse::<usize>() {
        Ok(n) if n < most => Ok(n),
        _ => Err((byte, format!("the {what} of the first click is a number below {most}, not {word:?}"))),
    };
    let (col, row) = (number(x, grid.cols, 0, "column")?, number(y, grid.rows, x.len() + 1, "row")?);
    Ok((Some((grid.at(row, col), 0)), rest))
}

fn write(field: &Field) -> Result<Vec<u8>, WriteError> {
    let grid = field.grid();
    let mut bytes = vec![0u8; grid.len().div_ceil(8)];
    grid.cells().filter(|&cell| field.is_mine(cell)).for_each(|cell| bytes[cell / 8] |= 0x80 >> (cell % 8));
    let mut hex = String::new();
    for byte in masked(bytes, grid.len()) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex.truncate(grid.len().div_ceil(4));
    Ok(format!("{}x{}:m{hex}\n", grid.cols, grid.rows).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn game(text: &str) -> (Field, Option<usize>) {
        match read(text, "t") {
            Ok(Content::Field(field, click)) => (field, click),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn bits_are_cells_in_reading_order() {
        let (field, click) = game("4x3:0,1,u810");
        assert_eq!((field.grid(), click), (Grid { rows: 3, cols: 4 }, Some(4)));
        assert_eq!(field.grid().cells().filter(|&c| field.is_mine(c)).collect::<Vec<_>>(), [0, 7]);
        assert_eq!(game("\n4x3n2a:810\n"), (field, None));
    }

    #[test]
    fn masked_games_come_back() {
        let mut rng = Rng::new(7);
        for _ in 0..200 {
            let grid = Grid { rows: 1 + rng.index(20), cols: 1 + rng.index(30) };
            let field = Field::random(grid, rng.index(grid.len() + 1), &[], &mut rng);
            let text = String::from_utf8(write(&field).unwrap()).unwrap();
            assert!(looks_like(&text), "{text}");
            assert_eq!(game(&text), (field, None), "{text}");
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        let at = |text: &str| read(text, "t").map_err(|e| (e.line, e.column)).unwrap_err();
        assert_eq!(at("4x3:0,1,u81\n"), (1, 12));
        assert_eq!(at("4x3:4,1,u810"), (1, 5));
        assert_eq!(at("4x3:0,3,u810"), (1, 7));
        assert_eq!(at("4x3:0,u810"), (1, 6));
        assert_eq!(at("4x3:0,0,u810"), (1, 5));
        assert_eq!(at("4x3:8100"), (1, 8));
        assert_eq!(at("4x3:810+3"), (1, 8));
        assert_eq!(at("9x9:r10,u,ab"), (1, 5));
        assert_eq!(at("0x3:u"), (1, 1));
    }
}
