//! Cactus plots: how many instances an engine solves within a time.

use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::{Data, PageBlock, Plot, ReportOptions, Section};

/// Most instances whose times are drawn as dots.
const MOST_DOTS: usize = 60;

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let blocks: Vec<PageBlock> = (0..data.queries.len()).filter_map(|q| plot(data, q)).map(PageBlock::Plot).collect();
    let text =
        "Every engine's times from the shortest to the longest: the further right a line ends, the more instances are \
                solved, the lower it runs the faster. Engines may have been given different boards: see the tables."
            .to_string();
    (!blocks.is_empty()).then_some(Section { id: "cactus", title: "Solved within a time", text, blocks })
}

fn plot(data: &Data, query: usize) -> Option<Plot> {
    let title = format!("{}: instances solved within a time", data.queries[query]);
    let mut chart = Chart::new(&title, Axis::linear_count("instances solved"), Axis::log_time("time each"));
    for engine in data.engines_for(query) {
        let solved = data.of(query, engine).filter_map(|(instance, o)| Some((o.seconds?, instance)));
        let mut times: Vec<(f64, usize)> = solved.collect();
        times.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let name = |instance: usize| data.instances[instance].name.clone();
        let dots = times.len() <= MOST_DOTS;
        let points = times.iter().enumerate().map(|(i, &(t, instance))| (((i + 1) as f64, t), name(instance)));
        match (dots, times.is_empty()) {
            (_, true) => {}
            (true, _) => chart.add_named(&data.engines[engine], engine, PointMark::Line { dots }, points.collect()),
            (false, _) => {
                let points = points.map(|(place, _)| place).collect();
                chart.add(&data.engines[engine], engine, PointMark::Line { dots }, points);
            }
        }
    }
    (!chart.is_empty()).then(|| Plot {
        name: format!("cactus-{}", data.queries[query]),
        caption: format!("{title}, time on a logarithmic axis"),
        svg: chart.svg(),
        title,
    })
}
