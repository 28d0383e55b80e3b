//! The classes of adaptors, which give access to operands, attributes and regions by name even before the operation
//! exists.

use backend::{Fatal, Release};

use mlir_model::names::getter;
use mlir_model::operation::{NamedAttribute, Operation};

use super::changes::Accessor;
use super::checks::Checks;
use super::slots::{Reader, Slots, cast};
use super::{add_accessor, add_needed, attributes, changes, properties, values, verifier};
use crate::cpp::{Access, Class, Half, Indented, Method, Parameter, Qualifiers};

/// The three classes of adaptors.
pub(super) struct Adaptors {
    /// The base class of the class template `generic`. It does not depend on the type of the operand range.
    pub(super) base: Class,
    /// A class template over the type of the operand range.
    pub(super) generic: Class,
    /// The class that instantiates the template for `ValueRange`.
    pub(super) adaptor: Class,
}

impl Adaptors {
    /// The adaptors of an operation. Only their declarations or only their definitions will be written, as `half`
    /// selects.
    pub(super) fn new(
        op: &Operation,
        slots: &Slots,
        checks: &Checks,
        half: Half,
    ) -> Result<Adaptors, Fatal> {
        let release = checks.release();
        let generic = format!("{}GenericAdaptor", op.class_name);
        let mut adaptors = Adaptors {
            base: Class::new(format!("{generic}Base")).with_only(half),
            generic: Class::new(&generic).with_only(half),
            adaptor: Class::new(format!("{}Adaptor", op.class_name)).with_only(half),
        };
        adaptors.declare_base(slots, release)?;
        adaptors.declare_generic();
        adaptors.add_constructors(op, slots, release);
        values::add_to_adaptor(
            &mut adaptors.base,
            &mut adaptors.generic,
            op,
            slots,
            release,
        )?;
        let operands = Method::new("RangeT", "getOperands", Qualifiers::NONE, []);
        if let Some(method) = adaptors.generic.add(operands) {
            method.body().push("  return odsOperands;");
        }
        adaptors.add_attributes(op, slots, release)?;
        adaptors.add_regions(op)?;
        adaptors.declare_adaptor(op, slots, checks)?;
        adaptors.base.finish();
        adaptors.generic.finish();
        adaptors.adaptor.finish();
        Ok(adaptors)
    }

    fn declare_base(&mut self, slots: &Slots, release: Release) -> Result<(), Fatal> {
        let base = &mut self.base;
        base.access(Access::Public);
        if slots.has_properties && slots.members.is_empty() {
            base.alias("Properties", "::mlir::EmptyProperties");
        } else if slots.has_properties {
            base.text(properties::declaration(slots, release)?, "");
        }
        base.access(Access::Protected);
        base.field("::mlir::DictionaryAttr", "odsAttrs");
        base.field("::std::optional<::mlir::OperationName>", "odsOpName");
        if slots.has_properties {
            base.field("Properties", "properties");
        }
        base.field("::mlir::RegionRange", "odsRegions");
        Ok(())
    }

    fn declare_generic(&mut self) {
        let base = format!("detail::{}", self.base.name());
        let generic = &mut self.generic;
        generic.add_type_parameter("RangeT");
        generic.add_private_field("RangeT", "odsOperands");
        generic.add_parent(&base);
        generic.alias("ValueT", "::llvm::detail::ValueOfRange<RangeT>");
        generic.alias("Base", base);
    }

