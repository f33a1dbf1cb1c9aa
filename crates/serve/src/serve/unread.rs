//! Ends connections whose client does not read.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A stream that fails if no byte is accepted for `patience`, or if one answer is not sent after `most`. Both run from
/// the first write that has to wait.
pub struct Unread {
    stream: TcpStream,
    patience: Duration,
    most: Duration,
    stuck: Option<Pin<Box<Sleep>>>,
    late: Option<Pin<Box<Sleep>>>,
}

impl Unread {
    pub fn new(stream: TcpStream, patience: Duration, most: Duration) -> Self {
        Self { stream, patience, most, stuck: None, late: None }
    }
}

impl AsyncRead for Unread {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Unread {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if this.late.as_mut().is_some_and(|late| late.as_mut().poll(cx).is_ready()) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        if let Poll::Ready(written) = Pin::new(&mut this.stream).poll_write(cx, bytes) {
            this.stuck = None;
            return Poll::Ready(written);
        }
        let late = this.late.get_or_insert_with(|| Box::pin(sleep(this.most)));
        let stuck = this.stuck.get_or_insert_with(|| Box::pin(sleep(this.patience)));
        if late.as_mut().poll(cx).is_pending() {
            ready!(stuck.as_mut().poll(cx));
        }
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Called when the whole answer is written.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        (self.stuck, self.late) = (None, None);
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
