//! Long computations pause often, and end.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use syntax::BangOperator;

use crate::budget::{Limits, MIB, MILLION};
use crate::diagnostic::Severity;
use crate::eval::Release;
use crate::hir::StmtKind;
use crate::ids::StmtId;
use crate::sequential::{self, Elaborated};
use crate::unit::{Files, Unit, UnitSpec, load};
use crate::value::ValueStore;

/// The longest time between two checks for cancellation. Tests are usually built without optimization.
const LONGEST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 200 } else { 10 });

/// The size of the lists.
const SIZE: usize = 50_000;

thread_local! {
    /// The time of this thread's last check, and the longest times between two checks, by the statement that was
    /// elaborated.
    static LAST: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    static TIMES: RefCell<Vec<(Duration, StmtId)>> = const { RefCell::new(Vec::new()) };
}

/// The processor time of this thread, which does not count preemption.
fn now() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// Notes a check for cancellation, or an end.
pub(crate) fn note_look(item: StmtId) {
    let now = now();
    let took = now.saturating_sub(LAST.replace(now));
    if took > LONGEST {
        TIMES.with_borrow_mut(|times| times.push((took, item)));
    }
}

struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<Arc<str>> {
        None
    }
}

fn read(text: &str) -> Unit {
    let unit = load(&UnitSpec::default(), text.into(), &NoFiles);
    let all = unit.syntax_errors.iter().flat_map(|it| it.iter());
    let syntax: Vec<_> = all
        .filter(|it| it.releases.contains(Release::V22))
        .collect();
    assert!(syntax.is_empty(), "{syntax:?}");
    unit
}

fn errors(done: &Elaborated) -> Vec<String> {
    let all = done.diagnostics.iter().map(|(_, it)| it);
    let errors = all.filter(|it| it.severity == Severity::Error);
    errors.map(|it| it.message.clone()).collect()
}

/// Runs `f` where there is a large stack.
fn on_stack<R: Send>(f: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 30);
        thread.spawn_scoped(scope, f).unwrap().join().unwrap()
    })
}

/// Checks that each statement of a text pauses often enough, and that it elaborates as expected without an error.
fn check_pauses(text: &str) {
    on_stack(|| {
        let unit = read(text);
        LAST.set(now());
        let values = ValueStore::default().within(ENDLESS);
        let done = sequential::run(Arc::new(values), &unit, Release::V22);
        let errors = errors(&done);
        let text_of = |item: StmtId| {
            let spans = unit
                .sources
                .spans(item)
                .expect("it is in the unit")
                .extent();
            let text = &text[spans.start as usize..spans.end as usize];
            text.chars().take(100).collect::<String>()
        };
        let mut times = TIMES.take();
        times.sort_by_key(|(took, item)| (*item, *took));
        times.reverse();
        times.dedup_by_key(|(_, item)| *item);
        let times = times
            .iter()
            .map(|(took, item)| format!("{took:?}: {}", text_of(*item)));
        assert_eq!(times.collect::<Vec<_>>(), Vec::<String>::new());
        assert_eq!(errors, Vec::<String>::new());
    });
}

/// Inputs of operators: a field and a variable of each name.
fn inputs() -> Vec<(&'static str, &'static str, String)> {
    vec![
        ("list<int>", "ints", format!("!range(0, {SIZE})")),
        (
            "list<int>",
            "others",
            format!("!range({SIZE}, {})", 2 * SIZE),
        ),
        (
            "list<string>",
            "texts",
            format!("!foreach(i, !range(0, {SIZE}), \"t\" # i)"),
        ),
        (
            "list<list<int>>",
            "lists",
            format!("!foreach(i, !range(0, {SIZE}), [i, 1])"),
        ),
        (
            "string",
            "text",
            format!("!interleave(!range(0, {SIZE}), \",\")"),
        ),
        (
            "dag",
            "nodes",
            format!("!dag(operator, !range(0, {SIZE}), ?)"),
        ),
    ]
}

