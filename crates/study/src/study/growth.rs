//! Time and memory of players against the side of the board, with the exponent that fits.
//!
//! Each run is a process of its own: its processor time and peak memory are those that the system reports. Mines explode and
//! play goes on, so that a game takes as long as its board.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::Study;
use crate::engine::Stop;
use crate::play::players::parse;
use crate::process::{ChildEnd, ProgramStart, run};
use crate::report::plots::{Axis, Chart};
use crate::report::stats::{Slope, slope};
use crate::report::{Document, shell};
use crate::spec::SpecError;

/// Share of mines.
const DENSITY: f64 = 0.15;

/// What the source claims of its player: the exponent of an n x n board.
const CLAIMED: f64 = 4.0;

/// Fewest games of a point, unless fewer are asked for.
const FEWEST: u64 = 4;

/// A player's memory counts where it is this far above that of the smallest run, in MiB.
const LEAST_MIB: f64 = 0.5;

/// The study.
#[derive(Clone, Debug)]
pub struct SideGrowth {
    program: ProgramStart,
    players: Vec<String>,
    sides: Vec<usize>,
    games: u64,
    limit: f64,
}

/// Options that do not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGrowth {
    /// No such player.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// A side that is too small for a safe cell, or not above the one before it.
    #[error("--sides: from 4 on, each larger than the one before it")]
    Sides,
    /// Nothing to play, or no time.
    #[error("--games and --limit are above 0")]
    Nothing,
}

/// A player on boards of one side.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideRow {
    player: String,
    side: usize,
    mines: usize,
    games: u64,
    /// Processor seconds of all games. None where the time ran out.
    seconds: Option<f64>,
    /// Peak resident memory of the process in MiB.
    mib: Option<f64>,
}

impl SideRow {
    fn a_game(&self) -> Option<f64> {
        self.seconds.map(|seconds| seconds / self.games as f64)
    }
}

impl SideGrowth {
    /// Players on boards of some sides, with at most `games` games on the smallest and fewer on larger ones; a run takes
    /// at most `limit` seconds.
    ///
    /// # Errors
    /// A player that there is none of, or options that leave nothing to measure.
    pub fn new(
        program: ProgramStart,
        players: Vec<String>,
        sides: Vec<usize>,
        games: u64,
        limit: f64,
    ) -> Result<Self, BadGrowth> {
        // Not made: the nets of `lookahead` in this process would count as memory of those that it starts.
        players.iter().try_for_each(|player| parse(player).map(drop))?;
        if sides.first().is_none_or(|&side| side < 4) || sides.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(BadGrowth::Sides);
        }
        if games == 0 || limit.is_nan() || limit <= 0.0 {
            return Err(BadGrowth::Nothing);
        }
        Ok(SideGrowth { program, players, sides, games, limit })
    }

    /// Games at a side: as many cells in all, but a few games at least.
    fn games(&self, side: usize) -> u64 {
        let least = self.sides[0];
        (self.games * (least * least) as u64 / (side * side) as u64).max(FEWEST.min(self.games))
    }
}

impl Study for SideGrowth {
    /// Player and side.
    type Point = (String, usize);
    type Row = SideRow;

    const ROWS: &'static str = "sides.jsonl";
    const AT_ONCE: bool = false;

    fn command(&self) -> String {
        let sides: Vec<String> = self.sides.iter().map(usize::to_string).collect();
        format!(
            "minesat study growth --players {} --sides {} --games {} --limit {}",
            shell(&self.players),
            sides.join(" "),
            self.games,
            self.limit
        )
    }

    fn points(&self) -> Vec<Self::Point> {
        self.players.iter().flat_map(|player| self.sides.iter().map(move |&side| (player.clone(), side))).collect()
    }

    fn name(&self, (player, side): &Self::Point) -> String {
        format!("{player}, {side} x {side}")
    }

