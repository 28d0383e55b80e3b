//! Turns parsed trees into patterns.

use std::collections::BTreeMap;

use backend::{Fatal, Rec, RecordId, Severity, record_class};
use elaborate::symbol::Sym;

use crate::infer::Inputs;
use crate::inputs::Named;
use crate::matching::Matching;
use crate::pattern::{Pattern, PatternOrder};
use crate::tree::{NodeId, Tree};
use crate::work::{Draft, Said, Work};

record_class! {
    /// The fields of a record of class `Pattern`.
    pub(crate) struct PatternDef("Pattern") {
        tree: dag("PatternToMatch"),
        results: list("ResultInstrs"),
        gisel_ignores: bit("GISelShouldIgnore"),
    }
}

impl<'a> Work<'a> {
    /// Reads a record of class `Pattern`. Returns one pattern for each alternative of its source that can match.
    /// Returns no pattern if the record has no result.
    pub(crate) fn read_pattern(&mut self, def: PatternDef<'a>) -> Result<Vec<Pattern>, Fatal> {
        let mut src = self.parse(*def, &[def.tree()?.v], true)?;
        let results = def.results()?;
        if results.is_empty() {
            return Ok(Vec::new());
        }
        let mut dst = self.parse(*def, results, false)?;
        if dst.trees.len() != 1 {
            let message = "Cannot handle instructions producing instructions with temporaries yet!";
            self.error(&mut dst, message);
        }
        let mut named = Named::default();
        for index in 0..src.trees.len() {
            let tree = src.trees[index];
            self.find_inputs(&mut src, tree, &mut named)?;
        }
        let ignores = def.gisel_ignores()?;
        self.finish(src, dst, named.registers, ignores)
    }

    /// Turns the pattern in an instruction's own record into ordinary patterns.
    pub(crate) fn read_own_pattern(
        &mut self,
        def: Rec<'a>,
        src: NodeId,
        dst: NodeId,
        registers: Vec<RecordId>,
    ) -> Result<Vec<Pattern>, Fatal> {
        let src = Draft::new(def, true, self.patterns, vec![src]);
        let dst = Draft::new(def, false, self.patterns, vec![dst]);
        self.finish(src, dst, registers, false)
    }

    /// Expands fragments, infers types, and creates one pattern for each alternative of the source that can match.
    fn finish(
        &mut self,
        mut src: Draft<'a>,
        mut dst: Draft<'a>,
        registers: Vec<RecordId>,
        gisel_ignores: bool,
    ) -> Result<Vec<Pattern>, Fatal> {
        self.inline(&mut src)?;
        self.inline(&mut dst)?;
        if dst.trees.len() != 1 {
            let message = "Cannot use multi-alternative fragments in result pattern!";
            self.error(&mut dst, message);
        }
        self.infer_both(&mut src, &mut dst)?;

        let tree = self.only_tree(&dst)?;
        let tree = self.promote_transforms(tree)?;
        let rec = dst.rec;
        let mut dst = Draft::new(rec, false, self.patterns, vec![tree]);
        self.infer(&mut dst, Inputs::None)?;
        let tree = self.only_tree(&dst)?;

        let predicates = rec.value("Predicates")?;
        rec.list("Predicates")?;
        let added_complexity = rec.int("AddedComplexity")? as i32;
        let mut patterns = Vec::new();
        // A pattern with a value that has no possible type in any mode never matches.
        if !self.is_possible(tree) {
            return Ok(patterns);
        }
        for index in 0..src.trees.len() {
            let pattern = Pattern {
                rec: rec.id(),
                predicates,
                src: src.trees[index],
                dst: tree,
                registers: registers.clone(),
                mode_check: Sym::EMPTY,
                added_complexity,
                gisel_ignores,
                order: PatternOrder::Defined(rec.order()),
            };
            if self.is_possible(pattern.src) && self.check(&mut src, &pattern) {
                patterns.push(pattern);
            }
        }
        Ok(patterns)
    }

