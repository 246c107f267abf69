//! `grundy draw`: a position or a packing as a picture, SVG or PNG.

use crate::arguments::{DrawArguments, Look, Source};
use crate::diagnostics::{Gravity, render, tell};
use crate::error::{CliError, refuse};
#[cfg(feature = "packing")]
use crate::files::CERTIFICATE;
use crate::files::{ends_in, replace};
use crate::input::{PositionResult, PositionText, Round, UNSAVED};
use crate::interrupt::Interrupt;
use crate::{Ending, report};
use anyhow::Context;
use grundy::picture::{Anchor, Layer, Picture, Shape, Svg, shortened};
use grundy::{Marks, Outcome, Position, Request, Run};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The most winning moves that are marked: more than fit any picture.
const MOST_MARKED: usize = 10_000;

pub fn run(arguments: &DrawArguments) -> anyhow::Result<Ending> {
    #[cfg(feature = "png")]
    if arguments.scale.is_some() && !ends_in(&arguments.output, "png") {
        refuse!(
            format!("--scale is of a PNG, and {} is to be SVG", arguments.output.display()),
            "end the name in `.png`, or leave --scale out: SVG has any size"
        );
    }
    if arguments.play.convention().is_some() && !arguments.marks_winning() {
        refuse!(
            "--misere and --normal are about the winning moves, and none are marked",
            "mark them with --winning, or leave it out"
        );
    }
    #[cfg(feature = "packing")]
    if let Some(path) = &arguments.packing {
        let text = CERTIFICATE.read_text(path)?;
        let claim = grundy::read_certificate(&text).map_err(anyhow::Error::msg).with_context(|| {
            format!("{} is no certificate of a packing (`grundy pack --json` writes one)", path.display())
        })?;
        let picture = grundy::draw_packing(&claim).map_err(anyhow::Error::msg)?;
        write_as(arguments.look(), &arguments.output, &picture)?;
        return Ok(Ending::Answered);
    }
    let interrupt = Interrupt::listen()?;
    let (positions, ending) = positions(arguments, &interrupt)?;
    if positions.is_empty() {
        if ending == Ending::Answered {
            refuse!("there is no position to draw", "write one on a line of its own, such as `nim 3 5 7`");
        }
        return Ok(ending);
    }
    let drawn = match arguments.over {
        true => draw_over(positions, &interrupt, arguments)?,
        false => {
            let (position, run) = positions.into_iter().next().expect("there is one");
            draw(&position, run, &interrupt, arguments)?
        }
    };
    Ok(if ending == Ending::Answered { drawn } else { ending })
}

/// The positions that are to be drawn: one, or several that are laid over each other.
fn positions(
    arguments: &DrawArguments,
    interrupt: &Interrupt,
) -> anyhow::Result<(Vec<(Position, Run)>, Ending)> {
    let source = &arguments.source;
    // Over each other, every argument is a position; else they are the words of one.
    let is_each = arguments.over && source.circles.is_none() && source.edges.is_none();
    if !is_each || source.position.iter().any(|word| word == "-") {
        return positions_of(source, arguments, interrupt);
    }
    let mut all = (Vec::new(), Ending::Answered);
    if source.position.is_empty() {
        return positions_of(source, arguments, interrupt);
    }
    for text in &source.position {
        let (mut found, ending) = positions_of(&source.of(text), arguments, interrupt)?;
        all.0.append(&mut found);
        all.1 = if ending == Ending::Answered { all.1 } else { ending };
    }
    Ok(all)
}

fn positions_of(
    source: &Source,
    arguments: &DrawArguments,
    interrupt: &Interrupt,
) -> anyhow::Result<(Vec<(Position, Run)>, Ending)> {
    let read = |question: PositionText<'_>| {
        let reading = source.reading();
        interrupt.during(|pressed| {
            let run = question.shared.run(arguments.limits.limits()).with_cancel(pressed);
            let position = match arguments.marks_winning() {
                true => Position::parse_within(question.text, reading, &run)?,
                false => Position::parse(question.text, reading)?,
            };
            Ok((position, run))
        })
    };
    // All lines are read before anything is written.
    let positions = Mutex::new(Vec::new());
    let round = Round {
        source,
        json: false,
        is_set_apart: false,
        threads: 1,
        memory: arguments.limits.memory,
        interrupt,
        save: UNSAVED,
    };
    let ending = round.answer(&mut std::io::sink(), read, |position, run, _, _| {
        let mut positions = positions.lock().unwrap_or_else(PoisonError::into_inner);
        positions.push((position, run));
        if positions.len() > 1 && !arguments.over {
            refuse!(
                "a picture is of one position, and there are several",
                "draw them one by one, as a sum, or over each other with --over"
            );
        }
        Ok(PositionResult::Ended(Ending::Answered))
    })?;
    Ok((positions.into_inner().unwrap_or_else(PoisonError::into_inner), ending))
}

