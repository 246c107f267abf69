//! `grundy draw`: a position or a packing as an SVG picture.

use crate::arguments::DrawArguments;
use crate::diagnostics::{Gravity, render, tell};
#[cfg(feature = "packing")]
use crate::files::CERTIFICATE;
use crate::files::replace;
use crate::input::{PositionResult, PositionText, Round, UNSAVED};
use crate::interrupt::Interrupt;
use crate::{Ending, report};
use anyhow::{Context, bail};
use grundy::picture::Picture;
use grundy::{Marks, Outcome, Position, Request, Run};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The most winning moves that are marked: more than fit any picture.
const MOST_MARKED: usize = 10_000;

pub fn run(arguments: &DrawArguments) -> anyhow::Result<Ending> {
    #[cfg(feature = "packing")]
    if let Some(path) = &arguments.packing {
        let text = CERTIFICATE.read_text(path)?;
        let claim = grundy::read_certificate(&text).map_err(anyhow::Error::msg).with_context(|| {
            format!("{} is no certificate of a packing (`grundy pack --json` writes one)", path.display())
        })?;
        let picture = grundy::draw_packing(&claim).map_err(anyhow::Error::msg)?;
        write(&arguments.output, &picture)?;
        return Ok(Ending::Answered);
    }
    let interrupt = Interrupt::listen()?;
    let read = |question: PositionText<'_>| {
        let reading = arguments.source.reading();
        interrupt.during(|pressed| {
            let run = question.shared.run(arguments.limits()).with_cancel(pressed);
            let position = match arguments.winning {
                true => Position::parse_within(question.text, reading, &run)?,
                false => Position::parse(question.text, reading)?,
            };
            Ok((position, run))
        })
    };
    // All lines are read before anything is written.
    let only = Mutex::new(None);
    let source = &arguments.source;
    let round = Round {
        source,
        json: false,
        is_set_apart: false,
        threads: 1,
        memory: arguments.memory,
        interrupt: &interrupt,
        save: UNSAVED,
    };
    let ending = round.answer(&mut std::io::sink(), read, |position, run, _, _| {
        if only.lock().unwrap_or_else(PoisonError::into_inner).replace((position, run)).is_some() {
            bail!(
                "a picture is of one position, and there are several\nhelp: draw them one by one, or as a sum"
            );
        }
        Ok(PositionResult::Ended(Ending::Answered))
    })?;
    let Some((position, run)) = only.into_inner().unwrap_or_else(PoisonError::into_inner) else {
        if ending == Ending::Answered {
            bail!("there is no position to draw\nhelp: write one on a line of its own, such as `nim 3 5 7`");
        }
        return Ok(ending);
    };
    let drawn = draw(&position, run, &interrupt, arguments)?;
    Ok(if ending == Ending::Answered { drawn } else { ending })
}

/// Draws a position.
fn draw(
    position: &Position,
    run: Run,
    interrupt: &Interrupt,
    arguments: &DrawArguments,
) -> anyhow::Result<Ending> {
    let mut ending = Ending::Answered;
    let mut marks = Marks::default();
    if let Some(label) = &arguments.making {
        // Said here, so that the message is about the option.
        if let Err(error) = position.play(label) {
            tell(render(Gravity::Error, "--move", 1, label, &error));
            return Ok(Ending::Mistaken);
        }
        marks.making = Some(label.clone());
    }
    if arguments.winning {
        (marks.winning, ending) = interrupt.during(|_| winning(position, arguments, run));
    }
    let picture = position.draw(&marks).context("the winning moves cannot be marked")?;
    write(&arguments.output, &picture)?;
    Ok(ending)
}

/// The labels of the moves that are proven to win, and how the search for them ended.
fn winning(position: &Position, arguments: &DrawArguments, run: Run) -> (Vec<String>, Ending) {
    let request = Request {
        convention: arguments.play.convention(),
        named_moves: MOST_MARKED,
        run,
        ..Request::default()
    };
    let answer = position.solve(&request);
    if let Some(why) = &answer.why_convention {
        tell(format_args!("note: {}", report::convention_chosen(why)));
    }
    match (answer.stopped.filter(|_| answer.winning_count.is_none()), answer.outcome) {
        (Some(reason), _) => {
            let found = match answer.winning.len() {
                0 => "any winning move was proven: none is marked".to_owned(),
                1 => "all moves were tried: the one that is proven to win is marked, there may be more"
                    .to_owned(),
                several => {
                    format!(
                        "all moves were tried: the {several} that are proven to win are marked, there may be more"
                    )
                }
            };
            tell(format_args!(
                "warning: stopped ({reason}) before {found}\nhelp: give more with --nodes, --time or --memory"
            ));
            return (answer.winning, Ending::Stopped);
        }
        (None, Some(Outcome::P)) => tell(format_args!("note: no move wins here, so none is marked")),
        (None, _) => {}
    }
    (answer.winning, Ending::Answered)
}

/// Writes the picture to a file, or to standard output for `-`.
pub fn write(path: &Path, picture: &Picture) -> anyhow::Result<()> {
    let svg = picture.svg();
    if path.as_os_str() == "-" {
        std::io::stdout().lock().write_all(svg.as_bytes())?;
        return Ok(());
    }
    replace(path, |file| file.write_all(svg.as_bytes()))
        .map_err(|error| anyhow::anyhow!("{error:#}\nhelp: check the folder, or write `-o -`"))
}
