//! The laws that every ruleset obeys, as checks for its tests.
//!
//! A game's tests draw positions at random and hand each to [`check`]. A law looks one ply deep,
//! so that it also holds for positions far too large for the definition; by induction over the
//! game, obeying it everywhere means that theorems, parts and representatives are right.
//!
//! ```
//! # use grundy_core::*;
//! # use std::ops::ControlFlow;
//! /// One heap; a move takes one or two.
//! struct OneOrTwo;
//! impl Ruleset for OneOrTwo {
//!     type Position = u64;
//!     type Move = u64;
//!     fn moves<B>(&self, at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
//!         (1..=2.min(*at)).try_for_each(visit)
//!     }
//!     fn play(&self, at: &u64, taken: &u64) -> u64 { at - taken }
//!     fn moves_left(&self, at: &u64) -> u128 { u128::from(*at) }
//!     fn knowledge(&self) -> &dyn Knowledge<Self> { self }
//! }
//! impl Knowledge<OneOrTwo> for OneOrTwo {
//!     fn theorem(&self, at: &u64) -> Option<Nimber> { Some(Nimber(at % 3)) }
//! }
//! for heap in 0..30 {
//!     laws::check_rules(&OneOrTwo, &heap).unwrap();
//! }
//! ```

use crate::{Diagnostic, EMPTY, Nimber, Notation, Packed, Reader, Ruleset, Run, Tame, Target, Tuned, mex};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{self, Debug};
use std::ops::ControlFlow;

/// A law that does not hold of a position: a fault in a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The law.
    pub law: &'static str,
    /// The position and what was found there.
    pub found: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law broken: {}\n{}", self.law, self.found)
    }
}

impl std::error::Error for Broken {}

/// Holds a position to all laws, those of rules and those of notation.
///
/// # Errors
/// The first law that does not hold.
pub fn check<R: Notation>(rules: &R, at: &R::Position) -> Result<(), Broken> {
    check_rules(rules, at)?;
    check_notation(rules, at)
}

/// Holds a position to the laws of rules. The cost is that of playing every move of the position
/// and of every canonical form, a few times over.
///
/// # Errors
/// The first law that does not hold.
pub fn check_rules<R: Ruleset>(rules: &R, at: &R::Position) -> Result<(), Broken> {
    let moves = moves(rules, at);
    let played: Vec<R::Position> = moves.iter().map(|mv| rules.play(at, mv)).collect();
    let expect = |holds: bool, law: &'static str, found: &dyn Debug| {
        if holds { Ok(()) } else { Err(Broken { law, found: format!("at {at:?}: {found:?}") }) }
    };
    let prepared = rules.knowledge().prepare(at, &Run::unlimited());
    expect(prepared.is_ok(), "without limits everything can be prepared", &prepared)?;
    expect(!rules.wins_at_once().is_won(at) || moves.is_empty(), "a game that is won is over", &moves)?;
    let mut win_at_once = Vec::new();
    let _ = rules.wins_at_once().moves_that_win(at, &mut |mv| {
        win_at_once.push(mv);
        ControlFlow::Continue(())
    });
    let winning = moves.iter().zip(&played).filter(|(_, option)| rules.wins_at_once().is_won(option));
    expect(
        winning.map(|(mv, _)| mv).eq(&win_at_once),
        "moves_that_win lists the moves after which the game is won, in order",
        &win_at_once,
    )?;
    expect(
        rules.wins_at_once().is_sunny(at) != win_at_once.is_empty(),
        "a position is sunny when a move wins the whole game",
        &win_at_once,
    )?;

    expect(
        played.iter().all(|option| rules.moves_left(option) < rules.moves_left(at)),
        "every option has fewer moves left: games end",
        &rules.moves_left(at),
    )?;
    expect(
        rules.count_moves(at) == moves.len() as u128,
        "count_moves counts the moves",
        &(rules.count_moves(at), moves.len()),
    )?;

    let canonical = |position: &R::Position| rules.canon(position.clone());
    let of_moves: HashSet<R::Position> = played.iter().map(canonical).collect();
    let of_options: HashSet<R::Position> = options(rules, at).iter().map(canonical).collect();
    expect(of_moves == of_options, "options are the moves played", &of_options)?;

    let representative = canonical(at);
    expect(canonical(&representative) == representative, "canon is settled after once", &representative)?;
    let of_representative: HashSet<R::Position> =
        options(rules, &representative).iter().map(canonical).collect();
    expect(
        of_moves == of_representative,
        "canon keeps the tree of options: the canonical options are the same",
        &(&representative, &of_moves, &of_representative),
    )?;

    let mut words: HashMap<u64, &R::Position> = HashMap::new();
    for position in of_moves.iter().chain([&representative]) {
        let Some(word) = rules.tuning().word(position) else { continue };
        let first = *words.entry(word).or_insert(position);
        expect(first == position, "no two positions have the same word", &(word, first, position))?;
    }

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
    )?;

    parts.into_iter().try_for_each(|part| check_packed(rules, &rules.canon(part)))?;
    check_theorem(rules, at, &moves, &played)?;
    check_tame(rules, at, &moves, &played)
}

