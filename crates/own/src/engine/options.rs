//! The boards after every move.

use super::form::Form;
use crate::board::layout::Columned;
use crate::board::{Layout, Planes};
use std::ops::ControlFlow;

/// What a move of an image writes at the first corner of the board: for each code, the cells.
struct Stamp<M> {
    all: M,
    by_code: Vec<(u8, M)>,
}

impl<M: Columned> Stamp<M> {
    fn of(form: &Form, index: usize, layout: &Layout<M>) -> Self {
        let mut stamp = Stamp { all: M::EMPTY, by_code: Vec::new() };
        for write in &form.rules.images[index].writes {
            let cell = M::bit(layout.index(write.row, write.column));
            stamp.all = stamp.all | cell;
            match stamp.by_code.iter_mut().find(|(code, _)| *code == write.code) {
                Some((_, cells)) => *cells = *cells | cell,
                None => stamp.by_code.push((write.code, cell)),
            }
        }
        stamp
    }

    fn on(&self, planes: &Planes<M>, corner: u32) -> Planes<M> {
        let kept = !(self.all << corner);
        let mut option = planes.map(|plane| plane & kept);
        for &(code, cells) in &self.by_code {
            let plane = &mut option[usize::from(code)];
            *plane = *plane | cells << corner;
        }
        option
    }
}

/// Visits every image that can be made at some corner, with the board after it. What two images do may be the same.
pub(crate) fn each_placement<M: Columned, B>(
    form: &Form,
    planes: &Planes<M>,
    layout: &Layout<M>,
    mut visit: impl FnMut(usize, u32, &Planes<M>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if form.is_over(planes, layout) {
        return ControlFlow::Continue(());
    }
    for index in 0..form.rules.images.len() {
        let corners = form.moves(index, planes, layout);
        if corners.is_empty() {
            continue;
        }
        let stamp = Stamp::of(form, index, layout);
        for corner in corners.cells() {
            visit(index, corner, &stamp.on(planes, corner))?;
        }
    }
    ControlFlow::Continue(())
}

/// Visits the boards after every move, perhaps more than once.
pub(crate) fn each_option<M: Columned, B>(
    form: &Form,
    planes: &Planes<M>,
    layout: &Layout<M>,
    mut visit: impl FnMut(&Planes<M>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    each_placement(form, planes, layout, |_, _, option| visit(option))
}

/// How many images can be made, which is not less than the number of moves.
pub(crate) fn count_placements<M: Columned>(form: &Form, planes: &Planes<M>, layout: &Layout<M>) -> u64 {
    if form.is_over(planes, layout) {
        return 0;
    }
    (0..form.rules.images.len()).map(|index| u64::from(form.moves(index, planes, layout).count())).sum()
}
