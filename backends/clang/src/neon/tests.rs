//! Headers and tables for a few intrinsics.

mod frames;
mod headers;
mod mistakes;
mod releases;
mod tables;

use expect_test::Expect;

const CLASSES: &str = r#"
class Operation<list<dag> ops = []> {
  list<dag> Ops = ops;
  bit Unavailable = 0;
}
class Op<dag op> : Operation<[op]>;
foreach Index = 0-31 in def sv#Index;
class MaskExpand;
def mask0 : MaskExpand;
def mask1 : MaskExpand;
foreach Name = ["op", "call", "call_mangled", "cast", "bitcast", "dup", "dup_typed", "splat", "save_temp",
                "name_replace", "literal", "shuffle", "add", "rotl", "highhalf", "lowhalf", "rev", "other"] in
  def Name;
def OP_NONE : Operation;
def OP_UNAVAILABLE : Operation { let Unavailable = 1; }
class Inst<string n, string p, string t, Operation o> {
  string Name = n;
  string Prototype = p;
  string Types = t;
  string ArchGuard = "";
  string TargetGuard = "neon";
  Operation Operation = o;
  bit BigEndianSafe = 0;
  bit isShift = 0;
  bit isScalarShift = 0;
  bit isVCVT_N = 0;
  bit isVXAR = 0;
  bit isLaneQ = 0;
  string CartesianProductWith = "";
}
class SInst<string n, string p, string t> : Inst<n, p, t, OP_NONE>;
class IInst<string n, string p, string t> : Inst<n, p, t, OP_NONE>;
class WInst<string n, string p, string t> : Inst<n, p, t, OP_NONE>;
class SOpInst<string n, string p, string t, Operation o> : Inst<n, p, t, o>;
"#;

fn output(backend: &str, source: &str) -> String {
    let records = backend_testing::read(&format!("{CLASSES}{source}"));
    backend_testing::run(crate::ALL, backend, &[], &records).shown(&records)
}

/// The part of a header between the definition of `__ai` and its end.
fn header(source: &str) -> String {
    let shown = output("gen-arm-bf16", source);
    let start = shown.find("__nodebug__))\n\n").map_or(0, |at| at + 15);
    let end = shown.find("\n#undef __ai").unwrap_or(shown.len());
    shown[start..end].to_owned()
}

#[track_caller]
fn check_header(source: &str, want: Expect) {
    want.assert_eq(&header(source));
}
