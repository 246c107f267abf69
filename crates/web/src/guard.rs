//! What every request passes, and what every response carries.

use crate::layout;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The most bytes of an address: what the longest text of a form is where every character is written as three. Longer
/// positions go to the API, in a body.
pub const LONGEST_ADDRESS: usize = 24 << 10;
/// The most bytes of a body.
pub const LARGEST_BODY: usize = 1 << 20;

/// Pages: everything from this server, nothing inline, no frames.
const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// By which names the server may be called.
#[derive(Clone, Debug)]
pub struct Hosts {
    names: Vec<String>,
    proxy: Proxy,
}

/// Whether what a proxy says of a request is believed: `X-Forwarded-For` and `X-Forwarded-Proto`. Anybody can send
/// these headers, so that they count only where nobody but a proxy reaches the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proxy {
    is_trusted: bool,
}

impl Proxy {
    /// Whether a request came through a proxy that is trusted.
    #[cfg(feature = "operations")]
    pub fn has_forwarded(self, headers: &HeaderMap) -> bool {
        self.is_trusted && headers.contains_key(FORWARDED_FOR)
    }

    /// The client that a trusted proxy names: the last one, which it has seen itself.
    #[cfg(feature = "operations")]
    pub fn client(self, headers: &HeaderMap) -> Option<&str> {
        let last = headers.get_all(FORWARDED_FOR).iter().next_back().filter(|_| self.is_trusted)?;
        Some(last.to_str().ok()?.rsplit(',').next()?.trim()).filter(|client| client.len() <= LONGEST_CLIENT)
    }

    /// By what the client reached the site.
    fn scheme(self, headers: &HeaderMap) -> &'static str {
        match only(headers, &FORWARDED_PROTO) {
            Some("https") if self.is_trusted => "https",
            _ => "http",
        }
    }
}

#[cfg(feature = "operations")]
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
/// An address of version 6 has no more characters, with a zone.
#[cfg(feature = "operations")]
const LONGEST_CLIENT: usize = 64;
/// Balancers ask here under names of their own.
const HEALTH: &str = "/health";

impl Hosts {
    /// The loopback names, the address itself, and these names more.
    pub fn new(address: SocketAddr, more: &[String]) -> Hosts {
        let mut names: Vec<String> = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).to_vec();
        if !address.ip().is_unspecified() {
            names.push(match address.ip() {
                IpAddr::V4(ip) => ip.to_string(),
                IpAddr::V6(ip) => format!("[{ip}]"),
            });
        }
        names.extend(more.iter().map(|name| name.to_lowercase()));
        Hosts { names, proxy: Proxy::default() }
    }

    /// The same behind a proxy that is believed: it says who the client is, and whether it came by HTTPS.
    #[must_use]
    pub fn behind_proxy(self) -> Hosts {
        Hosts { proxy: Proxy { is_trusted: true }, ..self }
    }

    /// Which proxy is believed.
    #[cfg(feature = "operations")]
    pub(crate) fn proxy(&self) -> Proxy {
        self.proxy
    }

    /// Whether a host, with or without its port, is one of them.
    fn know(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let name = match host.rsplit_once(':') {
            Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host.as_str(),
        };
        self.names.iter().any(|known| known == name)
    }
}

/// Refuses what comes under another name, from another page, or with an address too long; and adds the
/// headers that keep pages in their place.
pub async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let scheme = hosts.proxy.scheme(request.headers());
    let origin = only(request.headers(), &header::HOST).map(|host| format!("{scheme}://{host}"));
    let response = match refusal(&hosts, &request) {
        Some((status, message)) => (status, layout::notice("Refused", message)).into_response(),
        None => next.run(request).await,
    };
    let mut response = match origin {
        Some(origin) => at_home(response, &origin).await,
        None => response,
    };
    let headers = response.headers_mut();
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
    for (name, value) in ALWAYS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Puts the address of the site into a page that names it: previews of links need whole addresses.
