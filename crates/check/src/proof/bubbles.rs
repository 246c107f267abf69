//! Bubbly: popping a bubble pops all that contain it.

use super::part::{PackedCells, ProofPart};
use super::rules::{BoardMove, PartRules, check_left, only};

/// The rules of Bubbly. A board is its notation; a part is an outer bubble with all that it contains, as parentheses:
/// one bit each, 1 opens.
#[derive(Debug)]
pub(super) struct Bubbles {
    pub(super) game: u16,
}

/// The lemma about the nimber of a bubble with all that it contains: with t = 1 + OR of t of the bubbles directly
/// inside, and k the number of trailing zeros of t, it is the nim-sum of theirs with bit k set and all lower bits
/// cleared (Úlehla 1980).
pub(super) const BUBBLE_LEVELS: &str = "bubble-levels";

/// A forest has at most this many bubbles.
const MOST_BUBBLES: usize = 30_000;

/// The bubbles in reading order: how many others contain each.
type Depths = Vec<usize>;

impl Bubbles {
    /// A board without labels.
    fn unlabelled(&self, depths: &[usize]) -> ProofPart {
        let signs = brackets(depths).into_iter().map(|opens| if opens { b'(' } else { b')' });
        self.written(signs.collect())
    }

    fn written(&self, text: Box<[u8]>) -> ProofPart {
        ProofPart { game: self.game, rows: 0, columns: 0, cells: PackedCells::Many(text) }
    }

    /// An outer bubble with all that it contains, in the order that makes equal ones equal.
    fn part(&self, depths: &[usize]) -> ProofPart {
        let signs: Vec<u8> = brackets(&sorted(depths)).into_iter().map(u8::from).collect();
        ProofPart::of_cells(self.game, (1, signs.len()), 1, &signs)
    }

    fn parts_of(&self, depths: &[usize]) -> Vec<ProofPart> {
        depths.chunk_by(|_, next| *next > 0).map(|outer| self.part(outer)).collect()
    }
}

/// Whether each parenthesis opens.
fn brackets(depths: &[usize]) -> Vec<bool> {
    let mut signs = Vec::with_capacity(2 * depths.len());
    let mut open = 0;
    for &depth in depths {
        signs.extend(std::iter::repeat_n(false, open - depth));
        signs.push(true);
        open = depth + 1;
    }
    signs.extend(std::iter::repeat_n(false, open));
    signs
}

/// The depths that parentheses tell; `None` where they do not match.
fn depths(signs: impl Iterator<Item = bool>) -> Option<Depths> {
    let (mut depths, mut open) = (Vec::new(), 0_usize);
    for opens in signs {
        if opens {
            depths.push(open);
            open += 1;
        } else {
            open = open.checked_sub(1)?;
        }
    }
    (open == 0).then_some(depths)
}

/// The same forest with the bubbles directly inside each other one in the order of what they contain: from the last
/// bubble to the first, those with their depths as they are and the others behind.
fn sorted(depths: &[usize]) -> Depths {
    // The open lists of finished bubbles by depth; each is its depths from 0.
    let mut open: Vec<Vec<Depths>> = vec![Vec::new()];
    for &depth in depths.iter().rev() {
        open.resize(open.len().max(depth + 2), Vec::new());
        let mut inside = std::mem::take(&mut open[depth + 1]);
        inside.sort_unstable();
        let within = inside.into_iter().flatten().map(|inner| inner + 1);
        let bubble = std::iter::once(0).chain(within).collect();
        open[depth].push(bubble);
    }
    let mut outer = std::mem::take(&mut open[0]);
    outer.sort_unstable();
    outer.concat()
}

/// What is left after a bubble and all that contain it have gone.
fn popped(depths: &[usize], place: usize) -> Depths {
    let mut gone = vec![false; depths.len()];
    let mut within = depths[place] + 1;
    for (at, &depth) in depths[..=place].iter().enumerate().rev() {
        if depth < within {
            gone[at] = true;
            within = depth;
        }
    }
    // How many of the bubbles that contain the one at hand have gone.
    let mut around: Vec<usize> = Vec::new();
    let mut left = Vec::new();
    for (at, &depth) in depths.iter().enumerate() {
        around.truncate(depth);
        let before = around.last().copied().unwrap_or(0);
        around.push(before + usize::from(gone[at]));
        if !gone[at] {
            left.push(depth - before);
        }
    }
    left
}

/// The nimber by the lemma.
fn nimber(depths: &[usize]) -> u64 {
    // By depth: OR of t and nim-sum of the nimbers of the bubbles that were finished there.
    let mut open: Vec<(u64, u64)> = vec![(0, 0)];
    for &depth in depths.iter().rev() {
        open.resize(open.len().max(depth + 2), (0, 0));
        let (levels, inside) = std::mem::take(&mut open[depth + 1]);
        let level = (levels + 1).trailing_zeros();
        open[depth].0 |= levels + 1;
        open[depth].1 ^= (inside >> level | 1) << level;
    }
    open[0].1
}

/// The depths and labels of a board.
fn read(text: &str) -> Option<(Depths, Vec<&str>)> {
    let labels: Vec<&str> =
        text.split('(').skip(1).map(|rest| rest.split(')').next().unwrap_or_default()).collect();
    let signs = text.bytes().filter(|byte| b"()".contains(byte)).map(|byte| byte == b'(');
    let is_forest = text.starts_with('(')
        && !text.split(')').skip(1).any(|rest| !rest.starts_with('(') && !rest.is_empty());
    Some((depths(signs).filter(|_| is_forest)?, labels))
}

