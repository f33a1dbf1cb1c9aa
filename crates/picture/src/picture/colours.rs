//! Colours.

/// The usual colours of the clues 0 to 8.
pub const CLUES: [&str; 9] =
    ["#666666", "#0000ff", "#007a00", "#d40000", "#000080", "#800000", "#00706f", "#000000", "#5c5c5c"];
pub const OPEN: &str = "#f4f4f4";
pub const COVERED: &str = "#b4bac4";
/// Blue and red, which readers who see no difference between red and green tell apart.
pub const SAFE: &str = "#9ccbf0";
pub const MINE: &str = "#dd5f52";
/// A covered cell whose verdict is certain, beside coloured signals.
pub const CERTAIN: &str = "#dcdcdc";
pub const UNKNOWN: &str = "#d7c9ec";
/// Words on any of these colours.
pub const INK: &str = "#000000";
pub const FLAG: &str = "#8a0000";
/// Between cells.
pub const LINE: &str = "#d0d4da";

/// Undecided cells: from cream over yellow to orange, darker with the chance of a mine. Neither end looks certain.
const RISK: [[u8; 3]; 3] = [[0xff, 0xf6, 0xd8], [0xfb, 0xc7, 0x65], [0xf0, 0x8c, 0x3c]];

/// The colour of a chance of a mine; those of certain cells are the colours of the verdicts.
pub fn heat(p: f64) -> String {
    if p <= 0.0 {
        return SAFE.into();
    }
    if p >= 1.0 {
        return MINE.into();
    }
    let (from, to, share) = if p < 0.5 { (RISK[0], RISK[1], 2.0 * p) } else { (RISK[1], RISK[2], 2.0 * p - 1.0) };
    let mix = |i: usize| (f64::from(from[i]) + (f64::from(to[i]) - f64::from(from[i])) * share).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// The colour of signal number `index`: well separated hues, by the golden angle.
pub fn signal(index: usize, inverted: bool) -> String {
    let hue = (index as f64 * 137.508) % 360.0;
    let (saturation, light) = if inverted { (0.7, 0.86) } else { (0.65, 0.62) };
    // Colorimetry of HSL as in CSS Color Module Level 3, written as RGB, which every viewer reads.
    let reach = saturation * f64::min(light, 1.0 - light);
    let [r, g, b] = [0.0, 8.0, 4.0].map(|n| {
        let k = (n + hue / 30.0) % 12.0;
        (255.0 * (light - reach * f64::max(-1.0, f64::min(k - 3.0, f64::min(9.0 - k, 1.0))))).round() as u8
    });
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The colour of a frontier's width: from pale to dark blue at the widest.
pub fn width(width: usize, widest: usize) -> String {
    let share = width as f64 / widest.max(1) as f64;
    let mix = |from: f64, to: f64| (from + (to - from) * share).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(235.0, 70.0), mix(243.0, 130.0), mix(255.0, 220.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_their_ends() {
        assert_eq!([heat(0.0), heat(0.5), heat(1.0)], [SAFE, "#fbc765", MINE]);
        assert_eq!([heat(1e-9), heat(1.0 - 1e-9)], ["#fff6d8", "#f08c3c"]);
        assert_eq!([width(0, 4), width(4, 4), width(0, 0)], ["#ebf3ff", "#4682dc", "#ebf3ff"]);
        assert_ne!(signal(0, false), signal(0, true));
        // hsl(0, 65%, 62%)
        assert_eq!(signal(0, false), "#dd5f5f");
    }

    /// Red, green and blue from 0 to 1 in light, not in the numbers of a file.
    fn linear(colour: &str) -> [f64; 3] {
        let channel = |i: usize| f64::from(u8::from_str_radix(&colour[i..i + 2], 16).unwrap()) / 255.0;
        [1, 3, 5].map(channel).map(|c| if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) })
    }

    /// Relative luminance, as in WCAG 2.
    fn light(colour: &str) -> f64 {
        let [r, g, b] = linear(colour);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (high, low) = (light(a).max(light(b)), light(a).min(light(b)));
        (high + 0.05) / (low + 0.05)
    }

    #[test]
    fn words_are_read_on_every_colour() {
        for clue in &CLUES[1..] {
            assert!(contrast(clue, OPEN) >= 4.5, "{clue}: {}", contrast(clue, OPEN));
        }
        assert!(contrast(FLAG, COVERED) >= 4.5);
        let chances = (1..100).map(|percent| heat(f64::from(percent) / 100.0));
        for fill in chances.chain([SAFE, MINE, UNKNOWN, COVERED].map(String::from)) {
            assert!(contrast(INK, &fill) >= 4.5, "{fill}");
        }
    }

    /// As seen without the cones for green (Viénot, Brettel and Mollon 1999).
    fn without_green([r, g, b]: [f64; 3]) -> [f64; 3] {
        [0.29275 * r + 0.70725 * g, 0.29275 * r + 0.70725 * g, -0.02234 * r + 0.02234 * g + b]
    }

    /// No chance looks like a verdict, also to eyes that see no green: 23 % is not safe.
    #[test]
    fn undecided_cells_look_like_neither_verdict() {
        let far = |a: &str, b: &str, seen: fn([f64; 3]) -> [f64; 3]| {
            let (a, b) = (seen(linear(a)), seen(linear(b)));
            a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt()
        };
        for percent in 1..100 {
            let fill = heat(f64::from(percent) / 100.0);
            for verdict in [SAFE, MINE] {
                assert!(far(&fill, verdict, |c| c) > 0.15, "{percent} % {fill}");
                assert!(far(&fill, verdict, without_green) > 0.08, "{percent} % {fill}");
            }
        }
        assert!(far(SAFE, MINE, without_green) > 0.3);
        let lights: Vec<f64> = (1..100).map(|percent| light(&heat(f64::from(percent) / 100.0))).collect();
        assert!(lights.windows(2).all(|pair| pair[1] < pair[0]), "a higher chance is darker");
    }
}
