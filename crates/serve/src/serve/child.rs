//! Answers from a child process of this program, killed when its time is over or its client disconnects: for solvers
//! that cannot be interrupted.

use std::io;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::time::timeout;

use super::{Config, EngineRequest, HttpError};
use crate::board::Board;
use crate::engine::Stop;
use crate::process::{ChildEnd, die_with_parent, kill_group};

/// Time to start, to read the board and to write the answer, in addition to the engine's.
const GRACE: Duration = Duration::from_secs(1);

/// Most bytes of an answer; far more than the largest board makes.
const MOST_OUTPUT: u64 = 64 << 20;

/// Most bytes kept of a child's standard error: the last ones, which give the reason of its end.
const MOST_ERRORS: usize = 4096;

/// Asks in a child. Dropping the future kills it.
///
/// # Errors
/// The program cannot be started.
pub async fn answer(config: &Config, ask: &EngineRequest, board: &Board) -> Result<String, HttpError> {
    let time = ask.limits.time.unwrap_or(config.time);
    let mut command = Command::from(config.program.command());
    command.arg("answer").args(["--engine", &ask.engine, "--query", ask.query.name()]);
    command.args(["--timeout", &time.as_secs_f64().to_string(), "--memory", &config.memory.to_string()]);
    if let Some(nodes) = ask.limits.nodes {
        command.args(["--nodes", &nodes.to_string()]);
    }
    if ask.exact {
        command.arg("--exact");
    }
    let ended = run(command, board.to_string().as_bytes(), time + GRACE).await;
    match ended.map_err(|e| HttpError::fault(format!("a child process cannot be started: {e}")))? {
        Ok(output) => {
            String::from_utf8(output).map_err(|_| HttpError::fault("the answer of a child process is not UTF-8"))
        }
        Err(stop) => Ok(ask.stopped(board, stop)),
    }
}

/// Kills a process group when dropped.
struct Group(Option<u32>);

impl Drop for Group {
    fn drop(&mut self) {
        self.0.into_iter().for_each(kill_group);
    }
}

/// The standard output of a command, or why there is none. All its descendants are killed with it: when its time is
/// over, when the future is dropped, when this process dies.
async fn run(mut command: Command, input: &[u8], time: Duration) -> io::Result<Result<Vec<u8>, Stop>> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).kill_on_drop(true);
    die_with_parent(command.as_std_mut());
    let mut child = command.spawn()?;
    let group = Group(child.id());
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let write = async {
        if let Some(mut pipe) = stdin {
            // A child that died does not read; its exit status is examined below.
            let _ = pipe.write_all(input).await;
        }
    };
    let read = async {
        if let Some(pipe) = stdout {
            let _ = pipe.take(MOST_OUTPUT + 1).read_to_end(&mut output).await;
        }
    };
    let listen = async {
        if let Some(pipe) = stderr {
            errors = tail(pipe).await;
        }
    };
    let wait = async {
        let status = child.wait().await;
        // Descendants that it leaves behind must not hold the pipes open.
        drop(group);
        status
    };
    let ended = timeout(time, async { tokio::join!(write, read, listen, wait).3 }).await;
    Ok(match ended {
        Err(_) => Err(Stop::Timeout),
        Ok(_) if output.len() as u64 > MOST_OUTPUT => Err(Stop::Failed("the answer is too large".into())),
        Ok(Ok(status)) if status.success() => Ok(output),
        Ok(Ok(status)) if ChildEnd::from(status).lacked_memory(&String::from_utf8_lossy(&errors)) => Err(Stop::Memory),
        Ok(_) => Err(Stop::Failed("the solver's process died".into())),
    })
}

/// Reads to the end and keeps the last [`MOST_ERRORS`] bytes.
async fn tail(mut pipe: impl AsyncRead + Unpin) -> Vec<u8> {
    let (mut tail, mut buffer) = (Vec::new(), [0; MOST_ERRORS]);
    while let Ok(got @ 1..) = pipe.read(&mut buffer).await {
        tail.extend_from_slice(&buffer[..got]);
        let extra = tail.len().saturating_sub(MOST_ERRORS);
        tail.drain(..extra);
    }
    tail
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(30);

    async fn sh(script: &str, time: Duration) -> Result<Vec<u8>, Stop> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, b"board", time).await.unwrap()
    }

    #[tokio::test]
    async fn the_last_words_of_a_child_count() {
        let noise = "head -c 300000 /dev/zero >&2";
        assert_eq!(sh("cat", LONG).await, Ok(b"board".to_vec()));
        for words in ["terminate called: std::bad_alloc", "memory allocation of 8 bytes failed", "MemoryError"] {
            assert_eq!(sh(&format!("{noise}; echo '{words}' >&2; exit 1"), LONG).await, Err(Stop::Memory), "{words}");
        }
        assert_eq!(sh("kill -KILL $$", LONG).await, Err(Stop::Memory));
        assert!(matches!(sh(&format!("{noise}; exit 1"), LONG).await, Err(Stop::Failed(_))));
        // A truncated answer is not an answer.
        assert!(matches!(sh("head -c 70000000 /dev/zero", LONG).await, Err(Stop::Failed(_))));
    }

    #[tokio::test]
    async fn what_a_child_started_ends_with_it() {
        let directory = tempfile::tempdir().unwrap();
        let (short, file) = (Duration::from_millis(500), directory.path().join("pid"));
        let script = format!("sleep 1000 & echo $! >'{}'; ", file.display());
        let ends = async || {
            let process = format!("/proc/{}/stat", std::fs::read_to_string(&file).unwrap().trim());
            // Ended, or a zombie that nobody has waited for yet.
            let lives = || std::fs::read_to_string(&process).is_ok_and(|stat| !stat.contains(") Z "));
            for _ in 0..500 {
                if !lives() {
                    return true;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            false
        };
        assert_eq!(sh(&format!("{script} wait"), short).await, Err(Stop::Timeout));
        assert!(ends().await);
        // The orphan holds the pipes, and nobody waits for it.
        assert_eq!(sh(&format!("{script} echo done"), LONG).await, Ok(b"done\n".to_vec()));
        assert!(ends().await);
    }
}
