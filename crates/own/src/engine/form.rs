//! The rules of a game for boards of some size: all images, what they are joined by, symmetries, weights.

use super::joints::{Joints, forbidden, with_forbidding};
use super::reach::{Reach, banned, fits, stands};
use super::taking::Taking;
use crate::board::layout::Columned;
use crate::board::{Layout, Planes};
use crate::rules::expand::{Codes, Expanded, expand};
use crate::rules::image::bans;
use crate::rules::{Ban, Image, Stand, Symmetry, Weights, links, symmetries};
use crate::spec::Spec;
use grundy_core::Diagnostic;

/// The rules for boards of some size.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) rules: Expanded,
    /// Why patterns of `never` forbid an image.
    pub(crate) bans: Vec<Vec<Ban>>,
    /// The images that join cells.
    pub(crate) links: Vec<usize>,
    pub(crate) symmetries: Vec<Symmetry>,
    pub(crate) weights: Weights,
    pub(crate) symbols: usize,
    pub(crate) taking: Option<Taking>,
    /// Patterns that join cells: those of `win` and `never`.
    joining: Vec<Stand>,
}

impl Form {
    /// The rules of a file for boards whose sides are at most `limit`.
    ///
    /// # Errors
    /// When there are too many images, or the game may go on for ever.
    pub(crate) fn new(spec: &Spec, codes: &Codes, limit: u32) -> Result<Form, Diagnostic> {
        let mut rules = expand(spec, codes, limit)?;
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
        let bans =
            listed.into_iter().zip(&is_kept).filter(|(_, kept)| **kept).map(|(bans, _)| bans).collect();
        let symbols = codes.0.len();
        let weights = Weights::find(&rules, symbols)
            .map_err(|moves| crate::endless::told(spec, codes, &rules, &moves))?;
        let joining = rules.wins.iter().chain(&rules.nevers).cloned().collect();
        Ok(Form {
            links: links(&rules),
            symmetries: symmetries(&rules, spec.kind, symbols),
            taking: Taking::of(&rules),
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
            all | layout.from_corner(others, write.row, write.column)
        });
        corners & changes
    }

    /// What can become of a board.
    pub(crate) fn reach<M: Columned>(&self, planes: &Planes<M>, layout: &Layout<M>) -> Reach<M> {
        let (images, bans) = self.linked();
        Reach::of(planes, layout, &images, &bans)
    }

    fn linked(&self) -> (Vec<&Image>, Vec<&[Ban]>) {
        let images = self.links.iter().map(|&link| &self.rules.images[link]).collect();
        let bans = match self.rules.nevers.is_empty() {
            true => Vec::new(),
            false => self.links.iter().map(|&link| &self.bans[link][..]).collect(),
        };
        (images, bans)
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
        let (images, bans) = self.linked();
        let reach = Reach::of(planes, layout, &images, &bans);
        let joining: Vec<&Stand> = self.joining.iter().collect();
        let joints = Joints::new(layout, &reach, &images, &joining);
        let forbidden = forbidden(layout, &reach, &images, &bans);
        let can_end =
            |end: &&Stand| !fits(&reach.ever, layout, &end.reads, (end.rows, end.columns)).is_empty();
        let ends: Vec<&Stand> = self.rules.ends.iter().filter(can_end).collect();
        let mut take = |kept: M| {
            let kept = with_forbidding(layout, kept, &forbidden);
            visit(&planes.map(|plane| plane & kept));
        };
        if ends.is_empty() {
            return joints.parts().into_iter().for_each(|part| take(part.kept));
        }
        // While the board can end, all of it is one part; without a move it is nothing.
        if reach.live.iter().all(|live| live.is_empty()) {
            return;
        }
        let ends = Joints::new(layout, &Reach { live: Vec::new(), ..reach }, &[], &ends);
        take(joints.covered() | ends.covered());
    }
}
