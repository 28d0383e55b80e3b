//! Differences between LLVM releases in the classes of operations.

use backend::Release;

use mlir_model::names::getter;
use mlir_model::operation::Operation;
use mlir_model::template::Substitutions;
use mlir_model::type_constraint::Arity;

/// Whether an operation without properties has an empty struct `Properties`. Since LLVM 22.
pub(super) fn has_empty_properties(release: Release) -> bool {
    release >= Release::V22
}

/// Whether each `build` function has `create` functions. Since LLVM 22.
pub(super) fn has_create(release: Release) -> bool {
    release >= Release::V22
}

/// Whether it is an error if an earlier builder makes a custom builder redundant. Before LLVM 22, the redundant builder
/// is dropped.
pub(super) fn rejects_shadowed_builders(release: Release) -> bool {
    release >= Release::V22
}

/// Whether properties other than attributes have accessors in all classes, and parameters in builders. Since LLVM 22.
pub(super) fn has_property_accessors(release: Release) -> bool {
    release >= Release::V22
}

/// Whether constants are declared for the indices of operands. Since LLVM 22.
pub(super) fn has_operand_indices(release: Release) -> bool {
    release >= Release::V22
}

/// Whether an adaptor can be constructed from another adaptor and other operands. Since LLVM 22.
pub(super) fn has_rebinding_constructor(release: Release) -> bool {
    release >= Release::V22
}

/// Whether the function that sets properties from a parsed attribute is written even if the format does not use it.
/// Since LLVM 22.
pub(super) fn always_sets_parsed(release: Release) -> bool {
    release >= Release::V22
}

/// Whether there are collective builders that take a struct of properties. Since LLVM 22.
pub(super) fn has_property_builders(release: Release) -> bool {
    release >= Release::V22
}

/// Whether the parameters of a builder keep their default values if an attribute without a default value already
/// distinguishes the builder from the others. Since LLVM 22.
pub(super) fn counts_given_attributes(release: Release) -> bool {
    release >= Release::V22
}

/// The qualifier of getters in the struct of properties. Since LLVM 22, the getters are `const`.
pub(super) fn getter_qualifier(release: Release) -> &'static str {
    if release >= Release::V22 {
        " const"
    } else {
        ""
    }
}

/// The type of the parameter of setters in the struct of properties, up to the parameter's name. Before LLVM 22, the
/// type is a reference.
pub(super) fn setter_parameter(release: Release, ty: &str) -> String {
    if release >= Release::V22 {
        format!("{ty} ")
    } else {
        format!("const {ty} &")
    }
}

/// The body of the method that removes an attribute which is stored as a property. The method returns the removed
/// attribute. Before LLVM 22, it clears the attribute first and so returns null.
pub(super) fn remover_body(release: Release, name: &str) -> String {
    if release >= Release::V22 {
        format!(
            "\n    auto attr = getProperties().{name};\n    getProperties().{name} = {{}};\n    return attr;\n"
        )
    } else {
        format!("\n    auto &attr = getProperties().{name};\n    attr = {{}};\n    return attr;\n")
    }
}

/// Whether the forward declaration of a class has a comment. Since LLVM 22.
pub(super) fn has_comments(release: Release) -> bool {
    release >= Release::V22
}

/// The end of a section that a macro guards. Before LLVM 22, two spaces precede the comment.
pub(super) fn guard_end(release: Release, guard: &str) -> String {
    if release >= Release::V22 {
        format!("\n#endif // {guard}\n\n")
    } else {
        format!("\n#endif  // {guard}\n\n")
    }
}

/// Whether the attributes of an operation are stored as properties. `uses_them` is the setting of the dialect. Since
/// LLVM 22, this setting also applies to operations without attributes.
pub(super) fn has_properties(release: Release, op: &Operation, uses_them: bool) -> bool {
    if !op.properties.is_empty() {
        return true;
    }
    let has_some = op.native_attributes().next().is_some()
        || op.has_operand_segments()
        || op.has_result_segments();
    uses_them && (has_some || has_empty_properties(release))
}

/// The C++ class of a value whose type has the C++ class `ty`. Before LLVM 22, the result is `Value` for some types.
pub(super) fn typed_value(release: Release, ty: &str) -> String {
    // Before LLVM 22, `TypedValue` is used only with qualified names, because others might be looked up in the class of
    // the operation.
    let says_more = ty.starts_with("::") && ty != "::mlir::Type";
    if release >= Release::V22 || says_more {
        format!("::mlir::TypedValue<{ty}>")
    } else {
        "::mlir::Value".to_owned()
    }
}

/// Whether text between `{{` and `}}` in the summary of a constraint is C++ code. Since LLVM 22.
pub(super) fn has_code_in_summaries(release: Release) -> bool {
    release >= Release::V22
}

/// The first number in the names of constraint functions: 1 since LLVM 22, 0 before.
pub(super) fn first_check(release: Release) -> usize {
    usize::from(release >= Release::V22)
}

/// The namespace of constraint functions. Before LLVM 22, it is the namespace of the file's first operation.
pub(super) fn checks_namespace<'o>(release: Release, first: &'o Operation) -> &'o str {
    if release >= Release::V22 {
        ""
    } else {
        &first.namespace
    }
}

/// The start of the call that emits an error in an adaptor, up to the message's text. Since LLVM 22, the start and the
/// text are in one string literal.
pub(super) fn adaptor_error(release: Release, op: &str) -> String {
    // The two quotes end one string literal and start the next.
    let end = if release >= Release::V22 {
        " "
    } else {
        " \"\""
    };
    format!("emitError(loc, \"'{op}' op{end}")
}

