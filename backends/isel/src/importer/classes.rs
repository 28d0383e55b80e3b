//! Register classes that patterns give or imply.

use backend::{Fatal, RecordId};
use elaborate::symbol::Sym;
use pattern_model::types::TypeSets;
use pattern_model::{LeafKind, Node, Tree};
use target_model::registers::{ClassId, IndexId};

use super::{Importer, changes};
use crate::global_isel::Check;

type Inferred<T> = Result<Option<T>, Fatal>;

impl Importer<'_> {
    /// The register class that a leaf denotes, directly or as a register operand; `None` for other leaves.
    pub(super) fn class_of_leaf(&self, leaf: &Node) -> Inferred<ClassId> {
        let Some(leaf) = leaf.leaf_record() else {
            return Ok(None);
        };
        match leaf.kind {
            LeafKind::RegisterOperand | LeafKind::RegisterClass | LeafKind::RegisterClassByMode => {
                self.class_of_operand(leaf.rec)
            }
            _ => Ok(None),
        }
    }

    /// The register class that the record of an operand denotes; `None` for other kinds of operands.
    pub(super) fn class_of_operand(&self, kind: RecordId) -> Inferred<ClassId> {
        let kind = self.cx.records.rec(kind);
        let mut class = if kind.is_a("RegisterOperand") {
            kind.def("RegClass")?
        } else {
            kind
        };
        if class.is_a("RegClassByHwMode") {
            // The reference uses the class that is listed first, whatever its mode.
            let modes = &self.patterns.instructions.target.modes;
            let Some((_, first)) = modes.choices(class)?.first() else {
                return Ok(None);
            };
            class = self.cx.records.rec(*first);
        }
        if !class.is_a("RegisterClass") {
            return Ok(None);
        }
        self.patterns.registers.class_of(class).map(Some)
    }

    /// The C++ enumerator of a register class.
    pub(super) fn class_name(&self, class: ClassId) -> Sym {
        let name = self.patterns.registers.classes[class].qualified_name();
        Sym::new(&format!("{name}RegClassID"))
    }

    /// The check that an operand is in the register bank of a class.
    pub(super) fn bank(&self, class: ClassId) -> Check {
        Check::RegisterBank {
            class: self.class_name(class),
            def: self.patterns.registers.classes[class].rec,
        }
    }

    /// The sub-register index that a leaf denotes; `None` if the node is not a leaf with a record.
    pub(super) fn sub_register_index(&self, leaf: &Node) -> Inferred<IndexId> {
        match leaf.leaf_record() {
            Some(leaf) => {
                let rec = self.cx.records.rec(leaf.rec);
                self.patterns.registers.indices.resolve(rec).map(Some)
            }
            None => Ok(None),
        }
    }

    /// The register class of the first value of a node in the result; `None` if it cannot be inferred.
    pub(super) fn infer_class(&self, tree: Tree) -> Inferred<ClassId> {
        if tree.is_leaf() {
            return self.class_of_leaf(&tree);
        }
        if tree.types.is_empty() {
            Ok(None)
        } else {
            self.infer_class_of_result(tree, 0)
        }
    }

    /// The register class of the result `number` of an instruction in the pattern's result; `None` if it cannot be
    /// inferred.
    pub(super) fn infer_class_of_result(&self, tree: Tree, number: usize) -> Inferred<ClassId> {
        let Some(instruction) = tree.instruction() else {
            return Ok(None);
        };
        let instruction = self.patterns.instructions.get(instruction);
        let infers_alike = changes::infers_classes_alike(self.cx.release());
        let child = |number: usize| tree.children().nth(number);
        match &*instruction.name {
            "REG_SEQUENCE" | "COPY_TO_REGCLASS" => {
                let number = usize::from(&*instruction.name == "COPY_TO_REGCLASS");
                match child(number).filter(|it| it.is_leaf()) {
                    Some(class) => self.class_of_leaf(&class),
                    None => Ok(None),
                }
            }
            "INSERT_SUBREG" => match (child(0), child(2)) {
                (Some(whole), Some(index)) => {
                    let of = if infers_alike { tree } else { whole };
                    let types = of.types.first().cloned().unwrap_or_default();
                    self.infer_super_class_of(&types, whole, index)
                }
                _ => Ok(None),
            },
            "EXTRACT_SUBREG" if infers_alike => match (child(0), child(1)) {
                (Some(whole), Some(index)) => self.infer_class_of_part(whole, index),
                _ => Ok(None),
            },
            "EXTRACT_SUBREG" => match child(1) {
                Some(index) => self.infer_super_class(&tree.types[0], index),
                None => Ok(None),
            },
            "SUBREG_TO_REG" if infers_alike => match (tree.types.first(), child(2)) {
                (Some(types), Some(index)) => self.infer_super_class(types, index),
                _ => Ok(None),
            },
            _ => match instruction.operands.iter().nth(number) {
                Some(operand) => self.class_of_operand(operand.rec),
                None => Ok(None),
            },
        }
    }

    /// The register class of the sub-register `index` of the node `whole` in the result. `None` if the class of `whole`
    /// cannot be inferred or has no such sub-register class.
    fn infer_class_of_part(&self, whole: Tree, index: Tree) -> Inferred<ClassId> {
        let Some(whole) = self.infer_class(whole)? else {
            return Ok(None);
        };
        let Some(index) = self.sub_register_index(&index)? else {
            return Ok(None);
        };
        let pair = self.patterns.registers.matching_classes(whole, index);
        Ok(pair.map(|(_, part)| part))
    }

    /// The largest allocatable class that has these types and whose registers have the sub-register `index`. `None` if
    /// there is no such class, or if a type is not determined.
    pub(super) fn infer_super_class(&self, types: &TypeSets, index: Tree) -> Inferred<ClassId> {
        if !types.is_concrete(false) {
            return Ok(None);
        }
        let Some(index) = self.sub_register_index(&index)? else {
            return Ok(None);
        };
        let wanted = types.concrete();
        let classes = &self.patterns.registers.classes;
        let with_index = classes.iter().filter_map(|it| it.with_sub_register(index));
        let candidates = with_index.filter(|it| {
            let class = &classes[*it];
            class.allocatable && class.types.iter().any(|ty| ty.types == wanted.types)
        });
        Ok(candidates.min_by(|a, b| {
            let [a, b] = [a, b].map(|it| &classes[*it]);
            let by_size = b.members.len().cmp(&a.members.len());
            by_size.then_with(|| a.name.cmp(&b.name))
        }))
    }

    /// The class of `whole` if it can be inferred, otherwise the result of [`Self::infer_super_class`].
    pub(super) fn infer_super_class_of(
        &self,
        types: &TypeSets,
        whole: Tree,
        index: Tree,
    ) -> Inferred<ClassId> {
        match self.infer_class(whole)? {
            Some(class) => Ok(Some(class)),
            None => self.infer_super_class(types, index),
        }
    }

    /// A class with these types that contains a register: the first such class, replaced by each
    /// later one that is a subclass of it. `None` if there is no such class.
    pub(super) fn class_of_register(
        &self,
        register: RecordId,
        types: &TypeSets,
    ) -> Inferred<ClassId> {
        let registers = &self.patterns.registers;
        let register = registers.resolve(self.cx.records.rec(register))?;
        let wanted = types.concrete();
        let simple = types
            .as_simple()
            .map(|_| wanted.types.first().map(|it| it.1));
        let mut best: Option<ClassId> = None;
        for (id, class) in registers.classes.with_ids() {
            let has_type = class.types.iter().any(|ty| {
                let mut in_modes = ty.types.iter().map(|it| it.1);
                ty.types == wanted.types
                    || simple
                        .flatten()
                        .is_some_and(|it| in_modes.any(|ty| ty == it))
            });
            if has_type
                && class.contains(register)
                && best.is_none_or(|best| registers.classes[best].sub_classes.contains(id))
            {
                best = Some(id);
            }
        }
        Ok(best)
    }
}
