//! How fast a disk takes what is written.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::Instant;

/// What is written to find out.
const BYTES: usize = 32 << 20;

/// Bytes that the disk of a folder takes in a second, found by writing 32 MiB to it. The folder need not be there yet:
/// the nearest one above it that is there is tried.
///
/// ```
/// let folder = std::env::temp_dir();
/// assert!(grundy_tables::write_rate(&folder.join("new"))? > 0.0);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// What the system says.
pub fn write_rate(folder: &Path) -> io::Result<f64> {
    let absolute = std::path::absolute(folder)?;
    let there = absolute.ancestors().find(|folder| folder.is_dir());
    let there = there.ok_or_else(|| io::Error::from(ErrorKind::NotFound))?;
    let path = there.join(format!(".grundy-rate-{}", std::process::id()));
    let rate = write(&path);
    let _ = fs::remove_file(&path);
    rate
}

fn write(path: &Path) -> io::Result<f64> {
    // Of no pattern, for disks that compress.
    let words =
        (1..=BYTES as u64 / 8).flat_map(|word| word.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
    let bytes: Vec<u8> = words.collect();
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let start = Instant::now();
    file.write_all(&bytes)?;
    file.sync_data()?;
    Ok(BYTES as f64 / start.elapsed().as_secs_f64().max(1e-6))
}
