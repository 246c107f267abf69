//! Bubbles within bubbles, as plain data.

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
}

/// The labels in reading order, one after the other in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Labels {
    text: String,
    ends: Vec<u32>,
}

impl Labels {
    fn get(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[index] as usize]
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
        Forest { depths, labels: None }
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

    /// The labels in reading order, as bytes; nothing where no bubble has one.
    pub(super) fn labels(&self) -> impl Iterator<Item = &[u8]> {
        self.labels.iter().flat_map(|labels| {
            let text = labels.text.as_bytes();
            let mut start = 0;
            labels.ends.iter().map(move |&end| {
                let label = &text[start..end as usize];
                start = end as usize;
                label
            })
        })
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
        let mut path = vec![bubble];
        let mut depth = self.depths[bubble.index()];
        let mut at = bubble.index();
        while depth > 0 {
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
            section.push(self.depths[index] - base, self.label(Bubble(index as u32)));
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
                left.push(depth - around as u32, self.label(Bubble(index as u32)));
            }
        }
        left.finish()
    }

    /// The forest without labels, at each level sorted: equal for forests that differ only in the
    /// order of their bubbles. O(n depth log n).
    pub(super) fn sorted(&self) -> Forest {
        // By depth, the finished bubbles that still wait for what contains them. Sorting does not
        // change how deep a bubble is, so each is kept as its own run of depths.
        let mut waiting: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
        for &depth in self.depths.iter().rev() {
            let level = depth as usize;
            waiting.resize_with(waiting.len().max(level + 2), Vec::new);
            let mut inside = std::mem::take(&mut waiting[level + 1]);
            inside.sort_unstable();
            let mut whole = vec![depth];
            whole.extend(inside.into_iter().flatten());
            waiting[level].push(whole);
        }
        let mut outer = std::mem::take(&mut waiting[0]);
        outer.sort_unstable();
        Forest { depths: outer.into_iter().flatten().collect(), labels: None }
    }

    /// The bytes that it takes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        let labels = self.labels.as_ref().map_or(0, |labels| labels.text.len() + 4 * labels.ends.len());
        4 * self.depths.len() + labels
    }

    /// The same forest with these labels in reading order.
    pub(super) fn labelled<'l>(&self, labels: impl IntoIterator<Item = &'l str>) -> Forest {
        let mut labelled = ForestBuilder::default();
        for (&depth, label) in self.depths.iter().zip(labels) {
            labelled.push(depth, label);
        }
        labelled.finish()
    }
}

/// Builds a forest bubble by bubble. A forest in which no bubble has a label keeps none.
#[derive(Debug, Default)]
pub(super) struct ForestBuilder {
    depths: Vec<u32>,
    labels: Labels,
}

impl ForestBuilder {
    /// Room for this many bubbles and bytes of labels.
    pub(super) fn with_capacity(bubbles: usize, label_bytes: usize) -> ForestBuilder {
        ForestBuilder {
            depths: Vec::with_capacity(bubbles),
            labels: Labels { text: String::with_capacity(label_bytes), ends: Vec::with_capacity(bubbles) },
        }
    }

    /// How many bubbles it has.
    pub(super) fn len(&self) -> usize {
        self.depths.len()
    }

    /// Adds the next bubble in reading order.
    pub(super) fn push(&mut self, depth: u32, label: &str) {
        self.depths.push(depth);
        self.labels.text.push_str(label);
        self.labels.ends.push(self.labels.text.len() as u32);
    }

    /// The forest.
    pub(super) fn finish(self) -> Forest {
        let has_labels = !self.labels.text.is_empty();
        Forest { depths: self.depths, labels: has_labels.then_some(self.labels) }
    }
}
