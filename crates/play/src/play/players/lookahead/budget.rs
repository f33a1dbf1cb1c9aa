//! The work of one move.

use super::params;

/// Kinds of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkUnit {
    /// A node of a game tree.
    Node,
    /// The number that a model shows at a cell.
    Shown,
    /// A step of an enumeration, or an arrangement weighed.
    Step,
    /// A step of a rollout.
    Rollout,
    /// The value nets at one number that a cell may show.
    Value,
    /// A model drawn for a sample.
    Model,
}

impl WorkUnit {
    /// Quarters of a step that it counts as.
    const fn weight(self) -> u64 {
        match self {
            WorkUnit::Node => params::WORK_NODE,
            WorkUnit::Shown => params::WORK_SHOWN,
            WorkUnit::Step => params::WORK_STEP,
            WorkUnit::Rollout => params::WORK_ROLLOUT,
            WorkUnit::Value => params::WORK_VALUE,
            WorkUnit::Model => params::WORK_MODEL,
        }
    }
}

/// Work allowed and work done. Work is checked against the rest beforehand; the last piece, such as one enumeration or
/// one rollout from each cell, may exceed it: by some hundred nodes on the usual boards, by 50,000 at most, if
/// a component is too large to enumerate.
#[derive(Clone, Debug)]
pub struct Budget {
    most: u64,
    spent: u64,
}

impl Budget {
    /// This many nodes.
    pub fn new(nodes: u64) -> Self {
        Budget { most: nodes.saturating_mul(WorkUnit::Node.weight()), spent: 0 }
    }

    /// Adds work done.
    pub fn spend(&mut self, count: u64, work: WorkUnit) {
        self.spent = self.spent.saturating_add(count.saturating_mul(work.weight()));
    }

    /// The rest in units of one kind of work.
    pub fn left(&self, work: WorkUnit) -> u64 {
        self.most.saturating_sub(self.spent) / work.weight()
    }

    /// All work done, in nodes, rounded up.
    pub fn nodes(&self) -> u64 {
        self.spent.div_ceil(WorkUnit::Node.weight())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_of_work_come_out_of_one_budget() {
        let mut budget = Budget::new(10);
        budget.spend(17, WorkUnit::Step);
        assert_eq!((budget.nodes(), budget.left(WorkUnit::Node), budget.left(WorkUnit::Step)), (2, 8, 143));
        budget.spend(1, WorkUnit::Value);
        assert_eq!((budget.nodes(), budget.left(WorkUnit::Value), budget.left(WorkUnit::Model)), (9, 0, 31));
        budget.spend(u64::MAX, WorkUnit::Node);
        assert_eq!(budget.left(WorkUnit::Step), 0);
    }
}
