//! The example target in LLVM 22's terms: its tables are those of LLVM's own program, which `examples/moda/renew` asks.
//!
//! It needs LLVM 22's headers, which `LLVM_22_INCLUDE` or Debian's package gives.

use std::path::{Path, PathBuf};
use std::process::Command;

use tests::{TempDir, binary, root};

fn headers() -> PathBuf {
    let folder = std::env::var_os("LLVM_22_INCLUDE").unwrap_or("/usr/include/llvm-22".into());
    PathBuf::from(folder)
}

/// The 64 bits of FNV-1a.
fn checksum(data: &[u8]) -> u64 {
    data.iter().fold(0xCBF2_9CE4_8422_2325, |value, byte| {
        (value ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
    })
}

/// The contents of all files of a folder, in the order of their names.
fn contents(folder: &Path) -> Vec<u8> {
    let Ok(files) = folder.read_dir() else {
        return Vec::new();
    };
    let mut files: Vec<_> = files.map(|it| it.unwrap().path()).collect();
    files.sort();
    files
        .iter()
        .flat_map(|it| std::fs::read(it).unwrap())
        .collect()
}

#[test]
#[ignore = "needs the headers of LLVM 22"]
fn all_tables_are_those_of_llvm_22() {
    let headers = headers();
    let folder = root().join("examples/moda");
    let expected = std::fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let mut rows = "id\ttool\tbackend\targs\tinclude_dirs\troot\n".to_owned();
    for (number, row) in expected.lines().enumerate() {
        let mut columns = row.split('\t');
        let (file, table) = (columns.next().unwrap(), columns.next().unwrap());
        let (backend, args) = table.split_once(' ').unwrap_or((table, ""));
        let headers = headers.display();
        rows += &format!(
            "{number}/table.inc\tllvm-tblgen\t{backend}\t--compat=22 {args}\t{headers}\t{file}\n"
        );
    }
    let dir = TempDir::new("moda");
    dir.write("rows.tsv", rows);
    let run = Command::new(binary("tablegen-analyzer"))
        .arg("batch")
        .arg(dir.path().join("rows.tsv"))
        .arg("--out")
        .arg(dir.path())
        .current_dir(&folder)
        .output()
        .unwrap();
    let mut got = String::new();
    for (number, row) in expected.lines().enumerate() {
        let text = contents(&dir.path().join(number.to_string()));
        let columns: Vec<_> = row.split('\t').take(2).collect();
        let (size, sum) = (text.len(), checksum(&text));
        got += &format!("{}\t{size}\t{sum:016x}\n", columns.join("\t"));
    }
    let messages = String::from_utf8_lossy(&run.stderr);
    assert!(got == expected, "{got}\n{messages}");
}
