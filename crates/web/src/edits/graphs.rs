//! Graphs on the ground: a click on a point, and then on another, joins them; a click on an edge takes it away.

use super::{Editor, PICK};
use grundy::picture::{Geometry, Picture, Shape};
use grundy::{Board, Marks, Position, Reading};

/// How the titles of points begin, and what the ground is called.
const POINT: &str = "point ";

/// The editor of a graph, with the point that is picked.
pub fn editor(board: &dyn Board, head: &str, notation: &str, picked: Option<&str>) -> Editor {
    let edges: Vec<(u32, u32)> = notation.split([' ', ',']).filter_map(edge).collect();
    let picked = picked.and_then(|picked| picked.parse::<u32>().ok());
    let text = |edges: &[(u32, u32)]| match edges {
        [] => format!("{head}-"),
        edges => {
            format!("{head}{}", edges.iter().map(|(a, b)| format!("{a}-{b}")).collect::<Vec<_>>().join(" "))
        }
    };
    let fresh = edges.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0) + 1;
    let with = |a: u32, b: u32| text(&[&edges[..], &[(a, b)]].concat());
    let to = |point: u32| match picked {
        None => format!("{PICK}{point}"),
        Some(from) => with(from, point),
    };
    let words = |point: u32| {
        let name = if point == 0 { "the ground".to_owned() } else { format!("point {point}") };
        match picked {
            None => format!("pick {name}"),
            Some(from) if from == point => format!("a loop at {name}"),
            Some(_) => format!("an edge to {name}"),
        }
    };
    let labels = board.moves(edges.len());
    let mut picture = Picture::new("a graph to be changed");
    let drawn = board.draw(&Marks::default()).unwrap_or_else(|_| Picture::new(""));
    let mut points: Vec<Shape> = Vec::new();
    drawn.each_shape(&mut |shape, by| {
        if matches!(shape.form(), Geometry::Group { .. }) {
            return;
        }
        let moved = |shape: Shape| if by == (0.0, 0.0) { shape } else { Shape::group(vec![shape]).moved(by) };
        let point = shape.tooltip().and_then(|title| title.strip_prefix(POINT)?.parse::<u32>().ok());
        let point = if shape.is("ground") { Some(0) } else { point };
        if let Some(point) = point {
            let shape = shape.clone().class_if(picked == Some(point), "winning");
            points.push(moved(shape.stands_for(to(point)).title(words(point))));
            return;
        }
        let index = shape.label().and_then(|label| labels.iter().position(|known| known == label));
        picture.add(moved(match index {
            Some(index) if picked.is_none() => {
                let mut rest = edges.clone();
                rest.remove(index);
                let rest = standing(&text(&rest), head);
                shape.clone().stands_for(rest).title(format!("take edge {} away, and what falls", index + 1))
            }
            // While a point is picked, only points can be clicked.
            Some(_) => still(shape),
            None => shape.clone(),
        }));
    });
    if edges.is_empty() {
        let ground = Shape::line((0.0, 0.0), (160.0, 0.0)).class("ground");
        points.push(ground.stands_for(to(0)).title(words(0)));
    }
    points.into_iter().for_each(|point| picture.add(point));
    let mut buttons = Vec::new();
    match picked {
        Some(from) => {
            buttons.push(("To a new point".to_owned(), with(from, fresh)));
            if from != 0 {
                buttons.push(("Down to the ground".to_owned(), with(from, 0)));
            }
            buttons.push(("A loop".to_owned(), with(from, from)));
        }
        None => buttons.push(("A stalk on the ground".to_owned(), with(0, fresh))),
    }
    let told = match picked {
        None => "Click a point, and then where an edge from it shall end; click an edge to take it away."
            .to_owned(),
        Some(0) => "From the ground: click the point where the edge ends.".to_owned(),
        Some(point) => format!("From point {point}: click where the edge ends."),
    };
    Editor { picture, told, buttons, numbers: Vec::new(), name: None }
}

/// The same shape, which stands for nothing.
fn still(shape: &Shape) -> Shape {
    match shape.form() {
        Geometry::Path(path) => Shape::path(path.clone()).class(shape.classes().to_owned()),
        _ => shape.clone(),
    }
}

fn edge(text: &str) -> Option<(u32, u32)> {
    let (from, to) = text.split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// The graph without what hangs in the air.
fn standing(text: &str, head: &str) -> String {
    let reading = Reading { drop_floating: true, ..Reading::default() };
    match Position::parse(text, reading) {
        Ok(position) => position.to_string(),
        Err(_) => format!("{head}-"),
    }
}