/// The rules told in words against the rules, for a canonical part.
fn check_packed<R: Ruleset>(rules: &R, part: &R::Position) -> Result<(), Broken> {
    let Some((packed, word)) = rules.tuning().packed().and_then(|all| Some((all, all.pack(part)?))) else {
        return Ok(());
    };
    let expect = |holds: bool, law: &'static str, found: &dyn Debug| {
        if holds { Ok(()) } else { Err(Broken { law, found: format!("at {part:?}: {found:?}") }) }
    };
    expect(packed.unpack(word) == *part, "a packed part is unpacked", &word)?;
    let canonical = |cells: u64| rules.canon(packed.unpack(Packed { cells, ..word }));
    let mut left = Vec::new();
    let _ = packed.left_by_moves(word, &mut |option| {
        left.push(option);
        ControlFlow::Continue(())
    });
    let packed_options: HashSet<R::Position> = left.iter().map(|option| canonical(option.cells)).collect();
    let of_moves: HashSet<R::Position> =
        moves(rules, part).iter().map(|mv| rules.canon(rules.play(part, mv))).collect();
    expect(packed_options == of_moves, "packed options are the moves played", &packed_options)?;
    let mut by_sets: Vec<u64> = packed.taken_by_moves(word.rows(), word.columns);
    by_sets.retain(|&taken| taken != 0 && taken & !word.cells == 0);
    let by_sets: HashSet<u64> = by_sets.into_iter().map(|taken| word.cells & !taken).collect();
    expect(
        by_sets == left.iter().map(|option| option.cells).collect(),
        "packed moves are sets of cells",
        &by_sets,
    )?;
    for option in left.into_iter().filter(|option| option.cells != 0) {
        let mut parts = Vec::new();
        packed.parts_of(option, word.columns, &mut |part| parts.push(rules.canon(packed.unpack(part))));
        parts.retain(|part| rules.count_moves(part) > 0);
        parts.sort_unstable();
        let expected = canonical_parts(rules, packed.unpack(Packed { cells: option.cells, ..word }));
        expect(parts == expected, "packed parts are the parts", &(option, &parts))?;
    }
    Ok(())
}

/// The theorem against the mex rule, and what is built on it.
fn check_theorem<R: Ruleset>(
    rules: &R,
    at: &R::Position,
    moves: &[R::Move],
    played: &[R::Position],
) -> Result<(), Broken> {
    let Some(claimed) = rules.knowledge().theorem(at) else { return Ok(()) };
    let expect = |holds: bool, law: &'static str, found: &dyn Debug| {
        if holds { Ok(()) } else { Err(Broken { law, found: format!("at {at:?}: {found:?}") }) }
    };
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
fn check_tame<R: Ruleset>(
    rules: &R,
    at: &R::Position,
    moves: &[R::Move],
    played: &[R::Position],
) -> Result<(), Broken> {
    let Some(claimed) = rules.knowledge().tame(at) else { return Ok(()) };
    let expect = |holds: bool, law: &'static str, found: &dyn Debug| {
        if holds { Ok(()) } else { Err(Broken { law, found: format!("at {at:?}: {found:?}") }) }
    };
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

