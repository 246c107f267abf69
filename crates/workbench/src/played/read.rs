//! Reading a game that was written down.

use super::PlayedGame;
use super::diagrams::{Block, Diagram, Placed, is_joint, is_start, name, ragged, rows, unquoted, words};
use super::infer::{NoMove, infer};
use crate::position::Position;
use crate::record::lines;
use grundy_core::{Convention, Diagnostic, Reading};
use std::ops::Range;

/// What has been read of a game.
#[derive(Clone, Default)]
struct Draft<'t> {
    /// The game of boards, with its parameters.
    of: Option<String>,
    convention: Option<Convention>,
    /// At the start, and after each move.
    positions: Vec<Position>,
    moves: Vec<String>,
    /// Who made the first move, and the other one.
    players: [Option<String>; 2],
    /// As the header names them, where it does not say who began.
    named: Option<[String; 2]>,
    first: Option<(String, Range<usize>)>,
    resigned: Option<(String, Range<usize>)>,
    /// Whether the position of the header may stand once more as the first board.
    has_header_position: bool,
    /// Whether a line has held a move of each player: then such lines are numbered, and not moves.
    has_rounds: bool,
    /// The block of boards that was read as the position at the start.
    first_block: Option<Block<'t>>,
}

/// The keys of the lines before the moves.
const KEYS: [&str; 7] = ["position", "game", "convention", "players", "first", "level", "resigned"];

impl PlayedGame {
    /// Reads a game. What stands before its moves are lines of `KEY: VALUE`: `position`, `game` (for boards, whose
    /// game they do not say), `convention`, `players`, `first`, `level`. Its moves are lines of labels, with or
    /// without a number and a name before them (`3. Ann 2:5>1`); or positions one after the other, a line each;
    /// or boards, with their rows one below the other, one after the other or side by side, with or without a
    /// line of names above. `of` is the game, with its parameters, where the text does not say it.
    ///
    /// # Errors
    /// With the place in `text`: where a move is none, and where no move leads from one board to the next.
    pub fn parse(text: &str, of: Option<&str>) -> Result<PlayedGame, Diagnostic> {
        read(text, of)
    }
}

fn read(text: &str, of: Option<&str>) -> Result<PlayedGame, Diagnostic> {
    let mut draft = Draft { of: of.map(str::to_owned), ..Draft::default() };
    let all: Vec<(usize, &str)> = lines(text).map(|(at, line)| unquoted(line, at)).collect();
    let mut block = Block::default();
    let mut numbering = 0;
    for (index, &(at, line)) in all.iter().enumerate() {
        let found = words(line, at);
        // Listings of code carry the numbers of their lines.
        let is_numbering = draft.positions.is_empty()
            && is_numbered(line, all.get(index + 1).map(|&(_, next)| next), &mut numbering);
        if let Some(row) = ragged(&found, block.width()).filter(|_| !is_numbering && !block.is_empty()) {
            return Err(odd_row(&row, block.width().unwrap_or(0)));
        }
        match rows(&found) {
            Some(rows) if !is_numbering && !line.is_empty() => {
                if !block.takes(&rows) {
                    draft.boards(std::mem::take(&mut block))?;
                }
                block.push(rows);
                continue;
            }
            _ => {}
        }
        if !block.is_empty() {
            draft.boards(std::mem::take(&mut block))?;
        }
        if line.is_empty() || is_numbering || is_joint(&found) || line.starts_with('#') {
            continue;
        }
        let stands_above_boards = all[index + 1..]
            .iter()
            .find(|(_, next)| !next.is_empty())
            .is_some_and(|&(at, next)| rows(&words(next, at)).is_some());
        if stands_above_boards && let Some(row) = ragged(&found, None) {
            return Err(odd_row(&row, found[0].text.chars().count()));
        }
        if !draft.header(line, at)? && !draft.line(line, at, &found, stands_above_boards)? {
            block.caption(found);
        }
    }
    draft.boards(block)?;
    draft.finish(text)
}

