//! Answers from a child process of this program, killed when its time is over or its asker goes away:
//! for solvers that cannot be interrupted.

use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::time::timeout;

use super::{Ask, Config, Refusal};
use crate::board::Board;
use crate::engine::Stop;
use crate::process::says_out_of_memory;

/// Time to start, to read the board and to write the answer, beside that of the engine.
const GRACE: Duration = Duration::from_secs(1);

/// Most bytes of an answer; far more than the largest board makes.
const MOST_OUTPUT: u64 = 64 << 20;

/// Asks in a child. Dropping the future kills it.
///
/// # Errors
/// The program cannot be started.
pub async fn answer(config: &Config, ask: &Ask, board: &Board) -> Result<String, Refusal> {
    let time = ask.limits.time.unwrap_or(config.time);
    let mut command = Command::new(&config.program);
    command.arg("answer").args(["--engine", &ask.engine, "--query", ask.query.name()]);
    command.args(["--timeout", &time.as_secs_f64().to_string(), "--memory", &config.memory.to_string()]);
    if let Some(nodes) = ask.limits.nodes {
        command.args(["--nodes", &nodes.to_string()]);
    }
    if ask.exact {
        command.arg("--exact");
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let failed = |e: std::io::Error| Refusal::fault(format!("a child process cannot be started: {e}"));
    let mut child = command.spawn().map_err(failed)?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let talk = async {
        let write = async {
            if let Some(mut pipe) = stdin {
                // A child that died does not read; how it ended is looked at below.
                let _ = pipe.write_all(board.to_string().as_bytes()).await;
            }
        };
        let read = async {
            if let Some(pipe) = stdout {
                let _ = pipe.take(MOST_OUTPUT).read_to_end(&mut output).await;
            }
        };
        let listen = async {
            if let Some(pipe) = stderr {
                let _ = pipe.take(1 << 16).read_to_end(&mut errors).await;
            }
        };
        tokio::join!(write, read, listen);
        child.wait().await
    };
    let stop = match timeout(time + GRACE, talk).await {
        Err(_) => Stop::Timeout,
        Ok(ended) if ended.as_ref().is_ok_and(|status| status.success()) => {
            return String::from_utf8(output).map_err(|_| Refusal::fault("a child process answered in no UTF-8"));
        }
        Ok(Ok(_)) if says_out_of_memory(&String::from_utf8_lossy(&errors)) => Stop::Memory,
        // The system kills when the machine has no memory left.
        Ok(Ok(status)) if status.signal() == Some(libc::SIGKILL) => Stop::Memory,
        Ok(_) => Stop::Failed("the solver's process died".into()),
    };
    Ok(ask.stopped(board, stop))
}