/// Holds a position to the laws of notation.
///
/// # Errors
/// The first law that does not hold.
pub fn check_notation<R: Notation>(rules: &R, at: &R::Position) -> Result<(), Broken> {
    let expect = |holds: bool, law: &'static str, found: &dyn Debug| {
        if holds { Ok(()) } else { Err(Broken { law, found: format!("at {at:?}: {found:?}") }) }
    };
    check_text(rules, at)?;
    let moves = moves(rules, at);
    let labels = rules.labels(at, &moves);
    expect(labels.len() == moves.len(), "every move has a label", &labels)?;
    let mut first_with: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, (mv, label)) in moves.iter().zip(&labels).enumerate() {
        let earlier = first_with.insert(label, index);
        expect(earlier.is_none(), "labels are unique", label)?;
        expect(!label.is_empty() && !label.contains(char::is_whitespace), "labels are one word", label)?;
        expect(*label == rules.label(at, mv), "labels agree one by one and together", label)?;
        let read = rules.parse_move(at, label);
        expect(read.as_ref() == Ok(mv), "labels are read back", &(label, &read))?;
    }
    Ok(())
}

/// Holds the text of a position, and that of the empty one, to the laws of notation: they are read back, and
/// refused with more behind.
fn check_text<R: Notation>(rules: &R, at: &R::Position) -> Result<(), Broken> {
    let expect = |holds: bool, law: &'static str, found: &dyn Debug| {
        if holds { Ok(()) } else { Err(Broken { law, found: format!("at {at:?}: {found:?}") }) }
    };
    let (empty, text) = (whole(rules, EMPTY), rules.format(at));
    let is_empty = empty.as_ref().is_ok_and(|empty| rules.count_moves(empty) == 0);
    expect(is_empty, "`-` alone is a position without moves", &empty)?;
    let again = empty.as_ref().map(|empty| whole(rules, &rules.format(empty)));
    expect(again.as_ref() == Ok(&empty), "the empty position is read back", &again)?;
    let read = whole(rules, &text);
    // Where nothing is left it does not matter of what.
    let is_nothing = text == EMPTY && rules.count_moves(at) == 0;
    expect(is_nothing || read.as_ref() == Ok(at), "what is written is read back", &(&text, &read))?;
    for more in ["\u{1}", "=", "]"] {
        let longer = format!("{text} {more}");
        let read = whole(rules, &longer);
        expect(read.is_err(), "what is left over is refused", &(&longer, &read))?;
    }
    Ok(())
}

/// The position of a text that is read to its end.
fn whole<R: Notation>(rules: &R, text: &str) -> Result<R::Position, Diagnostic> {
    let mut reader = Reader::new(text);
    let position = rules.parse(&mut reader)?;
    reader.expect_end().map(|()| position)
}

