//! Each backend on a real root: what changes with a record is tied to it, or to a record that reads it.
//!
//! `TABLEGEN_CORPUS` names the folder of LLVM's sources; without it there is nothing to do.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use analysis::diagnostic::Severity;
use analysis::eval::Compat;
use analysis::sequential;
use analysis::unit::{Files, UnitSpec, load};
use analysis::value::print::{record, value_unquoted};
use backends::{Options, Output, Records};

/// A backend, a root with its include directories, and edits of names and fields: texts that get others in their place.
type Case = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [Edit],
);
type Edit = (&'static str, &'static str);

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("gen-arm-target-def", "llvm/lib/Target/ARM/ARM.td", &["llvm/lib/Target/ARM", "llvm/include"], &[("ARMv5te", "ARMv5tf")]),
    ("gen-attrs", "llvm/include/llvm/IR/Attributes.td", &["llvm/include"], &[("AllocKind", "AllocSort"), ("\"allockind\"", "\"allocsort\"")]),
    ("gen-callingconv", "llvm/lib/Target/AVR/AVR.td", &["llvm/lib/Target/AVR", "llvm/include"], &[("RetCC_AVR_BUILTIN", "RetCC_AVR_OTHER")]),
    ("gen-clang-basic-reader", "clang/include/clang/AST/PropertiesBase.td", &["clang/include/clang/AST", "clang/include"], &[("TemplateDeclRef", "OtherDeclRef")]),
    ("gen-clang-basic-writer", "clang/include/clang/AST/PropertiesBase.td", &["clang/include/clang/AST", "clang/include"], &[("APSInt", "OtherInt"), ("node.getKind()", "node.kind()")]),
    ("gen-clang-builtins", "clang/include/clang/Basic/BuiltinsBPF.td", &["clang/include/clang/Basic", "clang/include"], &[("\"__builtin_btf_type_id\"", "\"__builtin_btf_kind\""), ("\"long unsigned int(...)\"", "\"long int(...)\"")]),
    ("gen-clang-comment-command-info", "clang/include/clang/AST/CommentCommands.td", &["clang/include/clang/AST", "clang/include"], &[("\"brief\"", "\"breef\""), ("\"details\"", "\"detaals\"")]),
    ("gen-clang-comment-command-list", "clang/include/clang/AST/CommentCommands.td", &["clang/include/clang/AST", "clang/include"], &[("\"brief\"", "\"breef\""), ("\"details\"", "\"detaals\"")]),
    ("gen-clang-comment-html-named-character-references", "clang/include/clang/AST/CommentHTMLNamedCharacterReferences.td", &["clang/include/clang/AST", "clang/include"], &[("\"copy\"", "\"kopy\"")]),
    ("gen-clang-comment-html-tags", "clang/include/clang/AST/CommentHTMLTags.td", &["clang/include/clang/AST", "clang/include"], &[("\"em\"", "\"en\"")]),
    ("gen-clang-comment-html-tags-properties", "clang/include/clang/AST/CommentHTMLTags.td", &["clang/include/clang/AST", "clang/include"], &[("\"hr\"", "\"jr\""), ("\"br\"", "\"bx\"")]),
    ("gen-clang-comment-nodes", "clang/include/clang/Basic/CommentNodes.td", &["clang/include/clang/AST", "clang/include"], &[("TextComment", "WordComment")]),
    ("gen-clang-data-collectors", "clang/include/clang/AST/StmtDataCollectors.td", &["clang/include/clang/AST", "clang/include"], &[("Expr", "Term"), ("addData(S->getType());", "addData(S->type());")]),
    ("gen-clang-decl-nodes", "clang/include/clang/Basic/DeclNodes.td", &["clang/include/clang/AST", "clang/include"], &[("UsingDirective", "UsingOrder"), ("def Label : DeclNode<Named", "def Label : DeclNode<Decl")]),
    ("gen-clang-diag-groups", "clang/include/clang/Basic/Diagnostic.td", &["clang/include/clang/Basic", "clang/include"], &[("AddressOfTemporary", "AddressOfOther")]),
    ("gen-clang-diags-defs", "clang/include/clang/Basic/Diagnostic.td", &["clang/include/clang/Basic", "clang/include"], &[("warn_doc_html_end_forbidden", "warn_doc_html_other"), ("\"HTML end tag '%0' is forbidden\"", "\"no end tag '%0' here\"")]),
    ("gen-clang-diags-index-name", "clang/include/clang/Basic/Diagnostic.td", &["clang/include/clang/Basic", "clang/include"], &[("warn_doc_html_end_forbidden", "warn_doc_html_other"), ("err_drv_no_such_file", "err_drv_no_file")]),
    ("gen-clang-opcodes", "clang/lib/AST/Interp/Opcodes.td", &["clang/lib/AST", "clang/include"], &[("GetPtrGlobal", "GetPtrAll"), ("\"const RecordDecl *\"", "\"const OtherDecl *\"")]),
    ("gen-clang-sa-checkers", "clang/include/clang/StaticAnalyzer/Checkers/Checkers.td", &["clang/include/clang/StaticAnalyzer/Checkers", "clang/include"], &[("BitwiseShiftChecker", "BitwiseOtherChecker"), ("\"BitwiseShift\"", "\"BitwiseOther\"")]),
    ("gen-clang-stmt-nodes", "clang/include/clang/Basic/StmtNodes.td", &["clang/include/clang/AST", "clang/include"], &[("GotoStmt", "GoStmt")]),
    ("gen-clang-syntax-node-classes", "clang/include/clang/Tooling/Syntax/Nodes.td", &["clang/include/clang/Tooling/Syntax", "clang/include"], &[("ParenExpression", "RoundExpression"), ("Models a parenthesized expression", "Models an expression in parentheses")]),
    ("gen-clang-syntax-node-list", "clang/include/clang/Tooling/Syntax/Nodes.td", &["clang/include/clang/Tooling/Syntax", "clang/include"], &[("ParenExpression", "RoundExpression")]),
    ("gen-clang-type-nodes", "clang/include/clang/Basic/TypeNodes.td", &["clang/include/clang/AST", "clang/include"], &[("ComplexType", "OddType"), ("def ComplexType : TypeNode<Type>", "def ComplexType : TypeNode<Type>, LeafType")]),
    ("gen-clang-type-reader", "clang/include/clang/AST/TypeProperties.td", &["clang/include/clang/AST", "clang/include"], &[("ComplexType", "OddType"), ("pointeeType", "target")]),
    ("gen-clang-type-writer", "clang/include/clang/AST/TypeProperties.td", &["clang/include/clang/AST", "clang/include"], &[("ComplexType", "OddType"), ("pointeeType", "target")]),
    ("gen-ctags", "clang/tools/clang-linker-wrapper/LinkerWrapperOpts.td", &["llvm/include"], &[("cuda_path_EQ", "cuda_folder_EQ")]),
    ("gen-diag-docs", "clang/include/clang/Basic/Diagnostic.td", &["clang/include/clang/Basic", "clang/include"], &[("HTML end tag '%0' is forbidden", "no end tag '%0' here"), ("\"address-of-temporary\"", "\"address-of-other\"")]),
    ("gen-directive-decl", "llvm/include/llvm/Frontend/OpenACC/ACC.td", &["llvm/include"], &[("\"auto\"", "\"automatic\""), ("\"capture\"", "\"catch\"")]),
    ("gen-directive-impl", "llvm/include/llvm/Frontend/OpenACC/ACC.td", &["llvm/include"], &[("\"auto\"", "\"automatic\""), ("\"capture\"", "\"catch\"")]),
    ("gen-exegesis", "llvm/lib/Target/PowerPC/PPC.td", &["llvm/lib/Target/PowerPC", "llvm/include"], &[("DefaultPfmCounters", "OtherPfmCounters"), ("PfmCounter<\"CYCLES\">", "PfmCounter<\"TICKS\">")]),
    ("gen-intrinsic-enums", "llvm/include/llvm/IR/Intrinsics.td", &["llvm/include"], &[("int_sin", "int_sinus"), ("int_cos", "int_cot")]),
    ("gen-intrinsic-impl", "llvm/include/llvm/IR/Intrinsics.td", &["llvm/include"], &[("int_x86_sse_rcp_ss", "int_x86_sse_rcq_ss"), ("\"__builtin_ia32_rcpss\"", "\"__builtin_ia32_rcqss\"")]),
    ("gen-macro-fusion-pred", "llvm/lib/Target/RISCV/RISCV.td", &["llvm/lib/Target/RISCV", "llvm/include"], &[("TuneZExtHFusion", "TuneOtherFusion")]),
    ("gen-opt-docs", "clang/include/clang/Driver/ClangOptionDocs.td", &["clang/include/clang/Driver", "clang/include", "llvm/include"], &[("\"Actions\"", "\"Deeds\""), ("Enable colors in diagnostics", "Colours in diagnostics")]),
    ("gen-opt-parser-defs", "clang/tools/clang-linker-wrapper/LinkerWrapperOpts.td", &["llvm/include"], &[("cuda_path_EQ", "cuda_folder_EQ"), ("\"Set the system CUDA path\"", "\"Where CUDA is\"")]),
    ("gen-opt-rst", "llvm/tools/llvm-nm/Opts.td", &["llvm/include"], &[("\"defined-only\"", "\"only-defined\""), ("\"Show only defined symbols\"", "\"Show defined symbols\"")]),
    ("gen-riscv-target-def", "llvm/lib/Target/RISCV/RISCV.td", &["llvm/lib/Target/RISCV", "llvm/include"], &[("GENERIC_RV32", "OTHER_RV32"), ("\"generic-rv32\"", "\"other-rv32\"")]),
    ("gen-searchable-tables", "llvm/lib/Target/AMDGPU/InstCombineTables.td", &["llvm/lib/Target/AMDGPU", "llvm/include"], &[("AMDGPUImageDMaskIntrinsicTable", "OtherTable"), ("\"getAMDGPUImageDMaskIntrinsic\"", "\"getOther\"")]),
    ("gen-vt", "llvm/include/llvm/CodeGen/ValueTypes.td", &["llvm/include"], &[("v3i1", "v3j1")]),
    ("print-enums class=Register", "llvm/lib/Target/Sparc/Sparc.td", &["llvm/lib/Target/Sparc", "llvm/include"], &[("ASR8  : SparcCtrlReg", "OSR8  : SparcCtrlReg")]),
];

