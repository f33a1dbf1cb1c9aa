//! Errors of studies and experiments as those of commands.

use super::CliError;
use crate::experiment::ExperimentError;
use crate::hardest::HardestError;
use crate::study::StudyError;

impl From<StudyError> for CliError {
    fn from(error: StudyError) -> Self {
        match error {
            StudyError::Input(input) => CliError::Input(input),
            StudyError::Io(error) => CliError::Io(error),
            other => CliError::Usage(other.to_string()),
        }
    }
}

impl From<ExperimentError> for CliError {
    fn from(error: ExperimentError) -> Self {
        match error {
            ExperimentError::Input(input) => CliError::Input(input),
            ExperimentError::Study(error) => error.into(),
            other => CliError::Usage(other.to_string()),
        }
    }
}

impl From<HardestError> for CliError {
    fn from(error: HardestError) -> Self {
        match error {
            HardestError::Engine(error) => CliError::Spec(error),
            HardestError::Input(input) => CliError::Input(input),
            HardestError::Journal(error) => error.into(),
            other => CliError::Usage(other.to_string()),
        }
    }
}