/// Whether a line is the number of a line, in a run that counts 1, 2, ...
fn is_numbered(line: &str, next: Option<&str>, numbering: &mut usize) -> bool {
    let goes_on = next == Some((*numbering + 2).to_string().as_str());
    if line == (*numbering + 1).to_string() && (*numbering > 0 || goes_on) {
        *numbering += 1;
        return true;
    }
    *numbering = 0;
    false
}

/// That a row is not as long as the others of its board.
fn odd_row(row: &Placed<'_>, width: usize) -> Diagnostic {
    let own = row.text.chars().count();
    Diagnostic::new(format!("this row has {own} cells, and the one before it {width}"), row.span.clone())
        .help(
            "the rows of a board are of the same length; leave an empty line between boards of other widths",
        )
}

impl<'t> Draft<'t> {
    /// Reads a line such as `players: Ann, Bob`; false where it is none.
    fn header(&mut self, line: &str, at: usize) -> Result<bool, Diagnostic> {
        let Some((key, value)) = line.split_once(':') else { return Ok(false) };
        let key = key.trim().to_lowercase();
        if !KEYS.contains(&key.as_str()) {
            return Ok(false);
        }
        let place = at + line.len() - value.trim_start().len();
        let value = value.trim();
        let span = place..place + value.len();
        let wrong =
            |message: String, help: &str| Diagnostic::new(message, span.clone()).help(help.to_owned());
        let is_known = match key.as_str() {
            "position" | "game" => !self.positions.is_empty(),
            "convention" => self.convention.is_some(),
            "players" => self.named.is_some(),
            "first" => self.first.is_some(),
            "resigned" => self.resigned.is_some(),
            _ => false,
        };
        if is_known {
            let message = format!("`{key}` is said twice, or too late");
            return Err(wrong(message, "what is said of the whole game stands once, before its moves"));
        }
        match key.as_str() {
            "position" => {
                let read =
                    Position::parse(value, Reading::default()).map_err(|error| error.shifted(place))?;
                self.positions.push(read);
                self.has_header_position = true;
            }
            "game" => self.of = Some(value.to_owned()),
            "convention" => {
                self.convention = Some(match value {
                    "normal" => Convention::Normal,
                    "misere" | "misère" => Convention::Misere,
                    _ => return Err(wrong(format!("`{value}` is no convention"), "write normal or misere")),
                });
            }
            "players" => {
                let both: Vec<&str> =
                    value.split(',').flat_map(|part| part.split(" and ")).map(str::trim).collect();
                let [first, second] = both[..] else {
                    return Err(wrong(format!("`{value}` are not two players"), "write `players: Ann, Bob`"));
                };
                if first == second || first.is_empty() || second.is_empty() {
                    return Err(wrong("the players need two names".to_owned(), "write `players: Ann, Bob`"));
                }
                self.named = Some([first.to_owned(), second.to_owned()]);
            }
            "first" => self.first = Some((value.to_owned(), span)),
            "resigned" => self.resigned = Some((value.to_owned(), span)),
            // How well the computer played matters to nobody here.
            _ => {}
        }
        Ok(true)
    }

