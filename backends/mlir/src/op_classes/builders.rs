//! `build` functions: custom builders from the source, and builders that are derived from an operation's operands,
//! attributes and results.

mod bodies;
mod parameters;

use backend::{Fatal, Release, bail};

use mlir_model::builder::Builder;
use mlir_model::operation::{Operation, variable_length, variadic};
use mlir_model::template::Substitutions;

use super::changes::Accessor;
use super::slots::Slots;
use super::{add_accessor, changes};
use crate::cpp::{Class, Indented, Method, Parameter, Qualifiers};
use bodies::Bodies;
use parameters::{Attributes, ResultTypes};

/// Adds all builders of an operation: the custom builders and, unless the record sets `skipDefaultBuilders`, the
/// derived builders.
pub(super) fn add(
    class: &mut Class,
    op: &Operation,
    slots: &Slots,
    release: Release,
) -> Result<(), Fatal> {
    let mut builders = Builders {
        class,
        op,
        bodies: Bodies { op, slots, release },
    };
    for builder in &op.builders {
        builders.add_given(builder)?;
    }
    if op.rec.bit("skipDefaultBuilders")? {
        return Ok(());
    }
    let has_property_builders = changes::has_property_builders(release) && slots.has_properties;
    let collections = if has_property_builders {
        &[Collected::Attributes, Collected::Properties][..]
    } else {
        &[Collected::Attributes]
    };
    builders.add_separate()?;
    for collected in collections {
        builders.add_collective(*collected);
    }
    if variable_length(&op.results) > 0 {
        return Ok(());
    }
    if op.has_trait("::mlir::OpTrait::SameOperandsAndResultType") {
        builders.add_with_operand_type(collections)?;
    }
    if op.has_trait("::mlir::OpTrait::FirstAttrDerivedResultType") {
        builders.add_with_attribute_type(collections)?;
    }
    Ok(())
}

/// How a collective builder, which takes all operands in one parameter, takes attributes and properties.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Collected {
    /// All in one list of attributes.
    Attributes,
    /// The properties in a struct, and the other attributes in a list.
    Properties,
}

impl Collected {
    /// The name of the parameter for the list of attributes.
    fn name(self) -> &'static str {
        match self {
            Collected::Attributes => "attributes",
            Collected::Properties => "discardableAttributes",
        }
    }
}

struct Builders<'c, 'a> {
    class: &'c mut Class,
    op: &'c Operation<'a>,
    bodies: Bodies<'c, 'a>,
}

impl Builders<'_, '_> {
    /// Adds a custom builder from the source.
    fn add_given(&mut self, builder: &Builder) -> Result<(), Fatal> {
        let mut parameters = start("odsBuilder");
        let names = Substitutions::new().with("_builder", "odsBuilder");
        for (index, it) in builder.parameters.iter().enumerate() {
            let name = it
                .name
                .map_or_else(|| format!("odsArg{index}"), str::to_owned);
            let default = it.default.as_deref().unwrap_or_default();
            let default = changes::default_value(self.bodies.release, default, &names);
            parameters.push(Parameter::new(it.cpp_type()?, name).with_default(default));
        }
        let declared = match builder.body()? {
            Some(_) => Qualifiers::NONE,
            None => Qualifiers::DECLARED,
        };
        let qualifiers = Qualifiers::STATIC | declared;
        let mut method = Method::new("void", "build", qualifiers, parameters.clone());
        if let Some(message) = builder.deprecation()? {
            method.deprecate(message);
        }
        if let Some(body) = builder.body()? {
            let names = names.with("_state", "odsState");
            method.body().push(&names.fill(&body));
        }
        if changes::rejects_shadowed_builders(self.bodies.release) {
            add_accessor(self.class, self.op, Accessor::Builder, "build", method)?;
        } else {
            self.class.add(method);
        }
        self.add_create(&parameters);
        Ok(())
    }

    /// Adds the builders with a separate parameter for each operand and attribute.
    fn add_separate(&mut self) -> Result<(), Fatal> {
        let infers = self.op.has_trait("::mlir::InferTypeOpInterface::Trait");
        let types = [
            Some(ResultTypes::Separate),
            infers.then_some(ResultTypes::None),
            Some(ResultTypes::Collective),
        ];
        for attributes in self.attributes() {
            for types in types.into_iter().flatten() {
                let parameters = self.parameters(types, attributes)?;
                let mut body = self.class.body(Qualifiers::STATIC);
                self.bodies.push_arguments(&mut body, attributes)?;
                match types {
                    ResultTypes::Separate => self.bodies.push_separate_types(&mut body),
                    ResultTypes::None => self.bodies.push_inferred_types(&mut body),
                    ResultTypes::Collective => self.bodies.push_types(&mut body),
                }
                self.add_build(parameters, body);
            }
        }
        Ok(())
    }

    /// Adds the builders that give all results the type of the first operand.
    fn add_with_operand_type(&mut self, collections: &[Collected]) -> Result<(), Fatal> {
        if self.op.operands.is_empty() && !self.op.results.is_empty() {
            bail!(
                self.op.rec,
                "op has no operand whose type its results could have"
            );
        }
        for attributes in self.attributes() {
            let parameters = self.parameters(ResultTypes::None, attributes)?;
            let mut body = self.class.body(Qualifiers::STATIC);
            self.bodies.push_arguments(&mut body, attributes)?;
            self.bodies.push_first_operand_type(&mut body);
            self.add_build(parameters, body);
        }
        for collected in collections {
            let parameters = self.collective_parameters(false, *collected, true);
            let mut body = self.class.body(Qualifiers::STATIC);
            self.bodies.push_collective_same(&mut body, *collected);
            self.add_build(parameters, body);
        }
        Ok(())
    }

