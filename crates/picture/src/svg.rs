//! Pictures as SVG.

use crate::cascade::{CASCADE, Element, Scheme};
use crate::path::Piece;
use crate::{Anchor, Geometry, Path, Picture, Point, Shape};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// The style sheet of all pictures, in light and in dark. A page has it once; a picture that stands alone has what
/// it says as plain attributes. It touches nothing outside `.grundy`.
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
/// assert!(nothing.render(&Svg::alone().dark()).contains(r##"fill="#15181d""##));
/// ```
#[derive(Clone, Copy)]
pub struct Svg<'l> {
    alone: Option<Paper>,
    links: Option<Links<'l>>,
    scale: f64,
}

/// What a picture that stands alone lies on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paper {
    /// Light, and dark where the reader's screen is.
    AsTheReader,
    /// Light always.
    Light,
    /// Dark always.
    Dark,
}

impl<'l> Svg<'l> {
    /// A document of its own with a background. Every shape carries its colours as plain attributes, which any
    /// reader of SVG understands; browsers show it dark on dark screens.
    pub fn alone() -> Svg<'l> {
        Svg { alone: Some(Paper::AsTheReader), links: None, scale: 1.0 }
    }

    /// The same light on every screen; nothing for an element of a page.
    #[must_use]
    pub fn light(self) -> Svg<'l> {
        Svg { alone: self.alone.map(|_| Paper::Light), ..self }
    }

    /// The same dark on every screen; nothing for an element of a page.
    #[must_use]
    pub fn dark(self) -> Svg<'l> {
        Svg { alone: self.alone.map(|_| Paper::Dark), ..self }
    }

    /// An element of a page that has the [`STYLE`] already.
    pub fn in_page() -> Svg<'l> {
        Svg { alone: None, links: None, scale: 1.0 }
    }

    /// The same, asking for so many times the room: a page gives as much of it as it has.
    #[must_use]
    pub fn scaled(self, scale: f64) -> Svg<'l> {
        Svg { scale, ..self }
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
        let mut writer = Writer::new(svg);
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="grundy" role="{role}" aria-label="{title}" viewBox="{} {} {} {}" width="{}" height="{}"{}>"#,
            Number(view.left),
            Number(view.top),
            Number(width),
            Number(height),
            Number(width * svg.scale),
            Number(height * svg.scale),
            writer.enter("svg", "grundy")
        );
        let _ = write!(out, "\n<title>{title}</title>\n");
        if svg.alone == Some(Paper::AsTheReader) {
            let _ = write!(out, "<style>\n{}</style>\n", escaped_text(&STYLE_IN_THE_DARK));
        }
        if svg.alone.is_some() {
            let _ = writeln!(
                out,
                "<rect class=\"paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>",
                Number(view.left),
                Number(view.top),
                Number(width),
                Number(height),
                writer.attributes("rect", "paper")
            );
        }
        for shape in self.shapes() {
            writer.shape(&mut out, shape);
        }
        out.push_str("</svg>\n");
        out
    }
}

/// [`STYLE`] for dark screens only, which pictures that stand alone have within: browsers know variables, and nobody
/// else asks for the dark.
pub static STYLE_IN_THE_DARK: LazyLock<String> = LazyLock::new(|| {
    const QUERY: &str = "@media (prefers-color-scheme:dark){";
    let lines = STYLE.lines().map(|line| match line.strip_prefix(QUERY) {
        Some(rest) => rest.strip_suffix('}').unwrap_or(rest),
        None => line,
    });
    format!("{QUERY}\n{}\n}}\n", lines.collect::<Vec<_>>().join("\n"))
});

impl Shape {
    /// The shape alone as an element of a page, moved, without what it stands for and its title: what a script lays
    /// over a picture.
    ///
    /// ```
    /// use grundy_picture::Shape;
    /// let stone = Shape::circle((0.0, 0.0), 9.0).class("stone taken").stands_for("r1c1").title("take it");
    /// assert_eq!(stone.element((0.0, 0.0)), r#"<circle class="stone taken" cx="0" cy="0" r="9"/>"#);
    /// ```
    pub fn element(&self, by: Point) -> String {
        let bare = self.bare();
        let bare = if by == (0.0, 0.0) { bare } else { bare.moved(by) };
        let mut out = String::new();
        Writer::new(&Svg::in_page()).shape(&mut out, &bare);
        out.trim_end().to_owned()
    }
}

