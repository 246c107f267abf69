//! Bubbles within bubbles, as plain data.

use super::place::Place;

/// A bubble: its place in reading order, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bubble(pub u32);

impl Bubble {
    /// The place as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A forest of bubbles in reading order: for each, how many bubbles contain it, and its label.
///
/// ```text
/// (I(T)(F(N)))(E)     bubble  I T F N E
///                     depth   0 1 1 2 0
/// ```
///
/// Reading order lists a bubble before what it contains, so what a bubble contains is the run of
/// deeper bubbles after it. Depths and label ends take four bytes a bubble each.
///
/// ```
/// use grundy_games::bubbly::{Bubble, Forest};
/// let nest = Forest::from_depths(vec![0, 1, 1, 0]);
/// assert_eq!(nest.end(Bubble(0)), 3);
/// assert_eq!(nest.roots().count(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Forest {
    depths: Vec<u32>,
    labels: Option<Labels>,
    /// Where the bubbles lie, in a picture of one's own.
    places: Option<Vec<Place>>,
}

/// A forest with labels keeps its notation, without blanks, and where each label starts in it. That
/// is one copy of a text where labels one by one would be many, and it is written as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Labels {
    pub(super) notation: String,
    pub(super) starts: Vec<u32>,
}

impl Labels {
    fn get(&self, index: usize) -> &str {
        let rest = &self.notation[self.starts[index] as usize..];
        // Every bubble is closed: a parenthesis follows.
        let end = rest.bytes().position(|byte| byte == b'(' || byte == b')');
        &rest[..end.unwrap_or(rest.len())]
    }
}

impl Forest {
    /// A forest without labels.
    ///
    /// # Panics
    /// When the depths are no forest: the first must be 0, each at most one more than the one before.
    pub fn from_depths(depths: Vec<u32>) -> Forest {
        let mut most = 0;
        for &depth in &depths {
            assert!(depth <= most, "a bubble is at most one deeper than the one before it");
            most = depth + 1;
        }
        Forest { depths, labels: None, places: None }
    }

    /// A forest as its notation was read: depths, and the labels if there are any.
    pub(super) fn from_notation(depths: Vec<u32>, labels: Option<Labels>) -> Forest {
        Forest { depths, labels, places: None }
    }

    /// How many bubbles there are.
    pub fn len(&self) -> usize {
        self.depths.len()
    }

    /// Whether all bubbles are gone.
    pub fn is_empty(&self) -> bool {
        self.depths.is_empty()
    }

    /// For each bubble in reading order, how many bubbles contain it.
    pub fn depths(&self) -> &[u32] {
        &self.depths
    }

    /// The label, empty for a bubble without one.
    pub fn label(&self, bubble: Bubble) -> &str {
        self.labels.as_ref().map_or("", |labels| labels.get(bubble.index()))
    }

    /// The notation and where labels start in it; none where no bubble has one.
    pub(super) fn labels(&self) -> Option<&Labels> {
        self.labels.as_ref()
    }

    /// All bubbles in reading order.
    pub fn bubbles(&self) -> impl DoubleEndedIterator<Item = Bubble> + use<> {
        (0..self.depths.len() as u32).map(Bubble)
    }

    /// The outer bubbles: those that no other contains.
    pub fn roots(&self) -> impl Iterator<Item = Bubble> {
        self.bubbles().filter(|bubble| self.depths[bubble.index()] == 0)
    }

    /// The index after the last bubble inside this one. O(size of the bubble).
    pub fn end(&self, bubble: Bubble) -> usize {
        let depth = self.depths[bubble.index()];
        let inside = self.depths[bubble.index() + 1..].iter().take_while(|&&inner| inner > depth);
        bubble.index() + 1 + inside.count()
    }

    /// The bubbles directly inside this one. O(size of the bubble).
    pub fn inside(&self, bubble: Bubble) -> impl Iterator<Item = Bubble> {
        let depth = self.depths[bubble.index()] + 1;
        let range = bubble.0 + 1..self.end(bubble) as u32;
        range.map(Bubble).filter(move |inner| self.depths[inner.index()] == depth)
    }

    /// The bubbles that pop with this one, from the outermost to itself. O(place).
    pub fn path(&self, bubble: Bubble) -> Vec<Bubble> {
        self.path_at_depth(bubble, 0)
    }

    /// The bubbles of [`path`](Forest::path) from this depth on. O(place), counted from the first of them.
    pub(super) fn path_at_depth(&self, bubble: Bubble, first: u32) -> Vec<Bubble> {
        let mut path = vec![bubble];
        let mut depth = self.depths[bubble.index()];
        let mut at = bubble.index();
        while depth > first {
            at -= 1;
            if self.depths[at] < depth {
                depth = self.depths[at];
                path.push(Bubble(at as u32));
            }
        }
        path.reverse();
        path
    }

    /// The part from one bubble to before an index, without what contains it.
    pub(super) fn section(&self, from: Bubble, end: usize) -> Forest {
        let base = self.depths[from.index()];
        let mut section = ForestBuilder::default();
        for index in from.index()..end {
            section.push(self.depths[index] - base, self.label(Bubble(index as u32)), self.place(index));
        }
        section.finish()
    }

