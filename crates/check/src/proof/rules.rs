//! What a proof asks of the rules of a game.

use super::part::ProofPart;
use grundy_core::Stones;
use std::ops::ControlFlow;

/// A move of a board by its label, and the board after it.
pub(super) type BoardMove = (String, Vec<ProofPart>);

/// What is done with the parts of an option; a break ends the visit.
pub(super) type VisitOption<'v> = &'v mut dyn FnMut(Vec<ProofPart>) -> ControlFlow<()>;

/// All options that such a visit meets.
pub(super) fn collected(
    each: impl FnOnce(VisitOption<'_>) -> Result<(), String>,
) -> Result<Vec<Vec<ProofPart>>, String> {
    let mut options = Vec::new();
    each(&mut |option| {
        options.push(option);
        ControlFlow::Continue(())
    })?;
    Ok(options)
}

/// What all moves of a position leave takes at most this many bytes together.
const MOST_LEFT: usize = 512 << 20;

/// Refuses to list moves when the positions after them take more than [`MOST_LEFT`] bytes together.
pub(super) fn check_left(bytes: usize) -> Result<(), String> {
    match bytes <= MOST_LEFT {
        true => Ok(()),
        false => Err(format!(
            "what the moves of a position leave takes more than {} MiB in all: a proof is of a position with fewer \
             moves, or of a smaller one",
            MOST_LEFT >> 20
        )),
    }
}

/// A list of moves, each with the position after it. The bytes of these positions are counted.
pub(super) struct Listed<T> {
    moves: Vec<(String, Vec<T>)>,
    bytes: usize,
}

impl<T> Listed<T> {
    pub(super) fn new() -> Listed<T> {
        Listed { moves: Vec::new(), bytes: 0 }
    }

    /// Adds a move: its label, how many bytes the position after it takes, and `left`, which makes that position. `left` is
    /// not called when the bytes of all moves would pass the limit.
    pub(super) fn add(
        &mut self,
        label: String,
        bytes: usize,
        left: impl FnOnce() -> Result<Vec<T>, String>,
    ) -> Result<(), String> {
        self.bytes =
            self.bytes.saturating_add(size_of::<(String, Vec<T>)>() + label.len()).saturating_add(bytes);
        check_left(self.bytes)?;
        self.moves.push((label, left()?));
        Ok(())
    }

    /// All of them, in the order in which they came.
    pub(super) fn all(self) -> Vec<(String, Vec<T>)> {
        self.moves
    }
}

/// The bytes that a board takes.
pub(super) fn bytes_of(board: &[ProofPart]) -> usize {
    board.iter().map(ProofPart::bytes).sum()
}

/// The one piece of a board that is not several heaps.
pub(super) fn only(board: &[ProofPart]) -> &ProofPart {
    board.first().expect("a board of cells is one piece")
}

/// Whether the next option is one of the first `skipped`, which a visit passes over.
pub(super) fn passes_over(skipped: usize) -> impl FnMut() -> bool {
    let mut places = 0..skipped;
    move || places.next().is_some()
}

/// How a board stands where one move can decide the whole game, whatever other terms there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// It is played on as all others are.
    Open,
    /// Normal play: some move wins the whole game at once. Such a board has no nimber, and who moves to it loses.
    Sunny,
    /// The last move has decided the whole game: under normal play it has won it, under misère play lost.
    Over,
}

/// The rules of one game, as the checker works them out.
///
/// A board is a position as it was written, in pieces: heaps, or all cells as one piece. A part is a piece that cannot
/// be divided, as the least of its images.
pub(super) trait PartRules: std::fmt::Debug {
    /// How many bits a cell takes; 0 for heaps.
    fn width(&self) -> u32;

    /// Reads a board as the program writes it.
    fn board(&self, text: &str) -> Result<Vec<ProofPart>, String>;

    /// Writes a part so that the program reads it.
    fn text(&self, at: &ProofPart) -> String;

    /// All moves of a board in reading order.
    fn moves(&self, board: &[ProofPart]) -> Result<Vec<BoardMove>, String>;

    /// The parts of a board that have moves.
    fn parts(&self, board: &[ProofPart]) -> Result<Vec<ProofPart>, String>;

