//! The records of an experiment as one file: JSON Lines packed by zstd, a header, then rows of points, of
//! games and of turns.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::plan::ExperimentPlan;
use super::row::PointRow;
use super::run::{GameRow, PlayedPoint};
use super::settings::GameSettings;
use super::timed::TurnRow;
use crate::compression;
use crate::file_name;
use crate::input_error::InputError;
use crate::lines;

/// Version of the format.
const SCHEMA: u32 = 1;

/// Name of the file in the folder of an experiment.
pub const FILE: &str = "records.jsonl.zst";

/// Its name in folders of earlier versions, which are read and written anew under the new name.
const OLD_FILE: &str = "records.jsonl.gz";

/// The records of a folder, if it has some.
pub fn records_of(folder: &Path) -> Option<PathBuf> {
    [FILE, OLD_FILE].iter().map(|name| folder.join(name)).find(|path| path.exists())
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Line {
    Experiment { schema: u32 },
    Point(Box<PointRow>),
    Game(GameRow),
    Turn(TurnRow),
}

/// The schema of a line.
#[cfg(feature = "schema")]
pub fn line_schema() -> schemars::Schema {
    crate::schema::written::<Line>()
}

/// All that is kept of an experiment.
#[derive(Clone, Debug, Default)]
pub struct ExperimentStore {
    /// One per point and player; in the order of the plan after [`ExperimentStore::in_order_of`].
    pub played: Vec<PlayedPoint>,
}

impl ExperimentStore {
    /// Reads a folder; empty where there are no records yet.
    ///
    /// # Errors
    /// The records cannot be read or are not records, with the line.
    pub fn read(folder: &Path) -> Result<ExperimentStore, InputError> {
        let Some(path) = records_of(folder) else { return Ok(ExperimentStore::default()) };
        let name = file_name::text(&path);
        let mut store = ExperimentStore::default();
        let mut lines = compression::line_reader(&name, fs::File::open(&path))?;
        while let Some(lines::Line { number, text, .. }) = lines.next_line()? {
            let bad = |message: String| InputError::at(&name, number, &text, 0, message);
            let line = serde_json::from_str(&text).map_err(|e| InputError::json(&name, number, &text, &e))?;
            match (line, store.played.last_mut()) {
                (Line::Experiment { schema: SCHEMA }, None) => {}
                (Line::Experiment { schema }, _) => return Err(bad(format!("a header of schema {schema} here"))),
                (Line::Point(row), _) => {
                    row.check().map_err(|e| bad(e.to_string()))?;
                    store.played.push(PlayedPoint { row: *row, games: Vec::new(), turns: Vec::new() });
                }
                (Line::Game(game), Some(played)) => played.games.push(game),
                (Line::Turn(turn), Some(played)) => played.turns.push(turn),
                (Line::Game(_) | Line::Turn(_), None) => return Err(bad("a point comes first".into())),
            }
        }
        Ok(store)
    }

    /// Writes a folder.
    ///
    /// # Errors
    /// It cannot be written to.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let mut text = Vec::new();
        let mut line = |line: &Line| -> io::Result<()> { writeln!(text, "{}", lines::json_line(line)?) };
        line(&Line::Experiment { schema: SCHEMA })?;
        for played in &self.played {
            line(&Line::Point(Box::new(played.row.clone())))?;
            played.games.iter().try_for_each(|game| line(&Line::Game(game.clone())))?;
            played.turns.iter().try_for_each(|turn| line(&Line::Turn(turn.clone())))?;
        }
        fs::create_dir_all(folder)?;
        compression::write_packed(&folder.join(FILE), text)?;
        match fs::remove_file(folder.join(OLD_FILE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Puts the rows in the order of a plan, so that equal records are equal files.
    pub fn in_order_of(&mut self, plan: &ExperimentPlan) {
        let rank = |played: &PlayedPoint| {
            let row = &played.row;
            let group = plan.groups.iter().position(|g| g.name() == row.group);
            let group = group.unwrap_or(plan.groups.len());
            let of_group = plan.groups.get(group);
            let is_point = |p: &toml::Spanned<GameSettings>| p.get_ref().key() == row.settings.key();
            let point = of_group.and_then(|g| g.points.iter().position(is_point));
            let player = of_group.and_then(|g| g.players.iter().position(|p| p.get_ref().name() == row.player));
            (group, point, player)
        };
        self.played.sort_by_key(rank);
    }

    /// Inserts a row, in place of the one of the same point and player.
    pub fn put(&mut self, played: PlayedPoint) {
        match self.played.iter_mut().find(|p| p.row.same_place(&played.row)) {
            Some(old) => *old = played,
            None => self.played.push(played),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::experiment::plan::{PlayerName, PointGroup};
    use crate::experiment::run::play;

    fn zstd_text(folder: &Path) -> Vec<u8> {
        let mut text = Vec::new();
        let file = fs::File::open(folder.join(FILE)).unwrap();
        io::Read::read_to_end(&mut compression::unpacked(file).unwrap(), &mut text).unwrap();
        text
    }

    #[test]
    fn what_is_written_is_read_and_rows_are_replaced() {
        let group: PointGroup =
            toml::from_str("name = \"g\"\nplayers = [\"ees\"]\npoints = []\nkeep_games = true\nkeep_turns = true\n")
                .unwrap();
        let settings = |games| GameSettings {
            rows: Some(5),
            cols: Some(5),
            mines: Some(3),
            games: Some(games),
            ..GameSettings::default()
        };
        let ees = PlayerName::Spec("ees".into());
        let of = |games| {
            let none = PlayedPoint::none(&group, &settings(games), &ees);
            let mut goes_on = |_: &PlayedPoint| ControlFlow::<()>::Continue(());
            let all = play(&group, &settings(games), &ees, None, none, &|| (), &mut goes_on);
            all.unwrap().continue_value().unwrap()
        };
        let mut store = ExperimentStore::default();
        store.put(of(10));
        store.put(of(20));
        assert_eq!(store.played.len(), 1, "more games of the same point replace fewer");
        assert_eq!((store.played[0].games.len(), store.played[0].row.games), (20, 20));
        assert!(store.played[0].turns.len() >= 20 && store.played[0].turns[0].turn.shown > 0);
        let folder = tempfile::tempdir().unwrap();
        store.write(folder.path()).unwrap();
        let again = ExperimentStore::read(folder.path()).unwrap();
        assert_eq!(again.played[0].row, store.played[0].row);
        assert_eq!(again.played[0].turns, store.played[0].turns);
        // Records of an earlier version are read, and packed anew when they are written.
        let text = zstd_text(folder.path());
        fs::remove_file(folder.path().join(FILE)).unwrap();
        compression::write_packed(&folder.path().join(OLD_FILE), text).unwrap();
        let old = ExperimentStore::read(folder.path()).unwrap();
        assert_eq!(old.played[0].row, store.played[0].row);
        old.write(folder.path()).unwrap();
        assert!(!folder.path().join(OLD_FILE).exists() && folder.path().join(FILE).exists());
        fs::write(folder.path().join(FILE), b"not packed").unwrap();
        assert!(ExperimentStore::read(folder.path()).is_err());
        fs::write(folder.path().join(FILE), "{\"experiment\":{\"schema\":1}}\n{\"point\":x}\n").unwrap();
        let error = ExperimentStore::read(folder.path()).unwrap_err();
        assert_eq!((error.line, error.column, error.message.as_str()), (2, 10, "expected value"));
    }
}