/// Applications of an operator to large inputs: to large values if it takes any, otherwise to many.
fn applications(operator: BangOperator) -> Vec<(&'static str, String)> {
    use BangOperator::*;
    let name = operator.name();
    let each = |ty, of: &str, body: &str| vec![(ty, format!("!foreach(e, {of}, {body})"))];
    let list = |of: &str| vec![("list<int>", of.to_owned())];
    match operator {
        Add | And | Or | Xor | Mul | Sub | Shl | Sra | Srl => {
            each("list<int>", "ints", &format!("!{name}(e, 3)"))
        }
        Div => each("list<int>", "ints", "!div(e, 3)"),
        Not | LogTwo => each("list<int>", "ints", &format!("!{name}(!add(e, 1))")),
        Eq | Ne | Lt | Le | Gt | Ge => {
            let mut all = each("list<bit>", "texts", &format!("!{name}(e, \"t5\")"));
            all.extend(each("list<bit>", "ints", &format!("!{name}(e, 5)")));
            all
        }
        Cast => each(
            "list<Made>",
            "texts",
            "!cast<Made>(\"made\" # !if(!eq(e, \"t5\"), 1, 2))",
        ),
        Con => vec![("dag", "!con(nodes, nodes, nodes)".to_owned())],
        Cond => each(
            "list<int>",
            "ints",
            "!cond(!lt(e, 5): 1, !lt(e, 7): 2, 1: 3)",
        ),
        Dag => vec![("dag", "!dag(operator, ints, texts)".to_owned())],
        Empty | Size => vec![
            ("int", format!("!{name}(text)")),
            (
                "list<int>",
                format!("!foreach(e, !range(0, 300), !{name}(text # e))"),
            ),
        ],
        Exists => vec![("int", "!exists<Made>(text)".to_owned())],
        Filter => list("!filter(e, ints, !lt(e, 77777))"),
        Find => each("list<int>", "!range(0, 300)", "!find(text, \"99999\" # e)"),
        Foldl => vec![("int", "!foldl(0, ints, all, e, !add(all, e))".to_owned())],
        Foreach => vec![
            ("list<int>", "!foreach(e, ints, !add(e, 1))".to_owned()),
            ("dag", "!foreach(e, nodes, e)".to_owned()),
        ],
        GetDagArg | GetDagName => {
            let (ty, of) = match operator {
                GetDagArg => ("list<int>", "!getdagarg<int>(nodes, e)"),
                _ => ("list<string>", "!getdagname(nodes, e)"),
            };
            each(ty, "ints", of)
        }
        GetDagOp => each("list<Operator>", "ints", "!getdagop<Operator>(nodes)"),
        GetDagOpName => each(
            "list<string>",
            "!range(0, 30)",
            "!getdagopname(!setdagopname(nodes, \"n\" # e))",
        ),
        Head => each("list<int>", "lists", "!head(e)"),
        If => each("list<int>", "ints", "!if(!lt(e, 100), e, 0)"),
        Initialized => each("list<int>", "ints", "!initialized(e)"),
        Instances => vec![("list<Operator>", "!instances<Operator>()".to_owned())],
        Interleave => vec![("string", "!interleave(texts, \"<->\")".to_owned())],
        IsA => each("list<int>", "ints", "!isa<string>(e)"),
        ListConcat => list("!listconcat(ints, others, ints, others)"),
        ListFlatten => list("!listflatten(lists)"),
        ListRemove => {
            let mut all = list("!listremove(ints, others)");
            all.push(("list<string>", "!listremove(texts, texts)".to_owned()));
            all
        }
        ListSplat => list(&format!("!listsplat(1, {SIZE}0)")),
        Match => each("list<bit>", "texts", "!match(e, \"t(1|3)*7\")"),
        Range => list(&format!("!range(0, {SIZE}0)")),
        Repr => vec![("string", "!repr(texts)".to_owned())],
        SetDagArg => each("list<dag>", "!range(0, 30)", "!setdagarg(nodes, e, 0)"),
        SetDagName => each("list<dag>", "!range(0, 30)", "!setdagname(nodes, e, \"n\")"),
        SetDagOp => each(
            "list<dag>",
            "!range(0, 30)",
            "!setdagop(!setdagarg(nodes, e, 0), operator)",
        ),
        SetDagOpName => each(
            "list<dag>",
            "!range(0, 30)",
            "!setdagopname(nodes, \"n\" # e)",
        ),
        StrConcat => each(
            "list<string>",
            "!range(0, 300)",
            "!strconcat(\"<\", text, \"\" # e)",
        ),
        Subst => each(
            "list<string>",
            "!range(0, 100)",
            "!subst(\"9\", \"<9>\", text # e)",
        ),
        Substr => each("list<string>", "!range(0, 3000)", "!substr(text, e, 1)"),
        Tail => each(
            "list<list<int>>",
            "!range(0, 100)",
            "!tail(!listconcat([e], ints))",
        ),
        ToLower | ToUpper => each(
            "list<string>",
            "!range(0, 100)",
            &format!("!{name}(text # e)"),
        ),
    }
}

