//! `-gen-clang-builtin-templates`: Clang's builtin templates and the code that creates their parameters. New in LLVM
//! 21.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use backend::string_map::StringMap;
use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, Rec, bail};
use elaborate::records::Release;

use crate::hierarchy::{MAX_DEPTH, too_deep};

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-builtin-templates",
    "List the builtin templates and make their parameters",
    &["BuiltinTemplate"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header_without_input(out, "Tables and code for Clang's builtin templates");
    let templates = cx.records.derived("BuiltinTemplate")?;
    let mut classes: StringMap<()> = StringMap::default();
    for template in &templates {
        classes.get_or_insert_with(&class_of(*template), Default::default);
    }
    let others = || {
        classes
            .iter()
            .filter(|(name, ())| *name != "BuiltinTemplate")
    };
    for (class, ()) in others() {
        write!(
            out,
            "#ifndef {class}\n#define {class}(NAME) BuiltinTemplate(NAME)\n#endif\n\n"
        );
    }
    out.push("#if defined(CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST)\n");
    out.try_each(templates.iter().copied(), |out, template| {
        push_parameters(cx, template, out)
    })?;
    out.push("#undef CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST\n#else\n");
    out.each(templates, |out, template| {
        writeln!(out, "{}({})", class_of(template), template.name());
    });
    out.push("#undef BuiltinTemplate\n#endif\n");
    for (class, ()) in others() {
        writeln!(out, "#undef {class}");
    }
    Ok(())
}

/// The name of the record's class, which is the macro that the output calls. If the record does not have exactly one
/// class, the names are listed in braces: `{A, B}`.
fn class_of(template: Rec) -> String {
    let mut names: Vec<_> = template
        .direct_superclasses()
        .iter()
        .map(|it| it.name())
        .collect();
    names.sort_unstable();
    match names[..] {
        [name] => name.to_owned(),
        _ => format!("{{{}}}", names.join(", ")),
    }
}

/// Writes the `case` that creates the parameters of a template.
fn push_parameters(cx: &Context, template: Rec, out: &mut Output) -> Result<(), Fatal> {
    let mut code = Code {
        release: cx.release(),
        numbers: 0,
        infos: Vec::new(),
    };
    let parameters = template.list_of_defs("TemplateHead")?;
    let (text, list) = code.list(template, &parameters, 0)?;
    write!(
        out,
        "case BTK{}: {{\n{text}\n  return {list};\n  }}\n",
        template.name()
    );
    Ok(())
}

/// Writes the C++ code that creates the parameters of one template, and numbers the C++ variables in this code.
struct Code {
    release: Release,
    /// The number that the next C++ variable gets in its name.
    numbers: usize,
    /// The variables declared so far for the types of constant parameters (`SizeTInfo`).
    infos: Vec<&'static str>,
}

impl Code {
    fn number(&mut self) -> usize {
        self.numbers += 1;
        self.numbers - 1
    }

    /// The C++ code that creates a template parameter list, and the name of the variable that holds the list.
    fn list(
        &mut self,
        owner: Rec,
        parameters: &[Rec],
        depth: usize,
    ) -> Result<(String, String), Fatal> {
        if depth == MAX_DEPTH {
            return Err(too_deep(owner));
        }
        let (mut code, mut variables) = (String::new(), Vec::new());
        let mut by_name: BTreeMap<String, String> = BTreeMap::new();
        for (position, &parameter) in parameters.iter().enumerate() {
            let variable = format!("Parm{}", self.number());
            let place = format!("{depth}, {position}, ");
            let create = |class: &str, source: &str, rest: &str| {
                format!(
                    " auto *{variable} = {class}::Create(C, DC, SourceLocation(), {source}{place}{rest});\n"
                )
            };
            const SOURCE: &str = "SourceLocation(), ";
            if parameter.is_a("Template") {
                let (inner, list) =
                    self.list(parameter, &parameter.list_of_defs("Args")?, depth + 1)?;
                code += &inner;
                let kind = template_kind(self.release);
                let rest = format!(
                    "/*ParameterPack=*/false, /*Id=*/nullptr, {kind}/*Typename=*/false, {list}"
                );
                code += &create("TemplateTemplateParmDecl", "", &rest);
            } else if parameter.is_a("Class") {
                let is_variadic = parameter.bit("IsVariadic")?;
                let rest = format!("/*Id=*/nullptr, /*Typename=*/false, {is_variadic}");
                code += &create("TemplateTypeParmDecl", SOURCE, &rest);
            } else if parameter.is_a("NTTP") {
                let ty = parameter.string("TypeName")?;
                let Some(ty) = by_name.get(&*ty) else {
                    bail!(parameter.records(), "Unknown Type Name");
                };
                let info = format!("TSI{}", self.number());
                code += &format!(
                    " auto *{info} = C.getTrivialTypeSourceInfo(QualType({ty}->getTypeForDecl(), 0));\n"
                );
                let is_variadic = parameter.bit("IsVariadic")?;
                let rest = format!("/*Id=*/nullptr, {info}->getType(), {is_variadic}, {info}");
                code += &create("NonTypeTemplateParmDecl", SOURCE, &rest);
            } else if parameter.is_a("BuiltinNTTP") {
                let (info, ty) = match &*parameter.string("TypeName")? {
                    "size_t" => ("SizeTInfo", "C.getSizeType()"),
                    "uint32_t" => ("Uint32TInfo", "C.UnsignedIntTy"),
                    _ => bail!(parameter.records(), "Unknown Type Name"),
                };
                if !self.infos.contains(&info) {
                    self.infos.push(info);
                    code +=
                        &format!("TypeSourceInfo *{info} = C.getTrivialTypeSourceInfo({ty});\n");
                }
                let rest =
                    format!("/*Id=*/nullptr, {info}->getType(), /*ParameterPack=*/false, {info}");
                code += &create("NonTypeTemplateParmDecl", SOURCE, &rest);
            } else {
                bail!(parameter.records(), "Unknown Argument Type");
            }
            by_name.insert(parameter.string("Name")?.into_owned(), variable.clone());
            variables.push(variable);
        }
        let list = format!("TPL{}", self.number());
        if variables.is_empty() {
            bail!(
                owner.records(),
                "Expected at least one argument in template parameter list"
            );
        }
        code += &format!(
            " auto *{list} = TemplateParameterList::Create(C, SourceLocation(), SourceLocation(), \
             {{{}}}, SourceLocation(), nullptr);\n",
            variables.join(", ")
        );
        Ok((code, list))
    }
}

/// The C++ argument for the kind of a template template parameter: whether the parameter accepts type, variable or
/// concept templates. Empty before LLVM 22, which added the argument.
fn template_kind(release: Release) -> &'static str {
    if release >= Release::V22 {
        "/*Kind=*/TNK_Type_template, "
    } else {
        ""
    }
}
