//! `minesat serve`: a page to play with and a JSON interface, over HTTP.
//!
//! Every request is one question about a board: the service reads no file and keeps no session. Work happens at the
//! `desk` (a bounded number of threads, a bounded queue, an interrupt when the client disconnects); solvers that cannot
//! be interrupted, and large boards, run in a child process (`child`). `API.md` documents the interface.

mod api;
mod ask;
mod child;
mod connections;
mod deal;
mod desk;
mod examples;
mod guard;
mod page;
mod read;
mod refusal;
mod unread;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

pub use api::best::BOUNDS as BEST_BOUNDS;
pub use ask::EngineRequest;
pub use connections::{ConnectionLimits, serve};
use desk::WorkerPool;
use refusal::HttpError;

use crate::process::ProgramStart;

/// Limits of the service.
#[derive(Clone, Debug)]
pub struct Config {
    /// Most cells of a board.
    pub cells: usize,
    /// Most bytes of a request's body.
    pub bytes: usize,
    /// Most time for one answer; a request may ask for less.
    pub time: Duration,
    /// Most bytes of an engine's tables, for one answer; the address space of a child process.
    pub memory: u64,
    /// Answers worked on at the same time.
    pub jobs: usize,
    /// Questions that may wait for their turn.
    pub waiting: usize,
    /// Host names, beside `localhost` and addresses, under which the service may be asked.
    pub hosts: Vec<String>,
    /// This program, for child processes.
    pub program: ProgramStart,
}

/// State that all handlers share.
struct Service {
    config: Config,
    /// For quick questions to an engine in this process.
    desk: WorkerPool,
    /// For trees of games, explanations, whole games and children, so that quick questions never wait behind them.
    heavy: WorkerPool,
}

type Shared = Arc<Service>;

/// All routes behind the guard.
pub fn router(config: Config) -> Router {
    let desk = WorkerPool::new(config.jobs, config.waiting);
    let heavy = WorkerPool::new(config.jobs, config.waiting);
    let service = Arc::new(Service { config, desk, heavy });
    Router::new()
        .merge(page::routes())
        .route("/api/health", get(api::health::get))
        .route("/api/engines", get(api::engines::get))
        .route("/api/examples", get(api::examples::get))
        .route("/api/example", post(api::examples::post))
        .route("/api/read", post(api::read::post))
        .route("/api/board", post(api::board::post))
        .route("/api/solve", post(api::solve::post))
        .route("/api/count", post(api::count::post))
        .route("/api/explain", post(api::explain::post))
        .route("/api/best", post(api::best::post))
        .route("/api/game", post(api::game::post))
        .route("/api/play", post(api::play::post))
        .fallback(async || HttpError::not_found())
        .method_not_allowed_fallback(async || HttpError::method())
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(Arc::clone(&service), guard::guard))
        .with_state(service)
}
