//! What versions, extensions and the like an operation or the case of an enumeration asks for.

use backend::{Fatal, Rec, bail, record_class};

record_class! {
    /// A requirement of one kind. Requirements of a kind are of one class, which becomes an interface of operations.
    pub struct Availability("Availability") {
        /// The C++ namespace of the interface.
        namespace: string("cppNamespace"),
        /// The C++ class of the interface.
        interface: string("interfaceName"),
        /// What is said about the interface.
        description: string("interfaceDescription"),
        /// The C++ type of what an operation requires.
        query_type: string("queryFnRetType"),
        /// The method by which that is asked for.
        query: string("queryFnName"),
        /// C++ that adds `$instance` to `$overall`.
        merge: string("mergeAction"),
        /// What an operation requires without any requirements.
        initializer: string("initializer"),
        /// The C++ type of a single requirement.
        instance_type: string("instanceType"),
        /// C++ that stands before the requirement.
        preparation: string("instancePreparation"),
        /// The requirement.
        instance: string("instance"),
    }
}

impl<'a> Availability<'a> {
    /// The class that says of which kind it is.
    pub fn class(self) -> Result<Rec<'a>, Fatal> {
        match *self.direct_superclasses() {
            [class] => Ok(class),
            _ => bail!(self, "expected to only have one direct superclass"),
        }
    }

    /// The requirements of an operation or a case.
    pub fn read_all(rec: Rec<'a>) -> Result<Vec<Availability<'a>>, Fatal> {
        if rec.field("availability").is_none() {
            return Ok(Vec::new());
        }
        let all = rec.list_of_defs("availability")?.into_iter();
        Ok(all.map(Availability).collect())
    }
}
