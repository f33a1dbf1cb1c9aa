//! Two engines against each other, instance by instance.

use crate::report::data::{Fate, different_families};
use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::sections::growth::file_name;
use crate::report::sections::overview::engine_par2;
use crate::report::{Data, PageBlock, Plot, ReportOptions, Section};

/// Fewest common instances worth a plot.
const FEWEST: usize = 3;

/// The section.
pub fn section(data: &Data, options: &ReportOptions) -> Option<Section> {
    let mut blocks = Vec::new();
    for query in 0..data.queries.len() {
        let mut pairs: Vec<(usize, usize)> = best_pair(data, query).into_iter().collect();
        for (a, b) in &options.scatter {
            let place = |name: &str| data.engines.iter().position(|e| e == name);
            pairs.extend(place(a).zip(place(b)).filter(|pair| !pairs.contains(pair)));
        }
        blocks.extend(pairs.into_iter().filter_map(|pair| plot(data, query, pair)).map(PageBlock::Plot));
    }
    let text =
        "One dot per instance, coloured by its family; above the diagonal the engine of the horizontal axis was \
                faster. The thin lines are the time limits: dots on them were not solved."
            .to_string();
    (!blocks.is_empty()).then_some(Section { id: "scatter", title: "Two engines", text, blocks })
}

/// The engine with the best score, and the best one of another family, among those that solved anything.
fn best_pair(data: &Data, query: usize) -> Option<(usize, usize)> {
    let solved = |e: &usize| data.of(query, *e).any(|(_, o)| o.fate == Fate::Solved);
    let mut ranked: Vec<(f64, usize)> = (data.engines_for(query).into_iter().filter(solved))
        .filter_map(|e| Some((engine_par2(data, query, e)?, e)))
        .collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let (_, first) = *ranked.first()?;
    let other = |e: &&(f64, usize)| different_families(&data.engines[first], &data.engines[e.1]);
    ranked.iter().find(other).map(|&(_, second)| (first, second))
}

fn plot(data: &Data, query: usize, (a, b): (usize, usize)) -> Option<Plot> {
    let (name_a, name_b) = (&data.engines[a], &data.engines[b]);
    let mut families: Vec<&str> = data.instances.iter().map(|i| i.family.as_str()).collect();
    families.dedup();
    let mut limits = (0.0f64, 0.0f64);
    let mut dots: Vec<Vec<((f64, f64), String)>> = vec![Vec::new(); families.len()];
    for (index, instance) in data.instances.iter().enumerate() {
        let (Some(x), Some(y)) = (data.get(query, index, a), data.get(query, index, b)) else { continue };
        limits = (limits.0.max(x.limit), limits.1.max(y.limit));
        let family = families.iter().position(|f| *f == instance.family).unwrap_or(0);
        let place = (x.seconds.unwrap_or(x.limit), y.seconds.unwrap_or(y.limit));
        dots[family].push((place, instance.name.clone()));
    }
    let all: Vec<f64> = dots.iter().flatten().flat_map(|&((x, y), _)| [x, y]).collect();
    if all.len() < 2 * FEWEST {
        return None;
    }
    let least = all.iter().copied().fold(f64::INFINITY, f64::min).max(1e-9);
    let most = limits.0.max(limits.1);
    let title = format!("{}: {name_a} against {name_b}", data.queries[query]);
    let mut chart = Chart::new(&title, Axis::log_time(name_a), Axis::log_time(name_b));
    chart.guide(vec![(least, least), (most, most)]);
    chart.guide(vec![(limits.0, least), (limits.0, limits.1)]);
    chart.guide(vec![(least, limits.1), (limits.0, limits.1)]);
    for (index, (family, dots)) in families.iter().zip(dots).enumerate().filter(|(_, (_, dots))| !dots.is_empty()) {
        chart.add_named(if family.is_empty() { "boards" } else { family }, index, PointMark::Dots, dots);
    }
    Some(Plot {
        name: file_name(&format!("scatter-{}-{name_a}-{name_b}", data.queries[query])),
        caption: format!("{title}: time on each instance, both axes logarithmic"),
        svg: chart.svg(),
        title,
    })
}
