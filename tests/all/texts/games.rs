//! Files and names of games of other programs.

use super::{Is, Text, board, error, field, raw};

pub const TEXTS: &[Text] = &[
    // Bytes.
    Text { bytes: &[3, 2, 0, 1, 2, 0], said: "", is: Is::Field(&["..*", "..."], None) },
    Text { bytes: &[2, 1, 0, 0], said: "", is: Is::Field(&[".."], None) },
    raw(&[3, 2, 0, 2, 2, 0], 1, 19, "6 bytes instead of 8"),
    raw(&[3, 2, 0, 1, 2, 0, 9], 1, 19, "7 bytes instead of 6"),
    raw(&[3, 2, 0, 1, 3, 0], 1, 13, "a mine in column 3"),
    raw(&[3, 2, 0, 2, 1, 1, 1, 1], 1, 19, "a second mine"),
    raw(&[0, 2, 0, 0], 1, 1, "at least one row"),
    // Simon Tatham's Mines: the published pair of a masked ID and the same one in the clear.
    field(
        "9x9:4,4,mb071b49fbd1cb6a0d5868\n",
        &[
            ".........",
            "*........",
            ".........",
            "......***",
            "**.......",
            ".........",
            ".*.......",
            "...*...*.",
            "....*....",
        ],
        Some((4, 4)),
    ),
    field("4x3:u810\n", &["*...", "...*", "...."], None),
    field("4x3:0,1,810\n", &["*...", "...*", "...."], Some((1, 0))),
    field("4x3n2a:u810", &["*...", "...*", "...."], None),
    error("4x3:0,1,u81\n", 1, 12, "2 hexadecimal digits instead of 3"),
    error("4x3:0,1,u8100\n", 1, 13, "4 hexadecimal digits instead of 3"),
    error("4x3:0,0,u810\n", 1, 5, "the first click is on a mine"),
    error("4x3:9,0,u810\n", 1, 5, "the column of the first click"),
    error("4x3:u810+2\n", 1, 9, "have no place yet"),
    error("9x9:r10,u,0123abcd\n", 1, 5, "this game has not begun"),
    error("0x3:u\n", 1, 1, "cols is a number"),
    error("9x9n10#123456\n", 1, 1, ""),
    // Links to JSMinesweeper, as it writes them itself.
    board(
        "https://davidnhill.github.io/JSMinesweeper/index.html?board=7x5x6&analysis=ahafaaagTbSblUmSlTb2SlSblTsTbSmSlc\n",
        &["##0#01#", "##22#1#", "#1F#1#0", "1##3##0", "#11#100"],
        Some(6),
    ),
    board("https://x/?analysis=adagaaadS2elSmSlsSslSl", &["#F1", "111", "1#1", "1#1", "2#2", "1#1"], Some(3)),
    board(
        "?board=1x1x1&analysis=acajaaadSc2cOdSlTmc",
        &["#1", "1F", "22", "#1", "11", "#1", "##", "11", "00"],
        Some(3),
    ),
    field("https://x/?b=0402&m=o0\n", &["**..", "...."], None),
    error("https://x/?board=9x9x10\n", 1, 18, "a size and no position"),
    error("https://x/?analysis=adag\n", 1, 25, "breaks off"),
    error("https://x/?analysis=adagaaadS2e\n", 1, 32, "cells"),
    error("https://x/?analysis=adagaaadS2elSmSlsSslSlSl\n", 1, 43, "more than the 18 cells"),
    error("https://x/?analysis=ad_g\n", 1, 23, "base 62"),
    error("https://example.org/board\n", 1, 1, "has no board"),
    error("https://x/?b=0402&m=o\n", 1, 22, "1 digits instead of 2"),
    error("https://x/?b=0402&m=z0\n", 1, 21, "base 32"),
];
