//! Numbers for people.

/// A time with three significant digits and a fitting unit.
pub fn seconds(s: f64) -> String {
    let (value, unit) = match s {
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    format!("{} {unit}", digits(value))
}

/// Three significant digits, without an exponent.
pub fn digits(value: f64) -> String {
    match value.abs() {
        v if v >= 99.95 || v == 0.0 => format!("{value:.0}"),
        v if v >= 9.995 => format!("{value:.1}"),
        v if v >= 0.01 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// A whole number, digits in groups of three.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A whole number in at most about four letters, for axes.
pub fn short_count(value: f64) -> String {
    match value {
        v if v < 1e3 => digits_plain(v),
        v if v < 1e6 => digits_plain(v / 1e3) + "k",
        v if v < 1e9 => digits_plain(v / 1e6) + "M",
        v => format!("1e{}", v.log10().round()),
    }
}

fn digits_plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// `1 board`, `2 boards`.
pub fn many(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_fit() {
        assert_eq!(seconds(0.000_012_34), "12.3 µs");
        assert_eq!(seconds(0.5), "500 ms");
        assert_eq!(seconds(1.234), "1.23 s");
        assert_eq!(seconds(99.97), "100 s");
        assert_eq!(count(1_234_567).replace('\u{202f}', " "), "1 234 567");
        assert_eq!(short_count(2e4), "20k");
        assert_eq!(short_count(1e10), "1e10");
    }
}
