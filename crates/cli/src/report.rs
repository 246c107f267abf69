//! Answers and explanations as text.

use grundy::misere::MoveGroup;
use grundy::{
    Answer, Block, Convention, Explanation, Method, Nimber, Outcome, Position, Step, TextTable, Word,
};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Longer lines are hard to read.
const WIDEST_TEXT: usize = 96;

/// Texts of positions longer than this are cut in what people read; JSON has them whole.
const LONGEST_TEXT: usize = 300;

/// Paragraphs are filled to this width, that of the terminal if it is narrow.
pub fn text_width() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    terminal.map_or(WIDEST_TEXT, |(width, _)| usize::from(width.0).clamp(20, WIDEST_TEXT))
}

/// A text whose lines are at most as wide as they should be. Words stay whole: labels of moves are words
/// and must not be broken at hyphens.
pub fn filled(text: &str, first_indent: &str, indent: &str) -> String {
    let options = textwrap::Options::new(text_width())
        .initial_indent(first_indent)
        .subsequent_indent(indent)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .word_separator(textwrap::WordSeparator::AsciiSpace);
    textwrap::fill(text, options)
}

/// A position as people read it, its end left out where it is long.
pub fn shown(position: &Position) -> String {
    let text = position.to_string();
    if text.is_empty() { "(the empty sum)".to_owned() } else { shortened(&text, LONGEST_TEXT) }
}

/// Writes an answer.
pub fn answer(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    head(out, answer)?;
    rest(out, answer)
}

/// Writes the first part of an answer: who wins, by what nimber.
pub fn head(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    writeln!(out, "{}", shown(&answer.position))?;
    writeln!(out, "{}", filled(&verdict(answer), "", ""))?;
    if let Some(why) = &answer.why_convention {
        writeln!(out, "{}", filled(&convention_chosen(why), "", ""))?;
    }
    if answer.parts.len() > 1 {
        parts(out, answer)?;
    }
    Ok(())
}

/// Says why an answer is not whole whose first part was written before that was known.
pub fn stopped_after_head(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    match answer.stopped {
        Some(reason) => writeln!(out, "Stopped by {} before all moves were tried.", limit_of(reason)),
        None => Ok(()),
    }
}

/// Writes the rest of an answer: which moves win, and what else was asked.
pub fn rest(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    winning_moves(out, answer.moves, answer.winning_count, &answer.winning)?;
    winning_groups(out, answer)?;
    options(out, answer)?;
    tables(out, answer)
}

/// The options in a table, by value.
fn options(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    let Some(listed) = &answer.options else { return Ok(()) };
    let count = listed.len() as u128;
    let more = answer.moves.saturating_sub(count);
    let unlisted = if more > 0 { format!(", the first {count}") } else { String::new() };
    writeln!(out, "Options, {} of {}{unlisted}:", count, answer.moves)?;
    let has_nimbers = answer.convention == Convention::Normal;
    let value = if has_nimbers { "value" } else { "outcome" };
    let mut table = TextTable::new([value, "move", "leaves"]);
    for option in answer.options_by_value() {
        let value = match (option.nimber, option.outcome) {
            (Some(nimber), _) => nimber.to_string(),
            (None, Some(outcome)) => outcome.to_string(),
            (None, None) => "?".to_owned(),
        };
        table.row([value, option.label.clone(), shortened(&option.left.to_string(), 80)]);
    }
    if count > 0 { write_table(out, &table) } else { Ok(()) }
}

/// Writes an answer with its working.
pub fn explanation(out: &mut dyn Write, explanation: &Explanation) -> io::Result<()> {
    answer(out, &explanation.answer)?;
    for (number, step) in explanation.steps.iter().enumerate() {
        writeln!(out)?;
        write_step(out, number + 1, step)?;
    }
    Ok(())
}

/// The tables in which states were found, and what they hold.
fn tables(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    for table in &answer.tables {
        let (dir, holds) = (table.dir.display(), &table.holds);
        match answer.method {
            Method::Table => writeln!(out, "Looked up in the table {dir}: {holds}.")?,
            _ => {
                let states = Word::count(table.states.into(), "state");
                writeln!(out, "The search looked {states} up in the table {dir}: {holds}.")?;
            }
        }
    }
    Ok(())
}

/// Who wins, in a sentence.
pub fn won_by(outcome: Outcome, convention: Convention, nimber: Option<Nimber>) -> String {
    let misere = misere_play(convention);
    let nimber = nimber.map_or(String::new(), |nimber| format!(", nimber {nimber}"));
    match outcome {
        Outcome::N => format!("The next player wins (N{misere}){nimber}."),
        Outcome::P => format!("The previous player wins (P{misere}){nimber}."),
    }
}

