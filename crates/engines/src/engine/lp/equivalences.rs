//! Programs over what equal and complementary cells leave: one variable for each set of them, and no equations that
//! restrict nothing ([`take_blocks`]).
//!
//! What is left is written as sums again ([`SignedSums`]), so the engines solve it as they solve any board. A variable that
//! was left out is asked about with the equations of its block added.
//!
//! The sums left have no total. On boards compiled from formulas all solutions have the same number of mines; models with
//! another number than the total show that it matters, and the whole board is solved in their place.

use super::prove::certify_claims;
use super::signed_sums::SignedSums;
use crate::certify::Certificate;
use crate::engine::{Classes, Control, Counter, Decision, Stop, Verdict};
use crate::spec::{Chosen, OptionRow, OptionValues};
use crate::system::eliminate_defined::{Definition, Keep, meet_blocks};
use crate::system::equivalences::{Collapsed, Equation, Meaning, leaves_few};
use crate::system::parities::ByParities;
use crate::system::{Contradiction, ReduceOptions, Reduction, Sum, System, reduce};

/// The option that both engines have.
pub(super) const COLLAPSE: OptionRow = OptionRow {
    name: "collapse",
    values: OptionValues::Words(&["auto", "on", "off"]),
    default: "auto",
    help: "one variable for cells that the sums make equal or complementary, without sums that restrict nothing; auto: \
           where few variables are left, as on boards compiled from formulas",
};

/// Where equivalences are used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Collapse {
    Auto,
    On,
    Off,
}

impl Collapse {
    pub fn of(chosen: &Chosen) -> Collapse {
        match chosen.word("collapse") {
            "on" => Collapse::On,
            "off" => Collapse::Off,
            _ => Collapse::Auto,
        }
    }
}

/// An engine without this module.
pub(super) trait Direct {
    /// A model of a system, or a proof that there is none.
    fn decide_directly(&self, system: &System, control: &mut Control) -> Result<Decision, Stop>;

    /// The same by less effort, for many queries: unknown more often.
    fn probe(&self, system: &System, control: &mut Control) -> Result<Decision, Stop>;

    /// Verdicts; `witness` gets models that between them show every cell that is `open` with both values.
    fn classify_directly(
        &self,
        system: &System,
        witness: &mut dyn FnMut(&[bool]),
        control: &mut Control,
    ) -> Result<Classes, Stop>;
}

/// The engine's decision: of what equivalences leave where that is used and the total does not matter, else of the board.
///
/// # Errors
/// A limit ran out.
pub(super) fn decide(
    engine: &dyn Direct,
    system: &System,
    choice: Collapse,
    control: &mut Control,
) -> Result<Decision, Stop> {
    let Ok(core) = Core::of(system, choice) else { return Ok(Decision::Inconsistent) };
    match core.map_or(Ok(None), |core| core.decide(engine, control))? {
        Some(decision) => Ok(decision),
        None => engine.decide_directly(system, control),
    }
}

/// The engine's verdicts, in the same way.
///
/// # Errors
/// A limit ran out.
pub(super) fn classify(
    engine: &dyn Direct,
    system: &System,
    choice: Collapse,
    control: &mut Control,
) -> Result<Classes, Stop> {
    let Ok(core) = Core::of(system, choice) else { return Ok(Classes::Inconsistent) };
    match core.map_or(Ok(None), |core| core.classify(engine, control))? {
        Some(classes) => Ok(classes),
        None => engine.classify_directly(system, &mut |_| (), control),
    }
}

/// Certificates from multipliers of sums; None where equivalences are used and clausal proofs can be had. There the sums of
/// the whole board are too many for trees of them.
///
/// # Errors
/// A limit ran out.
pub(super) fn certify(
    system: &System,
    choice: Collapse,
    classes: &Classes,
    control: &mut Control,
) -> Result<Option<Vec<Certificate>>, Stop> {
    match Core::of(system, choice) {
        Err(_) | Ok(Some(_)) if cfg!(feature = "sat") => Ok(None),
        _ => certify_claims(system, classes, control).map(Some),
    }
}

/// What is left of a system.
struct Core<'a> {
    whole: &'a System,
    reduction: Reduction,
    cells: Vec<Meaning>,
    variables: usize,
    /// The equations before blocks were left out, and which are left.
    equations: Vec<Equation>,
    left: Vec<Equation>,
    blocks: Vec<Definition>,
    sums: SignedSums,
}

