//! What interfaces of operations, types and attributes have in different words.

use mlir_model::template::Substitutions;

/// What has an interface.
pub(super) struct Kind {
    /// The class of the records.
    pub class: &'static str,
    /// The C++ class that an interface derives from.
    pub base: &'static str,
    /// The C++ type of the values that have the interface.
    pub value: &'static str,
    /// The C++ type that has the interface, as the templates call it.
    pub template: &'static str,
    /// The name of the value in the author's C++.
    name: &'static str,
    /// The cast from a value to the template parameter.
    cast: &'static str,
    /// The value as a class that derives from the trait.
    this: &'static str,
}

pub(super) const OPERATION: Kind = Kind {
    class: "OpInterface",
    base: "OpInterface",
    value: "::mlir::Operation *",
    template: "ConcreteOp",
    name: "_op",
    cast: "(llvm::cast<ConcreteOp>(tablegen_opaque_val))",
    this: "(*static_cast<ConcreteOp *>(this))",
};

pub(super) const TYPE: Kind = Kind {
    class: "TypeInterface",
    base: "TypeInterface",
    value: "::mlir::Type",
    template: "ConcreteType",
    name: "_type",
    cast: "(::llvm::cast<ConcreteType>(tablegen_opaque_val))",
    this: "(*static_cast<const ConcreteType *>(this))",
};

pub(super) const ATTRIBUTE: Kind = Kind {
    class: "AttrInterface",
    base: "AttributeInterface",
    value: "::mlir::Attribute",
    template: "ConcreteAttr",
    name: "_attr",
    cast: "(::llvm::cast<ConcreteAttr>(tablegen_opaque_val))",
    this: "(*static_cast<const ConcreteAttr *>(this))",
};

impl Kind {
    /// Whether it is of operations, whose methods are not constant and which can be verified.
    pub(super) fn is_of_operations(&self) -> bool {
        self.class == OPERATION.class
    }

    /// The qualifier behind the parameters of a method that is not static.
    pub(super) fn constness(&self) -> &'static str {
        if self.is_of_operations() {
            ""
        } else {
            " const"
        }
    }

    /// The names in bodies of the models.
    pub(super) fn in_models(&self) -> Substitutions<'static> {
        let names = Substitutions::new()
            .with(self.name, self.cast)
            .with("_self", self.cast);
        if self.is_of_operations() {
            names.with("_this", "impl")
        } else {
            names
        }
    }

    /// The names in bodies of the trait.
    pub(super) fn in_trait(&self) -> Substitutions<'static> {
        Substitutions::new().with(self.name, self.this)
    }

    /// The names in further declarations of the interface.
    pub(super) fn in_interface(&self) -> Substitutions<'static> {
        Substitutions::new().with(self.name, "(*this)")
    }

    /// The names in the test whether a value has the interface.
    pub(super) fn in_classof(&self) -> Substitutions<'static> {
        Substitutions::new().with(self.name, "odsInterfaceInstance")
    }

    /// The value in C++ of the interface.
    pub(super) fn own_value(&self) -> &'static str {
        if self.is_of_operations() {
            "getOperation()"
        } else {
            "*this"
        }
    }
}
