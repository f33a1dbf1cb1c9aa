//! What minesat writes it reads back, and boards as people decorate them are read as the boards that they are.

use minesat::board::{Board, Cell, Grid};
use minesat::field::Field;
use minesat::formats::{BoardFormat, Content, FORMATS, ReadOptions, Write, detect, find, parse, parse_asked};
use minesat::instance::{Instance, read_all};
use minesat::rng::Rng;

/// A position as a game shows it: what was opened is open around its zeros; perhaps with flags.
fn position(rng: &mut Rng) -> (Field, Board) {
    let grid = Grid { rows: 1 + rng.index(12), cols: 1 + rng.index(12) };
    let field = Field::random(grid, rng.index(grid.len() + 1), &[], rng);
    let mut open = vec![false; grid.len()];
    for _ in 0..=rng.index(4) {
        field.open_from(rng.index(grid.len()), &mut open);
    }
    for cell in grid.cells().filter(|&c| field.is_mine(c)) {
        open[cell] = rng.chance(0.3);
    }
    let total = rng.chance(0.5).then_some(field.count() as u32);
    let board = field.board(&open, total);
    (field, board)
}

fn written(format: &BoardFormat, field: &Field, board: &Board) -> Option<(Vec<u8>, Content)> {
    match format.write {
        Write::Nothing => None,
        Write::Field(write) => Some((write(field).unwrap(), Content::Field(field.clone(), None))),
        Write::Board(write) => {
            let total = (format.name != "grid").then_some(field.count() as u32);
            let board = board.clone().with_mines(total);
            Some((write(&board).unwrap(), Content::Board(board)))
        }
    }
}

#[test]
fn a_thousand_boards_come_back_from_every_format() {
    let (mut rng, mut doubtful) = (Rng::new(42), 0);
    let mut instances = Vec::new();
    for round in 0..1000 {
        let (field, board) = position(&mut rng);
        for format in &FORMATS {
            let Some((bytes, content)) = written(format, &field, &board) else { continue };
            let text = String::from_utf8_lossy(&bytes).into_owned();
            assert_eq!(parse(&bytes, Some(format), "t").unwrap(), content, "{}: {text}", format.name);
            match parse(&bytes, None, "t") {
                Ok(found) => {
                    assert_eq!((detect(&bytes).name, &found), (format.name, &content), "{text}");
                }
                // Rows alone, or where mines are, can be something else as well: it is said how to choose.
                Err(error) => {
                    assert!(["grid", "field"].contains(&format.name), "{}: {error}\n{text}", format.name);
                    assert!(
                        error.message.contains("--format") || error.message.contains("--letters"),
                        "{error}\n{text}"
                    );
                    doubtful += 1;
                }
            }
        }
        instances.push(Instance::bare(&format!("b{round}"), board));
    }
    // Rows like a header or a map, labels, and fields without mines.
    assert!(doubtful <= 110, "{doubtful} of 1000 grids and 1000 fields");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.jsonl");
    let lines: String = instances.iter().map(|i| format!("{}\n", i.to_json())).collect();
    std::fs::write(&path, lines).unwrap();
    assert_eq!(read_all(path.to_str().unwrap()).unwrap(), instances);
}

/// A way to write letters: covered, flag, withheld, 0, and the other numbers.
struct Dress {
    covered: &'static str,
    flag: &'static str,
    zero: &'static str,
    keycaps: bool,
}

const DRESSES: [Dress; 8] = [
    Dress { covered: "#", flag: "F", zero: "0", keycaps: false },
    Dress { covered: "?", flag: "*", zero: ".", keycaps: false },
    Dress { covered: "?", flag: "!", zero: "-", keycaps: false },
    Dress { covered: "x", flag: "F", zero: "0", keycaps: false },
    Dress { covered: "■", flag: "F", zero: "□", keycaps: false },
    Dress { covered: "🟦", flag: "🚩", zero: "⬜", keycaps: true },
    Dress { covered: "⬜", flag: "💣", zero: "0", keycaps: true },
    Dress { covered: "H", flag: "M", zero: "·", keycaps: false },
];

fn letter(cell: Cell, dress: &Dress) -> String {
    match cell {
        Cell::Covered => dress.covered.into(),
        Cell::Flag => dress.flag.into(),
        Cell::Blank => "_".into(),
        Cell::Clue(0) => dress.zero.into(),
        Cell::Clue(n) if dress.keycaps => format!("{n}\u{fe0f}\u{20e3}"),
        Cell::Clue(n) => n.to_string(),
    }
}

