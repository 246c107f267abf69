//! The rules of a game for boards of some size: all images, what they are joined by, symmetries, weights.

use super::joints::{Joints, forbidden, with_forbidding};
use super::reach::{Reach, banned, fits, stands};
use super::taking::Taking;
use crate::board::layout::Columned;
use crate::board::{Layout, Planes};
use crate::rules::expand::{Codes, Expanded, expand};
use crate::rules::image::{Write, bans};
use crate::rules::{Ban, Image, Stand, Symmetry, Weights, links, symmetries};
use crate::spec::{Meaning, Spec};
use crate::strips::Cuts;
use grundy_core::Diagnostic;

/// The rules for boards of some size.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) rules: Expanded,
    /// Why patterns of `never` forbid an image.
    pub(crate) bans: Vec<Vec<Ban>>,
    /// The images that join cells.
    pub(crate) linked: Vec<Image>,
    /// Why patterns of `never` forbid these; nothing where there are no such patterns.
    pub(crate) linked_bans: Vec<Vec<Ban>>,
    pub(crate) symmetries: Vec<Symmetry>,
    pub(crate) weights: Weights,
    pub(crate) symbols: usize,
    /// The images in the order of the lists of moves, among those whose first cell is the same; where what a move
    /// changes depends on the board, nothing. Beside each a number that images that do the same share.
    pub(crate) order: Option<Vec<(usize, usize)>>,
    pub(crate) taking: Option<Taking>,
    /// The moves within a row, where each of them cuts it.
    pub(crate) cuts: Option<Cuts>,
    /// Patterns that join cells: those of `win` and `never`.
    pub(crate) joining: Vec<Stand>,
}

/// About how many cells are compared for that.
fn ban_cost(rules: &Expanded) -> usize {
    let pair = |image: &Image, never: &Stand| {
        let places = usize::from(image.rows + never.rows) * usize::from(image.columns + never.columns);
        places * never.reads.len() * image.writes.len()
    };
    let of_image = |image: &Image| rules.nevers.iter().map(|never| pair(image, never)).sum::<usize>();
    rules.images.iter().map(of_image).fold(0, usize::saturating_add)
}

/// The order of the images whose first cell is the same: those along the row first, then small ones.
fn order(rules: &Expanded) -> Option<Vec<(usize, usize)>> {
    if !rules.images.iter().flat_map(|image| &image.writes).all(|write| write.is_sure) {
        return None;
    }
    let place = |&index: &usize| {
        let writes = &rules.images[index].writes;
        let (row, column) = (writes[0].row, i32::from(writes[0].column));
        let cell = |write: &Write| (write.row - row, i32::from(write.column) - column, write.code);
        let cells: Vec<(u16, i32, u8)> = writes.iter().map(cell).collect();
        (cells.iter().any(|&(row, ..)| row > 0), cells.len(), cells)
    };
    let mut order: Vec<_> = (0..rules.images.len()).map(|index| (place(&index), index)).collect();
    order.sort_unstable();
    let mut deed = 0;
    let numbered = (0..order.len()).map(|at| {
        deed += usize::from(at > 0 && order[at].0 != order[at - 1].0);
        (order[at].1, deed)
    });
    Some(numbered.collect())
}

impl Form {
    /// The rules of a file for boards whose sides are at most `limit`.
    ///
    /// # Errors
    /// When there are too many images, or the game may go on for ever.
    pub(crate) fn new(spec: &Spec, codes: &Codes, limit: u32) -> Result<Form, Diagnostic> {
        let mut rules = expand(spec, codes, limit)?;
        if ban_cost(&rules) > spec.origin.most_ban_cost() {
            let never = spec.bans.iter().find(|ban| ban.meaning == Meaning::Never);
            let span = never.map_or(0..0, |never| never.pattern.span.clone());
            return Err(Diagnostic::new(
                "the patterns of `never` have too many images for so many moves",
                span,
            )
            .help("give the runs smaller ranges, or use fewer patterns"));
        }
        let all_bans =
            |image: &Image| rules.nevers.iter().flat_map(|never| bans(image, never)).collect::<Vec<Ban>>();
        let listed: Vec<Vec<Ban>> = rules.images.iter().map(all_bans).collect();
        // What is forbidden wherever it stands is no move.
        let is_kept: Vec<bool> =
            listed.iter().map(|bans| bans.iter().all(|ban| !ban.rest.is_empty())).collect();
        let mut keep = is_kept.iter();
        rules.images.retain(|_| keep.next() == Some(&true));
        let mut keep = is_kept.iter();
        rules.origins.retain(|_| keep.next() == Some(&true));
        let bans: Vec<Vec<Ban>> =
            listed.into_iter().zip(&is_kept).filter(|(_, kept)| **kept).map(|(bans, _)| bans).collect();
        let symbols = codes.0.len();
        let weights = Weights::find(&rules, symbols, spec.origin.most_steps())
            .map_err(|moves| crate::endless::told(spec, codes, &rules, &moves))?;
        let joining = rules.wins.iter().chain(&rules.nevers).cloned().collect();
        let linked = links(&rules);
        // With patterns of `never` all images join.
        let linked_bans: Vec<Vec<Ban>> = if rules.nevers.is_empty() { Vec::new() } else { Vec::clone(&bans) };
        Ok(Form {
            linked,
            linked_bans,
            symmetries: symmetries(&rules, spec.kind, symbols),
            order: order(&rules),
            taking: Taking::of(&rules),
            cuts: Cuts::of(&rules),
            weights,
            bans,
            symbols,
            joining,
            rules,
        })
    }

