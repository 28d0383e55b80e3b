use super::*;
use crate::symbol::Sym;

/// The text of a value, with the internal numbers of anonymous names.
fn show(values: &ValueStore, release: Release, v: ValueId) -> String {
    let text = value(&Marked { values, release }, v);
    fill_marks(&text, |anon| Some(anon.0)).into_owned()
}

#[track_caller]
fn check(want: &str, make: impl FnOnce(&ValueStore) -> ValueId) {
    let values = ValueStore::default();
    let v = make(&values);
    assert_eq!(show(&values, Release::V19, v), want);
}

fn var(values: &ValueStore, name: &str) -> ValueId {
    values.var(Sym::new(name), Ty::INT)
}

#[test]
fn leaves() {
    check("?", |_| ValueId::UNSET);
    check("1", |_| ValueId::TRUE);
    check("7", |it| it.int(7));
    check("-9223372036854775808", |it| it.int(i64::MIN));
    check("\"a\"b\\\"", |it| it.string("a\"b\\"));
    check("[{ x }]", |it| it.code(Sym::new(" x ")));
    check("A:x", |it| var(it, "A:x"));
    check("R0", |it| it.def(it.string("R0"), Ty::RECORD));
}

#[test]
fn sequences() {
    check("{ 1, 0, ? }", |it| {
        it.bits(&[ValueId::UNSET, ValueId::FALSE, ValueId::TRUE])
    });
    check("{  }", |it| it.bits(&[]));
    check("[]", |it| it.list(&[], Ty::INT));
    check("[[1], [2, x]]", |it| {
        let [a, b] = [
            it.list(&[it.int(1)], Ty::INT),
            it.list(&[it.int(2), var(it, "x")], Ty::INT),
        ];
        it.list(&[a, b], it.list_ty(Ty::INT))
    });
}

#[test]
fn operators() {
    check("!cast<list<bits<4>>>(x)", |it| {
        it.un(UnOp::Cast, var(it, "x"), it.list_ty(it.bits_ty(4)))
    });
    check("!logtwo(x)", |it| it.un(UnOp::Log2, var(it, "x"), Ty::INT));
    check("!add(!add(0, x), 1)", |it| {
        let inner = it.bin(BinOp::Add, it.int(0), var(it, "x"), Ty::INT);
        it.bin(BinOp::Add, inner, it.int(1), Ty::INT)
    });
    check("!getdagarg<int>(d, 0)", |it| {
        it.bin(BinOp::GetDagArg, var(it, "d"), it.int(0), Ty::INT)
    });
    check("l[1...x]", |it| {
        let range = it.bin(
            BinOp::RangeClosed,
            it.int(1),
            var(it, "x"),
            it.list_ty(Ty::INT),
        );
        it.bin(BinOp::ListSlice, var(it, "l"), range, it.list_ty(Ty::INT))
    });
    check("!if(c, 1, 2)", |it| {
        it.tern(TernOp::If, var(it, "c"), it.int(1), it.int(2), Ty::INT)
    });
    check("!foreach(i, l, i)", |it| {
        it.tern(
            TernOp::Foreach,
            it.string("i"),
            var(it, "l"),
            var(it, "i"),
            it.list_ty(Ty::INT),
        )
    });
    check("!foldl(0, l, a, b, a)", |it| {
        let node = Node::Fold {
            start: it.int(0),
            list: var(it, "l"),
            acc: Sym::new("a"),
            var: Sym::new("b"),
            body: var(it, "a"),
        };
        it.intern(node, Some(Ty::INT))
    });
    check("!cond(a: 1, b: 2)", |it| {
        let elems = [var(it, "a"), var(it, "b"), it.int(1), it.int(2)];
        it.intern(Node::Cond(elems.into()), Some(Ty::INT))
    });
    check("!exists<A>(\"x\")", |it| {
        it.intern(
            Node::Exists(it.class_ty(Sym::new("A")), it.string("x")),
            Some(Ty::INT),
        )
    });
    check("x{3}", |it| it.var_bit(var(it, "x"), 3));
    check("B<0: x, \"B:y\": 1>.f", |it| {
        let args = [
            (ArgKey::Positional(0), var(it, "x")),
            (ArgKey::Named(Sym::new("B:y")), it.int(1)),
        ];
        it.intern(
            Node::Field(it.instance(Sym::new("B"), &args), Sym::new("f")),
            Some(Ty::INT),
        )
    });
}

