//! Pictures as SVG.

use crate::path::Piece;
use crate::{Anchor, Geometry, Path, Picture, Point, Shape};
use std::fmt::Write;

/// The style sheet of all pictures, in light and in dark. A picture that stands alone has it within;
/// a page has it once. It touches nothing outside `.grundy`.
pub const STYLE: &str = include_str!("style.css");

/// From a move's label to where its link leads, if it has one.
type Links<'l> = &'l dyn Fn(&str) -> Option<String>;

/// How a picture is written.
///
/// ```
/// use grundy_picture::{Picture, Svg};
/// let nothing = Picture::new("nothing");
/// assert!(nothing.render(&Svg::alone()).contains("<style>"));
/// assert!(!nothing.render(&Svg::in_page()).contains("<style>"));
/// ```
#[derive(Clone, Copy)]
pub struct Svg<'l> {
    stands_alone: bool,
    links: Option<Links<'l>>,
}

impl<'l> Svg<'l> {
    /// A document of its own, with the style and a background.
    pub fn alone() -> Svg<'l> {
        Svg { stands_alone: true, links: None }
    }

    /// An element of a page that has the [`STYLE`] already.
    pub fn in_page() -> Svg<'l> {
        Svg { stands_alone: false, links: None }
    }

    /// The same with the shapes that stand for moves as links to where `links` says.
    #[must_use]
    pub fn links(self, links: Links<'l>) -> Svg<'l> {
        Svg { links: Some(links), ..self }
    }
}

impl Picture {
    /// The picture as an SVG document that stands alone, with its own style.
    pub fn svg(&self) -> String {
        self.render(&Svg::alone())
    }

    /// The picture as SVG: well-formed XML, the same bytes for the same picture.
    ///
    /// A picture without links is one image to screen readers; one with links is a group of them,
    /// each told by its shape's title.
    pub fn render(&self, svg: &Svg<'_>) -> String {
        let view = self.view();
        let (width, height) = (view.width(), view.height());
        let role = if svg.links.is_some() { "group" } else { "img" };
        let mut out = String::new();
        let title = escaped(self.title());
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="grundy" role="{role}" aria-label="{title}" viewBox="{} {} {} {}" width="{}" height="{}">"#,
            Number(view.left),
            Number(view.top),
            Number(width),
            Number(height),
            Number(width),
            Number(height)
        );
        let _ = write!(out, "\n<title>{title}</title>\n");
        if svg.stands_alone {
            let _ = write!(
                out,
                "<style>\n{}</style>\n<rect class=\"paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                escaped_text(STYLE),
                Number(view.left),
                Number(view.top),
                Number(width),
                Number(height)
            );
        }
        for shape in self.shapes() {
            write_shape(&mut out, shape, svg);
        }
        out.push_str("</svg>\n");
        out
    }
}

fn write_shape(out: &mut String, shape: &Shape, svg: &Svg<'_>) {
    let link = shape.label().and_then(|label| svg.links.and_then(|links| links(label)));
    if let Some(link) = &link {
        let tooltip = shape.tooltip().or(shape.label()).unwrap_or_default();
        let _ = write!(out, r#"<a href="{}" aria-label="{}">"#, escaped(link), escaped(tooltip));
    }
    let name = match shape.form() {
        Geometry::Circle { .. } => "circle",
        Geometry::Rectangle { .. } => "rect",
        Geometry::Path(_) => "path",
        Geometry::Text { .. } => "text",
        Geometry::Group { .. } => "g",
    };
    let _ = write!(out, "<{name}");
    if !shape.classes().is_empty() {
        let _ = write!(out, r#" class="{}""#, escaped(shape.classes()));
    }
    if let Some(label) = shape.label() {
        let _ = write!(out, r#" data-move="{}""#, escaped(label));
    }
    let content = write_form(out, shape.form(), svg);
    let tooltip =
        shape.tooltip().map(|title| format!("<title>{}</title>", escaped(title))).unwrap_or_default();
    if tooltip.is_empty() && content.is_empty() {
        out.push_str("/>");
    } else {
        let _ = write!(out, ">{tooltip}{content}</{name}>");
    }
    if link.is_some() {
        out.push_str("</a>");
    }
    out.push('\n');
}

/// Writes the attributes of a form, and gives what stands within its element.
fn write_form(out: &mut String, form: &Geometry, svg: &Svg<'_>) -> String {
    match form {
        Geometry::Circle { centre, radius } => {
            let (x, y, r) = (Number(centre.0), Number(centre.1), Number(*radius));
            let _ = write!(out, r#" cx="{x}" cy="{y}" r="{r}""#);
        }
        Geometry::Rectangle { corner, size, rounding } => {
            let (x, y) = (Number(corner.0), Number(corner.1));
            let (width, height) = (Number(size.0), Number(size.1));
            let _ = write!(out, r#" x="{x}" y="{y}" width="{width}" height="{height}""#);
            if *rounding > 0.0 {
                let _ = write!(out, r#" rx="{}""#, Number(*rounding));
            }
        }
        Geometry::Path(path) => write_path(out, path),
        Geometry::Text { at, text, size, anchor } => {
            // Baselines are where fonts have them: about a third of the size below the middle.
            let (x, y) = (Number(at.0), Number(at.1 + 0.35 * size));
            let _ = write!(out, r#" x="{x}" y="{y}" font-size="{}""#, Number(*size));
            match anchor {
                Anchor::Start => {}
                Anchor::Middle => out.push_str(r#" text-anchor="middle""#),
                Anchor::End => out.push_str(r#" text-anchor="end""#),
            }
            return escaped(text);
        }
        Geometry::Group { by, shapes } => {
            if *by != (0.0, 0.0) {
                let _ = write!(out, r#" transform="translate({} {})""#, Number(by.0), Number(by.1));
            }
            let mut content = String::from("\n");
            for shape in shapes {
                write_shape(&mut content, shape, svg);
            }
            return content;
        }
    }
    String::new()
}

fn write_path(out: &mut String, path: &Path) {
    out.push_str(r#" d=""#);
    let mut step = |letter: &str, points: &[Point]| {
        out.push_str(letter);
        for (index, (x, y)) in points.iter().enumerate() {
            let _ = write!(out, "{}{} {}", if index > 0 { " " } else { "" }, Number(*x), Number(*y));
        }
    };
    for piece in &path.pieces {
        match *piece {
            Piece::Move(to) => step("M", &[to]),
            Piece::Line(to) => step("L", &[to]),
            Piece::Curve(leave, arrive, to) => step("C", &[leave, arrive, to]),
            Piece::Close => step("Z", &[]),
        }
    }
    out.push('"');
}

/// A coordinate with at most two decimals and no more characters than it needs. What is no number is
/// written as 0: a picture may be wrong there, but never malformed.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Nothing is drawn so far away; sums of larger numbers would not be finite.
        let held = if self.0.is_nan() { 0.0 } else { self.0.clamp(-1e12, 1e12) };
        let rounded = (held * 100.0).round() / 100.0;
        // Adding zero makes the negative zero plain.
        write!(f, "{}", rounded + 0.0)
    }
}

/// Text for an attribute or an element. Characters that XML cannot hold are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || ('\u{7f}'..'\u{a0}').contains(&c) || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                out.push('\u{fffd}');
            }
            c => out.push(c),
        }
    }
    out
}

/// The style sheet within an element: XML reads `>` there as it stands.
fn escaped_text(style: &str) -> String {
    style.replace('&', "&amp;").replace('<', "&lt;")
}
