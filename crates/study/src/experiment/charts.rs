//! The charts of a plan.

use toml::Spanned;

use super::plan::{ChartPlan, ExperimentPlan, PointGroup, PublishedFigures};
use super::row::{Interval, MEASURES};
use super::run::PlayedPoint;
use super::store::ExperimentStore;
use crate::report::plots::{Axis, Chart, PointMark};

/// The layers of a chart of moves from the axis up: measure, name.
const LAYERS: [(&str, &str); 4] =
    [("guesses", "guesses"), ("single_point", "single point"), ("pair", "pairs"), ("other", "other certain")];

/// A chart with its file name.
pub struct NamedChart {
    /// File name without ending: place in the plan, from 1, and measure.
    pub name: String,
    /// Heading, also its text where it cannot be shown.
    pub title: String,
    /// A whole SVG document.
    pub svg: String,
}

/// All charts, in the order of the plan.
pub fn draw(plan: &ExperimentPlan, store: &ExperimentStore) -> Vec<NamedChart> {
    let draw = |(index, chart): (usize, &ChartPlan)| {
        let drawn = match chart.measure.get_ref().as_str() {
            "cumulative" => cumulative(plan, store, chart),
            "turns" => turns(plan, store, chart),
            "moves" => moves(plan, store, chart),
            _ => measured(plan, store, chart),
        };
        let name = format!("{}-{}", index + 1, chart.measure.get_ref());
        NamedChart { name, title: chart.title.clone(), svg: drawn.svg() }
    };
    plan.charts.iter().enumerate().map(draw).collect()
}

/// One line of a chart: a player in a group.
struct Line<'a> {
    name: String,
    group: &'a PointGroup,
    player: &'a str,
}

fn is_in(name: &str, names: &[Spanned<String>]) -> bool {
    names.is_empty() || names.iter().any(|n| n.get_ref() == name)
}

fn lines<'a>(plan: &'a ExperimentPlan, chart: &ChartPlan) -> Vec<Line<'a>> {
    let groups: Vec<&PointGroup> = plan.groups.iter().filter(|g| is_in(g.name(), &chart.groups)).collect();
    let players = |group: &'a PointGroup| {
        group.players.iter().map(|p| p.get_ref().name()).filter(|name| is_in(name, &chart.players))
    };
    let one_player = chart.players.len() == 1;
    let mut lines = Vec::new();
    for &group in &groups {
        for player in players(group) {
            let name = match (groups.len(), one_player) {
                (1, _) => player.to_string(),
                (_, true) => group.name().to_string(),
                _ => format!("{player}, {}", group.name()),
            };
            lines.push(Line { name, group, player });
        }
    }
    lines
}

/// The rows of a line, in the order of the points.
fn played<'a>(store: &'a ExperimentStore, line: &Line) -> Vec<(f64, &'a PlayedPoint)> {
    let of_line = |p: &&PlayedPoint| p.row.group == line.group.name() && p.row.player == line.player;
    let mut found: Vec<(f64, &PlayedPoint)> =
        store.played.iter().filter(of_line).map(|p| (p.row.settings.x.unwrap_or_default(), p)).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
}

/// The x axis of the groups of a chart: their numbers, or words where the points have some.
fn x_axis(plan: &ExperimentPlan, chart: &ChartPlan) -> (Axis, bool) {
    let groups = || plan.groups.iter().filter(|g| is_in(g.name(), &chart.groups));
    let title = groups().map(|g| g.x.as_str()).find(|x| !x.is_empty()).unwrap_or("");
    let points = || groups().flat_map(|g| &g.points).map(toml::Spanned::get_ref);
    let (low, high) =
        points().filter_map(|p| p.x).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
    if points().any(|p| p.label.is_some()) {
        let mut axis = Axis::words();
        for point in points() {
            if let (Some(x), Some(label)) = (point.x, &point.label) {
                axis.tick(x, label);
            }
        }
        axis.range = Some((low - 0.5, high + 0.5));
        return (axis, true);
    }
    let mut axis = match (chart.log_x, high <= 1.0) {
        (true, _) => Axis::log_count(title),
        (false, true) => Axis::linear_share(title),
        (false, false) => Axis::linear_count(title),
    };
    if high > low && !chart.log_x {
        let air = 0.04 * (high - low);
        axis.range = Some((low - air, high + air));
    }
    (axis, false)
}

