//! The reasons why patterns are skipped, as text.

use backend::{Fatal, RecordId};
use elaborate::value::Node as Value;
use pattern_model::{Predicate, PredicateCall, PredicateFlags as Flag, Tree};

use super::{Importer, changes};

/// The flags for orderings of atomic operations, and their texts in explanations.
const ORDERS: [(Flag, &str); 9] = [
    (Flag::IS_MONOTONIC, " monotonic"),
    (Flag::IS_ACQUIRE, " acquire"),
    (Flag::IS_RELEASE, " release"),
    (Flag::IS_ACQUIRE_RELEASE, " acq_rel"),
    (Flag::IS_SEQUENTIALLY_CONSISTENT, " seq_cst"),
    (Flag::IS_ACQUIRE_OR_STRONGER, " >=acquire"),
    (Flag::IS_WEAKER_THAN_ACQUIRE, " <acquire"),
    (Flag::IS_RELEASE_OR_STRONGER, " >=release"),
    (Flag::IS_WEAKER_THAN_RELEASE, " <release"),
];

/// The flags for kinds of loads and stores, and their texts in explanations.
const EXTENSIONS: [(Flag, &str); 7] = [
    (Flag::IS_UNINDEXED, " unindexed"),
    (Flag::IS_NON_EXT_LOAD, " non-extload"),
    (Flag::IS_ANY_EXT_LOAD, " extload"),
    (Flag::IS_SIGN_EXT_LOAD, " sextload"),
    (Flag::IS_ZERO_EXT_LOAD, " zextload"),
    (Flag::IS_NON_TRUNC_STORE, " non-truncstore"),
    (Flag::IS_TRUNC_STORE, " truncstore"),
];

impl Importer<'_> {
    pub(super) fn predicate(&self, call: &PredicateCall) -> &Predicate {
        &self.patterns.fragments[call.fragment].predicate
    }

    fn name(&self, rec: RecordId) -> &str {
        self.cx.records.rec(rec).name()
    }

    /// A description of a node's predicates.
    pub(super) fn predicates_text(&self, tree: Tree) -> Result<String, Fatal> {
        let calls = tree.extras.predicates.iter();
        let texts = calls.map(|call| self.predicate_text(self.predicate(call)));
        Ok(texts.collect::<Result<Vec<_>, _>>()?.join(", "))
    }

    fn predicate_text(&self, predicate: &Predicate) -> Result<String, Fatal> {
        let mut text = self.name(predicate.rec).to_owned();
        if predicate.is_always_true()? {
            text += " always-true";
        }
        if predicate.is_immediate()? {
            text += " immediate";
        }
        for (flag, word) in EXTENSIONS {
            if predicate.has(flag)? {
                text += word;
            }
        }
        if let Some(ty) = predicate.memory_type()? {
            text += &format!(" MemVT={}", self.name(ty));
        }
        if let Some(ty) = predicate.scalar_memory_type()? {
            text += &format!(" ScalarVT(MemVT)={}", self.name(ty));
        }
        if predicate.address_spaces()?.is_some() {
            let spaces = self.address_spaces(predicate).into_iter().flatten();
            let spaces: Vec<String> = spaces.map(|it| it.to_string()).collect();
            text += &format!(" AddressSpaces=[{}]", spaces.join(", "));
        }
        let alignment = predicate.min_alignment()?;
        if alignment > 0 {
            text += &format!(" MinAlign={alignment}");
        }
        for (flag, word) in ORDERS {
            if predicate.has(flag)? {
                text += word;
            }
        }
        Ok(text)
    }

    /// The address spaces that a predicate lists. An element is `None` if it is not an integer.
    pub(super) fn address_spaces(&self, predicate: &Predicate) -> Vec<Option<i64>> {
        let values = &self.cx.records.values;
        let list = predicate.address_spaces.and_then(|it| values.as_list(it));
        let space = |v: &_| match self.cx.records.node(*v) {
            Value::Int(space) => Some(*space),
            _ => None,
        };
        list.unwrap_or_default().iter().map(space).collect()
    }

    /// The part of an explanation that describes an operator without an equivalent in GlobalISel.
    pub(super) fn operator_text(&self, operator: RecordId) -> String {
        let rec = self.cx.records.rec(operator);
        let name = rec.name();
        if rec.is_a("SDNode") {
            let opcode = rec.string("Opcode").unwrap_or_default();
            format!(" ({opcode})")
        } else if rec.is_a("Intrinsic") {
            format!(" (Operator is an Intrinsic, {name})")
        } else if rec.is_a("ComplexPattern") {
            format!(" (Operator is an unmapped ComplexPattern, {name})")
        } else if rec.is_a("SDNodeXForm") {
            format!(" (Operator is an unmapped SDNodeXForm, {name})")
        } else {
            format!(" (Operator {name} not understood)")
        }
    }

    /// The first unsupported predicate of a node, because of which the node cannot be imported; `None` if all
    /// predicates are supported.
    pub(super) fn untrivial(&self, tree: Tree) -> Result<Option<&Predicate>, Fatal> {
        for call in &tree.node().extras.predicates {
            let predicate = self.predicate(call);
            if !self.is_known(predicate)? {
                return Ok(Some(predicate));
            }
        }
        Ok(None)
    }

    /// The reason why the node `tree` cannot be imported. `first` is its first unsupported predicate.
    pub(super) fn untrivial_text(&self, tree: Tree, first: &Predicate) -> Result<String, Fatal> {
        let (all, first) = (self.predicates_text(tree)?, self.name(first.rec));
        Ok(format!("Has a predicate ({all}), first-failing:{first}"))
    }

    /// Whether a predicate is supported. The fields are read in the same order as in the reference, so that the first
    /// error is the same.
    fn is_known(&self, predicate: &Predicate) -> Result<bool, Fatal> {
        let has = |flag| predicate.has(flag);
        let knows_stores = changes::knows_types_of_stores(self.cx.release());
        let has_type = || Ok::<_, Fatal>(predicate.memory_type()?.is_some());
        let is_access = || predicate.has_one_of(&[Flag::IS_LOAD, Flag::IS_STORE]);
        Ok(predicate.is_always_true()?
            || predicate.is_immediate()?
            || predicate.has_one_of(&[Flag::HAS_NO_USE, Flag::HAS_ONE_USE])?
            || predicate.has_one_of(&EXTENSIONS.map(|it| it.0)[1..])?
            || has(Flag::IS_LOAD)? && has_type()?
            || knows_stores && has(Flag::IS_STORE)? && has_type()?
            || is_access()? && has(Flag::IS_UNINDEXED)?
            || (is_access()? || has(Flag::IS_ATOMIC)?) && self.narrows_memory(predicate)?
            || has(Flag::IS_ATOMIC)? && has_type()?
            || has(Flag::IS_ATOMIC)? && predicate.has_one_of(&ORDERS.map(|it| it.0))?
            || !predicate.gisel_code()?.is_empty())
    }

    fn narrows_memory(&self, predicate: &Predicate) -> Result<bool, Fatal> {
        predicate.address_spaces()?;
        Ok(!self.address_spaces(predicate).is_empty() || predicate.min_alignment()? > 0)
    }
}
