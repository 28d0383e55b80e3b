//! The class that reads or writes Clang's type nodes.

use super::super::hierarchy::Hierarchy;
use super::super::type_nodes::id;
use super::model::Properties;
use super::{Side, push_body};
use backend::text::push_header;
use backend::{Context, Fatal, Output};

pub(super) fn write(cx: &Context, out: &mut Output, side: Side) -> Result<(), Fatal> {
    let description = side.pick(
        "A CRTP reader for Clang Type nodes",
        "A CRTP writer for Clang Type nodes",
    );
    push_header(out, description, cx.records);
    let properties = Properties::new(cx)?;
    let (suffix, method, variable) = (side.suffix(), side.method(), side.variable());
    let result = side.pick("QualType", "void");
    write!(
        out,
        "template <class Property{suffix}>\n\
         class AbstractType{suffix} {{\n\
         public:\n  \
           Property{suffix} &{variable};\n\n  \
           AbstractType{suffix}(Property{suffix} &{variable}) : {variable}({variable}) {{}}\n\n"
    );
    let parameter = side.pick("Type::TypeClass kind", "const Type *node");
    let kind = side.pick("kind", "node->getTypeClass()");
    write!(
        out,
        "  {result} {method}({parameter}) {{\n    switch ({kind}) {{\n"
    );

    let mut nodes = Vec::new();
    for (node, _) in Hierarchy::in_order(cx.records, "TypeNode")? {
        if !node.bit("Abstract")? {
            nodes.push(node);
        }
    }
    for node in &nodes {
        let class = node.name();
        let argument = format!("static_cast<const {class} *>(node)");
        let argument = side.pick("", &argument);
        out.source(*node);
        writeln!(out, "    case Type::{}:", id(*node)?);
        writeln!(out, "      return {method}{class}({argument});");
    }
    out.no_source();
    out.push("    }\n    llvm_unreachable(\"bad kind\");\n  }\n\n");

    for node in nodes {
        let class = node.name();
        let parameter = format!("const {class} *node");
        let parameter = side.pick("", &parameter);
        out.source(node);
        writeln!(out, "  {result} {method}{class}({parameter}) {{");
        if side.is_reader() {
            writeln!(out, "    auto &ctx = {variable}.getASTContext();");
        }
        push_body(&properties, out, side, variable, node)?;
        out.push("  }\n\n");
    }
    out.no_source();
    out.push("};\n\n");
    Ok(())
}
