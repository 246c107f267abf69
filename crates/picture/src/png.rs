//! Pictures as PNG, drawn by resvg with the font that is in the program.

use crate::{Picture, Svg};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::fmt;
use std::sync::Arc;

/// DejaVu Sans, cut down to Latin, Greek and the signs of pictures (assets/README.md).
const FONT: &[u8] = include_bytes!("../assets/dejavu-sans-subset.ttf");
const FAMILY: &str = "DejaVu Sans";
/// The most pixels of a picture: 400 MB while it is drawn.
const MOST_PIXELS: f64 = 1e8;

/// A picture that would have more pixels than can be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooLarge {
    width: f64,
    height: f64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLarge { width, height } = self;
        write!(
            f,
            "the picture has {width:.0} by {height:.0} pixels, and more than {MOST_PIXELS} are not drawn"
        )
    }
}

impl std::error::Error for TooLarge {}

impl Picture {
    /// The picture as PNG, `scale` pixels for a unit, on light or dark paper as `svg` says. Letters are those of the
    /// font in the program, so it is the same on every machine; letters that it has not (Chinese, for one) are those
    /// of the machine.
    ///
    /// # Errors
    /// When it would have more than 10^8 pixels.
    ///
    /// ```
    /// use grundy_picture::{Picture, Shape, Svg};
    /// let mut picture = Picture::new("one counter");
    /// picture.add(Shape::circle((0.0, 0.0), 10.0).class("counter"));
    /// assert!(picture.png(&Svg::alone(), 2.0)?.starts_with(b"\x89PNG"));
    /// # Ok::<(), grundy_picture::TooLarge>(())
    /// ```
    pub fn png(&self, svg: &Svg<'_>, scale: f64) -> Result<Vec<u8>, TooLarge> {
        let view = self.view();
        let (width, height) = ((view.width() * scale).ceil(), (view.height() * scale).ceil());
        let too_large = TooLarge { width, height };
        // Written so that what is no number is too large too.
        if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
            return Err(too_large);
        }
        let text = self.render(svg);
        let tree = Tree::from_str(&text, &options(&text)).map_err(|_| too_large)?;
        let mut pixels = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
        let scale = Transform::from_scale(scale as f32, scale as f32);
        resvg::render(&tree, scale, &mut pixels.as_mut());
        pixels.encode_png().map_err(|_| too_large)
    }
}

fn options(svg: &str) -> Options<'static> {
    let mut options = Options { font_family: FAMILY.to_owned(), ..Options::default() };
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_font_data(FONT.to_vec());
    if !svg.chars().all(has_letter) {
        fonts.load_system_fonts();
    }
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_serif_family(FAMILY);
    fonts.set_monospace_family(FAMILY);
    options
}

/// Whether the font in the program has this letter: the ranges that it was cut down to.
fn has_letter(letter: char) -> bool {
    matches!(letter,
        '\0'..='\u{17f}' | '\u{370}'..='\u{3ff}' | '\u{2010}'..='\u{203a}' | '\u{2070}'..='\u{209f}'
        | '\u{2190}'..='\u{2193}' | '\u{2212}' | '\u{2217}'..='\u{2219}' | '\u{2260}'..='\u{2265}'
        | '\u{2295}' | '\u{2500}'..='\u{257f}' | '\u{25a0}' | '\u{25a1}' | '\u{25cb}' | '\u{25cf}' | '\u{2620}')
}
