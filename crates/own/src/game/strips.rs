//! Long strips of own games, valued by what every move leaves of them.

use super::change::Change;
use super::rules::{OwnGame, sorted};
use crate::board::Field;
use crate::strips::{Code, Cuts, OUT};
use grundy_core::{Nimber, Ruleset, Run, Stopped};

/// Shorter strips are left to the search.
const LONG: u16 = 32;

impl OwnGame {
    /// The moves on a board of one row, where each of them cuts it.
    fn cuts(&self, at: &Field) -> Option<&Cuts> {
        // Where runs have no bound, longer strips have other moves.
        let cuts = if at.rows() == 1 && self.shared.is_bounded { self.form(at).cuts.as_ref() } else { None };
        cuts.filter(|_| at.columns() > 0)
    }

    /// Values what is a long strip of a board.
    pub(super) fn prepare_strips(&self, at: &Field, run: &Run) -> Result<(), Stopped> {
        if at.count() <= LONG.into() || !self.shared.is_bounded || self.form(at).cuts.is_none() {
            return Ok(());
        }
        // A strip is valued as it stands, for its moves; so are its parts, from which cells that never change are left
        // out.
        let whole = (at.rows() == 1).then(|| at.clone());
        let parts = self.split(at.clone()).into_iter().map(|part| self.canon(part));
        for part in whole.into_iter().chain(parts) {
            if let Some(cuts) = self.cuts(&part).filter(|_| part.columns() > LONG) {
                self.strips.prepare(cuts, &self.form(&part).symmetries, &codes(&part), run)?;
            }
        }
        Ok(())
    }

    /// Whether any long strip was valued.
    pub(super) fn knows_strips(&self) -> bool {
        self.strips.is_any()
    }

    /// The nimber of a strip that was valued, or that can be left of one.
    pub(super) fn nimber_of_strip(&self, at: &Field) -> Option<Nimber> {
        if !self.strips.is_any() {
            return None;
        }
        self.strips.nimber(self.cuts(at)?, &self.form(at).symmetries, &codes(at))
    }

    /// The moves of such a strip that leave this nimber.
    pub(super) fn moves_of_strip_to(&self, at: &Field, wanted: Nimber) -> Option<Vec<Change>> {
        if !self.strips.is_any() {
            return None;
        }
        let found = self.strips.moves_to(self.cuts(at)?, &self.form(at).symmetries, &codes(at), wanted)?;
        let change = |cells: Vec<(usize, Code)>| {
            Change(cells.into_iter().map(|(cell, code)| (0, cell as u16, code)).collect())
        };
        Some(sorted(found.into_iter().map(change).collect()))
    }
}