#[test]
fn every_operator_pauses() {
    let mut text = "class Operator; class Made; def operator : Operator; def made1 : Made; def made2 : Made;\n".to_owned();
    let mut class = "class In {\n".to_owned();
    for (ty, name, value) in inputs() {
        text += &format!("defvar {name} = {value};\n");
        class += &format!("{ty} own_{name} = {name};\n");
    }
    text += &format!("{class}}}\n");
    for operator in BangOperator::ALL {
        for (number, (ty, value)) in applications(*operator).into_iter().enumerate() {
            let name = format!("{}_{number}", operator.name());
            // Once when it is read, and once when a record is made final.
            text += &format!("defvar var_{name} = {value};\n");
            let mut of_fields = value;
            for (_, input, _) in inputs() {
                let word = |end: char| format!("{input}{end}");
                for end in [',', ')', ' '] {
                    of_fields = of_fields.replace(&word(end), &format!("own_{}", word(end)));
                }
            }
            text += &format!("def rec_{name} : In {{ {ty} value = {of_fields}; }}\n");
        }
    }
    check_pauses(&text);
}

/// A statement of each kind with much in it.
fn statements() -> Vec<(&'static str, String)> {
    let many = |each: &dyn Fn(usize) -> String| (0..SIZE / 10).map(each).collect::<String>();
    vec![
        (
            "class",
            format!(
                "class Wide {{ {} }}",
                many(&|i| format!("int f{i} = {i};\n"))
            ),
        ),
        (
            "multiclass",
            format!(
                "multiclass Many {{ {} }}",
                many(&|i| format!("def d{i} : Wide1;\n"))
            ),
        ),
        (
            "def",
            format!(
                "def wide : Wide {{ {} }}",
                many(&|i| format!("let f{i} = !add({}, 1);\n", i))
            ),
        ),
        ("defm", "defm many : Many;".to_owned()),
        (
            "foreach",
            "foreach a = 0...300 in foreach b = 0...300 in if !lt(b, 0) then def not#a#b;"
                .to_owned(),
        ),
        (
            "if",
            format!(
                "if 1 then {{ {} }}",
                many(&|i| format!("def if{i} : Wide1;\n"))
            ),
        ),
        (
            "let",
            format!(
                "let w = !foldl(0, !range(0, {SIZE}), all, i, !xor(all, i)) in def in_let : Wide1;"
            ),
        ),
        (
            "defset",
            format!(
                "defset list<Wide1> set = {{ foreach i = 0...{} in def set#i : Wide1; }}",
                SIZE / 10
            ),
        ),
        (
            "deftype",
            format!(
                "deftype Deep = {}int{};",
                "list<".repeat(300),
                ">".repeat(300)
            ),
        ),
        ("defvar", format!("defvar var = !range(0, {SIZE});")),
        (
            "assert",
            format!("assert !eq(!size(!range(0, {SIZE})), {SIZE}), \"size\";"),
        ),
        ("dump", format!("dump !repr(!range(0, {SIZE}));")),
    ]
}

fn keyword(stmt: &StmtKind) -> Option<&'static str> {
    Some(match stmt {
        StmtKind::Error => return None,
        StmtKind::Class(_) => "class",
        StmtKind::Multiclass(_) => "multiclass",
        StmtKind::Def(_) => "def",
        StmtKind::Defm(_) => "defm",
        StmtKind::Foreach(_) => "foreach",
        StmtKind::If(_) => "if",
        StmtKind::Let(_) => "let",
        StmtKind::Defset(_) => "defset",
        StmtKind::Deftype(_) => "deftype",
        StmtKind::Defvar(_) => "defvar",
        StmtKind::Assert(_) => "assert",
        StmtKind::Dump(_) => "dump",
    })
}

#[test]
fn every_statement_pauses() {
    let mut text = "class Wide1 { int w = 1; }\n".to_owned();
    text.extend(statements().iter().map(|(_, it)| format!("{it}\n")));
    let has = |name: &str| {
        read(&text)
            .stmts()
            .any(|it| keyword(&it.kind) == Some(name))
    };
    for (name, _) in statements() {
        assert!(has(name), "{name}");
    }
    check_pauses(&text);
}

