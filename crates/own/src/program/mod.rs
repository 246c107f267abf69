//! Games whose rules are a program of the user's: it is asked for the options of a state, a line each.
//!
//! | what | files |
//! |---|---|
//! | the program as a child process: questions, answers, time | `child` |
//! | what it answers, read | `answer` |
//! | all states that can be reached, and their nimbers | `states` |
//! | the game | `game` |
//! | a file on a shelf | `file` |

mod answer;
mod child;
mod file;
mod game;
mod states;

pub use file::ProgramFile;
pub use game::{ProgramGame, ProgramMove, ProgramStates};
