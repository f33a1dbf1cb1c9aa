//! What is no board: named, with what takes it.

use super::{Text, error, raw};

pub const TEXTS: &[Text] = &[
    error("p cnf 2 1\n1 2 0\n", 0, 0, "a formula in DIMACS CNF, not a board: `minesat compile`"),
    error("c x\nc y\np cnf 2 1\n1 2 0\n", 0, 0, "`minesat compile`"),
    error("p wcnf 2 1 5\n5 1 2 0\n", 0, 0, "weighted"),
    error("aag 1 1 0 1 0\n2\n2\n", 0, 0, "ASCII AIGER"),
    raw(b"aig 3 2 0 1 1\n6\n\x02\x02", 0, 0, "binary AIGER, not a board: `minesat compile`"),
    error(".model a\n.inputs x\n.end\n", 0, 0, "BLIF"),
    error("INPUT(a)\nOUTPUT(b)\nb = NOT(a)\n", 0, 0, ".bench"),
    error("* #variable= 2 #constraint= 1\n+1 x1 +1 x2 = 1 ;\n", 0, 0, "OPB"),
    error("+1 x1 +1 x2 >= 1 ;\n", 0, 0, "OPB"),
    error("\\ a\nMinimize\n obj: 0 x1\nSubject To\n s1: + x1 = 1\nEnd\n", 0, 0, "(LP)"),
    error("NAME a\nROWS\n N cost\nCOLUMNS\n x1 cost 0\nENDATA\n", 0, 0, "(MPS)"),
    error("s SATISFIABLE\nv 1 -2 0\n", 0, 0, "`minesat decode"),
    error("v 1 -2 0\n", 0, 0, "`minesat decode"),
    error("title = \"a\"\n\n[[sizes]]\nrows = 3\n", 0, 0, "TOML"),
    error("# a plan\n[points]\nmines = [1, 2]\n", 0, 0, "`minesat experiment`"),
    error("9 9 10 40 safe\n004000007c00010022080\n", 0, 0, "`minesat play --boards`"),
    error("<!DOCTYPE html>\n<html></html>\n", 0, 0, "HTML"),
    error("<table><tr><td>1</td></tr></table>\n", 0, 0, "HTML"),
    error("<?xml version=\"1.0\"?>\n<svg/>\n", 0, 0, "XML"),
    error("%PDF-1.7\n", 0, 0, "PDF"),
    raw(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 0, 0, "PNG"),
    raw(b"\xff\xd8\xff\xe0\0\x10JFIF", 0, 0, "JPEG"),
    raw(b"GIF89a\x01\0", 0, 0, "GIF"),
    raw(b"PK\x03\x04\x14\0\0\0", 0, 0, "zip"),
    raw(b"\xfd7zXZ\0\0\x04", 0, 0, "xz -d"),
    raw(b"BZh91AY&SY", 0, 0, "bunzip2"),
    raw(b"\xff\xfe#\x001\0\n\0", 0, 0, "UTF-16"),
    raw(b"\xfe\xff\0#\x001", 0, 0, "UTF-16"),
    raw(b"#1#\n#\xb7#\n", 2, 2, "Latin-1"),
    // The first half of a gzip file, one whose last byte is another, one of nothing.
    raw(b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x53\x36\x54", 0, 0, "cannot be read"),
    raw(b"\x28\xb5\x2f\xfd\x04", 0, 0, "cannot be read"),
    error("Hello world, this is a letter.\nYours\n", 1, 2, "'e' means nothing"),
];