    /// Adds the builders that give all results the type of the first attribute.
    fn add_with_attribute_type(&mut self, collections: &[Collected]) -> Result<(), Fatal> {
        let Some(first) = self.op.attributes.first() else {
            bail!(
                self.op.rec,
                "op has no attribute whose type its results could have"
            );
        };
        for collected in collections {
            let parameters = self.collective_parameters(false, *collected, false);
            let mut body = self.class.body(Qualifiers::STATIC);
            self.bodies
                .push_collective_of_attribute(&mut body, first, *collected);
            self.add_build(parameters, body);
        }
        Ok(())
    }

    /// The forms in which builders take attributes. There are builders for each form.
    fn attributes(&self) -> impl Iterator<Item = Attributes> + use<> {
        let mut native = self.op.native_attributes();
        let unwraps = native.any(|it| it.attr.can_be_unwrapped());
        [
            Some(Attributes::Wrapped),
            unwraps.then_some(Attributes::Unwrapped),
        ]
        .into_iter()
        .flatten()
    }

    fn parameters(
        &self,
        types: ResultTypes,
        attributes: Attributes,
    ) -> Result<Vec<Parameter>, Fatal> {
        let mut parameters = start("odsBuilder");
        let release = self.bodies.release;
        parameters::push(&mut parameters, self.op, release, types, attributes)?;
        Ok(parameters)
    }

    /// Adds the builders that take all operands in one parameter. `collected` selects how these builders take
    /// attributes and properties.
    fn add_collective(&mut self, collected: Collected) {
        let parameters = self.collective_parameters(true, collected, true);
        let mut body = self.class.body(Qualifiers::STATIC);
        self.bodies.push_collective(&mut body, collected);
        let is_new = self.add_build(parameters, body);
        let infers = self.op.has_trait("::mlir::InferTypeOpInterface::Trait");
        if is_new && infers && self.op.successors.is_empty() {
            let parameters = self.collective_parameters(false, collected, true);
            let mut body = self.class.body(Qualifiers::STATIC);
            self.bodies.push_collective_inferred(&mut body, collected);
            self.add_build(parameters, body);
        }
    }

    fn collective_parameters(
        &self,
        has_types: bool,
        collected: Collected,
        counts_regions: bool,
    ) -> Vec<Parameter> {
        let mut parameters = start(if has_types { "" } else { "odsBuilder" });
        if has_types {
            parameters.push(Parameter::new("::mlir::TypeRange", "resultTypes"));
        }
        parameters.push(Parameter::new("::mlir::ValueRange", "operands"));
        if collected == Collected::Properties {
            parameters.push(Parameter::new("const Properties &", "properties"));
        }
        let has_count = counts_regions && variadic(&self.op.regions) > 0;
        let ty = "::llvm::ArrayRef<::mlir::NamedAttribute>";
        let attributes = Parameter::new(ty, collected.name());
        parameters.push(attributes.with_default(if has_count { "" } else { "{}" }));
        if has_count {
            parameters.push(Parameter::new("unsigned", "numRegions"));
        }
        parameters
    }

    /// Adds a builder and its `create` functions, unless the builder is redundant. Returns whether the builder was
    /// added.
    fn add_build(&mut self, parameters: Vec<Parameter>, body: Indented) -> bool {
        let mut method = Method::new("void", "build", Qualifiers::STATIC, parameters.clone());
        *method.body() = body;
        let is_new = self.class.add(method).is_some();
        if is_new {
            self.add_create(&parameters);
        }
        is_new
    }

    /// Since LLVM 22: adds the two `create` functions for a `build` function. One takes a location; the other takes an
    /// `ImplicitLocOpBuilder` and uses the location of this builder.
    fn add_create(&mut self, parameters: &[Parameter]) {
        if !changes::has_create(self.bodies.release) {
            return;
        }
        let mut location = "location".to_owned();
        while parameters.iter().any(|it| it.name == location) {
            location.push('_');
        }
        let is_given = |it: &&Parameter| {
            !matches!(&*it.ty, "::mlir::OpBuilder &" | "::mlir::OperationState &")
        };
        let given: Vec<Parameter> = parameters.iter().filter(is_given).cloned().collect();
        let names = given.iter().map(|it| &it.name);
        let arguments: String = names
            .map(|it| format!(", std::forward<decltype({it})>({it})"))
            .collect();
        let class = self.class.name().to_owned();
        let with_location = [
            Parameter::new("::mlir::OpBuilder &", "builder"),
            Parameter::new("::mlir::Location", &location),
        ];
        let body = format!(
            "
  ::mlir::OperationState __state__({location}, getOperationName());
  build(builder, __state__{arguments});
  auto __res__ = ::llvm::dyn_cast<{class}>(builder.create(__state__));
  assert(__res__ && \"builder didn't return the right type\");
  return __res__;
"
        );
        self.add_create_with(&[&with_location, &*given].concat(), &body);
        let without = [Parameter::new("::mlir::ImplicitLocOpBuilder &", "builder")];
        let body = format!("\n  return create(builder, builder.getLoc(){arguments});\n");
        self.add_create_with(&[&without, &*given].concat(), &body);
    }

    fn add_create_with(&mut self, parameters: &[Parameter], body: &str) {
        let class = self.class.name();
        let mut method = Method::new(class, "create", Qualifiers::STATIC, parameters);
        method.body().push(body);
        self.class.add(method);
    }
}

/// The parameters with which all builders start. `builder` is the name of the first parameter.
fn start(builder: &str) -> Vec<Parameter> {
    vec![
        Parameter::new("::mlir::OpBuilder &", builder),
        Parameter::new("::mlir::OperationState &", "odsState"),
    ]
}
