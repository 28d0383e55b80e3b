//! The generated function that maps the types of signatures to Clang's types.

use backend::string_map::StringMap;
use backend::{Context, Fatal, Output, Rec, bail};
use rustc_hash::FxHashSet;

use super::extensions;

/// Writes the function. `concrete_types` is the number of types that are not generic; the enumerators of generic types
/// start at this number.
pub(super) fn push(cx: &Context, concrete_types: usize, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    out.push(START);
    for list in records.derived("IntList")? {
        out.source(list);
        write!(
            out,
            "  constexpr unsigned List{}[] = {{",
            list.string("Name")?
        );
        for size in list.list_of_ints("List")? {
            write!(out, "{size}, ");
        }
        out.push("};\n");
    }
    out.no_source();
    out.push("\n  switch (Ty.ID) {\n");
    let mut images: StringMap<Vec<Rec>> = StringMap::default();
    for image in records.derived("ImageType")? {
        let name = image.string("Name")?;
        images.get_or_insert_with(&name, Vec::new).push(image);
    }
    for (name, images) in images.iter() {
        push_images(name, images, out)?;
    }
    for ty in records.derived("GenericType")? {
        out.source(ty);
        push_generic(ty, out)?;
    }
    let mut seen = FxHashSet::default();
    for ty in records.derived("Type")? {
        let name = ty.string("Name")?;
        if images.get(&name).is_none() && seen.insert(name) {
            out.source(ty);
            push_concrete(ty, out)?;
        }
    }
    out.no_source();
    write!(
        out,
        "  }} // end of switch (Ty.ID)

  // Construct the different vector types for each generic type.
  if (Ty.ID >= {concrete_types}) {{{END}"
    );
    Ok(())
}

const START: &str = "

static QualType getOpenCLEnumType(Sema &S, llvm::StringRef Name);
static QualType getOpenCLTypedefType(Sema &S, llvm::StringRef Name);

// Convert an OpenCLTypeStruct type to a list of QualTypes.
// Generic types represent multiple types and vector sizes, thus a vector
// is returned. The conversion is done in two steps:
// Step 1: A switch statement fills a vector with scalar base types for the
//         Cartesian product of (vector sizes) x (types) for generic types,
//         or a single scalar type for non generic types.
// Step 2: Qualifiers and other type properties such as vector size are
//         applied.
static void OCL2Qual(Sema &S, const OpenCLTypeStruct &Ty,
                     llvm::SmallVectorImpl<QualType> &QT) {
  ASTContext &Context = S.Context;
  // Number of scalar types in the GenType.
  unsigned GenTypeNumTypes;
  // Pointer to the list of vector sizes for the GenType.
  llvm::ArrayRef<unsigned> GenVectorSizes;
";

const END: &str = "
    for (unsigned I = 0; I < QT.size(); I++) {
      // For scalars, size is 1.
      if (GenVectorSizes[I / GenTypeNumTypes] != 1) {
        QT[I] = Context.getExtVectorType(QT[I],
                          GenVectorSizes[I / GenTypeNumTypes]);
      }
    }
  }

  // Set vector size for non-generic vector types.
  if (Ty.VectorWidth > 1) {
    for (unsigned Index = 0; Index < QT.size(); Index++) {
      QT[Index] = Context.getExtVectorType(QT[Index], Ty.VectorWidth);
    }
  }

  if (Ty.IsVolatile != 0) {
    for (unsigned Index = 0; Index < QT.size(); Index++) {
      QT[Index] = Context.getVolatileType(QT[Index]);
    }
  }

  if (Ty.IsConst != 0) {
    for (unsigned Index = 0; Index < QT.size(); Index++) {
      QT[Index] = Context.getConstType(QT[Index]);
    }
  }

  // Transform the type to a pointer as the last step, if necessary.
  // Builtin functions only have pointers on [const|volatile], no
  // [const|volatile] pointers, so this is ok to do it as a last step.
  if (Ty.IsPointer != 0) {
    for (unsigned Index = 0; Index < QT.size(); Index++) {
      QT[Index] = Context.getAddrSpaceQualType(QT[Index], Ty.AS);
      QT[Index] = Context.getPointerType(QT[Index]);
    }
  }

} // OCL2Qual
";

/// Writes the case for the image types of one name, which differ in their access qualifier.
fn push_images(name: &str, images: &[Rec], out: &mut Output) -> Result<(), Fatal> {
    out.sources(|| images.iter().copied());
    write!(
        out,
        "    case OCLT_{name}:
      switch (Ty.AccessQualifier) {{
        case OCLAQ_None:
          llvm_unreachable(\"Image without access qualifier\");
"
    );
    for &image in images {
        let extensions = extensions(image)?;
        let access = match &*image.string("AccessQualifier")? {
            "RO" => "ReadOnly",
            "WO" => "WriteOnly",
            "RW" => "ReadWrite",
            other => bail!(image, "unknown access qualifier '{other}' of an image"),
        };
        out.source(image);
        writeln!(out, "        case OCLAQ_{access}:");
        if !extensions.is_empty() {
            out.push("    ");
            push_macro_checks(&extensions, out);
        }
        let expression = image.def("QTExpr")?.string("TypeExpr")?;
        writeln!(out, "          QT.push_back({expression});");
        if !extensions.is_empty() {
            out.push("          }\n");
        }
        out.push("          break;\n");
    }
    out.push("      }\n      break;\n");
    Ok(())
}

/// Writes the case for a generic type. Its member types are listed once for each vector size; code after the `switch`
/// turns them into vectors.
fn push_generic(ty: Rec, out: &mut Output) -> Result<(), Fatal> {
    let name = ty.string("Name")?;
    let members = ty.def("TypeList")?.list_of_defs("List")?;
    write!(
        out,
        "    case OCLT_{name}: {{\n      SmallVector<QualType, {}> TypeList;\n",
        members.len()
    );
    for &member in &members {
        push_guarded("TypeList", member, out)?;
    }
    let list = ty.def("VectorList")?;
    let sizes = list.list_of_ints("List")?.len();
    write!(
        out,
        "      GenTypeNumTypes = TypeList.size();
      QT.reserve({});
      for (unsigned I = 0; I < {sizes}; I++) {{
        QT.append(TypeList);
      }}
      GenVectorSizes = List{};
      break;
    }}
",
        sizes * members.len(),
        list.string("Name")?
    );
    Ok(())
}

fn push_concrete(ty: Rec, out: &mut Output) -> Result<(), Fatal> {
    // Clang has no type for abstract types.
    if ty.def("QTExpr")?.bit("IsAbstract")? {
        return Ok(());
    }
    writeln!(out, "    case OCLT_{}:", ty.string("Name")?);
    push_guarded("QT", ty, out)?;
    out.push("      break;\n");
    Ok(())
}

/// Writes code that adds `ty` to the C++ vector `list` if its extensions are enabled.
fn push_guarded(list: &str, ty: Rec, out: &mut Output) -> Result<(), Fatal> {
    let extensions = extensions(ty)?;
    if !extensions.is_empty() {
        push_macro_checks(&extensions, out);
    }
    let expression = ty.def("QTExpr")?.string("TypeExpr")?;
    writeln!(out, "      {list}.push_back({expression});");
    if !extensions.is_empty() {
        out.push("      }\n");
    }
    Ok(())
}

/// Writes the start of an `if` statement that tests whether the macros of all extensions are defined.
fn push_macro_checks(extensions: &str, out: &mut Output) {
    let first = extensions.split(' ').next();
    out.push("      if (");
    for extension in extensions.split(' ') {
        // The reference omits the `&&` before every extension that equals the first.
        if Some(extension) != first {
            out.push(" && ");
        }
        write!(out, "S.getPreprocessor().isMacroDefined(\"{extension}\")");
    }
    out.push(") {\n  ");
}