    /// The cells of a board that moves take, where that is all there is to say of it, and they are at most 64.
    fn stones(&self, board: &[ProofPart]) -> Option<Stones> {
        let _ = board;
        None
    }

    /// How a board stands.
    fn standing(&self, board: &[ProofPart]) -> Result<Standing, String> {
        let _ = board;
        Ok(Standing::Open)
    }

    /// Whether some move of a part decides the whole game under misère play, against whoever makes it. It is among the
    /// moves of a board, and not among the options of a part: nobody needs a reply to it.
    fn has_losing_moves(&self, at: &ProofPart) -> bool {
        let _ = at;
        false
    }

    /// The parts of each option of a part, in no order. Options that are not [open](Standing::Open) are left out: who
    /// makes such a move loses.
    fn options(&self, at: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String>;

    /// Visits the [options](PartRules::options) but the first `skipped` one by one until `visit` breaks, always in the same
    /// order. Rules that have a way to do so work out the parts of no others.
    fn each_option(&self, at: &ProofPart, skipped: usize, visit: VisitOption<'_>) -> Result<(), String> {
        let _ = self.options(at)?.into_iter().skip(skipped).try_for_each(visit);
        Ok(())
    }

    /// How many moves can still be made at most, or another number that every move lowers.
    fn size(&self, at: &ProofPart) -> u64;

    /// Whether nothing in the rules shows that the game ends: a proof then has to show it of itself.
    fn may_be_endless(&self) -> bool {
        false
    }

    /// Whether a part of a file is a part, and the least of its images.
    fn check_part(&self, part: &ProofPart) -> Result<(), String>;

    /// The lemma on which parts stand that were told so far: by it they have fewer cells than they lie on.
    fn lemma_of_parts(&self) -> Option<&'static str> {
        None
    }

    /// The nimber by a rule that is no search, and the lemma on which that stands.
    fn by_lemma(&self, part: &ProofPart) -> Option<(u64, &'static str)> {
        let _ = part;
        None
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;

    #[test]
    fn moves_are_listed_while_there_is_room_for_what_they_leave() {
        let mut listed: Listed<ProofPart> = Listed::new();
        let half = MOST_LEFT / 2 - 100;
        listed.add("1".to_owned(), half, || Ok(Vec::new())).unwrap();
        listed.add("2".to_owned(), half, || Ok(Vec::new())).unwrap();
        let told = listed.add("3".to_owned(), 200, || unreachable!("there is no room")).unwrap_err();
        assert!(told.contains("more than 512 MiB"), "{told}");
        assert_eq!(listed.all().len(), 2);
    }
}

/// What the tests of several games ask of rules.
#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
pub(super) mod probe {
    use super::{PartRules, ProofPart, Standing, collected};

    /// Random numbers below a bound.
    pub(in super::super) fn dice() -> impl FnMut(usize) -> usize {
        let mut state = 1_u64;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        }
    }

    /// A part is accepted from a file, is written so that it is read again, and has the options that the moves of its
    /// board leave.
    pub(in super::super) fn assert_is_part(rules: &dyn PartRules, part: &ProofPart) {
        rules.check_part(part).unwrap();
        let text = rules.text(part);
        let board = rules.board(&text).unwrap();
        assert_eq!(rules.parts(&board).unwrap(), std::slice::from_ref(part), "{text}");
        let open = rules.moves(&board).unwrap().into_iter();
        let open = open.filter(|(_, after)| rules.standing(after).unwrap() == Standing::Open);
        let after: Vec<Vec<ProofPart>> = open.map(|(_, after)| rules.parts(&after).unwrap()).collect();
        assert_eq!(rules.options(part).unwrap(), after, "{text}");
        assert_options_are_skipped(rules, part);
    }

    /// A visit that begins with a later option goes on as one from the start does.
    pub(in super::super) fn assert_options_are_skipped(rules: &dyn PartRules, part: &ProofPart) {
        let all = rules.options(part).unwrap();
        for skipped in 0..=all.len() {
            let others = collected(|visit| rules.each_option(part, skipped, visit)).unwrap();
            assert_eq!(others, all[skipped..], "{skipped} of {}", rules.text(part));
        }
    }
}