fn moves<R: Ruleset>(rules: &R, at: &R::Position) -> Vec<R::Move> {
    let mut moves = Vec::new();
    let _ = rules.moves(at, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    moves
}

fn moves_to<R: Ruleset>(rules: &R, at: &R::Position, target: Target) -> Option<Vec<R::Move>> {
    let mut found = Vec::new();
    let _ = rules.knowledge().moves_to(at, target, &mut |mv| {
        found.push(mv);
        ControlFlow::<()>::Continue(())
    })?;
    Some(found)
}

fn options<R: Ruleset>(rules: &R, at: &R::Position) -> Vec<R::Position> {
    let mut options = Vec::new();
    let _ = Tuned(rules).options(at, |option| {
        options.push(option);
        ControlFlow::<()>::Continue(())
    });
    options
}

/// The parts of a position by canonical form, sorted, without those that have no moves: they are
/// nothing in any convention.
fn canonical_parts<R: Ruleset>(rules: &R, at: R::Position) -> Vec<R::Position> {
    let mut parts: Vec<R::Position> = rules.split(at).into_iter().map(|part| rules.canon(part)).collect();
    parts.retain(|part| rules.count_moves(part) > 0);
    parts.sort_unstable();
    parts
}

/// The same, and none of a position in which the whole game is won.
fn parts_in_play<R: Ruleset>(rules: &R, at: R::Position) -> Vec<R::Position> {
    if rules.wins_at_once().is_won(&at) { Vec::new() } else { canonical_parts(rules, at) }
}

fn by_theorem<R: Ruleset>(rules: &R, at: &R::Position) -> Option<Nimber> {
    rules.split(at.clone()).iter().map(|part| rules.knowledge().theorem(part)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Knowledge;

    /// A heap of which one, two or three may be taken, with faults to order.
    struct Faulty {
        theorem: fn(u64) -> Option<u64>,
        canon: fn(u64) -> u64,
        split: fn(u64) -> Vec<u64>,
    }

    impl Ruleset for Faulty {
        type Position = u64;
        type Move = u64;

        fn moves<B>(&self, at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
            (1..=3.min(*at)).try_for_each(visit)
        }

        fn play(&self, at: &u64, taken: &u64) -> u64 {
            at - taken
        }

        fn moves_left(&self, at: &u64) -> u128 {
            u128::from(*at)
        }

        fn canon(&self, at: u64) -> u64 {
            (self.canon)(at)
        }

        fn split(&self, at: u64) -> Vec<u64> {
            (self.split)(at)
        }

        fn knowledge(&self) -> &dyn Knowledge<Self> {
            self
        }
    }

    impl Knowledge<Faulty> for Faulty {
        fn theorem(&self, at: &u64) -> Option<Nimber> {
            (self.theorem)(*at).map(Nimber)
        }
    }

    #[test]
    fn a_theorem_that_knows_some_options_is_held_to_them() {
        // Knows P-positions only, and one that is none.
        let partial = Faulty { theorem: |n| (n % 4 == 0 || n == 7).then_some(0), ..RIGHT };
        let broken = check_rules(&partial, &7).expect_err("4 is an option of 7");
        assert_eq!(broken.law, "no option has the nimber of the theorem");
        assert!(
            check_rules(&partial, &8)
                .is_err_and(|broken| broken.law == "no option has the nimber of the theorem")
        );
        assert!(check_rules(&partial, &4).is_ok());
    }

    const RIGHT: Faulty = Faulty { theorem: |n| Some(n % 4), canon: |n| n, split: |n| vec![n] };

    fn broken(rules: &Faulty) -> Option<&'static str> {
        (0..20).find_map(|heap| check_rules(rules, &heap).err()).map(|broken| broken.law)
    }

    #[test]
    fn right_rules_pass_and_each_fault_is_found() {
        assert_eq!(broken(&RIGHT), None);
        assert_eq!(
            broken(&Faulty { theorem: |n| Some(n % 3), ..RIGHT }),
            Some("no option has the nimber of the theorem")
        );
        assert_eq!(
            broken(&Faulty { theorem: |n| Some(if n == 5 { 9 } else { n % 4 }), ..RIGHT }),
            Some("the theorem is the mex of the options")
        );
        assert_eq!(
            broken(&Faulty { canon: |n| n % 4, ..RIGHT }),
            Some("canon keeps the tree of options: the canonical options are the same")
        );
        assert_eq!(
            broken(&Faulty { split: |n| vec![n / 2, n - n / 2], ..RIGHT }),
            Some("a move in the whole is a move in exactly one part of split")
        );
    }
}