    /// Infers the types of the source and the result from each other.
    fn infer_both(&mut self, src: &mut Draft<'a>, dst: &mut Draft<'a>) -> Result<(), Fatal> {
        let mut knows_src;
        let mut knows_dst;
        loop {
            knows_src = self.infer(src, Inputs::Own)?;
            let named = src.take_named(&self.nodes);
            knows_dst = self.infer(dst, Inputs::Of(&named))?;
            src.named = Some(named);

            let mut changed = false;
            for index in 0..src.trees.len() {
                let (tree, root) = (src.trees[index], self.only_tree(dst)?);
                let results = |it: NodeId| self.nodes[it].types.len();
                for result in 0..results(tree).min(results(root)) {
                    changed |= self.update_from(dst, (tree, result), (root, result))?;
                    changed |= self.update_from(dst, (root, result), (tree, result))?;
                }
            }
            // Values of the result that still have several types are in registers, and each of the types is acceptable.
            if !changed && knows_src && !knows_dst {
                let root = self.only_tree(dst)?;
                changed = self.force_instruction_result(dst, root)?;
            }
            if !changed {
                break;
            }
        }
        if !knows_src {
            self.error(src, "Could not infer all types in pattern!");
        }
        if !knows_dst {
            self.dump(src);
            self.error(dst, "Could not infer all types in pattern result!");
        }
        Ok(())
    }

    /// Turns the transforms in a tree into operators; returns the root of the resulting tree.
    fn promote_transforms(&mut self, id: NodeId) -> Result<NodeId, Fatal> {
        for index in 0..self.nodes[id].children.len() {
            let child = self.nodes[id].children[index];
            self.nodes[id].children[index] = self.promote_transforms(child)?;
        }
        self.transform_as_node(id)
    }

    /// Whether each value of a tree has a type in some mode.
    fn is_possible(&self, id: NodeId) -> bool {
        let tree = self.tree(id);
        tree.all(&|it| it.types.iter().all(|types| types.is_possible()))
    }

    /// Returns whether the pattern can match. Reports a warning if the pattern cannot match; otherwise, reports the
    /// pattern's errors, which do not affect the return value.
    fn check(&mut self, draft: &mut Draft, pattern: &Pattern) -> bool {
        let matching = Matching::new(self.patterns, self.records);
        if !matching.is_possible(self.tree(pattern.src)) {
            let reason = "Immediate value must be on the RHS of commutative operators!";
            let message = format!("Pattern can never match: {reason}");
            let warning = draft.rec.diagnostic(Severity::Warning, message);
            self.said.push(Said::Diagnostic(warning));
            return false;
        }
        let complex = self.patterns.complex_pattern(&self.nodes[pattern.src]);
        if complex.is_some_and(|it| it.roots.is_empty()) {
            let message = "ComplexPattern at root must specify list of opcodes it could match";
            self.error(draft, message);
        }
        let inputs = self.find_names(draft, pattern.src);
        let outputs = self.find_names(draft, pattern.dst);
        if let Some((name, _)) = outputs.iter().find(|(name, _)| !inputs.contains_key(*name)) {
            let message = format!("Pattern has input without matching name in output: ${name}");
            self.error(draft, &message);
        }
        let is_dead =
            |(name, count): &(&&str, &usize)| !outputs.contains_key(*name) && **count == 1;
        if let Some((name, _)) = inputs.iter().find(is_dead) {
            let message = format!("Pattern has dead named input: ${name}");
            self.error(draft, &message);
        }
        true
    }

    /// The names in a tree, each with the number of nodes that have it. Reports an error if nodes with the same name
    /// have different types.
    fn find_names(&mut self, draft: &mut Draft, id: NodeId) -> BTreeMap<&'static str, usize> {
        let mut first: BTreeMap<&'static str, (Tree, usize)> = BTreeMap::new();
        let mut error = None;
        Tree::new(&self.nodes, id).for_each(&mut |tree| {
            let Some(name) = tree.name else { return };
            let (node, count) = first.entry(name.as_str()).or_insert((tree, 0));
            *count += 1;
            if node.types != tree.types && error.is_none() {
                error = Some(name);
            }
        });
        let names = first.into_iter().map(|(name, (_, count))| (name, count));
        let names = names.collect();
        if let Some(name) = error {
            let message = format!(
                "repetition of value: ${} where different uses have different types!",
                name.as_str()
            );
            self.error(draft, &message);
        }
        names
    }
}
