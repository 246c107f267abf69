//! Theorems and misère values, held to the mex rule.

use super::broken::{Broken, at_position};
use crate::{Nimber, Ruleset, Tame, Target, mex};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The theorem against the mex rule, and what is built on it.
pub(super) fn check_theorem<R: Ruleset>(
    rules: &R,
    at: &R::Position,
    moves: &[R::Move],
    played: &[R::Position],
) -> Result<(), Broken> {
    let Some(claimed) = rules.knowledge().theorem(at) else { return Ok(()) };
    let expect = at_position(at);
    expect(!rules.wins_at_once().is_sunny(at), "a sunny position has no nimber", &claimed)?;
    let value = |position: &R::Position| by_theorem(rules, position);
    // Moves that lose the whole game at once do not count.
    let counted: Vec<(&R::Move, &R::Position)> =
        moves.iter().zip(played).filter(|(_, option)| !rules.wins_at_once().is_sunny(option)).collect();
    // Of a theorem that does not know all options, this much holds: none of those that it knows has its nimber.
    let same = counted.iter().find(|(_, option)| value(option) == Some(claimed));
    expect(same.is_none(), "no option has the nimber of the theorem", &(claimed, same))?;
    if let Some(values) = counted.iter().map(|(_, option)| value(option)).collect::<Option<Vec<Nimber>>>() {
        expect(
            mex(values.iter().copied()) == claimed,
            "the theorem is the mex of the options",
            &(claimed, &values),
        )?;
        // Every value that is met, the one that never is, and one beyond all.
        let mut wanted: HashSet<Nimber> = values.iter().copied().collect();
        wanted.extend([claimed, Nimber(u64::MAX)]);
        for nimber in wanted {
            let Some(found) = moves_to(rules, at, Target::exactly(nimber)) else { continue };
            let tried = counted.iter().zip(&values).filter(|(_, value)| **value == nimber);
            let tried: Vec<R::Move> = tried.map(|((mv, _), _)| (*mv).clone()).collect();
            expect(
                found == tried,
                "moves_to lists all moves to a value, in order",
                &(nimber, &found, &tried),
            )?;
            let count = rules.knowledge().count_moves_to(at, Target::exactly(nimber));
            expect(
                count.is_none_or(|count| count == tried.len() as u128),
                "count_moves_to counts the moves to a value",
                &(nimber, count, &tried),
            )?;
        }
    }
    for part in rules.split(at.clone()) {
        let part_value = value(&part);
        let reduced = rules.knowledge().reduce(rules.canon(part));
        // A theorem may know the representative only.
        let is_kept = part_value.zip(value(&reduced)).is_none_or(|(before, after)| before == after);
        expect(is_kept, "canon and reduce keep the value", &reduced)?;
    }
    // A theorem may see more in the whole, such as a symmetry, than in the parts.
    let sum = value(at);
    expect(
        sum.is_none_or(|sum| sum == claimed),
        "the theorem of the whole is the sum of the parts",
        &(claimed, sum),
    )
}

/// Tame positions against the recursion of misère values.
pub(super) fn check_tame<R: Ruleset>(
    rules: &R,
    at: &R::Position,
    moves: &[R::Move],
    played: &[R::Position],
) -> Result<(), Broken> {
    let Some(claimed) = rules.knowledge().tame(at) else { return Ok(()) };
    let expect = at_position(at);
    let options: Option<Vec<Tame>> = played.iter().map(|option| rules.knowledge().tame(option)).collect();
    let Some(options) = options else {
        return expect(false, "every option of a tame position is tame", &played);
    };
    let normal = mex(options.iter().map(|option| option.nimber));
    let misere = match options.is_empty() {
        true => Nimber(1),
        false => mex(options.iter().map(|option| option.misere_value())),
    };
    expect(
        claimed.nimber == normal && claimed.misere_value() == misere,
        "the normal and the misère value of a tame position are the mex of its options'",
        &(claimed, normal, misere),
    )?;
    expect(
        rules.knowledge().theorem(at).is_none_or(|nimber| nimber == claimed.nimber),
        "theorem and tame agree on the nimber",
        &claimed,
    )?;
    for rest in [Tame::heap(0), Tame::heap(1), Tame::firm(Nimber(0)), Tame::heap(2), claimed] {
        let target = Target::misere(rest);
        let Some(found) = moves_to(rules, at, target) else { continue };
        let tried = moves.iter().zip(&options).filter(|(_, option)| target.is_met_by(**option));
        let tried: Vec<R::Move> = tried.map(|(mv, _)| mv.clone()).collect();
        expect(
            found == tried,
            "moves_to lists all moves to a misère target, in order",
            &(target, &found, &tried),
        )?;
    }
    Ok(())
}

fn moves_to<R: Ruleset>(rules: &R, at: &R::Position, target: Target) -> Option<Vec<R::Move>> {
    let mut found = Vec::new();
    let _ = rules.knowledge().moves_to(at, target, &mut |mv| {
        found.push(mv);
        ControlFlow::<()>::Continue(())
    })?;
    Some(found)
}

fn by_theorem<R: Ruleset>(rules: &R, at: &R::Position) -> Option<Nimber> {
    rules.split(at.clone()).iter().map(|part| rules.knowledge().theorem(part)).sum()
}
