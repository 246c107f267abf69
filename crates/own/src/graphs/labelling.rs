//! A canonical order of the vertices of a connected graph: one that does not depend on how they were numbered.
//!
//! Vertices are coloured by their degrees, then by the colours around them, until that tells no more apart; where
//! vertices of one colour are left, each of them in turn gets a colour of its own. Of all orders that come out, that
//! with the least list of edges is taken. Whatever comes out, it is an order of the vertices: the graph in it is the
//! same graph.

use super::net::Net;

/// So many orders are compared; graphs with more keep the order that they have.
const MOST_ORDERS: usize = 2_000;
/// So many symmetries are remembered.
const MOST_SYMMETRIES: usize = 100;

/// The edges of the graph in canonical order, sorted; `None` where the search was given up.
pub(super) fn canonical_edges(net: &Net) -> Option<Vec<[u32; 2]>> {
    let mut search = Search::new(net);
    let colours = vec![0; net.count() as usize];
    search.visit(colours, &mut Vec::new())?;
    search.best.map(|(edges, _)| edges)
}

struct Search<'n> {
    net: &'n Net,
    /// The neighbours of each vertex, each as often as it is joined to it; sorted.
    beside: Vec<Vec<u32>>,
    /// In a tree, vertices that refinement does not tell apart are alike.
    is_tree: bool,
    /// The least list of edges, and the place of each vertex in it.
    best: Option<(Vec<[u32; 2]>, Vec<u32>)>,
    symmetries: Vec<Vec<u32>>,
    orders: usize,
}

impl Search<'_> {
    fn new(net: &Net) -> Search<'_> {
        let mut beside = vec![Vec::new(); net.count() as usize];
        for &[one, other] in net.edges() {
            beside[one as usize].push(other);
            beside[other as usize].push(one);
        }
        beside.iter_mut().for_each(|beside| beside.sort_unstable());
        let is_tree = net.edges().len() + 1 == net.count() as usize;
        Search { net, beside, is_tree, best: None, symmetries: Vec::new(), orders: 0 }
    }

    /// All orders that these colours leave; `chosen` are the vertices that got colours of their own. `None` gives up.
    fn visit(&mut self, mut colours: Vec<u32>, chosen: &mut Vec<u32>) -> Option<()> {
        self.refine(&mut colours);
        let Some(cell) = smallest_cell(&colours) else { return self.compare(colours) };
        let mut tried: Vec<u32> = Vec::new();
        for vertex in cell {
            if self.is_like_one(vertex, &tried, chosen) {
                continue;
            }
            tried.push(vertex);
            // Vertices of a colour share the place of the first: the chosen one goes before the others.
            let mut after = colours.clone();
            let colour = after[vertex as usize];
            for (other, place) in after.iter_mut().enumerate() {
                *place += u32::from(*place == colour && other != vertex as usize);
            }
            chosen.push(vertex);
            self.visit(after, chosen)?;
            chosen.pop();
        }
        Some(())
    }

    /// Splits colours by the colours around, until no more are told apart. A colour is the number of vertices of lesser
    /// colours.
    fn refine(&self, colours: &mut [u32]) {
        let count = colours.len();
        let mut order: Vec<usize> = (0..count).collect();
        let mut kinds = 0;
        loop {
            let around = |vertex: usize| {
                let mix =
                    |colour: u32| (u64::from(colour) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
                let each = self.beside[vertex]
                    .iter()
                    .map(|&other| mix(colours[other as usize]).wrapping_mul(0xd6e8_feb8_6659_fd93));
                each.fold(0_u64, u64::wrapping_add)
            };
            let keys: Vec<(u32, u64)> = (0..count).map(|vertex| (colours[vertex], around(vertex))).collect();
            order.sort_unstable_by_key(|&vertex| keys[vertex]);
            let (mut found, mut first) = (0, 0);
            for (place, &vertex) in order.iter().enumerate() {
                if place == 0 || keys[vertex] != keys[order[place - 1]] {
                    (found, first) = (found + 1, place as u32);
                }
                colours[vertex] = first;
            }
            if found == kinds || found == count {
                return;
            }
            kinds = found;
        }
    }

    /// Whether a symmetry that keeps the chosen vertices leads one of the tried ones here.
    fn is_like_one(&self, vertex: u32, tried: &[u32], chosen: &[u32]) -> bool {
        if tried.is_empty() {
            return false;
        }
        if self.is_tree || tried.iter().any(|&other| self.are_twins(vertex, other)) {
            return true;
        }
        let keeps = |symmetry: &&Vec<u32>| chosen.iter().all(|&vertex| symmetry[vertex as usize] == vertex);
        let symmetries: Vec<&Vec<u32>> = self.symmetries.iter().filter(keeps).collect();
        let (mut reached, mut next) = (vec![vertex], 0);
        while let Some(&at) = reached.get(next) {
            next += 1;
            for symmetry in &symmetries {
                let image = symmetry[at as usize];
                if tried.contains(&image) {
                    return true;
                }
                if !reached.contains(&image) {
                    reached.push(image);
                }
            }
        }
        false
    }

    /// Whether two vertices have the same neighbours, but for themselves.
    fn are_twins(&self, one: u32, other: u32) -> bool {
        let of = |vertex: u32| {
            self.beside[vertex as usize].iter().filter(move |&&beside| beside != one && beside != other)
        };
        let loops =
            |vertex: u32| self.beside[vertex as usize].iter().filter(|&&beside| beside == vertex).count();
        of(one).eq(of(other)) && loops(one) == loops(other)
    }

    /// Keeps an order if it is the least; one that is as good as the least is a symmetry.
    fn compare(&mut self, places: Vec<u32>) -> Option<()> {
        self.orders += 1;
        if self.orders > MOST_ORDERS {
            return None;
        }
        let place = |ends: &[u32; 2]| {
            let [one, other] = ends.map(|end| places[end as usize]);
            [one.min(other), one.max(other)]
        };
        let mut edges: Vec<[u32; 2]> = self.net.edges().iter().map(place).collect();
        edges.sort_unstable();
        match &self.best {
            Some((best, _)) if *best < edges => {}
            Some((best, best_places)) if *best == edges => {
                // The vertex that stands here now goes to where the best order has that place.
                let mut at = vec![0; best_places.len()];
                best_places.iter().zip(0..).for_each(|(&place, vertex)| at[place as usize] = vertex);
                let symmetry: Vec<u32> = places.iter().map(|&place| at[place as usize]).collect();
                if self.symmetries.len() < MOST_SYMMETRIES {
                    self.symmetries.push(symmetry);
                }
            }
            _ => self.best = Some((edges, places)),
        }
        Some(())
    }
}

/// The vertices of the first of the smallest colours that several vertices have.
fn smallest_cell(colours: &[u32]) -> Option<Vec<u32>> {
    let mut size = vec![0; colours.len()];
    colours.iter().for_each(|&colour| size[colour as usize] += 1);
    let several = (0..colours.len()).filter(|&colour| size[colour] > 1);
    let colour = several.min_by_key(|&colour| size[colour])?;
    let of_it = (0..colours.len() as u32).filter(|&vertex| colours[vertex as usize] as usize == colour);
    Some(of_it.collect())
}
