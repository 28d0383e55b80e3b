use expect_test::{Expect, expect};
use syntax::Release;

use super::*;
use crate::hir::SpanId;
use crate::ids::{Loc, StmtId};
use crate::record::RecordKind;
use crate::symbol::Sym;
use crate::value::print::Marked;
use crate::value::{ValueId, ValueStore};

fn add_field(
    values: &ValueStore,
    record: &mut Record,
    kind: FieldKind,
    ty: Ty,
    name: &str,
    value: Option<ValueId>,
) {
    record.push_field(
        values,
        FieldRef {
            name: Sym::new(name),
            ty,
            kind,
            value,
            loc: record.locs[0],
        },
    );
}

fn check(values: &ValueStore, made: &Record, want: Expect) {
    want.assert_eq(&record(
        &Marked {
            values,
            release: Release::V19,
        },
        made,
    ));
}

#[test]
fn classes_and_records() {
    let values = ValueStore::default();
    let loc = Loc {
        item: StmtId(0),
        span: SpanId(0),
    };
    let mut class = Record::new(RecordKind::Class, values.string("A"), loc);
    class.args = 2;
    add_field(
        &values,
        &mut class,
        FieldKind::TemplateArg,
        Ty::INT,
        "A:x",
        Some(ValueId::UNSET),
    );
    add_field(
        &values,
        &mut class,
        FieldKind::TemplateArg,
        Ty::STRING,
        "A:c",
        Some(values.code(Sym::new("c"))),
    );
    add_field(
        &values,
        &mut class,
        FieldKind::Normal,
        Ty::STRING,
        "s",
        Some(values.string("s")),
    );
    add_field(
        &values,
        &mut class,
        FieldKind::NonconcreteOk,
        values.bits_ty(1),
        "b",
        Some(values.bits(&[ValueId::UNSET])),
    );
    add_field(
        &values,
        &mut class,
        FieldKind::Normal,
        Ty::BIT,
        "broken",
        None,
    );
    class.supers = vec![Sym::new("Base"), Sym::new("Mid")];
    check(
        &values,
        &class,
        expect![[r#"
            A<int A:x = ?, code A:c = [{c}]> {	// Base Mid
              field bits<1> b = { ? };
              string s = "s";
              bit broken;
            }
        "#]],
    );
    check(
        &values,
        &Record::new(RecordKind::Def, values.string("empty"), loc),
        expect![[r#"
            empty {
            }
        "#]],
    );
}
