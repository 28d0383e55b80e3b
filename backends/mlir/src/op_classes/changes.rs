//! What releases write differently in classes of operations.

use backend::Release;

use mlir_model::names::getter;
use mlir_model::operation::Operation;
use mlir_model::template::Substitutions;
use mlir_model::type_constraint::Arity;

/// Whether operations without properties have an empty struct of them.
pub(super) fn has_empty_properties(release: Release) -> bool {
    release >= Release::V22
}

/// Whether a `create` stands beside each `build`.
pub(super) fn has_create(release: Release) -> bool {
    release >= Release::V22
}

/// Whether a builder of the author that an earlier one makes redundant is a mistake. 19 drops it.
pub(super) fn rejects_shadowed_builders(release: Release) -> bool {
    release >= Release::V22
}

/// Whether properties that are no attributes have accessors in all classes, and parameters of builders.
pub(super) fn has_property_accessors(release: Release) -> bool {
    release >= Release::V22
}

/// Whether the indices of operands are constants.
pub(super) fn has_operand_indices(release: Release) -> bool {
    release >= Release::V22
}

/// Whether an adaptor can be made of another one and other operands.
pub(super) fn has_rebinding_constructor(release: Release) -> bool {
    release >= Release::V22
}

/// Whether properties can be set from a parsed attribute even where the format does not do that.
pub(super) fn always_sets_parsed(release: Release) -> bool {
    release >= Release::V22
}

/// Whether collective builders exist that take properties.
pub(super) fn has_property_builders(release: Release) -> bool {
    release >= Release::V22
}

/// Whether attributes without a default value tell builders apart whose default values would make them ambiguous.
pub(super) fn counts_given_attributes(release: Release) -> bool {
    release >= Release::V22
}

/// What a getter of the struct of properties is declared with.
pub(super) fn getter_qualifier(release: Release) -> &'static str {
    if release >= Release::V22 {
        " const"
    } else {
        ""
    }
}

/// How a setter of the struct of properties takes a value of a type.
pub(super) fn setter_parameter(release: Release, ty: &str) -> String {
    if release >= Release::V22 {
        format!("{ty} ")
    } else {
        format!("const {ty} &")
    }
}

/// How a remover makes an attribute empty.
pub(super) fn remover_body(release: Release, name: &str) -> String {
    if release >= Release::V22 {
        format!(
            "\n    auto attr = getProperties().{name};\n    getProperties().{name} = {{}};\n    return attr;\n"
        )
    } else {
        format!("\n    auto &attr = getProperties().{name};\n    attr = {{}};\n    return attr;\n")
    }
}

/// What stands above the forward declaration of a class.
pub(super) fn has_comments(release: Release) -> bool {
    release >= Release::V22
}

/// The end of a guarded part.
pub(super) fn guard_end(release: Release, guard: &str) -> String {
    if release >= Release::V22 {
        format!("\n#endif // {guard}\n\n")
    } else {
        format!("\n#endif  // {guard}\n\n")
    }
}

/// Whether attributes are kept as properties.
pub(super) fn has_properties(release: Release, op: &Operation, uses_them: bool) -> bool {
    if !op.properties.is_empty() {
        return true;
    }
    let has_some = op.native_attributes().next().is_some()
        || op.has_operand_segments()
        || op.has_result_segments();
    uses_them && (has_some || has_empty_properties(release))
}

/// The C++ class of values whose type is of a class.
pub(super) fn typed_value(release: Release, ty: &str) -> String {
    // A name that is not qualified may mean something else where the class stands.
    let says_more = ty.starts_with("::") && ty != "::mlir::Type";
    if release >= Release::V22 || says_more {
        format!("::mlir::TypedValue<{ty}>")
    } else {
        "::mlir::Value".to_owned()
    }
}

/// Whether summaries of constraints may have C++ in them.
pub(super) fn has_code_in_summaries(release: Release) -> bool {
    release >= Release::V22
}

/// The number of the first function of its kind that tests a constraint.
pub(super) fn first_check(release: Release) -> usize {
    usize::from(release >= Release::V22)
}

