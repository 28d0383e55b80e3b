//! The data of releases equals that of their sources: `TABLEGEN_RELEASES` names folders of headers as `21=FOLDER`, with
//! colons between them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use backend::{Rec, Records, Release};
use elaborate::unit::{Files, UnitSpec};
use elaborate::value::ValueStore;
use target_model::releases::opcodes;
use target_model::value_types::{ValueType, ValueTypes, known};

#[test]
#[ignore = "reads TABLEGEN_RELEASES"]
fn releases() {
    let folders = std::env::var("TABLEGEN_RELEASES").expect("TABLEGEN_RELEASES is set");
    for named in folders.split(':') {
        let (version, folder) = named.split_once('=').expect("RELEASE=FOLDER");
        let release = Release::ALL
            .into_iter()
            .find(|it| it.to_string() == version);
        let release = release.expect("a release");
        check_value_types(release, folder);
        let from_records = check_opcodes_of_records(release, folder);
        let from_list = check_list_of_opcodes(release, folder);
        assert!(from_records || from_list, "{folder} has no opcodes");
    }
}

fn check_value_types(release: Release, folder: &str) {
    let records = read(release, folder, "llvm/CodeGen/ValueTypes.td");
    let mut defs = records.derived("ValueType").unwrap();
    defs.sort_by_key(|it| it.order());
    let types = ValueTypes::of(release);
    let all = ValueType::all().filter(|it| types.number(*it).is_some());
    assert_eq!(all.count(), defs.len(), "{folder}");
    for (def, place) in defs.into_iter().zip(1..) {
        let name = def.string("LLVMName").unwrap();
        let number = match def.field("Value") {
            Some(_) => def.int("Value").unwrap(),
            None => place,
        };
        let ty = known(def).unwrap();
        let told = (
            ty.name(),
            types.number(ty).map(i64::from),
            i64::from(ty.size_in_bits()),
            ty.is_floating_point(),
        );
        let float = def.bit("isFP").unwrap();
        let want = (&*name, Some(number), def.int("Size").unwrap(), float);
        assert_eq!(told, want, "{folder}");
    }
}

/// Compares the opcodes with the records of LLVM's own instructions, if these are there.
fn check_opcodes_of_records(release: Release, folder: &str) -> bool {
    const TARGET: &str = "llvm/Target/Target.td";
    if !Path::new(folder).join(TARGET).is_file() {
        return false;
    }
    let records = read(release, folder, TARGET);
    let is_own = |it: &Rec| it.string("Namespace").is_ok_and(|it| it == "TargetOpcode");
    let defs = records.derived("Instruction").unwrap().into_iter();
    let names = defs.filter(is_own).map(|it| it.name().to_owned());
    let told = opcodes(release).iter().map(|it| (*it).to_owned());
    assert_eq!(
        told.collect::<BTreeSet<String>>(),
        names.collect::<BTreeSet<String>>(),
        "{folder}"
    );
    true
}

/// Compares them and their order with the list that C++ includes, if this is there.
fn check_list_of_opcodes(release: Release, folder: &str) -> bool {
    let list = Path::new(folder).join("llvm/Support/TargetOpcodes.def");
    let Ok(text) = std::fs::read_to_string(list) else {
        return false;
    };
    let names = text
        .lines()
        .filter_map(|it| it.strip_prefix("HANDLE_TARGET_OPCODE("));
    let names = names.map(|it| it.trim_end().trim_end_matches(')').trim());
    assert_eq!(names.collect::<Vec<_>>(), opcodes(release), "{folder}");
    true
}

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        std::fs::read_to_string(path).ok().map(Into::into)
    }
}

/// The records of a header.
fn read(release: Release, folder: &str, header: &str) -> Records {
    let spec = UnitSpec {
        root: "a.td".to_owned(),
        include_dirs: vec![folder.to_owned()],
        macros: Vec::new(),
    };
    let text = format!("include \"{header}\"\n");
    let unit = elaborate::unit::load(&spec, text.into(), &Disk);
    let values = Arc::new(ValueStore::default());
    let elaborated = elaborate::sequential::run(values, &unit, release);
    assert!(elaborated.diagnostics.is_empty(), "{folder}");
    elaborated.records
}
