//! Trees of options, each with a number: equal trees have equal numbers.

use super::moves::{options_compared, parts_compared};
use crate::part::Part;
use grundy_core::{Convention, Run};
use std::collections::{BTreeSet, HashMap};

/// The number of a tree.
pub(super) type Tree = u32;

/// The tree without options.
const LEAF: Tree = 0;

/// Trees by their options, by the parts that have them, and by the trees whose sums they are.
#[derive(Debug)]
pub(super) struct Trees {
    run: Run,
    convention: Convention,
    /// The options of each tree.
    options: Vec<BTreeSet<Tree>>,
    numbers: HashMap<BTreeSet<Tree>, Tree>,
    parts: HashMap<Part, Tree>,
    /// Sums of at least two trees that are no leaves, in order.
    sums: HashMap<Vec<Tree>, Tree>,
}

/// Something whose tree is being worked out.
enum Open {
    /// A part with the options that are left, each a sum of parts, and the trees of the others.
    Part { part: Part, options: Vec<Vec<Part>>, found: BTreeSet<Tree> },
    /// A sum of trees with the options that are left, and the trees of the others.
    Sum { trees: Vec<Tree>, options: Vec<Vec<Tree>>, found: BTreeSet<Tree> },
}

/// What has to be worked out first.
enum Missing {
    Part(Part),
    Sum(Vec<Tree>),
}

impl Trees {
    pub(super) fn new(convention: Convention, run: Run) -> Trees {
        let leaf = BTreeSet::new();
        Trees {
            run,
            convention,
            options: vec![leaf.clone()],
            numbers: HashMap::from([(leaf, LEAF)]),
            parts: HashMap::new(),
            sums: HashMap::new(),
        }
    }

    /// The tree of a sum of parts; none where a move ends the whole game, or the run stops first.
    pub(super) fn of(&mut self, sum: &[Part]) -> Option<Tree> {
        let parts: Vec<Part> = sum.iter().flat_map(|part| parts_compared(part, self.convention)).collect();
        let mut trees = Vec::new();
        for part in parts {
            trees.push(self.part(part)?);
        }
        self.sum(trees)
    }

    /// Whether a position is no option of a tree.
    pub(super) fn is_passed_over(&self, sum: &[Part]) -> bool {
        self.convention == Convention::Normal && sum.iter().any(|part| part.is_won() || part.is_sunny())
    }

    /// Whether a tree has another one as an option.
    pub(super) fn has_option(&self, tree: Tree, option: Tree) -> bool {
        self.options[tree as usize].contains(&option)
    }

    fn part(&mut self, part: Part) -> Option<Tree> {
        self.work_out(Missing::Part(part.clone()))?;
        self.parts.get(&part).copied()
    }

    fn sum(&mut self, trees: Vec<Tree>) -> Option<Tree> {
        let trees = tidy(trees);
        if self.known_sum(&trees).is_none() {
            self.work_out(Missing::Sum(trees.clone()))?;
        }
        self.known_sum(&trees)
    }

    /// A walk through all that a game leads to, without recursion; none where a part can be won at once, or the
    /// run stops.
    fn work_out(&mut self, wanted: Missing) -> Option<()> {
        let mut open = vec![self.open(wanted)?];
        while let Some(mut top) = open.pop() {
            if let Some(missing) = self.look_at(&mut top) {
                open.push(top);
                open.push(self.open(missing)?);
                continue;
            }
            match top {
                Open::Part { part, found, .. } => {
                    let tree = self.number(found)?;
                    self.parts.insert(part, tree);
                }
                Open::Sum { trees, found, .. } => {
                    let tree = self.number(found)?;
                    self.sums.insert(trees, tree);
                }
            }
        }
        Some(())
    }

    /// Looks at the options that are left, up to one that is not known yet, which is returned.
    fn look_at(&self, top: &mut Open) -> Option<Missing> {
        match top {
            Open::Part { options, found, .. } => {
                while let Some(sum) = options.last() {
                    match self.known(sum) {
                        Ok(tree) => {
                            found.insert(tree);
                            options.pop();
                        }
                        Err(missing) => return Some(missing),
                    }
                }
            }
            Open::Sum { options, found, .. } => {
                while let Some(trees) = options.last() {
                    match self.known_sum(trees) {
                        Some(tree) => {
                            found.insert(tree);
                            options.pop();
                        }
                        None => return Some(Missing::Sum(trees.clone())),
                    }
                }
            }
        }
        None
    }

    fn known(&self, sum: &[Part]) -> Result<Tree, Missing> {
        let known =
            sum.iter().map(|part| self.parts.get(part).copied().ok_or_else(|| Missing::Part(part.clone())));
        let trees = tidy(known.collect::<Result<_, _>>()?);
        self.known_sum(&trees).ok_or(Missing::Sum(trees))
    }

    /// The tree of a sum that is in order and without leaves.
    fn known_sum(&self, trees: &[Tree]) -> Option<Tree> {
        match trees {
            [] => Some(LEAF),
            [one] => Some(*one),
            some => self.sums.get(some).copied(),
        }
    }

    /// Lists the options of a part or a sum.
    fn open(&self, wanted: Missing) -> Option<Open> {
        self.run.step().ok()?;
        match wanted {
            Missing::Part(part) => {
                let options = options_compared(&part, self.convention)?;
                Some(Open::Part { part, options, found: BTreeSet::new() })
            }
            Missing::Sum(trees) => {
                let options = self.options_of_sum(&trees);
                Some(Open::Sum { trees, options, found: BTreeSet::new() })
            }
        }
    }

    fn options_of_sum(&self, trees: &[Tree]) -> Vec<Vec<Tree>> {
        let mut options = Vec::new();
        for (place, &tree) in trees.iter().enumerate() {
            // Equal terms have equal moves.
            if place > 0 && trees[place - 1] == tree {
                continue;
            }
            for &option in &self.options[tree as usize] {
                let mut left = trees.to_vec();
                left[place] = option;
                options.push(tidy(left));
            }
        }
        options
    }

    /// The number of the tree with these options; none where there is no room for another tree.
    fn number(&mut self, options: BTreeSet<Tree>) -> Option<Tree> {
        if let Some(&known) = self.numbers.get(&options) {
            return Some(known);
        }
        let number = Tree::try_from(self.options.len()).ok()?;
        // A tree is held twice, and so are about as many sums.
        self.run.hold(options.len().saturating_mul(64) + 256).ok()?;
        self.options.push(options.clone());
        self.numbers.insert(options, number);
        Some(number)
    }
}

/// A sum in order, without leaves: they have no moves.
fn tidy(mut trees: Vec<Tree>) -> Vec<Tree> {
    trees.retain(|&tree| tree != LEAF);
    trees.sort_unstable();
    trees
}
