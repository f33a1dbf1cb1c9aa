//! A client that does what it is told, also what no well-behaved client does, and a server to talk to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running `minesat serve`, ended when dropped.
pub struct Server {
    process: Child,
    /// `127.0.0.1:port`
    pub address: String,
}

impl Server {
    /// Starts the program on a free port.
    pub fn start(program: &Path, options: &[&str]) -> Server {
        let mut command = Command::new(program);
        command.args(["serve", "--port", "0"]).args(options).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the program starts");
        let mut line = String::new();
        let output = process.stdout.as_mut().expect("its output is piped");
        BufReader::new(output).read_line(&mut line).expect("it says where it listens");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_string();
        Server { process, address }
    }

    /// Resident memory in KiB.
    pub fn resident_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
        line.and_then(|l| l.trim().split(' ').next()?.parse().ok()).unwrap_or(0)
    }

    /// Processes that it has started and that still live.
    pub fn children(&self) -> usize {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.process.id()));
        let of =
            |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        threads.map_or(0, |all| all.flatten().map(|t| of(t).split_whitespace().count()).sum())
    }

    /// True if it has not ended.
    pub fn lives(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// An answer: status, head, body.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {:?}", self.body))
    }
}

/// One connection, kept open between requests.
pub struct Client {
    address: String,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    /// A client that connects when it has something to say.
    pub fn new(address: &str) -> Client {
        Client { address: address.into(), stream: None }
    }

    fn stream(&mut self) -> &mut BufReader<TcpStream> {
        self.stream.get_or_insert_with(|| {
            let stream = TcpStream::connect(&self.address).expect("the server listens");
            stream.set_nodelay(true).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            BufReader::new(stream)
        })
    }

    /// Sends bytes without waiting for an answer.
    pub fn send(&mut self, bytes: &[u8]) {
        // A server that has seen enough may close before all is sent; its answer is read all the same.
        let _ = self.stream().get_mut().write_all(bytes);
    }

    /// Reads one answer.
    pub fn receive(&mut self) -> Reply {
        let stream = self.stream();
        let (mut head, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            let got = stream.read_line(&mut line).expect("an answer comes");
            assert!(got > 0, "the connection was closed without an answer");
            if line == "\r\n" {
                break;
            }
            head.push_str(&line.to_ascii_lowercase());
        }
        let field = |name: &str| head.lines().find_map(|l| l.strip_prefix(name)).map(str::trim);
        let length = field("content-length:").map_or(0, |n| n.parse().expect("a length"));
        let mut body = vec![0; length];
        stream.read_exact(&mut body).expect("the whole body comes");
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
        if field("connection:") == Some("close") {
            self.stream = None;
        }
        Reply { status, head, body: String::from_utf8(body).expect("UTF-8") }
    }

    /// A request with these lines of head.
    pub fn request(&mut self, first: &str, head: &[&str], body: &[u8]) -> Reply {
        let mut text = format!("{first} HTTP/1.1\r\n");
        head.iter().for_each(|line| text += &format!("{line}\r\n"));
        text += &format!("Content-Length: {}\r\n\r\n", body.len());
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(body);
        self.send(&bytes);
        self.receive()
    }

    /// A question as JSON.
    pub fn post(&mut self, path: &str, body: &str) -> Reply {
        let host = format!("Host: {}", self.address);
        self.request(&format!("POST {path}"), &[&host, "Content-Type: application/json"], body.as_bytes())
    }

    /// Fetches a path.
    pub fn get(&mut self, path: &str) -> Reply {
        let host = format!("Host: {}", self.address);
        self.request(&format!("GET {path}"), &[&host], b"")
    }
}
