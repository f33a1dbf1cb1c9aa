//! Letters of other programs, and letters that may stand for two things.

use super::{Text, board, error, said};

pub const TEXTS: &[Text] = &[
    // x: covered or a mine.
    board("x1x\nx2x\n", &["#1#", "#2#"], None),
    board("X1X\nX2X\n", &["#1#", "#2#"], None),
    board("1x?\n11?\n", &["1F#", "11#"], None),
    board("xF1\n111\n", &["#F1", "111"], None),
    error("x1\n11\n", 1, 1, "--letters 'x=covered'"),
    said("x=covered", "x1\n11\n", &["#1", "11"], None),
    said("x=mine", "x1\n11\n", &["F1", "11"], None),
    error("x1?\nF1?\n", 1, 1, "other letters here do already"),
    error("xxx\nxxx\n", 1, 1, "may stand for covered or for flag"),
    // Dots: covered or 0.
    board("1.\n*1\n", &["1#", "F1"], None),
    board("? 1\n. _\n", &["#1", "0_"], None),
    board("# 1 . 1 #\n# 1 . 1 1\n", &["#101#", "#1011"], None),
    board(".1.\n.2.\n", &["#1#", "#2#"], None),
    board("0.1\n...\n", &["0#1", "###"], None),
    error("...\n...\n", 1, 1, "'.=covered'"),
    error(".1F*\n", 1, 1, "may stand for covered or for 0"),
    error(".1F\n.11\n", 1, 1, "'.=0'"),
    error(".0#\n.0#\n", 1, 1, "other letters here do already"),
    said(".=0", ".0#\n.0#\n", &["00#", "00#"], None),
    // Dashes, as Mines of Simon Tatham's puzzles copies a game: - is 0, ? covered, * a flag, ! an exploded mine.
    board("--1?\n--1?\n111!\n?*1-\n", &["001#", "001#", "111F", "#F10"], None),
    board("1-1\n---\n", &["1#1", "###"], None),
    error("---\n---\n", 1, 1, "'-=covered'"),
    error("-·1\n?11\n", 1, 1, "other letters here do already"),
    // Exploded mines and flags.
    board("1!#\n11#\n", &["1F#", "11#"], None),
    board("fmbB\n####\n", &["FFFF", "####"], None),
    // Squares.
    board("■1■\n■2■\n", &["#1#", "#2#"], None),
    board("■1□\n■1□\n", &["#10", "#10"], None),
    board("□1□\n□2□\n", &["#1#", "#2#"], None),
    board("▪1▪\n▪2▪\n", &["#1#", "#2#"], None),
    board("·1■\n·1■\n", &["01#", "01#"], None),
    board("█1\n11\n", &["#1", "11"], None),
    // Emoji, with and without variation selectors.
    board("🟦1\u{fe0f}\u{20e3}⬜\n🟦1\u{fe0f}\u{20e3}⬜\n", &["#10", "#10"], None),
    board("⬜1️⃣⬜\n⬜2️⃣⬜\n", &["#1#", "#2#"], None),
    board("🚩1️⃣🟦\n1️⃣1️⃣🟦\n", &["F1#", "11#"], None),
    board("💣 1️⃣ 🟦\n1️⃣ 1️⃣ 🟦\n", &["F1#", "11#"], None),
    error("⬛1⬜\n⬛1⬜\n", 1, 1, "may stand for"),
    board("🚩2⚑\n##1\n", &["F2F", "##1"], None),
    error("🙂1\n11\n", 1, 1, "'🙂' means nothing"),
    said("🙂=covered", "🙂1\n11\n", &["#1", "11"], None),
    // Digits above 8 and words have only what is said.
    said("9=covered", "91\n11\n", &["#1", "11"], None),
    said("-1=covered", "-1 1\n 1 1\n", &["#1", "11"], None),
    said("-1=covered,9=mine", "9 1 -1\n1 1 -1\n", &["F1#", "11#"], None),
    error("-1 1\n 1 1\n", 1, 1, "\"-1\" means nothing"),
    // What is said goes before what the table has.
    said("#=mine,?=covered", "#1?\n11?\n", &["F1#", "11#"], None),
    said("0=open", "0#\n1#\n", &["_#", "1#"], None),
    said("minesat:o=covered", "1 3 1\no1o\n", &["#1#"], Some(1)),
    said("jsminesweeper:o=covered", "3x1x1\no1o\n", &["#1#"], Some(1)),
    said("q=covered", "2 2 1\nqq\n1q\n", &["##", "1#"], Some(1)),
    error("1 3 1\n#x#\n", 2, 2, "'x' means nothing"),
];