/// Writes shapes, and knows which elements it is in.
struct Writer<'s> {
    svg: &'s Svg<'s>,
    scheme: Scheme,
    around: Vec<(&'static str, String)>,
    /// The attributes of elements by their ancestors, names and classes.
    known: RefCell<HashMap<String, String>>,
}

impl<'s> Writer<'s> {
    fn new(svg: &'s Svg<'s>) -> Writer<'s> {
        let scheme = if svg.alone == Some(Paper::Dark) { Scheme::Dark } else { Scheme::Light };
        Writer { svg, scheme, around: Vec::new(), known: RefCell::default() }
    }

    /// The attributes of an element that what follows stands within.
    fn enter(&mut self, name: &'static str, classes: &str) -> String {
        let attributes = self.attributes(name, classes);
        self.around.push((name, classes.to_owned()));
        attributes
    }

    /// What the style sheet says of an element, as attributes; nothing within a page, which has the sheet.
    fn attributes(&self, name: &'static str, classes: &str) -> String {
        if self.svg.alone.is_none() {
            return String::new();
        }
        let around: String = self.around.iter().flat_map(|(_, classes)| [classes.as_str(), "/"]).collect();
        let key = format!("{around}{name}.{classes}");
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let around: Vec<Element<'_>> =
            self.around.iter().map(|(name, classes)| Element { name, classes }).collect();
        let attributes = CASCADE.attributes(&Element { name, classes }, &around, self.scheme);
        let text: String =
            attributes.iter().map(|(name, value)| format!(r#" {name}="{}""#, escaped(value))).collect();
        self.known.borrow_mut().insert(key, text.clone());
        text
    }

    fn shape(&mut self, out: &mut String, shape: &Shape) {
        // So many small things to point at hide the board, and where nothing is a link nobody points.
        if self.svg.links.is_none() && is_only_pointed_at(shape) {
            return;
        }
        let link = shape.label().and_then(|label| self.svg.links.and_then(|links| links(label)));
        if let Some(link) = &link {
            let tooltip = shape.tooltip().or(shape.label()).unwrap_or_default();
            let _ = write!(out, r#"<a href="{}" aria-label="{}">"#, escaped(link), escaped(tooltip));
            // A wider thing that nobody sees, so that small ones can be hit.
            if let Some(wide) = wide(shape) {
                self.shape(out, &wide);
            }
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
        let content = self.form(out, shape.form(), shape.classes());
        if !matches!(shape.form(), Geometry::Group { .. }) {
            out.push_str(&self.attributes(name, shape.classes()));
        }
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
}

/// Whether a shape is one of many small things to point at, or a stone that may be put there, and marks nothing.
fn is_only_pointed_at(shape: &Shape) -> bool {
    let is_such = ["light", "black", "white"].iter().any(|class| shape.is(class));
    shape.is("handle") && is_such && !shape.is("winning") && !shape.is("taken")
}

/// The least width of what can be pointed at, in units of the picture.
const LEAST_TARGET: f64 = 24.0;

/// What can be pointed at instead of a shape that is hard to hit: the same, but wide; none where it is wide enough.
fn wide(shape: &Shape) -> Option<Shape> {
    // Those that are drawn lightly lie close together: a wide one would cover its neighbours.
    if shape.classes().split(' ').any(|class| class == "light") {
        return None;
    }
    match shape.form() {
        Geometry::Circle { centre, radius } if 2.0 * radius < LEAST_TARGET => {
            Some(Shape::circle(*centre, LEAST_TARGET / 2.0).class("hit"))
        }
        Geometry::Rectangle { corner, size, .. } if size.0.min(size.1) < LEAST_TARGET => {
            let more = |side: f64| (LEAST_TARGET - side).max(0.0) / 2.0;
            let corner = (corner.0 - more(size.0), corner.1 - more(size.1));
            let size = (size.0.max(LEAST_TARGET), size.1.max(LEAST_TARGET));
            Some(Shape::rectangle(corner, size).class("hit"))
        }
        Geometry::Path(path) => Some(Shape::path(path.clone()).class("hit")),
        _ => None,
    }
}

impl Writer<'_> {
    /// Writes the attributes of a form, and gives what stands within its element.
    fn form(&mut self, out: &mut String, form: &Geometry, classes: &str) -> String {
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
                out.push_str(&self.enter("g", classes));
                let mut content = String::from("\n");
                for shape in shapes {
                    self.shape(&mut content, shape);
                }
                self.around.pop();
                return content;
            }
        }
        String::new()
    }
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
