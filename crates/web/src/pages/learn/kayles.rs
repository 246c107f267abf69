//! Misère Kayles and the elements of its quotient.

use super::exercise::Exercise;
use super::live::Boards;
use crate::address::Address;
use crate::boards::still;
use crate::layout;
use grundy::misere::{Element, HeapQuotient, Presentation, QuotientPeriod, Reach};
use grundy::{Run, TextTable, product_table, read_code};
use maud::{Markup, html};

/// Rows up to this one stand in the table of rows.
const FIRST_ROWS: u64 = 12;

/// What the engine finds of misère Kayles.
struct Quotient {
    found: HeapQuotient,
    period: QuotientPeriod,
    told: Presentation,
}

impl Quotient {
    fn find(run: &Run) -> Option<Quotient> {
        let found = HeapQuotient::new(&read_code("0.77").ok()?).carried(&Reach::default(), run);
        let period = found.period()?;
        Some(Quotient { told: found.presentation(), period, found })
    }

    fn order(&self) -> usize {
        self.found.monoid().order()
    }

    /// How many lines of the table of products have every element.
    fn undone(&self) -> usize {
        let monoid = self.found.monoid();
        (0..monoid.order() as Element).filter(|&element| monoid.row(element).contains(&0)).count()
    }

    /// The word of a row.
    fn word(&self, row: u64) -> String {
        self.found.value(row).map_or_else(String::new, |value| self.told.word(value))
    }

    /// The letters, each with its row: `a = row of 1`.
    fn letters(&self) -> String {
        let letters = self.told.generators().iter().enumerate();
        let letters: Vec<String> = letters
            .map(|(place, row)| format!("{} for a row of {row}", Presentation::letter(place)))
            .collect();
        letters.join(", ")
    }

    /// The first rows with their words.
    fn rows(&self) -> TextTable {
        let mut table = TextTable::new(["row", "element"]);
        for row in 1..=FIRST_ROWS {
            table.row([row.to_string(), self.word(row)]);
        }
        table
    }

    /// Elements with their lightest rows.
    fn elements(&self, elements: impl Iterator<Item = Element>) -> TextTable {
        let mut table = TextTable::new(["element", "its smallest rows", "who wins"]);
        for element in elements {
            let rows: Vec<String> = self.found.word(element).iter().map(u64::to_string).collect();
            let rows = if rows.is_empty() { "none".to_owned() } else { rows.join(" and ") };
            let who =
                if self.found.monoid().is_p(element) { "the second player" } else { "the first player" };
            table.row([self.told.word(element), rows, who.to_owned()]);
        }
        table
    }

    /// The steps from the rows to their product, as words.
    fn product(&self, rows: &[u64]) -> String {
        let words: Vec<String> = rows.iter().map(|&row| self.word(row)).collect();
        let times =
            |product: Element, &row: &u64| Some(self.found.monoid().times(product, self.found.value(row)?));
        let product = rows.iter().try_fold(0, times).map(|product| self.told.word(product));
        format!("{} = {}", words.join(" · "), product.unwrap_or_default())
    }
}

pub fn kayles(boards: &mut Boards<'_>) -> Markup {
    let Some(quotient) = Quotient::find(&boards.budget().run(0.5)) else {
        boards.wants(true);
        return html! { p { "The server had no time to work out what this chapter tells." } };
    };
    html! {
        (beside(boards))
        (elements(boards, &quotient))
        (table(&quotient))
        (all_rows(boards, &quotient))
    }
}

/// Why nimbers are not enough, and what equivalent means.
fn beside(boards: &mut Boards<'_>) -> Markup {
    html! {
        p {
            "A throw knocks down one pin, or two that stand side by side; what stands on either side goes on as a row of \
             its own. Whoever knocks down the last pin " em { "loses" } ". When the last throw wins, a row of 5 and a \
             row of 9 are both worth *4, and the first player wins either. Now it is otherwise."
        }
        (boards.misere("kayles 5", "A row of 5. The last throw loses."))
        (boards.ask(&Exercise::winner(
            "kayles 9",
            "A row of 9, and the last throw loses. Is it like the row of 5? Who wins?",
        ).misere()))
        p {
            "So the nimber does not say enough. What does? Call two positions "
            em { "equivalent" } " when they can stand for each other in every sum: put any further rows beside the \
             one and the same rows beside the other, and the same player wins both. A row of 1 beside another row of 1 is \
             equivalent to nothing at all. A row of 4 is equivalent to a row of 1."
        }
    }
}

