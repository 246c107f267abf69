//! A graph: vertices with names, and edges in the order in which they were listed.

use std::sync::Arc;

/// A graph has at most this many vertices.
pub const MOST_VERTICES: usize = 256;

/// A graph has at most this many edges.
pub const MOST_NET_EDGES: usize = 2048;

/// A graph. Edges may be parallel, and may be loops.
///
/// ```
/// use grundy_core::{Listing, Notation, Parameters, Reader};
/// use grundy_own::GraphFile;
/// let file = GraphFile::read("game a\ngraph\ntake vertex\n")?;
/// let rules = file.rules(&Parameters::default())?;
/// let net = rules.parse(&mut Reader::new("path(3) 3-x y"))?;
/// assert_eq!((net.count(), net.edges().len()), (5, 3));
/// assert_eq!(rules.format(&net), "1-2 2-3 3-x y");
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Net {
    count: u32,
    /// The names of the vertices, in order; none where they are 1, 2, 3, ...
    names: Vec<Name>,
    edges: Vec<[u32; 2]>,
}

/// The name of a vertex; numbers go before words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Name {
    Number(u32),
    Word(Arc<str>),
}

impl Name {
    fn of(name: &str) -> Name {
        match name_key(name) {
            (u64::MAX, word) => Name::Word(word.into()),
            (number, _) => Name::Number(number as u32),
        }
    }
}

impl Net {
    /// A graph whose vertices are called 1, 2, 3, ...
    pub(super) fn bare(count: u32, edges: Vec<[u32; 2]>) -> Net {
        Net { count, names: Vec::new(), edges }
    }

    /// A graph of vertices with these names, which are sorted as [`name_key`] says.
    pub(super) fn named(names: Vec<Arc<str>>, edges: Vec<[u32; 2]>) -> Net {
        let names: Vec<Name> = names.iter().map(|name| Name::of(name)).collect();
        Net { count: names.len() as u32, names: usual_or(names), edges }
    }

    /// How many vertices there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The edges, as the places of their ends, from 0.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The name of the vertex at this place.
    pub fn name(&self, vertex: u32) -> Arc<str> {
        match self.names.get(vertex as usize) {
            Some(Name::Word(name)) => Arc::clone(name),
            Some(Name::Number(number)) => number.to_string().into(),
            None => (vertex + 1).to_string().into(),
        }
    }

    /// The place of the vertex of this name.
    pub fn vertex(&self, name: &str) -> Option<u32> {
        let name = Name::of(name);
        match (&name, self.names.is_empty()) {
            (_, false) => self.names.binary_search(&name).ok().map(|place| place as u32),
            (Name::Number(number), true) => number.checked_sub(1).filter(|&vertex| vertex < self.count),
            (Name::Word(_), true) => None,
        }
    }

    /// The name of the vertex at this place, which is cheap to copy.
    fn short_name(&self, vertex: u32) -> Name {
        self.names.get(vertex as usize).cloned().unwrap_or(Name::Number(vertex + 1))
    }

    /// The same without names.
    pub(super) fn without_names(mut self) -> Net {
        self.names = Vec::new();
        self
    }

    /// What is left where these vertices go, with all their edges, and these edges. Names are kept.
    pub(super) fn without(&self, gone: &Gone) -> Net {
        let mut left = self.bare_without(gone);
        let stays = (0..self.count).filter(|&vertex| !gone.vertices[vertex as usize]);
        left.names = usual_or(stays.map(|vertex| self.short_name(vertex)).collect());
        left
    }

    /// The same without names: the vertices that are left keep their order.
    pub(super) fn bare_without(&self, gone: &Gone) -> Net {
        let mut place = vec![0; self.count as usize];
        let mut count = 0;
        for (place, _) in place.iter_mut().zip(&gone.vertices).filter(|(_, gone)| !**gone) {
            *place = count;
            count += 1;
        }
        let left = self.edges.iter().zip(&gone.edges).filter(|(_, gone)| !**gone);
        let edges = left.map(|(ends, _)| ends.map(|end| place[end as usize])).collect();
        Net::bare(count, edges)
    }

