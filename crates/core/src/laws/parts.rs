//! Independent parts: every move of the whole is a move in exactly one of them.

use super::broken::{Broken, at_position};
use super::listing::{canonical_parts, options, parts_in_play};
use crate::{Ruleset, Tuned};
use std::collections::HashSet;

/// The parts of `split` against the rules.
pub(super) fn check_parts<R: Ruleset>(
    rules: &R,
    at: &R::Position,
    played: &[R::Position],
) -> Result<(), Broken> {
    let expect = at_position(at);
    let parts = rules.split(at.clone());
    let mut visited = Vec::new();
    Tuned(rules).each_part(at.clone(), |part| visited.push(part));
    expect(visited == parts, "each_part visits the parts of split, in order", &visited)?;
    let mut of_parts: HashSet<Vec<R::Position>> = HashSet::new();
    for (index, part) in parts.iter().enumerate() {
        for option in options(rules, part) {
            // Who wins at once wins the whole sum: of that nothing is left.
            if rules.wins_at_once().is_won(&option) {
                of_parts.insert(Vec::new());
                continue;
            }
            let mut sum = canonical_parts(rules, option);
            let others = parts.iter().enumerate().filter(|(other, _)| *other != index);
            sum.extend(others.flat_map(|(_, part)| canonical_parts(rules, part.clone())));
            sum.sort_unstable();
            of_parts.insert(sum);
        }
    }
    let of_whole: HashSet<Vec<R::Position>> =
        played.iter().map(|option| parts_in_play(rules, option.clone())).collect();
    expect(
        of_whole == of_parts,
        "a move in the whole is a move in exactly one part of split",
        &(&parts, &of_whole, &of_parts),
    )
}

/// The calm parts against the rules: a move to a position that is not sunny is a move in exactly one of them.
pub(super) fn check_calm_parts<R: Ruleset>(
    rules: &R,
    at: &R::Position,
    played: &[R::Position],
) -> Result<(), Broken> {
    let Some(parts) = calm_parts(rules, at) else { return Ok(()) };
    let expect = at_position(at);
    expect(!rules.wins_at_once().is_sunny(at), "a sunny position has no calm parts", &parts)?;
    let is_calm = |option: &&R::Position| !rules.wins_at_once().is_sunny(option);
    let of_whole: Option<HashSet<Vec<R::Position>>> =
        played.iter().filter(is_calm).map(|option| calm_parts(rules, option)).collect();
    let mut of_parts = Some(HashSet::new());
    for (index, part) in parts.iter().enumerate() {
        for option in options(rules, part).iter().filter(is_calm) {
            let others = parts.iter().enumerate().filter(|(other, _)| *other != index);
            let sum = calm_parts(rules, option).map(|inner| {
                let mut sum: Vec<R::Position> =
                    inner.into_iter().chain(others.map(|(_, part)| part.clone())).collect();
                sum.sort_unstable();
                sum
            });
            of_parts = of_parts.zip(sum).map(|(mut all, sum)| {
                all.insert(sum);
                all
            });
        }
    }
    expect(
        of_whole.is_some() && of_whole == of_parts,
        "a move to a position that is not sunny is a move in exactly one calm part",
        &(&parts, &of_whole, &of_parts),
    )
}

/// The calm parts in canonical form, sorted.
fn calm_parts<R: Ruleset>(rules: &R, at: &R::Position) -> Option<Vec<R::Position>> {
    let parts = rules.wins_at_once().calm_parts(at)?;
    let mut parts: Vec<R::Position> = parts.into_iter().map(|part| rules.canon(part)).collect();
    parts.sort_unstable();
    Some(parts)
}
