//! One tile: a rectangle of clues and covered cells whose completions are a truth table at its ports.
//!
//! The outer ring holds clues only, except one covered cell per port. The two cells of a port pair that face each other
//! across an edge are complementary, so a signal read in its direction of travel is the mine in the first cell after
//! the edge: the value of an in-port is its own cell, that of an out-port the opposite of its cell.

use super::files::FILES;
use crate::input_error::InputError;
use crate::lines::lines;

/// A place where a signal enters or leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// `N`, `E`, `S` or `W`.
    pub side: char,
    /// True if the signal enters here.
    pub enters: bool,
    /// A word without `=`; heads its values in the rows of the table.
    pub name: String,
    /// (row, column) in the tile.
    pub cell: (usize, usize),
}

impl Port {
    /// The cell across the edge, in the coordinates of the tile.
    pub fn outer(&self) -> (isize, isize) {
        let (row, col) = (self.cell.0 as isize, self.cell.1 as isize);
        match self.side {
            'N' => (row - 1, col),
            'S' => (row + 1, col),
            'W' => (row, col - 1),
            _ => (row, col + 1),
        }
    }
}

/// Properties that a tile can claim: no mine is given, no 0 stands beside a covered cell, no covered cell is
/// determined.
pub const CLAIMS: [&str; 3] = ["flag_free", "flood_closed", "silent"];

/// A tile as its file describes it; [`super::verify::verify`] proves its claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Name of the tile, unique in its library.
    pub name: String,
    /// The frame it fits into: `6x7`, `6x9` or `7x7`.
    pub library: String,
    /// What it computes, for people; may be empty.
    pub function: String,
    /// In the order of the columns of `table`.
    pub ports: Vec<Port>,
    /// Values of the ports, in their order, that the tile allows.
    pub table: Vec<Vec<bool>>,
    /// `mines + true outputs - true inputs`, where that is the same in every row of the table.
    pub neutral: Option<u32>,
    /// Of [`CLAIMS`].
    pub claims: Vec<String>,
    /// Where the tile comes from, for people.
    pub source: String,
    /// Rows of `0`-`8`, `#` covered, `*` a mine: deducible if the tile is flag-free, else to be given.
    pub grid: Vec<Vec<u8>>,
}

impl Tile {
    /// True if the file claims this property.
    pub fn claims(&self, claim: &str) -> bool {
        self.claims.iter().any(|c| c == claim)
    }

    /// The tile mirrored at its main diagonal: north and west change places, and south and east.
    pub fn transposed(&self) -> Tile {
        let side = |side| match side {
            'N' => 'W',
            'W' => 'N',
            'S' => 'E',
            _ => 'S',
        };
        let port = |p: &Port| Port { side: side(p.side), cell: (p.cell.1, p.cell.0), ..p.clone() };
        let cols = self.grid.first().map_or(0, Vec::len);
        Tile {
            ports: self.ports.iter().map(port).collect(),
            grid: (0..cols).map(|c| self.grid.iter().map(|row| row[c]).collect()).collect(),
            ..self.clone()
        }
    }

    /// Reads a tile file.
    ///
    /// # Errors
    /// A syntax error, with its line.
    pub fn parse(text: &str, file: &str) -> Result<Tile, InputError> {
        let mut tile = Tile {
            name: String::new(),
            library: String::new(),
            function: String::new(),
            ports: Vec::new(),
            table: Vec::new(),
            neutral: None,
            claims: Vec::new(),
            source: String::new(),
            grid: Vec::new(),
        };
        let mut size = (0, 0);
        let mut lines = lines(text);
        for (number, line) in lines.by_ref() {
            if line == "grid" {
                break;
            }
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            let unread = || InputError::at(file, number, line, 0, format!("cannot read {line:?}"));
            tile.field(key, rest, &mut size).ok_or_else(unread)?;
        }
        for (number, line) in lines {
            let wrong = line.find(|letter| !"012345678#*".contains(letter));
            if line.len() != size.1 || wrong.is_some() {
                let message = format!("a row has {} of 0-8, # and *", size.1);
                return Err(InputError::at(file, number, line, wrong.unwrap_or(line.len().min(size.1)), message));
            }
            tile.grid.push(line.bytes().collect());
        }
        let whole = |message: String| Err(InputError::whole(file, message));
        for (line, word) in [("name", &tile.name), ("library", &tile.library)] {
            if word.is_empty() {
                return whole(format!("no line {line:?}"));
            }
        }
        if size.0 == 0 || size.1 == 0 {
            return whole("no line \"footprint\" with rows and columns".into());
        }
        if tile.grid.len() != size.0 {
            return whole(format!("{} rows, not {}", tile.grid.len(), size.0));
        }
        if tile.table.iter().any(|row| row.len() != tile.ports.len()) {
            return whole("a port after the rows of the table".into());
        }
        match tile.ports.iter().find(|p| p.cell.0 >= size.0 || p.cell.1 >= size.1) {
            Some(port) => whole(format!("port {} lies outside", port.name)),
            None => Ok(tile),
        }
    }

