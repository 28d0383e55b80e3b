//! Finding all registers: those that records define, and tuples.

use backend::ids::Arena;
use backend::sets::Sets;
use backend::{Fatal, Rec, RecordId, Records, bail, record_class, std_sort};
use rustc_hash::FxHashMap;

use super::tuples::{Element, ElementSets, Tuple, Tuples};
use super::{Indices, NameOrder, Register, RegisterId};

pub(super) type ByElement<'a> = FxHashMap<Element<'a>, RegisterId>;

/// The evaluator of set expressions for registers, register classes and lists of callee-saved registers.
pub(super) fn sets(records: &Records) -> ElementSets<'_> {
    let mut sets = Sets::of(records, Tuples::default());
    sets.expand_field("RegisterClass", "MemberList");
    sets.expand_field("CalleeSavedRegs", "SaveList");
    sets
}

record_class! {
    struct RegisterDef("Register") {}
}

record_class! {
    /// The fields of a register. A tuple takes most of them from its first member.
    struct Fields("Register") {
        asm_name: string("AsmName"),
        cost_per_use: list_of_ints("CostPerUse"),
        covered: bit("CoveredBySubRegs"),
        constant: bit("isConstant"),
        artificial: bit("isArtificial"),
        indices: list_of_defs("SubRegIndices"),
        sub_registers: list("SubRegs"),
        aliases: list_of_defs("Aliases"),
    }
}

/// All registers of a target.
pub(super) struct FoundRegisters<'a> {
    pub registers: Arena<RegisterId, Register>,
    pub by_element: ByElement<'a>,
    pub by_asm_name: FxHashMap<String, RegisterId>,
}

/// Finds and sorts all registers, and resolves the registers to which definitions refer. Only the sub-registers that
/// definitions list are included.
pub(super) fn registers<'a>(
    sets: &mut ElementSets<'a>,
    indices: &Indices,
) -> Result<FoundRegisters<'a>, Fatal> {
    let mut found = FoundRegisters {
        registers: Arena::new(),
        by_element: FxHashMap::default(),
        by_asm_name: FxHashMap::default(),
    };
    let defs = RegisterDef::all(sets.records())?;
    // On x86, tuples are sorted together with the registers that records define.
    let is_mixed = defs.first().is_some_and(|it| it.is_a("X86Reg"));
    let mut elements: Vec<Element> = defs.into_iter().map(|it| Element::Record(it.0)).collect();
    if !is_mixed {
        found.add(sets, std::mem::take(&mut elements))?;
    }
    for def in sets.records().derived("RegisterTuples")? {
        elements.extend_from_slice(&sets.expand(def)?.unwrap_or_default());
        if !is_mixed {
            found.add(sets, std::mem::take(&mut elements))?;
        }
    }
    found.add(sets, elements)?;
    found.link(sets, indices)?;
    found.name(sets)?;
    Ok(found)
}

impl<'a> FoundRegisters<'a> {
    /// Sorts `elements` by [`NameOrder`], and adds a register for each of them.
    fn add(&mut self, sets: &ElementSets<'a>, elements: Vec<Element<'a>>) -> Result<(), Fatal> {
        for element in sorted(sets, elements)? {
            let register = read(sets, element)?;
            let next = RegisterId(self.registers.len() as u32);
            // An element that is listed several times is added only once.
            if *self.by_element.entry(element).or_insert(next) == next {
                self.registers.push(register);
            }
        }
        Ok(())
    }

    fn link(&mut self, sets: &ElementSets<'a>, indices: &Indices) -> Result<(), Fatal> {
        let mut elements: Vec<_> = self.by_element.iter().map(|(a, b)| (*b, *a)).collect();
        elements.sort_unstable_by_key(|(id, _)| *id);
        for (id, element) in elements {
            self.link_one(sets, indices, id, element)?;
        }
        Ok(())
    }

    fn link_one(
        &mut self,
        sets: &ElementSets<'a>,
        indices: &Indices,
        id: RegisterId,
        element: Element<'a>,
    ) -> Result<(), Fatal> {
        let (named, parts) = match element {
            Element::Record(rec) => {
                let named = Fields(rec).indices()?;
                (named, records_in(rec, Fields(rec).sub_registers()?)?)
            }
            Element::Tuple(tuple) => {
                let tuple = &sets.kind.all[tuple];
                (Fields(tuple.def).indices()?, tuple.members.clone())
            }
        };
        if named.len() != parts.len() {
            bail!(
                location(sets, element),
                "SubRegs and SubRegIndices must have the same size"
            );
        }
        for (index, part) in named.into_iter().zip(parts) {
            let part = self.id_of(part)?;
            self.registers[id]
                .explicit
                .push((indices.resolve(index)?, part));
        }
        let aliases = match element {
            Element::Record(rec) => Fields(rec).aliases()?,
            Element::Tuple(tuple) => {
                let tuple = &sets.kind.all[tuple];
                field_of_class(tuple.def, &tuple.name, "Aliases", |class| {
                    class.list_of_defs("Aliases")
                })?
            }
        };
        for alias in aliases {
            let alias = self.id_of(Element::Record(alias))?;
            self.registers[id].aliases.push(alias);
            self.registers[alias].aliases.push(id);
        }
        Ok(())
    }

    fn id_of(&self, element: Element<'a>) -> Result<RegisterId, Fatal> {
        id_of(&self.by_element, element)
    }

