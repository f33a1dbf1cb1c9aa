//! A game as one animated picture (APNG), which browsers and GitHub show like any PNG. Each frame holds the cells that changed,
//! and is transparent elsewhere.

use std::collections::BTreeMap;

use png::{BitDepth, BlendOp, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

use super::colours::{CLUES, COVERED, FLAG, INK, LINE, MINE, OPEN};
use crate::board::{Board, Cell, Grid};

/// Longest side of a picture, pixels.
const LONGEST: usize = 1_200;
/// A game is traced in time proportional to its moves times its cells.
const MOST_CELLS: usize = 250_000;
/// Largest side of a cell, pixels.
const LARGEST_CELL: usize = 20;
/// Cells of fewer pixels have the colour of their clue in place of its digit.
const LEAST_LETTERED: usize = 10;
/// Frames of moves; a longer game has several moves in each.
const MOST_FRAMES: usize = 300;
/// Milliseconds: of all moves together and of one frame, at most.
const WHOLE_GAME: usize = 25_000;
const LONGEST_FRAME: usize = 400;
/// Milliseconds that the end stays before the game begins again.
const END: u16 = 3_000;

/// Places in the palette; the clues 1 to 8 follow that of open cells.
const CLEAR: u8 = 0;
const COVERED_CELL: u8 = 1;
const OPEN_CELL: u8 = 2;
const FLAG_SIGN: u8 = 11;
const MINE_CELL: u8 = 12;
const LINES: u8 = 13;
const SIGN: u8 = 14;

/// What a move changes.
#[derive(Clone, Copy, Debug)]
pub struct AnimatedMove<'a> {
    /// Index and new look of each cell that changed.
    pub cells: &'a [(u32, Cell)],
    /// Whether the move opened cells: a flag among them is then a mine that exploded, not a mark.
    pub opened: bool,
}

/// Why there is no animation.
#[derive(Debug, thiserror::Error)]
pub enum AnimationError {
    /// A cell would be less than a pixel, or there are too many.
    #[error(
        "a game on {rows} x {cols} cells; at most {MOST_CELLS} in all and {LONGEST} in a row or column are animated"
    )]
    Size {
        /// Of the board.
        rows: usize,
        /// Of the board.
        cols: usize,
    },
    /// The frames cannot be written as PNG.
    #[error("PNG: {0}")]
    Encoding(#[from] EncodingError),
}

/// Side of a cell in an animation, pixels.
///
/// # Errors
/// The board is too large.
pub fn cell_side(grid: Grid) -> Result<usize, AnimationError> {
    let Grid { rows, cols } = grid;
    let side = LONGEST / rows.max(cols).max(1);
    match side == 0 || grid.len() > MOST_CELLS {
        true => Err(AnimationError::Size { rows, cols }),
        false => Ok(side.min(LARGEST_CELL)),
    }
}

/// Draws a game from its start, the same moves in each frame, for 25 seconds at most. It is repeated without end.
///
/// # Errors
/// The board is too large, or has no cells.
///
/// # Panics
/// A cell is not on the board.
pub fn animation(start: &Board, moves: &[AnimatedMove]) -> Result<Vec<u8>, AnimationError> {
    let grid = start.grid();
    let tiles = Tiles::new(cell_side(grid)?);
    let together = moves.len().div_ceil(MOST_FRAMES).max(1);
    let frames = moves.len().div_ceil(together);
    let delay = (WHOLE_GAME / frames.max(1)).min(LONGEST_FRAME) as u16;

    let mut bytes = Vec::new();
    let pixels = |cells: usize| (cells * tiles.side) as u32;
    let mut encoder = Encoder::new(&mut bytes, pixels(grid.cols), pixels(grid.rows));
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Four);
    encoder.set_palette(palette(tiles.side));
    encoder.set_trns(vec![0]);
    encoder.set_deflate_compression(DeflateCompression::Level(9));
    encoder.set_filter(Filter::NoFilter);
    encoder.set_animated(frames as u32 + 1, 0)?;
    encoder.set_frame_delay(if frames == 0 { END } else { delay }, 1_000)?;
    encoder.set_blend_op(BlendOp::Over)?;
    let mut writer = encoder.write_header()?;

    let looks = grid.cells().map(|cell| (cell, (start.cell(cell), false))).collect();
    writer.write_image_data(&tiles.frame(grid, &looks).pixels)?;
    for (group, number) in moves.chunks(together).zip(1..) {
        let mut looks = Looks::new();
        for made in group {
            looks.extend(made.cells.iter().map(|&(c, look)| (c as usize, (look, made.opened && look == Cell::Flag))));
        }
        let frame = tiles.frame(grid, &looks);
        // The frame before may reach further.
        writer.reset_frame_position()?;
        writer.set_frame_dimension(pixels(frame.cols), pixels(frame.rows))?;
        writer.set_frame_position(pixels(frame.at.1), pixels(frame.at.0))?;
        writer.set_frame_delay(if number == frames { END } else { delay }, 1_000)?;
        writer.write_image_data(&frame.pixels)?;
    }
    writer.finish()?;
    Ok(bytes)
}

