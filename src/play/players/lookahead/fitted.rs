//! What a click is worth beyond its score: a sum of small regression trees, fitted to games played on from the clicks
//! (`scripts/fit-clicks.sh`). Boosting: J. H. Friedman, Greedy function approximation: a gradient boosting machine,
//! Annals of Statistics 29 (2001), algorithm 1, on differences between the clicks of one position.

use std::sync::OnceLock;

use serde::Deserialize;

use super::figures::{Figures, NAMES};

/// The file of the fit.
#[derive(Deserialize)]
struct File {
    /// Names of the figures, in the order of the splits.
    figures: Vec<String>,
    /// Share of games won that a score larger by 1 stands for.
    score: f64,
    /// Nodes of each tree, the root first.
    trees: Vec<Vec<Node>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Node {
    /// Figure, threshold, node where the figure is not larger, node where it is.
    Split(usize, f64, usize, usize),
    Leaf([f64; 1]),
}

fn fit() -> &'static File {
    static FIT: OnceLock<File> = OnceLock::new();
    FIT.get_or_init(|| {
        let file: File = serde_json::from_str(include_str!("fitted.json")).expect("the file of the fit is JSON");
        assert_eq!(file.figures, NAMES, "the fit is of other figures");
        file
    })
}

/// Value of a click as a share of the games won, up to a constant of the position.
pub fn value(score: f64, figures: &Figures) -> f64 {
    let fit = fit();
    let leaf = |tree: &Vec<Node>| {
        let mut at = 0;
        loop {
            match tree[at] {
                Node::Leaf([value]) => return value,
                Node::Split(figure, threshold, low, high) => at = if figures[figure] <= threshold { low } else { high },
            }
        }
    };
    fit.score * score + fit.trees.iter().map(leaf).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From every root each node is met once, and no leaf outweighs the whole of a score.
    #[test]
    fn the_fit_is_trees() {
        for tree in &fit().trees {
            let (mut seen, mut stack) = (0, vec![0]);
            while let Some(at) = stack.pop() {
                seen += 1;
                match tree[at] {
                    Node::Split(figure, threshold, low, high) => {
                        assert!(figure < NAMES.len() && threshold.is_finite() && low > at && high > at);
                        stack.extend([low, high]);
                    }
                    Node::Leaf([value]) => assert!(value.abs() < 0.1),
                }
            }
            assert_eq!(seen, tree.len());
        }
        let [low, high] = [0.5, 0.6].map(|score| value(score, &[0.5; NAMES.len()]));
        assert!((high - low - 0.1 * fit().score).abs() < 1e-12);
    }
}
