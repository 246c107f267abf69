//! The rules of a game on graphs.

use super::canon::{Alike, canonical};
use super::degrees::Degrees;
use super::net::{Gone, Net};
use super::spec::{Along, GraphSpec, TakeRule, Thing};
use grundy_core::{Explain, Ruleset, Tuning};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A move: the edge or vertex that it takes, by its place from 0, and what goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NetMove {
    /// What is taken.
    pub thing: Thing,
    /// Its place among the edges or vertices of the graph.
    pub index: u32,
    /// What goes with it.
    pub along: Along,
}

/// The rules of a game that was read from a file of graphs. Cheap to clone.
///
/// ```
/// use grundy_core::{Listing, Notation, Parameters, Reader, Ruleset};
/// use grundy_own::GraphFile;
/// let file = GraphFile::read("game arc-kayles\ngraph\ntake edge with ends\n")?;
/// let rules = file.rules(&Parameters::default())?;
/// let path = rules.parse(&mut Reader::new("path(6)"))?;
/// let third = rules.parse_move(&path, "3")?;
/// assert_eq!(rules.format(&rules.play(&path, &third)), "1-2 5-6");
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone)]
pub struct GraphGame {
    pub(super) shared: Arc<Shared>,
}

/// What all copies of the rules share.
pub(super) struct Shared {
    pub(super) spec: GraphSpec,
    pub(super) alike: Alike,
    /// The rules that take edges, then those that take vertices, each with those that take least first.
    rules: [Vec<TakeRule>; 2],
    /// Whether vertices without edges are nothing.
    pub(super) is_of_edges: bool,
}

impl Shared {
    pub(super) fn new(spec: GraphSpec) -> Shared {
        let of = |thing: Thing| {
            let mut rules: Vec<TakeRule> =
                spec.rules.iter().filter(|rule| rule.thing == thing).cloned().collect();
            rules.sort_by_key(|rule| rule.along);
            rules
        };
        let rules = [of(Thing::Edge), of(Thing::Vertex)];
        Shared { alike: Alike::of(&spec), is_of_edges: rules[1].is_empty(), rules, spec }
    }
}

impl GraphGame {
    pub(super) fn new(shared: Arc<Shared>) -> GraphGame {
        GraphGame { shared }
    }

    /// The file that the rules were read from.
    pub fn spec(&self) -> &GraphSpec {
        &self.shared.spec
    }