    /// Whether the whole game has been won on a board.
    pub(crate) fn is_won<M: Columned>(&self, planes: &Planes<M>, layout: &Layout<M>) -> bool {
        stands(planes, layout, &self.rules.wins)
    }

    /// Whether no move is left because the game, or this board, is over.
    pub(crate) fn is_over<M: Columned>(&self, planes: &Planes<M>, layout: &Layout<M>) -> bool {
        self.is_won(planes, layout) || stands(planes, layout, &self.rules.ends)
    }

    /// The corners at which an image is a move.
    #[inline]
    pub(crate) fn moves<M: Columned>(&self, index: usize, planes: &Planes<M>, layout: &Layout<M>) -> M {
        let image = &self.rules.images[index];
        let mut corners = fits(planes, layout, &image.reads, (image.rows, image.columns));
        if corners.is_empty() {
            return corners;
        }
        if !self.bans[index].is_empty() {
            corners = corners & !banned(planes, layout, &self.bans[index]);
        }
        if image.writes.iter().any(|write| write.is_sure) {
            return corners;
        }
        let changes = image.writes.iter().fold(M::EMPTY, |all, write| {
            let others = !planes[usize::from(write.code)];
            all | layout.corners_of(others, write.row, write.column)
        });
        corners & changes
    }

    /// For each image the corners at which it is a move; nothing where the board is over.
    pub(crate) fn all_moves<M: Columned>(&self, planes: &Planes<M>, layout: &Layout<M>) -> Vec<M> {
        if self.is_over(planes, layout) {
            return vec![M::EMPTY; self.rules.images.len()];
        }
        match &self.taking {
            Some(taking) => taking.with_corners(planes[0], layout, |corners| {
                taking.shape_of.iter().map(|&shape| corners[shape]).collect()
            }),
            None => (0..self.rules.images.len()).map(|index| self.moves(index, planes, layout)).collect(),
        }
    }

    /// What can become of a board.
    pub(crate) fn reach<M: Columned>(&self, planes: &Planes<M>, layout: &Layout<M>) -> Reach<M> {
        Reach::of(planes, layout, &self.linked, &self.linked_bans)
    }

    /// Visits the independent parts of a board, each as the cells that are kept. A board that is won is one part.
    pub(crate) fn each_part<M: Columned>(
        &self,
        planes: &Planes<M>,
        layout: &Layout<M>,
        mut visit: impl FnMut(&Planes<M>),
    ) {
        if self.is_won(planes, layout) {
            return visit(planes);
        }
        if stands(planes, layout, &self.rules.ends) {
            return;
        }
        let reach = self.reach(planes, layout);
        let joints = Joints::new(layout, &reach, &self.linked, &self.joining);
        let forbidden = forbidden(layout, &reach, &self.linked, &self.linked_bans);
        let can_end =
            |end: &Stand| !fits(&reach.ever, layout, &end.reads, (end.rows, end.columns)).is_empty();
        let can_end = self.rules.ends.iter().any(can_end);
        let mut take = |kept: M| {
            let kept = with_forbidding(layout, kept, &forbidden);
            visit(&planes.map(|plane| plane & kept));
        };
        if !can_end {
            return joints.parts().into_iter().for_each(|part| take(part.kept));
        }
        // While the board can end, all of it is one part; without a move it is nothing.
        if reach.live.iter().all(|live| live.is_empty()) {
            return;
        }
        let ends = Joints::new(layout, &Reach { live: Vec::new(), ..reach }, &[], &self.rules.ends);
        take(joints.covered() | ends.covered());
    }
}
