//! The functions with which MLIR reads and writes the properties of an operation without knowing the operation's C++
//! class.

use backend::{Fatal, Release};

use mlir_model::names::getter;
use mlir_model::operation::Operation;
use mlir_model::template::Substitutions;

use super::super::changes;
use super::super::checks::Checks;
use super::super::slots::{Member, Slot, Slots};
use super::texts::{Texts, old_name};
use super::{bytecode, parsed_parameters};
use crate::cpp::{Class, Indented, Method, Parameter, Qualifiers};

/// Adds the functions that read, write, hash and check properties to the class of the operation, if the operation has
/// properties.
pub(in super::super) fn add(
    class: &mut Class,
    op: &Operation,
    slots: &Slots,
    checks: &Checks,
) -> Result<(), Fatal> {
    if !slots.has_properties {
        return Ok(());
    }
    let support = Support {
        slots,
        release: checks.release(),
        empty: class.body(Qualifiers::STATIC),
    };
    let properties = || Parameter::new("const Properties &", "prop");
    let storage = || Parameter::new("Properties &", "prop");
    let context = || Parameter::new("::mlir::MLIRContext *", "ctx");
    let name = || Parameter::new("llvm::StringRef", "name");
    let attrs = || Parameter::new("::mlir::NamedAttrList &", "attrs");
    let result = "::llvm::LogicalResult";
    let mut add = |ty: &str, name: &str, parameters: Vec<Parameter>, body: Indented| {
        let mut method = Method::new(ty, name, Qualifiers::STATIC, parameters);
        *method.body() = body;
        class.add(method);
    };
    let name_of_set = "setPropertiesFromAttr";
    add(result, name_of_set, parsed_parameters(), support.set_all());
    let parameters = vec![context(), properties()];
    let body = support.get_all();
    add("::mlir::Attribute", "getPropertiesAsAttr", parameters, body);
    let ty = "llvm::hash_code";
    add(
        ty,
        "computePropertiesHash",
        vec![properties()],
        support.hash(),
    );
    let parameters = vec![context(), properties(), name()];
    let ty = "std::optional<mlir::Attribute>";
    add(ty, "getInherentAttr", parameters, support.get_one());
    let value = Parameter::new("mlir::Attribute", "value");
    let parameters = vec![storage(), name(), value];
    add("void", "setInherentAttr", parameters, support.set_one());
    let parameters = vec![context(), properties(), attrs()];
    add("void", "populateInherentAttrs", parameters, support.list());
    let error = "llvm::function_ref<::mlir::InFlightDiagnostic()>";
    let parameters = vec![
        Parameter::new("::mlir::OperationName", "opName"),
        attrs(),
        Parameter::new(error, "emitError"),
    ];
    let body = support.verify(checks)?;
    add(result, "verifyInherentAttrs", parameters, body);
    class.alias("Properties", "FoldAdaptor::Properties");
    bytecode::add(class, op, slots, checks.release())
}

struct Support<'s, 'a> {
    slots: &'s Slots<'a>,
    release: Release,
    /// The body of each function before anything is written.
    empty: Indented,
}

impl Support<'_, '_> {
    /// The body of `setPropertiesFromAttr`.
    fn set_all(&self) -> Indented {
        let mut body = self.empty.clone();
        body.push(
            "
  ::mlir::DictionaryAttr dict = ::llvm::dyn_cast<::mlir::DictionaryAttr>(attr);
  if (!dict) {
    emitError() << \"expected DictionaryAttr to set properties\";
    return ::mlir::failure();
  }
    ",
        );
        for member in &self.slots.members {
            match Texts::read(member, self.release) {
                Some(texts) => self.set_property(&mut body, member.name(), &texts),
                None => set_attribute(&mut body, member.name()),
            }
        }
        body.push("  return ::mlir::success();\n");
        body
    }

    fn set_property(&self, body: &mut Indented, name: &str, texts: &Texts) {
        let names = Substitutions::new()
            .with("_builder", "odsBuilder")
            .with("_attr", "propAttr")
            .with("_storage", "propStorage")
            .with("_diag", "emitError");
        let convert = names.fill(&texts.from_attribute);
        let result = changes::conversion_result(self.release);
        let find = find(name);
        body.push("{\n");
        write!(
            body,
            "
      auto setFromAttr = [] (auto &propStorage, ::mlir::Attribute propAttr,
               ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError){result} {{
        {convert}
      }};
      {find};
"
        );
        let default = texts.default.as_ref().map(|it| {
            if texts.is_default_stored {
                it.to_string()
            } else {
                changes::default_value(self.release, it, &names)
            }
        });
        match default {
            None => write!(
                body,
                ";
      if (attr && ::mlir::failed(setFromAttr(prop.{name}, attr, emitError)))
        return ::mlir::failure();
"
            ),
            Some(default) => write!(
                body,
                ";
      if (attr) {{
        if (::mlir::failed(setFromAttr(prop.{name}, attr, emitError)))
          return ::mlir::failure();
      }} else {{
        prop.{name} = {default};
      }}
"
            ),
        }
        body.push("  }\n");
    }

