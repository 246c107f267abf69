//! Files are read within a bound, and written whole or not at all.

use crate::error::{CliError, refuse};
use anyhow::Context;
use bytesize::ByteSize;
use grundy::{Run, Stopped};
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// A sort of file, and how large one may be. What is larger is refused before it is held in memory.
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    /// What it is called, with its article.
    pub name: &'static str,
    /// So many bytes, at most.
    pub most: u64,
    /// What to do when a file has more.
    remedy: &'static str,
}

/// Certificates of periods have a line for every rare heap, those of packings one object for each of some
/// hundred disks.
pub const CERTIFICATE: Sort = Sort::new("a certificate", 64 << 20);
/// A proof: some bytes for each of at most some hundred million members.
pub const PROOF: Sort = Sort::new("a proof", 2 << 30);
/// A recorded game.
pub const RECORD: Sort = Sort::new("the record of a game", 64 << 20);
/// A position.
pub const POSITION: Sort = Sort::new("a file with a position", 64 << 20);
/// Rules of a game.
pub const RULES: Sort = Sort::new("a rules file", grundy::own::MOST_TEXT as u64);
/// Diameters of disks.
#[cfg(feature = "packing")]
pub const DISKS: Sort = Sort::new("a file of diameters", 16 << 20);
/// The edges of a graph: some 30 million.
pub const EDGES: Sort = Sort::new("a file of edges", 512 << 20);

/// A board of some hundred cells.
pub const BOARD: Sort = Sort::new("a file of a board", 1 << 20);

/// Whether the name of a file ends in a dot and this, in small or capital letters.
pub fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

/// Why a file cannot be read, with what to do.
pub fn cannot_read(path: &Path, error: &io::Error) -> anyhow::Error {
    CliError::new(format!("cannot read {}: {error}", path.display()), "check the name and its folder").into()
}

impl Sort {
    /// A sort of file of at most `most` bytes. Where a file is larger, its name is likely wrong.
    pub const fn new(name: &'static str, most: u64) -> Sort {
        Sort { name, most, remedy: "check the name" }
    }

    /// A sort of file of at most `most` bytes, a bound that follows from `--memory`: more memory allows larger files.
    pub const fn limited(name: &'static str, most: u64) -> Sort {
        Sort { name, most, remedy: "allow more --memory" }
    }

    /// This sort of file under a limit of memory: a file may have an eighth of it, as a line of a file of positions may.
    pub fn within(self, memory: u64) -> Sort {
        let share = memory / 8;
        if share >= self.most { self } else { Sort::limited("a file that --memory has room for", share) }
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// When it cannot be read, is a folder, or is larger than such a file can be.
    pub fn read(self, path: &Path) -> anyhow::Result<Vec<u8>> {
        self.read_within(path, &Run::unlimited())
    }

    /// The same within a run, which may end before the file does.
    ///
    /// # Errors
    /// As [`Sort::read`], and [`Stopped`].
    pub fn read_within(self, path: &Path, run: &Run) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.read_onto(path, run, &mut bytes)?;
        Ok(bytes)
    }

    /// Adds the bytes of a file to others, within a run.
    ///
    /// # Errors
    /// As [`Sort::read_within`].
    pub fn read_onto(self, path: &Path, run: &Run, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
        let not_read = |error: &io::Error| cannot_read(path, error);
        let file = File::open(path).map_err(|error| not_read(&error))?;
        let metadata = file.metadata().map_err(|error| not_read(&error))?;
        if metadata.is_dir() {
            refuse!(format!("cannot read {}: it is a folder", path.display()), "name a file in it");
        }
        if metadata.len() > self.most {
            return Err(self.too_large(&path.display().to_string()));
        }
        let mut ended = Ok(());
        let watched = Watched { reader: file, run, ended: &mut ended };
        self.read_from(watched, &path.display().to_string(), bytes)?;
        Ok(ended?)
    }

    /// The same as text.
    ///
    /// # Errors
    /// As [`Sort::read`], and when it is not UTF-8.
    pub fn read_text(self, path: &Path) -> anyhow::Result<String> {
        self.text(self.read(path)?, &path.display().to_string())
    }

    /// All that a reader yields as text, such as standard input, which is called `origin`.
    ///
    /// # Errors
    /// As [`Sort::read_from`], and when it is not UTF-8.
    pub fn read_text_from(self, reader: impl Read, origin: &str) -> anyhow::Result<String> {
        let mut bytes = Vec::new();
        self.read_from(reader, origin, &mut bytes)?;
        self.text(bytes, origin)
    }

