//! Clausal certificates: for each forced cell a small window of sums that forces it, given the cells proved before.
//!
//! A window holds the sums within some steps of a cell (a step leads to a sum with a common cell that is not known
//! yet). All pending claims of a window are proved at once if it forces them; a solver finds which it does. Where windows
//! leave much open, one is the whole component. Cells that no window forces follow from the total, or not at all.

use std::collections::BTreeSet;

use super::backend::Backend;
use super::proof_translation::Translation;
use super::wire_lemmas::WireLemmas;
use super::{batsat, varisat_proof};
use crate::certify::{Certificate, ClauseSet, Justification, LratStep, Refutation, trim};
use crate::encode::Lit;
use crate::engine::{Classes, Control, Stop, Verdict, lp};
use crate::system::equivalences::{Meaning, collapse, leaves_few};
use crate::system::{System, Window, WindowFinder, split};

/// Radius of the windows tried for a cell, one after the other, in steps.
fn radius(level: u32) -> usize {
    if level == 0 { 0 } else { 1 << (level - 1) }
}

/// Sums of all windows to come, in multiples of those of the board, up to which windows are looked at one by one.
const WORTH_WINDOWS: usize = 16;

/// Sums from which equal cells are looked for before a proof.
const WORTH_LEMMAS: usize = 500;

/// Certificates for the claims of `classes`, as many as can be found, in an order in which each may use those before.
///
/// # Errors
/// A limit ran out or a solver failed.
pub fn certify(system: &System, classes: &Classes, control: &mut Control) -> Result<Vec<Certificate>, Stop> {
    let mut prover = Prover::new(system);
    match classes {
        Classes::Inconsistent => prover.inconsistent(control)?,
        Classes::Cells(verdicts) => prover.cells(verdicts, control)?,
    }
    Ok(prover.found)
}

struct Prover<'a> {
    system: &'a System,
    near: WindowFinder<'a>,
    /// Of large systems, which cells are known to be equal.
    meanings: Option<Vec<Meaning>>,
    known: Vec<Option<bool>>,
    found: Vec<Certificate>,
}

impl<'a> Prover<'a> {
    fn new(system: &'a System) -> Self {
        let collapsed = leaves_few(0, system.cells).then(|| collapse(system).ok()).flatten();
        Prover {
            system,
            near: WindowFinder::new(system),
            meanings: collapsed.map(|collapsed| collapsed.cells),
            known: vec![None; system.cells],
            found: Vec::new(),
        }
    }

    /// Proves that there is no model: within a component, or with the total.
    fn inconsistent(&mut self, control: &mut Control) -> Result<(), Stop> {
        // An unsatisfiable sum that is empty is in no component.
        if let Some(wrong) = (0..self.system.sums.len()).find(|&i| !self.system.sums[i].is_possible()) {
            return self.prove(&[wrong as u32], false, &[], None, control).map(drop);
        }
        // What single sums show makes the rest smaller.
        let of_meaning = |meaning: &Meaning| match *meaning {
            Meaning::Known(value) => Verdict::of(!value, value),
            Meaning::Variable(..) => Verdict::Unknown,
        };
        if let Some(verdicts) = self.meanings.as_ref().map(|m| m.iter().map(of_meaning).collect::<Vec<Verdict>>()) {
            self.by_windows(&verdicts, 0, control)?;
        }
        let parts = split(self.system);
        for component in &parts.components {
            let mut sums: Vec<u32> = component.cells.iter().flat_map(|&c| self.near.sums_of(c)).copied().collect();
            sums.sort_unstable();
            sums.dedup();
            let lemmas = self.lemmas(&sums, control)?;
            if self.prove(&sums, false, &[], lemmas.as_ref(), control)? {
                return Ok(());
            }
        }
        if self.system.total.is_some() {
            let mut linear = lp::certify_claims(self.system, &Classes::Inconsistent, control)?;
            if linear.is_empty() {
                let all: Vec<u32> = (0..self.system.sums.len() as u32).collect();
                self.prove(&all, true, &[], None, control)?;
            }
            self.found.append(&mut linear);
        }
        Ok(())
    }

    /// Proves the safe cells and the mines.
    fn cells(&mut self, verdicts: &[Verdict], control: &mut Control) -> Result<(), Stop> {
        self.by_windows(verdicts, u32::MAX, control)?;
        if self.system.total.is_some() {
            self.with_total(verdicts, control)?;
        }
        Ok(())
    }