/// Which convention is used where the terms have different usual ones, and how to have the other.
pub fn convention_chosen(why: &str) -> String {
    format!("Normal play is used: {why}. --misere asks for the other.")
}

fn misere_play(convention: Convention) -> &'static str {
    if convention == Convention::Misere { ", misère play" } else { "" }
}

fn verdict(answer: &Answer) -> String {
    // A limit may leave the outcome and take the nimber.
    let unknown = match (answer.nimber_at_least, answer.stopped) {
        (Some(least), Some(reason)) => {
            format!(
                " The nimber is not known, only that it is at least {least}: stopped by {}.",
                limit_of(reason)
            )
        }
        (None, Some(reason)) => format!(" Stopped by {}.", limit_of(reason)),
        _ => String::new(),
    };
    match (answer.outcome, answer.stopped) {
        (Some(outcome), _) => won_by(outcome, answer.convention, answer.nimber) + &unknown,
        (None, reason) => {
            let misere = misere_play(answer.convention);
            let reason = reason.map_or("a limit", limit_of);
            let bound = answer.nimber_at_most.map_or(String::new(), |most| {
                format!(" The nimber is at most {most}: no more moves can be made, or chosen from.")
            });
            format!(
                "Not known{misere}: stopped by {reason} after {} and {:.1} s.{bound}",
                Word::count(answer.nodes.into(), "node"),
                answer.seconds
            )
        }
    }
}

/// What stopped some work, in words.
pub fn limit_of(reason: grundy::StopReason) -> &'static str {
    match reason {
        grundy::StopReason::Nodes => "the limit of nodes (--nodes)",
        grundy::StopReason::Time => "the limit of time (--time)",
        grundy::StopReason::Memory => "the limit of memory (--memory)",
        grundy::StopReason::Cancelled => "an interruption",
    }
}

fn parts(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    for (index, part) in answer.parts.iter().enumerate().take(20) {
        let nimber = part.nimber.map_or(String::new(), |nimber| format!(" = {nimber}"));
        let text = part.board.term();
        writeln!(out, "  {}: {}{nimber}", index + 1, shortened(&text, 80))?;
    }
    if answer.parts.len() > 20 {
        let more = Word::count(answer.parts.len() as u128 - 20, "more term");
        writeln!(out, "  ... and {more}")?;
    }
    Ok(())
}

/// Writes the winning moves: how many of how many, where that is known, and those that are named.
pub fn winning_moves(
    out: &mut dyn Write,
    moves: u128,
    count: Option<u128>,
    named: &[String],
) -> io::Result<()> {
    let Some(count) = count else {
        if named.is_empty() {
            return Ok(());
        }
        writeln!(out, "Winning moves found so far: {}", named.join(" "))?;
        return match moves.saturating_sub(named.len() as u128) {
            0 => Ok(()),
            1 => writeln!(out, "Whether the other move wins is open."),
            others => writeln!(out, "Of the other {others} moves, some are still open."),
        };
    };
    if count == 0 {
        return match moves {
            0 => writeln!(out, "There are no moves."),
            1 => writeln!(out, "The only move does not win."),
            moves => writeln!(out, "None of the {moves} moves wins."),
        };
    }
    let mut line = format!("Winning moves, {count} of {}", moves);
    let unnamed = count - named.len() as u128;
    if !named.is_empty() {
        line += &format!(": {}", named.join(" "));
    }
    if unnamed > 0 && !named.is_empty() {
        line += &format!(" ... and {unnamed} more (--moves all names them)");
    }
    if named.len() > 1000 { writeln!(out, "{line}") } else { writeln!(out, "{}", filled(&line, "", "  ")) }
}

/// The most lines of the table of winning moves by groups.
const MOST_GROUP_LINES: usize = 40;

/// All winning moves of a misère sum of many heaps, by heaps in which the same moves win.
fn winning_groups(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    let Some(groups) = &answer.winning_groups else { return Ok(()) };
    writeln!(out, "All of them, by heaps in which the same moves win:")?;
    let mut table = TextTable::new(["heap", "how many", "take", "leave a smaller heap of (0: none)"]);
    for group in groups {
        for (line, moves) in group.moves.iter().enumerate() {
            let heap = match group.step {
                Some(step) if group.least < group.largest => {
                    format!("{} to {}, steps of {step}", group.least, group.largest)
                }
                _ => group.least.to_string(),
            };
            let (heap, heaps) = if line == 0 { (heap, group.heaps.to_string()) } else { Default::default() };
            let take = if moves.added > 0 { format!("-{}", moves.added) } else { moves.taken.to_string() };
            table.row([heap, heaps, take, smaller_heaps(moves)]);
        }
    }
    let more = table.rows.len().saturating_sub(MOST_GROUP_LINES);
    table.rows.truncate(MOST_GROUP_LINES);
    write_table(out, &narrowed(&table))?;
    if more > 0 {
        writeln!(out, "     ... and {} (--json tells all)", Word::count(more as u128, "more line"))?;
    }
    Ok(())
}