    /// Reads the assembly names of the registers that records define, and fills `by_asm_name`. If several registers
    /// have the same assembly name, the name refers to the first of them.
    fn name(&mut self, sets: &ElementSets<'a>) -> Result<(), Fatal> {
        let records = sets.records();
        for (id, register) in self.registers.ids().zip(self.registers.iter_mut()) {
            if register.tuple.is_none() {
                register.asm_name = Fields(records.rec(register.rec)).asm_name()?.into_owned();
            }
            self.by_asm_name
                .entry(register.asm_name.clone())
                .or_insert(id);
        }
        Ok(())
    }
}

/// The id of an element's register. An error if the element is a record that is not a register.
pub(super) fn id_of<'a>(
    by_element: &ByElement<'a>,
    element: Element<'a>,
) -> Result<RegisterId, Fatal> {
    if let Some(id) = by_element.get(&element) {
        return Ok(*id);
    }
    match element {
        Element::Record(rec) => Err(no_register(rec)),
        Element::Tuple(_) => unreachable!("tuples are numbered before their numbers are read"),
    }
}

/// The error for a record that is not a register. As in the reference, it is an error about the field `CostPerUse` if
/// this field is missing or invalid.
pub(super) fn no_register(rec: Rec) -> Fatal {
    match Fields(rec).cost_per_use() {
        Err(error) => error,
        Ok(_) => rec.fatal(format!("'{}' is not a register", rec.name())),
    }
}

/// Reads the list `field` of the tuple with the name `name`. Tuples have the value that the class `Register` gives the
/// field, so `read` is called with this class. An error at `tuple` if the value is not a list. Returns the default
/// value if there is no class `Register`.
pub fn field_of_class<'a, T: Default>(
    tuple: Rec<'a>,
    name: &str,
    field: &str,
    read: impl Fn(Rec<'a>) -> Result<T, Fatal>,
) -> Result<T, Fatal> {
    let Some(class) = tuple.records().class("Register") else {
        return Ok(T::default());
    };
    if class.list(field).is_err() {
        bail!(
            tuple,
            "Record `{name}', field `{field}' exists but does not have a list value"
        );
    }
    read(class)
}

fn records_in<'a>(rec: Rec<'a>, list: &[backend::ValueId]) -> Result<Vec<Element<'a>>, Fatal> {
    let def = |v: &backend::ValueId| rec.records().def_of(*v).map(Element::Record);
    let all: Option<Vec<_>> = list.iter().map(def).collect();
    match all {
        Some(all) => Ok(all),
        // This call returns an error, because the list contains a value that is not a record.
        None => rec.list_of_defs("SubRegs").map(|_| Vec::new()),
    }
}

fn sorted<'a>(
    sets: &ElementSets<'a>,
    elements: Vec<Element<'a>>,
) -> Result<Vec<Element<'a>>, Fatal> {
    if elements.len() < 2 {
        return Ok(elements);
    }
    let mut keyed = Vec::with_capacity(elements.len());
    for element in elements {
        let key = match element {
            Element::Record(rec) => NameOrder::new(rec, rec.name())?,
            Element::Tuple(tuple) => {
                let tuple = &sets.kind.all[tuple];
                NameOrder::new(tuple.fields, &tuple.name)?
            }
        };
        keyed.push((key, element));
    }
    std_sort::sort(&mut keyed, |(a, _), (b, _)| a.compare(b));
    Ok(keyed.into_iter().map(|(_, element)| element).collect())
}

/// The record that defines an element, for the location of errors.
fn location<'a>(sets: &ElementSets<'a>, element: Element<'a>) -> Rec<'a> {
    match element {
        Element::Record(rec) => rec,
        Element::Tuple(tuple) => sets.kind.all[tuple].def,
    }
}

/// Reads a register, without resolving references to other registers.
fn read<'a>(sets: &ElementSets<'a>, element: Element<'a>) -> Result<Register, Fatal> {
    let (fields, tuple): (Rec, Option<&Tuple>) = match element {
        Element::Record(rec) => (rec, None),
        Element::Tuple(tuple) => {
            let tuple = &sets.kind.all[tuple];
            (tuple.fields, Some(tuple))
        }
    };
    let values = Fields(fields);
    let cost_per_use = values.cost_per_use()?;
    let covered = tuple.is_some() || values.covered()?;
    let (constant, artificial) = (values.constant()?, values.artificial()?);
    Ok(Register {
        rec: fields.id(),
        tuple: tuple.map(|it| it.def.id()),
        expansion: match element {
            Element::Tuple(tuple) => tuple.0,
            Element::Record(_) => 0,
        },
        name: tuple.map_or(fields.name(), |it| &it.name).to_owned(),
        asm_name: tuple.map_or_else(String::new, |it| it.asm_name.clone()),
        cost_per_use,
        covered,
        disjunct: false,
        artificial,
        constant,
        explicit: Vec::new(),
        sub_registers: Vec::new(),
        super_registers: Vec::new(),
        aliases: Vec::new(),
        units: Vec::new(),
        structure: u32::MAX,
    })
}

type ByRecord = (
    FxHashMap<RecordId, RegisterId>,
    FxHashMap<RecordId, Vec<RegisterId>>,
);

/// Maps from records to the registers that they define: the first map has the records of single registers, the second
/// map has the `RegisterTuples` records.
pub(super) fn by_record<'a>(sets: ElementSets<'a>, by_element: &ByElement<'a>) -> ByRecord {
    let mut by_record = FxHashMap::default();
    let mut tuples = FxHashMap::default();
    for (element, id) in by_element {
        if let Element::Record(rec) = element {
            by_record.insert(rec.id(), *id);
        }
    }
    for (def, elements) in sets.kind.by_def {
        let ids = elements.filter_map(|it| by_element.get(&Element::Tuple(it)).copied());
        tuples.insert(def.id(), ids.collect());
    }
    (by_record, tuples)
}
