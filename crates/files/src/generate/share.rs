//! Shares such as a mine density, kept as exact millionths, so that no rounding decides a board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A number from 0 to 1 in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millionths(u32);

/// A text that is not a share.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a share: a number from 0 to 1 with at most 6 decimals, such as 0.2")]
pub struct ShareError {
    /// As written.
    pub text: String,
}

const ONE: u32 = 1_000_000;

impl Millionths {
    /// Nothing.
    pub const ZERO: Millionths = Millionths(0);

    /// This share of `n`, rounded to the nearest whole number, halves up.
    pub fn of(self, n: usize) -> usize {
        let exact = n as u128 * u128::from(self.0);
        ((exact + u128::from(ONE / 2)) / u128::from(ONE)) as usize
    }

    /// The nearest double, for the record of parameters: a correctly rounded division, so that it
    /// prints as the decimal it came from.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / f64::from(ONE)
    }

    /// In percent: `20`, `12.5`.
    pub fn percent(self) -> String {
        decimal(self.0, ONE / 100)
    }
}

/// `n / unit` as a decimal without trailing zeros; `unit` is a power of ten.
fn decimal(n: u32, unit: u32) -> String {
    let width = unit.ilog10() as usize;
    let text = format!("{}.{:0width$}", n / unit, n % unit);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

impl fmt::Display for Millionths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decimal(self.0, ONE))
    }
}

impl FromStr for Millionths {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        let wrong = || ShareError { text: text.into() };
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.len() + part.len() == 0 || whole.len() > 3 || part.len() > 6 || !digits(whole) || !digits(part) {
            return Err(wrong());
        }
        let number = format!("{whole}{part:0<6}").parse().map_err(|_| wrong())?;
        if number > ONE { Err(wrong()) } else { Ok(Millionths(number)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_round_trip_and_divide_exactly() {
        for (text, shown, percent) in
            [("0.2", "0.2", "20"), (".125", "0.125", "12.5"), ("1", "1", "100"), ("0", "0", "0")]
        {
            let share: Millionths = text.parse().unwrap();
            assert_eq!((share.to_string().as_str(), share.percent().as_str()), (shown, percent));
            assert_eq!(share.to_f64().to_string(), shown);
        }
        let of = |text: &str, n| text.parse::<Millionths>().unwrap().of(n);
        assert_eq!([of("0.25", 10), of("0.2", 64), of("0.15", 10), of("0.000001", 1_000_000)], [3, 13, 2, 1]);
    }

    #[test]
    fn what_is_no_share_is_refused() {
        for bad in ["", ".", "1.1", "-0.1", "+0.1", "0.1234567", "1e-3", "20%", "nan", "0,2", "4294967297"] {
            assert!(bad.parse::<Millionths>().is_err(), "{bad}");
        }
    }
}