    fn add_constructors(&mut self, op: &Operation, slots: &Slots, release: Release) {
        let (ty, default) = if slots.has_properties {
            ("Properties", "")
        } else {
            ("::mlir::EmptyProperties", "{}")
        };
        let parameters = [
            Parameter::new("::mlir::DictionaryAttr", "attrs").with_default(default),
            Parameter::new(format!("const {ty} &"), "properties").with_default(default),
            Parameter::new("::mlir::RegionRange", "regions").with_default("{}"),
        ];
        self.add_base_constructor(op, slots, &parameters);
        let values = Parameter::new("RangeT", "values");
        let with_values = [std::slice::from_ref(&values), &parameters].concat();
        self.construct(
            with_values.clone(),
            "Base",
            "attrs, properties, regions",
            true,
        );
        let mut opaque = with_values;
        opaque[1] = Parameter::new("::mlir::DictionaryAttr", "attrs");
        opaque[2] = Parameter::new("::mlir::OpaqueProperties", "properties");
        let name = self.generic.name().to_owned();
        let given = format!("(properties ? *properties.as<{ty} *>() : {ty}{{}})");
        self.construct(
            opaque,
            &name,
            &format!("values, attrs, {given}, regions"),
            false,
        );
        if slots.has_properties {
            // As in the reference, `attrs` has no default argument if the operation has segment sizes of operands.
            let default = if op.has_operand_segments() {
                ""
            } else {
                "nullptr"
            };
            let attrs = Parameter::new("::mlir::DictionaryAttr", "attrs").with_default(default);
            let value = "values, attrs, Properties{}, {}";
            self.construct(vec![values.clone(), attrs], &name, value, false);
        }
        if changes::has_rebinding_constructor(release) {
            let base = format!("const {} &", self.base.name());
            let base = Parameter::new(base, "base");
            self.construct(vec![values.clone(), base], "Base", "base", true);
        }
        self.add_constructors_from_op(op, slots, values);
    }

    fn add_base_constructor(&mut self, op: &Operation, slots: &Slots, parameters: &[Parameter]) {
        let mut method = Method::constructor(Qualifiers::INLINE, parameters);
        method.initialize("odsAttrs", "attrs");
        if slots.has_properties {
            method.initialize("properties", "properties");
        }
        method.initialize("odsRegions", "regions");
        let body = method.body();
        body.push("  if (odsAttrs)\n");
        writeln!(
            body,
            "    odsOpName.emplace(\"{}\", odsAttrs.getContext());",
            op.name
        );
        self.base.add_constructor(method);
    }

    /// Adds a constructor of the class template. Its initializer `to(value)` calls another constructor of the template
    /// or the constructor of the base class. With `keeps`, the new constructor also initializes `odsOperands`.
    fn construct(&mut self, parameters: Vec<Parameter>, to: &str, value: &str, keeps: bool) {
        let mut method = Method::constructor(Qualifiers::INLINE, parameters);
        method.initialize(to, value);
        if keeps {
            method.initialize("odsOperands", "values");
        }
        self.generic.add_constructor(method);
    }

    fn add_constructors_from_op(&mut self, op: &Operation, slots: &Slots, values: Parameter) {
        let mut method = if slots.has_properties {
            Method::constructor(Qualifiers::NONE, [Parameter::new(op.class_name, "op")])
        } else {
            let parameters = [Parameter::new("::mlir::Operation *", "op")];
            Method::constructor(Qualifiers::INLINE, parameters)
        };
        method.initialize("odsAttrs", "op->getRawDictionaryAttrs()");
        method.initialize("odsOpName", "op->getName()");
        if slots.has_properties {
            method.initialize("properties", "op.getProperties()");
        }
        method.initialize("odsRegions", "op->getRegions()");
        self.base.add_constructor(method);
        // The operation's class is incomplete where the template is defined. As a default template argument, the class
        // is used only when the constructor is instantiated.
        let op_parameter = Parameter::new("LateInst", "op");
        let mut method = Method::constructor(Qualifiers::INLINE, [values, op_parameter]);
        let class = op.class_name;
        method.add_type_parameter(format!("LateInst = {class}"));
        method.add_type_parameter(format!(
            "= std::enable_if_t<std::is_same_v<LateInst, {class}>>"
        ));
        method.initialize("Base", "op");
        method.initialize("odsOperands", "values");
        self.generic.add_constructor(method);
    }