    /// Pops a bubble: it and all that contain it go, the rest keeps its order. O(n).
    pub(super) fn pop(&self, bubble: Bubble) -> Forest {
        let path = self.path(bubble);
        let mut left = ForestBuilder::default();
        // How many of the popped bubbles contain the one at hand: the first `around` of the path.
        let mut around = 0;
        for (index, &depth) in self.depths.iter().enumerate() {
            around = around.min(depth as usize);
            if path.get(around).is_some_and(|popped| popped.index() == index) {
                around += 1;
            } else {
                left.push(depth - around as u32, self.label(Bubble(index as u32)), self.place(index));
            }
        }
        left.finish()
    }

    /// The forest without labels, at each level sorted: equal for forests that differ only in the
    /// order of their bubbles. O(n log n), by ranking the bubbles of a depth, the deepest first
    /// (Aho, Hopcroft and Ullman 1974, tree isomorphism).
    pub(super) fn sorted(&self) -> Forest {
        let mut by_depth: Vec<Vec<u32>> = Vec::new();
        let mut inside: Vec<Vec<u32>> = vec![Vec::new(); self.len()];
        let mut holders: Vec<u32> = Vec::new();
        for (index, &depth) in (0u32..).zip(&self.depths) {
            let level = depth as usize;
            by_depth.resize_with(by_depth.len().max(level + 1), Vec::new);
            by_depth[level].push(index);
            holders.truncate(level);
            if let Some(&holder) = holders.last() {
                inside[holder as usize].push(index);
            }
            holders.push(index);
        }
        // The rank of a bubble among those of its depth: equal for equal contents.
        let mut ranks = vec![0u32; self.len()];
        let mut outer = Vec::new();
        for mut level in by_depth.into_iter().rev() {
            for &bubble in &level {
                inside[bubble as usize].sort_unstable_by_key(|&inner| ranks[inner as usize]);
            }
            let contents = |bubble: u32| inside[bubble as usize].iter().map(|&inner| ranks[inner as usize]);
            level.sort_unstable_by(|&one, &other| contents(one).cmp(contents(other)));
            let mut rank = 0;
            let fresh: Vec<u32> = (0..level.len())
                .map(|place| {
                    let is_new = place > 0 && !contents(level[place - 1]).eq(contents(level[place]));
                    rank += u32::from(is_new);
                    rank
                })
                .collect();
            for (&bubble, rank) in level.iter().zip(fresh) {
                ranks[bubble as usize] = rank;
            }
            outer = level;
        }
        let mut depths = Vec::with_capacity(self.len());
        let mut waiting: Vec<u32> = outer.into_iter().rev().collect();
        while let Some(bubble) = waiting.pop() {
            depths.push(self.depths[bubble as usize]);
            waiting.extend(inside[bubble as usize].iter().rev());
        }
        Forest { depths, labels: None, places: None }
    }

    /// The bytes that it takes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        let labels = self.labels.as_ref().map_or(0, |labels| labels.notation.len() + 4 * labels.starts.len());
        let places = self.places.as_ref().map_or(0, |places| places.len() * size_of::<Place>());
        4 * self.depths.len() + labels + places
    }

    /// The same forest with these labels in reading order.
    pub(super) fn labelled<'l>(&self, labels: impl IntoIterator<Item = &'l str>) -> Forest {
        let mut labelled = ForestBuilder::default();
        for (index, (&depth, label)) in self.depths.iter().zip(labels).enumerate() {
            labelled.push(depth, label, self.place(index));
        }
        labelled.finish()
    }

    /// Where the bubbles lie, in a forest that was given as a picture.
    pub(super) fn places(&self) -> Option<&[Place]> {
        self.places.as_deref()
    }

    fn place(&self, index: usize) -> Option<Place> {
        self.places.as_ref().map(|places| places[index])
    }

    /// The same forest with its bubbles in these places.
    pub(super) fn placed(mut self, places: Vec<Place>) -> Forest {
        self.places = Some(places);
        self
    }
}

/// Builds a forest bubble by bubble. A forest in which no bubble has a label keeps none.
#[derive(Debug, Default)]
pub(super) struct ForestBuilder {
    depths: Vec<u32>,
    labels: Labels,
    has_labels: bool,
    places: Vec<Place>,
}

impl ForestBuilder {
    /// Adds the next bubble in reading order: all bubbles have a place, or none.
    pub(super) fn push(&mut self, depth: u32, label: &str, place: Option<Place>) {
        let Labels { notation, starts } = &mut self.labels;
        let open = self.depths.last().map_or(0, |last| last + 1);
        notation.extend(std::iter::repeat_n(')', (open - depth) as usize));
        notation.push('(');
        starts.push(notation.len() as u32);
        notation.push_str(label);
        self.depths.push(depth);
        self.has_labels |= !label.is_empty();
        self.places.extend(place);
    }

    /// The forest.
    pub(super) fn finish(mut self) -> Forest {
        let open = self.depths.last().map_or(0, |last| last + 1);
        self.labels.notation.extend(std::iter::repeat_n(')', open as usize));
        Forest {
            depths: self.depths,
            labels: self.has_labels.then_some(self.labels),
            places: (!self.places.is_empty()).then_some(self.places),
        }
    }
}