    fn text(self, bytes: Vec<u8>, name: &str) -> anyhow::Result<String> {
        if let Some((form, tool)) = compression(&bytes) {
            refuse!(
                format!("{name} is compressed ({form}), and {} is text", self.name),
                format!("`{tool} -d < {name} > FILE` writes it as text")
            );
        }
        String::from_utf8(bytes).map_err(|error| {
            let line =
                1 + memchr::memchr_iter(b'\n', &error.as_bytes()[..error.utf8_error().valid_up_to()]).count();
            let message = format!("{name}:{line} is not UTF-8 text, as {} is", self.name);
            CliError::new(message, "check the name, or save the file as UTF-8").into()
        })
    }

    /// Adds all that a reader yields, such as standard input, which is called `origin`.
    ///
    /// # Errors
    /// When it cannot be read, or yields more than such a file can have.
    pub fn read_from(self, reader: impl Read, origin: &str, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
        let read = reader.take(self.most + 1).read_to_end(bytes);
        match read.with_context(|| format!("cannot read {origin}"))? {
            read if read as u64 > self.most => Err(self.too_large(origin)),
            _ => Ok(()),
        }
    }

    fn too_large(self, origin: &str) -> anyhow::Error {
        let most = ByteSize(self.most).display().iec();
        let message =
            format!("cannot read {origin}: it has more than {most}, and {} has at most that", self.name);
        CliError::new(message, self.remedy).into()
    }
}

/// How bytes are compressed, by their first ones, and what undoes it.
fn compression(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let known: [(&[u8], _); 4] = [
        (b"\xfd7zXZ\0", ("xz", "xz")),
        (b"\x1f\x8b", ("gzip", "gzip")),
        (b"\x28\xb5\x2f\xfd", ("zstd", "zstd")),
        (b"BZh", ("bzip2", "bzip2")),
    ];
    known.into_iter().find(|(first, _)| bytes.starts_with(first)).map(|(_, names)| names)
}

/// A reader that is at its end when its run is.
struct Watched<'a, R> {
    reader: R,
    run: &'a Run,
    /// How the run ended.
    ended: &'a mut Result<(), Stopped>,
}

/// The run is looked at once in this many bytes.
const BYTES_A_LOOK: usize = 1 << 20;

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        *self.ended = self.run.check();
        let most = if self.ended.is_ok() { into.len().min(BYTES_A_LOOK) } else { 0 };
        self.reader.read(&mut into[..most])
    }
}

/// The place of a file that an option writes, which need not be there yet: said before hours of work, and not after.
///
/// # Errors
/// When it is `-`, a folder, or in no folder.
pub fn place_of_output(option: &str, path: &Path) -> anyhow::Result<PathBuf> {
    let shown = path.display();
    if path.as_os_str() == "-" {
        refuse!(format!("{option} writes a file, and `-` names none"), "name a file");
    }
    if path.is_dir() {
        refuse!(format!("{option}: {shown} is a folder"), "name a file in it");
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let Ok(folder) = folder.canonicalize() else {
        refuse!(format!("{option}: the folder of {shown} does not exist"), "make it, or name another file");
    };
    if is_protected(path) {
        refuse!(
            format!("{option}: {shown} is write-protected"),
            "name another file, or allow it to be written"
        );
    }
    Ok(path.canonicalize().unwrap_or_else(|_| folder.join(path.file_name().unwrap_or_default())))
}

/// Says of the options that write files what could not be written, before the work and not after.
///
/// # Errors
/// As [`place_of_output`], and where two of them name the same file.
pub fn check_outputs<'a>(
    outputs: impl IntoIterator<Item = (&'static str, Option<&'a PathBuf>)>,
) -> anyhow::Result<()> {
    let mut seen: Vec<(&str, PathBuf)> = Vec::new();
    for (option, path) in outputs {
        let Some(path) = path else { continue };
        let place = place_of_output(option, path)?;
        if let Some((other, _)) = seen.iter().find(|(_, known)| *known == place) {
            refuse!(
                format!("{other} and {option} are the same file, {}", path.display()),
                "give each a name of its own"
            );
        }
        seen.push((option, place));
    }
    Ok(())
}

/// Whether a file is there that nobody is to write.
fn is_protected(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().readonly())
}

/// The file that a path leads to, which need not be there yet. A link goes on leading to its file.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    // As many as systems follow.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(place) = path.canonicalize() {
            return Ok(place);
        }
        match fs::read_link(&path) {
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("it is a link that leads to itself"))
}