/// The records of a unit under some limits, and the number of steps that it takes.
fn run(text: &str, limits: Limits) -> (Elaborated, u64) {
    let values = Arc::new(ValueStore::default().within(limits));
    let done = on_stack(|| sequential::run(values.clone(), &read(text), Release::V22));
    // A slice that was begun is not counted yet.
    (done, values.budget().steps())
}

const ENDLESS: Limits = Limits {
    memory: usize::MAX,
    steps: u64::MAX,
};

const SMALL: Limits = Limits {
    memory: 32 * MIB,
    steps: 10 * MILLION,
};

/// The records of a statement that never ends, or takes long, and of others around it.
#[track_caller]
fn check_end(statements: &str, want: &str) {
    let text = format!("def before;\n{statements}\ndef after;\n");
    let (done, _) = run(&text, SMALL);
    let errors = errors(&done);
    assert!(
        matches!(&errors[..], [error] if error.contains(want)),
        "{errors:?}"
    );
    assert!(done.records.def("before").is_some());
}

const WORK: &str = "10 million steps (limit of work)";
const MEMORY: &str = "32 MiB (limit of memory)";

#[test]
fn regular_expressions_end() {
    let repeated = |text: &str, count: usize| text.repeat(count);
    let (a, two) = (repeated("a", 40), repeated("a", 2));
    check_end(
        &format!("def x {{ bit m = !match(\"{a}x{two}\", \"^((a|aa)+)x\\\\1$\"); }}"),
        WORK,
    );
    // Each attempt leaves an alternative behind; the reference overflows its stack.
    let (ab, ba) = (repeated("ab", 30), repeated("ba", 40));
    check_end(
        &format!("def x {{ bit m = !match(\"{ab}x{ba}\", \"^(([ab]*)*)x\\\\1$\"); }}"),
        "leaves too many ways to match it",
    );
    check_end(
        "def x { bit m = !match(\"\", \"(((a{255}){255}){255}){255}\"); }",
        "a regular expression is too large",
    );
    let (open, close) = (repeated("(", 1 << 17), repeated(")*", 1 << 17));
    check_end(
        &format!("def x {{ bit m = !match(\"\", \"{open}a{close}\"); }}"),
        WORK,
    );
}

#[test]
fn empty_loops_end() {
    check_end(
        "foreach a = 0...2000 in foreach b = 0...2000 in foreach c = 0...2000 in if 0 then def x;",
        WORK,
    );
    check_end(
        "multiclass M { foreach a = 0...9000 in foreach b = 0...9000 in if 0 then def x; }\ndefm x : M;",
        WORK,
    );
}

#[test]
fn operators_in_operators_end() {
    check_end(
        "defvar l = !range(0, 2000);
        def d { int x = !foldl(0, l, a, i, !foldl(a, l, b, j, !xor(b, !add(i, j)))); }",
        WORK,
    );
    check_end(
        "defvar l = !range(0, 9000);
        def d { int x = !size(!filter(i, l, !size(!filter(j, l, !lt(i, j))))); }",
        WORK,
    );
}

/// Statements that each use the one before twice.
fn doubled(first: &str, next: impl Fn(usize) -> String) -> String {
    let all = (1..40).map(|i| next(i) + "\n");
    format!("{first}\n{}", all.collect::<String>())
}

#[test]
fn what_grows_exponentially_ends() {
    let multiclasses = |i: usize| {
        format!(
            "multiclass M{i} {{ defm x : M{}; defm y : M{}; }}",
            i - 1,
            i - 1
        )
    };
    check_end(
        &doubled("multiclass M0 { def a; def b; }", multiclasses),
        "limit of",
    );
    let calls = (0..40).map(|i| format!("defm x{i} : M; "));
    check_end(
        &format!("multiclass M {{ def a; {} }}", calls.collect::<String>()),
        "limit of",
    );
    let classes = |i: usize| {
        let below = format!("C{}", i - 1);
        let far = 1_u64 << i;
        format!("class C{i}<int n> {{ int x = !add({below}<n>.x, {below}<!add(n, {far})>.x); }}")
    };
    let classes = doubled("class C0<int n> { int x = n; }", classes);
    check_end(
        &format!("{classes}def d {{ int x = C39<0>.x; }}"),
        "limit of",
    );
    let lists = |i: usize| format!("defvar v{i} = !listconcat(v{}, v{});", i - 1, i - 1);
    check_end(&doubled("defvar v0 = [1];", lists), MEMORY);
    let pasted = |i: usize| format!("defvar v{i} = v{} # v{};", i - 1, i - 1);
    check_end(&doubled("defvar v0 = [1];", pasted), MEMORY);
    let strings = |i: usize| format!("defvar v{i} = !strconcat(v{}, v{});", i - 1, i - 1);
    check_end(&doubled("defvar v0 = \"a\";", strings), MEMORY);
}

