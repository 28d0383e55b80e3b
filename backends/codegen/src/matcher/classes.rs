//! The operand classes that an assembly parser distinguishes.

use backend::bit_set::BitSet;
use backend::ids::Arena;
use backend::{Context, Fatal, Rec, RecordId, Records, ValueId, bail, record_class, spend};
use elaborate::diagnostic::Severity;
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;

use super::match_class::{MatchClass, MatchClassId, MatchClassKind};
use super::order::Order;
use super::register_sets::RegisterSets;
use crate::registers::{RegisterId, Registers};

record_class! {
    /// The record of an operand class.
    struct OperandClassDef("AsmOperandClass") {
        supers: list("SuperClasses"),
        class_name: string("Name"),
        predicate: value("PredicateMethod"),
        render: value("RenderMethod"),
        parser: value("ParserMethod"),
        diagnostic_name: value("DiagnosticType"),
        diagnostic_text: value("DiagnosticString"),
        is_optional: value("IsOptional"),
        default: value("DefaultMethod"),
    }
}

record_class! {
    struct RegisterClassDef("RegisterClass") {
        diagnostic_name: value("DiagnosticType"),
        diagnostic_text: value("DiagnosticString"),
    }
}

mod changes {
    use backend::Release;

    /// Whether a register class may depend on the hardware mode. True since LLVM 22.
    pub(super) fn has_classes_by_mode(release: Release) -> bool {
        release >= Release::V22
    }
}

/// All operand classes of a parser.
pub struct MatchClasses {
    /// The sets of registers, then the classes that records define, then the tokens in order of discovery.
    pub all: Arena<MatchClassId, MatchClass>,
    tokens: FxHashMap<Sym, MatchClassId>,
    /// The class for each record of an operand class or a register class.
    by_record: FxHashMap<RecordId, MatchClassId>,
    /// For each register, the smallest class that contains it; `None` if no class contains it.
    of_registers: Vec<Option<MatchClassId>>,
    /// Cached results of [`Self::of_operand`].
    of_operands: FxHashMap<RecordId, MatchClassId>,
    pub(super) order: Order,
}

impl MatchClasses {
    /// Reads the classes of registers, and the classes that records define. For each register in `singles`, there is a
    /// class with only this register.
    pub(super) fn read(
        cx: &Context,
        registers: &Registers,
        singles: &BitSet<RegisterId>,
    ) -> Result<MatchClasses, Fatal> {
        let sets = RegisterSets::find(cx.records, registers, singles);
        let mut classes = MatchClasses {
            all: Arena::new(),
            tokens: FxHashMap::default(),
            by_record: FxHashMap::default(),
            of_registers: sets.of_registers,
            of_operands: FxHashMap::default(),
            order: Order::default(),
        };
        for (number, set) in (0..).zip(sets.sets) {
            let class = MatchClass::new(
                MatchClassKind::Register(number),
                format!("Reg{number}"),
                String::new(),
            );
            classes.all.push(MatchClass {
                render_method: "addRegOperands".to_owned(),
                registers: set.registers,
                supers: set.supers,
                ..class
            });
        }
        for (class, set) in registers.classes.iter().zip(sets.of_classes) {
            let Some(rec) = class.rec else { continue };
            let def = RegisterClassDef(cx.records.rec(rec));
            let set_class = &mut classes.all[set];
            set_class.name_after(rec, &class.name);
            if let Some(text) = def.text_of(def.diagnostic_name()?) {
                set_class.diagnostic = text.into_owned();
            }
            if let Some(text) = def.text_of(def.diagnostic_text()?) {
                set_class.diagnostic_text = text.into_owned();
            }
            set_class.name_diagnostic(&class.name);
            classes.by_record.insert(rec, set);
        }
        for register in singles.iter() {
            if let Some(class) = classes.of_register(register) {
                let register = &registers.registers[register];
                classes.all[class].name_after(register.rec, &register.name);
            }
        }
        if changes::has_classes_by_mode(cx.release()) {
            classes.read_classes_by_mode(cx)?;
        }
        classes.read_operand_classes(cx)?;
        Ok(classes)
    }

    fn read_classes_by_mode(&mut self, cx: &Context) -> Result<(), Fatal> {
        let defs = cx.records.derived_if_defined("RegClassByHwMode");
        for (number, def) in (0..).zip(defs) {
            let name = format!("RegByHwMode_{}", def.name());
            let mut class = MatchClass::new(
                MatchClassKind::RegisterByMode(number),
                name,
                def.name().to_owned(),
            );
            class.sources.push(def.id());
            class.render_method = "addRegOperands".to_owned();
            for chosen in def.list_of_defs("Objects")? {
                if let Some(set) = self.by_record.get(&chosen.id()) {
                    class.registers.union_with(&self.all[*set].registers);
                }
            }
            let id = self.all.push(class);
            self.by_record.insert(def.id(), id);
        }
        Ok(())
    }