    fn measure(&self, (player, side): &Self::Point) -> Result<SideRow, Stop> {
        let (side, games) = (*side, self.games(*side));
        let mines = (DENSITY * (side * side) as f64).round() as usize;
        let mut command = self.program.command();
        let size = side.to_string();
        command.args([
            "play",
            "--rows",
            &size,
            "--cols",
            &size,
            "--mines",
            &mines.to_string(),
            "--on-mine",
            "continue",
        ]);
        command.args(["--games", &games.to_string(), "--seed", "1", "--jobs", "1", "--player", player]);
        let (begun, limit) = (Instant::now(), Duration::from_secs_f64(self.limit));
        let done = run(&mut command, &[], &|| begun.elapsed() > limit).map_err(|e| Stop::Failed(e.to_string()))?;
        let (seconds, mib) = match done.end {
            ChildEnd::Exit(0) => {
                let text = String::from_utf8_lossy(&done.stdout).into_owned();
                let seconds = shown_seconds(&text).ok_or_else(|| Stop::Failed(format!("no time in: {text}")))?;
                (Some(seconds), Some(done.usage.max_rss_kib as f64 / 1024.0))
            }
            ChildEnd::Exit(code) => {
                return Err(Stop::Failed(format!("exit code {code}: {}", done.last_words().unwrap_or_default())));
            }
            _ => (None, None),
        };
        Ok(SideRow { player: player.clone(), side, mines, games, seconds, mib })
    }

    fn report(&self, rows: &[SideRow]) -> Document {
        let mut out = Document::new("Time and memory of players against the side of the board");
        out.question("How do time and memory of a game grow with the side of the board?");
        let fits: Vec<Fit> = self.players.iter().map(|player| Fit::of(player, rows)).collect();
        let words = |of: fn(&Fit) -> Option<Slope>| -> String {
            let one = |fit: &Fit| Some(format!("`{}` {:.2}", fit.player, of(fit)?.slope));
            fits.iter().filter_map(one).collect::<Vec<_>>().join(", ")
        };
        out.answer(format!(
            "The time of a game grows with the side n of the board to the power of: {}. The source claims O(n^{CLAIMED}) for its \
             equation agent.",
            words(|fit| fit.time)
        ));
        let memory = words(|fit| fit.memory);
        out.answer(match memory.is_empty() {
            true => "No player takes more memory than the smallest board does, as far as the system can tell.".into(),
            false => format!("Memory beyond that of the smallest run grows with the power of: {memory}."),
        });
        out.text(format!(
            "{:.0} % mines, first cell (0,0) safe, total known, a mine does not end the game. {} games of seed 1 on the smallest \
             board, on larger ones as many cells in all, at least {FEWEST} games. Each run is a process of its own with one thread: \
             processor time of a game, and peak resident memory of the process. A dash: more than {} s. An \
             exponent is the slope of least squares through the logarithms, with its standard error; of memory only what is \
             {LEAST_MIB} MiB or more above the smallest run of all counts.",
            100.0 * DENSITY,
            self.games,
            self.limit
        ));
        let chart = |title: &str, y: Axis, of: &dyn Fn(&SideRow) -> Option<f64>| {
            let line = |player: &String| {
                let own = rows.iter().filter(|row| row.player == *player);
                (player.clone(), own.filter_map(|row| Some((row.side as f64, of(row)?))).collect())
            };
            Chart::of_lines(title, Axis::log_count("side of the board"), y, self.players.iter().map(line)).svg()
        };
        out.chart(
            "time",
            "Time of a game",
            chart("Time of a game", Axis::log_time("processor time of a game"), &SideRow::a_game),
        );
        out.chart("memory", "Peak memory", chart("Peak memory", Axis::log_count("MiB"), &|row| row.mib));
        let head: Vec<String> = ["player".to_string()]
            .into_iter()
            .chain(self.sides.iter().map(|side| format!("{side} x {side}")))
            .chain(["exponent of time".into(), "exponent of memory".into()])
            .collect();
        let line = |fit: &Fit| {
            let mut line = vec![format!("`{}`", fit.player)];
            for &side in &self.sides {
                let row = rows.iter().find(|row| row.player == fit.player && row.side == side);
                let cell = row.and_then(|row| Some(format!("{:.3} ms, {:.1} MiB", 1e3 * row.a_game()?, row.mib?)));
                line.push(cell.unwrap_or("-".into()));
            }
            line.extend([fit.time, fit.memory].map(shown));
            line
        };
        out.table(&head, fits.iter().map(line));
        out
    }
}

