//! `grundy completions` and `grundy man`: both from the arguments themselves.

use crate::Ending;
use crate::arguments::{Arguments, CompletionsArguments, ManArguments};
use anyhow::bail;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use grundy::Shelf;
use std::io::Write;

pub fn completions(arguments: &CompletionsArguments) -> anyhow::Result<Ending> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "grundy", &mut script);
    let mut script = String::from_utf8(script)?;
    match arguments.shell {
        Shell::Bash => script += &bash_names(),
        Shell::Zsh => script = zsh_names(&script),
        Shell::Fish => script += &fish_names(),
        _ => {}
    }
    std::io::stdout().lock().write_all(script.as_bytes())?;
    Ok(Ending::Answered)
}

/// The names of games, their aliases, and their positions that have a name.
fn names() -> Vec<String> {
    let of_card = |card: &grundy::Card| {
        let names: Vec<String> = card.names().map(str::to_owned).collect();
        let presets = card.positions.iter().map(|position| format!("{}@{}", card.id, position.name));
        names.into_iter().chain(presets).collect::<Vec<_>>()
    };
    Shelf::usual().cards().flat_map(of_card).collect()
}

/// The commands whose arguments are positions.
fn commands_of_positions() -> Vec<String> {
    let takes_position = |command: &&Command| {
        command
            .get_positionals()
            .any(|argument| matches!(argument.get_id().as_str(), "position" | "positions" | "game"))
    };
    let mut command = Arguments::command();
    command.build();
    command.get_subcommands().filter(takes_position).map(|command| command.get_name().to_owned()).collect()
}

/// In bash: after what the arguments complete, names of games. `@` is a letter of a word there, for `nim@marienbad`.
fn bash_names() -> String {
    format!(
        r#"
_grundy_names() {{
    _grundy "$@"
    local word="${{COMP_WORDS[COMP_CWORD]}}"
    case " {commands} " in
        *" ${{COMP_WORDS[1]}} "*)
            if [[ $COMP_CWORD -ge 2 && "$word" != -* ]]; then
                COMPREPLY+=( $(compgen -W "{names}" -- "$word") )
                compopt -o default 2> /dev/null
            fi
            ;;
    esac
}}
COMP_WORDBREAKS=${{COMP_WORDBREAKS//@}}
complete -F _grundy_names -o bashdefault -o default grundy
"#,
        commands = commands_of_positions().join(" "),
        names = names().join(" ")
    )
}

/// In zsh: a position is completed with names of games, and with files.
fn zsh_names(script: &str) -> String {
    let names: Vec<String> = names().iter().map(|name| format!("'{name}'")).collect();
    let function = format!("_grundy_names() {{ compadd -- {} ; _files }}\n\n_grundy() {{", names.join(" "));
    let lines =
        script.lines().map(|line| match line.contains("position -- ") || line.contains("::game -- ") {
            true => line.replace(":_default'", ":_grundy_names'"),
            false => line.to_owned(),
        });
    lines.collect::<Vec<_>>().join("\n").replacen("_grundy() {", &function, 1) + "\n"
}

/// In fish: names of games after the commands that take positions.
fn fish_names() -> String {
    format!(
        "complete -c grundy -n \"__fish_seen_subcommand_from {}\" -a \"{}\" -d game\n",
        commands_of_positions().join(" "),
        names().join(" ")
    )
}

pub fn man(arguments: &ManArguments) -> anyhow::Result<Ending> {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    if !arguments.command.is_empty() {
        let mut wanted = &command;
        for word in &arguments.command {
            let Some(next) = wanted.find_subcommand(word) else {
                bail!("there is no command `{word}`\nhelp: `grundy help` lists them");
            };
            wanted = next;
        }
        clap_mangen::Man::new(wanted.clone()).render(&mut page)?;
        std::io::stdout().lock().write_all(&page)?;
        return Ok(Ending::Answered);
    }
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
