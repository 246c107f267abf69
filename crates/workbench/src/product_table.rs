//! The table of products of a misère quotient, as a picture.

use grundy_misere::BipartiteMonoid;
use grundy_picture::HeatMap;

/// The table of products of a quotient as fields of colour: the elements by their numbers, from the identity on.
///
/// ```
/// use grundy::{Run, product_table};
/// use grundy::misere::{HeapQuotient, Reach};
/// let kayles = HeapQuotient::new(&"0.77".parse()?).carried(&Reach::default(), &Run::unlimited());
/// let picture = product_table(kayles.monoid(), "Kayles").picture().svg();
/// assert!(picture.contains("Kayles: products of 40 elements"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn product_table(monoid: &BipartiteMonoid, of: &str) -> HeatMap {
    let order = monoid.order();
    let row = |one: usize| monoid.row(one as u16).iter().map(|&product| u64::from(product)).collect();
    let title = format!("{of}: products of {order} elements");
    HeatMap::new(title, "times", "element").counted_from(0).rows((0..order).map(row))
}