/// What stands in the cells of the first row.
fn codes(at: &Field) -> Vec<Code> {
    (0..at.columns()).map(|column| at.code(0, column).unwrap_or(OUT)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::{Plain, PlainBoard};
    use crate::spec::Spec;
    use grundy_core::{Definition, Knowledge, Notation, Reader, Target};
    use std::ops::ControlFlow;

    /// Numbers that look random.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, end: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as usize % end
        }

        fn any<'t>(&mut self, of: &[&'t str]) -> &'t str {
            of[self.below(of.len())]
        }
    }

    /// Rules in which every move writes a `.`, which no move reads.
    fn cutting_rules(dice: &mut Dice) -> String {
        let mut text = String::from("game a\nstrip\ncells a one b other . gone\n");
        for _ in 0..=dice.below(3) {
            let length = 1 + dice.below(4);
            let mut left: Vec<&str> = (0..length).map(|_| dice.any(&["a", "b", "a", "b", "[ab]"])).collect();
            let mut right: Vec<&str> = (0..length).map(|_| dice.any(&["a", "b", "."])).collect();
            right[dice.below(length)] = ".";
            if dice.below(4) == 0 {
                left.insert(0, "@");
                right.insert(0, "@");
            }
            let facing = dice.any(&["move", "fixed"]);
            text += &format!("{facing} {} -> {}\n", left.concat(), right.concat());
        }
        text + "example ab\n"
    }

    fn nimber(plain: &Plain, text: &str) -> Nimber {
        let mut definition = Definition::new(plain);
        definition.nimber(&PlainBoard::read(text), &Run::unlimited()).expect("no limit").expect("no win")
    }

    #[test]
    fn strips_that_every_move_cuts_are_worth_what_the_definition_says() {
        let (mut dice, mut count, mut winning, mut known) = (Dice(0x9e37_79b9), 0, 0, 0);
        for _ in 0..300 {
            let text = cutting_rules(&mut dice);
            let game = OwnGame::new(Spec::read(&text).expect("good rules")).expect("good rules");
            let plain = Plain::new(&game);
            for _ in 0..4 {
                let length = 1 + dice.below(9);
                let cells: String =
                    (0..length).map(|_| dice.any(&["a", "b", "a", "b", "a", "b", "."])).collect();
                let at = game.parse(&mut Reader::new(&cells)).expect("a strip");
                // A rule such as `[ab] -> .` beside one that skips no cell: all of these cut.
                let cuts = game.cuts(&at).unwrap_or_else(|| panic!("{text}"));
                game.strips
                    .prepare(cuts, &game.form(&at).symmetries, &codes(&at), &Run::unlimited())
                    .expect("no limit");
                let wanted = nimber(&plain, &cells);
                let found =
                    game.theorem(&at).or_else(|| game.changes(&at).is_empty().then_some(Nimber::ZERO));
                assert_eq!(found, Some(wanted), "{cells} of {text}");
                // Cells that never change are left out of parts, so that not all of them are known.
                for part in game.split(at.clone()) {
                    let part = game.canon(part);
                    let (text_of_part, found) = (plain.board(&part).text(), game.theorem(&part));
                    known += usize::from(found.is_some());
                    let wanted = nimber(&plain, &text_of_part);
                    assert!(found.is_none_or(|found| found == wanted), "{text_of_part} of {text}");
                }
                for target in 0..3 {
                    let mut found = Vec::new();
                    let visited = game.moves_to(&at, Target::exactly(Nimber(target)), &mut |mv| {
                        found.push(mv);
                        ControlFlow::Continue(())
                    });
                    // Nothing was valued where all cells are dead.
                    assert!(visited.is_some() || game.changes(&at).is_empty(), "{cells} of {text}");
                    if visited.is_none() {
                        continue;
                    }
                    let leaves = |mv: &Change| nimber(&plain, &plain.board(&game.play(&at, mv)).text());
                    let all = game.changes(&at).into_iter();
                    let wanted: Vec<Change> = all.filter(|mv| leaves(mv) == Nimber(target)).collect();
                    assert_eq!(found, wanted, "{cells} of {text}");
                    winning += found.len();
                }
                count += 1;
            }
        }
        assert!(count == 1200 && winning > 1000 && known > 600, "{count} {winning} {known}");
    }

    #[test]
    fn rules_that_do_not_cut_everywhere_are_left_to_the_search() {
        for rules in [
            "move xo -> .x | x -> o",
            "move x?o -> .?.",
            "move x. -> .x | x -> #",
            "move x -> .\nnever ..",
            "move x -> .\nwin ..",
            "move x{any} -> .",
            "move x -> .\nend xx",
            "move xooooo -> .oooox",
        ] {
            let text = format!("game a\nstrip\ncells x a o b . c # d\n{rules}\nexample xoxxo.\n");
            let Ok(game) = OwnGame::new(Spec::read(&text).unwrap_or_else(|error| panic!("{text}: {error}")))
            else {
                continue;
            };
            let at = game.parse(&mut Reader::new("xoxo.x")).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(game.cuts(&at).is_none(), "{rules}");
        }
    }
}
