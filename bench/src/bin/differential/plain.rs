//! The rules of the games written a second time, on their texts, as plainly as can be.
//!
//! They share nothing with the program. What is not written here (codes with modifiers, games that came
//! later) is told by `None`.

type Moves = Vec<(String, String)>;

/// A term cut into its game, its parameters and its notation.
struct Term<'t> {
    id: &'t str,
    parameters: Vec<(&'t str, &'t str)>,
    notation: Vec<&'t str>,
}

impl<'t> Term<'t> {
    fn of(text: &'t str) -> Term<'t> {
        if let Some(number) = text.strip_prefix('*') {
            return Term { id: "nimber", parameters: Vec::new(), notation: vec![number] };
        }
        let mut words = text.split_whitespace();
        let id = words.next().unwrap_or_default();
        if id.contains(['.', '(']) {
            return Term { id: "octal", parameters: vec![("code", id)], notation: words.collect() };
        }
        let (parameters, notation) = words.partition::<Vec<_>, _>(|word| word.contains('='));
        let parameters = parameters.into_iter().filter_map(|word| word.split_once('=')).collect();
        Term { id, parameters, notation: notation.into_iter().filter(|&word| word != "-").collect() }
    }

    fn parameter(&self, key: &str) -> Option<&'t str> {
        self.parameters.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    fn numbers(&self) -> Option<Vec<usize>> {
        self.notation.iter().map(|word| word.parse().ok()).collect()
    }

    fn is_of_heaps(&self) -> bool {
        let games = [
            "nim",
            "kayles",
            "dawsons-kayles",
            "dawsons-chess",
            "grundys-game",
            "officers",
            "subtraction",
            "octal",
        ];
        games.contains(&self.id)
    }

    /// Rows of whether there is a stone, or in Cram a free cell.
    fn board(&self) -> Option<Vec<Vec<bool>>> {
        let [text] = self.notation[..] else { return None };
        if let Some((rows, columns)) = text.split_once('x') {
            return Some(vec![vec![true; columns.parse().ok()?]; rows.parse().ok()?]);
        }
        // In Cram a point is a free cell; where it is written with digits, `1` is.
        let is_one = |cell: char| match (self.id, text.contains(['0', '1'])) {
            ("cram", false) => cell == '.',
            _ => cell == '1' || cell == '#',
        };
        Some(text.split(['/', '|']).map(|row| row.chars().map(is_one).collect()).collect())
    }
}

/// A term's text in a form in which equal positions are equal: empty heaps are left out, boards are rows of
/// digits, and nothing is left of one without a stone.
pub fn key(text: &str) -> String {
    let term = Term::of(text);
    match term.id {
        "2d-nim" | "boxing-match" | "cram" if term.notation.is_empty() => String::new(),
        "2d-nim" | "boxing-match" | "cram" => {
            term.board().map_or_else(|| text.to_owned(), |board| written(&board))
        }
        "chomp" => bar(&term).map_or_else(|| text.to_owned(), |rows| format!("{rows:?}")),
        "nimber" => term.notation.concat(),
        "bubbly" | "treblecross" | "hackenbush" => term.notation.join(" "),
        _ if term.is_of_heaps() => term.numbers().map_or_else(|| text.to_owned(), |heaps| heaps_key(&heaps)),
        _ => text.to_owned(),
    }
}

/// The board of a term of a game of stones, as rows.
pub fn stones(text: &str) -> Option<Vec<Vec<bool>>> {
    Term::of(text).board()
}

/// Every move of a term: its label, and the key of what it leaves.
pub fn moves(text: &str) -> Option<Moves> {
    let term = Term::of(text);
    match term.id {
        "nimber" => {
            let number: usize = term.notation.first()?.parse().ok()?;
            Some((0..number).map(|less| (format!("*{less}"), less.to_string())).collect())
        }
        "2d-nim" => two_d_nim(&term),
        "boxing-match" => boxing_match(&term),
        "cram" => cram(&term),
        "chomp" => chomp(&term),
        "treblecross" => Some(treblecross(term.notation.first().copied().unwrap_or_default())),
        "bubbly" => Some(bubbly(&term.notation.concat())),
        "hackenbush" => hackenbush(&term),
        _ if term.is_of_heaps() => heaps(&term),
        _ => None,
    }
}

fn heaps_key(heaps: &[usize]) -> String {
    let heaps: Vec<String> = heaps.iter().filter(|&&heap| heap > 0).map(usize::to_string).collect();
    heaps.join(" ")
}

/// What may be left of a heap when `taken` counters are taken: no heap, one, two or three.
fn may_leave(term: &Term<'_>, taken: usize) -> Option<[bool; 4]> {
    let digit = |code: &str| -> Option<u32> {
        let (before, after) = code.split_once('.')?;
        match taken {
            0 => before.parse().ok(),
            _ => after.chars().nth(taken - 1).map_or(Some(0), |digit| digit.to_digit(16)),
        }
    };
    let bits = match term.id {
        "nim" => u32::from(taken > 0) * 3,
        "kayles" => digit("0.77")?,
        "dawsons-chess" => digit("0.137")?,
        "officers" => digit("0.6")?,
        "dawsons-kayles" => {
            let take = term.parameter("take").map_or(Ok(2), str::parse).ok()?;
            if taken == take { 7 } else { 0 }
        }
        "subtraction" => {
            let mut set = term.parameter("set").unwrap_or("1,2,3").split(',');
            if set.any(|number| number.parse() == Ok(taken)) { 3 } else { 0 }
        }
        _ => digit(term.parameter("code")?)?,
    };
    Some([0, 1, 2, 3].map(|heaps| bits >> heaps & 1 == 1))
}

/// Whether the code is digits alone, so that [`may_leave`] reads it.
fn is_plain_code(term: &Term<'_>) -> bool {
    term.parameter("code").is_none_or(|code| {
        code.len() > 2 && code.chars().all(|symbol| symbol == '.' || symbol.is_ascii_hexdigit())
    })
}

fn heaps(term: &Term<'_>) -> Option<Moves> {
    let heaps = term.numbers()?;
    if term.id != "grundys-game" && !is_plain_code(term) {
        return None;
    }
    let mut moves = Vec::new();
    for (place, &heap) in heaps.iter().enumerate() {
        for left in partings(term, heap)? {
            let told: Vec<String> = left.iter().map(usize::to_string).collect();
            let told = if told.is_empty() { "0".to_owned() } else { told.join(",") };
            let after = [&heaps[..place], &left[..], &heaps[place + 1..]].concat();
            moves.push((format!("{}:{heap}>{told}", place + 1), heaps_key(&after)));
        }
    }
    Some(moves)
}

/// The heaps that one move may leave of a heap, the smaller first.
fn partings(term: &Term<'_>, heap: usize) -> Option<Vec<Vec<usize>>> {
    let mut all = Vec::new();
    if term.id == "grundys-game" {
        all.extend((1..heap).filter(|one| 2 * one < heap).map(|one| vec![one, heap - one]));
        return Some(all);
    }
    for taken in 0..=heap {
        let left = heap - taken;
        let may_leave = may_leave(term, taken)?;
        if may_leave[0] && left == 0 && taken > 0 {
            all.push(Vec::new());
        }
        if may_leave[1] && left > 0 && taken > 0 {
            all.push(vec![left]);
        }
        if may_leave[2] {
            all.extend((1..left).filter(|one| 2 * one <= left).map(|one| vec![one, left - one]));
        }
        if may_leave[3] {
            for one in 1..left {
                all.extend(
                    (one..left)
                        .filter(|two| one + 2 * two <= left)
                        .map(|two| vec![one, two, left - one - two]),
                );
            }
        }
    }
    Some(all)
}

fn written(board: &[Vec<bool>]) -> String {
    if !board.iter().flatten().any(|&is_one| is_one) {
        return String::new();
    }
    let row = |row: &Vec<bool>| row.iter().map(|&is_one| if is_one { '1' } else { '0' }).collect::<String>();
    board.iter().map(row).collect::<Vec<_>>().join("/")
}

/// The move that takes these cells, where all of them have something to take.
fn taking(board: &[Vec<bool>], label: String, cells: &[(usize, usize)], moves: &mut Moves) {
    let mut after = board.to_vec();
    for &(row, column) in cells {
        match after.get_mut(row).and_then(|row| row.get_mut(column)) {
            Some(cell) if *cell => *cell = false,
            _ => return,
        }
    }
    moves.push((label, written(&after)));
}

fn cells(board: &[Vec<bool>]) -> impl Iterator<Item = (usize, usize)> {
    board.iter().enumerate().flat_map(|(row, cells)| (0..cells.len()).map(move |column| (row, column)))
}

fn name((row, column): (usize, usize)) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

fn two_d_nim(term: &Term<'_>) -> Option<Moves> {
    let board = term.board()?;
    let longest = board.len().max(board.first().map_or(0, Vec::len));
    let most = match term.parameter("max") {
        None => 3,
        Some("any") => longest,
        Some(number) => number.parse().ok()?,
    };
    let mut moves = Vec::new();
    for (row, column) in cells(&board) {
        taking(&board, name((row, column)), &[(row, column)], &mut moves);
        for length in 2..=most.min(longest) {
            for (down, right) in [(0, 1), (1, 0)] {
                let line: Vec<_> =
                    (0..length).map(|step| (row + step * down, column + step * right)).collect();
                let label = format!("{}-{}", name(line[0]), name(line[length - 1]));
                taking(&board, label, &line, &mut moves);
            }
        }
    }
    Some(moves)
}

fn boxing_match(term: &Term<'_>) -> Option<Moves> {
    let board = term.board()?;
    let mut moves = Vec::new();
    for (row, column) in cells(&board) {
        for side in 1..=board.len() {
            let square: Vec<_> =
                (0..side * side).map(|cell| (row + cell / side, column + cell % side)).collect();
            taking(&board, format!("{}+{side}", name((row, column))), &square, &mut moves);
        }
    }
    Some(moves)
}

fn cram(term: &Term<'_>) -> Option<Moves> {
    let board = term.board()?;
    let mut moves = Vec::new();
    for (row, column) in cells(&board) {
        for other in [(row, column + 1), (row + 1, column)] {
            let label = format!("{}-{}", name((row, column)), name(other));
            taking(&board, label, &[(row, column), other], &mut moves);
        }
    }
    Some(moves)
}

fn bar(term: &Term<'_>) -> Option<Vec<usize>> {
    if let [text] = term.notation[..]
        && let Some((rows, columns)) = text.split_once('x')
    {
        return Some(vec![columns.parse().ok()?; rows.parse().ok()?]);
    }
    term.numbers()
}

fn chomp(term: &Term<'_>) -> Option<Moves> {
    let rows = bar(term)?;
    let mut moves = Vec::new();
    for (row, &length) in rows.iter().enumerate() {
        for column in 0..length {
            if (row, column) == (0, 0) {
                continue;
            }
            let cut = |(at, &length): (usize, &usize)| if at < row { length } else { length.min(column) };
            let after: Vec<usize> = rows.iter().enumerate().map(cut).filter(|&length| length > 0).collect();
            moves.push((name((row, column)), format!("{after:?}")));
        }
    }
    Some(moves)
}

fn treblecross(strip: &str) -> Moves {
    if strip.contains("XXX") {
        return Vec::new();
    }
    let write = |at: usize| format!("{}X{}", &strip[..at], &strip[at + 1..]);
    let empty = strip.match_indices('.').map(|(at, _)| at);
    empty.map(|at| ((at + 1).to_string(), write(at))).collect()
}

fn bubbly(forest: &str) -> Moves {
    // Each bubble: its label, where it opens, where its label ends, where it closes.
    let mut bubbles: Vec<(&str, usize, usize, usize)> = Vec::new();
    let mut open = Vec::new();
    for (at, symbol) in forest.char_indices() {
        if symbol == '(' {
            let rest = &forest[at + 1..];
            let length = rest.find(['(', ')']).unwrap_or(rest.len());
            open.push(bubbles.len());
            bubbles.push((&rest[..length], at, at + 1 + length, 0));
        } else if symbol == ')'
            && let Some(closed) = open.pop()
        {
            bubbles[closed].3 = at;
        }
    }
    let label = |place: usize| {
        let own = bubbles[place].0;
        let is_alone = bubbles.iter().filter(|bubble| bubble.0 == own).count() == 1;
        if is_alone && !own.is_empty() { own.to_owned() } else { format!("{own}#{}", place + 1) }
    };
    let pop = |place: usize| {
        let (_, opens, _, closes) = bubbles[place];
        let mut after = String::new();
        for (at, symbol) in forest.char_indices() {
            let goes = |&(_, start, text, end): &(&str, usize, usize, usize)| {
                start <= opens && closes <= end && ((start..text).contains(&at) || at == end)
            };
            if !bubbles.iter().any(goes) {
                after.push(symbol);
            }
        }
        after
    };
    (0..bubbles.len()).map(|place| (label(place), pop(place))).collect()
}

fn hackenbush(term: &Term<'_>) -> Option<Moves> {
    let edge = |word: &&str| {
        let (from, to) = word.split_once('-')?;
        Some((from.parse::<usize>().ok()?, to.parse::<usize>().ok()?))
    };
    let edges: Vec<(usize, usize)> = term.notation.iter().map(edge).collect::<Option<_>>()?;
    let cut = |place: usize| {
        let mut joined = vec![0];
        loop {
            let reaches = |&(at, (from, to)): &(usize, &(usize, usize))| {
                at != place && joined.contains(from) != joined.contains(to)
            };
            let Some((_, &(from, to))) = edges.iter().enumerate().find(reaches) else { break };
            joined.push(if joined.contains(&from) { to } else { from });
        }
        let stays = |&(at, (from, _)): &(usize, &(usize, usize))| at != place && joined.contains(from);
        let left = edges.iter().enumerate().filter(stays).map(|(_, (from, to))| format!("{from}-{to}"));
        left.collect::<Vec<_>>().join(" ")
    };
    Some((0..edges.len()).map(|place| ((place + 1).to_string(), cut(place))).collect())
}
