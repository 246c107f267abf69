//! A graph after fusion: a tree of components, for those who want to see the working.

use super::peel::{Peeled, Taken};
use super::search::NONE;
use super::search::{search, settle};
use crate::hackenbush::graph::{Edge, GROUND, Graph};

/// A 2-edge-connected component: vertices that fusion makes one, the edges between them loops.
pub(in crate::hackenbush) struct Component {
    /// The edge that it stands on, and the component below; none for the one that holds the ground.
    pub below: Option<(Edge, usize)>,
    /// Its vertices, by their own numbers; the one that the edge below leads to, or the ground, first.
    pub vertices: Vec<u32>,
    /// Its edges, which become loops, and those that are loops as it is.
    pub loops: Vec<Edge>,
    /// The components that stand on it, in the order of the edges that hold them.
    pub above: Vec<usize>,
    /// The value of the component with all that stands on it.
    pub value: u64,
}

/// The components of a graph; the one with the ground first, every other one after the one below it.
pub(in crate::hackenbush) struct Fused {
    pub components: Vec<Component>,
    /// For every edge its component, or that above it if it is a bridge.
    component_of: Vec<u32>,
}

impl Fused {
    /// Fuses the cycles of a graph. O(edges).
    pub fn new(graph: &Graph) -> Fused {
        let dense = graph.dense();
        let edges = &*dense.edges;
        let mut peeled = Peeled::new(edges, dense.count);
        let mut nodes = search(edges, &mut peeled, &mut ());
        settle(&mut nodes, |_, _| {});
        let mut fused = Fused { components: Vec::new(), component_of: vec![0; edges.len()] };
        let mut component_at = vec![0u32; dense.count];
        for (index, node) in nodes.iter().enumerate() {
            let parent = component_at[nodes[node.parent as usize].vertex as usize];
            component_at[node.vertex as usize] = if index == 0 {
                fused.add(None, GROUND, node.value)
            } else if node.cover == 0 {
                fused.add(Some((Edge(node.edge), parent as usize)), dense.name(node.vertex), node.value)
            } else {
                fused.components[parent as usize].vertices.push(dense.name(node.vertex));
                parent
            };
        }
        for Taken { vertex, holder, edge, value } in peeled.into_taken() {
            let below = Some((Edge(edge), component_at[holder as usize] as usize));
            component_at[vertex as usize] = fused.add(below, dense.name(vertex), value);
        }
        fused.list(edges, &component_at);
        fused
    }

    fn add(&mut self, below: Option<(Edge, usize)>, vertex: u32, value: u32) -> u32 {
        let (vertices, loops, above) = (vec![vertex], Vec::new(), Vec::new());
        self.components.push(Component { below, vertices, loops, above, value: u64::from(value) });
        self.components.len() as u32 - 1
    }

    /// Lists for every component its loops and what stands on it.
    fn list(&mut self, edges: &[[u32; 2]], component_at: &[u32]) {
        let mut standing_on = vec![NONE; edges.len()];
        for (index, component) in self.components.iter().enumerate() {
            if let Some((edge, _)) = component.below {
                standing_on[edge.index()] = index as u32;
            }
        }
        for (index, &[from, _]) in edges.iter().enumerate() {
            self.component_of[index] = match standing_on[index] {
                NONE => {
                    let inside = component_at[from as usize];
                    self.components[inside as usize].loops.push(Edge(index as u32));
                    inside
                }
                held => {
                    let (_, below) = self.components[held as usize].below.unwrap_or((Edge(0), 0));
                    self.components[below].above.push(held as usize);
                    held
                }
            };
        }
    }

    /// The component that an edge is in, or the one that stands on it.
    pub fn component_of(&self, edge: Edge) -> usize {
        self.component_of[edge.index()] as usize
    }

    /// Whether the edge is a bridge.
    pub fn is_bridge(&self, edge: Edge) -> bool {
        self.components[self.component_of(edge)].below.is_some_and(|(below, _)| below == edge)
    }

    /// The components on the way from the ground to this one, both included.
    pub fn way_to(&self, component: usize) -> Vec<usize> {
        let mut way = vec![component];
        let mut at = component;
        while let Some((_, below)) = self.components[at].below {
            way.push(below);
            at = below;
        }
        way.reverse();
        way
    }
}
