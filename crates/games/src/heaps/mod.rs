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
mod positions;
mod presets;
mod rules;

pub use nimbers::TABLE;
pub use presets::{
    CODE, DAWSONS_CHESS, DAWSONS_KAYLES, GRUNDYS_GAME, KAYLES, NAMED_CODES, OCTAL, OFFICERS, PRESETS, Preset,
    SUBTRACTION, UNNAMED,
};
pub use rules::HeapMove;

pub(crate) use explain::row_step;
pub(crate) use nimbers::{Known, Nimbers};

use grundy_core::{Card, Diagnostic, Listing, Notation, Parameters, Playable};
use grundy_heaps::Code;

/// The rules of a heap game: those of its [code](Code), under the name of its [preset](Preset).
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Notation, Reader, Run};
/// use grundy_games::heaps::{HeapGame, KAYLES};
///
/// let rules = HeapGame::new(&KAYLES, "0.77".parse()?);
/// let rows = rules.parse(&mut Reader::new("5 8"))?;
/// rules.prepare(&rows, &Run::unlimited())?;
/// assert_eq!(rules.theorem(&rows), Some(Nimber(4 ^ 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HeapGame {
    code: Code,
    nimbers: Nimbers,
    /// The term began with the code, and is written so again.
    is_bare: bool,
    preset: &'static Preset,
}

impl HeapGame {
    /// The rules of a code, under the name of a preset.
    pub fn new(preset: &'static Preset, code: Code) -> Self {
        HeapGame { nimbers: Nimbers::new(&code), code, is_bare: false, preset }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }
}

impl Listing for &'static Preset {
    type Rules = HeapGame;

    fn card(&self) -> Card {
        let card = Card::new(self.id, self.title, self.summary, self.example);
        let card = card.with_aliases(self.aliases.iter().copied());
        let card = card.with_positions(positions::positions(self.id));
        match self.parameter {
            Some([key, help, default]) => card.with_parameter(key, help, default),
            None => card,
        }
    }

    fn rules(&self, parameters: &Parameters) -> Result<HeapGame, Diagnostic> {
        let code = (self.code)(parameters)?;
        Ok(HeapGame { is_bare: parameters.is_bare(), ..HeapGame::new(self, code) })
    }
}

impl Playable for HeapGame {
    fn heading(&self, name: &str) -> String {
        if self.is_bare {
            return self.code.to_string();
        }
        let words = [name.to_owned(), self.parameters()];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The code is the rules, whatever the game is called.
    fn signature(&self, _: &str, write: &mut dyn FnMut(&str)) {
        write("heaps");
        write(&self.code.to_string());
    }
}
