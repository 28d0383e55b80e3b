use backend_testing::{difference, read_as, run};
use elaborate::records::Release;
use expect_test::{Expect, expect};

/// What is written for operations of the dialect, below the imports.
fn shown(release: Release, text: &str) -> String {
    let classes = include_str!("../tests/dialect.td");
    let records = read_as(release, &format!("{classes}{text}"));
    let run = run(
        crate::ALL,
        "gen-python-op-bindings",
        &[("bind-dialect", "own")],
        &records,
    );
    let shown = run.text_or_error();
    let operations = shown.split_once("DIALECT_NAMESPACE = \"own\"\n");
    operations.map_or(shown.clone(), |it| it.1.to_owned())
}

#[track_caller]
fn check(text: &str, want: Expect) {
    want.assert_eq(&shown(Release::V19, text));
}

const ADD: &str = r#"
    def AddOp : Op<Own, "add"> {
      let description = "Adds.\n  Twice.";
      let arguments = (ins I32:$in, Variadic<I32>:$rest, I32Attr:$camelCase);
      let results = (outs I32:$r);
    }
"#;

#[test]
fn an_operation() {
    check(
        ADD,
        expect![[r#"

        @_ods_cext.register_operation(_Dialect)
        class AddOp(_ods_ir.OpView):
          OPERATION_NAME = "own.add"

          _ODS_REGIONS = (0, True)

          def __init__(self, in_, rest, camelCase, *, loc=None, ip=None):
            operands = []
            results = []
            attributes = {}
            regions = None
            operands.append(_get_op_result_or_value(in_))
            operands.extend(_get_op_results_or_values(rest))
            _ods_context = _ods_get_default_loc_context(loc)
            attributes["camelCase"] = (camelCase if (
            isinstance(camelCase, _ods_ir.Attribute) or
            not _ods_ir.AttrBuilder.contains('I32Attr')) else
              _ods_ir.AttrBuilder.get('I32Attr')(camelCase, context=_ods_context))
            _ods_successors = None
            super().__init__(self.build_generic(attributes=attributes, operands=operands, successors=_ods_successors, regions=regions, loc=loc, ip=ip))

          @builtins.property
          def in_(self):
            return self.operation.operands[0]

          @builtins.property
          def rest(self):
            _ods_variadic_group_length = len(self.operation.operands) - 2 + 1
            return self.operation.operands[1:1 + _ods_variadic_group_length]

          @builtins.property
          def camelCase(self):
            return self.operation.attributes["camelCase"]

          @camelCase.setter
          def camelCase(self, value):
            if value is None:
              raise ValueError("'None' not allowed as value for mandatory attributes")
            self.operation.attributes["camelCase"] = value

          @builtins.property
          def r(self):
            return self.operation.results[0]

        def add(in_, rest, camel_case, *, loc=None, ip=None) -> _ods_ir.Value:
          return _get_op_result_or_op_results(AddOp(in_=in_, rest=rest, camelCase=camel_case, loc=loc, ip=ip))
    "#]],
    );
}

#[test]
fn regions_and_successors() {
    let text = r#"def BrOp : Op<Own, "br"> {
      let regions = (region AnyRegion:$body);
      let successors = (successor AnySuccessor:$next);
    }"#;
    check(
        text,
        expect![[r#"

        @_ods_cext.register_operation(_Dialect)
        class BrOp(_ods_ir.OpView):
          OPERATION_NAME = "own.br"

          _ODS_REGIONS = (1, True)

          def __init__(self, next, *, loc=None, ip=None):
            operands = []
            results = []
            attributes = {}
            regions = None
            _ods_context = _ods_get_default_loc_context(loc)
            _ods_successors = []
            _ods_successors.append(next)
            super().__init__(self.build_generic(attributes=attributes, results=results, operands=operands, successors=_ods_successors, regions=regions, loc=loc, ip=ip))

          @builtins.property
          def body(self):
            return self.regions[0]

        def br(next, *, loc=None, ip=None) -> _ods_ir.Operation:
          return _get_op_result_or_op_results(BrOp(next=next, loc=loc, ip=ip))
    "#]],
    );
}

#[test]
fn releases() {
    let [old, new] = [Release::V19, Release::V22].map(|it| shown(it, ADD));
    expect![[r#"
        +  r"""
        +  Adds.
        +    Twice.
        +  """
        +
        -  def __init__(self, in_, rest, camelCase, *, loc=None, ip=None):
        +  def __init__(self, in_, rest, camelCase, *, results=None, loc=None, ip=None):
        -    results = []
        -    operands.append(_get_op_result_or_value(in_))
        +    operands.append(in_)
        -    super().__init__(self.build_generic(attributes=attributes, operands=operands, successors=_ods_successors, regions=regions, loc=loc, ip=ip))
        +    super().__init__(self.OPERATION_NAME, self._ODS_REGIONS, self._ODS_OPERAND_SEGMENTS, self._ODS_RESULT_SEGMENTS, attributes=attributes, results=results, operands=operands, successors=_ods_successors, regions=regions, loc=loc, ip=ip)
        -  def in_(self):
        +  def in_(self) -> _ods_ir.Value[_ods_ir.IntegerType]:
        -  def rest(self):
        +  def rest(self) -> _ods_ir.OpOperandList:
        -  def camelCase(self):
        +  def camelCase(self) -> _ods_ir.IntegerAttr:
        -  def camelCase(self, value):
        +  def camelCase(self, value: _ods_ir.IntegerAttr):
        -  def r(self):
        +  def r(self) -> _ods_ir.OpResult[_ods_ir.IntegerType]:
        -def add(in_, rest, camel_case, *, loc=None, ip=None) -> _ods_ir.Value:
        -  return _get_op_result_or_op_results(AddOp(in_=in_, rest=rest, camelCase=camel_case, loc=loc, ip=ip))
        +def add(in_, rest, camel_case, *, results=None, loc=None, ip=None) -> _ods_ir.OpResult:
        +  return AddOp(in_=in_, rest=rest, camelCase=camel_case, results=results, loc=loc, ip=ip).result
    "#]].assert_eq(&difference(&old, &new));
}

#[test]
fn optional_values_of_equal_numbers_are_lists() {
    let text = r#"
        def AOp : Op<Own, "a", [NativeTrait<"SameVariadicOperandSize">]> {
          let arguments = (ins I32:$first, Optional<I32>:$second, Optional<I32>:$third);
        }
        def BOp : Op<Own, "b", [NativeTrait<"SameVariadicOperandSize">]> {
          let arguments = (ins I32:$first, Optional<I32>:$second);
        }
    "#;
    let text = shown(Release::V22, text);
    let properties = text.lines().map(str::trim);
    let properties = properties.filter(|it| it.contains("(self) ->"));
    expect![[r#"
          def first(self) -> _ods_ir.Value[_ods_ir.IntegerType]:
          def second(self) -> _ods_ir.OpOperandList:
          def third(self) -> _ods_ir.OpOperandList:
          def first(self) -> _ods_ir.Value[_ods_ir.IntegerType]:
          def second(self) -> _Optional[_ods_ir.Value[_ods_ir.IntegerType]]:
    "#]]
    .assert_eq(&properties.map(|it| format!("{it}\n")).collect::<String>());
}

#[test]
fn a_dialect_has_to_be_given() {
    let records = read_as(Release::V19, include_str!("../tests/dialect.td"));
    let run = run(crate::ALL, "gen-python-op-bindings", &[], &records);
    assert_eq!(run.text_or_error(), "error: dialect name not provided");
}
