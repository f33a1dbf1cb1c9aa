//! Writes instances as JSON Lines, plain or compressed, atomically.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Expected, Instance};
use crate::atomic_file::WholeFile;
use crate::board::{Board, Grid};
use crate::compression::Compression;
use crate::lines::json_line;

/// A file and its compressor.
enum Output {
    Plain(BufWriter<WholeFile>),
    Gzip(flate2::write::GzEncoder<WholeFile>),
    Zstd(zstd::stream::write::Encoder<'static, WholeFile>),
}

impl Output {
    fn new(compression: Compression, file: WholeFile) -> io::Result<Self> {
        Ok(match compression {
            Compression::None => Output::Plain(BufWriter::new(file)),
            Compression::Gzip => Output::Gzip(Compression::gzip(file)),
            Compression::Zstd => Output::Zstd(zstd::stream::write::Encoder::new(file, 19)?),
        })
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Output::Plain(out) => out,
            Output::Gzip(out) => out,
            Output::Zstd(out) => out,
        }
    }

    /// The file, with the last bytes of the compression.
    fn end(self) -> io::Result<WholeFile> {
        match self {
            Output::Plain(out) => Ok(out.into_inner()?),
            Output::Gzip(out) => out.finish(),
            Output::Zstd(out) => out.finish(),
        }
    }
}

/// The rows of a board, one string each.
struct Rows<'a>(&'a Board);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.rows())
    }
}

/// The fields of a line in their order.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct Fields<'a> {
    /// Unique in its file.
    name: &'a str,
    /// The family of the generator, or the source.
    family: &'a str,
    /// `smoke`, `easy`, `medium`, `hard`, `large`, or empty.
    tier: &'a str,
    /// Rows of the board.
    rows: usize,
    /// Cells of a row.
    cols: usize,
    /// Mines on the board, flags included; null if unknown.
    mines: Option<u32>,
    /// A text per row: `#` covered, `0` to `8` a clue, `F` a flag, `_` open with its number withheld.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    board: Rows<'a>,
    /// Seed of the generator, where there was one.
    seed: Option<u64>,
    /// Parameters of the generator.
    params: &'a Map<String, Value>,
    /// The command or the source of the board.
    origin: &'a str,
    /// What was measured on the board.
    #[serde(skip_serializing_if = "Map::is_empty")]
    features: &'a Map<String, Value>,
    /// The known answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: &'a Option<Expected>,
}

/// The schema of a line. A reader needs name and board alone.
#[cfg(feature = "schema")]
pub fn line_schema() -> schemars::Schema {
    let mut schema = crate::schema::written::<Fields>();
    schema.insert("required".into(), serde_json::json!(["name", "board"]));
    schema
}

impl Instance {
    fn fields(&self) -> Fields<'_> {
        let Instance { name, family, tier, board, seed, params, origin, features, expected } = self;
        let Grid { rows, cols } = board.grid();
        let (mines, seed, board) = (board.mines(), *seed, Rows(board));
        Fields { name, family, tier, rows, cols, mines, board, seed, params, origin, features, expected }
    }

    /// The instance as one JSON object, fields in the order of the format.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self.fields()).expect("strings, numbers and maps of them")
    }

    /// The instance as a line of an instance file, without its end.
    pub fn line(&self) -> String {
        json_line(&self.fields()).expect("strings, numbers and maps of them")
    }
}

/// Writes an instance file under a temporary name until [`InstanceWriter::finish`], so that an interrupted run leaves
/// no partial file.
pub struct InstanceWriter {
    output: Output,
}

impl InstanceWriter {
    /// Starts a file; its name decides the compression.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(InstanceWriter { output: Output::new(Compression::of(path), WholeFile::create(path)?)? })
    }

    /// Appends one instance.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn write(&mut self, instance: &Instance) -> io::Result<()> {
        writeln!(self.output.writer(), "{}", instance.line())
    }

    /// Closes the file and renames it to its final name.
    ///
    /// # Errors
    /// The last bytes cannot be written or the file not renamed.
    pub fn finish(self) -> io::Result<()> {
        self.output.end()?.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::instance::read_all;

    #[test]
    fn every_compression_round_trips() {
        let folder = tempfile::tempdir().unwrap();
        let board = Board::parse("2 2 1\n##\n1#\n", "t").unwrap();
        for name in ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"] {
            let path = folder.path().join(name);
            let mut writer = InstanceWriter::create(&path).unwrap();
            for i in 0..3 {
                writer.write(&Instance::bare(&format!("b{i}"), board.clone())).unwrap();
            }
            assert!(!path.exists(), "nothing stands under the final name before the end");
            writer.finish().unwrap();
            let back = read_all(path.to_str().unwrap()).unwrap();
            assert_eq!(back.len(), 3);
            assert_eq!(back[2].board, board);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
