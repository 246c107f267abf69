//! What is written is well-formed, whatever it says.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_picture::{Chart, Form, HeatMap, Path, Picture, Shape, Svg};
use proptest::prelude::*;

/// A picture with one shape of each kind, all of which say this.
fn saying(text: &str, number: f64) -> Picture {
    let mut picture = Picture::new(text);
    picture.add(Shape::circle((number, 0.0), number).class("counter").stands_for(text).title(text));
    picture.add(Shape::rectangle((0.0, number), (5.0, 5.0)).rounded(2.0).class(text.to_owned()));
    picture.add(Shape::path(Path::from((0.0, 0.0)).curve_to((1.0, number), (2.0, 3.0), (4.0, 5.0)).closed()));
    picture.add(Shape::group(vec![Shape::text((1.0, 2.0), text, 12.0)]).moved((number, number)).title(text));
    picture
}

proptest! {
    #[test]
    fn any_text_and_any_number_is_well_formed(text in any::<String>(), number in any::<f64>()) {
        let picture = saying(&text, number);
        for svg in [picture.svg(), picture.render(&Svg::in_page().links(&|label| Some(label.to_owned())))] {
            let document = roxmltree::Document::parse(&svg).unwrap();
            let root = document.root_element();
            prop_assert_eq!(root.tag_name().name(), "svg");
            for node in document.descendants().filter(roxmltree::Node::is_element) {
                for name in ["cx", "cy", "r", "x", "y", "width", "height", "rx", "font-size"] {
                    let is_number = node.attribute(name).is_none_or(|value| value.parse::<f64>().is_ok_and(f64::is_finite));
                    prop_assert!(is_number, "{}: {:?}", name, node.attribute(name));
                }
            }
        }
    }

    #[test]
    fn charts_of_any_numbers_are_well_formed(points in proptest::collection::vec(any::<(f64, f64)>(), 0..50)) {
        for form in [Form::Dots, Form::Line, Form::Bars] {
            let chart = Chart::new("any", "x", "y").form(form).points(points.clone()).band(1.0, 3.0, "some");
            roxmltree::Document::parse(&chart.picture().svg()).unwrap();
        }
    }
}

#[test]
fn plain_text_comes_back_as_it_was() {
    let svg = saying("<a & \"b\" 'c'>", 3.0).svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let circle = document.descendants().find(|node| node.has_tag_name("circle")).unwrap();
    assert_eq!(circle.attribute("data-move"), Some("<a & \"b\" 'c'>"));
    assert_eq!(document.root_element().attribute("role"), Some("img"));
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("<a & \"b\" 'c'>"));
}

#[test]
fn moves_are_links_where_a_page_wants_them() {
    let links = |label: &str| (label != "b").then(|| format!("/analyse?move={label}&more"));
    let mut picture = Picture::new("two");
    for (place, label) in ["a", "b"].into_iter().enumerate() {
        let shape = Shape::circle((30.0 * place as f64, 0.0), 10.0).class("counter").stands_for(label);
        picture.add(shape.title(format!("take {label}")));
    }
    insta::assert_snapshot!(picture.render(&Svg::in_page().links(&links)));
}

#[test]
fn charts_look_as_they_did() {
    let mex = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3];
    let points = || mex.iter().enumerate().map(|(heap, &nimber)| (heap as f64, f64::from(nimber)));
    for (name, form) in [("dots", Form::Dots), ("line", Form::Line), ("bars", Form::Bars)] {
        let chart = Chart::new("Nimbers of 0.07", "heap", "nimber").form(form).points(points());
        insta::assert_snapshot!(name, chart.band(5.0, 12.0, "a stretch").picture().render(&Svg::in_page()));
    }
    let sums = HeatMap::new("nim sums", "x", "y")
        .counted_from(0)
        .rows((0..4).map(|x| (0..4).map(|y| x ^ y).collect()));
    insta::assert_snapshot!("heat", sums.picture().render(&Svg::in_page()));
}

#[test]
fn a_chart_of_a_million_numbers_stays_small() {
    let points = (0..1_000_000u32).map(|n| (f64::from(n), f64::from(n.wrapping_mul(2_654_435_761) >> 26)));
    for form in [Form::Dots, Form::Line, Form::Bars] {
        let svg = Chart::new("many", "n", "hash").form(form).points(points.clone()).picture().svg();
        assert!(svg.len() < 3_000_000, "{form:?}: {} bytes", svg.len());
    }
}
