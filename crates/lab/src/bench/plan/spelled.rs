//! The plan in the header of a record file, with all defaults spelled out; and back.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{BenchPlan, Only, PlanError, PlanGroup, WALL_FACTOR};
use crate::answer::Query;

#[derive(Serialize, Deserialize)]
struct Spelled {
    title: String,
    groups: Vec<SpelledGroup>,
}

#[derive(Serialize, Deserialize)]
struct SpelledGroup {
    instances: Vec<String>,
    engines: Vec<String>,
    queries: Vec<Query>,
    timeout_seconds: f64,
    wall_seconds: f64,
    memory_bytes: u64,
    runs: u32,
    only: Only,
}

impl BenchPlan {
    /// The plan with everything spelled out; equal plans give equal values.
    pub fn to_json(&self) -> Value {
        let group = |g: &PlanGroup| SpelledGroup {
            instances: g.instances.clone(),
            engines: g.engines.clone(),
            queries: g.queries.clone(),
            timeout_seconds: g.timeout.as_secs_f64(),
            wall_seconds: g.wall_limit().as_secs_f64(),
            memory_bytes: g.memory,
            runs: g.runs,
            only: g.only.clone(),
        };
        let spelled = Spelled { title: self.title.clone(), groups: self.groups.iter().map(group).collect() };
        serde_json::to_value(spelled).expect("strings and numbers")
    }

    /// The plan in a header.
    ///
    /// # Errors
    /// It is not a plan: the reason in one line.
    pub fn from_json(value: &Value) -> Result<BenchPlan, PlanError> {
        let spelled: Spelled = serde_json::from_value(value.clone())?;
        let group = |g: SpelledGroup| {
            let timeout = Duration::try_from_secs_f64(g.timeout_seconds)?;
            let wall = Duration::try_from_secs_f64(g.wall_seconds)?;
            let group = PlanGroup {
                instances: g.instances,
                engines: g.engines,
                queries: g.queries,
                timeout,
                wall: Some(wall).filter(|&wall| wall != timeout.saturating_mul(WALL_FACTOR)),
                memory: g.memory_bytes,
                runs: g.runs,
                only: g.only,
            };
            group.check().map(|()| group)
        };
        let groups = spelled.groups.into_iter().map(group).collect::<Result<_, PlanError>>()?;
        Ok(BenchPlan { title: spelled.title, question: None, results: None, groups })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_comes_back() {
        let mut plan = BenchPlan::new("t");
        plan.groups[0].instances = vec!["a.jsonl".into()];
        plan.groups[0].timeout = Duration::from_millis(1500);
        plan.groups[0].only.add("tier=easy").unwrap();
        let json = plan.to_json();
        assert_eq!(json["groups"][0]["timeout_seconds"], 1.5);
        assert_eq!(json["groups"][0]["queries"][0], "decide");
        let back = BenchPlan::from_json(&json).unwrap();
        assert_eq!((&back, back.to_json()), (&plan, json));
        assert!(BenchPlan::from_json(&Value::Null).is_err());
    }
}