    /// Proves what windows up to a level force.
    fn by_windows(&mut self, verdicts: &[Verdict], most: u32, control: &mut Control) -> Result<(), Stop> {
        let claim = |cell: u32| of_verdict(verdicts[cell as usize]);
        let mut level = vec![0u32; self.system.cells];
        let mut pending: BTreeSet<(u32, u32)> =
            (0..self.system.cells as u32).filter(|&c| claim(c).is_some()).map(|c| (0, c)).collect();
        while let Some((at, cell)) = pending.pop_first() {
            control.check()?;
            let mut window = self.window(cell, radius(at));
            let mut lemmas = None;
            // Where much is left, as on boards compiled from formulas, one proof of the whole component is less work.
            if at > 0 && pending.len() * window.sums.len() > WORTH_WINDOWS * self.system.sums.len() {
                window = self.window(cell, usize::MAX);
                lemmas = self.lemmas(&window.sums, control)?;
            }
            let claims: Vec<(u32, bool)> = window.cells.iter().filter_map(|&c| Some((c, claim(c)?))).collect();
            let forced = self.forced(&window.sums, claims, lemmas.as_ref(), control)?;
            if !forced.is_empty() && self.prove(&window.sums, false, &forced, lemmas.as_ref(), control)? {
                for (proved, _) in &forced {
                    pending.remove(&(level[*proved as usize], *proved));
                    // Their neighbourhood has become smaller since they were last examined.
                    let sums = self.near.sums_of(*proved).iter();
                    for &near in sums.flat_map(|&s| &self.system.sums[s as usize].cells) {
                        if pending.remove(&(level[near as usize], near)) {
                            level[near as usize] = 0;
                            pending.insert((0, near));
                        }
                    }
                }
            }
            if window.is_closed {
                // What a whole component does not force, no larger window does.
                for &cell in &window.cells {
                    pending.remove(&(level[cell as usize], cell));
                }
            } else if self.known[cell as usize].is_none() && at < most {
                level[cell as usize] = at + 1;
                pending.insert((at + 1, cell));
            }
        }
        Ok(())
    }

    /// Clauses that make proofs from many sums shorter.
    fn lemmas(&mut self, sums: &[u32], control: &mut Control) -> Result<Option<WireLemmas>, Stop> {
        let Some(meanings) = self.meanings.as_ref().filter(|_| sums.len() >= WORTH_LEMMAS) else { return Ok(None) };
        let Ok(formula) = ClauseSet::new(self.system, &self.known, sums, false, &[]) else { return Ok(None) };
        WireLemmas::derive((self.system, &self.known), &mut self.near, (sums, &formula), meanings, control).map(Some)
    }

    /// Proves the rest with the help of the total: by adding up sums first, then by clauses.
    fn with_total(&mut self, verdicts: &[Verdict], control: &mut Control) -> Result<(), Stop> {
        let open = |cell: usize, known: &[Option<bool>]| verdicts[cell].is_certain() && known[cell].is_none();
        if (0..verdicts.len()).all(|c| !open(c, &self.known)) {
            return Ok(());
        }
        let linear = lp::certify_more(self.system, verdicts, &mut self.known, control)?;
        self.found.extend(linear);
        let rest = (0..verdicts.len()).filter(|&c| open(c, &self.known));
        let claims: Vec<(u32, bool)> = rest.map(|c| (c as u32, verdicts[c] == Verdict::Mine)).collect();
        if !claims.is_empty() {
            let sums: Vec<u32> = (0..self.system.sums.len() as u32).collect();
            self.prove(&sums, true, &claims, None, control)?;
        }
        Ok(())
    }

    /// The sums within `radius` steps of a cell.
    fn window(&mut self, cell: u32, radius: usize) -> Window {
        let mut window = self.near.window(cell, radius, |c| self.known[c as usize].is_some());
        window.sums.sort_unstable();
        window.cells.sort_unstable();
        window
    }