    fn add_attributes(
        &mut self,
        op: &Operation,
        slots: &Slots,
        release: Release,
    ) -> Result<(), Fatal> {
        let base = &mut self.base;
        let inline = Qualifiers::INLINE;
        if slots.has_properties {
            let method = Method::new("const Properties &", "getProperties", inline, []);
            add_needed(base, op.rec, "Adaptor::getProperties", method)?
                .push("  return properties;");
        }
        let method = Method::new("::mlir::DictionaryAttr", "getAttributes", inline, []);
        add_needed(base, op.rec, "Adaptor::getAttributes", method)?.push("  return odsAttrs;");
        attributes::add_property_getters(base, op, release)?;
        let reader = Reader::Adaptor(op.class_name);
        for it in op.native_attributes() {
            let name = getter(it.name);
            let ty = it.attr.storage_type();
            let qualifiers = if slots.has_properties && !it.attr.has_default() {
                Qualifiers::INLINE
            } else {
                Qualifiers::NONE
            };
            let method = Method::new(&*ty, format!("{name}Attr"), qualifiers, []);
            let overlap = format!("Adaptor::{name}Attr");
            let body = add_accessor(base, op, Accessor::StoredAttribute, &overlap, method)?;
            push_stored(body, slots, it, reader)?;
            let method = Method::new(it.attr.return_type(), &name, Qualifiers::NONE, []);
            let body = add_accessor(base, op, Accessor::Attribute, &name, method)?;
            attributes::push_getter(body, &name, it.attr, reader)?;
        }
        Ok(())
    }

    fn add_regions(&mut self, op: &Operation) -> Result<(), Fatal> {
        for (index, region) in op.regions.iter().enumerate() {
            if region.name.is_empty() {
                continue;
            }
            let name = getter(region.name);
            let (ty, code) = if region.is_variadic {
                (
                    "::mlir::RegionRange",
                    format!("  return odsRegions.drop_front({index});"),
                )
            } else {
                (
                    "::mlir::Region &",
                    format!("  return *odsRegions[{index}];"),
                )
            };
            let method = Method::new(ty, &name, Qualifiers::INLINE, []);
            let overlap = format!("Adaptor::{name}");
            let accessor = Accessor::AdaptorRegion(region.is_variadic);
            add_accessor(&mut self.base, op, accessor, &overlap, method)?.push(&code);
        }
        if !op.regions.is_empty() {
            let ty = "::mlir::RegionRange";
            let method = Method::new(ty, "getRegions", Qualifiers::INLINE, []);
            if let Some(method) = self.base.add(method) {
                method.body().push("  return odsRegions;");
            }
        }
        Ok(())
    }

    fn declare_adaptor(
        &mut self,
        op: &Operation,
        slots: &Slots,
        checks: &Checks,
    ) -> Result<(), Fatal> {
        let generic = self.generic.name();
        let adaptor = &mut self.adaptor;
        adaptor.add_parent(generic);
        adaptor.add_parent_argument("::mlir::ValueRange");
        adaptor.access(Access::Public);
        adaptor.using(format!("{generic}::{generic}"));
        let parameters = [Parameter::new(op.class_name, "op")];
        let mut method = Method::constructor(Qualifiers::NONE, parameters);
        method.initialize(generic, "op->getOperands(), op");
        adaptor.add_constructor(method);
        let parameters = [Parameter::new("::mlir::Location", "loc")];
        let method = Method::new(
            "::llvm::LogicalResult",
            "verify",
            Qualifiers::NONE,
            parameters,
        );
        let body = add_needed(adaptor, op.rec, "verify", method)?;
        verifier::push_adaptor(body, op, slots, checks)
    }
}

/// Writes the body of the getter that returns an attribute as an `Attribute`. If the attribute is missing, the getter
/// returns the default value of the attribute.
fn push_stored(
    body: &mut Indented,
    slots: &Slots,
    it: &NamedAttribute,
    reader: Reader,
) -> Result<(), Fatal> {
    if !slots.has_properties {
        body.push("  assert(odsAttrs && \"no attributes when constructing adapter\");\n");
    }
    let (cast, ty) = (cast(it.attr)?, it.attr.storage_type());
    let read = slots.read(it.name, reader);
    writeln!(body, "  auto attr = ::llvm::{cast}<{ty}>({read});");
    if it.attr.has_default() && it.attr.is_optional()? {
        let default = attributes::default_attribute(it.attr, reader.builder());
        writeln!(body, "  if (!attr)\n    attr = {default};");
    }
    body.push("  return attr;\n");
    Ok(())
}