    fn read_operand_classes(&mut self, cx: &Context) -> Result<(), Fatal> {
        let defs = OperandClassDef::all(cx.records)?;
        for (number, def) in (0..).zip(&defs) {
            let name = def.0.name().to_owned();
            let id = self.all.push(MatchClass::new(
                MatchClassKind::User(number),
                String::new(),
                name,
            ));
            self.by_record.insert(def.id(), id);
        }
        for def in defs {
            let mut supers = Vec::new();
            for v in def.supers()? {
                let class = cx.records.def_of(*v);
                match class.and_then(|it| self.by_record.get(&it.id())) {
                    Some(class) => supers.push(*class),
                    None => {
                        let message = "Invalid super class reference!".to_owned();
                        cx.report(def.diagnostic(Severity::Error, message));
                    }
                }
            }
            let name = def.class_name()?.into_owned();
            let text = |v: ValueId| def.text_of(v).map(|it| it.into_owned());
            let or = |v: ValueId, other: String| text(v).unwrap_or(other);
            let class = &mut self.all[self.by_record[&def.id()]];
            class.sources.push(def.id());
            class.supers = supers;
            class.predicate_method = or(def.predicate()?, format!("is{name}"));
            class.render_method = or(def.render()?, format!("add{name}Operands"));
            class.parser_method = text(def.parser()?).unwrap_or_default();
            class.diagnostic = text(def.diagnostic_name()?).unwrap_or_default();
            class.diagnostic_text = text(def.diagnostic_text()?).unwrap_or_default();
            class.name_diagnostic(&name);
            class.is_optional = def.is_optional()? == ValueId::TRUE;
            class.default_method = or(def.default()?, format!("default{name}Operands"));
            class.name = name;
        }
        Ok(())
    }

    /// The class of a token in the text of `rec`. The class is added if the token is new.
    pub(super) fn of_token(&mut self, token: Sym, rec: RecordId) -> MatchClassId {
        let id = *self.tokens.entry(token).or_insert_with(|| {
            let token = token.as_str().to_owned();
            self.all
                .push(MatchClass::new(MatchClassKind::Token, token.clone(), token))
        });
        let sources = &mut self.all[id].sources;
        if sources.last() != Some(&rec) {
            sources.push(rec);
        }
        id
    }

    /// The smallest class that contains a register; `None` if no class does.
    pub fn of_register(&self, register: RegisterId) -> Option<MatchClassId> {
        self.of_registers
            .get(register.0 as usize)
            .copied()
            .flatten()
    }

    /// The class for the record of an operand class or a register class. `None` for other records.
    pub fn of_record(&self, rec: RecordId) -> Option<MatchClassId> {
        self.by_record.get(&rec).copied()
    }

    /// The class of an operand, given the record that the source names as its class.
    pub(super) fn of_operand(
        &mut self,
        records: &Records,
        rec: RecordId,
    ) -> Result<MatchClassId, Fatal> {
        if let Some(known) = self.of_operands.get(&rec) {
            return Ok(*known);
        }
        let found = self.find_of_operand(records.rec(rec))?;
        self.of_operands.insert(rec, found);
        Ok(found)
    }

    fn find_of_operand(&self, rec: Rec) -> Result<MatchClassId, Fatal> {
        let of = |class: Rec| self.of_record(class.id());
        let of_registers = |class: Rec| {
            let none = || rec.fatal("register class has no class info!".to_owned());
            of(class).ok_or_else(none)
        };
        if rec.is_a("RegisterOperand") {
            let Some(class) = rec.field("ParserMatchClass").and_then(|it| it.value) else {
                let name = rec.name();
                bail!(rec, "Record `{name}' does not have a ParserMatchClass!\n");
            };
            let class = rec.records().def_of(class).and_then(of);
            return match class {
                Some(class) => Ok(class),
                None => of_registers(rec.def("RegClass")?),
            };
        }
        let by_mode = changes::has_classes_by_mode(rec.records().release());
        if rec.is_a("RegisterClass") || by_mode && rec.is_a("RegClassByHwMode") {
            return of_registers(rec);
        }
        if !rec.is_a("Operand") {
            let name = rec.name();
            bail!(
                rec,
                "Operand `{name}' does not derive from class Operand!\n"
            );
        }
        let none = || rec.fatal("operand has no match class!".to_owned());
        of(rec.def("ParserMatchClass")?).ok_or_else(none)
    }

    /// Adds `above` to the superclasses of `class`.
    pub(super) fn add_super(&mut self, class: MatchClassId, above: MatchClassId) {
        self.all[class].supers.push(above);
    }

    /// Computes the order once all classes are known. An error if a chain of first superclasses leads from a class back
    /// to itself.
    pub(super) fn finish(&mut self, records: &Records) -> Result<(), Fatal> {
        self.order = Order::new(records, &self.all)?;
        Ok(())
    }

    /// All classes in a fixed order: tokens, registers, other classes. Each class comes before its first superclass.
    pub fn sorted(&self) -> &[MatchClassId] {
        self.order.sorted()
    }

    /// The rank of a class in the order of [`Self::sorted`]. Classes that compare as equal have the same rank.
    pub fn rank(&self, class: MatchClassId) -> u32 {
        self.order.rank(class)
    }

    /// All superclasses of a class, direct or not, in the order of [`Self::sorted`].
    pub fn above(&self, class: MatchClassId) -> Vec<MatchClassId> {
        let mut seen = BitSet::from_iter([class]);
        let mut rest = vec![class];
        let mut above = Vec::new();
        while let Some(class) = rest.pop() {
            spend(1 + self.all[class].supers.len());
            // A set of registers already lists all its supersets.
            let is_set = self.all[class].is_register();
            for class in &self.all[class].supers {
                if seen.insert(*class) {
                    above.push(*class);
                    if !is_set {
                        rest.push(*class);
                    }
                }
            }
        }
        above.sort_unstable_by_key(|it| self.order.position(*it));
        above
    }
}