/// Rows laid out in one of many ways, and the name of the way.
fn laid_out(rows: &[Vec<String>], way: usize) -> (&'static str, String) {
    let cols = rows[0].len();
    let joined = |sign: &str| rows.iter().map(|row| row.join(sign) + "\n").collect::<String>();
    let framed = |sign: &str| rows.iter().map(|row| format!("| {} |\n", row.join(sign))).collect::<String>();
    let names: Vec<char> = (0..cols).map(|c| (b'A' + c as u8) as char).collect();
    let head = |gap: &str| names.iter().map(|n| format!("{gap}{n}")).collect::<String>();
    match way {
        0 => ("solid", joined("")),
        1 => ("gaps", joined(" ")),
        2 => ("commas", joined(",")),
        3 => ("semicolons", joined(" ; ")),
        4 => ("tabs", joined("\t")),
        5 => ("quoted", rows.iter().map(|r| format!("\"{}\"\n", r.join("\",\""))).collect()),
        6 => ("markdown", framed(" | ").replacen('\n', &format!("\n|{}\n", "---|".repeat(cols)), 1)),
        7 => {
            let rule = format!("+{}\n", "---+".repeat(cols));
            ("ascii", rule.clone() + &framed(" | ").replace('\n', &format!("\n{rule}")))
        }
        8 => (
            "drawn",
            format!(
                "┌{0}┐\n{1}└{0}┘\n",
                "─".repeat(cols),
                rows.iter().map(|r| format!("│{}│\n", r.concat())).collect::<String>()
            ),
        ),
        9 => {
            let numbered = rows.iter().enumerate().map(|(i, r)| format!("{:>2} {}\n", i + 1, r.join(" ")));
            ("labels", format!("  {}\n", head(" ")) + &numbered.collect::<String>())
        }
        10 => {
            let numbered = rows.iter().enumerate().map(|(i, r)| format!("{},{}\n", i + 1, r.join(",")));
            ("csv labels", format!("{}\n", head(",")) + &numbered.collect::<String>())
        }
        11 => ("strings", serde_json::to_string(&rows.iter().map(|r| r.concat()).collect::<Vec<_>>()).unwrap()),
        12 => ("arrays", serde_json::to_string_pretty(rows).unwrap()),
        13 => ("CRLF", joined("").replace('\n', "\r\n")),
        14 => ("CR", joined("").replace('\n', "\r")),
        15 => ("mark", format!("\u{feff}{}", joined(" "))),
        _ => ("indented", joined("").lines().map(|l| format!("    {l}\n")).collect()),
    }
}

const WAYS: usize = 17;

/// Decorated boards come back, or it is said what else they could be; most come back.
#[test]
fn decorated_boards_are_read_as_the_boards_that_they_are() {
    let mut rng = Rng::new(7);
    let (mut read, mut doubtful) = (0, 0);
    for round in 0..1000 {
        let (_, board) = position(&mut rng);
        let board = board.with_mines(None);
        let dress = &DRESSES[round % DRESSES.len()];
        let grid = board.grid();
        let rows: Vec<Vec<String>> = (0..grid.rows)
            .map(|r| (0..grid.cols).map(|c| letter(board.cell(grid.at(r, c)), dress)).collect())
            .collect();
        let (name, mut text) = laid_out(&rows, rng.index(WAYS));
        let total = (rng.chance(0.4) && !text.trim_start_matches('\u{feff}').starts_with('['))
            .then(|| rng.index(grid.len() + 1) as u32);
        if let Some(n) = total {
            text = match rng.index(3) {
                0 => format!("mines: {n}\n{text}"),
                1 => format!("{text}\n{n} mines\n"),
                _ => format!("Total mines = {n}\n\n{text}"),
            };
            text = text.replace('\u{feff}', "");
        }
        let asked = ReadOptions::default();
        match parse_asked(text.as_bytes(), &asked, "t") {
            Ok(content) => {
                assert_eq!(content, Content::Board(board.clone().with_mines(total)), "{name}:\n{text}");
                read += 1;
            }
            Err(error) => {
                let said = ["--format", "--letters", "two boards fit", "one row or one column"];
                assert!(said.iter().any(|what| error.message.contains(what)), "{name}: {error}\n{text}");
                doubtful += 1;
            }
        }
        // With the letters said, none of these doubts is left but those of the layout.
        let letters = format!("{}=covered,{}=flag,{}=0", dress.covered, dress.flag, dress.zero);
        let asked = ReadOptions { letters: letters.parse().unwrap(), ..ReadOptions::default() };
        match parse_asked(text.as_bytes(), &asked, "t") {
            Ok(content) => assert_eq!(content, Content::Board(board.with_mines(total)), "{name}:\n{text}"),
            Err(error) => assert!(!error.message.contains("may stand for"), "{name}: {error}\n{text}"),
        }
    }
    assert!(read >= 900, "{read} read, {doubtful} doubtful");
}

/// Zeros written as blanks.
#[test]
fn boards_with_blank_zeros_come_back_or_are_refused() {
    let mut rng = Rng::new(11);
    let mut read = 0;
    for _ in 0..1000 {
        let (_, board) = position(&mut rng);
        let board = board.with_mines(None);
        let text: String = board.row_strings().iter().map(|row| row.replace('0', " ") + "\n").collect();
        match parse(text.as_bytes(), None, "t") {
            Ok(Content::Board(found)) => {
                // Blank rows at the ends are no rows where nothing beside them is open.
                assert_eq!(found, board, "{text}");
                read += 1;
            }
            Ok(Content::Field(..)) => panic!("{text}"),
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
    assert!(read >= 880, "{read} read");
    let said = ReadOptions { format: find("grid"), letters: " =0".parse().unwrap() };
    let read = parse_asked(b"#1 \n#1 \n", &said, "t").unwrap();
    assert_eq!(read, Content::Board(Board::parse("2 3 ?\n#10\n#10\n", "t").unwrap()));
}
