//! The register classes of results.

use backend::Fatal;
use pattern_model::Tree;
use pattern_model::types::TypeSets;
use target_model::instructions::Instruction;
use target_model::registers::ClassId;

use super::{Importer, Stop, changes, skip};

impl Importer<'_> {
    /// The register class of the root's result `number`.
    pub(super) fn class_of_result(
        &self,
        instruction: &Instruction,
        number: usize,
        src: Tree,
        dst: Tree,
    ) -> Result<ClassId, Stop> {
        if changes::infers_classes_alike(self.cx.release()) {
            return match self.infer_class_of_result(dst, number)? {
                Some(class) => Ok(class),
                None => {
                    let text = |it| self.patterns.text(self.cx.records, it);
                    skip!(
                        self,
                        "Could not infer register class for result #{number} from pattern {}",
                        text(dst)
                    );
                }
            };
        }
        let types = &src.node().types[number];
        let class_of_child = |number: usize| match dst.children().nth(number) {
            Some(child) => self.class_of_leaf(&child),
            None => Ok(None),
        };
        match &*instruction.name {
            "COPY_TO_REGCLASS" => match class_of_child(1)? {
                Some(class) => Ok(class),
                None => skip!(self, "COPY_TO_REGCLASS operand #1 isn't a register class"),
            },
            "REG_SEQUENCE" => match class_of_child(0)? {
                Some(class) => Ok(class),
                None => skip!(self, "REG_SEQUENCE operand #0 isn't a register class"),
            },
            "EXTRACT_SUBREG" => match self.infer_class_of_child(dst, 0)? {
                Some(class) => Ok(class),
                None => skip!(self, "Could not infer class for EXTRACT_SUBREG operand #0"),
            },
            "INSERT_SUBREG" => match self.super_class_to_insert(types, dst)? {
                Some(class) => Ok(class),
                None => skip!(
                    self,
                    "Cannot infer register class for INSERT_SUBREG operand #0"
                ),
            },
            "SUBREG_TO_REG" => match self.super_class_of_child(types, dst, 2)? {
                Some(class) => Ok(class),
                None => skip!(
                    self,
                    "Cannot infer register class for SUBREG_TO_REG operand #0"
                ),
            },
            _ => match self.class_of_operand(instruction.operands.get(number).rec)? {
                Some(class) => Ok(class),
                None => {
                    let text = |it| self.patterns.text(self.cx.records, it);
                    skip!(self, "Dst MI def isn't a register class{}", text(dst));
                }
            },
        }
    }

    fn infer_class_of_child(&self, tree: Tree, number: usize) -> Result<Option<ClassId>, Fatal> {
        match tree.children().nth(number) {
            Some(child) => self.infer_class(child),
            None => Ok(None),
        }
    }

    /// The largest class with these types whose registers have the sub-register that the child `number` denotes; `None`
    /// if there is no such class or child.
    fn super_class_of_child(
        &self,
        types: &TypeSets,
        tree: Tree,
        number: usize,
    ) -> Result<Option<ClassId>, Fatal> {
        match tree.children().nth(number) {
            Some(index) => self.infer_super_class(types, index),
            None => Ok(None),
        }
    }

    /// The class of the register into which `INSERT_SUBREG` inserts a sub-register. `None` if the class cannot be
    /// inferred.
    fn super_class_to_insert(
        &self,
        types: &TypeSets,
        tree: Tree,
    ) -> Result<Option<ClassId>, Fatal> {
        let (whole, index) = (tree.children().next(), tree.children().nth(2));
        match whole.zip(index) {
            Some((whole, index)) => self.infer_super_class_of(types, whole, index),
            None => Ok(None),
        }
    }

    /// The register classes of the operands of a special instruction such as `COPY_TO_REGCLASS`, each with the index of
    /// the operand. `None` for other instructions, whose definitions give the classes. `root` is the pattern's source
    /// if the instruction is the root of the result.
    pub(super) fn constraints(
        &self,
        instruction: &Instruction,
        root: Option<Tree>,
        dst: Tree,
    ) -> Result<Option<Vec<(u32, ClassId)>>, Stop> {
        let name = &*instruction.name;
        let is_alike = changes::infers_classes_alike(self.cx.release());
        let types = match root.filter(|_| !is_alike) {
            Some(src) => src.node().types.first(),
            None => dst.node().types.first(),
        };
        let types = types.cloned().unwrap_or_default();
        let part_class = |name: &str, what: &str| match self.infer_class_of_child(dst, 1)? {
            Some(class) => Ok(class),
            None => skip!(self, "Cannot infer register class from {name} {what} #1"),
        };
        let no_whole =
            || self.skip(|| format!("Cannot infer register class for {name} operand #0"));
        let registers = &self.patterns.registers;
        Ok(Some(match name {
            "COPY_TO_REGCLASS" if is_alike || root.is_some() => {
                let class = dst.children().nth(1);
                let class = class.map(|it| self.class_of_leaf(&it)).transpose()?;
                let Some(class) = class.flatten() else {
                    skip!(self, "COPY_TO_REGCLASS operand #1 isn't a register class");
                };
                vec![(0, class)]
            }
            "EXTRACT_SUBREG" => {
                let Some(whole) = self.infer_class_of_child(dst, 0)? else {
                    skip!(
                        self,
                        "Cannot infer register class from EXTRACT_SUBREG operand #0"
                    );
                };
                let index = dst.children().nth(1);
                let index = index.map(|it| self.sub_register_index(&it)).transpose()?;
                let Some(index) = index.flatten() else {
                    skip!(self, "EXTRACT_SUBREG child #1 is not a subreg index");
                };
                // If the instruction is not the root, the reference does not check that there is such a pair of
                // classes.
                let Some((whole, part)) = registers.matching_classes(whole, index) else {
                    skip!(self, "subreg index is incompatible with inferred reg class");
                };
                vec![(0, part), (1, whole)]
            }
            "INSERT_SUBREG" => {
                let part = part_class(name, "operand")?;
                let whole = self.super_class_to_insert(&types, dst)?;
                let whole = whole.ok_or_else(no_whole)?;
                vec![(0, whole), (1, whole), (2, part)]
            }
            "SUBREG_TO_REG" => {
                let part = part_class(name, "child")?;
                let whole = self.super_class_of_child(&types, dst, 2)?;
                let whole = whole.ok_or_else(no_whole)?;
                vec![(0, whole), (2, part)]
            }
            "REG_SEQUENCE" => {
                let Some(whole) = self.infer_class_of_child(dst, 0)? else {
                    skip!(self, "REG_SEQUENCE operand #0 isn't a register class");
                };
                let mut constraints = vec![(0, whole)];
                let indices = dst.children().enumerate().skip(2).step_by(2);
                for (number, index) in indices {
                    let Some(index) = self.sub_register_index(&index)? else {
                        skip!(self, "REG_SEQUENCE child is not a subreg index");
                    };
                    // The reference does not check that there is such a pair of classes.
                    let Some((_, part)) = registers.matching_classes(whole, index) else {
                        skip!(self, "subreg index is incompatible with inferred reg class");
                    };
                    constraints.push((number as u32 - 1, part));
                }
                constraints
            }
            _ => return Ok(None),
        }))
    }
}
