//! Which images are enough to join cells and to say what can become of them.

use super::expand::Expanded;
use super::image::{Cell, Image, Write};
use crate::board::{Bits, Field, on_bits};
use crate::engine::{Joints, Reach};

/// The images that are enough: of every other image the cells are joined by these wherever it can be
/// made, and what it writes they write too. With patterns of `never` all are kept.
pub(crate) fn links(rules: &Expanded) -> Vec<Image> {
    if !rules.nevers.is_empty() {
        return rules.images.clone();
    }
    let mut links: Vec<Image> = Vec::new();
    for (index, image) in rules.images.iter().enumerate() {
        // The cost is that of a small board for every image.
        let is_small = image.reads.len() <= 64 && links.len() <= 64 && index < MOST_TRIED;
        if !is_small || !is_joined(&links, image) {
            links.push(image.clone());
        }
    }
    links
}

/// Images behind these are taken as they are.
const MOST_TRIED: usize = 256;

/// Whether the images of `links` join the cells of an image, and write what it writes, on a board with nothing but
/// what it reads.
fn is_joined(links: &[Image], image: &Image) -> bool {
    if image.reads.iter().any(|read| !read.allows.is_power_of_two()) {
        return false;
    }
    let code = |row: u16, column: u16| {
        let read = image.reads.iter().find(|read| (read.row, read.column) == (row, column))?;
        Some(read.allows.trailing_zeros() as u8)
    };
    let field = Field::of_cells(image.rows, image.columns, code);
    on_bits!(&field, |planes, layout| {
        let reach = Reach::of(&planes, &layout, links, &[]);
        let writes =
            |write: &Write| reach.ever[usize::from(write.code)].has(layout.index(write.row, write.column));
        let parts = Joints::new(&layout, &reach, links, &[]).parts();
        let reads = |read: &Cell| parts.len() == 1 && parts[0].kept.has(layout.index(read.row, read.column));
        image.writes.iter().all(writes) && image.reads.iter().all(reads)
    })
}
