//! Commands of the feature `extras`: games, formulas, explanations, studies. The first measurement needs none of them.

mod advise;
#[cfg(feature = "page")]
mod answer;
mod best;
mod chains;
mod compile;
mod convert;
mod decode;
mod errors;
mod experiment;
mod explain;
mod formula;
mod gadget;
mod game;
mod hardest;
mod play;
mod results;
mod satisfy;
#[cfg(feature = "schema")]
mod schema;
mod separate;
#[cfg(feature = "page")]
mod serve;
pub mod stuck;
mod study;
mod view;

use clap::Subcommand;

use super::{CliError, CommandResult, DISAGREE, DONE, INCONSISTENT, INTERRUPTED, LIMIT, file_name, shared, write_line};

/// The commands.
#[derive(Subcommand)]
pub enum ExtraCommand {
    Explain(explain::ExplainArgs),
    View(view::ViewArgs),
    Chains(chains::ChainsArgs),
    Separate(separate::SeparateArgs),
    Hardest(hardest::HardestArgs),
    Results(results::ResultsArgs),
    Study(study::StudyArgs),
    Play(play::PlayArgs),
    Advise(advise::AdviseArgs),
    Best(best::BestArgs),
    Experiment(experiment::ExperimentArgs),
    Compile(compile::CompileArgs),
    Satisfy(satisfy::SatisfyArgs),
    Decode(decode::DecodeArgs),
    Gadget(gadget::GadgetArgs),
    Convert(convert::ConvertArgs),
    #[cfg(feature = "schema")]
    Schema(schema::SchemaArgs),
    #[cfg(feature = "page")]
    Serve(serve::ServeArgs),
    #[cfg(feature = "page")]
    #[command(hide = true)]
    Answer(answer::AnswerArgs),
}

impl ExtraCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// Those of the command.
    pub fn run(&self) -> CommandResult {
        match self {
            ExtraCommand::Explain(args) => explain::run(args),
            ExtraCommand::View(args) => view::run(args),
            ExtraCommand::Chains(args) => chains::run(args),
            ExtraCommand::Separate(args) => separate::run(args),
            ExtraCommand::Hardest(args) => hardest::run(args),
            ExtraCommand::Results(args) => results::run(args),
            ExtraCommand::Study(args) => study::run(args),
            ExtraCommand::Play(args) => play::run(args),
            ExtraCommand::Advise(args) => advise::run(args),
            ExtraCommand::Best(args) => best::run(args),
            ExtraCommand::Experiment(args) => experiment::run(args),
            ExtraCommand::Compile(args) => compile::run(args),
            ExtraCommand::Satisfy(args) => satisfy::run(args),
            ExtraCommand::Decode(args) => decode::run(args),
            ExtraCommand::Gadget(args) => gadget::run(args),
            ExtraCommand::Convert(args) => convert::run(args),
            #[cfg(feature = "schema")]
            ExtraCommand::Schema(args) => schema::run(args),
            #[cfg(feature = "page")]
            ExtraCommand::Serve(args) => serve::run(args),
            #[cfg(feature = "page")]
            ExtraCommand::Answer(args) => answer::run(args),
        }
    }
}
