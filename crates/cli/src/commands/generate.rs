//! `grundy completions` and `grundy man`: both from the arguments themselves.

use crate::Ending;
use crate::arguments::{Arguments, CompletionsArguments};
use clap::CommandFactory;
use std::io::Write;

pub fn completions(arguments: &CompletionsArguments) -> anyhow::Result<Ending> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "grundy", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Ending::Answered)
}

pub fn man() -> anyhow::Result<Ending> {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    // One page holds everything: the commands follow the overview.
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        let man = clap_mangen::Man::new(subcommand.clone());
        writeln!(page, ".SH GRUNDY {}", subcommand.get_name().to_uppercase())?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    std::io::stdout().lock().write_all(&page)?;
    Ok(Ending::Answered)
}
