//! The known way to the winning moves of Green Hackenbush: for every edge, the value of the graph without
//! it, by fusion and the colon principle. O(m) for each of m edges.

/// The edges, by their places from 0, whose cutting leaves a graph of this nimber; vertex 0 is the ground.
pub fn cuts_by_recomputing(edges: &[[u32; 2]], nimber: u32) -> Vec<u32> {
    let mut search = Search::new(edges);
    (0..edges.len() as u32).filter(|&edge| search.value_without(edge) == nimber).collect()
}

/// The ends of the edges of each vertex, made once, and the memory of a depth-first search.
struct Search {
    starts: Vec<u32>,
    /// The other end of an edge, and the edge.
    ends: Vec<(u32, u32)>,
    met: Vec<u32>,
    low: Vec<u32>,
    value: Vec<u32>,
    stack: Vec<(u32, u32, u32)>,
}

impl Search {
    fn new(edges: &[[u32; 2]]) -> Search {
        let count = edges.iter().flatten().max().map_or(0, |most| *most) as usize + 1;
        let mut starts = vec![0u32; count + 1];
        let both =
            |&[from, to]: &[u32; 2]| if from == to { vec![(from, to)] } else { vec![(from, to), (to, from)] };
        edges.iter().flat_map(both).for_each(|(from, _)| starts[from as usize + 1] += 1);
        (0..count).for_each(|vertex| starts[vertex + 1] += starts[vertex]);
        let mut next = starts.clone();
        let mut ends = vec![(0, 0); starts[count] as usize];
        for (ends_of, edge) in edges.iter().zip(0u32..) {
            for (from, to) in both(ends_of) {
                ends[next[from as usize] as usize] = (to, edge);
                next[from as usize] += 1;
            }
        }
        let stack = Vec::new();
        Search { starts, ends, met: vec![0; count], low: vec![0; count], value: vec![0; count], stack }
    }

    /// The value of what stands on the ground without one edge.
    fn value_without(&mut self, without: u32) -> u32 {
        self.met.fill(0);
        self.value.fill(0);
        let mut count = 1;
        (self.met[0], self.low[0]) = (1, 1);
        self.stack.push((0, u32::MAX, self.starts[0]));
        while let Some((vertex, came_by, next)) = self.stack.last_mut() {
            let (at, by) = (*vertex as usize, *came_by);
            if *next < self.starts[at + 1] {
                let (other, edge) = self.ends[*next as usize];
                *next += 1;
                let other_at = other as usize;
                if edge == without || edge == by {
                    continue;
                }
                if self.met[other_at] == 0 {
                    count += 1;
                    (self.met[other_at], self.low[other_at]) = (count, count);
                    self.stack.push((other, edge, self.starts[other_at]));
                } else if self.met[other_at] <= self.met[at] {
                    self.low[at] = self.low[at].min(self.met[other_at]);
                    self.value[at] ^= 1;
                }
            } else {
                self.stack.pop();
                let Some((parent, _, _)) = self.stack.last() else { break };
                let parent = *parent as usize;
                let is_bridge = self.low[at] > self.met[parent];
                self.value[parent] ^= if is_bridge { 1 + self.value[at] } else { 1 ^ self.value[at] };
                self.low[parent] = self.low[parent].min(self.low[at]);
            }
        }
        self.value[0]
    }
}
