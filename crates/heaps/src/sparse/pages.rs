//! Pages of memory, asked for many at once.

/// Heaps whose pages are asked for at once.
#[cfg(target_os = "linux")]
const AHEAD: usize = 1 << 21;

/// Asks the system for the pages of the next bytes of a long list, some 2 MB at a time, when `more` bytes are about to
/// be added. To ask for each page when it is first written takes a fifteenth of the time of a sequence. Only a hint:
/// where it is not followed, the pages come one by one.
#[inline]
pub(super) fn ask_for_next(bytes: &mut Vec<u8>, more: usize) {
    #[cfg(target_os = "linux")]
    if (bytes.len() + more) / AHEAD > bytes.len() / AHEAD && bytes.capacity() > 4 * AHEAD {
        ask_for(bytes.spare_capacity_mut(), more + AHEAD);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (bytes, more);
}

/// Asks for the pages that lie wholly within the first bytes of some room.
#[cfg(target_os = "linux")]
#[cold]
fn ask_for(room: &mut [std::mem::MaybeUninit<u8>], most: usize) {
    /// The bytes of a page, or of several.
    const PAGE: usize = 1 << 16;
    let start = room.as_mut_ptr();
    let before = start.align_offset(PAGE);
    let length = room.len().min(most).saturating_sub(before) / PAGE * PAGE;
    if length > 0 {
        // SAFETY: these are whole pages of memory that is borrowed here, and to ask for them changes neither what they
        // hold nor who may use them.
        #[allow(unsafe_code)]
        unsafe {
            libc::madvise(start.add(before).cast(), length, libc::MADV_POPULATE_WRITE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ask_for_next;

    #[test]
    fn bytes_and_capacity_stay_as_they_are() {
        for capacity in [0, 100, 9 << 20, 20 << 20] {
            let mut bytes = Vec::with_capacity(capacity);
            for piece in 0..200_u8 {
                let more = [7, 4_096, 65_536, 3 << 20][usize::from(piece % 4)];
                let was = (bytes.len(), bytes.capacity());
                ask_for_next(&mut bytes, more);
                assert_eq!((bytes.len(), bytes.capacity()), was);
                bytes.extend(std::iter::repeat_n(piece, more.min(100_000)));
            }
            let mut place = 0;
            for piece in 0..200_u8 {
                let length = [7, 4_096, 65_536, 100_000][usize::from(piece % 4)];
                assert!(bytes[place..place + length].iter().all(|&byte| byte == piece), "{piece}");
                place += length;
            }
            assert_eq!(place, bytes.len());
        }
    }
}
