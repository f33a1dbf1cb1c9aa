//! Times and sizes as people write them.

use std::time::{Duration, TryFromFloatSecsError};

use thiserror::Error;

/// Why a text is not a time or a size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnitError {
    /// Not a number.
    #[error("{text:?} is not a number of seconds")]
    Seconds {
        /// As written.
        text: String,
    },
    /// A number of seconds below 0, or above what a [`Duration`] holds.
    #[error(transparent)]
    Duration(#[from] TryFromFloatSecsError),
    /// Not a number of bytes, or one above 2^64.
    #[error("{text:?} is not a size such as 512M or 4G")]
    Bytes {
        /// As written.
        text: String,
    },
}

/// A number of seconds, fractions allowed.
///
/// # Errors
/// Not a number, or below 0.
pub fn seconds(text: &str) -> Result<Duration, UnitError> {
    let number: f64 = text.parse().map_err(|_| UnitError::Seconds { text: text.into() })?;
    Ok(Duration::try_from_secs_f64(number)?)
}

/// A number of bytes with an optional K, M, G or T (powers of 1024); with one of these fractions are allowed.
///
/// # Errors
/// Not such a number.
pub fn bytes(text: &str) -> Result<u64, UnitError> {
    let wrong = || UnitError::Bytes { text: text.into() };
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err(wrong()),
    };
    if let Ok(number) = digits.parse::<u64>() {
        return number.checked_mul(1 << shift).ok_or_else(wrong);
    }
    let plain = shift > 0 && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = digits.parse().ok().filter(|_| plain).ok_or_else(wrong)?;
    let whole = number * (1u64 << shift) as f64;
    if whole < u64::MAX as f64 { Ok(whole as u64) } else { Err(wrong()) }
}

/// A bound in bytes for messages: in megabytes (10^6 bytes) if it is a whole number of them.
pub fn megabytes(bytes: usize) -> String {
    match bytes % 1_000_000 {
        0 if bytes > 0 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{bytes} bytes"),
    }
}

/// A chance in percent, with this many decimals.
pub fn percent(chance: f64, decimals: usize) -> String {
    // The sum of no chances is -0.
    format!("{:.decimals$} %", 100.0 * chance + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_seconds() {
        assert_eq!(bytes("512M"), Ok(512 << 20));
        assert_eq!((bytes("7"), bytes("1.5G"), bytes(".5k")), (Ok(7), Ok(3 << 29), Ok(512)));
        assert!(bytes("1.5").is_err() && bytes("-1.5G").is_err() && bytes("1e3M").is_err() && bytes(".M").is_err());
        assert!(bytes("2X").is_err() && bytes("").is_err() && bytes("99999999999T").is_err());
        assert_eq!((percent(0.166, 1), percent(-0.0, 2)), ("16.6 %".into(), "0.00 %".into()));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err() && seconds("x").is_err() && seconds("inf").is_err());
    }
}
