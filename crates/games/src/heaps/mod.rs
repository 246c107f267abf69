//! Taking-and-breaking games on heaps: one ruleset for every code, and the games known by name.
//!
//! R. K. Guy and C. A. B. Smith, "The G-values of various games", Proceedings of the Cambridge
//! Philosophical Society 52 (1956) 514-526; *Winning Ways*, chapter 4. Nimbers and proven periods come
//! from [`grundy_heaps`]; here they become positions, moves and explanations.

mod draw;
mod explain;
mod nimbers;
mod notation;
mod pairs;
mod presets;
mod rules;

pub use nimbers::TABLE;
pub use presets::{
    CODE, CodeGame, DawsonsChess, DawsonsKayles, GrundysGame, Kayles, NAMED_CODES, Officers, PRESETS,
    Subtraction, ToCode,
};
pub use rules::HeapMove;

pub(crate) use explain::row_told;
pub(crate) use nimbers::{Known, Nimbers};

use grundy_core::{Card, Diagnostic, Parameters, Playable};
use grundy_heaps::Code;
use std::marker::PhantomData;

/// What a game of heaps is called, and how its parameters make a code.
pub trait Preset: Send + Sync + 'static {
    /// The game's card.
    const CARD: Card;
    /// What is taken: a bean, a pin.
    const NOUN: &'static str = "bean";

    /// The code.
    ///
    /// # Errors
    /// When a parameter makes no sense, with its place.
    fn code(parameters: &Parameters) -> Result<Code, Diagnostic>;

    /// The parameters of a code as they stand before the heaps; empty where all are usual.
    fn parameters(code: &Code) -> String {
        let _ = code;
        String::new()
    }
}

/// The rules of a heap game: those of its [code](Code), under the name of its [preset](Preset).
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Notation, Reader, Run};
/// use grundy_games::heaps::{HeapGame, Kayles};
///
/// let rules = HeapGame::<Kayles>::of("0.77".parse()?);
/// let rows = rules.parse(&mut Reader::new("5 8"))?;
/// rules.prepare(&rows, &Run::unlimited())?;
/// assert_eq!(rules.theorem(&rows), Some(Nimber(4 ^ 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HeapGame<P> {
    code: Code,
    nimbers: Nimbers,
    /// The term began with the code, and is written so again.
    is_bare: bool,
    preset: PhantomData<fn() -> P>,
}

impl<P: Preset> HeapGame<P> {
    /// The rules of a code.
    pub fn of(code: Code) -> Self {
        HeapGame { nimbers: Nimbers::new(&code), code, is_bare: false, preset: PhantomData }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }
}

impl<P: Preset> Playable for HeapGame<P> {
    const CARD: Card = P::CARD;

    fn with(parameters: &Parameters) -> Result<Self, Diagnostic> {
        Ok(HeapGame { is_bare: parameters.is_bare(), ..HeapGame::of(P::code(parameters)?) })
    }

    fn term(&self, at: &Self::Position) -> String {
        use grundy_core::Notation;
        let name = if self.is_bare { String::new() } else { P::CARD.id.to_owned() };
        let parameters = if self.is_bare { self.code.to_string() } else { self.parameters() };
        let words = [name, parameters, self.format(at)];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }
}
