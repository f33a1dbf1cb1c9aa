//! Colours.

/// The usual colours of the clues 0 to 8.
pub const CLUES: [&str; 9] =
    ["#bbb", "#0000ff", "#008000", "#e00000", "#000080", "#800000", "#008080", "#000000", "#666666"];
pub const OPEN: &str = "#f4f4f4";
pub const COVERED: &str = "#b4bac4";
pub const SAFE: &str = "#8fd694";
pub const MINE: &str = "#f08a80";
/// A covered cell whose verdict is certain, beside coloured signals.
pub const CERTAIN: &str = "#dcdcdc";
pub const UNKNOWN: &str = "#e8d9a0";

/// The colour of a probability: green for 0, white for one half, red for 1.
pub fn heat(p: f64) -> String {
    let p = p.clamp(0.0, 1.0);
    let ends = if p < 0.5 { [0x5f, 0xc2, 0x6a] } else { [0xe8, 0x55, 0x48] };
    let strength = (2.0 * p - 1.0).abs();
    let [r, g, b] = ends.map(|end| (255.0 + (f64::from(end) - 255.0) * strength).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
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
    fn heat_runs_from_green_over_white_to_red() {
        assert_eq!([heat(0.0), heat(0.5), heat(1.0)], ["#5fc26a", "#ffffff", "#e85548"]);
        assert_eq!([width(0, 4), width(4, 4), width(0, 0)], ["#ebf3ff", "#4682dc", "#ebf3ff"]);
        assert_ne!(signal(0, false), signal(0, true));
        // hsl(0, 65%, 62%)
        assert_eq!(signal(0, false), "#dd5f5f");
    }
}
