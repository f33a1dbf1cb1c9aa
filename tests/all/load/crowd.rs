//! Crowds of clients that would hold every place of `minesat serve`, and what they do to everybody else.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

/// What the clients of a crowd do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Connect and say nothing.
    Silent,
    /// Ask for the largest file again and again and read nothing.
    Deaf,
    /// Send a question byte by byte, ten bytes a second.
    Slow,
}

impl Habit {
    pub const ALL: [Habit; 3] = [Habit::Silent, Habit::Deaf, Habit::Slow];

    pub fn name(self) -> &'static str {
        match self {
            Habit::Silent => "silent",
            Habit::Deaf => "never_reading",
            Habit::Slow => "slow",
        }
    }
}

/// Connected clients, gone when dropped.
struct Crowd {
    ended: Arc<AtomicBool>,
    worker: Option<JoinHandle<()>>,
}

impl Crowd {
    fn new(address: &str, habit: Habit, clients: usize) -> Crowd {
        let connect = |_| {
            let stream = TcpStream::connect(address).expect("the server listens");
            stream.set_nonblocking(true).expect("a socket");
            stream
        };
        let mut streams: Vec<TcpStream> = (0..clients).map(connect).collect();
        let ended = Arc::new(AtomicBool::new(false));
        let watched = Arc::clone(&ended);
        let worker = spawn(move || {
            let ask = b"GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n";
            let post = b"POST /api/count HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
            let mut sent = 0;
            while !watched.load(Ordering::Relaxed) {
                for stream in &mut streams {
                    // A server may close on them, which is what they are here to see.
                    let _ = match habit {
                        Habit::Silent => Ok(()),
                        Habit::Deaf => (0..64).try_for_each(|_| stream.write_all(ask)),
                        Habit::Slow => stream.write_all(&post[sent % post.len()..][..1]),
                    };
                }
                sent += 1;
                sleep(Duration::from_millis(100));
            }
        });
        Crowd { ended, worker: Some(worker) }
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        self.worker.take().map(JoinHandle::join);
    }
}

/// How the service fares while a crowd is there, and after it.
#[derive(Clone, Copy, Debug)]
pub struct Fared {
    /// Status of the answer to somebody else's question, and when it came.
    pub status: u16,
    pub answered: Duration,
    /// From the crowd's end until a question is answered with 200.
    pub recovered: Duration,
}

/// The status of the answer to a small question on a connection of its own; 0 if none came within `patience`.
fn ask(address: &str, patience: Duration) -> u16 {
    let body = r#"{"board":["1#"]}"#;
    let head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close";
    let question = format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let answer = || {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(patience))?;
        stream.write_all(question.as_bytes())?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer)?;
        let status = std::str::from_utf8(&answer[9..]).ok().and_then(|s| s.parse().ok());
        status.ok_or_else(|| std::io::Error::from(ErrorKind::InvalidData))
    };
    answer().unwrap_or(0)
}

/// Lets a crowd in, asks a question beside it, and another one when it has gone.
pub fn crowded(address: &str, habit: Habit, clients: usize) -> Fared {
    let crowd = Crowd::new(address, habit, clients);
    sleep(Duration::from_secs(1));
    let start = Instant::now();
    let status = ask(address, Duration::from_secs(20));
    let answered = start.elapsed();
    drop(crowd);
    let start = Instant::now();
    while ask(address, Duration::from_secs(5)) != 200 && start.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(20));
    }
    Fared { status, answered, recovered: start.elapsed() }
}
