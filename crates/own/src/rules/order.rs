//! An order of the symbols that does not depend on their names.

use super::expand::Expanded;
use super::image::{Image, Stand};
use std::collections::BTreeMap;

/// At most this many renamings are tried.
const MOST_RENAMINGS: usize = 120;

/// What can be said of each symbol without names: how often it is read and written, in patterns of which size.
fn traits_of_symbols(rules: &Expanded, symbols: usize) -> Vec<Vec<(u8, usize, u32, usize)>> {
    let mut traits: Vec<BTreeMap<(u8, usize, u32), usize>> = vec![BTreeMap::new(); symbols];
    let mut add = |code: usize, role: u8, size: usize, choices: u32| {
        if let Some(traits) = traits.get_mut(code) {
            *traits.entry((role, size, choices)).or_default() += 1;
        }
    };
    let mut read = |reads: &[super::image::Cell], role: u8| {
        for cell in reads {
            let codes = (0..16).filter(|code| cell.allows >> code & 1 == 1);
            codes.for_each(|code| add(code, role, reads.len(), cell.allows.count_ones()));
        }
    };
    for image in &rules.images {
        read(&image.reads, 0);
    }
    for (role, stands) in [(2, &rules.wins), (3, &rules.ends), (4, &rules.nevers)] {
        stands.iter().for_each(|stand| read(&stand.reads, role));
    }
    for image in &rules.images {
        for write in &image.writes {
            add(write.code.into(), 1, image.reads.len(), u32::from(write.is_sure));
        }
    }
    let flat = |traits: BTreeMap<(u8, usize, u32), usize>| {
        traits.into_iter().map(|((role, size, choices), times)| (role, size, choices, times)).collect()
    };
    traits.into_iter().map(flat).collect()
}

/// About so many cells of images are renamed.
const MOST_RENAMED: usize = 1 << 19;

/// All renamings of symbols under which each keeps its traits, the one that changes nothing first; that one alone
/// where they are too many.
pub(super) fn renamings(rules: &Expanded, symbols: usize) -> Vec<Vec<u8>> {
    let traits = traits_of_symbols(rules, symbols);
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    for code in 0..symbols {
        let same = (0..symbols).filter(|&other| traits[other] == traits[code]);
        let targets: Vec<u8> = same.map(|other| other as u8).collect();
        all = all
            .iter()
            .flat_map(|renaming| {
                let free = targets.iter().filter(|target| !renaming.contains(target));
                free.map(|&target| [&renaming[..], &[target]].concat()).collect::<Vec<_>>()
            })
            .collect();
        let cells: usize = rules.images.iter().map(|image| image.reads.len()).sum();
        if all.len() > MOST_RENAMINGS || all.len() > 1 && all.len() * cells > MOST_RENAMED {
            return vec![(0..symbols as u8).collect()];
        }
    }
    all.sort_unstable();
    all
}

/// The patterns after a renaming, sorted.
pub(crate) type Signature = (Vec<Image>, [Vec<Stand>; 3]);

fn signature(rules: &Expanded, codes: &[u8]) -> Signature {
    let stands = |stands: &[Stand]| {
        let mut stands: Vec<Stand> = stands.iter().map(|stand| stand.renamed(codes)).collect();
        stands.sort_unstable();
        stands
    };
    let mut images: Vec<Image> = rules.images.iter().map(|image| image.renamed(codes)).collect();
    images.sort_unstable();
    (images, [stands(&rules.wins), stands(&rules.ends), stands(&rules.nevers)])
}

/// The new code of each symbol in an order that does not depend on names: by traits, and among equal ones that
/// with the least signature. `first` comes before all others.
pub(crate) fn canonical_order(rules: &Expanded, symbols: usize, first: Option<u8>) -> Vec<u8> {
    let traits = traits_of_symbols(rules, symbols);
    let mut sorted: Vec<u8> = (0..symbols as u8).collect();
    sorted.sort_by_key(|&code| (Some(code) != first, traits[usize::from(code)].clone()));
    let mut base = vec![0; symbols];
    for (place, &code) in sorted.iter().enumerate() {
        base[usize::from(code)] = place as u8;
    }
    let after =
        |renaming: &Vec<u8>| -> Vec<u8> { renaming.iter().map(|&to| base[usize::from(to)]).collect() };
    let candidates = renamings(rules, symbols);
    candidates.iter().map(after).min_by_key(|codes| signature(rules, codes)).unwrap_or(base)
}

/// The renamings of symbols that leave the rules what they are, the one that changes nothing among them.
pub(crate) fn renamings_that_keep(rules: &Expanded, symbols: usize) -> Vec<Vec<u8>> {
    let unchanged: Vec<u8> = (0..symbols as u8).collect();
    let own = signature(rules, &unchanged);
    let mut all = renamings(rules, symbols);
    all.retain(|renaming| *renaming == unchanged || signature(rules, renaming) == own);
    all
}
