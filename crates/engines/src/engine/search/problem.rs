//! The problem of the search: equations with coefficients over blocks of interchangeable variables.

use rustc_hash::FxHashMap;

use crate::system::eliminate_defined::{self, Keep};
use crate::system::equivalences::{Collapsed, Equation as Signed, Meaning};
use crate::system::parities::ByParities;
use crate::system::{Contradiction, Sum, System};

/// Variables with the same coefficients in the same equations, and the same numbers of mines; its value is the number
/// of ones among them, and j ones among k variables stand for C(k, j) solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableBlock {
    /// Number of variables.
    pub size: u32,
    /// Equations that contain it, ascending, with its coefficient, which is not 0.
    pub terms: Vec<(u32, i64)>,
    /// Mines for a zero and for a one: cells of the complement and cells of the variable.
    pub mines: [u32; 2],
}

impl VariableBlock {
    /// Mines of a value.
    pub fn mines_at(&self, ones: u32) -> usize {
        ((self.size - ones) * self.mines[0] + ones * self.mines[1]) as usize
    }
}

/// `sum of coefficient * value of the block = right`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockEquation {
    pub terms: Vec<(u32, i64)>,
    pub right: i64,
}

/// A cell as a variable, or as its complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellLiteral {
    pub cell: u32,
    pub variable: u32,
    pub odd: bool,
}

/// The query, which decides which variables may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchQuery {
    /// The number of solutions, and one of them.
    Solutions,
    /// The same by mines.
    Mines,
    /// That, and how many have a mine at each cell.
    Cells,
}

/// Blocks and equations of one component, with their meaning for its cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchProblem {
    pub blocks: Vec<VariableBlock>,
    pub equations: Vec<BlockEquation>,
    /// Of every variable its block and its place there; None if others define it.
    pub variables: Vec<Option<(u32, u32)>>,
    /// All unknown cells, ascending.
    pub places: Vec<CellLiteral>,
    /// Cells found to have one value in all solutions.
    pub known: Vec<(u32, bool)>,
    /// Variables defined by others.
    pub defined: Vec<eliminate_defined::Definition>,
    /// Mines besides those of the blocks and the known ones, 0 if the query has no mines. Never negative: every block
    /// has a value without mines, and the variables defined by these values have their mines.
    pub mines: usize,
}

/// Every cell as a variable.
fn as_it_is(system: &System) -> Collapsed {
    let equation = |sum: &Sum| Signed { terms: sum.cells.iter().map(|&cell| (cell, 1)).collect(), right: sum.count };
    Collapsed {
        variables: system.cells,
        cells: (0..system.cells as u32).map(|cell| Meaning::Variable(cell, false)).collect(),
        equations: system.sums.iter().map(equation).collect(),
    }
}

/// Variables are interchangeable if their terms and their mines are equal.
type Alike<'a> = (&'a [(u32, i64)], [u32; 2]);

/// Mines of every variable for 0 and for 1.
fn mines_of(collapsed: &Collapsed) -> Vec<[i64; 2]> {
    let mut mines = vec![[0; 2]; collapsed.variables];
    for meaning in &collapsed.cells {
        if let Meaning::Variable(variable, odd) = *meaning {
            mines[variable as usize][usize::from(!odd)] += 1;
        }
    }
    mines
}

/// Assigns the mines of a block's inner variables to the outer ones and to a constant; false if they are not a sum of
/// contributions of the outer ones.
fn hand_out(block: &eliminate_defined::Definition, mines: &mut [[i64; 2]], constant: &mut i64) -> bool {
    let inner = |row: usize| -> i64 {
        let of = |(i, &v): (usize, &u32)| mines[v as usize][usize::from(block.table[row] >> i & 1)];
        block.inner.iter().enumerate().map(of).sum()
    };
    let rows: Vec<i64> = (0..block.table.len()).map(inner).collect();
    let brings = |i: usize| rows[1 << i] - rows[0];
    let is_sum = |(row, &mines): (usize, &i64)| {
        mines == rows[0] + (0..block.outer.len()).filter(|&i| row >> i & 1 == 1).map(brings).sum::<i64>()
    };
    let all = rows.iter().enumerate().all(is_sum);
    if all {
        *constant += rows[0];
        block.outer.iter().enumerate().for_each(|(i, &v)| mines[v as usize][1] += brings(i));
        block.inner.iter().for_each(|&v| mines[v as usize] = [0; 2]);
    }
    all
}