    /// The tile as its file.
    pub fn text(&self) -> String {
        let bit = |(port, value): (&Port, &bool)| format!("{}={}", port.name, u8::from(*value));
        let mut text = format!("name {}\nlibrary {}\n", self.name, self.library);
        if !self.function.is_empty() {
            text += &format!("function {}\n", self.function);
        }
        text += &format!("footprint {} {}\n", self.grid.len(), self.grid.first().map_or(0, Vec::len));
        for Port { side, enters, name, cell } in &self.ports {
            let role = if *enters { "in" } else { "out" };
            text += &format!("port {side} {role} {name} {} {}\n", cell.0, cell.1);
        }
        for row in &self.table {
            let values: Vec<String> = self.ports.iter().zip(row).map(bit).collect();
            text += &format!("row {}\n", values.join(" "));
        }
        if let Some(neutral) = self.neutral {
            text += &format!("neutral {neutral}\n");
        }
        if !self.claims.is_empty() {
            text += &format!("claims {}\n", self.claims.join(" "));
        }
        text += &format!("source {}\ngrid\n", self.source);
        for row in &self.grid {
            text += &(String::from_utf8_lossy(row) + "\n");
        }
        text
    }

    /// One line of the header.
    fn field(&mut self, key: &str, rest: &str, size: &mut (usize, usize)) -> Option<()> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        match (key, words.as_slice()) {
            ("name", [name]) => self.name = name.to_string(),
            ("library", [name]) => self.library = name.to_string(),
            ("function", _) => self.function = rest.trim().into(),
            ("source", _) => self.source = rest.trim().into(),
            ("claims", claims) if claims.iter().all(|claim| CLAIMS.contains(claim)) => {
                self.claims = claims.iter().map(std::string::ToString::to_string).collect();
            }
            ("neutral", [n]) => self.neutral = Some(n.parse().ok()?),
            ("footprint", [rows, cols]) => *size = (rows.parse().ok()?, cols.parse().ok()?),
            ("port", [side @ ("N" | "E" | "S" | "W"), role @ ("in" | "out"), name, row, col]) => {
                let cell = (row.parse().ok()?, col.parse().ok()?);
                let side = side.chars().next()?;
                self.ports.push(Port { side, enters: *role == "in", name: name.to_string(), cell });
            }
            ("row", values) if values.len() == self.ports.len() => {
                let value = |(port, word): (&Port, &&str)| {
                    let (name, bit) = word.split_once('=')?;
                    (name == port.name && (bit == "0" || bit == "1")).then_some(bit == "1")
                };
                self.table.push(self.ports.iter().zip(values).map(value).collect::<Option<_>>()?);
            }
            _ => return None,
        }
        Some(())
    }
}

/// All shipped tiles.
///
/// # Panics
/// If a shipped file is broken, which the tests exclude.
pub fn shipped() -> Vec<Tile> {
    FILES.iter().map(|text| Tile::parse(text, "a shipped tile").expect("shipped tiles are read by the tests")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_is_written_as_it_was_read() {
        for (tile, file) in shipped().iter().zip(FILES) {
            assert_eq!(tile.text(), file, "{} {}", tile.library, tile.name);
        }
    }

    /// Inputs found by fuzzing, and similar ones.
    #[test]
    fn what_would_not_come_back_is_no_tile() {
        let head = "name a\nlibrary 6x7\n";
        let of = |rest: &str| Tile::parse(&format!("{head}{rest}"), "t");
        for rest in ["", "footprint 0 3\ngrid\n", "footprint 2 0\ngrid\n\n\n"] {
            assert!(of(rest).is_err_and(|e| e.message.contains("footprint")), "{rest:?}");
        }
        assert!(Tile::parse("", "t").is_err_and(|e| e.message.contains("name")));
        assert!(Tile::parse("name a\nfootprint 1 1\ngrid\n#\n", "t").is_err_and(|e| e.message.contains("library")));
        assert!(of("footprint 1 1\nrow \nport N in x 0 0\ngrid\n#\n").is_err_and(|e| e.message.contains("port")));
        let at = |rest: &str| of(rest).map_err(|e| (e.line, e.column)).unwrap_err();
        assert_eq!(at("what\n"), (3, 1));
        assert_eq!(at("footprint 1 3\ngrid\n1#x\n"), (5, 3));
        assert_eq!(at("footprint 1 3\ngrid\n1#\n"), (5, 3));
        // A lone CR ends a line as well.
        assert_eq!(at("footprint 1 1\nfunction f \r\r\nsource s\r\r\ngrid\n#\n"), (5, 1));
        let tile = of("footprint 1 1\nfunction f \r\nsource s\rgrid\n#\n").expect("a tile");
        assert_eq!(Tile::parse(&tile.text(), "t"), Ok(tile));
    }
}
