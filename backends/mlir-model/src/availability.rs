//! Availability: the versions, extensions and capabilities that an operation or a case of an enumeration requires.

use backend::{Fatal, Rec, bail, record_class};

record_class! {
    /// One requirement. All requirements of one kind have the same class, which becomes an interface of operations.
    pub struct Availability("Availability") {
        /// The C++ namespace of the interface.
        namespace: string("cppNamespace"),
        /// The C++ class of the interface.
        interface: string("interfaceName"),
        /// The description of the interface.
        description: string("interfaceDescription"),
        /// The C++ return type of the query method, for all requirements of an operation together.
        query_type: string("queryFnRetType"),
        /// The name of the query method, which returns all requirements of an operation.
        query: string("queryFnName"),
        /// The C++ code that adds the requirement `$instance` to `$overall`.
        merge: string("mergeAction"),
        /// The initial value of `$overall` in C++: the result for an operation without requirements.
        initializer: string("initializer"),
        /// The C++ type of a single requirement.
        instance_type: string("instanceType"),
        /// C++ statements that come before the expression `instance`.
        preparation: string("instancePreparation"),
        /// The C++ expression for the requirement.
        instance: string("instance"),
    }
}

impl<'a> Availability<'a> {
    /// The direct superclass, which determines the kind of requirement. An error if the record does not have exactly
    /// one direct superclass.
    pub fn class(self) -> Result<Rec<'a>, Fatal> {
        match *self.direct_superclasses() {
            [class] => Ok(class),
            _ => bail!(self, "expected to only have one direct superclass"),
        }
    }

    /// The requirements of an operation or of a case of an enumeration. Empty if the record has no field
    /// `availability`.
    pub fn read_all(rec: Rec<'a>) -> Result<Vec<Availability<'a>>, Fatal> {
        if rec.field("availability").is_none() {
            return Ok(Vec::new());
        }
        let all = rec.list_of_defs("availability")?.into_iter();
        Ok(all.map(Availability).collect())
    }
}
