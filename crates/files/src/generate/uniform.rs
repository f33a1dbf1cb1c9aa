//! `uniform`: a random field, opened like a game until single-clue rules are stuck.

use super::ground;
use super::params::{NameMark, Param, ParamKind, Params};
use super::single_point::SinglePointGame;
use super::{DrawError, Generator, Planted};
use crate::rng::Rng;

const START: Param = Param {
    name: "start",
    kind: ParamKind::Words(&["random", "corner"]),
    default: "random",
    mark: NameMark::Unusual(""),
    help: "The cell opened first: any cell, or (0,0)",
};

const FIRST: Param = Param {
    name: "first",
    kind: ParamKind::Words(&["zero", "safe"]),
    default: "zero",
    mark: NameMark::Unusual("first-"),
    help: "The first cell: a 0, or any safe cell",
};

const RULES: Param = Param {
    name: "rules",
    kind: ParamKind::Words(&["single-point", "none"]),
    default: "single-point",
    mark: NameMark::Unusual("rules-"),
    help: "What is opened after the first cell: all that single clues prove, or nothing",
};

const OPEN: Param = Param {
    name: "open",
    kind: ParamKind::Share,
    default: "0",
    mark: NameMark::Unusual("o"),
    help: "Least share of the safe cells to open: where the rules are stuck before, a random safe cell is opened, as by a lucky guess",
};

const FLAGS: Param = Param {
    name: "flags",
    kind: ParamKind::Words(&["off", "on"]),
    default: "off",
    mark: NameMark::Unusual("flags-"),
    help: "Whether mines that the rules prove are shown as flags",
};

/// Its row in the table.
pub const GENERATOR: Generator = Generator {
    name: "uniform",
    summary: "a random field, opened like a game until single-clue rules are stuck",
    params: &[
        ground::rows("16"),
        ground::cols("16"),
        ground::density("0.2"),
        ground::MINES,
        START,
        FIRST,
        RULES,
        OPEN,
        FLAGS,
        ground::TOTAL,
    ],
    keeps_field: true,
    build,
};

/// How a game is opened.
pub struct Opening {
    pub corner: bool,
    pub zero: bool,
    pub rules: bool,
    pub open: super::Millionths,
    pub flags: bool,
}

impl Opening {
    /// A random first 0, then all that single clues prove.
    pub const GAME: Opening =
        Opening { corner: false, zero: true, rules: true, open: super::Millionths::ZERO, flags: false };
}

fn build(params: &Params, rng: &mut Rng) -> Result<Planted, DrawError> {
    let opening = Opening {
        corner: params.word("start") == "corner",
        zero: params.word("first") == "zero",
        rules: params.word("rules") == "single-point",
        open: params.share("open"),
        flags: params.word("flags") == "on",
    };
    play(params, &opening, rng)
}

/// Places the mines, opens the first cell and plays on.
///
/// # Errors
/// An impossible size or number of mines.
pub fn play(params: &Params, opening: &Opening, rng: &mut Rng) -> Result<Planted, DrawError> {
    let grid = ground::grid(params.whole("rows"), params.whole("cols"))?;
    let kept_free = |start: usize| {
        let around = grid.neighbours(start).filter(|_| opening.zero);
        std::iter::once(start).chain(around).collect::<Vec<usize>>()
    };
    let mut start = if opening.corner { 0 } else { rng.index(grid.len()) };
    let fits = |start: usize| ground::mines(params, grid) <= grid.len() - kept_free(start).len();
    if !opening.corner && !fits(start) {
        // On a dense small board perhaps only the border has room for a first 0; else the error of a corner is
        // returned.
        let starts: Vec<usize> = grid.cells().filter(|&cell| fits(cell)).collect();
        start = if starts.is_empty() { 0 } else { starts[rng.index(starts.len())] };
    }
    let keep_free = kept_free(start);
    let field = ground::field(params, grid, &keep_free, rng)?;
    let mut player = SinglePointGame::new(&field);
    player.open(start);
    let settle = |player: &mut SinglePointGame| {
        if opening.rules {
            player.run();
        }
    };
    settle(&mut player);
    let mut guesses: Vec<usize> = grid.cells().filter(|&c| !field.is_mine(c)).collect();
    let wanted = opening.open.of(guesses.len());
    if player.opened() < wanted {
        rng.shuffle(&mut guesses);
        for guess in guesses {
            if player.opened() >= wanted {
                break;
            }
            player.open(guess);
            settle(&mut player);
        }
    }
    let board = field.board(&player.shown(opening.flags), Some(field.count() as u32));
    Ok(Planted { board, field })
}
