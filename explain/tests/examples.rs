//! What `mlir-opt` makes of the examples of the operations of MLIR's own dialects.
//!
//! `TABLEGEN_MLIR` names the folder with `mlir/Dialect/…/*.td`, `TABLEGEN_MLIR_OPT` the program, and
//! `TABLEGEN_RELEASE` the release if it is not 19. The test prints a table: how many examples of a dialect are parsed,
//! and how many also pass verification. With `TABLEGEN_SHOW`, it also prints the examples of the dialect of this name
//! that are not parsed, with `+` behind the name those that are
//! not verified.

use std::process::Command;
use std::sync::Arc;

use backend::{Rec, Records};
use elaborate::records::Release;
use elaborate::sequential;
use elaborate::unit::{Files, UnitSpec, load};
use explain::Example;

/// The dialects, each with the file of its operations.
const DIALECTS: &[(&str, &str)] = &[
    ("arith", "Arith/IR/ArithOps.td"),
    ("llvm", "LLVMIR/LLVMOps.td"),
    ("linalg", "Linalg/IR/LinalgOps.td"),
    ("memref", "MemRef/IR/MemRefOps.td"),
    ("scf", "SCF/IR/SCFOps.td"),
    ("tensor", "Tensor/IR/TensorOps.td"),
    ("func", "Func/IR/FuncOps.td"),
    ("cf", "ControlFlow/IR/ControlFlowOps.td"),
    ("math", "Math/IR/MathOps.td"),
    ("complex", "Complex/IR/ComplexOps.td"),
    ("vector", "Vector/IR/VectorOps.td"),
    ("affine", "Affine/IR/AffineOps.td"),
    ("bufferization", "Bufferization/IR/BufferizationOps.td"),
    ("gpu", "GPU/IR/GPUOps.td"),
    ("async", "Async/IR/AsyncOps.td"),
    ("index", "Index/IR/IndexOps.td"),
    ("emitc", "EmitC/IR/EmitC.td"),
    ("shape", "Shape/IR/ShapeOps.td"),
    ("tosa", "Tosa/IR/TosaOps.td"),
    ("sparse_tensor", "SparseTensor/IR/SparseTensorOps.td"),
    ("nvgpu", "NVGPU/IR/NVGPU.td"),
    ("nvvm", "LLVMIR/NVVMOps.td"),
    ("rocdl", "LLVMIR/ROCDLOps.td"),
    ("omp", "OpenMP/OpenMPOps.td"),
    ("acc", "OpenACC/OpenACCOps.td"),
    ("pdl", "PDL/IR/PDLOps.td"),
];

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        Some(std::fs::read_to_string(path).ok()?.into())
    }
}

fn read(folder: &str, file: &str, release: Release) -> Option<Records> {
    let root = format!("{folder}/mlir/Dialect/{file}");
    let text = Disk.read(&root)?;
    let spec = UnitSpec {
        root,
        include_dirs: vec![folder.to_owned()],
        macros: Vec::new(),
    };
    Some(sequential::run(Arc::default(), &load(&spec, text, &Disk), release).records)
}

/// A module in which an example stands, with what it needs around it.
fn module(example: &Example, text: &str) -> String {
    let mut module = "func.func @f() {\n".to_owned();
    for (name, ty) in &example.operands {
        module += &format!("{name} = \"made.up\"() : () -> ({ty})\n");
    }
    module += text;
    module += "\n";
    if !example.blocks.is_empty() {
        // The example ends its block.
        module += "^made:\n";
    }
    module += "\"made.end\"() : () -> ()\n";
    for block in &example.blocks {
        module += &format!("{block}:\n\"made.end\"() : () -> ()\n");
    }
    module + "}\n"
}

/// Runs the program on modules, which are parsed one after another. For each, the first thing that it says is wrong.
fn opt(program: &str, modules: &[String]) -> Vec<Option<String>> {
    const SEPARATOR: &str = "// -----\n";
    let mut command = Command::new(program);
    command.args(["--allow-unregistered-dialect", "--split-input-file"]);
    let path = std::env::temp_dir().join(format!("examples-{}.mlir", std::process::id()));
    std::fs::write(&path, modules.join(SEPARATOR)).expect("a file");
    let output = command.arg(&path).output().expect("the program");
    std::fs::remove_file(&path).expect("the file");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    // The number of the first line of each module, from 1.
    let mut starts = vec![1];
    for module in modules {
        let last = starts.last().expect("a start");
        starts.push(last + module.lines().count() + 1);
    }
    let mut wrong = vec![None; modules.len()];
    for line in said.lines() {
        let Some((place, message)) = line.split_once(": error: ") else {
            continue;
        };
        // `within split at FILE:LINE offset :LINE:COLUMN`, or `FILE:LINE:COLUMN` in the first module.
        let (split, place) = place.rsplit_once(" offset ").unwrap_or(("", place));
        let line = |text: &str| text.parse::<usize>().ok();
        let start = split.rsplit(':').next().and_then(line).unwrap_or(1);
        let number = place.rsplit(':').nth(1).and_then(line);
        let number = start + number.expect("a line") - 1;
        let at = starts.partition_point(|it| *it <= number) - 1;
        wrong[at].get_or_insert_with(|| message.to_owned());
    }
    assert!(
        output.status.success() || wrong.iter().any(Option::is_some),
        "{said}"
    );
    wrong
}

#[test]
fn examples_are_parsed() {
    let (Ok(folder), Ok(program)) = (
        std::env::var("TABLEGEN_MLIR"),
        std::env::var("TABLEGEN_MLIR_OPT"),
    ) else {
        return;
    };
    let release = match std::env::var("TABLEGEN_RELEASE").as_deref() {
        Ok("22") => Release::V22,
        Ok("21") => Release::V21,
        _ => Release::V19,
    };
    let shown = std::env::var("TABLEGEN_SHOW").unwrap_or_default();
    println!("dialect  operations  texts  by hand  parsed  verified");
    for (dialect, file) in DIALECTS {
        let Some(records) = read(&folder, file, release) else {
            println!("{dialect}: no {file}");
            continue;
        };
        let ops: Vec<Rec> = records.derived_if_defined("Op");
        let (mut texts, mut modules) = (Vec::new(), Vec::new());
        for op in &ops {
            let example = explain::example(*op).unwrap_or_else(|error| {
                panic!("{}: {}", op.name(), error.message);
            });
            let Some(example) = example else {
                println!("{dialect}: the format of {} has a mistake", op.name());
                continue;
            };
            for text in &example.texts {
                modules.push(module(&example, text));
                texts.push(text.clone());
            }
        }
        let by_hand = texts.iter().filter(|it| it.contains("custom<")).count();
        let wrong = opt(&program, &modules);
        let (mut parsed, mut verified) = (0, 0);
        for (text, why) in texts.iter().zip(wrong) {
            // What the verifier says names the operation first. Some of it is said while the parser runs.
            let is_said_by_verifier =
                |it: &String| it.starts_with('\'') || it.contains("failed to satisfy constraint");
            let is_parsed = why.as_ref().is_none_or(is_said_by_verifier);
            parsed += usize::from(is_parsed);
            verified += usize::from(why.is_none());
            let of = format!("{dialect}{}", if is_parsed { "+" } else { "" });
            if let Some(why) = why
                && shown == of
            {
                println!("{text}\n    {why}");
            }
        }
        println!(
            "{dialect:14} {:4} {:4} {by_hand:4} {:4} {:4}",
            ops.len(),
            texts.len(),
            parsed,
            verified
        );
    }
}