    /// The body of `getPropertiesAsAttr`.
    fn get_all(&self) -> Indented {
        let mut body = self.empty.clone();
        body.push(
            "    ::mlir::SmallVector<::mlir::NamedAttribute> attrs;
    ::mlir::Builder odsBuilder{ctx};
",
        );
        let names = Substitutions::new()
            .with("_ctxt", "ctx")
            .with("_storage", "propStorage");
        for member in &self.slots.members {
            let name = member.name();
            let add = match Texts::read(member, self.release) {
                Some(texts) => {
                    let value = names.fill(&texts.to_attribute);
                    changes::add_to_dictionary(self.release, name, &value)
                }
                None => format!(
                    "      if (propStorage)
        attrs.push_back(odsBuilder.getNamedAttr(\"{name}\",
                                       propStorage));
"
                ),
            };
            write!(
                body,
                "
    {{
      const auto &propStorage = prop.{name};
{add}    }}
"
            );
        }
        body.push(
            "
  if (!attrs.empty())
    return odsBuilder.getDictionaryAttr(attrs);
  return {};
",
        );
        body
    }

    fn hash(&self) -> Indented {
        let mut body = self.empty.clone();
        let mut terms = Vec::new();
        for member in &self.slots.members {
            let name = member.name();
            let Some(texts) = Texts::read(member, self.release) else {
                terms.push(format!(
                    "\n    llvm::hash_value(prop.{name}.getAsOpaquePointer())"
                ));
                continue;
            };
            let (lambda, term) = changes::hash(self.release, name, &texts.hash);
            body.push(&lambda);
            terms.push(term);
        }
        body.push(changes::before_hash(self.release));
        writeln!(body, "  return llvm::hash_combine({});", terms.join(", "));
        body
    }

    /// The names of the members that MLIR treats as inherent attributes. Segment sizes are not stored as an attribute,
    /// so their old name and the C++ expression that converts them to an attribute are returned as well.
    fn inherent(&self) -> impl Iterator<Item = (&str, Option<(&'static str, String)>)> {
        self.slots.members.iter().filter_map(|member| {
            let name = member.name();
            let Some(texts) = Texts::read(member, self.release) else {
                return Some((name, None));
            };
            let old = old_name(name)?;
            let names = Substitutions::new()
                .with("_ctxt", "ctx")
                .with("_storage", format!("prop.{name}"));
            let value = names.fill(&texts.to_attribute);
            Some((
                name,
                Some((old, changes::as_expression(self.release, &value))),
            ))
        })
    }

    fn get_one(&self) -> Indented {
        let mut body = self.empty.clone();
        for (name, stored) in self.inherent() {
            match stored {
                None => write!(
                    body,
                    "
    if (name == \"{name}\")
      return prop.{name};
"
                ),
                Some((old, value)) => writeln!(
                    body,
                    "    if (name == \"{old}\" || name == \"{name}\") return {value};"
                ),
            }
        }
        body.push("  return std::nullopt;\n");
        body
    }

    fn set_one(&self) -> Indented {
        let mut body = self.empty.clone();
        for (name, stored) in self.inherent() {
            match stored {
                None => write!(
                    body,
                    "
    if (name == \"{name}\") {{
       prop.{name} = ::llvm::dyn_cast_or_null<std::remove_reference_t<decltype(prop.{name})>>(value);
       return;
    }}
"
                ),
                Some((old, _)) => write!(
                    body,
                    "        if (name == \"{old}\" || name == \"{name}\") {{
       auto arrAttr = ::llvm::dyn_cast_or_null<::mlir::DenseI32ArrayAttr>(value);
       if (!arrAttr) return;
       if (arrAttr.size() != sizeof(prop.{name}) / sizeof(int32_t))
         return;
       llvm::copy(arrAttr.asArrayRef(), prop.{name}.begin());
       return;
    }}
"
                ),
            }
        }
        body
    }

    fn list(&self) -> Indented {
        let mut body = self.empty.clone();
        for (name, stored) in self.inherent() {
            match stored {
                None => write!(
                    body,
                    "
    if (prop.{name}) attrs.append(\"{name}\", prop.{name});
"
                ),
                Some((_, value)) => writeln!(body, "  attrs.append(\"{name}\", {value});"),
            }
        }
        body
    }

    /// The body of `verifyInherentAttrs`, which checks attributes before they become properties.
    fn verify(&self, checks: &Checks) -> Result<Indented, Fatal> {
        let mut body = self.empty.clone();
        for member in &self.slots.members {
            let Member::Attribute(Slot {
                name,
                attr: Some(attr),
                ..
            }) = member
            else {
                continue;
            };
            let Some(function) = checks.function(attr.constraint())? else {
                continue;
            };
            let condition = attr.constraint().condition()?;
            if condition.is_empty() || condition.contains("$_op") {
                continue;
            }
            let getter = getter(name);
            write!(
                body,
                "
    {{
      ::mlir::Attribute attr = attrs.get({getter}AttrName(opName));
      if (attr && ::mlir::failed({function}(attr, \"{name}\", emitError)))
        return ::mlir::failure();
    }}
"
            );
        }
        body.push("    return ::mlir::success();");
        Ok(body)
    }
}

fn set_attribute(body: &mut Indented, name: &str) {
    let find = find(name);
    write!(
        body,
        "
  {{
    auto &propStorage = prop.{name};
    {find}
    if (attr) {{
      auto convertedAttr = ::llvm::dyn_cast<std::remove_reference_t<decltype(propStorage)>>(attr);
      if (convertedAttr) {{
        propStorage = convertedAttr;
      }} else {{
        emitError() << \"Invalid attribute `{name}` in property conversion: \" << attr;
        return ::mlir::failure();
      }}
    }}
  }}
"
    );
}

/// The statement that looks up a value in a dictionary, by its name and then by its old name.
fn find(name: &str) -> String {
    let mut find = format!("   auto attr = dict.get(\"{name}\");");
    if let Some(old) = old_name(name) {
        find += &format!("   if (!attr) attr = dict.get(\"{old}\");");
    }
    find
}