impl SearchProblem {
    /// The sums of a system over its cells, for a query. With `equal`, cells found to be equal or complementary are one
    /// variable, and variables defined by others are left out unless the query has cells; with `twins`, interchangeable
    /// variables are one block. Blocks are in the order of their first variable.
    ///
    /// # Errors
    /// [`Contradiction`] if the sums are found to have no solution.
    pub fn new(system: &System, asked: SearchQuery, equal: bool, twins: bool) -> Result<Self, Contradiction> {
        let mut left = if equal { ByParities::new(system)?.collapsed } else { as_it_is(system) };
        let mut problem = SearchProblem::default();
        let mut mines = if asked == SearchQuery::Solutions { vec![[0; 2]; left.variables] } else { mines_of(&left) };
        if equal && asked != SearchQuery::Cells {
            let mut constant = 0;
            let mut take = |block: &eliminate_defined::Definition| hand_out(block, &mut mines, &mut constant);
            problem.defined = eliminate_defined::take_blocks(&mut left, Keep::Count, &mut take);
            for own in &mut mines {
                // These mines are there with either value.
                let least = own[0].min(own[1]);
                *own = own.map(|mines| mines - least);
                constant += least;
            }
            problem.mines = constant.try_into().expect("the mines of some values and of what follows from them");
        }
        let Collapsed { variables, cells, equations } = left;
        let mut terms: Vec<Vec<(u32, i64)>> = vec![Vec::new(); variables];
        for (index, equation) in (0..).zip(&equations) {
            for &(variable, coefficient) in &equation.terms {
                terms[variable as usize].push((index, i64::from(coefficient)));
            }
        }
        let mut follows = vec![false; variables];
        problem.defined.iter().flat_map(|b| &b.inner).for_each(|&v| follows[v as usize] = true);
        let mut alike: FxHashMap<Alike, u32> = FxHashMap::default();
        for ((terms, mines), follows) in terms.iter().zip(mines).zip(follows) {
            if follows {
                problem.variables.push(None);
                continue;
            }
            let mines = mines.map(|mines| mines as u32);
            let next = problem.blocks.len() as u32;
            let block = if twins { *alike.entry((terms, mines)).or_insert(next) } else { next };
            if block == next {
                problem.blocks.push(VariableBlock { size: 0, terms: terms.clone(), mines });
            }
            let size = &mut problem.blocks[block as usize].size;
            problem.variables.push(Some((block, *size)));
            *size += 1;
        }
        let equation = |e: &Signed| BlockEquation { terms: Vec::new(), right: i64::from(e.right) };
        problem.equations = equations.iter().map(equation).collect();
        for (index, block) in (0..).zip(&problem.blocks) {
            for &(equation, coefficient) in &block.terms {
                problem.equations[equation as usize].terms.push((index, coefficient));
            }
        }
        for (cell, meaning) in (0..).zip(cells) {
            match meaning {
                Meaning::Known(value) => problem.known.push((cell, value)),
                Meaning::Variable(variable, odd) => problem.places.push(CellLiteral { cell, variable, odd }),
            }
        }
        Ok(problem)
    }

