//! Connections: a bounded number, and none of them waits for ever.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::unread::Unread;

/// Connections open at the same time; further ones wait to be accepted.
const MOST: usize = 512;
/// Time for the head of a request, and the life of an idle connection.
const HEAD: Duration = Duration::from_secs(30);
/// Time in which the client takes no byte of an answer, and time for one answer to be taken.
const UNREAD: Duration = Duration::from_secs(10);
const ANSWER: Duration = Duration::from_secs(60);
/// Most bytes of a head.
const HEAD_BYTES: usize = 64 << 10;

/// Accepts connections until the task is dropped. A connection whose client goes away drops the
/// request that is being worked on, which interrupts the work.
pub async fn serve(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                // No file descriptors left, or a client that was gone already.
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        // An answer is one small write: waiting for more would only delay it.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(HEAD_BYTES);
            // What goes wrong on a connection is its client's affair.
            let _ = builder.serve_connection(TokioIo::new(Unread::new(stream, UNREAD, ANSWER)), service).await;
            drop(place);
        });
    }
}
