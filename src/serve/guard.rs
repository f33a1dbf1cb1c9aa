//! Who may ask. The service has no password, so a web page somewhere must not be able to use it through the
//! browser of whoever runs it: neither across origins nor under a name of its own that resolves to this
//! machine (DNS rebinding).

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Config, Refusal, Shared};

/// All that the page loads comes from here; nothing frames it, and it sends nothing elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Refuses foreign askers; sets the headers that every response has.
pub async fn guard(State(service): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = match check(&service.config, request.method(), request.headers()) {
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

fn check(config: &Config, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    let text = |name| headers.get(name).and_then(|v: &HeaderValue| v.to_str().ok());
    let host = text(header::HOST).ok_or_else(|| Refusal::foreign("the request names no host"))?;
    if !is_ours(config, host) {
        return Err(Refusal::foreign(format!("this service is not {host:?}; name it with --allow-host")));
    }
    // Browsers name the page that asks; programs do not, and need not.
    let same = |origin: &str| origin.split_once("://").is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(host));
    if let Some(origin) = headers.get(header::ORIGIN)
        && !origin.to_str().is_ok_and(same)
    {
        return Err(Refusal::foreign("a page of another origin asks"));
    }
    // A link from elsewhere may open the page, but not ask questions.
    if method != Method::GET && text(header::HeaderName::from_static("sec-fetch-site")) == Some("cross-site") {
        return Err(Refusal::foreign("a page of another site asks"));
    }
    Ok(())
}

/// An address, `localhost` or an allowed name, with or without a port. An address cannot be rebound.
fn is_ours(config: &Config, host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let known = |allowed: &String| allowed.eq_ignore_ascii_case(name);
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok() || config.hosts.iter().any(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn asked(headers: &[(&'static str, &str)]) -> bool {
        let config = Config {
            cells: 1,
            bytes: 1,
            time: Duration::ZERO,
            memory: 1,
            jobs: 1,
            waiting: 1,
            hosts: vec!["lab.example".into()],
            program: "x".into(),
        };
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_str(value).unwrap());
        }
        check(&config, &Method::POST, &map).is_ok()
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
}