    /// The values of the cells that are not known, in the solution in which the blocks have these.
    pub fn model(&self, blocks: &[u32]) -> impl Iterator<Item = (u32, bool)> {
        let value = |&place: &Option<(u32, u32)>| place.is_some_and(|(block, at)| at < blocks[block as usize]);
        let mut values: Vec<bool> = self.variables.iter().map(value).collect();
        eliminate_defined::meet_blocks(&self.defined, &mut values);
        self.places.iter().map(move |place| (place.cell, values[place.variable as usize] ^ place.odd))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::system::eliminate_defined::generated::with_adders;

    #[test]
    fn twins_share_a_block() {
        let sums = vec![Sum::new(vec![0, 1, 2], 1), Sum::new(vec![1, 2, 3], 2)];
        let problem =
            SearchProblem::new(&System { cells: 4, sums, total: None }, SearchQuery::Cells, false, true).unwrap();
        assert_eq!(problem.blocks.iter().map(|b| b.size).collect::<Vec<_>>(), [1, 2, 1]);
        assert_eq!(problem.equations[1], BlockEquation { terms: vec![(1, 1), (2, 1)], right: 2 });
        assert_eq!(problem.variables, [(0, 0), (1, 0), (1, 1), (2, 0)].map(Some));
    }

    /// A wire of nine cells that ends in a sum.
    #[test]
    fn complements_are_one_variable() {
        let mut sums: Vec<Sum> = (0..8).map(|i| Sum::new(vec![i, i + 1], 1)).collect();
        sums.push(Sum::new(vec![1, 9, 10], 2));
        sums.push(Sum::new(vec![11], 1));
        let system = System { cells: 12, sums, total: None };
        let problem = SearchProblem::new(&system, SearchQuery::Cells, true, true).unwrap();
        // 1 - wire + a + b = 2; a and b are twins.
        let (wire, _) = problem.variables[problem.places[0].variable as usize].unwrap();
        let mut mines = problem.blocks[wire as usize].mines;
        mines.sort_unstable();
        assert_eq!((problem.blocks.len(), mines), (2, [4, 5]));
        assert_eq!(problem.equations.len(), 1);
        assert!(problem.places[0].odd == problem.places[2].odd && problem.places[0].odd != problem.places[1].odd);
        assert_eq!(problem.known, [(11, true)]);
        assert_eq!(SearchProblem::new(&system, SearchQuery::Cells, false, false).unwrap().blocks.len(), 12);
    }

    /// All solutions of a problem, as the values of its blocks and how many each stands for.
    fn solutions(problem: &SearchProblem) -> Vec<(Vec<u32>, usize)> {
        let all: u32 = problem.blocks.iter().map(|b| b.size + 1).product();
        let values = |mut code: u32| -> Vec<u32> {
            let digit = |block: &VariableBlock| (code % (block.size + 1), code /= block.size + 1).0;
            problem.blocks.iter().map(digit).collect()
        };
        let holds = |values: &[u32]| {
            let sum = |e: &BlockEquation| e.terms.iter().map(|&(b, c)| c * i64::from(values[b as usize])).sum::<i64>();
            problem.equations.iter().all(|e| sum(e) == e.right)
        };
        let ways = |values: &[u32]| {
            let one =
                |(block, &ones): (&VariableBlock, &u32)| crate::system::binomial(block.size as usize, ones as usize);
            let ways: num_bigint::BigUint = problem.blocks.iter().zip(values).map(one).product();
            usize::try_from(ways).unwrap()
        };
        (0..all).map(values).filter(|values| holds(values)).map(|values| (values.clone(), ways(&values))).collect()
    }

    /// For all variables left out and joined: the same number of solutions by mines, and models are models.
    #[test]
    fn solutions_are_those_of_the_sums() {
        let mut left_out = [0, 0];
        for index in 0..400 {
            let mut rng = Rng::stream(0x9b, index);
            let system = with_adders(&mut rng);
            let cells = system.cells;
            let mut right = vec![0; cells + 1];
            for bits in 0..1u32 << cells {
                let model: Vec<bool> = (0..cells).map(|c| bits >> c & 1 == 1).collect();
                right[bits.count_ones() as usize] += usize::from(system.is_model(&model));
            }
            for asked in [SearchQuery::Solutions, SearchQuery::Mines, SearchQuery::Cells] {
                for (equal, twins) in [(true, true), (true, false), (false, true), (false, false)] {
                    let problem = SearchProblem::new(&system, asked, equal, twins).unwrap();
                    left_out[usize::from(asked == SearchQuery::Mines)] += problem.defined.len();
                    let forced = problem.known.iter().filter(|k| k.1).count();
                    let mut by_mines = vec![0; cells + 1];
                    for (values, ways) in solutions(&problem) {
                        let mut model = vec![false; cells];
                        let known = problem.known.iter().copied();
                        problem.model(&values).chain(known).for_each(|(cell, mine)| model[cell as usize] = mine);
                        assert!(system.is_model(&model), "{system:?} {problem:?}");
                        let blocks = problem.blocks.iter().zip(&values);
                        let mines: usize = blocks.map(|(block, &ones)| block.mines_at(ones)).sum();
                        let mines = mines + problem.mines + forced;
                        if asked != SearchQuery::Solutions {
                            assert_eq!(mines, model.iter().filter(|&&m| m).count(), "{system:?} {problem:?}");
                        }
                        by_mines[mines] += ways;
                    }
                    match asked {
                        SearchQuery::Solutions => {
                            assert_eq!(by_mines.iter().sum::<usize>(), right.iter().sum::<usize>());
                        }
                        _ => assert_eq!(by_mines, right, "{system:?} {problem:?}"),
                    }
                }
            }
        }
        // Fewer of the second kind, as their mines have to add up.
        assert!(left_out[0] > left_out[1] && left_out[1] > 80, "{left_out:?}");
    }
}
