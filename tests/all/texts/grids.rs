//! Rows of letters alone.

use super::{Text, board, error, field, said};

pub const TEXTS: &[Text] = &[
    board("#1#\n#2#\n", &["#1#", "#2#"], None),
    board("#1#\n#2#", &["#1#", "#2#"], None),
    board("#1#\r\n#2#\r\n", &["#1#", "#2#"], None),
    board("?1?\r?2?\r", &["#1#", "#2#"], None),
    board("#1#\n#2#\r#1#\r\n", &["#1#", "#2#", "#1#"], None),
    board("\u{feff}#1#\n#2#\n", &["#1#", "#2#"], None),
    board("\n\n#1#\n#2#\n\n\n", &["#1#", "#2#"], None),
    board("?1F\n1*_\n", &["#1F", "1F_"], None),
    board("HHH\n1M1\n", &["###", "1F1"], None),
    board("```\n#1#\n#2#\n```\n", &["#1#", "#2#"], None),
    board("```text\nmines: 2\n# 1\n1 1\n```\n", &["#1", "11"], Some(2)),
    board("mines: 2\n```\n# 1\n1 1\n```\n", &["#1", "11"], Some(2)),
    error("```\n#1#\n#q#\n```\n", 3, 2, "'q' means nothing"),
    // One row, one column, one cell.
    board("#1#\n", &["#1#"], None),
    board("#1#1#1\n", &["#1#1#1"], None),
    board("#\n1\n#\n", &["#", "1", "#"], None),
    board("1\n#\n1\n", &["1", "#", "1"], None),
    board("#\n", &["#"], None),
    board("?", &["#"], None),
    error("3\n", 1, 2, "the header lacks cols"),
    error("111\n", 1, 4, "--format grid"),
    said("grid:", "111\n", &["111"], None),
    error("1 1 1\n", 1, 6, "--format grid"),
    said("grid:", "1 1 1\n", &["111"], None),
    // Open boards: numbers, or a map of mines.
    board("121\n121\n###\n", &["121", "121", "###"], None),
    error("000\n000\n", 1, 1, "--format field"),
    said("grid:", "000\n000\n", &["000", "000"], None),
    field("0 1\n0 0\n", &[".*", ".."], None),
    said("grid:", "01\n00\n", &["01", "00"], None),
    field("..*\n...\n", &["..*", "..."], None),
    field("**\n**\n", &["**", "**"], None),
    said("grid:", "*.\n..\n", &["F#", "##"], None),
    error("*.\n*\n", 2, 2, "a row has 1 of 2 cells"),
    // Ragged rows.
    error("###\n##\n", 2, 3, "row 2 has 2 of 3 cells"),
    error("##\n###\n", 2, 3, "row 2 is longer than 2 cells"),
    error("##\n\n##\n", 2, 1, "row 2 has 0 of 2 cells"),
    error("#1#\n#2#\nthe end\n", 3, 1, "'t' means nothing"),
    // Letters and numbers that no cell is.
    error("#q#\n", 1, 2, "'q' means nothing on a board"),
    error("#9#\n###\n", 1, 2, "'9' means nothing"),
    error("?4?\n", 1, 2, "clue 4 is above its 2 neighbours"),
    error("6#\n##\n", 1, 1, "clue 6 is above its 3 neighbours"),
    error("hello\n", 1, 1, "'h' means nothing"),
    error("#1#\nab\n", 2, 1, "'a' means nothing"),
    // Nothing, and nothing but blanks.
    error("", 0, 0, "no board here"),
    error("\u{feff}", 0, 0, "no board here"),
    error("\n\n", 0, 0, "no board here"),
    error(" \t\n  \n", 0, 0, "no board here"),
];