fn of_board(board: &[ProofPart]) -> (Depths, Vec<String>) {
    let PackedCells::Many(text) = &only(board).cells else { unreachable!("a board is its notation") };
    let text = std::str::from_utf8(text).expect("a board was text");
    let (depths, labels) = read(text).unwrap_or_default();
    (depths, labels.into_iter().map(str::to_owned).collect())
}

fn of_part(part: &ProofPart) -> Depths {
    depths(part.unpacked(1).into_iter().map(|bit| bit == 1)).unwrap_or_default()
}

impl PartRules for Bubbles {
    fn width(&self) -> u32 {
        1
    }

    fn board(&self, text: &str) -> Result<Vec<ProofPart>, String> {
        if text == "-" {
            return Ok(vec![self.written(Box::default())]);
        }
        let (depths, _) =
            read(text).ok_or_else(|| format!("`{text}` are no bubbles as parentheses, as `(I(T)(F))(H)`"))?;
        match depths.len() <= MOST_BUBBLES {
            true => Ok(vec![self.written(text.bytes().collect())]),
            false => Err(format!("there are more than {MOST_BUBBLES} bubbles")),
        }
    }

    fn text(&self, at: &ProofPart) -> String {
        brackets(&of_part(at)).into_iter().map(|opens| if opens { '(' } else { ')' }).collect()
    }

    fn moves(&self, board: &[ProofPart]) -> Result<Vec<BoardMove>, String> {
        let (depths, labels) = of_board(board);
        // A pop leaves two parentheses for each bubble but its own and those around it.
        let left = depths.iter().map(|depth| 2 * depths.len().saturating_sub(depth + 1));
        check_left(left.sum())?;
        let mut uses = std::collections::HashMap::<&str, u32>::new();
        labels.iter().for_each(|label| *uses.entry(label).or_default() += 1);
        let label = |place: usize| {
            let label = &labels[place];
            let is_plain = !label.is_empty() && !label.contains('#') && uses[label.as_str()] == 1;
            if is_plain { label.clone() } else { format!("{label}#{}", place + 1) }
        };
        let after = |place: usize| vec![self.unlabelled(&popped(&depths, place))];
        Ok((0..depths.len()).map(|place| (label(place), after(place))).collect())
    }

    fn parts(&self, board: &[ProofPart]) -> Result<Vec<ProofPart>, String> {
        Ok(self.parts_of(&of_board(board).0))
    }

    fn options(&self, at: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String> {
        let depths = of_part(at);
        Ok((0..depths.len()).map(|place| self.parts_of(&popped(&depths, place))).collect())
    }

    fn size(&self, at: &ProofPart) -> u64 {
        u64::from(at.columns) / 2
    }

    fn check_part(&self, part: &ProofPart) -> Result<(), String> {
        let is_board = part.rows == 1 && part.columns > 0;
        let depths = if is_board { of_part(part) } else { Vec::new() };
        match matches!(&self.parts_of(&depths)[..], [one] if one == part) {
            true => Ok(()),
            false => Err("bubbles that are not one bubble with its contents in order".to_owned()),
        }
    }

    fn by_lemma(&self, part: &ProofPart) -> Option<(u64, &'static str)> {
        Some((nimber(&of_part(part)), BUBBLE_LEVELS))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn of_text(text: &str) -> Depths {
        read(text).unwrap().0
    }

    #[test]
    fn a_pop_takes_what_contains_the_bubble() {
        let forest = of_text("(I(T(C))(F))(H)");
        assert_eq!(popped(&forest, 2), of_text("(F)(H)"));
        assert_eq!(popped(&forest, 1), of_text("(C)(F)(H)"));
        assert_eq!(popped(&forest, 4), of_text("(I(T(C))(F))"));
        assert_eq!(sorted(&of_text("(()(()))")), sorted(&of_text("((())())")));
        for wrong in ["(A))", "((A)", "A(B)", "(A)B(C)", "60 60 40 E"] {
            assert!(Bubbles { game: 0 }.board(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_moves_of_very_many_bubbles_are_not_listed() {
        let rules = Bubbles { game: 0 };
        for text in ["()".repeat(30_000), format!("{}{}", "(".repeat(30_000), ")".repeat(30_000))] {
            let board = rules.board(&text).unwrap();
            let told = rules.moves(&board).unwrap_err();
            assert!(told.contains("more than 512 MiB"), "{told}");
        }
        assert_eq!(rules.moves(&rules.board(&"()".repeat(1_000)).unwrap()).unwrap().len(), 1_000);
    }

    /// The nimber by the definition.
    fn by_definition(depths: &Depths, known: &mut HashMap<Depths, u64>) -> u64 {
        if let Some(&nimber) = known.get(depths) {
            return nimber;
        }
        let options: Vec<u64> =
            (0..depths.len()).map(|at| by_definition(&popped(depths, at), known)).collect();
        let nimber = (0..).find(|number| !options.contains(number)).unwrap();
        known.insert(depths.clone(), nimber);
        nimber
    }

    #[test]
    fn the_lemma_is_the_definition_on_all_forests_of_up_to_eight_bubbles() {
        let mut known = HashMap::new();
        let mut all: Vec<Depths> = vec![vec![0]];
        for _ in 0..7 {
            let longer = |forest: &Depths| {
                let forest = forest.clone();
                (0..=forest.last().unwrap() + 1).map(move |next| [&forest[..], &[next]].concat())
            };
            for forest in &all {
                assert_eq!(nimber(forest), by_definition(forest, &mut known), "{forest:?}");
            }
            all = all.iter().flat_map(longer).collect();
        }
        assert_eq!(all.len(), 1430);
        all.iter().for_each(|forest| assert_eq!(nimber(forest), by_definition(forest, &mut known)));
    }
}