    /// Visits the moves in order.
    fn each<B>(&self, at: &Net, mut visit: impl FnMut(NetMove) -> ControlFlow<B>) -> ControlFlow<B> {
        let degrees = self.shared.spec.has_conditions().then(|| Degrees::of(at));
        let mut beside = None;
        for (rules, count) in self.shared.rules.iter().zip([at.edges().len() as u32, at.count()]) {
            let Some(first) = rules.first() else { continue };
            for index in 0..count {
                let mut met: Vec<Gone> = Vec::new();
                for rule in rules {
                    if degrees.as_ref().is_some_and(|degrees| !degrees.allow(rule, at, index)) {
                        continue;
                    }
                    let mv = NetMove { thing: first.thing, index, along: rule.along };
                    if rules.len() > 1 {
                        // Two ways to take the same are one move.
                        let gone = beside.get_or_insert_with(|| Beside::of(at)).gone(at, mv);
                        if met.iter().any(|met| self.is_same(met, &gone)) {
                            continue;
                        }
                        met.push(gone);
                    }
                    visit(mv)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn is_same(&self, one: &Gone, other: &Gone) -> bool {
        one.edges == other.edges && (self.shared.is_of_edges || one.vertices == other.vertices)
    }

    /// What a move takes away.
    pub(super) fn gone(&self, at: &Net, mv: &NetMove) -> Gone {
        Beside::of(at).gone(at, *mv)
    }

    /// Whether there is such a move.
    pub(super) fn has_move(&self, at: &Net, mv: NetMove) -> bool {
        self.each(at, |found| if found == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .is_break()
    }

    fn has_moves(&self, at: &Net) -> bool {
        self.each(at, |_| ControlFlow::Break(())).is_break()
    }

    /// Vertices without edges are left out where moves take edges only.
    pub(super) fn tidy(&self, net: Net) -> Net {
        if self.shared.is_of_edges { net.without_lone_vertices() } else { net }
    }

    /// Whether labels must tell edges from vertices.
    pub(super) fn is_mixed(&self) -> bool {
        self.shared.rules.iter().all(|rules| !rules.is_empty())
    }

    /// Whether labels must tell what goes with a thing.
    pub(super) fn has_several(&self, thing: Thing) -> bool {
        let rules = &self.shared.rules[usize::from(thing == Thing::Vertex)];
        rules.iter().any(|rule| rule.along != rules[0].along)
    }

    /// What goes with a thing where only one kind of move takes it.
    pub(super) fn usual_along(&self, thing: Thing) -> Along {
        let rules = &self.shared.rules[usize::from(thing == Thing::Vertex)];
        rules.first().map_or(Along::Nothing, |rule| rule.along)
    }
}

/// The edges at each vertex.
struct Beside(Vec<Vec<u32>>);

impl Beside {
    fn of(net: &Net) -> Beside {
        let mut beside = vec![Vec::new(); net.count() as usize];
        for (&[one, other], edge) in net.edges().iter().zip(0..) {
            beside[one as usize].push(edge);
            if one != other {
                beside[other as usize].push(edge);
            }
        }
        Beside(beside)
    }

    fn gone(&self, net: &Net, mv: NetMove) -> Gone {
        let mut gone =
            Gone { vertices: vec![false; net.count() as usize], edges: vec![false; net.edges().len()] };
        let mut centres: Vec<u32> = match mv.thing {
            Thing::Vertex => vec![mv.index],
            Thing::Edge => {
                gone.edges[mv.index as usize] = true;
                net.edges()[mv.index as usize].to_vec()
            }
        };
        if mv.thing == Thing::Edge && mv.along == Along::Nothing {
            return gone;
        }
        if mv.along == Along::Neighbours {
            let neighbours = centres.iter().flat_map(|&centre| &self.0[centre as usize]);
            centres = neighbours
                .flat_map(|&edge| net.edges()[edge as usize])
                .chain(centres.iter().copied())
                .collect();
        }
        for vertex in centres {
            if !std::mem::replace(&mut gone.vertices[vertex as usize], true) {
                self.0[vertex as usize].iter().for_each(|&edge| gone.edges[edge as usize] = true);
            }
        }
        gone
    }
}

impl fmt::Debug for GraphGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphGame").field("name", &self.spec().name()).finish_non_exhaustive()
    }
}

impl Ruleset for GraphGame {
    type Position = Net;
    type Move = NetMove;

    fn moves<B>(&self, at: &Net, visit: impl FnMut(NetMove) -> ControlFlow<B>) -> ControlFlow<B> {
        self.each(at, visit)
    }

    fn play(&self, at: &Net, mv: &NetMove) -> Net {
        self.tidy(at.without(&self.gone(at, mv)))
    }

    /// Every move takes an edge or a vertex.
    fn moves_left(&self, at: &Net) -> u128 {
        at.edges().len() as u128 + u128::from(at.count())
    }

    /// The components that have moves.
    fn split(&self, at: Net) -> Vec<Net> {
        let mut parts = at.components();
        parts.retain(|part| self.has_moves(part));
        parts
    }

    /// The canonical forms of the components, in order.
    fn canon(&self, at: Net) -> Net {
        let whole = self.shared.alike.reduced(at);
        let mut parts: Vec<Net> = whole.components();
        parts.retain(|part| self.has_moves(part));
        let mut parts: Vec<Net> = parts.iter().map(canonical).collect();
        parts.sort_unstable();
        if parts.len() == 1 { parts.remove(0) } else { Net::side_by_side(&parts) }
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl Tuning<GraphGame> for GraphGame {
    /// Without names, which a search has no use for.
    fn options(&self, at: &Net, visit: &mut dyn FnMut(Net) -> ControlFlow<()>) -> Option<ControlFlow<()>> {
        let beside = Beside::of(at);
        Some(self.each(at, |mv| visit(at.bare_without(&beside.gone(at, mv)))))
    }

    fn effort(&self, at: &Net) -> Option<u64> {
        Some(u64::from(at.count()) + at.edges().len() as u64)
    }

    fn bytes(&self, at: &Net) -> Option<usize> {
        Some(size_of::<Net>() + size_of_val(at.edges()))
    }
}

impl Explain for GraphGame {
    fn zero_without_search(&self) -> &'static str {
        "no move is left"
    }
}