/// The look of cells by index, and whether a flag is a mine that exploded.
type Looks = BTreeMap<usize, (Cell, bool)>;

/// A rectangle of cells.
struct Frame {
    /// Row and column of its first cell.
    at: (usize, usize),
    rows: usize,
    cols: usize,
    /// Two in a byte; rows begin with a byte.
    pixels: Vec<u8>,
}

/// How cells look.
struct Tiles {
    /// Of a cell, pixels.
    side: usize,
    covered: Vec<u8>,
    open: [Vec<u8>; 9],
    flag: Vec<u8>,
    exploded: Vec<u8>,
}

impl Tiles {
    fn new(side: usize) -> Self {
        let is_lettered = side >= LEAST_LETTERED;
        let signed = |fill: u8, sign: &[u8; 7], ink: u8| tile(side, fill, Some((sign, ink)));
        let open = |clue: usize| match (clue, CLUE_SIGNS.get(clue.wrapping_sub(1))) {
            (1.., Some(sign)) if is_lettered => signed(OPEN_CELL, sign, OPEN_CELL + clue as u8),
            _ => tile(side, OPEN_CELL + clue as u8, None),
        };
        let (flag, exploded) = match is_lettered {
            true => (signed(COVERED_CELL, &FLAG_ROWS, FLAG_SIGN), signed(MINE_CELL, &DISC_ROWS, SIGN)),
            false => (tile(side, FLAG_SIGN, None), tile(side, SIGN, None)),
        };
        Tiles { side, covered: tile(side, COVERED_CELL, None), open: std::array::from_fn(open), flag, exploded }
    }

    fn of(&self, (cell, exploded): (Cell, bool)) -> &[u8] {
        match cell {
            Cell::Covered => &self.covered,
            Cell::Clue(clue) => &self.open[clue as usize],
            Cell::Blank => &self.open[0],
            Cell::Flag if exploded => &self.exploded,
            Cell::Flag => &self.flag,
        }
    }

    /// The smallest rectangle with these cells; all others are transparent.
    fn frame(&self, grid: Grid, looks: &Looks) -> Frame {
        let places = || looks.keys().map(|&cell| grid.position(cell));
        let ends = |of: &dyn Fn((usize, usize)) -> usize| {
            let (first, last) = (places().map(of).min().unwrap_or(0), places().map(of).max().unwrap_or(0));
            (first, last + 1 - first)
        };
        let ((row, rows), (col, cols)) = (ends(&|place| place.0), ends(&|place| place.1));
        let (side, width) = (self.side, (cols * self.side).div_ceil(2));
        let mut pixels = vec![CLEAR << 4 | CLEAR; width * rows * side];
        for (&cell, &look) in looks {
            let place = grid.position(cell);
            let (top, left) = ((place.0 - row) * side, (place.1 - col) * side);
            for (line, y) in self.of(look).chunks(side).zip(top..) {
                for (&pixel, x) in line.iter().zip(left..) {
                    pixels[y * width + x / 2] |= if x % 2 == 0 { pixel << 4 } else { pixel };
                }
            }
        }
        Frame { at: (row, col), rows, cols, pixels }
    }
}

/// A cell of one colour, with lines and a sign where they are large enough to be seen.
fn tile(side: usize, fill: u8, sign: Option<(&[u8; 7], u8)>) -> Vec<u8> {
    let mut pixels = vec![fill; side * side];
    if side >= LEAST_LETTERED {
        for i in 0..side {
            (pixels[i * side + side - 1], pixels[(side - 1) * side + i]) = (LINES, LINES);
        }
    }
    if let Some((rows, ink)) = sign {
        let scale = (side - 1) / 9;
        let (left, top) = ((side - 1 - 5 * scale) / 2, (side - 1 - 7 * scale) / 2);
        for (y, x) in (0..7 * scale).flat_map(|y| (0..5 * scale).map(move |x| (y, x))) {
            if rows[y / scale] >> (4 - x / scale) & 1 == 1 {
                pixels[(top + y) * side + left + x] = ink;
            }
        }
    }
    pixels
}

