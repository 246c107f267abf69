//! The server: listening, connections, the way out.

use crate::connections::{ConnectionSlots, Slot};
use crate::guard::Hosts;
use crate::jobs::{Allowance, JobQueue};
use crate::site::router;
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

/// The most connections that are open at a time; when another comes, the one that has been idle longest
/// is closed.
const MOST_CONNECTIONS: usize = 512;
/// A connection that has not sent the head of a request by then is closed.
const LONGEST_HEAD: Duration = Duration::from_secs(15);
/// The most bytes of a connection that were read and not yet used.
const LARGEST_BUFFER: usize = 64 << 10;
/// At the end, requests that are being answered get this long.
const LONGEST_FAREWELL: Duration = Duration::from_secs(3);

/// Where the server listens, and what it does for a question.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address and port; port 0 is any free one.
    pub address: SocketAddr,
    /// Names besides the loopback ones by which it may be called.
    pub hosts: Vec<String>,
    /// How much it does.
    pub allowance: Allowance,
    /// Whether what a proxy before it says of a request is believed ([`Hosts::behind_proxy`]).
    pub is_behind_proxy: bool,
}

impl Default for Settings {
    /// Port 7878 of this machine alone.
    fn default() -> Settings {
        Settings {
            address: ([127, 0, 0, 1], 7878).into(),
            hosts: Vec::new(),
            allowance: Allowance::default(),
            is_behind_proxy: false,
        }
    }
}

/// Serves the site until Ctrl-C or SIGTERM; `ready` hears at which address.
///
/// # Errors
/// When the address cannot be listened at.
pub fn serve(settings: &Settings, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(async {
        let stop = stop_signal()?;
        let listener = TcpListener::bind(settings.address).await?;
        let address = listener.local_addr()?;
        ready(address);
        let hosts = Hosts::new(address, &settings.hosts);
        let hosts = if settings.is_behind_proxy { hosts.behind_proxy() } else { hosts };
        let (site, jobs) = router(hosts, settings.allowance);
        run(listener, site, &jobs, MOST_CONNECTIONS, stop).await;
        Ok(())
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

/// Accepts connections until `stop`, then lets those that are at work finish.
async fn run(
    listener: TcpListener,
    site: Router,
    jobs: &JobQueue,
    most: usize,
    stop: impl Future<Output = ()>,
) {
    let slots = ConnectionSlots::new(most);
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        tokio::select! {
            (stream, slot) = enter(&listener, &slots) => {
                tokio::spawn(attend(stream, slot, site.clone(), &graceful));
            }
            () = &mut stop => break,
        }
    }
    drop(listener);
    jobs.close();
    let _ = tokio::time::timeout(LONGEST_FAREWELL, graceful.shutdown()).await;
}

/// The next client, with a slot.
async fn enter(listener: &TcpListener, slots: &Arc<ConnectionSlots>) -> (TcpStream, Slot) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, slots.take().await),
            // No file handles left, for one: wait for connections to end.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Answers a client's requests until it goes, or has to make room.
fn attend(
    stream: TcpStream,
    slot: Slot,
    site: Router,
    graceful: &GracefulShutdown,
) -> impl Future<Output = ()> + use<> {
    let _ = stream.set_nodelay(true);
    let own = slot.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(own.clone());
        site.clone().oneshot(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(LONGEST_HEAD).max_buf_size(LARGEST_BUFFER);
    let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
    async move {
        tokio::select! {
            // A client that hangs up in the middle is no event.
            _ = connection => {}
            () = slot.asked_to_close() => {}
        }
    }
}

/// Resolves when the program is asked to end.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves when the program is asked to end.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;
    use tokio::sync::oneshot;

    /// Misere play of Grundy's game on such heaps is far beyond what a test waits for.
    const HARD: &str = "/api/solve?position=grundys-game+70+71+72&convention=misere";

    /// As few as a test can fill.
    const SEATS: usize = 6;
    /// Long enough for any machine, and shorter than idle clients are borne with.
    const SOON: Duration = Duration::from_secs(10);

    struct Running {
        address: SocketAddr,
        jobs: Arc<JobQueue>,
        stop: oneshot::Sender<()>,
        done: tokio::task::JoinHandle<()>,
    }

    async fn start() -> Running {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let mut allowance = Allowance::default();
        (allowance.second.time, allowance.second.memory) = (None, None);
        let (site, jobs) = router(Hosts::new(address, &[]), allowance);
        let (stop, stopped) = oneshot::channel();
        let of_server = Arc::clone(&jobs);
        let done = tokio::spawn(async move {
            run(listener, site, &of_server, SEATS, async {
                let _ = stopped.await;
            })
            .await;
        });
        Running { address, jobs, stop, done }
    }

    async fn ask(address: SocketAddr, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.expect("the server listens");
        let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        stream
    }

    async fn until(mut holds: impl FnMut() -> bool) {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn work_stops_when_the_client_hangs_up() {
        let running = start().await;
        let stream = ask(running.address, HARD).await;
        until(|| running.jobs.tries() == 2 && running.jobs.at_work() == 1).await;
        drop(stream);
        until(|| running.jobs.at_work() == 0).await;
    }

    /// What a request gets on a new connection.
    async fn answer(address: SocketAddr, path: &str) -> String {
        let mut stream = ask(address, path).await;
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await.expect("it is answered");
        reply
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn idle_clients_make_room() {
        let running = start().await;
        let mut idle = Vec::new();
        for number in 0..4 * SEATS {
            let mut stream = TcpStream::connect(running.address).await.expect("the server listens");
            // Some say nothing, some the half of a head, some a head and the half of a body, some keep the
            // connection after an answer.
            let host = running.address;
            let said = match number % 4 {
                0 => String::new(),
                1 => format!("GET / HTTP/1.1\r\nhost: {host}\r\n"),
                2 => format!(
                    "POST /api/solve HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
                     content-length: 100\r\n\r\n{{"
                ),
                _ => format!("GET /static/icon.svg HTTP/1.1\r\nhost: {host}\r\n\r\n"),
            };
            stream.write_all(said.as_bytes()).await.expect("the server reads");
            idle.push(stream);
        }
        let reply = tokio::time::timeout(SOON, answer(running.address, "/api/solve?position=nim+3+5")).await;
        assert!(reply.expect("idle clients make room").contains(r#""outcome":"N""#));
        let mut end = Vec::new();
        let closed = tokio::time::timeout(SOON, idle[0].read_to_end(&mut end)).await;
        assert!(closed.is_ok(), "the first of them had to leave");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_waits_for_an_answer_is_not_sent_away() {
        let running = start().await;
        let waiting = ask(running.address, HARD).await;
        until(|| running.jobs.tries() == 2 && running.jobs.at_work() == 1).await;
        for _ in 0..3 * SEATS {
            let _gone = TcpStream::connect(running.address).await.expect("the server listens");
            assert!(answer(running.address, "/api/solve?position=nim+3").await.contains("200 OK"));
        }
        assert_eq!(running.jobs.at_work(), 1, "its work goes on");
        drop(waiting);
        until(|| running.jobs.at_work() == 0).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_server_ends_with_what_it_knows() {
        let running = start().await;
        let mut stream = ask(running.address, HARD).await;
        until(|| running.jobs.tries() == 2 && running.jobs.at_work() == 1).await;
        running.stop.send(()).expect("the server runs");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await.expect("an answer comes before the end");
        assert!(reply.contains(r#""stopped":"cancelled""#), "{reply}");
        running.done.await.expect("the server ends without a panic");
        assert!(TcpStream::connect(running.address).await.is_err());
    }
}
