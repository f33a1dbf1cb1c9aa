//! Compressed files: the name decides when writing, the first bytes when reading.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use flate2::GzBuilder;
use flate2::bufread::MultiGzDecoder;

use crate::atomic_file::write_whole;
use crate::file_name;
use crate::input_error::{InputError, reason};
use crate::lines::{self, LineReader};
use crate::units::megabytes;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Plain bytes.
    None,
    /// `.gz`, at its best level.
    Gzip,
    /// `.zst`, at level 19; large files that are packed as a whole at level 15.
    Zstd,
}

/// Bytes of a text from which zstd packs it at level 15: twenty times as fast as level 19 on ten megabytes of games, to a tenth
/// more bytes.
const LARGE: usize = 2 << 20;

impl Compression {
    /// By the file's ending: `.gz`, `.zst`, else none.
    pub fn of(path: &Path) -> Self {
        let is = |ending: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending));
        match (is("gz"), is("zst")) {
            (true, _) => Compression::Gzip,
            (_, true) => Compression::Zstd,
            _ => Compression::None,
        }
    }

    /// The head of a gzip file: no time and no name, so that equal contents are equal bytes.
    pub fn gzip<W: Write>(file: W) -> flate2::write::GzEncoder<W> {
        GzBuilder::new().mtime(0).write(file, flate2::Compression::best())
    }

    /// A whole file.
    ///
    /// # Errors
    /// None for a vector; the type is that of writing.
    pub fn pack(self, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        match self {
            Compression::None => Ok(bytes),
            Compression::Gzip => {
                let mut packed = Self::gzip(Vec::new());
                packed.write_all(&bytes)?;
                packed.finish()
            }
            Compression::Zstd => zstd::encode_all(bytes.as_slice(), if bytes.len() < LARGE { 19 } else { 15 }),
        }
    }
}

/// The name of a file without the ending of its compression.
pub fn plain(name: &str) -> &str {
    match (Compression::of(Path::new(name)), name.rsplit_once('.')) {
        (Compression::Gzip | Compression::Zstd, Some((plain, _))) => plain,
        _ => name,
    }
}

/// Writes a whole file, compressed if its name says so.
///
/// # Errors
/// It cannot be written.
pub fn write_packed(path: &Path, bytes: Vec<u8>) -> io::Result<()> {
    write_whole(path, &Compression::of(path).pack(bytes)?)
}

const BUFFER: usize = 1 << 16;

/// Most bytes of a file that is read as a whole, and of a line of a file that is read line by line, decompressed.
pub const MOST_BYTES: usize = 200_000_000;

/// Largest window of a compressed file, as a power of 2: all levels of zstd but the last one (`--ultra -22`) and
/// `--long` stay within it.
const WINDOW_LOG: u32 = 26;

/// A zstd decoder with a message of its own for a window that is too large.
struct Windowed<R>(R);

impl<R: Read> Read for Windowed<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes).map_err(|e| match e.to_string().contains("too much memory for decoding") {
            true => io::Error::other(format!(
                "it is packed with a window of more than 2^{WINDOW_LOG} bytes: pack it without --ultra and --long"
            )),
            false => e,
        })
    }
}

/// The content of a source that may be compressed.
///
/// # Errors
/// The source cannot be read.
pub fn unpacked<'a>(source: impl Read + Send + 'a) -> io::Result<Box<dyn BufRead + Send + 'a>> {
    let mut raw = BufReader::with_capacity(BUFFER, source);
    Ok(match raw.fill_buf()? {
        [0x1f, 0x8b, ..] => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(raw))),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(raw)?;
            decoder.window_log_max(WINDOW_LOG)?;
            Box::new(BufReader::with_capacity(BUFFER, Windowed(decoder)))
        }
        _ => Box::new(raw),
    })
}

/// The error for a source that cannot be read.
pub fn unreadable(name: &str, error: &io::Error) -> InputError {
    InputError::whole(name, format!("cannot be read: {}", reason(error)))
}

/// Appends the rest of a source to `bytes`, up to [`MOST_BYTES`] bytes in all.
///
/// # Errors
/// The source cannot be read, or has more.
pub fn rest(name: &str, source: &mut dyn Read, bytes: &mut Vec<u8>) -> Result<(), InputError> {
    let most = (MOST_BYTES + 1).saturating_sub(bytes.len()) as u64;
    source.take(most).read_to_end(bytes).map_err(|e| unreadable(name, &e))?;
    match bytes.len() > MOST_BYTES {
        true => {
            Err(InputError::whole(name, format!("holds more than {}, the most that is read", megabytes(MOST_BYTES))))
        }
        false => Ok(()),
    }
}

/// The content of a source that may be compressed, as a whole; `name` is its name in messages.
///
/// # Errors
/// The source cannot be read, or has more than [`MOST_BYTES`] bytes.
pub fn bytes(name: &str, source: io::Result<impl Read + Send>) -> Result<Vec<u8>, InputError> {
    let mut content = source.and_then(unpacked).map_err(|e| unreadable(name, &e))?;
    let mut bytes = Vec::new();
    rest(name, &mut content, &mut bytes)?;
    Ok(bytes)
}

/// The lines of a source that may be compressed, each of at most [`MOST_BYTES`] bytes.
///
/// # Errors
/// The source cannot be read.
pub fn line_reader<'a>(
    name: &str,
    source: io::Result<impl Read + Send + 'a>,
) -> Result<LineReader<Box<dyn BufRead + Send + 'a>>, InputError> {
    let content = source.and_then(|source| unpacked(source)).map_err(|e| unreadable(name, &e))?;
    Ok(LineReader::new(name, content, MOST_BYTES))
}

/// The text of a source that may be compressed, by the rule of [`lines`] and with LF at the end of every line; `name`
/// is its name in messages.
///
/// # Errors
/// The source cannot be read, has more than [`MOST_BYTES`] bytes, or is not text, with the place.
pub fn text(name: &str, source: io::Result<impl Read + Send>) -> Result<String, InputError> {
    lines::unified(name, bytes(name, source)?)
}

/// As [`text`], of a file.
///
/// # Errors
/// As [`text`].
pub fn text_of(path: &Path) -> Result<String, InputError> {
    text(&file_name::text(path), File::open(file_name::real(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let text = b"some\ntext\n".repeat(9);
        for (name, first) in [("a", b's'), ("a.gz", 0x1f), ("a.GZ", 0x1f), ("b.x.zst", 0x28)] {
            let packed = Compression::of(Path::new(name)).pack(text.clone()).unwrap();
            assert_eq!(packed[0], first);
            let mut again = Vec::new();
            unpacked(packed.as_slice()).unwrap().read_to_end(&mut again).unwrap();
            assert_eq!(again, text, "{name}");
        }
        assert_eq!(["a.cnf.GZ", "a.zst", "a.cnf"].map(plain), ["a.cnf", "a", "a.cnf"]);
        assert!(unpacked(&b""[..]).unwrap().fill_buf().unwrap().is_empty());
        assert_eq!(super::text("t", Ok("\u{feff}a\rb\r\n".as_bytes())).unwrap(), "a\nb\n");
        let error = super::text("t", Ok(&b"a\nb\xff"[..])).unwrap_err();
        assert_eq!((error.file.as_str(), error.line, error.column), ("t", 2, 2));
    }
}
