//! The differences between interfaces of operations, types and attributes.

use mlir_model::template::Substitutions;

/// A kind of interfaces: interfaces of operations, of types, or of attributes.
pub(super) struct Kind {
    /// The TableGen class of the interface records.
    pub class: &'static str,
    /// The C++ class that an interface derives from.
    pub base: &'static str,
    /// The C++ type of the values that have the interface.
    pub value: &'static str,
    /// The name of the template parameter for the C++ class that has the interface.
    pub template: &'static str,
    /// The placeholder for the value in C++ code from the source, without `$`.
    name: &'static str,
    /// The C++ expression that casts a value to the template parameter.
    cast: &'static str,
    /// The C++ expression for the value in a trait: `this`, cast to the class that derives from the trait.
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
    /// Whether this is the kind for operations. The methods of operation interfaces are not `const`, and only these
    /// interfaces can have a verifier.
    pub(super) fn is_of_operations(&self) -> bool {
        self.class == OPERATION.class
    }

    /// The qualifier after the parameters of a method that is not static.
    pub(super) fn constness(&self) -> &'static str {
        if self.is_of_operations() {
            ""
        } else {
            " const"
        }
    }

    /// The placeholders in the bodies of models' methods.
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

    /// The placeholders in the bodies of the trait's methods.
    pub(super) fn in_trait(&self) -> Substitutions<'static> {
        Substitutions::new().with(self.name, self.this)
    }

    /// The placeholders in the interface's `extraSharedClassDeclaration`.
    pub(super) fn in_interface(&self) -> Substitutions<'static> {
        Substitutions::new().with(self.name, "(*this)")
    }

    /// The placeholders in the condition of `classof`, which tests whether a value has the interface.
    pub(super) fn in_classof(&self) -> Substitutions<'static> {
        Substitutions::new().with(self.name, "odsInterfaceInstance")
    }

    /// The C++ expression for the value in the methods of the interface.
    pub(super) fn own_value(&self) -> &'static str {
        if self.is_of_operations() {
            "getOperation()"
        } else {
            "*this"
        }
    }
}
