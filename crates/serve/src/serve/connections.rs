//! Connections: a bounded number, each with timeouts; further ones get 503 at once.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::refusal::HttpError;
use super::unread::Unread;

/// Limits on connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// Connections open at the same time.
    pub connections: usize,
    /// Time for the head of a request, and the life of an idle connection.
    pub head: Duration,
    /// Longest time in which the client may accept no byte of an answer.
    pub unread: Duration,
    /// Time for the client to take one answer.
    pub answer: Duration,
}

impl ConnectionLimits {
    /// The limits of `minesat serve` for this number of connections.
    pub fn of(connections: usize) -> ConnectionLimits {
        let seconds = Duration::from_secs;
        ConnectionLimits { connections, head: seconds(30), unread: seconds(10), answer: seconds(60) }
    }

    /// Open files needed for the connections, the refusals and the rest of the program.
    pub fn files(&self) -> u64 {
        (self.connections + REFUSALS + 256) as u64
    }
}

/// Refusals written at the same time; further connections are closed without an answer.
const REFUSALS: usize = 64;
/// Time for the client to take a refusal.
const REFUSAL: Duration = Duration::from_secs(1);
/// Most bytes of the head of a request.
const HEAD_BYTES: usize = 64 << 10;

/// Accepts connections until the task is dropped. When a client disconnects, its request is dropped, which interrupts
/// the work.
pub async fn serve(listener: TcpListener, router: Router, bounds: ConnectionLimits) {
    let places = Arc::new(Semaphore::new(bounds.connections));
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // No file descriptors left, or a client that has disconnected already.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        // An answer is one small write: waiting for more would only delay it.
        let _ = stream.set_nodelay(true);
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            if let Ok(place) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(async move {
                    // A client that does not take it in time does not get it.
                    let _ = timeout(REFUSAL, refuse(stream)).await;
                    drop(place);
                });
            }
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(bounds.head).max_buf_size(HEAD_BYTES);
            let stream = Unread::new(stream, bounds.unread, bounds.answer);
            // Errors on a connection concern its client only.
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

/// Refuses a connection without reading the request, and waits until the client closes: closing with unread data would
/// discard the answer.
async fn refuse(mut stream: TcpStream) -> io::Result<()> {
    let body = HttpError::crowded().body().to_string();
    let head =
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 1\r\nconnection: close";
    stream.write_all(format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).as_bytes()).await?;
    stream.shutdown().await?;
    let mut unread = [0; 4096];
    while stream.read(&mut unread).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::AsyncReadExt;

    use super::*;

    const SHORT: Duration = Duration::from_millis(300);

    /// A service with few places and short timeouts.
    async fn started(connections: usize) -> std::net::SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(async || "x".repeat(64 << 20))).route("/small", get(async || "fine"));
        tokio::spawn(serve(
            listener,
            router,
            ConnectionLimits { connections, head: 20 * SHORT, unread: SHORT, answer: 4 * SHORT },
        ));
        address
    }

    async fn said(address: std::net::SocketAddr) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /small HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    /// The time until a question is answered.
    async fn until_answered(address: std::net::SocketAddr) -> Duration {
        let start = std::time::Instant::now();
        while !said(address).await.starts_with("HTTP/1.1 200 ") {
            assert!(start.elapsed() < Duration::from_secs(20));
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        start.elapsed()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_finds_no_place_is_refused_at_once() {
        let address = started(2).await;
        let silent = [TcpStream::connect(address).await.unwrap(), TcpStream::connect(address).await.unwrap()];
        tokio::time::sleep(SHORT).await;
        let start = std::time::Instant::now();
        let answer = said(address).await;
        assert!(answer.starts_with("HTTP/1.1 503 ") && answer.ends_with("}}"), "{answer}");
        assert!(start.elapsed() < Duration::from_secs(1));
        drop(silent);
        assert!(until_answered(address).await < Duration::from_secs(5));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_does_not_read_loses_the_place() {
        let address = started(1).await;
        let mut deaf = TcpStream::connect(address).await.unwrap();
        deaf.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        tokio::time::sleep(SHORT / 3).await;
        assert!(said(address).await.starts_with("HTTP/1.1 503 "));
        assert!(until_answered(address).await < Duration::from_secs(5));
        drop(deaf);
        // A client that reads a little now and then still has only the time of one answer.
        let mut slow = TcpStream::connect(address).await.unwrap();
        slow.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        let reader = tokio::spawn(async move {
            let mut some = vec![0; 1 << 16];
            while slow.read(&mut some).await.is_ok_and(|got| got > 0) {
                tokio::time::sleep(SHORT / 6).await;
            }
        });
        tokio::time::sleep(SHORT / 3).await;
        assert!(until_answered(address).await < Duration::from_secs(5));
        reader.abort();
    }
}