    /// Reads a line that is a position or a move; false where it is a caption of the boards below.
    fn line(
        &mut self,
        line: &str,
        at: usize,
        found: &[Placed<'_>],
        stands_above_boards: bool,
    ) -> Result<bool, Diagnostic> {
        let span = at..at + line.len();
        let number = found[0].text.strip_suffix('.').and_then(|digits| digits.parse::<usize>().ok());
        if let Some(number) = number {
            return self.numbered_move(number, found, span).map(|()| true);
        }
        if stands_above_boards && Position::parse(line, Reading::default()).is_err() {
            return Ok(false);
        }
        if let [label] = found
            && self.positions.last().is_some_and(|position| position.play(label.text).is_ok())
        {
            return self.play(label, None).map(|()| true);
        }
        if let [first, second] = found
            && self.is_round(first, second)
        {
            return self.round(first, second).map(|()| true);
        }
        if let [who, label] = found
            && self.positions.last().is_some_and(|position| position.play(label.text).is_ok())
        {
            return self.play(label, Some(who)).map(|()| true);
        }
        let read = self.position(line);
        match (read, self.positions.is_empty(), found) {
            (Ok(position), ..) => self.go_to(position, None, span).map(|()| true),
            // Of several mistakes that of the position is told at the start, and that of the move later.
            (Err(error), true, _) => Err(error.shifted(at)),
            (Err(error), false, [.., label]) if found.len() < 3 => {
                let is_position = line
                    .split_whitespace()
                    .next()
                    .is_some_and(|word| crate::shelf::Shelf::usual().find(word).is_ok());
                match is_position {
                    true => Err(error.shifted(at)),
                    false => self.play(label, found.first().filter(|_| found.len() == 2)).map(|()| true),
                }
            }
            (Err(_), false, _) => Err(Diagnostic::new("this is no line of a game", span)
                .help("write a move, `3. Ann LABEL`, a position, or the rows of a board")),
        }
    }

    /// Reads the move of a line such as `3. Ann 2:5>1` or `3. 2:5>1`.
    fn numbered_move(
        &mut self,
        number: usize,
        found: &[Placed<'_>],
        span: Range<usize>,
    ) -> Result<(), Diagnostic> {
        let own = self.moves.len() + 1;
        let expected = if self.has_rounds { own.div_ceil(2) } else { own };
        if number != expected {
            let what = if self.has_rounds { "round" } else { "move" };
            let message = format!("this is {what} {expected}, not {number}");
            return Err(Diagnostic::new(message, found[0].span.clone()).help("number the moves from 1"));
        }
        if self.positions.is_empty() {
            return Err(Diagnostic::new("this move stands before any position", span)
                .help("write `position: nim 1 3 5 7` before the first move"));
        }
        match found {
            [_, label] => self.play(label, None),
            [_, first, second] if self.is_round(first, second) => self.round(first, second),
            [_, who, label] => self.play(label, Some(who)),
            _ => Err(Diagnostic::new("a line has one move", span)
                .help("write its number, who made it, and its label: `1. Ann 2:5>1`")),
        }
    }

    /// Whether two words are moves, one after the other, and not a player and a move.
    fn is_round(&self, first: &Placed<'_>, second: &Placed<'_>) -> bool {
        let players = self.players.iter().flatten().chain(self.named.iter().flatten());
        let is_player = players.into_iter().any(|player| player == name(first.text));
        let after = self.positions.last().and_then(|position| position.play(first.text).ok());
        !is_player && after.is_some_and(|after| after.play(second.text).is_ok())
    }

    /// Makes a move of each player.
    fn round(&mut self, first: &Placed<'_>, second: &Placed<'_>) -> Result<(), Diagnostic> {
        self.has_rounds = true;
        self.play(first, None)?;
        self.play(second, None)
    }

    /// A position as it is written, or as one of the game that is meant.
    fn position(&self, text: &str) -> Result<Position, Diagnostic> {
        let whole = Position::parse(text, Reading::default());
        match (&whole, self.heading()) {
            (Err(_), Some(of)) => {
                let before = of.len() + 1;
                let read = Position::parse(&format!("{of} {text}"), Reading::default());
                read.map_err(|error| {
                    let span = error.span.start.max(before) - before..error.span.end.max(before) - before;
                    Diagnostic { span, ..error }
                })
            }
            _ => whole,
        }
    }

    /// The game of boards, with its parameters.
    fn heading(&self) -> Option<String> {
        let of_start = || {
            let [term] = self.positions.first()?.terms() else { return None };
            let (text, notation) = (term.text(), term.notation());
            let parameters = text.strip_suffix(notation.as_str()).unwrap_or_default().trim();
            Some(format!("{} {parameters}", term.card().id).trim_end().to_owned())
        };
        self.of.clone().or_else(of_start)
    }

    /// Reads boards that stand side by side, or single lines that are positions of another game.
    fn boards(&mut self, block: Block<'t>) -> Result<(), Diagnostic> {
        let is_first = self.positions.is_empty();
        let whole = self.clone().boards_side_by_side(block.clone());
        let other = match &whole {
            Ok(_) => None,
            Err(_) => {
                block.other_readings().into_iter().find_map(|boards| self.clone().with_boards(boards).ok())
            }
        };
        *self = match other {
            Some(draft) => draft,
            None => whole?,
        };
        self.first_block =
            (is_first && self.positions.len() == 1).then_some(block).or(self.first_block.take());
        Ok(())
    }

    /// The same with these boards read.
    fn with_boards(mut self, boards: Vec<Diagram<'_>>) -> Result<Draft<'t>, Diagnostic> {
        for board in boards {
            let text = format!("{} {}", self.heading().unwrap_or_default(), board.text());
            let position = Position::parse(&text, Reading::default())?;
            self.go_to(position, None, board.place())?;
        }
        Ok(self)
    }

    /// The same with boards read that stand side by side, or single lines that are positions of another game.
    fn boards_side_by_side(mut self, block: Block<'t>) -> Result<Draft<'t>, Diagnostic> {
        let diagrams = block.diagrams().map_err(|span| {
            Diagnostic::new("these are not as many words as there are boards below", span)
                .help("write one name above each board, such as `Org (A) (B)`, or leave the line out")
        })?;
        let Some(first) = diagrams.first() else { return Ok(self) };
        let place = first.place();
        let Some(of) = self.heading() else {
            return Err(Diagnostic::new("these boards do not say which game it is", place)
                .help("write `game: 2d-nim` above them, or name the game apart with --of 2d-nim"));
        };
        let read = |diagram: &Diagram<'_>| {
            let text = format!("{of} {}", diagram.text());
            Position::parse(&text, Reading::default())
        };
        if diagrams.len() == 1 && first.rows.len() > 1 && read(first).is_err() {
            // Of a game without rows each line is a position.
            for row in &first.rows {
                let position = self.position(row.text).map_err(|error| error.shifted(row.span.start))?;
                self.go_to(position, None, row.span.clone())?;
            }
            return Ok(self);
        }
        for diagram in &diagrams {
            let place = diagram.place();
            let position = read(diagram).map_err(|error| Diagnostic { span: place.clone(), ..error })?;
            self.go_to(position, diagram.caption.as_ref(), place)?;
        }
        Ok(self)
    }

    /// A game of one position has no moves: the boards of its only block are read in another way, if they can be.
    fn more_than_one_position(self) -> Result<Draft<'t>, Diagnostic> {
        let Some(block) = self.first_block.clone().filter(|_| self.positions.len() == 1) else {
            return Ok(self);
        };
        let without = Draft { positions: Vec::new(), first_block: None, ..self.clone() };
        let read = |boards: Vec<Diagram<'t>>| without.clone().with_boards(boards).ok();
        if let Some(draft) = block.other_readings().into_iter().find_map(read) {
            return Ok(draft);
        }
        let place =
            block.diagrams().ok().and_then(|boards| Some(boards.first()?.place())).unwrap_or_default();
        Err(Diagnostic::new(format!("this is one position, `{}`, and no game", self.positions[0]), place)
            .help("leave an empty line between the boards, and write each move or each position"))
    }

    /// Goes on to a position that somebody wrote down.
    fn go_to(
        &mut self,
        to: Position,
        caption: Option<&Placed<'_>>,
        place: Range<usize>,
    ) -> Result<(), Diagnostic> {
        let Some(from) = self.positions.last() else {
            self.positions.push(to);
            return Ok(());
        };
        let is_again = std::mem::take(&mut self.has_header_position) && *from == to;
        if is_again || self.moves.is_empty() && caption.is_some_and(|word| is_start(word.text)) && *from == to
        {
            return Ok(());
        }
        let label = infer(from, &to).map_err(|why| no_move(from, &to, why, self.moves.len() + 1, place))?;
        if let Some(caption) = caption {
            self.made_by(name(caption.text), caption.span.clone())?;
        }
        self.moves.push(label);
        self.positions.push(to);
        Ok(())
    }

    fn play(&mut self, label: &Placed<'_>, who: Option<&Placed<'_>>) -> Result<(), Diagnostic> {
        let from = self.positions.last().expect("moves stand behind a position");
        let next = from.play(label.text).map_err(|error| error.shifted(label.span.start))?;
        if let Some(who) = who {
            self.made_by(name(who.text), who.span.clone())?;
        }
        self.has_header_position = false;
        self.moves.push(label.text.to_owned());
        self.positions.push(next);
        Ok(())
    }

    /// Notes who makes the move at hand: the players take turns.
    fn made_by(&mut self, who: &str, span: Range<usize>) -> Result<(), Diagnostic> {
        let (own, number) = (self.moves.len() % 2, self.moves.len() + 1);
        let known = self.players[own].get_or_insert_with(|| who.to_owned());
        if known != who {
            return Err(Diagnostic::new(format!("it is not {who} who makes move {number}"), span)
                .help(format!("the players take turns: write {known}")));
        }
        if self.players[1 - own].as_deref() == Some(who) {
            return Err(Diagnostic::new(format!("{who} makes two moves, one after the other"), span)
                .help("the players take turns"));
        }
        Ok(())
    }

    fn finish(self, text: &str) -> Result<PlayedGame, Diagnostic> {
        let mut this = self.more_than_one_position()?;
        let Some(start) = this.positions.first() else {
            return Err(Diagnostic::new("there is no game here", text.len()..text.len())
                .help("write `position: nim 1 3 5 7` and its moves, or its boards one after the other"));
        };
        let convention = this.convention.unwrap_or_else(|| start.usual_convention());
        let players = this.names()?;
        let resigned = match this.resigned.take() {
            None => None,
            Some((who, span)) => {
                let player = players.iter().position(|name| *name == who);
                Some(player.ok_or_else(|| nobody(&who, &players, span))?)
            }
        };
        Ok(PlayedGame { positions: this.positions, moves: this.moves, convention, players, resigned })
    }

    /// Who made the first move, and the other one.
    fn names(&mut self) -> Result<[String; 2], Diagnostic> {
        let mut named = self.named.take();
        if let Some((first, span)) = self.first.take() {
            let usual = ["me", "computer"].map(str::to_owned);
            let both = named.get_or_insert(usual);
            match both.iter().position(|name| *name == first) {
                Some(place) => both.rotate_left(place),
                None => return Err(nobody(&first, both, span)),
            }
        }
        let [first, second] = std::mem::take(&mut self.players);
        let [usual_first, usual_second] = named.unwrap_or_else(|| ["First", "Second"].map(str::to_owned));
        Ok([first.unwrap_or(usual_first), second.unwrap_or(usual_second)])
    }
}

/// That nobody at the board is called so.
fn nobody(who: &str, players: &[String; 2], span: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("nobody here is called `{who}`"), span)
        .help(format!("the players are {} and {}", players[0], players[1]))
}

/// That no move leads from one position to the next.
fn no_move(from: &Position, to: &Position, why: NoMove, number: usize, place: Range<usize>) -> Diagnostic {
    if why == NoMove::TooMany {
        return Diagnostic::new(format!("`{from}` has too many moves to compare them"), place)
            .help("write the labels of the moves instead of positions");
    }
    if from == to {
        return Diagnostic::new(format!("move {number} changes nothing"), place)
            .help("write every position once; the next one is what the move leaves");
    }
    let rules = match from.terms() {
        [term] => format!("a move of {}: {}", term.card().title, term.card().summary),
        _ => "a move changes one term".to_owned(),
    };
    Diagnostic::new(format!("no move leads from `{from}` to `{to}`, as move {number} would"), place)
        .help(rules)
}