/// The processor seconds that `play` prints: games over games per second, which has more digits than the seconds.
fn shown_seconds(text: &str) -> Option<f64> {
    let mut rows = text
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| -> Vec<&str> { line.trim_matches('|').split('|').map(str::trim).collect() });
    let head = rows.next()?;
    let row = rows.nth(1)?;
    let of = |name: &str| row.get(head.iter().position(|word| *word == name)?)?.parse::<f64>().ok();
    let speed = of("games per CPU second").filter(|&speed| speed > 0.0)?;
    Some(of("games")? / speed)
}

/// An exponent with its error.
fn shown(fit: Option<Slope>) -> String {
    fit.map_or("-".into(), |fit| match fit.error {
        Some(error) => format!("{:.2} +- {error:.2}", fit.slope),
        None => format!("{:.2}", fit.slope),
    })
}

/// The exponents of a player.
struct Fit {
    player: String,
    time: Option<Slope>,
    memory: Option<Slope>,
}

impl Fit {
    fn of(player: &str, rows: &[SideRow]) -> Fit {
        let least = rows.iter().filter_map(|row| row.mib).fold(f64::INFINITY, f64::min);
        let fit = |of: &dyn Fn(&SideRow) -> Option<f64>| {
            let own = rows.iter().filter(|row| row.player == player);
            let points: Vec<(f64, f64)> = own
                .filter_map(|row| Some(((row.side as f64).ln(), of(row).filter(|&value| value > 0.0)?.ln())))
                .collect();
            slope(&points)
        };
        let above = |row: &SideRow| row.mib.map(|mib| mib - least).filter(|&mib| mib >= LEAST_MIB);
        Fit { player: player.into(), time: fit(&SideRow::a_game), memory: fit(&above) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_of_time_and_memory() {
        let row = |side: usize, seconds: Option<f64>, mib: f64| SideRow {
            player: "sps".into(),
            side,
            mines: 0,
            games: 2,
            seconds,
            mib: seconds.map(|_| mib),
        };
        let rows = [row(10, Some(2.0), 5.0), row(20, Some(16.0), 6.0), row(40, Some(128.0), 9.0), row(80, None, 0.0)];
        let fit = Fit::of("sps", &rows);
        assert_eq!((shown(fit.time), shown(fit.memory)), ("3.00 +- 0.00".into(), "2.00".into()));
        let study =
            SideGrowth::new(std::path::PathBuf::from("minesat").into(), vec!["sps".into()], vec![10, 20, 40], 8, 1.0);
        let study = study.unwrap();
        assert_eq!([10, 20, 40].map(|side| study.games(side)), [8, 4, 4]);
        let shown = "| player | games | won | CPU seconds | games per CPU second |\n|---|---|---|---|---|\n| sps | 8 | 1 | 0.01 | 400 |\n";
        assert_eq!((shown_seconds(shown), shown_seconds("nothing")), (Some(0.02), None));
        let text = study.report(&rows[..3]).markdown(None);
        assert!(text.contains("`sps` 3.00. The source claims O(n^4)"), "{text}");
    }

    #[test]
    fn options_that_leave_nothing_are_refused() {
        let of = |sides: &[usize], games, limit| {
            SideGrowth::new(std::path::PathBuf::from("m").into(), vec!["sps".into()], sides.to_vec(), games, limit)
                .err()
        };
        assert_eq!(of(&[20, 10], 1, 1.0), Some(BadGrowth::Sides));
        assert_eq!(of(&[], 1, 1.0), Some(BadGrowth::Sides));
        assert_eq!(of(&[10], 0, 1.0), Some(BadGrowth::Nothing));
        assert_eq!(of(&[10], 1, f64::NAN), Some(BadGrowth::Nothing));
    }
}
