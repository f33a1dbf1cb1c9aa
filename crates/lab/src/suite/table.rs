//! The table of a suite: families by bands.

use std::collections::BTreeMap;

use super::band::BANDS;
use crate::instance::Instance;

/// Markdown: a row per family with its boards in every band, and how many of all its boards are for evaluation.
pub fn table<'a>(boards: impl IntoIterator<Item = &'a Instance>) -> String {
    let mut rows: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for instance in boards {
        let feature = |name: &str| &instance.features[name];
        let band = BANDS.iter().position(|&band| feature("band").as_u64() == Some(band.into()));
        let row = rows.entry(&instance.family).or_insert_with(|| vec![0; BANDS.len() + 2]);
        band.into_iter().for_each(|band| row[band] += 1);
        row[BANDS.len()] += 1;
        row[BANDS.len() + 1] += usize::from(feature("split") == super::EVALUATION);
    }
    let heads: Vec<String> = BANDS.iter().map(|band| format!("10^{band}")).collect();
    let mut text = format!("| family | {} | all | evaluation |\n", heads.join(" | "));
    text += &format!("|---|{}\n", "---:|".repeat(BANDS.len() + 2));
    let mut sums = vec![0; BANDS.len() + 2];
    for (family, row) in rows {
        sums.iter_mut().zip(&row).for_each(|(sum, number)| *sum += number);
        text += &line(family, &row);
    }
    text + &line("all", &sums)
}

fn line(head: &str, numbers: &[usize]) -> String {
    let cells: String = numbers.iter().map(|n| if *n == 0 { " |".into() } else { format!(" {n} |") }).collect();
    format!("| {head} |{cells}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn boards_are_counted_by_family_and_band() {
        let one = |family: &str, band: u32, split: &str| {
            let mut instance = Instance::bare("a", Board::parse("1 2 ?\n#1\n", "t").unwrap());
            instance.family = family.into();
            instance.features.insert("band".into(), band.into());
            instance.features.insert("split".into(), split.into());
            instance
        };
        let boards = [one("g", 2, "tuning"), one("f", 6, "evaluation"), one("g", 2, "evaluation")];
        let wanted = "| family | 10^2 | 10^3 | 10^4 | 10^5 | 10^6 | all | evaluation |\n|---|---:|---:|---:|---:|---:|---:|---:|\n\
                      | f | | | | | 1 | 1 | 1 |\n| g | 2 | | | | | 2 | 1 |\n| all | 2 | | | | 1 | 3 | 2 |\n";
        assert_eq!(table(&boards), wanted);
    }
}
