//! Reproducible archives: an archive's bytes depend only on its files, its name and, for `tar`, the given time.

use std::io::{self, Write};

use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc, GzBuilder};

use crate::tree::{Entry, Tree};

/// A compressed archive in the format of `tar`. The files are below the folder `name`. `time` is the time of all files,
/// in seconds since 1970.
pub(crate) fn tar_gz(tree: &Tree, name: &str, time: u64) -> io::Result<Vec<u8>> {
    // The header of the compressed file has neither a name nor a time.
    let mut out: GzEncoder<Vec<u8>> = GzBuilder::new().write(Vec::new(), Compression::best());
    for entry in tree.entries() {
        let path = format!("{name}/{}", entry.path);
        out.write_all(&tar_header(&path, entry, time)?)?;
        out.write_all(&entry.bytes)?;
        let rest = entry.bytes.len() % 512;
        if rest > 0 {
            out.write_all(&vec![0; 512 - rest])?;
        }
    }
    out.write_all(&[0; 1024])?;
    out.finish()
}

/// The header of a file in the format `ustar`.
fn tar_header(path: &str, entry: &Entry, time: u64) -> io::Result<[u8; 512]> {
    let mut header = [0; 512];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    // A long path is split at a slash.
    let split = if path.len() <= 100 {
        Some(("", path))
    } else {
        let slashes = path.match_indices('/').map(|(at, _)| at);
        let mut parts = slashes.map(|at| (&path[..at], &path[at + 1..]));
        parts.find(|(start, end)| start.len() <= 155 && end.len() <= 100)
    };
    let (start, end) = split.ok_or_else(|| io::Error::other(format!("too long: {path}")))?;
    put(0, end.as_bytes());
    put(345, start.as_bytes());
    let mode: &[u8] = if entry.is_program {
        b"0000755"
    } else {
        b"0000644"
    };
    put(100, mode);
    put(108, b"0000000");
    put(116, b"0000000");
    put(124, format!("{:011o}", entry.bytes.len()).as_bytes());
    put(136, format!("{time:011o}").as_bytes());
    put(148, b"        ");
    put(156, b"0");
    put(257, b"ustar\x0000root");
    put(297, b"root");
    let sum: u32 = header.iter().map(|it| u32::from(*it)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(header)
}

/// The date of all files of a zip archive: the first day of 1980, the earliest date of the format. Dates in zip
/// archives have no time zone.
const ZIP_DATE: u16 = (1 << 5) | 1;

/// An archive in the format of `zip`. The files are below the folder `name`.
pub(crate) fn zip(tree: &Tree, name: &str) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut directory = Vec::new();
    for entry in tree.entries() {
        let path = format!("{name}/{}", entry.path);
        let mut crc = Crc::new();
        crc.update(&entry.bytes);
        let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
        deflated.write_all(&entry.bytes)?;
        let deflated = deflated.finish()?;
        let size = |len: usize| u32::try_from(len).map_err(io::Error::other);
        // The fields that the header before a file and the file's entry in the directory have in common.
        let mut common = Vec::new();
        let flag_utf8: u16 = 1 << 11;
        for number in [20, flag_utf8, 8, 0, ZIP_DATE] {
            common.extend(number.to_le_bytes());
        }
        for number in [crc.sum(), size(deflated.len())?, size(entry.bytes.len())?] {
            common.extend(number.to_le_bytes());
        }
        common.extend(
            u16::try_from(path.len())
                .map_err(io::Error::other)?
                .to_le_bytes(),
        );
        common.extend([0; 2]);

        directory.extend(b"PK\x01\x02");
        // Version 2.0 of the format, made on Unix (3), so that the permissions below are read as Unix's.
        directory.extend([20, 3]);
        directory.extend(&common);
        directory.extend([0; 6]);
        let mode: u32 = if entry.is_program {
            0o100_755
        } else {
            0o100_644
        };
        directory.extend((mode << 16).to_le_bytes());
        directory.extend(size(out.len())?.to_le_bytes());
        directory.extend(path.as_bytes());

        out.extend(b"PK\x03\x04");
        out.extend(common);
        out.extend(path.as_bytes());
        out.extend(deflated);
    }
    let count = u16::try_from(tree.entries().len()).map_err(io::Error::other)?;
    let start = u32::try_from(out.len()).map_err(io::Error::other)?;
    let len = u32::try_from(directory.len()).map_err(io::Error::other)?;
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(len.to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0; 2]);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Tree {
        let mut tree = Tree::default();
        tree.add("share/text", "text\n".repeat(1000));
        tree.add_program("bin/program", "#!/bin/sh\necho runs\n");
        tree.add(&format!("share/{}/deep", "long".repeat(24)), "");
        tree
    }

    /// `find -printf` is a command of GNU.
    #[cfg(target_os = "linux")]
    mod unpacked {
        use std::process::Command;

        use ::tests::TempDir;
        use expect_test::{Expect, expect};

        use super::*;

        /// Unpacks an archive by a command, and shows the lines of `find`. Nothing is tested without the command.
        fn check(name: &str, bytes: &[u8], unpack: &str, want: Expect) {
            let dir = TempDir::new("archive");
            dir.write(name, bytes);
            let script = format!(
                "command -v {unpack} >/dev/null || exit 9; export TZ=UTC; {unpack} {name} >/dev/null || exit 1; \
                 find p -type f -printf '%m %s %P\\n' | sort -k3; ./p/bin/program"
            );
            let mut run = Command::new("sh");
            run.args(["-c", &script]).current_dir(dir.path());
            let done = run.output().expect("a shell");
            if done.status.code() == Some(9) {
                return;
            }
            assert!(done.status.success(), "{done:?}");
            want.assert_eq(&String::from_utf8_lossy(&done.stdout));
        }

        #[test]
        fn archives_can_be_unpacked() {
            let tar = tar_gz(&tree(), "p", 1_700_000_000).unwrap();
            check(
                "a.tar.gz",
                &tar,
                "tar -xzf",
                expect![[r#"
            755 20 bin/program
            644 0 share/longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong/deep
            644 5000 share/text
            runs
        "#]],
            );
            check(
                "a.zip",
                &zip(&tree(), "p").unwrap(),
                "unzip",
                expect![[r#"
            755 20 bin/program
            644 0 share/longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong/deep
            644 5000 share/text
            runs
        "#]],
            );
        }
    }

    #[test]
    fn the_order_of_files_does_not_show() {
        let mut other = Tree::default();
        for entry in tree().entries().iter().rev() {
            if entry.is_program {
                other.add_program(&entry.path, entry.bytes.clone());
            } else {
                other.add(&entry.path, entry.bytes.clone());
            }
        }
        let tar = |tree: &Tree| tar_gz(tree, "p", 1).unwrap();
        assert_eq!(tar(&tree()), tar(&other));
        assert_eq!(zip(&tree(), "p").unwrap(), zip(&other, "p").unwrap());
    }

    #[test]
    fn a_path_that_is_too_long_is_an_error() {
        let mut tree = Tree::default();
        tree.add(&"x".repeat(200), "");
        assert!(tar_gz(&tree, "p", 0).is_err());
    }
}
