//! Places published forests so that their winning bubbles spell a text when the pictures are laid over each other.
//! `crates/games/src/bubbly/mystery-hunt-2019-placed.txt` was made so:
//!
//! ```text
//! cargo run -p grundy-games --example place_hunt "ANSWER RELIEF PITCHER" < data/bubbly/mystery-hunt-2019.txt
//! ```

use grundy_core::{Notation, Reader, Reading};
use grundy_games::Bubbly;
use grundy_games::bubbly::{Forest, placed_to_spell};

fn main() {
    let text = std::env::args().nth(1).expect("the text that the winning bubbles spell");
    let lines: Vec<String> =
        std::io::stdin().lines().map(|line| line.expect("text on standard input")).collect();
    let forests: Vec<Forest> = lines
        .iter()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let forest = line.split(' ').next().unwrap_or_default();
            let reading = Reading { lenient: true, ..Reading::default() };
            Bubbly.parse(&mut Reader::with(forest, reading)).expect("a forest a line")
        })
        .collect();
    for forest in placed_to_spell(&forests, &text).expect("there are places that spell the text") {
        println!("bubbly {}", Bubbly.format(&forest));
    }
}
