//! Bare nimbers: a Nim heap by its value alone, written `*3`.

use crate::counters::{Heap, beside_row};
use grundy_core::{
    Card, Diagnostic, Explain, ExplainRequest, Knowledge, Listing, Marks, Nimber, Notation, Parameters,
    Playable, Reader, Ruleset, Show, Step, Tame, Target,
};
use grundy_picture::{Anchor, Picture};
use std::ops::ControlFlow;

/// The game whose positions are nimbers; a move leaves any smaller one.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Notation, Reader};
/// use grundy_games::BareNimber;
/// let three = BareNimber.parse(&mut Reader::new("*3")).unwrap();
/// assert_eq!(BareNimber.theorem(&three), Some(Nimber(3)));
/// assert_eq!(BareNimber.label(&three, &Nimber(1)), "*1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BareNimber;

impl Ruleset for BareNimber {
    type Position = Nimber;
    type Move = Nimber;

    fn moves<B>(&self, at: &Nimber, mut visit: impl FnMut(Nimber) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..at.0).try_for_each(|smaller| visit(Nimber(smaller)))
    }

    fn play(&self, _: &Nimber, leave: &Nimber) -> Nimber {
        *leave
    }

    fn moves_left(&self, at: &Nimber) -> u128 {
        u128::from(at.0)
    }

    fn count_moves(&self, at: &Nimber) -> u128 {
        u128::from(at.0)
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }
}

impl Knowledge<BareNimber> for BareNimber {
    fn theorem(&self, at: &Nimber) -> Option<Nimber> {
        Some(*at)
    }

    fn tame(&self, at: &Nimber) -> Option<Tame> {
        Some(Tame::heap(at.0))
    }

    fn moves_to(
        &self,
        at: &Nimber,
        target: Target,
        visit: &mut dyn FnMut(Nimber) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let fickle = Some(target.fickle).filter(|leave| leave.0 <= 1);
        let firm = Some(target.firm).filter(|leave| leave.0 > 1);
        let mut found = [fickle, firm].into_iter().flatten().filter(|leave| leave < at);
        Some(found.try_for_each(visit))
    }
}

impl Notation for BareNimber {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Nimber, Diagnostic> {
        if text.eat_empty() {
            return Ok(Nimber::ZERO);
        }
        text.skip_blanks();
        text.eat('*');
        text.skip_blanks();
        text.number("a nimber", i64::MAX as u64).map(Nimber)
    }

    fn format(&self, at: &Nimber) -> String {
        at.to_string()
    }

    fn label(&self, _: &Nimber, mv: &Nimber) -> String {
        mv.to_string()
    }

    fn parse_move(&self, at: &Nimber, label: &str) -> Result<Nimber, Diagnostic> {
        let digits = label.strip_prefix('*').unwrap_or(label);
        let leave = digits.parse().ok().map(Nimber).filter(|leave| leave < at);
        leave.ok_or_else(|| {
            Diagnostic::new(format!("`{label}` is no move from {at}"), 0..label.len())
                .help(format!("a move leaves a smaller nimber, below {at}"))
        })
    }

    fn say(&self, _: &Nimber, mv: &Nimber) -> String {
        format!("leave {mv}")
    }
}

impl Show for BareNimber {
    fn show(&self, at: &Nimber, _: usize) -> String {
        format!("{at}\n")
    }

    /// A heap of counters behind the nimber.
    fn draw(&self, at: &Nimber, marks: &Marks<Nimber>) -> Picture {
        let mut picture = Picture::new(format!("the nimber {at}"));
        let winning: Vec<u64> = marks.winning.iter().map(|leave| leave.0).collect();
        let heap = Heap { size: at.0, winning: &winning, making: marks.making.map(|leave| leave.0) };
        picture.add(beside_row((-14.0, 0.0), at.to_string(), Anchor::End));
        let (label, say) = (|leave| Nimber(leave).to_string(), |leave| self.say(at, &Nimber(leave)));
        heap.draw(&mut picture, (0.0, 0.0), label, say);
        picture
    }
}

impl Explain for BareNimber {
    fn explain(&self, at: &Nimber, question: &ExplainRequest<'_, Nimber>) -> Vec<Step> {
        let meaning = match at.0 {
            0 => "Nothing can be taken: *0 has no moves.".to_owned(),
            1 => "It has one move, to *0.".to_owned(),
            size => format!("Its moves leave every smaller nimber, *0 to *{}.", size - 1),
        };
        let mut found = Vec::new();
        let _ = self.moves_to(at, question.target, &mut |leave| {
            found.push(leave.to_string());
            ControlFlow::<()>::Continue(())
        });
        let winning = match found.is_empty() {
            true if at.is_zero() => String::new(),
            true if at.0 == 1 => "It does not win.".to_owned(),
            true => "None of them wins.".to_owned(),
            false => format!("Winning: leave {}.", found.join(" or ")),
        };
        vec![
            Step::new(format!("{at} is a Nim heap of {}", at.0))
                .text(format!("{meaning} {winning}").trim_end()),
        ]
    }
}

impl Listing for BareNimber {
    type Rules = BareNimber;

    fn card(&self) -> Card {
        Card::new("nimber", "Bare nimber", "leave any smaller nimber", "*3")
    }

    fn rules(&self, _: &Parameters) -> Result<BareNimber, Diagnostic> {
        Ok(BareNimber)
    }
}

impl Playable for BareNimber {
    /// A bare nimber stands for itself.
    fn heading(&self, _: &str) -> String {
        String::new()
    }
}
