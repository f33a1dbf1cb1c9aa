//! Access control. The service has no password, so a web page must not use it through the browser of the user who runs
//! it: neither across origins nor under a host name that resolves to this machine (DNS rebinding).

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Config, HttpError, Shared};

/// Everything that the page loads comes from here; it cannot be framed, and it sends nothing elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Refuses foreign clients; sets the headers of every response.
pub async fn guard(State(service): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = match check(&service.config, request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.headers_mut().insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

fn check(config: &Config, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), HttpError> {
    let host = only(headers, &header::HOST)?.ok_or_else(|| HttpError::foreign("the request names no host"))?;
    let unknown = || HttpError::foreign(format!("this service is not {host:?}; name it with --allow-host"));
    let named = Place::read(host).filter(|place| place.is_ours(config)).ok_or_else(unknown)?;
    // A request line with a whole URI (`GET http://name/ HTTP/1.1`) names the host a second time.
    if uri.authority().is_some_and(|authority| Place::read(authority.as_str()).as_ref() != Some(&named)) {
        return Err(HttpError::foreign("the request line and Host name different hosts"));
    }
    // Browsers send the origin of the page; programs need not.
    if only(headers, &header::ORIGIN)?.is_some_and(|origin| !named.is_origin(origin)) {
        return Err(HttpError::foreign("a page of another origin asks"));
    }
    // A link from elsewhere may open the page, but not ask questions.
    if method != Method::GET && headers.get_all("sec-fetch-site").iter().any(|site| site == "cross-site") {
        return Err(HttpError::foreign("a page of another site asks"));
    }
    Ok(())
}

/// The value of a header that may occur once: of two values, a proxy may have checked the other one.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, HttpError> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(HttpError::foreign(format!("the request has more than one {name} header")));
    }
    value.to_str().map(Some).map_err(|_| HttpError::foreign(format!("the {name} header is not plain text")))
}

/// A host and its port, as `Host` and `Origin` give them.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    /// Lower case, without the dot that may end a full name.
    name: String,
    port: Option<u16>,
}

impl Place {
    /// None if the text is not a host with or without a port, to its very end.
    fn read(text: &str) -> Option<Self> {
        let authority: Authority = text.parse().ok()?;
        let (host, port) = (authority.host(), authority.port_u16());
        // The parser leaves the text after a bracket, a port that is not a number, and user names to its callers.
        match authority.as_str().strip_prefix(host)? {
            "" | ":" => {}
            rest if rest.starts_with(':') && port.is_some() => {}
            _ => return None,
        }
        let name = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
        (!name.is_empty()).then_some(Self { name, port })
    }

    /// An address, `localhost` or an allowed name. An address cannot be rebound.
    fn is_ours(&self, config: &Config) -> bool {
        if let Some(inner) = self.name.strip_prefix('[') {
            return inner.strip_suffix(']').is_some_and(|address| address.parse::<Ipv6Addr>().is_ok());
        }
        let known = |allowed: &String| allowed.strip_suffix('.').unwrap_or(allowed).eq_ignore_ascii_case(&self.name);
        self.name == "localhost" || self.name.parse::<Ipv4Addr>().is_ok() || config.hosts.iter().any(known)
    }

    /// True if a page of this origin came from here.
    fn is_origin(&self, origin: &str) -> bool {
        let Some((scheme, rest)) = origin.split_once("://") else { return false };
        let usual = match scheme {
            "http" => 80,
            // From a proxy in front of the service.
            "https" => 443,
            _ => return false,
        };
        let port = |place: &Self| place.port.unwrap_or(usual);
        Self::read(rest).is_some_and(|page| page.name == self.name && port(&page) == port(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::time::Duration;

    fn asked(headers: &[(&'static str, &str)]) -> bool {
        asked_at("/api/solve", headers)
    }

    fn asked_at(uri: &str, headers: &[(&'static str, &str)]) -> bool {
        let config = Config {
            cells: 1,
            bytes: 1,
            time: Duration::ZERO,
            memory: 1,
            jobs: 1,
            waiting: 1,
            hosts: vec!["lab.example".into()],
            program: PathBuf::from("x").into(),
        };
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_str(value).unwrap());
        }
        check(&config, &Method::POST, &uri.parse().unwrap(), &map).is_ok()
    }

    #[test]
    fn only_our_own_names_and_pages_may_ask() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:8017", "[::1]:8017", "lab.example:1", "192.0.2.7:80"] {
            assert!(asked(&[("host", host)]), "{host}");
            assert!(asked(&[("host", host), ("origin", &format!("http://{host}"))]), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "", "127.0.0.1.evil.example:80", "[evil]:1"] {
            assert!(!asked(&[("host", host)]), "{host}");
        }
        assert!(!asked(&[]));
        for origin in ["http://evil.example", "null", "http://localhost:81", "localhost:80", ""] {
            assert!(!asked(&[("host", "localhost:80"), ("origin", origin)]), "{origin}");
        }
        assert!(!asked(&[("host", "localhost"), ("sec-fetch-site", "cross-site")]));
        assert!(asked(&[("host", "localhost"), ("sec-fetch-site", "same-origin")]));
    }

    #[test]
    fn host_is_read_to_its_end() {
        for host in ["localhost.", "LocalHost.:80", "lab.example.", "[::1]", "localhost:"] {
            assert!(asked(&[("host", host)]), "{host}");
        }
        for host in [
            "[::1].evil.com",
            "[::1]evil",
            "[::1]:evil",
            "localhost:evil",
            "localhost:80:80",
            "localhost:99999",
            "localhost..",
            "evil@localhost",
            "localhost@evil.com",
            "::1",
            "[127.0.0.1]",
            "[::1",
            "[fe80::1%25x]",
            ".",
        ] {
            assert!(!asked(&[("host", host)]), "{host}");
        }
    }

    #[test]
    fn a_host_or_origin_that_occurs_twice_or_differs_is_refused() {
        assert!(!asked(&[("host", "localhost"), ("host", "localhost")]));
        assert!(!asked(&[("host", "localhost"), ("host", "evil.example")]));
        let origin = ("origin", "http://localhost");
        assert!(asked(&[("host", "localhost"), origin]));
        assert!(asked(&[("host", "localhost:80"), origin]));
        assert!(!asked(&[("host", "localhost"), origin, origin]));
        assert!(!asked(&[("host", "localhost"), ("origin", "ftp://localhost")]));
        assert!(asked_at("http://localhost/api/solve", &[("host", "localhost")]));
        assert!(!asked_at("http://evil.example/api/solve", &[("host", "localhost")]));
    }
}