/// The corpus with some words replaced.
struct Edited<'a> {
    corpus: &'a str,
    edit: Option<(&'a str, &'a str)>,
}

impl Files for Edited<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let text = std::fs::read_to_string(format!("{}/{path}", self.corpus)).ok()?;
        Some(match self.edit {
            Some((from, to)) => replace_words(&text, from, to).into(),
            None => text.into(),
        })
    }
}

fn is_word(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// Replaces a text where it does not begin or end within a word.
fn replace_words(text: &str, from: &str, to: &str) -> String {
    let mut out = String::new();
    let mut done = 0;
    for (at, found) in text.match_indices(from) {
        let inner = from.chars().next().is_some_and(is_word)
            && text[..at].chars().next_back().is_some_and(is_word);
        let outer = from.chars().next_back().is_some_and(is_word)
            && text[at + found.len()..].chars().next().is_some_and(is_word);
        if !inner && !outer {
            out += &text[done..at];
            out += to;
            done = at + found.len();
        }
    }
    out + &text[done..]
}

fn read(corpus: &str, case: &Case, edit: Option<Edit>) -> Result<Records, String> {
    let (_, root, folders, ..) = case;
    let files = Edited { corpus, edit };
    let spec = UnitSpec {
        root: (*root).to_owned(),
        include_dirs: folders.iter().map(|it| (*it).to_owned()).collect(),
        macros: Vec::new(),
    };
    let text = files.read(root).expect("the root");
    let unit = load(&spec, text, &files);
    let elaborated = sequential::run(Arc::default(), &unit, Compat::Llvm19);
    let diagnostics = elaborated.diagnostics.iter().map(|it| &it.1);
    let errors = diagnostics.filter(|it| it.severity == Severity::Error);
    let errors: Vec<_> = errors.map(|it| &it.message).collect();
    match errors[..] {
        [] => Ok(elaborated.records),
        _ => Err(format!("{root} with {edit:?}: {errors:?}\n")),
    }
}

/// The lines that a backend writes, each with the records that it is tied to.
fn lines(case: &Case, records: &Records) -> Result<Vec<(String, Vec<String>)>, String> {
    let (name, args) = case.0.split_once(' ').unwrap_or((case.0, ""));
    let backend = backends::find(name).expect("a backend");
    let options = args.split_once('=').and_then(|(option, value)| {
        let option = backend.options().iter().find(|it| it.name == option)?;
        Some((option.name, value.to_owned()))
    });
    let mut out = Output::new().with_map();
    let result = backend.run(records, &Options(options.into_iter().collect()), &mut out);
    result.map_err(|error| format!("{}: {}\n", case.0, error.message))?;
    let map = out.take_map().expect("it was asked for");
    let name = |v| value_unquoted(&records.names(), v);
    let sources = map.lines(&out.text).into_iter();
    let sources = sources.map(|it| it.into_iter().map(name).collect());
    let lines = out.text.split_inclusive('\n').map(str::to_owned);
    Ok(lines.zip(sources).collect())
}

/// The texts of classes and records: a backend may be about either.
fn texts(records: &Records) -> BTreeMap<String, String> {
    let text = |rec: backends::Rec| record(&records.names(), rec.record());
    let all = records.classes().chain(records.defs());
    all.map(|rec| (rec.name().to_owned(), text(rec))).collect()
}

/// A line without its numbers: they may count what stands before, which nobody calls the line's source.
fn without_numbers(line: &str) -> String {
    let mut parts = line.split(|it: char| it.is_ascii_digit());
    let first = parts.next().unwrap_or_default().to_owned();
    parts
        .filter(|it| !it.is_empty())
        .fold(first, |text, part| text + "#" + part)
}

/// The records that an edit changed, and those that read them, directly or through others.
fn changed(old: &Records, new: &Records) -> BTreeSet<String> {
    let (old, new) = (texts(old), texts(new));
    let mut readers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, text) in &new {
        for word in text.split(|it| !is_word(it)) {
            if word != name && new.contains_key(word) {
                readers.entry(word).or_default().push(name);
            }
        }
    }
    let edited = new
        .iter()
        .filter(|(name, text)| old.get(*name) != Some(text));
    let mut rest: Vec<&str> = edited.map(|(name, _)| &**name).collect();
    let mut changed = BTreeSet::new();
    while let Some(name) = rest.pop() {
        if changed.insert(name.to_owned()) {
            rest.extend(readers.get(name).into_iter().flatten());
        }
    }
    changed
}