/// The elements, and the product.
fn elements(boards: &mut Boards<'_>, quotient: &Quotient) -> Markup {
    let monoid = quotient.found.monoid();
    let all = || 0..monoid.order() as Element;
    html! {
        h2 { "As many elements as there are" }
        p {
            "Put all positions that are equivalent into one box. There are infinitely many sums of rows, and yet only "
            strong { (quotient.order()) " boxes" } ", called elements. Each has a word in a few letters: "
            (quotient.letters()) ". The word of a sum is the product of the words of its rows, and 1 stands for nothing. \
             These are the first rows:"
        }
        (layout::table(&quotient.rows()))
        p {
            "Letters can be exchanged, and a few relations make every word one of the " (quotient.order()) ": "
            (quotient.told.relations().collect::<Vec<_>>().join(", ")) ". The second player wins exactly when the \
             product is one of these " (monoid.p_count()) ", which are called P:"
        }
        (layout::table(&quotient.elements(monoid.p_portion())))
        p {
            "Rows of 4 and 5: " (quotient.product(&[4, 5])) ", which is in P. Whoever has to move there loses. Rows of \
             20, 21 and 22: " (quotient.product(&[20, 21, 22])) ", which is not. No search is needed, however many \
             rows there are."
        }
        (boards.misere("kayles 4 5", "Whatever you do here, there is an answer."))
        (boards.ask(&Exercise::winning_move(
            "kayles 5 6",
            "Leave a product in P. The sum above is one that you can leave.",
        ).misere()))
        details {
            summary { "All " (quotient.order()) " elements" }
            (layout::table(&quotient.elements(all())))
        }
    }
}

/// The table of products.
fn table(quotient: &Quotient) -> Markup {
    let monoid = quotient.found.monoid();
    let picture = product_table(monoid, "Kayles").with_small_cells().picture();
    html! {
        h2 { "The table of products" }
        p {
            "The elements by their numbers, from 0, which is the word 1, to heavier ones; where a line and a column meet stands \
             their product, the darker the larger its number. With nimbers each line of such a table has every number once, so that \
             every step can be undone. Here that is so in " (quotient.undone()) " lines only. In the others some numbers come \
             several times: rows that differ when they stand alone are equivalent beside something else. But there is a part of "
            (monoid.kernel_order()) " elements, the kernel, within which every step can be undone again: there the elements \
             add up like nimbers."
        }
        figure { (still(&picture)) figcaption { "Products of the " (quotient.order()) " elements of misère Kayles." } }
    }
}

/// The period, and why it holds for all rows.
fn all_rows(boards: &mut Boards<'_>, quotient: &Quotient) -> Markup {
    let QuotientPeriod { preperiod, period, proved_from } = quotient.period;
    let row = 1_000_000;
    let like = quotient.found.heap_values().representative(row);
    html! {
        h2 { "All rows" }
        p {
            "A new row can have a new element, and then there are more of them: "
            (growth(quotient)) ". After that no row needs a new one, and from the row of " (preperiod) " on the same " (period)
            " elements come again and again. That is proved, as for Dawson's Kayles, by the rows up to " (proved_from)
            ": a longer row has options with the same products as the row that is " (period) " shorter. So a row of "
            (row) " is like a row of " (like) ", and has the word " (quotient.word(like)) "."
        }
        p {
            "William Sibert found out who wins misère Kayles, and published it with John Conway in 1992. Thane Plambeck and \
             Aaron Siegel made such boxes a theory for all games of this kind. In some, such as Dawson's Kayles, the number of \
             boxes seems to grow without end, and it is not known who wins."
        }
        (boards.ask(&Exercise::winning_move(
            "kayles 3 7",
            "One more. Multiply the words of the rows, and leave a product in P.",
        ).misere()))
        p.small {
            "In the terminal: " code { "grundy misere kayles" } " and " code { "grundy explain --misere kayles 20 21 22" } ". "
            a href=(Address::of("/code").with("code", "0.77")) { "All that is known of Kayles" } "."
        }
    }
}

/// The orders on the way: `2 with the row of 1, 6 with the row of 2, ...`.
fn growth(quotient: &Quotient) -> String {
    let orders = quotient.found.partial().map(|(row, order, _)| format!("{order} with the row of {row}"));
    orders.collect::<Vec<_>>().join(", ")
}
