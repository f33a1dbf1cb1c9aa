//! A laboratory for Minesweeper as a constraint problem. A board is a system of m-of-n sums over 0/1 cells; SAT
//! encodings, linear programs, backtracking, frontier dynamic programming and deduction rules answer the same questions
//! about it, and every answer is checked against the others.
//!
//! This crate is the command line `minesat` and a facade: it re-exports the rooms of the crates below it. Whoever only
//! counts or classifies needs `minesat-core` and `minesat-engines` alone, with or without the features `sat` and `lp`.
//! The [`guide`] describes the commands, the file formats and the methods; this page is a tour of the library.
//!
//! # Read a board
//!
//! [`formats::parse_board`] detects the format from the content: minesat's own board text, grids, CSV, JSON, and the
//! files of other programs. [`instance`] reads and writes files of many boards as streams.
//!
//! ```
//! use minesat::board::Cell;
//! use minesat::formats::parse_board;
//!
//! let board = parse_board("# 2 1 2 #\n# # # # #\nmines: 3\n", None)?;
//! assert_eq!((board.grid().rows, board.grid().cols, board.mines()), (2, 5, Some(3)));
//! assert_eq!(board.cell(1), Cell::Clue(2));
//! # Ok::<(), minesat::input_error::InputError>(())
//! ```
//!
//! # Count its models
//!
//! [`System::from_board`](system::System::from_board) makes one sum of each clue; variable `i` is the `i`-th covered
//! cell in reading order. [`engine::build`] takes the engine's name as the command line does; a
//! [`Control`](engine::Control) carries limits and collects statistics. Counts are exact.
//!
//! ```
//! use minesat::board::Board;
//! use minesat::engine::{Control, build};
//! use minesat::system::System;
//!
//! let board = Board::parse("3 5 4\n#####\n#212#\n#####\n", "first.mine")?;
//! let (system, cells) = System::from_board(&board);
//! let count = build("frontier")?.count(&system, &mut Control::default())?;
//! assert_eq!(count.models.to_string(), "36");
//!
//! let corner = cells.variable(0).expect("a covered cell");
//! assert_eq!(count.cells.mined(corner).to_string(), "18"); // a mine in 18 of 36 models
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Classify with SAT
//!
//! [`answer::ask`] puts one question about a board to one engine and checks the model that it claims. The options of
//! `sat` choose the cardinality encoding of the clues (`local`), of the total (`total`) and the solver.
//!
//! ```
//! use minesat::answer::{Query, ask};
//! use minesat::board::Board;
//! use minesat::engine::{Limits, build};
//!
//! let board = Board::parse("3 5 4\n#####\n#212#\n#####\n", "first.mine")?;
//! let sat = build("sat:local=sequential,solver=batsat")?;
//! let answer = ask(sat.as_ref(), &board, Query::Classify, Limits::default());
//! assert_eq!(answer.status(), "ok");
//! assert_eq!(answer.class_rows().unwrap(), ["oosoo", "o...o", "oosoo"]); // s safe, m mine, o open
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Encode to DIMACS
//!
//! [`encode::encode`] writes a system as clauses; variable `i + 1` is cell `i`. [`encode::ENCODINGS`] is the table of
//! encodings; a new one implements [`encode::Encoding`] (see `examples/own-encoding.rs`).
//!
//! ```
//! use minesat::board::Board;
//! use minesat::encode::{EncodePlan, Floating, dimacs, encode, find};
//! use minesat::system::System;
//!
//! let (system, _) = System::from_board(&Board::parse("1 3 1\n#1#\n", "two.mine")?);
//! let binomial = find("binomial").unwrap().encoding;
//! let plan = EncodePlan { local: binomial, total: Some(binomial), floating: Floating::All, most_clauses: 1_000 };
//! let mut file = Vec::new();
//! dimacs::write(&mut file, &encode(&system, &plan)?, &dimacs::Notes::default())?;
//! assert_eq!(String::from_utf8(file)?, "p cnf 2 2\n-1 -2 0\n1 2 0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Verify a certificate
//!
//! [`engine::certificates`] finds reasons for what an engine said; [`certify::Verifier`] checks them one by one and
//! shares no code with the engines.
//!
//! ```
//! use minesat::board::Board;
//! use minesat::certify::Verifier;
//! use minesat::engine::{Control, build, certificates};
//! use minesat::system::System;
//!
//! let (system, _) = System::from_board(&Board::parse("2 3 1\n11#\n###\n", "small.mine")?);
//! let (engine, mut control) = (build("frontier")?, Control::default());
//! let classes = engine.classify(&system, &mut control)?;
//! let found = certificates(engine.as_ref(), &system, &classes, &mut control)?;
//! let mut verifier = Verifier::new(&system);
//! for certificate in &found {
//!     verifier.add(certificate)?;
//! }
//! // The 1 on the left sees two cells, the other 1 these two and two more: those are safe.
//! assert_eq!(verifier.known(), [Some(false), None, None, Some(false)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Play a game
//!
//! A [`Series`](play::series::Series) plays games whose boards depend on the rules, the seed and the number of the game
//! alone. Players get a [`View`](play::View), never the [`Field`](field::Field).
//!
//! ```
//! use minesat::play::series::{BoardSource, Series};
//! use minesat::play::{Rules, Start, players};
//!
//! let series = Series::new(Rules::expert(Start::Zero(0)), BoardSource::Seed(1));
//! let frontier = players::maker("frontier")?;
//! let game = series.game("frontier", &frontier, 0, None)?;
//! assert_eq!((game.rows, game.cols, game.mines), (16, 30, 99));
//! assert!(["won", "lost"].contains(&game.result.as_str()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Compile a formula
//!
//! [`compile`] turns formulas and circuits into boards with as many solutions as the formula has models.
//!
//! ```
//! use minesat::compile::library::Library;
//! use minesat::compile::problem::{CompileOptions, Problem, ProblemFormat};
//! use minesat::engine::{Control, build};
//! use minesat::system::System;
//!
//! let xor = Problem::parse("p cnf 2 2\n1 2 0\n-1 -2 0\n", "xor.cnf", ProblemFormat::Cnf)?;
//! let compiled = xor.compile(&Library::named("6x7")?, &CompileOptions::default())?;
//! let (system, _) = System::from_board(&compiled.board);
//! let models = build("search")?.models(&system, &mut Control::default())?;
//! assert_eq!(models.to_string(), "2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Longer programs are in `examples/`: `count-board`, `classify-with-sat`, `own-encoding`, `formula-to-board` and
//! `plan-in-code`, which measures engines.

