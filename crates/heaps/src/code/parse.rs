//! From text to a [`Code`]; every refusal says where and what to write.

use std::ops::Range;
use std::str::FromStr;

use crate::code::digit::{Digit, MOST_NAMED, Sizes, Written};
use crate::code::termination::{Endless, Weight, weight};
use crate::code::{Code, LARGEST_TAKE, set_text, shortest_group};
use grundy_core::Diagnostic;

impl FromStr for Code {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        parse(text)
    }
}

/// Reads a code; blanks around it are ignored.
pub(crate) fn parse(text: &str) -> Result<Code, Diagnostic> {
    let start = text.len() - text.trim_start().len();
    let body = text.trim();
    if body.is_empty() {
        return Err(mistake("an empty code", start..start, "write a code such as 0.07"));
    }
    let lower = body.to_ascii_lowercase();
    let read = if lower.starts_with("subtraction") {
        set(body, "subtraction")
    } else if lower.starts_with("allbut") {
        set(body, "allbut")
    } else {
        Digits::read(body).and_then(|digits| digits.code(body))
    };
    read.map_err(|mistake| mistake.shifted(start))
}

/// A digit and where it stands.
struct Placed {
    written: Written,
    span: Range<usize>,
    /// It has a modifier of its own, outside braces or inside.
    is_modified: bool,
}

/// The digits of a code as they come.
#[derive(Default)]
struct Digits {
    /// The digits before the point, d0 the last of them.
    left: Vec<Placed>,
    /// Those behind it, and from where on they repeat for ever.
    right: Vec<Placed>,
    point: Option<usize>,
    group: Option<Group>,
    /// The first modifier that stands where it says nothing.
    stray: Option<(Range<usize>, Sizes)>,
}

/// A repeated group: brackets, or parentheses.
struct Group {
    opened: Range<usize>,
    from: usize,
    is_closed: bool,
}

impl Digits {
    fn read(body: &str) -> Result<Digits, Diagnostic> {
        if !body.contains('.') {
            return Err(no_point(body));
        }
        let mut digits = Digits::default();
        let mut at = 0;
        while let Some(symbol) = body[at..].chars().next() {
            let here = at..at + symbol.len_utf8();
            at = digits.symbol(body, symbol, here)?;
            if digits.left.len() + digits.right.len() > LARGEST_TAKE as usize + 1 {
                return Err(mistake(
                    "too many digits",
                    at - 1..at,
                    format!("a code has at most {LARGEST_TAKE} digits"),
                ));
            }
        }
        Ok(digits)
    }

    /// Reads what begins with this symbol; gives the place behind it.
    fn symbol(&mut self, body: &str, symbol: char, here: Range<usize>) -> Result<usize, Diagnostic> {
        match symbol {
            '.' if self.point.is_none() => self.point = Some(here.start),
            '.' => return Err(mistake("a second point", here, "write one point, behind d0")),
            '[' | '(' => self.open(here.clone())?,
            ']' | ')' => self.close(symbol, here.clone())?,
            '{' => {
                let (written, is_modified, end) = braces(body, here.start)?;
                return self.digit(body, written, is_modified, here.start..end);
            }
            '*' => return self.digit(body, Written::new(vec![Some(Sizes::Any)], true), false, here),
            _ => match (modifier(symbol), symbol.to_digit(16)) {
                (Some(sizes), _) => self.stray = self.stray.take().or(Some((here.clone(), sizes))),
                (_, Some(value)) => {
                    return self.digit(body, Written::of_value(value as u8, Sizes::Any), false, here);
                }
                _ => return Err(no_digit(symbol, here)),
            },
        }
        Ok(here.end)
    }

    fn open(&mut self, here: Range<usize>) -> Result<(), Diagnostic> {
        if self.group.is_some() {
            return Err(mistake("a second repeated group", here, "write one group, as in 0.1[02]"));
        }
        if self.point.is_none() {
            return Err(mistake(
                "a repeated group before the point",
                here,
                "only digits behind the point repeat",
            ));
        }
        self.group = Some(Group { opened: here, from: self.right.len(), is_closed: false });
        Ok(())
    }

    fn close(&mut self, symbol: char, here: Range<usize>) -> Result<(), Diagnostic> {
        let digits = self.right.len();
        match &mut self.group {
            Some(group) if !group.is_closed && group.from == digits => {
                Err(mistake("an empty repeated group", here, "put digits between the brackets, as in 0.[3]"))
            }
            Some(group) if !group.is_closed => {
                group.is_closed = true;
                Ok(())
            }
            _ => {
                let opening = if symbol == ']' { '[' } else { '(' };
                Err(mistake(
                    format!("no `{opening}` before this `{symbol}`"),
                    here,
                    "write the repeated digits as [3]",
                ))
            }
        }
    }