/// Tells what is wrong with the map after an edit.
fn check(corpus: &str, case: &Case, edit: Edit) -> Result<(), String> {
    let old = read(corpus, case, None)?;
    let new = read(corpus, case, Some(edit))?;
    let changed = changed(&old, &new);
    let before: BTreeSet<_> = lines(case, &old)?
        .into_iter()
        .map(|it| without_numbers(&it.0))
        .collect();
    let mut after = lines(case, &new)?;
    after.retain(|(line, _)| !before.contains(&without_numbers(line)));
    if after.is_empty() {
        return Err(format!("{}: {edit:?} changes nothing\n", case.0));
    }
    let untied =
        |(_, sources): &&(String, Vec<String>)| !sources.iter().any(|it| changed.contains(it));
    match after.iter().find(untied) {
        Some((line, sources)) => Err(format!(
            "{}: {edit:?}: {line:?} is tied to {sources:?}\n",
            case.0
        )),
        None => Ok(()),
    }
}

#[test]
fn changed_lines_are_tied_to_changed_records() {
    let Some(corpus) = std::env::var_os("TABLEGEN_CORPUS") else {
        return;
    };
    let corpus = corpus.to_string_lossy().into_owned();
    let mut wrong = String::new();
    for case in CASES {
        let (.., edits) = case;
        for edit in *edits {
            wrong.extend(check(&corpus, case, *edit).err());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