fn measured(plan: &ExperimentPlan, store: &ExperimentStore, chart: &ChartPlan) -> Chart {
    let words = MEASURES.iter().find(|m| m.0 == chart.measure.get_ref()).map_or("", |m| m.1);
    let y = match (chart.log, chart.measure.get_ref().as_str()) {
        (true, "seconds") => Axis::log_time(words),
        (true, _) => Axis::log_count(words),
        (false, _) => Axis::linear_count(words),
    };
    let (x, is_words) = x_axis(plan, chart);
    let mut drawn = Chart::new(&chart.title, x, y);
    let lines = lines(plan, chart);
    // Side by side on an axis of words, so that error bars stay apart.
    let shift = |style: usize| {
        if is_words { 0.06 * (style as f64 - 0.5 * (lines.len() as f64 - 1.0)).clamp(-7.0, 7.0) } else { 0.0 }
    };
    let mut ends: Vec<f64> = Vec::new();
    for (style, line) in lines.iter().enumerate() {
        let values: Vec<_> = played(store, line)
            .into_iter()
            .filter_map(|(x, p)| Some((x + shift(style), p.row.estimate(chart.measure.get_ref())?)))
            .collect();
        let mark = if is_words { PointMark::Dots } else { PointMark::Line { dots: true } };
        drawn.add(&line.name, style, mark, values.iter().map(|(x, e)| (*x, e.value)).collect());
        // A logarithmic axis cannot show values below 0.
        let low = |e: &Interval| if chart.log { e.low.max(e.value / 10.0) } else { e.low };
        drawn.intervals(values.iter().map(|(x, e)| (*x, low(e), e.high)).collect());
        ends.extend(values.iter().flat_map(|v| [v.1.low, v.1.high]));
    }
    let is_here = |r: &&PublishedFigures| {
        r.measure.get_ref() == chart.measure.get_ref()
            && is_in(r.player.get_ref(), &chart.players)
            && (r.groups.is_empty()
                || chart.groups.is_empty()
                || r.groups.iter().any(|g| is_in(g.get_ref(), &chart.groups)))
    };
    for reported in plan.reported.iter().filter(is_here) {
        // Crosses in the colour of the player beside which the figure stands.
        let style = lines.iter().position(|l| l.player == reported.player.get_ref()).unwrap_or_default();
        let points: Vec<(f64, f64)> = reported.points.iter().map(|p| *p.get_ref()).collect();
        drawn.add(&reported.name, 24 + style % 12, PointMark::Dots, points.clone());
        ends.extend(points.iter().map(|p| p.1));
    }
    // Close shares are shown enlarged.
    let (low, high) = ends.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), e| (l.min(*e), h.max(*e)));
    if !chart.log && low > 0.6 * high && low < high {
        drawn.y.range = Some((low - 0.1 * (high - low), high + 0.1 * (high - low)));
    }
    drawn
}

/// Share of the games that ended within a time.
fn cumulative(plan: &ExperimentPlan, store: &ExperimentStore, chart: &ChartPlan) -> Chart {
    let mut x = Axis::log_time("processor time per game");
    x.range = None;
    let mut drawn = Chart::new(&chart.title, x, Axis::linear_count("games played to the end, %"));
    drawn.y.range = Some((0.0, 103.0));
    let mut style = 0;
    for line in lines(plan, chart) {
        for (x, played) in played(store, &line) {
            if !chart.at.is_empty() && !chart.at.iter().any(|at| *at.get_ref() == x) {
                continue;
            }
            let finished = played.games.iter().filter(|g| ["won", "lost"].contains(&g.game.result.as_str()));
            let mut times: Vec<f64> = finished.map(|g| g.game.seconds).collect();
            times.sort_by(f64::total_cmp);
            let share = |i: usize| 100.0 * (i + 1) as f64 / played.games.len() as f64;
            let steps = times.iter().enumerate().map(|(i, t)| (*t, share(i))).collect();
            let name = if chart.at.len() == 1 { line.name.clone() } else { format!("{}, {x}", line.name) };
            drawn.add(&name, style, PointMark::Line { dots: false }, steps);
            style += 1;
        }
    }
    drawn
}

/// Moves of a game by reason, stacked; players stand side by side at each point.
fn moves(plan: &ExperimentPlan, store: &ExperimentStore, chart: &ChartPlan) -> Chart {
    let (x, _) = x_axis(plan, chart);
    let mut drawn = Chart::new(&chart.title, x, Axis::linear_count("moves of a game, mean"));
    let lines = lines(plan, chart);
    let width = 0.8 / lines.len().max(1) as f64;
    let mut highest = 0.0f64;
    for (side, line) in lines.iter().enumerate() {
        let shift = width * (side as f64 - 0.5 * (lines.len() as f64 - 1.0));
        let rows = played(store, line);
        let has = |measure: &str| rows.iter().any(|(_, p)| p.row.estimate(measure).is_some_and(|e| e.value > 0.0));
        let layers: Vec<usize> = (0..LAYERS.len()).filter(|&layer| has(LAYERS[layer].0)).collect();
        // Every bar begins at the axis, so the whole comes first and the lower layers are drawn over it.
        for &layer in layers.iter().rev() {
            let upto = |played: &PlayedPoint| -> f64 {
                LAYERS[..=layer].iter().filter_map(|(measure, _)| Some(played.row.estimate(measure)?.value)).sum()
            };
            let bars: Vec<(f64, f64)> = rows.iter().map(|(x, p)| (x + shift, upto(p))).collect();
            highest = bars.iter().fold(highest, |most, bar| most.max(bar.1));
            let name =
                if lines.len() == 1 { LAYERS[layer].1.into() } else { format!("{}, {}", line.name, LAYERS[layer].1) };
            drawn.add(&name, layer + LAYERS.len() * side, PointMark::Bars { width: 0.92 * width }, bars);
        }
    }
    drawn.y.range = Some((0.0, 1.05 * highest.max(1.0)));
    if let Some((low, high)) = drawn.x.range {
        drawn.x.range = Some((low.min(0.4 + low), high.max(high + 0.2)));
    }
    drawn
}

/// Time of every turn of the first game against the cells shown before it.
fn turns(plan: &ExperimentPlan, store: &ExperimentStore, chart: &ChartPlan) -> Chart {
    let mut drawn = Chart::new(
        &chart.title,
        Axis::linear_count("cells shown before the turn"),
        Axis::log_time("processor time of the turn"),
    );
    for (style, line) in lines(plan, chart).iter().enumerate() {
        for (_, played) in played(store, line) {
            let first = played.turns.iter().map(|t| &t.turn).filter(|t| t.game == 0);
            drawn.add(&line.name, style, PointMark::Dots, first.map(|t| (t.shown as f64, t.seconds)).collect());
        }
    }
    drawn
}