impl<'a> Core<'a> {
    /// None where the engine is to solve the board itself.
    ///
    /// # Errors
    /// [`Contradiction`] if the sums are found to have no solution.
    fn of(system: &'a System, choice: Collapse) -> Result<Option<Core<'a>>, Contradiction> {
        // Small boards are not worth the attempt.
        if choice == Collapse::Off || choice == Collapse::Auto && !leaves_few(0, system.cells) {
            return Ok(None);
        }
        let reduction = reduce(system, ReduceOptions::default())?;
        if reduction.system.total.is_some() && reduction.system.floating() > 0 {
            return Ok(None);
        }
        let reduced = ByParities::new(&reduction.system)?;
        let equations = reduced.collapsed.equations.clone();
        let (Collapsed { variables, cells, equations: left }, blocks) = reduced.without_blocks(Keep::Count);
        let sums = SignedSums::new(left.iter());
        let is_used = choice == Collapse::On || leaves_few(sums.cells.len(), reduction.system.cells);
        Ok(is_used.then_some(Core { whole: system, reduction, cells, variables, equations, left, blocks, sums }))
    }

    /// A decision; None where the total matters.
    ///
    /// # Errors
    /// A limit ran out.
    fn decide(&self, engine: &dyn Direct, control: &mut Control) -> Result<Option<Decision>, Stop> {
        let decision = engine.decide_directly(&self.sums.system, control)?;
        self.note_sizes(control);
        Ok(match decision {
            Decision::Model(model) => {
                let values = self.values(|v| self.sums.cells.get(&v).is_some_and(|&cell| model[cell as usize]));
                Some(self.model(&values)).filter(|model| self.whole.is_model(model)).map(Decision::Model)
            }
            other => Some(other),
        })
    }

    /// Verdicts; None where the total matters.
    ///
    /// # Errors
    /// A limit ran out.
    fn classify(&self, engine: &dyn Direct, control: &mut Control) -> Result<Option<Classes>, Stop> {
        let mut seen = Seen { core: self, values: vec![[false; 2]; self.variables], any: false, meets_total: true };
        let sums = &self.sums;
        let mut witness = |model: &[bool]| seen.note(&|v| sums.cells.get(&v).is_some_and(|&cell| model[cell as usize]));
        let Classes::Cells(found) = engine.classify_directly(&sums.system, &mut witness, control)? else {
            self.note_sizes(control);
            return Ok(Some(Classes::Inconsistent));
        };
        let mut verdicts = vec![Verdict::Unknown; self.variables];
        sums.cells.iter().for_each(|(&variable, &cell)| verdicts[variable as usize] = found[cell as usize]);
        let mut follows = vec![u32::MAX; self.variables];
        for (index, block) in (0..).zip(&self.blocks) {
            block.inner.iter().for_each(|&v| follows[v as usize] = index);
        }
        // In no sum that is left, nor defined: free.
        let is_free = |v: u32| follows[v as usize] == u32::MAX && !sums.cells.contains_key(&v);
        let free: Vec<u32> = (0..self.variables as u32).filter(|&v| is_free(v)).collect();
        if !free.is_empty() || !seen.any {
            match engine.decide_directly(&sums.system, control)? {
                Decision::Model(model) => {
                    let value = |v: u32| sums.cells.get(&v).is_some_and(|&cell| model[cell as usize]);
                    seen.note(&value);
                    free.iter().for_each(|&free| seen.note(&|v| v == free || value(v)));
                }
                Decision::Inconsistent => return Ok(Some(Classes::Inconsistent)),
                Decision::Unknown => {}
            }
        }
        // Cells that all sums treat alike, and the total perhaps not, are open by symmetry: their models are still to see.
        let mut left: Vec<u32> = sums.cells.keys().copied().collect();
        left.sort_unstable();
        for v in left {
            if seen.meets_total && verdicts[v as usize] == Verdict::Open && seen.values[v as usize] != [true; 2] {
                verdicts[v as usize] = self.ask(v, (&follows, &verdicts), &mut seen, engine, control)?;
            }
        }
        // Later blocks first: they define outer variables of earlier ones.
        for block in self.blocks.iter().rev() {
            for (i, &variable) in block.inner.iter().enumerate() {
                if !seen.meets_total {
                    return Ok(None);
                }
                verdicts[variable as usize] = match constant(block, i, &verdicts) {
                    Some(value) => Verdict::of(!value, value),
                    None => self.ask(variable, (&follows, &verdicts), &mut seen, engine, control)?,
                };
            }
        }
        for v in free.into_iter().map(|v| v as usize) {
            verdicts[v] = if seen.values[v] == [true; 2] { Verdict::Open } else { Verdict::Unknown };
        }
        self.note_sizes(control);
        if !seen.meets_total {
            return Ok(None);
        }
        let of_cell = |meaning: &Meaning| match *meaning {
            Meaning::Known(value) => Verdict::of(!value, value),
            Meaning::Variable(v, odd) => match verdicts[v as usize] {
                Verdict::Safe if odd => Verdict::Mine,
                Verdict::Mine if odd => Verdict::Safe,
                verdict => verdict,
            },
        };
        let cells: Vec<Verdict> = self.cells.iter().map(of_cell).collect();
        Ok(Some(Classes::Cells(self.reduction.lift(&cells, |mine| Verdict::of(!mine, mine)))))
    }

    /// The verdict of a variable that was left out, by queries with the equations that define it. What is certain so far is
    /// given, which leaves little to solve.
    fn ask(
        &self,
        variable: u32,
        (follows, verdicts): (&[u32], &[Verdict]),
        seen: &mut Seen,
        engine: &dyn Direct,
        control: &mut Control,
    ) -> Result<Verdict, Stop> {
        let mut with: Option<SignedSums> = None;
        for value in [false, true] {
            if seen.values[variable as usize][usize::from(value)] {
                continue;
            }
            let sums = with.get_or_insert_with(|| self.with_blocks(variable, follows, verdicts));
            let cell = sums.cells[&variable];
            sums.system.sums.push(Sum::new(vec![cell], i32::from(value)));
            let decision = engine.probe(&sums.system, control)?;
            sums.system.sums.pop();
            match decision {
                Decision::Inconsistent => return Ok(Verdict::of(value, !value)),
                Decision::Model(model) => {
                    seen.note(&|v| sums.cells.get(&v).is_some_and(|&cell| model[cell as usize]));
                }
                Decision::Unknown => return Ok(Verdict::Unknown),
            }
        }
        let both = seen.values[variable as usize] == [true; 2];
        Ok(if both { Verdict::Open } else { Verdict::Unknown })
    }

    /// The sums left and those of the blocks that define a variable.
    fn with_blocks(&self, variable: u32, follows: &[u32], verdicts: &[Verdict]) -> SignedSums {
        let mut defined = vec![false; self.blocks.len()];
        let mut inner = Vec::new();
        let mut open = vec![variable];
        while let Some(v) = open.pop() {
            let Some(block) = self.blocks.get(follows[v as usize] as usize) else { continue };
            if !std::mem::replace(&mut defined[follows[v as usize] as usize], true) {
                inner.extend_from_slice(&block.inner);
                open.extend_from_slice(&block.outer);
            }
        }
        inner.sort_unstable();
        let defines = |e: &&Equation| e.terms.iter().any(|t| inner.binary_search(&t.0).is_ok());
        let mut sums = SignedSums::new(self.left.iter().chain(self.equations.iter().filter(defines)));
        let mut known: Vec<(u32, i32)> = (sums.cells.iter())
            .filter(|(v, _)| verdicts[**v as usize].is_certain())
            .map(|(&v, &cell)| (cell, i32::from(verdicts[v as usize] == Verdict::Mine)))
            .collect();
        known.sort_unstable();
        sums.system.sums.extend(known.into_iter().map(|(cell, mine)| Sum::new(vec![cell], mine)));
        sums
    }

    /// Values of all variables: of those left, and by them of the others.
    fn values(&self, value: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut values: Vec<bool> = (0..self.variables as u32).map(value).collect();
        meet_blocks(&self.blocks, &mut values);
        values
    }

    fn model(&self, values: &[bool]) -> Vec<bool> {
        let value = |meaning: &Meaning| match *meaning {
            Meaning::Known(value) => value,
            Meaning::Variable(v, odd) => values[v as usize] ^ odd,
        };
        self.reduction.lift_model(&self.cells.iter().map(value).collect::<Vec<bool>>())
    }

    /// The sizes of the board in place of those of the sums left.
    fn note_sizes(&self, control: &mut Control) {
        control.stats.set(Counter::Forced, self.reduction.forced.len() as u64);
        control.stats.set(Counter::Variables, self.sums.cells.len() as u64);
    }
}

/// The value of an inner variable, if it is the same for all values that the outer ones can take by their verdicts.
fn constant(block: &Definition, inner: usize, verdicts: &[Verdict]) -> Option<bool> {
    let is_possible = |bits: &usize| {
        block.outer.iter().enumerate().all(|(i, &v)| match verdicts[v as usize] {
            Verdict::Safe => bits >> i & 1 == 0,
            Verdict::Mine => bits >> i & 1 == 1,
            Verdict::Open | Verdict::Unknown => true,
        })
    };
    let mut values = (0..block.table.len()).filter(is_possible).map(|bits| block.table[bits] >> inner & 1 == 1);
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// The values of variables in models of the whole board.
struct Seen<'a> {
    core: &'a Core<'a>,
    values: Vec<[bool; 2]>,
    /// True once there was a model.
    any: bool,
    /// False once a model of the sums missed the total.
    meets_total: bool,
}

impl Seen<'_> {
    /// A model of the sums left, by the values of their variables.
    fn note(&mut self, value: &dyn Fn(u32) -> bool) {
        let values = self.core.values(value);
        self.any = true;
        if self.core.whole.is_model(&self.core.model(&values)) {
            self.values.iter_mut().zip(values).for_each(|(seen, value)| seen[usize::from(value)] = true);
        } else {
            self.meets_total = false;
        }
    }
}
