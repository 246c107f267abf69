//! The table of nimbers of an own game of two numbers.

use crate::boards::still;
use crate::jobs::Budget;
use crate::own_rules::SentRules;
use grundy::{NimberTable, NotRead, RulesFile};
use maud::{Markup, html};
use std::str::FromStr;

/// How many rows and columns a table has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TableSides(u32);

/// Larger tables are for the program on one's own machine.
const MOST: u32 = 200;
/// So many rows and columns are written as numbers.
const WRITTEN: usize = 16;
/// The sides that the page offers.
const OFFERED: [u32; 3] = [16, 64, MOST];
/// The share of the budget of a page.
const SHARE: f64 = 0.2;

impl Default for TableSides {
    fn default() -> TableSides {
        TableSides(OFFERED[0])
    }
}

impl FromStr for TableSides {
    type Err = String;

    fn from_str(text: &str) -> Result<TableSides, String> {
        let sides = text.parse().ok().filter(|sides| (1..=MOST).contains(sides));
        sides.map(TableSides).ok_or_else(|| format!("a table has 1 to {MOST} rows and columns"))
    }
}

impl TableSides {
    /// What stands in an address; nothing for the usual table.
    pub fn in_address(self) -> Option<u32> {
        (self != TableSides::default()).then_some(self.0)
    }
}

/// The table as numbers, as a field of colours and as CSV, and the way to larger ones; nothing for a game that is not
/// of two numbers. None when a larger budget may be enough for it.
pub fn table(
    rules: &SentRules,
    sides: TableSides,
    budget: &Budget,
    to: &dyn Fn(TableSides) -> String,
) -> Option<Markup> {
    let RulesFile::Tuples(file) = &rules.file else { return Some(html! {}) };
    let [first, second] = &file.spec().names[..] else { return Some(html! {}) };
    let found = rules.table(sides.0, &budget.run(SHARE));
    if matches!(found, Err(NotRead::Stopped(_))) && !budget.is_last() {
        return None;
    }
    Some(html! {
        section.nimbers aria-labelledby="nimbers" {
            h2 #nimbers { "The table of nimbers" }
            @match &found {
                Ok(table) => {
                    p.small { code { (first.text) } " from above, " code { (second.text) } " from the left, both from 0." }
                    div.scroll tabindex="0" role="group" aria-label="Table" { (numbers(table)) }
                    (still(&table.picture()))
                    details {
                        summary { "As CSV, " (sides.0) " rows and columns" }
                        pre { (table.csv()) }
                    }
                }
                Err(NotRead::Stopped(_)) => p { "A table of " (sides.0) " rows and columns takes longer than this page may." },
                Err(error) => p { (error.clone().told(file.name()).message) },
            }
            p {
                "Rows and columns: "
                @for offered in OFFERED {
                    @if offered == sides.0 { (offered) " " }
                    @else { a href={ (to(TableSides(offered))) "#nimbers" } { (offered) } " " }
                }
            }
        }
    })
}

/// The first rows and columns.
fn numbers(table: &NimberTable) -> Markup {
    let columns = table.rows.first().map_or(0, Vec::len).min(WRITTEN);
    let told = |value: &Option<u64>| value.map_or_else(String::new, |value| value.to_string());
    html! {
        table {
            tr { th {} @for column in 0..columns { th scope="col" { (column) } } }
            @for (row, values) in table.rows.iter().take(WRITTEN).enumerate() {
                tr { th scope="row" { (row) } @for value in &values[..columns] { td { (told(value)) } } }
            }
        }
    }
}
