//! `grundy serve`: the web page.

use crate::Ending;
use crate::arguments::ServeArguments;
use crate::diagnostics::tell;
use grundy_web::{Settings, serve};

pub fn run(arguments: &ServeArguments) -> anyhow::Result<Ending> {
    let mut settings =
        Settings { address: arguments.addr, hosts: arguments.hosts.clone(), ..Settings::default() };
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
        anyhow::anyhow!(
            "cannot serve at {}: {error}\nhelp: another port may be free, `--addr 127.0.0.1:0` takes any",
            arguments.addr
        )
    })?;
    Ok(Ending::Answered)
}