    /// The components, by their first vertices.
    pub(super) fn components(&self) -> Vec<Net> {
        let component = self.component_of_each();
        let count = component.iter().map(|&component| component + 1).max().unwrap_or(0);
        if count <= 1 {
            return if self.count == 0 { Vec::new() } else { vec![self.clone()] };
        }
        let mut parts = vec![Net::default(); count];
        let mut place = vec![0; self.count as usize];
        for (vertex, &component) in component.iter().enumerate() {
            place[vertex] = parts[component].count;
            parts[component].count += 1;
        }
        for ends in &self.edges {
            parts[component[ends[0] as usize]].edges.push(ends.map(|end| place[end as usize]));
        }
        for (vertex, &component) in component.iter().enumerate() {
            parts[component].names.push(self.short_name(vertex as u32));
        }
        for part in &mut parts {
            part.names = usual_or(std::mem::take(&mut part.names));
        }
        parts
    }

    /// The number of the component of each vertex.
    fn component_of_each(&self) -> Vec<usize> {
        // The vertex that stands for its component: the least of it.
        let mut first: Vec<u32> = (0..self.count).collect();
        fn root(first: &mut [u32], mut vertex: u32) -> u32 {
            while first[vertex as usize] != vertex {
                first[vertex as usize] = first[first[vertex as usize] as usize];
                vertex = first[vertex as usize];
            }
            vertex
        }
        for &[one, other] in &self.edges {
            let (one, other) = (root(&mut first, one), root(&mut first, other));
            first[one.max(other) as usize] = one.min(other);
        }
        let mut number = vec![usize::MAX; self.count as usize];
        let mut count = 0;
        for vertex in 0..self.count {
            let root = root(&mut first, vertex) as usize;
            if root == vertex as usize {
                number[root] = count;
                count += 1;
            }
            number[vertex as usize] = number[root];
        }
        number
    }

    /// Several graphs side by side, without names.
    pub(super) fn side_by_side(parts: &[Net]) -> Net {
        let mut whole = Net::default();
        for part in parts {
            whole.edges.extend(part.edges.iter().map(|ends| ends.map(|end| end + whole.count)));
            whole.count += part.count;
        }
        whole
    }

    /// The same without vertices that have no edges; names are kept.
    pub(super) fn without_lone_vertices(&self) -> Net {
        let mut vertices = vec![true; self.count as usize];
        self.edges.iter().flatten().for_each(|&end| vertices[end as usize] = false);
        if !vertices.contains(&true) {
            return self.clone();
        }
        self.without(&Gone { vertices, edges: vec![false; self.edges.len()] })
    }
}

/// Names that are 1, 2, 3, ... need not be kept.
fn usual_or(names: Vec<Name>) -> Vec<Name> {
    let is_usual = names.iter().zip(1..).all(|(name, number)| *name == Name::Number(number));
    if is_usual { Vec::new() } else { names }
}

/// What a move takes away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gone {
    pub(super) vertices: Vec<bool>,
    /// Those of the vertices are among them.
    pub(super) edges: Vec<bool>,
}

/// How vertices are sorted: numbers by their size, then other names.
pub(super) fn name_key(name: &str) -> (u64, &str) {
    let is_number = name.len() <= 9 && name.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = is_number && (name == "0" || !name.starts_with('0'));
    let number = name.parse().ok().filter(|_| is_number);
    (number.unwrap_or(u64::MAX), name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_keep_names_and_the_order_of_edges() {
        let names = ["1", "2", "7", "a", "b"].map(Arc::from).to_vec();
        let net = Net::named(names, vec![[4, 3], [0, 2], [3, 4]]);
        let parts = net.components();
        assert_eq!(parts.len(), 3);
        assert_eq!((&*parts[0].name(0), &*parts[0].name(1)), ("1", "7"));
        assert_eq!((&*parts[1].name(0), parts[1].edges().len()), ("2", 0));
        assert_eq!((&*parts[2].name(1), parts[2].edges()), ("b", &[[1, 0], [0, 1]][..]));
        assert_eq!(net.vertex("7"), Some(2));
        assert_eq!(net.vertex("3"), None);
        assert_eq!(Net::bare(3, Vec::new()).vertex("3"), Some(2));
        assert_eq!(Net::bare(3, Vec::new()).vertex("03"), None);
    }
}