/// The namespace of these functions, in a file that starts with an operation.
pub(super) fn checks_namespace<'o>(release: Release, first: &'o Operation) -> &'o str {
    if release >= Release::V22 {
        ""
    } else {
        &first.namespace
    }
}

/// The start of an error of an adaptor, up to the text.
pub(super) fn adaptor_error(release: Release, op: &str) -> String {
    // 19 starts another literal.
    let end = if release >= Release::V22 {
        " "
    } else {
        " \"\""
    };
    format!("emitError(loc, \"'{op}' op{end}")
}

/// What stands before the text about segment sizes in an error. Since 22 the literal ends before it starts.
pub(super) fn before_segments_error(release: Release) -> &'static str {
    if release >= Release::V22 { "\"" } else { "" }
}

/// Whether it is tested that an operation has the operands whose types are taken.
pub(super) fn counts_operands(release: Release) -> bool {
    release >= Release::V22
}

/// Whether it is a mistake to take a type from what is no attribute.
pub(super) fn infers_from_attributes_only(release: Release) -> bool {
    release >= Release::V22
}

/// What the conversion of an attribute says that it returns.
pub(super) fn conversion_result(release: Release) -> &'static str {
    if release >= Release::V22 {
        " -> ::mlir::LogicalResult"
    } else {
        ""
    }
}

/// The value that a property or a parameter has where none is given.
pub(super) fn default_value(release: Release, value: &str, names: &Substitutions) -> String {
    if release >= Release::V22 {
        names.fill(value)
    } else {
        value.to_owned()
    }
}

/// The template by which numbers of operands or results become an attribute. Since 22 it is the body of a function.
pub(super) fn segments_to_attribute(release: Release) -> &'static str {
    if release >= Release::V22 {
        "return ::mlir::DenseI32ArrayAttr::get($_ctxt, $_storage);"
    } else {
        "::mlir::DenseI32ArrayAttr::get($_ctxt, $_storage)"
    }
}

/// What makes an attribute, as an expression.
pub(super) fn as_expression(release: Release, code: &str) -> String {
    if release >= Release::V22 {
        format!("[&]() -> ::mlir::Attribute {{ {code} }}()")
    } else {
        code.to_owned()
    }
}

/// What adds a property to a dictionary, by the code that makes an attribute of it.
pub(super) fn add_to_dictionary(release: Release, name: &str, code: &str) -> String {
    if release >= Release::V22 {
        format!(
            "      auto attr = [&]() -> ::mlir::Attribute {{
        {code}
      }}();
      attrs.push_back(odsBuilder.getNamedAttr(\"{name}\", attr));
"
        )
    } else {
        format!(
            "      attrs.push_back(odsBuilder.getNamedAttr(\"{name}\",
                                              {code}));
"
        )
    }
}

/// The function that hashes a property by a template, and how it is called.
pub(super) fn hash(release: Release, name: &str, template: &str) -> (String, String) {
    let code = Substitutions::new()
        .with("_storage", "propStorage")
        .fill(template);
    if release < Release::V22 {
        let lambda = format!(
            "
  auto hash_{name} = [] (const auto &propStorage) -> llvm::hash_code {{
    return {code};
  }};
"
        );
        return (lambda, format!("\n    hash_{name}(prop.{name})"));
    }
    if template.is_empty() {
        return (String::new(), format!("\n    hash_value(prop.{name})"));
    }
    let lambda = format!(
        "
  auto hash_{name}_ = [] (const auto &propStorage) -> llvm::hash_code {{
    using ::llvm::hash_value;
    return {code};
  }};
"
    );
    (lambda, format!("\n    hash_{name}_(prop.{name})"))
}

/// What stands before hashes are combined.
pub(super) fn before_hash(release: Release) -> &'static str {
    if release >= Release::V22 {
        "  using llvm::hash_value;\n"
    } else {
        ""
    }
}

/// How a builder finds the attribute whose type results have.
pub(super) struct TypeAttribute {
    /// What stands before operands and attributes are added.
    pub(super) before: String,
    /// The attribute.
    pub(super) value: &'static str,
    /// What stands behind all.
    pub(super) after: &'static str,
}