/// Draws a position.
fn draw(
    position: &Position,
    run: Run,
    interrupt: &Interrupt,
    arguments: &DrawArguments,
) -> anyhow::Result<Ending> {
    if let Some(step) = &arguments.step {
        write_as(arguments.look(), &arguments.output, &step_of(position, step)?)?;
        return Ok(Ending::Answered);
    }
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
    tell_what_is_read(&picture);
    write_as(arguments.look(), &arguments.output, &picture)?;
    Ok(ending)
}

/// A step of the working as a picture with its title, or all steps.
fn step_of(position: &Position, asked: &str) -> anyhow::Result<Picture> {
    let steps = match position.terms() {
        [term] => term.drawn_steps(),
        _ => refuse!("a sum is not drawn step by step", "draw the steps of its terms one by one"),
    };
    if steps.is_empty() {
        refuse!(
            format!("{position} has no working in pictures"),
            "Hackenbush graphs of up to 400 edges have one"
        );
    }
    let last = steps.len();
    let chosen = match asked {
        "all" => 1..=last,
        number => match number.parse::<usize>() {
            Ok(number) if (1..=last).contains(&number) => number..=number,
            _ => refuse!(
                format!("there is no step `{asked}`"),
                format!("this working has steps 1 to {last}, or `all`")
            ),
        },
    };
    let mut page = Picture::new(format!("{position}, step by step"));
    let mut top = 0.0;
    for (step, number) in steps.into_iter().zip(1..).filter(|(_, number)| chosen.contains(number)) {
        let title = shortened(&format!("{number}. {}", step.title), 160);
        page.add(Shape::text((0.0, top), title, 15.0).anchor(Anchor::Start).class("label"));
        let height = step.picture.bounds().height();
        page.place(step.picture, (0.0, top + 22.0));
        top += height + 70.0;
    }
    Ok(page)
}

/// Draws positions over each other.
fn draw_over(
    positions: Vec<(Position, Run)>,
    interrupt: &Interrupt,
    arguments: &DrawArguments,
) -> anyhow::Result<Ending> {
    let mut ending = Ending::Answered;
    let mut layers = Vec::new();
    for (index, (position, run)) in positions.into_iter().enumerate() {
        let mut marks = Marks::default();
        if arguments.marks_winning() {
            let (labels, ended) = interrupt.during(|_| winning(&position, arguments, run));
            marks.winning = labels;
            ending = if ended == Ending::Answered { ending } else { ended };
        }
        let picture = position.draw(&marks).context("the winning moves cannot be marked")?;
        layers.push(Layer { picture, caption: caption(index, &position, &marks.winning) });
    }
    let title = format!("{} positions over each other", layers.len());
    let picture = Picture::over(title, layers, arguments.colours);
    tell_what_is_read(&picture);
    write_as(arguments.look(), &arguments.output, &picture)?;
    Ok(ending)
}

/// What stands below a picture of several positions: the number of each, and how it is won.
fn caption(index: usize, position: &Position, winning: &[String]) -> String {
    let text = match winning {
        [] => shortened(&position.to_string(), 60),
        labels => labels.join(" "),
    };
    format!("{}: {text}", index + 1)
}

/// What the winning moves spell where they lie, of pictures in which they have letters.
fn tell_what_is_read(picture: &Picture) {
    let lines = picture.read("wins");
    let is_read = lines.iter().map(Vec::len).sum::<usize>() > 1;
    if is_read {
        let lines: Vec<String> = lines.iter().map(|line| line.concat()).collect();
        tell(format_args!(
            "note: from left to right and from top to bottom the winning moves read {}",
            lines.join(" ")
        ));
    }
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

/// Writes a picture to a file as SVG, or PNG by its name; or to standard output for `-`.
pub fn write(path: &Path, picture: &Picture) -> anyhow::Result<()> {
    write_as(Look::default(), path, picture)
}

fn write_as(look: Look, path: &Path, picture: &Picture) -> anyhow::Result<()> {
    let svg = if look.dark { Svg::alone().dark() } else { Svg::alone() };
    let bytes =
        if ends_in(path, "png") { png(look, picture, &svg)? } else { picture.render(&svg).into_bytes() };
    if path.as_os_str() == "-" {
        std::io::stdout().lock().write_all(&bytes)?;
        return Ok(());
    }
    replace(path, |file| file.write_all(&bytes)).map_err(|error| {
        CliError::new(format!("{error:#}"), "check the folder, or write `-` for standard output").into()
    })
}

#[cfg(feature = "png")]
fn png(look: Look, picture: &Picture, svg: &Svg<'_>) -> anyhow::Result<Vec<u8>> {
    // A file is for any paper, so it is light unless dark is asked for.
    let svg = if look.dark { *svg } else { svg.light() };
    picture
        .png(&svg, look.scale)
        .map_err(|error| CliError::new(error, "ask for less with --scale, or write SVG").into())
}

#[cfg(not(feature = "png"))]
fn png(_: Look, _: &Picture, _: &Svg<'_>) -> anyhow::Result<Vec<u8>> {
    refuse!("this program was built without PNG", "write SVG, or build with the feature `png`")
}