async fn at_home(response: Response, origin: &str) -> Response {
    let is_page = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if !is_page {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let page = match std::str::from_utf8(&bytes) {
        Ok(text) if text.contains(layout::ORIGIN) => text.replace(layout::ORIGIN, origin).into(),
        _ => bytes,
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, axum::body::Body::from(page))
}

const ALWAYS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    // Without a referrer even here, a form of a page would be posted with the origin `null`, and be refused.
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

fn refusal(hosts: &Hosts, request: &Request) -> Option<(StatusCode, &'static str)> {
    let host = only(request.headers(), &header::HOST);
    if request.uri().path() != HEALTH && !host.is_some_and(|host| hosts.know(host)) {
        let told = "This server does not go by that name. Whoever runs it can allow a name with --host.";
        return Some((StatusCode::MISDIRECTED_REQUEST, told));
    }
    if request.headers().contains_key(header::ORIGIN) {
        let origin = only(request.headers(), &header::ORIGIN);
        let name = origin
            .and_then(|origin| origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")));
        // Another port of the same machine is another origin too.
        if name.is_none() || name != host {
            return Some((StatusCode::FORBIDDEN, "Requests from pages of other origins are not answered."));
        }
    }
    if !may_ask(request) {
        let told = "Requests that pages of other sites make are not answered. A link to a page of this site is \
                    followed; the API is for scripts of this site and for programs.";
        return Some((StatusCode::FORBIDDEN, told));
    }
    let length = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    if length > LONGEST_ADDRESS {
        let told = "That address is too long for a page. Long positions go to /api/solve, in the body of \
                    a POST, or to the program: grundy solve --file.";
        return Some((StatusCode::URI_TOO_LONG, told));
    }
    None
}

/// What browsers say of a request (<https://www.w3.org/TR/fetch-metadata/>).
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const FETCH_DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");
const PURPOSE: HeaderName = HeaderName::from_static("sec-purpose");

/// Whether a request comes from this site, from a person, or from a program that is no browser; of what other
/// sites make a browser ask, only that a person follows a link to a page. Another page could else make this
/// machine work without being seen: by a picture whose address is a question, for one.
fn may_ask(request: &Request) -> bool {
    let headers = request.headers();
    if !headers.contains_key(FETCH_SITE) || matches!(only(headers, &FETCH_SITE), Some("same-origin" | "none"))
    {
        return true;
    }
    let is_link = only(headers, &FETCH_MODE) == Some("navigate")
        && only(headers, &FETCH_DESTINATION) == Some("document")
        && !headers.contains_key(PURPOSE);
    is_link && request.method() == Method::GET && !is_for_scripts(request.uri().path())
}

/// Whether an address is for programs and the scripts of pages, and no page itself.
fn is_for_scripts(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/") || path.ends_with("/live") || path == "/moves"
}

/// The value of a header that is there once.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(first)
}

/// The policy of a picture that stands alone: its own style and nothing else.
pub fn picture_policy(svg: &str) -> HeaderValue {
    let style = svg.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>"));
    // The hash is of what the element says, which is what it is written as, without XML's marks.
    let text = style.map_or("", |(text, _)| text).replace("&lt;", "<").replace("&amp;", "&");
    let hash = BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    let policy = format!("default-src 'none'; style-src 'sha256-{hash}'; frame-ancestors 'none'; sandbox");
    HeaderValue::from_str(&policy).expect("base64 is ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_known_with_and_without_a_port() {
        let hosts = Hosts::new(([10, 0, 0, 7], 80).into(), &["Grundy.Example".to_owned()]);
        for host in ["localhost", "LOCALHOST:7878", "127.0.0.1:1", "[::1]:7878", "[::1]", "10.0.0.7:80"] {
            assert!(hosts.know(host), "{host}");
        }
        assert!(hosts.know("grundy.example:7878"));
        for host in
            ["", "evil.example", "localhost.evil.example", "127.0.0.1.evil:80", "localhost:x", "10.0.0.8"]
        {
            assert!(!hosts.know(host), "{host}");
        }
    }
}