    /// Takes a digit with the modifier behind it; gives the place behind both.
    fn digit(
        &mut self,
        body: &str,
        written: Written,
        is_modified: bool,
        here: Range<usize>,
    ) -> Result<usize, Diagnostic> {
        if self.group.as_ref().is_some_and(|group| group.is_closed) {
            return Err(mistake(
                "a digit after the repeated group",
                here,
                "the group in brackets ends the digits",
            ));
        }
        let mut placed = Placed { written, span: here, is_modified };
        let mut symbols = body[placed.span.end..].chars();
        let end = placed.span.end;
        if let Some(sizes) = symbols.next().and_then(modifier) {
            let span = end..end + 1;
            if placed.is_modified {
                return Err(mistake(
                    "a modifier inside the braces and one outside",
                    span,
                    "write one outside for all numbers, or each behind its own, as in {2!,3}",
                ));
            }
            if symbols.next().and_then(modifier).is_some() {
                return Err(mistake(
                    "a second modifier on one digit",
                    end + 1..end + 2,
                    "`!` is all unequal, `?` not all equal, `=` all equal: keep one",
                ));
            }
            placed.span.end += 1;
            if placed.written.can_be_modified() {
                placed.written = placed.written.with(sizes);
                placed.is_modified = true;
            } else if self.stray.is_none() {
                self.stray = Some((span, sizes));
            }
        }
        let end = placed.span.end;
        if self.point.is_some() {
            self.right.push(placed)
        } else {
            self.left.push(placed)
        }
        Ok(end)
    }

    /// The code, if the digits make one.
    fn code(self, body: &str) -> Result<Code, Diagnostic> {
        if let Some(group) = self.group.as_ref().filter(|group| !group.is_closed) {
            let bracket = &body[group.opened.clone()];
            let closing = if bracket == "[" { ']' } else { ')' };
            return Err(mistake(
                format!("this `{bracket}` is not closed"),
                group.opened.clone(),
                format!("close the repeated group with `{closing}`"),
            ));
        }
        let has_left = self.left.iter().any(|digit| !digit.written.digit().is_zero());
        if self.right.is_empty() && !has_left && self.stray.is_none() {
            let end = body.len();
            return Err(mistake(
                "no digits after the point",
                end..end,
                "write at least one digit, as in 0.07",
            ));
        }
        if let Some((span, sizes)) = &self.stray {
            return Err(self.stray_modifier(body, span.clone(), *sizes));
        }
        if (self.right.len() as u64) > LARGEST_TAKE {
            let last = body.len();
            return Err(mistake(
                "too many digits",
                last - 1..last,
                format!("a code has at most {LARGEST_TAKE} digits"),
            ));
        }
        let weight = self.ends(body)?;
        Ok(self.built(weight))
    }

    /// Refuses digits before the point by which the game need not end.
    fn ends(&self, body: &str) -> Result<Weight, Diagnostic> {
        let Some((leading, added)) = self.left.split_last() else { return Ok(Weight::Linear { added: 0 }) };
        let digit = leading.written.digit();
        // Taking no bean and leaving nothing or the same heap is no move at all.
        if digit.sizes(0).is_some() || digit.sizes(1).is_some() {
            return Err(mistake(
                format!(
                    "the leading digit cannot be {}: a move that takes nothing must break the heap",
                    leading.written
                ),
                leading.span.clone(),
                "the leading digit is 0, 4, 8 or C, or names two heaps or more, as {2,5}",
            ));
        }
        let digits: Vec<Digit> = added.iter().rev().map(|digit| digit.written.digit()).collect();
        weight(&digits).map_err(|(place, endless)| {
            let digit = &added[added.len() - 1 - place];
            let text = &body[digit.span.clone()];
            let beans = match place {
                0 => "a bean".to_owned(),
                _ => format!("{} beans", place + 1),
            };
            let (why, help) = match endless {
                Endless::Grows => (
                    "may leave a heap that is not smaller than the one it came from, so the game need not end",
                    "left of d0 a digit is read only where all heaps that it leaves are smaller: as in `80.0`, \
                     which adds a bean and leaves three heaps",
                ),
                Endless::Long => (
                    "leaves so few heaps that plays are too long to count",
                    "add fewer beans, or leave more heaps",
                ),
            };
            mistake(format!("`{text}` left of d0 adds {beans} and {why}"), digit.span.clone(), help)
        })
    }