#[test]
fn what_is_shared_is_looked_at_once() {
    let shared = doubled("def r;\ndefvar v0 = [1];", |i| {
        format!("defvar v{i} = [v{}, v{}];", i - 1, i - 1)
    });
    let ty = |elem: &str| format!("{}{elem}{}", "list<".repeat(40), ">".repeat(40));
    let (int, bit) = (ty("int"), ty("bit"));
    // One statement makes a record before it makes an instance with the list as argument.
    let text = format!(
        "{shared}class C<{int} l> {{ int n = !size(l); }}
        foreach i = [1, 2] in {{ def r#i; def d#i {{ int n = C<v39>.n; {bit} b = v39; }} }}"
    );
    let (done, steps) = run(&text, SMALL);
    assert_eq!(errors(&done), Vec::<String>::new());
    assert!(steps < MILLION, "{steps}");
}

#[test]
fn memory_is_counted_for_all_of_a_unit() {
    let records =
        |i: usize| format!("foreach i = 0...9999 in def d{i}_#i {{ string s = \"s\" # i; }}\n");
    let text: String = (0..11).map(records).collect();
    let limits = Limits {
        steps: u64::MAX,
        ..SMALL
    };
    let (done, _) = run(&text, limits);
    assert!(
        matches!(&errors(&done)[..], [error] if error.contains(MEMORY)),
        "{:?}",
        errors(&done)
    );
    assert!(done.records.def("d0_9999").is_some());
    assert!(done.records.def("d10_0").is_none());
    let enough = Limits {
        memory: 200 * MIB,
        ..limits
    };
    assert_eq!(errors(&run(&text, enough).0), Vec::<String>::new());
}

#[test]
fn work_is_counted_for_all_of_a_unit() {
    let text: String = (0..20)
        .map(|i| format!("foreach i = 0...100000 in if 0 then def x;\ndef d{i};\n"))
        .collect();
    let (done, _) = run(&text, SMALL);
    assert_eq!(errors(&done).len(), 1);
    assert!(done.records.def("d0").is_some() && done.records.def("d19").is_none());
}

/// Twice as much takes at most about twice the steps.
#[track_caller]
fn check_linear(text: impl Fn(usize) -> String) {
    let [once, twice] = [SIZE / 4, SIZE / 2].map(|size| {
        let (done, steps) = run(&text(size), ENDLESS);
        assert_eq!(errors(&done), Vec::<String>::new());
        (steps, done.records.values.memory() as u64)
    });
    // A slice is counted as a whole or not at all.
    let slice = 2 * super::SLICE as u64;
    assert!(twice.0 <= once.0 * 5 / 2 + slice, "{once:?} {twice:?}");
    assert!(twice.1 <= once.1 * 5 / 2 + MIB as u64, "{once:?} {twice:?}");
}

#[test]
fn operators_cost_what_their_operands_warrant() {
    let operands = |what: &str, size: usize| vec![what; size].join(", ");
    check_linear(|size| {
        format!(
            "def d {{ list<int> x = !listremove(!range(0, {size}), !range({size}, {size} * 2)); }}"
        )
        .replace(&format!("{size} * 2"), &(2 * size).to_string())
    });
    check_linear(|size| format!("defvar s = !strconcat({});", operands("\"a\"", size)));
    check_linear(|size| format!("defvar s = !listconcat({});", operands("[1]", size)));
    check_linear(|size| format!("def op;\ndefvar s = !con({});", operands("(op 1)", size)));
    check_linear(|size| format!("defvar s = !add({});", operands("1", size)));
    check_linear(|size| format!("defvar s = !interleave(!range(0, {size}), \",\");"));
    check_linear(|size| {
        format!("defvar s = !size(!listflatten(!foreach(i, !range(0, {size}), [i])));")
    });
    check_linear(|size| {
        format!("class Big<int n> {{ int v = n; }}\nforeach i = 0...{size} in def : Big<i>;")
    });
}

#[test]
fn large_values_are_not_refused() {
    let text =
        "def a { list<int> x = !foldl([]<int>, !range(0, 4000), all, i, !listconcat(all, [i])); }
        def b { bits<4000000> x = 0; }";
    assert_eq!(
        errors(&run(text, Limits::default()).0),
        Vec::<String>::new()
    );
}
