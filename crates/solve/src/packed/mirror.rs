//! Sets of cells of a rectangle, and their images under a symmetry of it.
//!
//! The symmetry keeps the colours of a chequerboard and is its own inverse. The cells of a colour are numbered so that
//! a cell and its image have adjacent numbers. Then the nimbers of a block of sets are those of the block of images,
//! in another order: groups of 64 sets change places, then sixteens within a group, and then sets within a sixteen.

/// A symmetry under which the low cells 0 and 1, 2 and 3, 4 and 5 and maybe more are images of each other.
pub(super) struct Mirror {
    /// The image of each cell.
    images: Vec<u32>,
    low_bits: u32,
    /// For each group of 64 sets of a block, the group with their images.
    groups: Vec<u32>,
}

/// The nimbers of the sets that differ in the first four low cells only, two words as bytes.
type Sixteen = [u8; 16];

/// How many of these hold the sets that differ in the first six low cells only.
const GROUP: usize = 4;

impl Mirror {
    /// `images` has the image of each cell, the low ones first. `None` if the first six low cells are not three such
    /// pairs, or where the first byte of a word in memory is not its lowest.
    pub(super) fn new(images: Vec<u32>, low_bits: u32) -> Option<Mirror> {
        if low_bits < 6 || images[..6] != [1, 0, 3, 2, 5, 4] || cfg!(target_endian = "big") {
            return None;
        }
        let mut mirror = Mirror { images, low_bits, groups: Vec::new() };
        mirror.groups = (0..1 << (low_bits - 6)).map(|group| mirror.image(group << 6) >> 6).collect();
        Some(mirror)
    }

    /// The set of the images of a set's cells.
    pub(super) fn image(&self, set: u32) -> u32 {
        let taken = |cell: &u32| set >> cell & 1 == 1;
        (0..self.images.len() as u32).filter(taken).map(|cell| 1 << self.images[cell as usize]).sum()
    }

    /// The block with the images of all sets of block `high`, if it comes before that block. The number of a block is
    /// made of the cells of its sets that are not low.
    pub(super) fn earlier_block(&self, high: u32) -> Option<u32> {
        Some(self.image(high << self.low_bits) >> self.low_bits).filter(|&image| image < high)
    }

    /// Fills a block with what the block of its images has.
    #[inline(always)]
    pub(super) fn copy(&self, to: &mut [u64], from: &[u64]) {
        let (to, _) = bytemuck::cast_slice_mut::<u64, Sixteen>(to).as_chunks_mut::<GROUP>();
        let (from, _) = bytemuck::cast_slice::<u64, Sixteen>(from).as_chunks::<GROUP>();
        for (to, &group) in to.iter_mut().zip(&self.groups) {
            let [first, second, third, fourth] = from[group as usize];
            // Cells 4 and 5 change places.
            *to = [of_images(first), of_images(third), of_images(second), of_images(fourth)];
        }
    }
}

/// The bytes of sixteen sets in the order of their images: cells 0 and 1 change places, and cells 2 and 3.
#[inline(always)]
fn of_images(sets: Sixteen) -> Sixteen {
    // Written byte by byte: the compiler makes one operation of it.
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = sets;
    [a, c, b, d, i, k, j, l, e, g, f, h, m, o, n, p]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_endian = "little")] // elsewhere there are no mirrors
    fn the_byte_of_a_set_goes_to_its_image() {
        let images = vec![1, 0, 3, 2, 5, 4, 6, 8, 7, 10, 9, 11];
        let mirror = Mirror::new(images, 9).expect("three pairs");
        let bytes: Vec<u8> = (0..512_u32).map(|set| (set % 251) as u8).collect();
        let words: Vec<u64> =
            bytes.as_chunks().0.iter().map(|&word: &[u8; 8]| u64::from_le_bytes(word)).collect();
        let mut copied = vec![0; words.len()];
        mirror.copy(&mut copied, &words);
        let copied: Vec<u8> = copied.iter().flat_map(|word| word.to_le_bytes()).collect();
        for set in 0..512_u32 {
            assert_eq!(copied[mirror.image(set) as usize], bytes[set as usize], "{set:b}");
        }
        assert_eq!(mirror.image(0b1_0000), 0b10_0000);
        assert_eq!([0b001, 0b010, 0b100].map(|high| mirror.earlier_block(high)), [None, Some(0b001), None]);
        assert!(Mirror::new(vec![1, 0, 3, 2, 4, 5], 6).is_none());
    }
}