    /// A modifier that says nothing where it stands: where it could stand.
    fn stray_modifier(&self, body: &str, span: Range<usize>, sizes: Sizes) -> Diagnostic {
        let symbol = &body[span.clone()];
        let can_take = |digit: &&Placed| digit.written.can_be_modified() && !digit.is_modified;
        if !self.left.iter().chain(&self.right).any(|digit| can_take(&digit)) {
            return mistake(
                format!("`{symbol}` has no meaning here: no move leaves two heaps"),
                span,
                "leave it out, or use a digit with a 4 in it",
            );
        }
        let text = self.text(|digit| match can_take(&digit) {
            true => digit.written.with(sizes).to_string(),
            false => digit.written.to_string(),
        });
        let before = body[..span.start].chars().last().filter(char::is_ascii_alphanumeric);
        let reason = before.map_or_else(String::new, |digit| format!(", and {digit} leaves no two heaps"));
        let game = if text == "4!.0" { ", Grundy's game" } else { "" };
        mistake(
            format!("`{symbol}` belongs to the digit before it{reason}"),
            span,
            format!("did you mean `{text}`{game}?"),
        )
    }

    fn built(&self, weight: Weight) -> Code {
        let digit = |placed: &Placed| placed.written.digit();
        let from = self.group.as_ref().map_or(self.right.len(), |group| group.from);
        let digits = |placed: &[Placed]| placed.iter().map(digit).collect::<Vec<Digit>>();
        let (before, repeat) = self.right.split_at(from);
        let (leading, added) =
            self.left.split_last().map_or((Digit::ZERO, &[][..]), |(d0, added)| (digit(d0), added));
        // No move adds beans and leaves nothing.
        let mut added: Vec<Digit> =
            added.iter().rev().map(|placed| placed.written.digit().without_none()).collect();
        while added.last().is_some_and(Digit::is_zero) {
            added.pop();
        }
        let text = self.text(|digit| digit.written.to_string());
        Code::from_digits(added, leading, digits(before), digits(repeat), weight, text)
    }

    /// The code in the normal form of CGSuite, but that a group which repeats itself is written once, and
    /// from where it begins: `0.33[33]` is `0.[3]`.
    fn text(&self, of: impl Fn(&Placed) -> String) -> String {
        let texts = |digits: &[Placed]| digits.iter().map(&of).collect::<Vec<String>>();
        let from = self.group.as_ref().map_or(self.right.len(), |group| group.from);
        let (left, mut before, mut repeat) =
            (texts(&self.left), texts(&self.right[..from]), texts(&self.right[from..]));
        if repeat.iter().all(|digit| digit == "0") {
            repeat.clear();
            while before.last().is_some_and(|digit| digit == "0") {
                before.pop();
            }
        } else {
            let written = repeat.len();
            repeat.truncate(shortest_group(&repeat));
            while repeat.len() < written && before.ends_with(&repeat) {
                before.truncate(before.len() - repeat.len());
            }
        }
        let zeros = left.iter().take(left.len().saturating_sub(1)).take_while(|digit| *digit == "0").count();
        let mut text = if left.is_empty() { "0".to_owned() } else { left[zeros..].concat() };
        text.push('.');
        before.iter().for_each(|digit| text.push_str(digit));
        if !repeat.is_empty() {
            text.push_str(&format!("[{}]", repeat.concat()));
        } else if before.is_empty() {
            text.push('0');
        }
        text
    }
}

/// What a symbol behind a digit asks; `u` is how tczajka writes `!`.
fn modifier(symbol: char) -> Option<Sizes> {
    match symbol {
        '!' | 'u' | 'U' => Some(Sizes::AllDiffer),
        '?' => Some(Sizes::NotAllEqual),
        '=' => Some(Sizes::AllEqual),
        _ => None,
    }
}