    /// Those of the claims that the sums force.
    fn forced(
        &self,
        sums: &[u32],
        mut claims: Vec<(u32, bool)>,
        lemmas: Option<&WireLemmas>,
        control: &mut Control,
    ) -> Result<Vec<(u32, bool)>, Stop> {
        let Ok(formula) = ClauseSet::new(self.system, &self.known, sums, false, &[]) else { return Ok(Vec::new()) };
        claims.retain(|(c, _)| formula.variable.contains_key(c));
        let mut backend = (batsat::SOLVER.start)("")?;
        load(backend.as_mut(), &formula, lemmas);
        let literal = |&(cell, mine): &(u32, bool)| Lit::positive(formula.variable[&cell] as usize).given(mine);
        let mut model = vec![false; formula.variables as usize];
        let mut question = formula.variables as usize;
        while !claims.is_empty() {
            // Is one of them wrong in some model? Drop those that are.
            question += 1;
            let asked = Lit::positive(question);
            let clause: Vec<Lit> = claims.iter().map(|c| !literal(c)).chain([!asked]).collect();
            backend.clause(&clause);
            if !backend.solve(&[asked], control)? {
                break;
            }
            backend.model(&mut model);
            claims.retain(|c| model[literal(c).variable() - 1] == literal(c).is_positive());
        }
        Ok(claims)
    }

    /// Proves claims (none: that there is no model) from sums; false if they do not follow or the formula is too large.
    fn prove(
        &mut self,
        sums: &[u32],
        total: bool,
        claims: &[(u32, bool)],
        lemmas: Option<&WireLemmas>,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let Some((formula, proof)) = self.refute(sums, total, claims, lemmas, control)? else { return Ok(false) };
        let (mut proof, used) = trim(formula.clauses.len(), &proof);
        let places: BTreeSet<u32> = (0..used.len()).filter(|&c| used[c]).filter_map(|c| formula.origin[c]).collect();
        let needed: Vec<u32> = places.iter().filter_map(|&p| sums.get(p as usize)).copied().collect();
        let total = total && places.contains(&(sums.len() as u32));
        if total {
            // The counter of the total depends on the sums, so fewer of them need another proof.
            let Some((formula, again)) = self.refute(&needed, total, claims, None, control)? else {
                return Err(Stop::Failed("the sums that a proof used do not suffice".into()));
            };
            proof = trim(formula.clauses.len(), &again).0;
        } else {
            let fewer = ClauseSet::new(self.system, &self.known, &needed, false, claims);
            let fewer = fewer.map_err(|rejected| Stop::Failed(rejected.to_string()))?;
            Translation::new(&formula, &fewer, &places).apply(&mut proof);
        }
        claims.iter().for_each(|&(c, mine)| self.known[c as usize] = Some(mine));
        let reason = Justification::Clauses(Refutation { sums: needed, total, proof });
        self.found.push(Certificate { claims: claims.to_vec(), reason });
        Ok(true)
    }

    #[allow(clippy::type_complexity)]
    fn refute(
        &self,
        sums: &[u32],
        total: bool,
        claims: &[(u32, bool)],
        lemmas: Option<&WireLemmas>,
        control: &mut Control,
    ) -> Result<Option<(ClauseSet, Vec<LratStep>)>, Stop> {
        let Ok(formula) = ClauseSet::new(self.system, &self.known, sums, total, claims) else { return Ok(None) };
        let clauses: u64 = formula.clauses.iter().map(|c| 24 + 4 * c.len() as u64).sum();
        control.memory(clauses + lemmas.map_or(0, WireLemmas::bytes))?;
        // varisat cannot be interrupted, so a solver that can be goes first.
        let mut backend = (batsat::SOLVER.start)("")?;
        load(backend.as_mut(), &formula, lemmas);
        if backend.solve(&[], control)? {
            return Ok(None);
        }
        let Some(lemmas) = lemmas else {
            return Ok(varisat_proof::refute(&formula.clauses)?.map(|proof| (formula, proof)));
        };
        let mut clauses = formula.clauses.clone();
        clauses.extend(lemmas.clauses().map(<[i32]>::to_vec));
        let proof = varisat_proof::refute(&clauses)?;
        Ok(proof.map(|proof| lemmas.in_front_of(formula.clauses.len(), proof)).map(|proof| (formula, proof)))
    }
}

/// What a verdict claims.
fn of_verdict(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Safe => Some(false),
        Verdict::Mine => Some(true),
        Verdict::Open | Verdict::Unknown => None,
    }
}

fn load(backend: &mut dyn Backend, formula: &ClauseSet, lemmas: Option<&WireLemmas>) {
    let lemmas = lemmas.into_iter().flat_map(WireLemmas::clauses);
    for clause in formula.clauses.iter().map(Vec::as_slice).chain(lemmas) {
        let literals: Vec<Lit> =
            clause.iter().map(|&l| Lit::positive(l.unsigned_abs() as usize).given(l > 0)).collect();
        backend.clause(&literals);
    }
}
