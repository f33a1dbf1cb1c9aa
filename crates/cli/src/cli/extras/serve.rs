//! `minesat serve`: a page for a browser, and a JSON interface.

use std::io::{Write, stderr, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args;
use tokio::net::TcpListener;

use super::{CliError, CommandResult};
use crate::process::{ProgramStart, raise_open_files};
use crate::serve::{Config, ConnectionLimits, router, serve};
use crate::units::{bytes, seconds};

/// Serve a page and a JSON interface on this machine
///
/// On the page you paint boards, watch games and ask engines; programs use the JSON interface. Prints its address, then serves until Ctrl-C. There is no password, so it listens on this machine only, unless --bind
/// names another address.
#[derive(Args)]
pub struct ServeArgs {
    /// Address to listen on
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Port; 0 for a free one
    #[arg(short, long, default_value_t = 8017)]
    port: u16,
    /// Accept requests for this host name too (those for addresses and localhost are always accepted)
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Most cells of a board
    #[arg(long, default_value_t = 50_000)]
    cells: usize,
    /// Time limit per answer
    #[arg(short, long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Memory limit per answer
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = bytes)]
    memory: u64,
    /// Largest request
    #[arg(long, value_name = "SIZE", default_value = "256K", value_parser = bytes)]
    body: u64,
    /// Answers computed at the same time [default: the number of processors]
    #[arg(short, long, value_name = "N", value_parser = super::shared::jobs::number())]
    jobs: Option<usize>,
    /// Most open connections; further ones get the answer 503. A connection is closed if it sends no whole head within 30
    /// seconds, or reads no byte of an answer for 10 seconds or not all of it within 60
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u16).range(1..))]
    connections: u16,
}

/// Most questions that wait for their turn.
const WAITING: usize = 256;

/// Runs the command.
///
/// # Errors
/// The address is taken.
pub fn run(args: &ServeArgs) -> CommandResult {
    let jobs = args.jobs.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    if args.cells == 0 || args.timeout.is_zero() {
        return Err(CliError::usage("--cells and --timeout are above 0"));
    }
    let config = Config {
        cells: args.cells,
        bytes: usize::try_from(args.body).unwrap_or(usize::MAX),
        time: args.timeout,
        memory: args.memory,
        jobs,
        waiting: WAITING,
        hosts: args.allow_host.clone(),
        program: ProgramStart::own()?,
    };
    let bounds = ConnectionLimits::of(args.connections.into());
    let files = raise_open_files(bounds.files())?;
    if files < bounds.files() {
        let (needed, connections) = (bounds.files(), args.connections);
        return Err(CliError::usage(format!(
            "{connections} connections need {needed} open files and the system allows {files} (ulimit -n): lower --connections"
        )));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let address = SocketAddr::new(args.bind, args.port);
    runtime.block_on(async {
        let listener = TcpListener::bind(address)
            .await
            .map_err(|e| CliError::usage(format!("{address}: {e}; --port 0 takes a free port")))?;
        if !args.bind.to_canonical().is_loopback() {
            let warning =
                "whoever can reach this address can use the processors and memory of this machine, within the limits";
            writeln!(stderr(), "warning: --bind {}: {warning}", args.bind)?;
        }
        writeln!(stdout(), "minesat listens on http://{}/ (Ctrl-C ends it)", listener.local_addr()?)?;
        tokio::select! {
            () = serve(listener, router(config), bounds) => {}
            ended = tokio::signal::ctrl_c() => ended?,
        }
        Ok::<(), CliError>(())
    })?;
    // Work that is stopping need not be waited for.
    runtime.shutdown_background();
    Ok(super::DONE)
}