/// Reads `{0,2!,3+}` from its brace on: the digit, whether a number in it has a modifier, and the place
/// behind it.
fn braces(body: &str, open: usize) -> Result<(Written, bool, usize), Diagnostic> {
    let Some(length) = body[open..].find('}') else {
        return Err(mistake("this `{` is not closed", open..open + 1, "close the numbers of heaps with `}`"));
    };
    let close = open + length;
    let mut parts: Vec<Option<Sizes>> = Vec::new();
    let (mut more, mut is_modified) = (false, false);
    let mut at = open + 1;
    for item in body[open + 1..close].split(',') {
        let span = at + (item.len() - item.trim_start().len())..at + item.trim_end().len().max(1);
        at += item.len() + 1;
        let wrong = |message: String| {
            let help = format!("write numbers of heaps from 0 to {MOST_NAMED}, as in {{0,2!,3+}}");
            mistake(message, span.clone(), help)
        };
        if more {
            return Err(wrong("`+` stands behind the last number, which is the largest".to_owned()));
        }
        let word = item.trim();
        let (word, has_more) = word.strip_suffix('+').map_or((word, false), |word| (word, true));
        let asked = word.chars().last().and_then(modifier);
        let digits = if asked.is_some() { &word[..word.len() - 1] } else { word };
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse::<usize>().ok().filter(|&heaps| is_number && heaps <= MOST_NAMED);
        let Some(heaps) = number else {
            return Err(wrong(match item.trim() {
                "" => "a number of heaps is missing".to_owned(),
                item => format!("`{item}` is not a number of heaps"),
            }));
        };
        if parts.get(heaps).is_some_and(Option::is_some) {
            return Err(wrong(format!("{heaps} is named twice")));
        }
        if has_more && heaps + 1 < parts.len() {
            return Err(wrong("`+` stands behind the last number, which is the largest".to_owned()));
        }
        parts.resize(parts.len().max(heaps + 1), None);
        parts[heaps] = Some(asked.unwrap_or(Sizes::Any));
        (more, is_modified) = (has_more, is_modified || asked.is_some());
    }
    Ok((Written::new(parts, more), is_modified, close + 1))
}

fn no_digit(symbol: char, here: Range<usize>) -> Diagnostic {
    let parts = symbol.to_digit(32).filter(|value| value.is_power_of_two());
    let help = match parts {
        Some(value) => {
            format!("digits are 0 to 9 and A to F; {} heaps are {{{}}}", value.ilog2(), value.ilog2())
        }
        None => "digits are 0 to 9 and A to F, or numbers of heaps in braces, as {0,4}".to_owned(),
    };
    mistake(format!("`{symbol}` is not a digit"), here, help)
}

fn no_point(body: &str) -> Diagnostic {
    let whole = 0..body.len();
    match body.chars().all(|symbol| symbol.is_ascii_hexdigit()) {
        true => mistake("a code needs a point", whole, format!("write 0.{body}")),
        false => {
            mistake("not a code", whole, "write digits as in 0.07, or subtraction(1,2,3), or allbut(2,3)")
        }
    }
}

/// The digit of a subtraction game: whatever remains, remains as one heap.
const NOTHING_OR_ONE: Digit = Digit::plain(3);

/// Reads `subtraction(1,2,3)` and `allbut(2,3)`.
fn set(body: &str, name: &str) -> Result<Code, Diagnostic> {
    let at = name.len();
    let inner = body[at..].trim_start();
    let list = inner.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).ok_or_else(|| {
        mistake("a set in parentheses is missing", at..body.len(), format!("write {}(1,2,3)", &body[..at]))
    })?;
    let first = body.len() - inner.len() + 1;
    let takes = set_takes(list, first)?;
    let is_all_but = name == "allbut";
    if takes.is_empty() && !is_all_but {
        return Err(mistake("an empty subtraction set", first..first, "name at least one number to take"));
    }
    let (inside, outside) =
        if is_all_but { (Digit::ZERO, NOTHING_OR_ONE) } else { (NOTHING_OR_ONE, Digit::ZERO) };
    let largest = takes.iter().copied().max().unwrap_or(0) as usize;
    let mut digits = vec![outside; largest];
    takes.iter().for_each(|&take| digits[take as usize - 1] = inside);
    let repeat = if is_all_but { vec![NOTHING_OR_ONE] } else { Vec::new() };
    let text = set_text(name, &takes);
    Ok(Code::from_digits(Vec::new(), Digit::ZERO, digits, repeat, Weight::Linear { added: 0 }, text))
}

/// The numbers of a set, whose list begins at `first`.
fn set_takes(list: &str, first: usize) -> Result<Vec<u64>, Diagnostic> {
    let mut takes: Vec<u64> = Vec::new();
    let mut place = first;
    if list.trim().is_empty() {
        return Ok(takes);
    }
    for entry in list.split(',') {
        let blank = entry.len() - entry.trim_start().len();
        let here = place + blank..place + blank + entry.trim().len().max(1);
        let take = entry.trim().parse::<u64>().ok().filter(|take| (1..=LARGEST_TAKE).contains(take));
        takes.push(take.ok_or_else(|| {
            mistake(
                format!("`{}` cannot be taken", entry.trim()),
                here,
                format!("write whole numbers from 1 to {LARGEST_TAKE}, separated by commas"),
            )
        })?);
        place += entry.len() + 1;
    }
    Ok(takes)
}

fn mistake(message: impl Into<String>, span: Range<usize>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(message, span).help(help)
}