/// The text between the start of an error and the message about segment sizes. Since LLVM 22, this text closes the
/// string literal.
pub(super) fn before_segments_error(release: Release) -> &'static str {
    if release >= Release::V22 { "\"" } else { "" }
}

/// Whether the inference of result types checks the number of operands. Since LLVM 22.
pub(super) fn counts_operands(release: Release) -> bool {
    release >= Release::V22
}

/// Whether it is an error to infer a type from an argument that is neither an operand nor an attribute. Since LLVM 22.
pub(super) fn infers_from_attributes_only(release: Release) -> bool {
    release >= Release::V22
}

/// The return type of the lambda that converts an attribute to a property. It is explicit since LLVM 22.
pub(super) fn conversion_result(release: Release) -> &'static str {
    if release >= Release::V22 {
        " -> ::mlir::LogicalResult"
    } else {
        ""
    }
}

/// The default value of a property, parameter or attribute. Since LLVM 22, `value` is a template whose placeholders are replaced.
pub(super) fn default_value(release: Release, value: &str, names: &Substitutions) -> String {
    if release >= Release::V22 {
        names.fill(value)
    } else {
        value.to_owned()
    }
}

/// The template that converts segment sizes to an attribute. Since LLVM 22, the template is the body of a function.
pub(super) fn segments_to_attribute(release: Release) -> &'static str {
    if release >= Release::V22 {
        "return ::mlir::DenseI32ArrayAttr::get($_ctxt, $_storage);"
    } else {
        "::mlir::DenseI32ArrayAttr::get($_ctxt, $_storage)"
    }
}

/// The C++ expression that evaluates the conversion `code` to an attribute. Since LLVM 22, `code` is the body of a
/// lambda.
pub(super) fn as_expression(release: Release, code: &str) -> String {
    if release >= Release::V22 {
        format!("[&]() -> ::mlir::Attribute {{ {code} }}()")
    } else {
        code.to_owned()
    }
}

/// The statements that add a property to a dictionary. `code` converts the property to an attribute; since LLVM 22,
/// `code` is the body of a lambda.
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

/// The lambda that hashes a property by `template`, and the expression that calls it. Since LLVM 22, an empty template
/// needs no lambda.
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

/// The code before hashes are combined: a `using` declaration since LLVM 22.
pub(super) fn before_hash(release: Release) -> &'static str {
    if release >= Release::V22 {
        "  using llvm::hash_value;\n"
    } else {
        ""
    }
}

/// The code of a builder that finds the attribute whose type determines the result types.
pub(super) struct TypeAttribute {
    /// The code that comes before the code that adds operands and attributes.
    pub(super) before: String,
    /// The expression for the attribute.
    pub(super) value: &'static str,
    /// The code at the end of the builder.
    pub(super) after: &'static str,
}

/// The code that finds, in a builder's list of attributes, the attribute whose type determines the result types. Before
/// LLVM 22, the rest of the builder is inside the search loop.
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

/// The C++ expression for the number of values in a list of ranges. Since LLVM 22, it uses `llvm::accumulate`.
pub(super) fn total_size(release: Release, name: &str) -> String {
    let add = "[](int32_t curSum, ::mlir::ValueRange range) { return curSum + \
               static_cast<int32_t>(range.size()); }";
    if release >= Release::V22 {
        format!("llvm::accumulate({name}, int32_t(0), {add})")
    } else {
        format!("static_cast<int32_t>(std::accumulate({name}.begin(), {name}.end(), 0, {add}))")
    }
}

/// The statement that a builder executes if types cannot be inferred. Since LLVM 22, it calls a function of MLIR.
pub(super) fn inference_failure(release: Release) -> &'static str {
    if release >= Release::V22 {
        "::mlir::detail::reportFatalInferReturnTypesError(odsState);\n        "
    } else {
        "::llvm::report_fatal_error(\"Failed to infer result type(s).\");"
    }
}

/// A method that may make another method redundant or be made redundant by it, because its name comes from the source
/// or because it is requested twice.
#[derive(Clone, Copy)]
pub(super) enum Accessor {
    /// The getter of an attribute's name.
    AttributeName,
    /// The getter of the name of the attribute with the segment sizes of operands.
    SegmentsName,
    Property,
    /// The getter of an attribute's value.
    Attribute,
    /// The getter in an adaptor that returns an attribute as an `Attribute`.
    StoredAttribute,
    Operand(Arity),
    MutableOperands,
    Result(Arity),
    /// The getter of a region; `true` if the region is variadic.
    Region(bool),
    /// The getter of a region in an adaptor; `true` if the region is variadic.
    AdaptorRegion(bool),
    /// The getter of a successor; `true` if the successor is variadic.
    Successor(bool),
    Builder,
    /// `getEffects`, which an interface may declare as well.
    Effects,
}

impl Accessor {
    /// The source line that the reference prints in its message about overlapping accessors. It differs between LLVM 22
    /// and earlier releases.
    pub(super) fn line(self, release: Release) -> u32 {
        let (of_19, of_22) = match self {
            Accessor::AttributeName => (1165, 1345),
            Accessor::SegmentsName => (1185, 1365),
            // Before LLVM 22, properties have accessors only in the struct of properties, where they cannot overlap.
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
            // Before LLVM 22, redundant builders are dropped without an error.
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