#[test]
fn dags() {
    let values = ValueStore::default();
    let op = values.def(values.string("op"), Ty::RECORD);
    let inner = values.dag(op, None, &[]);
    let args = [
        (values.int(1), Some(Sym::new("a").into())),
        (ValueId::UNSET, Some(Sym::new("b").into())),
        (inner, None),
    ];
    let dag = values.dag(op, Some(Sym::new("n").into()), &args);
    assert_eq!(show(&values, Release::V19, dag), "(op:n 1:$a, ?:$b, (op))");
    assert_eq!(show(&values, Release::V22, dag), "(op:$n 1:$a, ?:$b, (op))");
}

#[test]
fn anonymous_names() {
    check("\"x_anonymous_12y\"", |it| {
        it.text(&[
            Part::Text(Sym::new("x_")),
            Part::Anonymous(Anon(12)),
            Part::Text(Sym::new("y")),
        ])
    });
    check("anonymous_3", |it| {
        it.def(it.text(&[Part::Anonymous(Anon(3))]), Ty::RECORD)
    });
}

#[test]
fn marks_give_back_the_parts() {
    let values = ValueStore::default();
    let parts = [
        Part::Anonymous(Anon(1)),
        Part::Text(Sym::new("-")),
        Part::Anonymous(Anon(20)),
    ];
    let text = value_unquoted(
        &Marked {
            values: &values,
            release: Release::V19,
        },
        values.text(&parts),
    );
    assert_eq!(marked_parts(&text), parts);
    assert_eq!(fill_marks(&text, |_| None), "anonymous_?-anonymous_?");
}

#[test]
fn types() {
    let values = ValueStore::default();
    let check = |ty, want: &str| assert_eq!(type_text(&values, ty), want);
    check(values.list_ty(values.list_ty(Ty::DAG)), "list<list<dag>>");
    check(values.bits_ty(128), "bits<128>");
    check(Ty::RECORD, "{}");
    check(values.class_ty(Sym::new("A")), "A");
    check(
        values.record_ty(vec![Sym::new("B"), Sym::new("A")]),
        "{A, B}",
    );
}

#[test]
fn deep_values() {
    let values = ValueStore::default();
    let mut v = values.int(0);
    for _ in 0..100_000 {
        v = values.list(&[v], Ty::INT);
    }
    assert_eq!(show(&values, Release::V19, v).len(), 200_001);
}

#[test]
fn shared_values_are_cut() {
    struct Short<'a>(Marked<'a>);
    impl PrintContext for Short<'_> {
        fn values(&self) -> &ValueStore {
            self.0.values
        }
        fn release(&self) -> Release {
            self.0.release
        }
        fn push_anonymous(&self, _: &mut String, _: Anon) {}
        fn limit(&self) -> usize {
            20
        }
    }
    let values = ValueStore::default();
    let mut v = values.int(0);
    for _ in 0..100 {
        v = values.list(&[v, v], Ty::INT);
    }
    let cut = |v| {
        let names = Short(Marked {
            values: &values,
            release: Release::V19,
        });
        let mut out = String::new();
        assert!(!push_value(&names, &mut out, v));
        out
    };
    assert_eq!(cut(v), "[[[[[[[[[[[[[[[[[[[[[...");
    let flat = values.list(&[values.string("1234567"); 100], Ty::STRING);
    assert_eq!(cut(flat), "[\"1234567\", \"1234567\", ...");
}
