//! Parities on a random regular graph, an expander with high probability: a variable per edge, and per vertex the parity of
//! its edges (Tseitin 1968). If the parities of all vertices add up to an odd number there is no model, and every
//! resolution refutation is exponential in the number of vertices (Urquhart 1987).

use num_bigint::BigUint;
use num_traits::Zero;

use super::{FamilyError, FamilyMember, FamilySettings, FormulaFamily, KnownAnswer};
use crate::compile::circuit::{Circuit, Edge};
use crate::compile::problem::Problem;
use crate::rng::Rng;

/// Row in the table of families.
pub const FAMILY: FormulaFamily = FormulaFamily {
    name: "tseitin",
    summary: "parities of the edges at every vertex of a random regular graph",
    params: &[
        ("vertices", 6, 2, 10_000, "vertices"),
        ("degree", 3, 1, 16, "edges at every vertex"),
        ("odd", 1, 0, 1, "1: the parities add up to an odd number, so there is no model; 0: to an even one"),
    ],
    random: true,
    build,
};

/// Pairings tried before a graph without loops and double edges is given up.
const MOST_PAIRINGS: usize = 10_000;

/// A random regular graph: ends of edges paired at random, again from the start at a loop or double edge, so that all such
/// graphs are equally likely. None if there is none, or none was found.
fn regular_graph(vertices: usize, degree: usize, rng: &mut Rng) -> Option<Vec<(usize, usize)>> {
    let mut ends: Vec<usize> = (0..vertices * degree).map(|end| end / degree).collect();
    if degree >= vertices || ends.len() % 2 == 1 {
        return None;
    }
    for _ in 0..MOST_PAIRINGS {
        rng.shuffle(&mut ends);
        let mut edges: Vec<(usize, usize)> = ends.chunks(2).map(|e| (e[0].min(e[1]), e[0].max(e[1]))).collect();
        edges.sort_unstable();
        if edges.iter().all(|(a, b)| a != b) && edges.windows(2).all(|two| two[0] != two[1]) {
            return Some(edges);
        }
    }
    None
}

/// The first vertex of the part of every vertex.
fn parts(vertices: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut part: Vec<usize> = (0..vertices).collect();
    // Edges ascend, so two passes are not always enough: until nothing changes.
    loop {
        let before = part.clone();
        for &(a, b) in edges {
            let first = part[a].min(part[b]);
            (part[a], part[b]) = (first, first);
        }
        if part == before {
            return part;
        }
    }
}

fn build(settings: &FamilySettings, rng: &mut Rng) -> Result<FamilyMember, FamilyError> {
    let (vertices, degree) = (settings.number("vertices"), settings.number("degree"));
    let edges = regular_graph(vertices, degree, rng).ok_or(FamilyError::NoGraph { vertices, degree })?;
    let mut odd: Vec<bool> = (0..vertices).map(|_| rng.chance(0.5)).collect();
    let sum = |odd: &[bool]| odd.iter().filter(|&&odd| odd).count() % 2;
    odd[0] ^= sum(&odd) != settings.number("odd");

    let mut circuit = Circuit::default();
    let inputs: Vec<Edge> = (0..edges.len()).map(|i| circuit.input(&format!("x{}", i + 1))).collect();
    for (vertex, &odd) in odd.iter().enumerate() {
        let at = edges.iter().zip(&inputs).filter(|((a, b), _)| *a == vertex || *b == vertex);
        let parity = circuit.parity(at.map(|(_, &input)| input).collect());
        circuit.demands.push(parity.complemented(!odd));
    }
    // Of every connected part all but one equation are independent, if its parities add up to an even number.
    let part = parts(vertices, &edges);
    let roots: Vec<usize> = (0..vertices).filter(|&v| part[v] == v).collect();
    let in_part = |root: usize| (0..vertices).filter(|&v| part[v] == root && odd[v]).count();
    let models = match roots.iter().all(|&root| in_part(root) % 2 == 0) {
        true => BigUint::from(1u32) << (edges.len() + roots.len() - vertices),
        false => BigUint::zero(),
    };
    Ok(FamilyMember { problem: Problem::Circuit(circuit), known: KnownAnswer::models(models) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_regular_and_simple() {
        for (vertices, degree) in [(4, 3), (10, 3), (9, 4), (2, 1)] {
            let edges = regular_graph(vertices, degree, &mut Rng::new(3)).unwrap();
            assert_eq!(edges.len(), vertices * degree / 2);
            let at = |v: usize| edges.iter().filter(|&&(a, b)| a == v || b == v).count();
            assert!((0..vertices).all(|v| at(v) == degree));
        }
        assert_eq!(regular_graph(3, 3, &mut Rng::new(1)), None);
        assert_eq!(regular_graph(5, 3, &mut Rng::new(1)), None);
        assert_eq!(parts(5, &[(0, 4), (1, 2), (3, 4)]), [0, 1, 1, 0, 0]);
    }
}