#![deny(missing_docs)]

#[cfg(feature = "extras")]
pub use minesat_compile::{compile, gadget};
pub use minesat_core::{board, certify, field, file_name, grid, input_error, lines, process, rng, spec, system, units};
pub use minesat_encode::encode;
pub use minesat_engines::{answer, engine};
#[cfg(feature = "extras")]
pub use minesat_explain::{explain, hierarchy};
pub use minesat_files::{atomic_file, compression, formats, generate, instance, journal};
pub use minesat_lab::{bench, report, suite};
#[cfg(feature = "extras")]
pub use minesat_picture::picture;
#[cfg(feature = "extras")]
pub use minesat_play::play;
#[cfg(feature = "page")]
pub use minesat_serve::serve;
#[cfg(feature = "extras")]
pub use minesat_study::{chains, experiment, hardest, solvable, study};

/// The guide of the command line and the laboratory, one module per chapter. Its commands run as tests
/// (`cargo test --test all guide::`).
pub mod guide {
    /// Chapters write `[text][chapter]`; their own definitions at the end lead to files, these to modules. The first wins.
    macro_rules! links {
        () => {
            "\
            [tutorial]: crate::guide::tutorial\n\
            [boards]: crate::guide::boards\n\
            [engines]: crate::guide::engines\n\
            [encodings]: crate::guide::encodings\n\
            [counting]: crate::guide::counting\n\
            [explanations]: crate::guide::explanations\n\
            [proofs]: crate::guide::proofs\n\
            [laboratory]: crate::guide::laboratory\n\
            [sweeps]: crate::guide::sweeps\n\
            [games]: crate::guide::games\n\
            [formulas]: crate::guide::formulas\n\
            [complexity]: crate::guide::complexity\n\
            [service]: crate::guide::service\n\
            [python]: crate::guide::python\n\
            [results]: crate::guide::results\n\
            [instances]: crate::guide::instances\n\
            [sources]: crate::guide::sources\n\
            [adding]: crate::guide::adding\n\
            [contributing]: crate::guide::contributing\n\
            [citing]: crate::guide::citing\n\
            [changelog]: crate::guide::changelog\n\
            [architecture]: crate::guide::architecture\n"
        };
    }

    macro_rules! chapters {
        ($($chapter:ident)*) => {
            $(
                #[doc = links!()]
                #[doc = include_str!(concat!("guide/", stringify!($chapter), ".md"))]
                pub mod $chapter {}
            )*
        };
    }

    chapters! {
        tutorial boards engines encodings counting explanations proofs laboratory sweeps games formulas complexity
        service python results instances sources adding contributing citing changelog
    }

    #[doc = links!()]
    #[doc = include_str!("ARCHITECTURE.md")]
    pub mod architecture {}
}

/// Runs the program of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