/// Writes a file whole or not at all: under another name first, which is gone when it cannot be written. Whoever may
/// read and write the file that was there before may read and write the new one.
/// What is no regular file, such as `/dev/stdout`, is written as it is.
///
/// # Errors
/// When it cannot be written, or is write-protected; what was there before is then untouched.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let written = if path.exists() && !path.is_file() {
        File::create(path).and_then(|file| fill(file, write).map(drop))
    } else if is_protected(path) {
        Err(io::Error::other("it is write-protected"))
    } else {
        behind_links(path).and_then(|path| replace_file(&path, write))
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn replace_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut part: OsString = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let file = claim(&part)?;
    let written = fill(file, write).and_then(|file| {
        if let Ok(before) = fs::metadata(path) {
            file.set_permissions(before.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&part, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

/// An empty file that no other process writes to. It is locked while it is open; one that was left over by a
/// process that was killed is taken.
fn claim(path: &Path) -> io::Result<File> {
    loop {
        let file = File::options().create(true).write(true).truncate(false).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another process is writing it at this moment"));
            }
            // Whoever had it before may have given it its name meanwhile.
            Ok(()) if !is_still(&file, path) => {}
            // A file system without locks.
            Ok(()) | Err(TryLockError::Error(_)) => {
                file.set_len(0)?;
                return Ok(file);
            }
        }
    }
}

/// Whether a file that was opened under a name still has it.
#[cfg(unix)]
pub fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: &fs::Metadata, b: &fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(held), Ok(named)) if same(&held, &named))
}

/// Whether a file that was opened under a name still has it.
#[cfg(not(unix))]
pub fn is_still(_: &File, _: &Path) -> bool {
    true
}

fn fill(file: File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
    let mut file = BufWriter::new(file);
    write(&mut file)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Sort = Sort::new("a small file", 5);

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn a_file_of_the_bound_is_read_and_a_larger_one_is_refused() {
        let folder = folder();
        let path = folder.path().join("file");
        fs::write(&path, "12345").expect("room");
        assert_eq!(SMALL.read(&path).expect("five bytes"), b"12345");
        fs::write(&path, "123456").expect("room");
        let message = SMALL.read(&path).expect_err("six bytes").to_string();
        assert!(message.contains("more than 5 B, and a small file has at most that"), "{message}");
        let message = SMALL.read(folder.path()).expect_err("a folder").to_string();
        assert!(message.contains("it is a folder"), "{message}");
        let mut bytes = b"before".to_vec();
        assert!(SMALL.read_from(io::repeat(0), "standard input", &mut bytes).is_err(), "it has no end");
        assert_eq!(bytes.len(), 6 + 6, "one byte more than the bound says that it is exceeded");
    }

    #[test]
    fn what_is_not_text_is_told_with_its_line() {
        let folder = folder();
        let path = folder.path().join("file");
        fs::write(&path, b"a\n\n\xff").expect("room");
        let message = SMALL.read_text(&path).expect_err("no text").to_string();
        assert!(message.contains("file:3 is not UTF-8 text"), "{message}");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_as_before_and_nothing_lies_beside_it() {
        let folder = folder();
        let path = folder.path().join("file");
        replace(&path, |file| file.write_all(b"before")).expect("room");
        let full = |file: &mut dyn Write| {
            file.write_all(b"half of it")?;
            Err(io::ErrorKind::StorageFull.into())
        };
        assert!(replace(&path, full).is_err());
        let meanwhile = |file: &mut dyn Write| {
            let message = replace(&path, |_| Ok(())).expect_err("it is being written").to_string();
            assert!(message.contains("cannot write"), "{message}");
            file.write_all(b"before")
        };
        replace(&path, meanwhile).expect("room");
        assert_eq!(fs::read(&path).expect("it is there"), b"before");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay_and_links_lead_to_what_is_written() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        symlink("file", &link).expect("links");
        replace(&link, |file| file.write_all(b"through a link")).expect("room");
        assert!(link.is_symlink() && path.is_file(), "the link led to no file before");
        let mode = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
        mode(0o640);
        replace(&link, |file| file.write_all(b"again")).expect("room");
        assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, 0o640);
        mode(0o400);
        let error = replace(&path, |file| file.write_all(b"no")).expect_err("it is protected");
        assert!(format!("{error:#}").contains("write-protected"), "{error:#}");
        assert!(place_of_output("--csv", &path).is_err());
        assert_eq!(fs::read(&path).expect("it is there"), b"again");
        symlink("ring", folder.path().join("ring")).expect("links");
        assert!(replace(&folder.path().join("ring"), |_| Ok(())).is_err());
    }
}
