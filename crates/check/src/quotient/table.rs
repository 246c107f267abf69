//! The monoid of a certificate: all products, made again from those of the values.

use super::{QuotientRefusal, VerifiedQuotient};
use grundy_core::Run;
use grundy_heaps::QuotientCertificate;
use std::collections::BTreeSet;

/// A commutative monoid whose products were made again.
pub(super) struct Table {
    pub(super) order: usize,
    /// Words of 64 bits that a set of elements takes.
    pub(super) words: usize,
    products: Vec<u16>,
    /// The elements for the second player.
    pub(super) p: Vec<u64>,
    p_count: usize,
    /// For each element the set of those with which it is for the second player.
    profiles: Vec<u64>,
}

impl Table {
    pub(super) fn new(certificate: &QuotientCertificate, run: &Run) -> Result<Table, QuotientRefusal> {
        let order = certificate.order;
        sizes(certificate)?;
        values_have_products(certificate)?;
        commute(certificate, run)?;
        run.hold(3 * order * order)?;
        let made = Table::made(certificate, run);
        run.release(3 * order * order);
        let table = made?;
        table.is_reduced()?;
        Ok(table)
    }

    /// All products, from the identity on.
    fn made(certificate: &QuotientCertificate, run: &Run) -> Result<Table, QuotientRefusal> {
        let order = certificate.order;
        let words = order.div_ceil(64);
        let mut products = vec![0_u16; order * order];
        let mut is_made = vec![false; order];
        for (element, product) in products.iter_mut().take(order).enumerate() {
            *product = element as u16;
        }
        is_made[0] = true;
        let mut queue = vec![0_usize];
        while let Some(element) = queue.pop() {
            run.check()?;
            for (_, times) in &certificate.times {
                let next = usize::from(times[element]);
                if is_made[next] {
                    continue;
                }
                is_made[next] = true;
                for other in 0..order {
                    products[next * order + other] = times[usize::from(products[element * order + other])];
                }
                queue.push(next);
            }
        }
        if let Some(element) = is_made.iter().position(|made| !made) {
            return QuotientRefusal::because(format!("element {element} is no product of values"));
        }
        let mut p = vec![0_u64; words];
        for &element in &certificate.p {
            p[usize::from(element) / 64] |= 1 << (element % 64);
        }
        let mut profiles = vec![0_u64; order * words];
        for one in 0..order {
            for other in 0..order {
                let product = usize::from(products[one * order + other]);
                profiles[one * words + other / 64] |= (p[product / 64] >> (product % 64) & 1) << (other % 64);
            }
        }
        Ok(Table { order, words, products, p, p_count: certificate.p.len(), profiles })
    }

    fn is_reduced(&self) -> Result<(), QuotientRefusal> {
        let mut seen = BTreeSet::new();
        for element in 0..self.order {
            if !seen.insert(self.profile(element as u16)) {
                return QuotientRefusal::because(format!(
                    "element {element} is like another: the order is smaller"
                ));
            }
        }
        Ok(())
    }

    pub(super) fn profile(&self, element: u16) -> &[u64] {
        &self.profiles[usize::from(element) * self.words..][..self.words]
    }

    pub(super) fn row(&self, element: u16) -> &[u16] {
        &self.products[usize::from(element) * self.order..][..self.order]
    }

    pub(super) fn is_p(&self, element: u16) -> bool {
        self.p[usize::from(element) / 64] >> (element % 64) & 1 == 1
    }

    pub(super) fn no_elements(&self) -> Vec<u64> {
        vec![0; self.words]
    }

    /// The product of values, if there are all.
    pub(super) fn product(&self, values: impl Iterator<Item = Option<u16>>) -> Option<u16> {
        let mut product = 0;
        for value in values {
            product = self.row(product)[usize::from(value?)];
        }
        Some(product)
    }

    pub(super) fn verified(&self, components: u64) -> VerifiedQuotient {
        VerifiedQuotient { order: self.order, p: self.p_count, components, is_tame: self.is_tame() }
    }

    /// Whether at most two elements lie outside of the least ideal.
    fn is_tame(&self) -> bool {
        let all = (0..self.order).fold(0, |product, element| self.row(product)[element]);
        let ideal: BTreeSet<u16> = self.row(self.row(all)[usize::from(all)]).iter().copied().collect();
        self.order <= 2 || self.order - ideal.len() == 2
    }
}

/// Whether all numbers are elements.
fn sizes(certificate: &QuotientCertificate) -> Result<(), QuotientRefusal> {
    let QuotientCertificate { order, p, values, times, .. } = certificate;
    if *order == 0 || *order > usize::from(u16::MAX) {
        return QuotientRefusal::because(format!("the order must be from 1 to {}", u16::MAX));
    }
    let lists = [p, values].into_iter().chain(times.iter().map(|(_, products)| products));
    for list in lists {
        if let Some(element) = list.iter().find(|&&element| usize::from(element) >= *order) {
            return QuotientRefusal::because(format!("{element} is no element: the order is {order}"));
        }
    }
    if !p.is_sorted_by(|one, other| one < other) {
        return QuotientRefusal::because("the elements for the second player are not in order");
    }
    if p.first() == Some(&0) {
        return QuotientRefusal::because("the identity is for the second player, but nothing at all is not");
    }
    Ok(())
}

/// Whether there are products for exactly the values, and that with the identity is the value.
fn values_have_products(certificate: &QuotientCertificate) -> Result<(), QuotientRefusal> {
    let values: BTreeSet<u16> = certificate.values.iter().copied().filter(|&value| value != 0).collect();
    if !values.iter().eq(certificate.times.iter().map(|(value, _)| value)) {
        return QuotientRefusal::because("there are not products for each value, in order");
    }
    for (value, products) in &certificate.times {
        if products.len() != certificate.order {
            return QuotientRefusal::because(format!("value {value} has {} products", products.len()));
        }
        if products[0] != *value {
            return QuotientRefusal::because(format!("{value} times the identity is not {value}"));
        }
    }
    Ok(())
}

/// Whether multiplying by one value and then by another is the same the other way round.
fn commute(certificate: &QuotientCertificate, run: &Run) -> Result<(), QuotientRefusal> {
    for (place, (one, by_one)) in certificate.times.iter().enumerate() {
        run.check()?;
        for (other, by_other) in &certificate.times[..place] {
            let differ = |element: &usize| {
                by_one[usize::from(by_other[*element])] != by_other[usize::from(by_one[*element])]
            };
            if let Some(element) = (0..certificate.order).find(differ) {
                return QuotientRefusal::because(format!("{one} and {other} do not commute at {element}"));
            }
        }
    }
    Ok(())
}
