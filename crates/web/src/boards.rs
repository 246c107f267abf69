//! Positions as pictures whose moves are links.

use crate::address::Address;
use crate::heaps;
use crate::jobs::Budget;
use grundy::picture::{Picture, Svg};
use grundy::{Answer, Lead, Marks, Method, Outcome, Position, Request};
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// The most moves that are played to say where they lead.
const MOST_FOLLOWED: usize = 240;

/// Where a move leads, as a person would say it.
pub fn lead_text(lead: &Lead) -> String {
    let wins = if lead.outcome == Outcome::P { "wins" } else { "loses" };
    match lead.nimber {
        Some(nimber) => format!("leaves {nimber}: it {wins}"),
        None => format!(
            "leaves {}-position: it {wins}",
            match lead.outcome {
                Outcome::N => "an N",
                Outcome::P => "a P",
            }
        ),
    }
}

/// The picture of a position; the empty one of a sum of nothing.
pub fn picture(position: &Position, marks: &Marks<String>) -> Picture {
    position.draw(marks).or_else(|_| position.draw(&Marks::default())).unwrap_or_else(|_| Picture::new(""))
}

/// The moves that a picture shows, each once, from the back to the front.
fn shown_moves(picture: &Picture) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    picture.each_shape(&mut |shape, _| {
        if let Some(label) = shape.label()
            && seen.insert(label.to_owned())
        {
            labels.push(label.to_owned());
        }
    });
    labels
}

/// Where moves lead: those that the picture shows, and the first in reading order; as far as a part of
/// the budget goes; none when that is not far and a larger budget is to be had.
pub fn leads(answer: &Answer, picture: &Picture, budget: &Budget) -> Option<BTreeMap<String, Lead>> {
    let mut labels = shown_moves(picture);
    labels.truncate(MOST_FOLLOWED);
    labels.extend(answer.position.moves(MOST_FOLLOWED - labels.len()));
    let request = Request { named_moves: 0, run: budget.run(0.8), ..Request::default() };
    let mut leads = BTreeMap::new();
    for label in labels {
        if leads.contains_key(&label) {
            continue;
        }
        match answer.lead(&label, &request) {
            Ok(Some(lead)) => leads.insert(label, lead),
            _ if answer.method == Method::Search && !budget.is_last() => return None,
            _ => break, // what the budget does not reach stays untold
        };
    }
    Some(leads)
}

/// How much larger than itself a board may be shown, where there is room.
const LARGEST: f64 = 4.0;

/// The same of a board within a text.
const LARGE_IN_TEXT: f64 = 1.7;

/// The board that a page is about: as large as there is room, and its script knows every move.
pub fn stage(
    position: &Position,
    picture: Picture,
    here: &Address,
    link: &dyn Fn(&str) -> String,
    leads: &BTreeMap<String, Lead>,
) -> Markup {
    let circles = small_circles(&picture, position);
    let svg =
        titled(picture, leads).render(&Svg::in_page().scaled(LARGEST).links(&|label| Some(link(label))));
    let moves = Address::of("/moves").with("position", position);
    html! {
        p.lead #lead { "Point or tap to see a move; click, or tap again, to make it." }
        div.board data-moves=(moves) data-here=(here) { (PreEscaped(svg)) }
        @if !circles.is_empty() { p.small #circles { (circles) } }
        div.chosen #chosen hidden {
            button.strong type="button" data-make="" { "Make this move" }
            button type="button" data-drop="" { "Another one" }
        }
        (heaps::forms(position, here))
        form.write action=(here.path()) method="get" {
            @for (key, value) in here.fields() { input type="hidden" name=(key) value=(value); }
            label for="move" { "Or write a move, in words or as a label" }
            div.row {
                input #move name="move" type="text" autocomplete="off" autocapitalize="off" spellcheck="false"
                    maxlength="400" placeholder=(example_move(position));
                button type="submit" { "Make it" }
            }
        }
    }
}

/// What the small circles of a board are: nobody should have to guess.
fn small_circles(picture: &Picture, position: &Position) -> String {
    let (mut others, mut stones, mut many) = (false, false, false);
    picture.each_shape(&mut |shape, _| {
        let is_handle = shape.is("handle");
        many |= is_handle && shape.is("light");
        stones |= is_handle && (shape.is("black") || shape.is("white"));
        others |= is_handle && !(shape.is("light") || shape.is("black") || shape.is("white"));
    });
    // In games of rules files a circle may also be the cell to which a piece goes.
    let takes = position.rules_texts().is_empty();
    let told = [
        (many, "Every small circle is a move."),
        (stones, "A small circle puts a stone of its colour there."),
        (others && !takes, "A small circle is a move."),
        (others && takes, "A small circle takes what it lies between; or drag over several."),
    ];
    let told: Vec<&str> = told.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text).collect();
    told.join(" ")
}

fn example_move(position: &Position) -> String {
    let first = position.moves(1);
    first.first().and_then(|label| position.say(label).ok()).unwrap_or_default()
}

/// The same as large, of a game that is over.
pub fn last_stage(picture: &Picture) -> Markup {
    html! { div.board { (PreEscaped(picture.render(&Svg::in_page().scaled(LARGEST / 2.0)))) } }
}

/// A picture as large as that of the stage, to be laid in its place for a moment.
pub fn in_place(picture: &Picture) -> Markup {
    PreEscaped(picture.render(&Svg::in_page().scaled(LARGEST)))
}

/// A board within a text, to be looked at only.
pub fn still_in_text(picture: &Picture) -> Markup {
    html! { div.board { (PreEscaped(picture.render(&Svg::in_page().scaled(LARGE_IN_TEXT)))) } }
}

/// A picture in a page, its moves as links.
pub fn board(picture: Picture, link: &dyn Fn(&str) -> String, leads: &BTreeMap<String, Lead>) -> Markup {
    let svg = titled(picture, leads)
        .render(&Svg::in_page().scaled(LARGE_IN_TEXT).links(&|label| Some(link(label))));
    html! { div.board { (PreEscaped(svg)) } }
}

fn titled(picture: Picture, leads: &BTreeMap<String, Lead>) -> Picture {
    let title = |label: &str, title: Option<&str>| match (title, leads.get(label)) {
        (title, Some(lead)) => Some(format!("{}: {}", title.unwrap_or(label), lead_text(lead))),
        (title, None) => Some(title.unwrap_or(label).to_owned()),
    };
    picture.with_titles(&title)
}

/// A picture in a page, to be looked at only.
pub fn still(picture: &Picture) -> Markup {
    html! { div.board { (PreEscaped(picture.render(&Svg::in_page()))) } }
}
