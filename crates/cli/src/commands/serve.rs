//! `grundy serve`: the web page.

use crate::Ending;
use crate::arguments::ServeArguments;
use crate::diagnostics::tell;
use crate::error::CliError;
use grundy_web::{Settings, serve};

pub fn run(arguments: &ServeArguments) -> anyhow::Result<Ending> {
    let mut settings =
        Settings { address: arguments.addr, hosts: arguments.hosts.clone(), ..Settings::default() };
    settings.is_behind_proxy = arguments.trust_proxy;
    #[cfg(feature = "operations")]
    log(arguments.log);
    settings.allowance.second.time = Some(arguments.time);
    settings.allowance.second.memory = Some(arguments.memory);
    if !arguments.addr.ip().is_loopback() {
        tell(
            "warning: this address can be reached from other machines; the page has no accounts, and \
             everybody who reaches it can make this machine work",
        );
    }
    let served = serve(&settings, |address| {
        tell(format_args!("Grundy is at http://{address}/ (Ctrl-C stops)"));
    });
    served.map_err(|error| {
        let message = format!("cannot serve at {}: {error}", arguments.addr);
        CliError::new(message, "another port may be free, `--addr 127.0.0.1:0` takes any")
    })?;
    Ok(Ending::Answered)
}

/// Sends what the server logs to standard error.
#[cfg(feature = "operations")]
fn log(level: crate::arguments::LogLevel) {
    use crate::arguments::LogLevel;
    use tracing_subscriber::filter::LevelFilter;
    let level = match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Info => LevelFilter::INFO,
    };
    tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_ansi(false).init();
}
