//! The expectations are what `mlir-tblgen` 19 and 22 print.

use backend::{Backend, Output};
use backend_testing::{read, run};
use expect_test::{Expect, expect};

use super::*;

const SOURCE: &str = r#"
class Deprecated<string reason> { string odsDeprecated = reason; }
class P<int n> { int width = n; }
class Op<dag ins> { dag arguments = ins; list<P> params = []; P p = ?; }
def ins;
def Old : P<1>, Deprecated<"moved to New">;
def New : P<1>;
def Ancient : P<2>, Deprecated<"gone">;
class Wrap<P inner> : P<3> { P base = inner; list<P> all = [inner]; }
multiclass M { def _1 : Op<(ins Old:$y, Ancient:$z)>; }
"#;

const REPORT: Backend = Backend::of_any_tool("report", "", |cx, _: &mut Output| report_uses(cx))
    .options(&[ON_DEPRECATED]);

#[track_caller]
fn check(options: &[(&str, &str)], text: &str, want: Expect) {
    let records = read(&format!("{SOURCE}{text}"));
    let skipped = SOURCE.lines().count() as u32;
    let shown = run(&[REPORT], "report", options, &records).shown_below(&records, skipped);
    want.assert_eq(&shown);
}

#[test]
fn uses_in_dags_lists_and_anonymous_records() {
    check(
        &[],
        "def A : Op<(ins Old:$x)>;\n\
         def B : Op<(ins New:$x)> { let params = [New, Old]; }\n\
         def C : Op<(ins Wrap<Ancient>:$x)>;\n\
         def D : Op<(ins C:$x)> { let p = Wrap<Old>; }\n\
         defm E : M;\n\
         def : Op<(ins Old)>;\n\
         def F : Op<(ins D:$x)>;\n",
        expect![[r#"
            3: warning: Using deprecated def `Ancient`
            0: warning: Using deprecated def `Ancient`
            1: warning: Using deprecated def `Old`
            2: warning: Using deprecated def `Old`
            4: warning: Using deprecated def `Old`
            0: warning: Using deprecated def `Old`
        "#]],
    );
}

#[test]
fn an_error_ends_the_run() {
    let options = [("on-deprecated", "error")];
    check(
        &options,
        "def A : Op<(ins Old:$x)>;\n",
        expect![[r#"
        1: warning: Using deprecated def `Old`
        note: Error'ing out due to deprecated defs
    "#]],
    );
}

#[test]
fn without_uses_or_on_demand_nothing_is_reported() {
    check(&[], "def A : Op<(ins New:$x)>;\n", expect![[""]]);
    let options = [("on-deprecated", "none")];
    check(&options, "def A : Op<(ins Old:$x)>;\n", expect![[""]]);
}
