//! Blanks: gaps between cells, or cells that were opened and show nothing.

use super::{Text, board, error, said};

pub const TEXTS: &[Text] = &[
    // Cells that show nothing.
    board(" 1???1 \n 112?1 \n  12332\n  1????\n", &["01###10", "0112#10", "0012332", "001####"], None),
    board("?1 \n11 \n   \n", &["#10", "110", "000"], None),
    board("   \n 11\n 1?\n", &["000", "011", "01#"], None),
    error("?1  1?\n?1  1?\n", 1, 3, "two boards fit"),
    board("1?1 \n111 \n    \n 111\n 1?1\n", &["1#10", "1110", "0000", "0111", "01#1"], None),
    board("###\n   \n###\n", &["###", "000", "###"], None),
    board("?1\u{a0}\n11\u{a0}\n\u{a0}\u{a0}\u{a0}\n", &["#10", "110", "000"], None),
    error("?1\t\t1\n11\t\t1\n", 1, 1, "\"?1\" means nothing"),
    board("?\t1\t\t1\n1\t1\t\t1\n", &["#101", "1101"], None),
    board("\t1\t?\n\t1\t1\n?\t1\t\n", &["01#", "011", "#10"], None),
    // Cells that show nothing, with blanks between them.
    board("? 1    \n? 1 1  \n? ? 1  \n", &["#100", "#110", "##10"], None),
    board("1   1 ?\n1   1 ?\n", &["101#", "101#"], None),
    // Gaps.
    board("# 1 #\n1 1 1\n", &["#1#", "111"], None),
    board("# 1 # \n1 1 1 \n", &["#1#", "111"], None),
    board("  #  1  #\n  1  1  1\n", &["#1#", "111"], None),
    board("#\t1\t#\n1\t1\t1\n", &["#1#", "111"], None),
    board("#\t1\t#\t\n1\t1\t#\t\n", &["#1#", "11#"], None),
    board("\t#1#\n\t11#\n", &["#1#", "11#"], None),
    board("    #1#\n    11#\n", &["#1#", "11#"], None),
    board("### ###\n#1# #1#\n", &["######", "#1##1#"], None),
    board("#1#  \n11#\n", &["#1#", "11#"], None),
    board("#\u{a0}1\n1\u{a0}1\n", &["#1", "11"], None),
    board("#1#\n11#\n   \n", &["#1#", "11#"], None),
    board("1 ? ? 1\n", &["1##1"], None),
    // Both fit.
    error("?1 \n?1 \n", 1, 3, "two boards fit"),
    said(" =0", "?1 \n?1 \n", &["#10", "#10"], None),
    said(" =gap", "?1 \n?1 \n", &["#1", "#1"], None),
    error("?1 1?\n?1 1?\n", 1, 3, "--letters ' =gap'"),
    said(" =gap", "?1 1?\n?1 1?\n", &["#11#", "#11#"], None),
    error(" 1?\n 1?\n", 1, 1, "two boards fit"),
    error("#\t1\t\n1\t1\t\n", 1, 5, "two boards fit"),
    error("\t1\t#\n\t1\t1\n", 1, 1, "two boards fit"),
    // Neither fits.
    error("?1 \n11\n   \n", 2, 3, "row 2 has 2 letters and others 3"),
    error(" 1???1\n 112?1\n  12332\n  1????\n", 1, 7, "row 1 has 6 letters and others 7"),
    error("? ?\n? ? ?\n", 2, 5, "row 2 is longer than 2 cells"),
    error("# 1 #\n# 1\n", 2, 4, "row 2 has 2 of 3 cells"),
    error("0 ## ##\n", 1, 2, "blank cells beside cells with 0"),
    error("1 ## ##\n", 1, 2, "a blank beside a covered cell"),
    board("?1 1?1\n?1 1?1\n", &["#101#1", "#101#1"], None),
    error("#1#\n  11#\n", 1, 4, "neither even gaps"),
    error("1 4 ##\n####\n", 2, 5, "row 2 has 4 letters and others 6"),
    // Zeros are written as 0: what a blank is nobody says.
    error("?1 0\n11 0\n000 \n", 1, 3, "blank cells beside cells with 0"),
    said(" =covered", "01 \n01 \n", &["01#", "01#"], None),
    // Other characters are no blanks.
    error("?1?\u{b}?2?\n", 1, 4, "U+000B"),
    error("?1?\n?2?\u{c}\n", 2, 4, "U+000C"),
    error("?1?\u{85}?2?\n", 1, 4, "U+0085"),
    error("?1?\u{2028}?2?\n", 1, 4, "U+2028"),
    error("?1?\0\n", 1, 4, "U+0000"),
];