/// Red, green and blue of each place of the palette.
fn palette(side: usize) -> Vec<u8> {
    let rgb = |colour: &str| [1, 3, 5].map(|i| u8::from_str_radix(&colour[i..i + 2], 16).unwrap_or_default());
    // Digits are as dark as in other pictures, whole cells a third as dark.
    let clue = |colour: &&str| match side >= LEAST_LETTERED {
        true => rgb(colour),
        false => std::array::from_fn(|i| ((u16::from(rgb(colour)[i]) + 2 * u16::from(rgb(OPEN)[i])) / 3) as u8),
    };
    let before = [rgb("#ffffff"), rgb(COVERED), rgb(OPEN)];
    let after = [FLAG, MINE, LINE, INK].map(rgb);
    before.into_iter().chain(CLUES[1..].iter().map(clue)).chain(after).flatten().collect()
}

/// Digits 1 to 8, rows of five bits.
const CLUE_SIGNS: [[u8; 7]; 8] = [
    [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
    [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110],
    [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    [0b01110, 0b10000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    [0b11111, 0b00001, 0b00010, 0b00100, 0b00100, 0b01000, 0b01000],
    [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
];
const FLAG_ROWS: [u8; 7] = [0b11000, 0b11110, 0b11111, 0b11110, 0b11000, 0b10000, 0b10000];
const DISC_ROWS: [u8; 7] = [0b00000, 0b01110, 0b11111, 0b11111, 0b11111, 0b01110, 0b00000];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// A picture as a viewer shows it.
    struct Shown {
        /// Places in the palette after each frame, row by row.
        canvas: Vec<Vec<u8>>,
        width: usize,
        /// Milliseconds of all frames.
        lasts: usize,
    }

    fn shown(bytes: &[u8]) -> Shown {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::IDENTITY);
        let mut reader = decoder.read_info().unwrap();
        let (width, height) = (reader.info().width as usize, reader.info().height as usize);
        let frames = reader.info().animation_control.unwrap().num_frames;
        let mut found = Shown { canvas: Vec::new(), width, lasts: 0 };
        let mut canvas = vec![u8::MAX; width * height];
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        for _ in 0..frames {
            let size = reader.next_frame(&mut data).unwrap();
            let control = *reader.info().frame_control().unwrap();
            assert_eq!((control.blend_op, control.delay_den), (BlendOp::Over, 1_000));
            found.lasts += control.delay_num as usize;
            for (y, line) in data.chunks(size.line_size).take(size.height as usize).enumerate() {
                for x in 0..size.width as usize {
                    let pixel = line[x / 2] >> (4 - x % 2 * 4) & 15;
                    if pixel != CLEAR {
                        canvas[(y + control.y_offset as usize) * width + x + control.x_offset as usize] = pixel;
                    }
                }
            }
            found.canvas.push(canvas.clone());
        }
        assert!(reader.next_frame(&mut data).is_err(), "no frame more");
        found
    }

    /// Every cell of a canvas is that of the board.
    fn assert_shows(canvas: &[u8], width: usize, board: &Board, exploded: &[usize]) {
        let tiles = Tiles::new(width / board.grid().cols);
        for cell in board.grid().cells() {
            let (row, col) = board.grid().position(cell);
            let line = |y: usize| {
                let from = (row * tiles.side + y) * width + col * tiles.side;
                &canvas[from..from + tiles.side]
            };
            let drawn: Vec<u8> = (0..tiles.side).flat_map(line).copied().collect();
            assert!(drawn == tiles.of((board.cell(cell), exploded.contains(&cell))), "{:?}", (row, col));
        }
    }

    /// The board, its cells in some order and what they will be.
    fn game(rows: usize, cols: usize) -> (Board, Vec<(u32, Cell)>) {
        let board = Board::covered(Grid { rows, cols }, None);
        let mut rng = Rng::new(7);
        let mut cells: Vec<u32> = (0..(rows * cols) as u32).collect();
        for i in (1..cells.len()).rev() {
            cells.swap(i, rng.below(i as u64 + 1) as usize);
        }
        let mut look = |cell: u32| match rng.below(11) {
            9 => (cell, Cell::Flag),
            10 => (cell, Cell::Blank),
            clue => (cell, Cell::Clue(clue as u8)),
        };
        let looks = cells.into_iter().map(&mut look).collect();
        (board, looks)
    }

    #[test]
    fn looks_differ() {
        for side in [1, 4, 9, 10, 13, 20] {
            let tiles = Tiles::new(side);
            let clues = (0..=8).map(|clue| (Cell::Clue(clue), false));
            let looks: Vec<_> =
                clues.chain([(Cell::Covered, false), (Cell::Flag, false), (Cell::Flag, true)]).collect();
            for (i, &one) in looks.iter().enumerate() {
                assert_eq!(tiles.of(one).len(), side * side);
                assert!(looks[..i].iter().all(|&other| tiles.of(one) != tiles.of(other)), "{side}: {one:?}");
                let letter = tiles.of(one).iter().max().copied().unwrap();
                assert!((letter as usize) < palette(side).len() / 3);
            }
        }
    }

    /// The frames are the boards after the moves, with few moves and with several in a frame.
    #[test]
    fn the_last_frame_is_the_last_board() {
        for (rows, cols, of_a_move) in [(7, 9, 3), (18, 18, 1), (8, 150, 1)] {
            let (start, looks) = game(rows, cols);
            let moves: Vec<AnimatedMove> =
                looks.chunks(of_a_move).zip(0..).map(|(cells, i)| AnimatedMove { cells, opened: i % 2 == 0 }).collect();
            let bytes = animation(&start, &moves).unwrap();
            let film = shown(&bytes);
            let together = moves.len().div_ceil(MOST_FRAMES);
            assert_eq!(film.canvas.len(), 1 + moves.len().div_ceil(together));
            assert!(film.lasts <= WHOLE_GAME + LONGEST_FRAME + END as usize, "{} ms", film.lasts);
            assert!(film.canvas.len() < 100 || film.lasts > 20_000, "{} ms", film.lasts);
            let mut board = start.clone();
            let mut exploded = Vec::new();
            assert_shows(&film.canvas[0], film.width, &board, &[]);
            for (canvas, group) in film.canvas[1..].iter().zip(moves.chunks(together)) {
                for made in group {
                    made.cells.iter().for_each(|&(cell, look)| board.set(cell as usize, look));
                    let flags = made.cells.iter().filter(|c| made.opened && c.1 == Cell::Flag);
                    exploded.extend(flags.map(|c| c.0 as usize));
                }
                if rows < 10 {
                    assert_shows(canvas, film.width, &board, &exploded);
                }
            }
            assert_shows(film.canvas.last().unwrap(), film.width, &board, &exploded);
            // Even cells in no order at all, at worst a frame each.
            assert!(bytes.len() < 200 * film.canvas.len() + 40 * looks.len(), "{} bytes", bytes.len());
        }
    }

    #[test]
    fn a_game_without_moves_is_its_start() {
        let (start, _) = game(3, 4);
        let film = shown(&animation(&start, &[]).unwrap());
        assert_eq!((film.canvas.len(), film.lasts), (1, END as usize));
        assert_shows(&film.canvas[0], film.width, &start, &[]);
        // A move that shows nothing is a frame nevertheless.
        let none = [AnimatedMove { cells: &[], opened: true }];
        let film = shown(&animation(&start, &none).unwrap());
        assert!(film.canvas.len() == 2 && film.canvas[0] == film.canvas[1]);
    }

    #[test]
    fn boards_of_more_cells_than_pixels_are_refused() {
        assert_eq!(cell_side(Grid { rows: 16, cols: 30 }).unwrap(), 20);
        assert_eq!(cell_side(Grid { rows: 150, cols: 300 }).unwrap(), 4);
        assert_eq!(cell_side(Grid { rows: 1, cols: 1_200 }).unwrap(), 1);
        for (rows, cols) in [(1_201, 1), (500, 501)] {
            let refused = animation(&Board::covered(Grid { rows, cols }, None), &[]).unwrap_err();
            let why = format!("a game on {rows} x {cols} cells; at most 250000 in all and 1200 in a row or column");
            assert_eq!(refused.to_string(), why + " are animated");
        }
    }
}