/// What moves leave beside the largest heap: `0, 1, 3`, and with a period `74 + 12 k, 77 + 12 k`.
fn smaller_heaps(moves: &MoveGroup) -> String {
    let told = |heaps: &Vec<u64>| match (&heaps[..], moves.step) {
        ([], _) => "0".to_owned(),
        (heaps, Some(step)) => format!("{} + {step} k", heaps[0]),
        (heaps, None) => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" and "),
    };
    moves.smaller.iter().map(told).collect::<Vec<_>>().join(", ")
}

fn write_step(out: &mut dyn Write, number: usize, step: &Step) -> io::Result<()> {
    let heading = format!("{number}. {}", step.heading);
    writeln!(out, "{}", filled(&heading, "", "   "))?;
    write_blocks(out, step)
}

/// Writes a step that stands alone.
pub fn working(out: &mut dyn Write, step: &Step) -> io::Result<()> {
    writeln!(out, "{}", filled(&step.heading, "", "   "))?;
    write_blocks(out, step)
}

fn write_blocks(out: &mut dyn Write, step: &Step) -> io::Result<()> {
    for block in &step.blocks {
        match block {
            Block::Text(text) => writeln!(out, "{}", filled(text, "   ", "   "))?,
            Block::Table(table) => write_table(out, &narrowed(table))?,
        }
    }
    Ok(())
}

/// The most characters of a cell of a table in a working.
const WIDEST_CELL: usize = 72;

/// A table without cells that no terminal is wide enough for: a list of words goes on in the lines below.
fn narrowed(table: &TextTable) -> TextTable {
    let rows = table.rows.iter().flat_map(|row| narrow_rows(row)).collect();
    TextTable { rows, ..table.clone() }
}

/// The lines of a row.
fn narrow_rows(row: &[String]) -> Vec<Vec<String>> {
    let lines: Vec<Vec<String>> = row.iter().map(|cell| narrow_lines(cell)).collect();
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let line = |at: usize| lines.iter().map(|cell| cell.get(at).cloned().unwrap_or_default()).collect();
    (0..count).map(line).collect()
}

/// The lines of a cell: a list is broken behind commas, other text at blanks. A word that is too long, such as a board
/// of hundreds of cells, is told by its beginning.
fn narrow_lines(cell: &str) -> Vec<String> {
    if cell.width() <= WIDEST_CELL {
        return vec![cell.to_owned()];
    }
    let pieces = cell.split_inclusive(if cell.contains(", ") { ", " } else { " " });
    let mut lines = vec![String::new()];
    for piece in pieces {
        if piece.trim_end().width() > WIDEST_CELL {
            let shown: String = cell.chars().take(WIDEST_CELL - 4).collect();
            return vec![format!("{shown} ...")];
        }
        match lines.last_mut() {
            Some(line) if line.width() + piece.trim_end().width() <= WIDEST_CELL => line.push_str(piece),
            _ => lines.push(piece.to_owned()),
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Writes a paragraph, in lines that are not too long.
pub fn paragraph(out: &mut dyn Write, text: &str) -> io::Result<()> {
    writeln!(out, "{}", filled(text, "", "  "))
}

/// Writes a table.
pub fn write_table(out: &mut dyn Write, table: &TextTable) -> io::Result<()> {
    let columns = table.header.len();
    let cells = || table.rows.iter().chain(table.footer.as_ref());
    let width_of = |column: usize| {
        let widest = cells().chain([&table.header]).map(|row| row[column].width()).max();
        widest.unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width_of).collect();
    let is_number = |text: &str| text.chars().all(|c| !c.is_alphabetic());
    let right: Vec<bool> =
        (0..columns).map(|column| column > 0 && cells().all(|row| is_number(&row[column]))).collect();
    let mut write_row = |row: &[String]| {
        let cells: Vec<String> = row
            .iter()
            .zip(widths.iter().zip(&right))
            .map(|(text, (&width, &right))| {
                let pad = " ".repeat(width - text.width());
                if right { format!("{pad}{text}") } else { format!("{text}{pad}") }
            })
            .collect();
        writeln!(out, "     {}", cells.join("   ").trim_end())
    };
    write_row(&table.header)?;
    for row in &table.rows {
        write_row(row)?;
    }
    if let Some(footer) = &table.footer {
        let rule: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
        write_row(&rule)?;
        write_row(footer)?;
    }
    Ok(())
}

/// The text, its end left out where it is long.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}... ({} characters)", &text[..end], text.chars().count()),
        None => text.to_owned(),
    }
}