/// How a builder finds the attribute whose type results have, among given attributes.
pub(super) fn type_attribute(release: Release, name: &str) -> TypeAttribute {
    let getter = getter(name);
    if release >= Release::V22 {
        TypeAttribute {
            before: format!(
                "  ::mlir::Attribute typeAttr;
  auto attrName = {getter}AttrName(odsState.name);
  for (auto attr : attributes) {{
    if (attr.getName() == attrName) {{
      typeAttr = attr.getValue();
      break;
    }}
  }}
"
            ),
            value: "typeAttr",
            after: "",
        }
    } else {
        TypeAttribute {
            before: format!(
                "  auto attrName = {getter}AttrName(odsState.name);
  for (auto attr : attributes) {{
    if (attr.getName() != attrName) continue;
"
            ),
            value: "attr.getValue()",
            after: "  }\n",
        }
    }
}

/// The number of all values of a list of lists.
pub(super) fn total_size(release: Release, name: &str) -> String {
    let add = "[](int32_t curSum, ::mlir::ValueRange range) { return curSum + \
               static_cast<int32_t>(range.size()); }";
    if release >= Release::V22 {
        format!("llvm::accumulate({name}, int32_t(0), {add})")
    } else {
        format!("static_cast<int32_t>(std::accumulate({name}.begin(), {name}.end(), 0, {add}))")
    }
}

/// What a builder does where it cannot infer types.
pub(super) fn inference_failure(release: Release) -> &'static str {
    if release >= Release::V22 {
        "::mlir::detail::reportFatalInferReturnTypesError(odsState);\n        "
    } else {
        "::llvm::report_fatal_error(\"Failed to infer result type(s).\");"
    }
}

/// A function whose name comes from the author, or that the author may ask for twice.
#[derive(Clone, Copy)]
pub(super) enum Accessor {
    /// The name of an attribute.
    AttributeName,
    /// The name of the attribute with the numbers of operands.
    SegmentsName,
    Property,
    /// The value of an attribute.
    Attribute,
    /// In an adaptor an attribute as it is stored.
    StoredAttribute,
    Operand(Arity),
    MutableOperands,
    Result(Arity),
    /// Whether it stands for any number of regions.
    Region(bool),
    /// The same in an adaptor.
    AdaptorRegion(bool),
    /// Whether it stands for any number of successors.
    Successor(bool),
    Builder,
    /// What an interface may declare as well.
    Effects,
}

impl Accessor {
    /// The line of the reference's source that its message about an overlap names.
    pub(super) fn line(self, release: Release) -> u32 {
        let (of_19, of_22) = match self {
            Accessor::AttributeName => (1165, 1345),
            Accessor::SegmentsName => (1185, 1365),
            // Before 22 only the struct of properties has accessors.
            Accessor::Property => (0, 1387),
            Accessor::Attribute => (1209, 1399),
            Accessor::StoredAttribute => (4243, 4708),
            Accessor::Operand(Arity::Optional) => (2098, 2324),
            Accessor::Operand(Arity::VariadicOfVariadic) => (2110, 2336),
            Accessor::Operand(Arity::Variadic) => (2122, 2348),
            Accessor::Operand(Arity::One) => (2129, 2355),
            Accessor::MutableOperands => (2185, 2411),
            Accessor::Result(Arity::Optional) => (2290, 2516),
            Accessor::Result(Arity::Variadic | Arity::VariadicOfVariadic) => (2298, 2524),
            Accessor::Result(Arity::One) => (2302, 2528),
            Accessor::Region(true) => (2322, 2548),
            Accessor::Region(false) => (2329, 2555),
            Accessor::AdaptorRegion(true) => (4297, 4768),
            Accessor::AdaptorRegion(false) => (4303, 4774),
            Accessor::Successor(true) => (2344, 2570),
            Accessor::Successor(false) => (2353, 2579),
            // Before 22 redundant builders go without a word.
            Accessor::Builder => (0, 3142),
            Accessor::Effects => (3396, 3820),
        };
        if release >= Release::V22 {
            of_22
        } else {
            of_19
        }
    }
}
