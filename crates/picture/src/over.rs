//! Several pictures in one place.

use crate::{Anchor, Picture, Shape};

/// How many colours there are; then they begin again.
const COLOURS: usize = 8;
/// The height of a line below the picture.
const LINE: f64 = 24.0;

/// A picture that is laid over others, and what is said of it below them.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The picture.
    pub picture: Picture,
    /// What is said of it.
    pub caption: String,
}

impl Picture {
    /// Pictures laid over each other as they are, each with a colour of its own where that is asked; below
    /// them their captions, in their colours. Of each picture what is marked as winning shows in full, and the
    /// rest as outlines.
    ///
    /// ```
    /// use grundy_picture::{Layer, Picture, Shape};
    /// let layer = |caption: &str| {
    ///     let mut picture = Picture::new("one");
    ///     picture.add(Shape::circle((0.0, 0.0), 9.0).class("bubble"));
    ///     Layer { picture, caption: caption.to_owned() }
    /// };
    /// let both = Picture::over("two", vec![layer("first"), layer("second")], true);
    /// assert!(both.svg().contains(r#"<g class="over colour-1""#));
    /// ```
    pub fn over(title: impl Into<String>, layers: Vec<Layer>, has_colours: bool) -> Picture {
        let mut over = Picture::new(title);
        let (mut captions, mut in_front) = (Vec::new(), Vec::new());
        for (index, layer) in layers.into_iter().enumerate() {
            let class =
                if has_colours { format!("over colour-{}", index % COLOURS) } else { "over".to_owned() };
            // Labels stand before the shapes of all layers, so that none hides them.
            let (labels, shapes): (Vec<Shape>, Vec<Shape>) =
                layer.picture.shapes().iter().cloned().partition(|shape| shape.is("label"));
            over.add(Shape::group(shapes).class(class.clone()));
            in_front.push(Shape::group(labels).class(class.clone()));
            captions.push((class, layer.caption));
        }
        in_front.into_iter().for_each(|labels| over.add(labels));
        let corner =
            if over.bounds().is_empty() { (0.0, 0.0) } else { (over.bounds().left, over.bounds().bottom) };
        for (row, (class, caption)) in captions.into_iter().enumerate() {
            let at = (corner.0 + 8.0, corner.1 + LINE * (row as f64 + 1.2));
            let swatch = Shape::circle(at, 7.0).class("bubble winning");
            let text = Shape::text((at.0 + 16.0, at.1), caption, 14.0).anchor(Anchor::Start).class("note");
            over.add(Shape::group(vec![swatch, text]).class(class));
        }
        over
    }
}
