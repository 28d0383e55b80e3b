//! Resolving: replacing names in values by what they stand for, and folding what that makes possible.
//!
//! A [`Resolver`] is either a map (template arguments, loop variables) or the current record's own fields (the final
//! resolve). Values are shared, so results are remembered per resolver and node: walking a shared value as a tree is
//! exponential. A result is not remembered while it depends on more than the node: while a mapping is suspended that
//! is being resolved itself, or when the cycle check cut something off.

use smallvec::SmallVec;
use syntax::Compat;

use crate::anonymous_numbers::InstancePlace;
use crate::symbol::Sym;
use crate::value::{ArgKey, BinOp, Node, NodeData, TernOp, Ty, UnOp, ValueId};

use super::resolver::{EntryState, Fields, Kind, Layer, Map, Name, Rename, Resolver};
use super::{Cx, RecordScope, Result};

impl Cx<'_> {
    /// A resolver that replaces names by values.
    pub(super) fn map_resolver(
        &mut self,
        entries: impl IntoIterator<Item = (Sym, ValueId)>,
    ) -> Resolver {
        let mut map = Map::default();
        for (name, value) in entries {
            map.set(name, value);
        }
        Resolver::new(Kind::Map(map), false, false, self.scratch.epoch())
    }

    /// The final resolve of a record, which may be renamed in it.
    pub(super) fn field_resolver(&mut self, rename: Option<Rename>) -> Resolver {
        let fields = Fields {
            rename,
            ..Fields::default()
        };
        Resolver::new(Kind::Fields(fields), true, true, self.scratch.epoch())
    }

    /// Makes a resolver decide what is pending.
    pub(super) fn set_final(&mut self, r: &mut Resolver) {
        r.is_final = true;
        r.epochs = SmallVec::from_slice(&[self.scratch.epoch()]);
    }

    /// Resolves a value.
    #[inline]
    pub(super) fn resolve(
        &mut self,
        v: ValueId,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        if v.is_settled() {
            Ok(v)
        } else {
            self.resolve_open(v, r, cur)
        }
    }

    /// Resolves a value that is not settled. Names and fields, which are most of them, and what is remembered need no
    /// more than this function, which therefore leaves the rest and its large frame to another.
    fn resolve_open(
        &mut self,
        v: ValueId,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let data = self.values.get(v);
        if !r.may_change(data.vars, data.flags) {
            if !r.layers.is_empty()
                && data.vars != 0
                && r.layers
                    .iter()
                    .any(|layer| matches!(layer, Layer::Track { .. }))
                && self.has_free_var(v)
            {
                self.note_unresolved(v, r);
            }
            return Ok(v);
        }
        match &data.node {
            Node::Var(name) => return Ok(self.look_up(Name::Var(*name), r, cur)?.unwrap_or(v)),
            Node::Field(base, name) => {
                self.enter()?;
                let new = self.resolve(*base, r, cur);
                self.leave();
                let new = new?;
                if new == *base {
                    return Ok(v);
                }
                return self.fold_field(new, *name, data.ty.unwrap_or(Ty::STRING), cur);
            }
            _ => {}
        }
        let depth = r.layers.len();
        if is_shared(&data.node)
            && let Some(known) = self.scratch.get(r.epochs[depth], v)
            && !matches!(&r.kind, Kind::Map(map) if map.suspended > 0)
        {
            return Ok(known);
        }
        self.enter()?;
        let cuts = r.cuts();
        let resolved = self.resolve_node(v, data, r, cur);
        self.leave();
        let resolved = resolved?;
        let remember = match &r.kind {
            Kind::Map(map) => map.suspended == 0,
            Kind::Fields(fields) => fields.cuts == cuts,
        };
        if remember && is_shared(&data.node) {
            self.scratch.put(r.epochs[depth], v, resolved);
        }
        Ok(resolved)
    }

    #[inline(never)]
    fn resolve_node(
        &mut self,
        v: ValueId,
        data: &NodeData,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let ty = data.ty;
        match &data.node {
            Node::Unset
            | Node::Bit(_)
            | Node::Int(_)
            | Node::Str(_)
            | Node::Code(_)
            | Node::Text(..)
            | Node::Def(_) => Ok(v),
            // Done before.
            Node::Var(_) | Node::Field(..) => Ok(v),
            Node::AnonName(_) => {
                let new = self.look_up(Name::Anon(v), r, cur)?.unwrap_or(v);
                match (values.node(new), r.is_final_here()) {
                    (Node::AnonName(anon), true) => {
                        Ok(values.text(&[crate::value::Part::Anonymous(*anon)]))
                    }
                    _ => Ok(new),
                }
            }
            Node::VarBit(base, bit) => {
                let new = self.resolve(*base, r, cur)?;
                Ok(if new == *base {
                    v
                } else {
                    self.bit_of(new, *bit)
                })
            }
            Node::Bits(bits) => self.resolve_bits(v, bits, r, cur),
            Node::List(elems) => {
                let new = self.resolve_all(elems, r, cur)?;
                Ok(match (new, ty) {
                    (Some(new), Some(ty)) => self.new_list_of(&new, ty),
                    _ => v,
                })
            }
            Node::Un(op, operand) => {
                let new = self.resolve(*operand, r, cur)?;
                let is_final = r.is_final_here();
                let is_decided = is_final && *op == UnOp::Cast && values.casts_a_name(new, ty);
                if new != *operand || is_decided {
                    return self.fold_un(*op, new, ty.unwrap_or(Ty::STRING), cur, is_final);
                }
                Ok(v)
            }
            Node::Bin(op, left, right) => {
                let new_left = self.resolve(*left, r, cur)?;
                let decided = self.decides(*op, new_left);
                if let Some(number) = decided
                    && self.is_22()
                {
                    return Ok(values.int(number));
                }
                let reported = self.out.diagnostics.len();
                let new_right = match (self.resolve(*right, r, cur), decided) {
                    (Err(_), Some(number)) => {
                        // LLVM 22 does not look at this operand.
                        for report in &mut self.out.diagnostics[reported..] {
                            report.only = Some(Compat::Llvm19);
                        }
                        return Ok(values.int(number));
                    }
                    (resolved, _) => resolved?,
                };
                if new_left != *left || new_right != *right {
                    return self.fold_bin(*op, new_left, new_right, ty.unwrap_or(Ty::STRING), cur);
                }
                Ok(v)
            }
            Node::Tern(op, left, middle, right) => self.resolve_tern(
                v,
                (*op, *left, *middle, *right),
                ty.unwrap_or(Ty::STRING),
                r,
                cur,
            ),
            Node::Cond(elems) => match self.resolve_cond(elems, r, cur)? {
                Some(new) => self.fold_cond(&new, ty.unwrap_or(Ty::STRING), cur),
                None => Ok(v),
            },
            Node::Fold {
                start,
                list,
                acc,
                var,
                body,
            } => {
                let new_start = self.resolve(*start, r, cur)?;
                let new_list = self.resolve(*list, r, cur)?;
                let new_body = self.resolve_under(*body, &[*acc, *var], r, cur)?;
                if new_start == *start && new_list == *list && new_body == *body {
                    return Ok(v);
                }
                self.fold_foldl(
                    new_start,
                    new_list,
                    (*acc, *var, new_body),
                    ty.unwrap_or(Ty::STRING),
                    cur,
                )
            }
            Node::IsA(want, operand) => {
                let new = self.resolve(*operand, r, cur)?;
                if new == *operand {
                    Ok(v)
                } else {
                    self.fold_isa(*want, new)
                }
            }
            Node::Exists(want, operand) => {
                let new = self.resolve(*operand, r, cur)?;
                let is_final = r.is_final_here();
                if new == *operand && !is_final {
                    return Ok(v);
                }
                self.fold_exists(*want, new, cur, is_final)
            }
            Node::Instances(want, operand) => {
                let new = self.resolve(*operand, r, cur)?;
                let is_final = r.is_final_here();
                if new == *operand && !is_final {
                    return Ok(v);
                }
                self.fold_instances(*want, new, cur, is_final)
            }
            Node::Instance(class, args) => self.resolve_instance(v, *class, args, r, cur),
            Node::Dag { op, op_name, args } => {
                let mut new_args = SmallVec::<[_; 8]>::from_slice(args);
                let mut changed = false;
                for (index, (arg, _)) in new_args.iter_mut().enumerate() {
                    self.spend_in_loop(index)?;
                    let new = self.resolve(*arg, r, cur)?;
                    changed |= new != *arg;
                    *arg = new;
                }
                let new_op = self.resolve(*op, r, cur)?;
                if !changed && new_op == *op {
                    return Ok(v);
                }
                Ok(values.dag(new_op, *op_name, &new_args))
            }
        }
    }

    /// Resolves a list of values; `None` when nothing changed.
    fn resolve_all(
        &mut self,
        elems: &[ValueId],
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<Option<Vec<ValueId>>> {
        let mut changed: Option<Vec<ValueId>> = None;
        for (index, elem) in elems.iter().enumerate() {
            self.spend_in_loop(index)?;
            let new = self.resolve(*elem, r, cur)?;
            match &mut changed {
                Some(changed) => changed[index] = new,
                None if new != *elem => changed.insert(elems.to_vec())[index] = new,
                None => {}
            }
        }
        Ok(changed)
    }

    /// LLVM 19 resolves all conditions, then all values; LLVM 22 each condition with its value.
    fn resolve_cond(
        &mut self,
        elems: &[ValueId],
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<Option<Vec<ValueId>>> {
        if !self.is_22() {
            return self.resolve_all(elems, r, cur);
        }
        let arms = elems.len() / 2;
        let mut new = elems.to_vec();
        for arm in 0..arms {
            new[arm] = self.resolve(elems[arm], r, cur)?;
            new[arms + arm] = self.resolve(elems[arms + arm], r, cur)?;
        }
        Ok((new != elems).then_some(new))
    }

    /// The result of `!and` or `!or` when its left operand alone decides it.
    pub(super) fn decides(&mut self, op: BinOp, left: ValueId) -> Option<i64> {
        let decisive = match op {
            BinOp::And => 0,
            BinOp::Or => -1,
            _ => return None,
        };
        self.as_number(left).filter(|number| *number == decisive)
    }

    fn resolve_bits(
        &mut self,
        v: ValueId,
        bits: &[ValueId],
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let mut new_bits: SmallVec<[ValueId; 64]> = SmallVec::with_capacity(bits.len());
        // Bits that follow each other are mostly bits of one value.
        let mut last: Option<(ValueId, ValueId, &Node)> = None;
        for (index, bit) in bits.iter().enumerate() {
            self.spend_in_loop(index)?;
            if matches!(*bit, ValueId::FALSE | ValueId::TRUE | ValueId::UNSET) {
                new_bits.push(*bit);
                continue;
            }
            let mut new = match values.node(*bit) {
                Node::VarBit(base, index) => {
                    let (resolved, node) = match last {
                        Some((of, resolved, node)) if of == *base => (resolved, node),
                        _ => {
                            let resolved = self.resolve(*base, r, cur)?;
                            (resolved, values.node(resolved))
                        }
                    };
                    last = Some((*base, resolved, node));
                    match node {
                        _ if resolved == *base => *bit,
                        Node::Bits(bits) => {
                            bits.get(*index as usize).copied().unwrap_or(ValueId::UNSET)
                        }
                        _ => self.bit_of(resolved, *index),
                    }
                }
                // Bit 0 of an int or of bits<1> is how they become a bit.
                _ => {
                    let resolved = self.resolve(*bit, r, cur)?;
                    self.bit_of(resolved, 0)
                }
            };
            if new == ValueId::UNSET && r.keeps_unset_bits_here() {
                new = *bit;
            }
            new_bits.push(new);
        }
        Ok(if new_bits[..] == *bits {
            v
        } else {
            values.bits(&new_bits)
        })
    }

    fn resolve_tern(
        &mut self,
        v: ValueId,
        (op, left, middle, right): (TernOp, ValueId, ValueId, ValueId),
        ty: Ty,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let new_left = self.resolve(left, r, cur)?;
        if op == TernOp::If
            && new_left != left
            && let Some(taken) = self.as_number(new_left)
        {
            return self.resolve(if taken != 0 { middle } else { right }, r, cur);
        }
        let new_middle = self.resolve(middle, r, cur)?;
        let new_right = if op.binds() {
            let var = self.values.as_str(new_left).unwrap_or(Sym::EMPTY);
            self.resolve_under(right, &[var], r, cur)?
        } else {
            self.resolve(right, r, cur)?
        };
        if new_left == left && new_middle == middle && new_right == right {
            return Ok(v);
        }
        self.fold_tern(op, new_left, new_middle, new_right, ty, cur)
    }

    /// Resolves the body of an operator that binds names.
    fn resolve_under(
        &mut self,
        body: ValueId,
        names: &[Sym],
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        self.push_layer(r, Layer::Shadow(SmallVec::from_slice(names)));
        let resolved = self.resolve(body, r, cur);
        r.layers.pop();
        resolved
    }

    fn resolve_instance(
        &mut self,
        v: ValueId,
        class: Sym,
        args: &[(ArgKey, ValueId)],
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        self.push_layer(r, Layer::Track { unresolved: false });
        let mut new_args: SmallVec<[(ArgKey, ValueId); 8]> = SmallVec::from_slice(args);
        let mut changed = false;
        let mut failed = false;
        for (_, arg) in &mut new_args {
            match self.resolve(*arg, r, cur) {
                Ok(new) => {
                    changed |= new != *arg;
                    *arg = new;
                }
                Err(_) => {
                    failed = true;
                    break;
                }
            }
        }
        let unresolved = matches!(r.layers.pop(), Some(Layer::Track { unresolved: true }));
        if failed {
            return Err(super::Stopped);
        }
        if !changed {
            return Ok(v);
        }
        let new = match self.values.type_of(v) {
            Some(ty) => self.values.instance_of(class, &new_args, ty),
            None => self.values.instance(class, &new_args),
        };
        if self.is_22() {
            self.place_instance(new, InstancePlace::Of(v));
        }
        if unresolved {
            Ok(new)
        } else {
            self.instantiate(new)
        }
    }

    /// Looks a name up through the layers.
    fn look_up(
        &mut self,
        name: Name,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        if r.layers.is_empty() {
            return self.look_up_base(name, r, cur);
        }
        let shadowed_at = r.layers.iter().rposition(|layer| match (layer, name) {
            (Layer::Shadow(names), Name::Var(name)) => names.contains(&name),
            _ => false,
        });
        let stays_open =
            matches!(name, Name::Anon(_)) && r.is_tracking() && !r.renames_everywhere();
        let found = match shadowed_at {
            Some(_) => None,
            None if stays_open => None,
            None => self.look_up_base(name, r, cur)?,
        };
        let unresolved = found.is_none_or(|v| self.has_free_var(v));
        if unresolved {
            for layer in &mut r.layers[shadowed_at.map_or(0, |at| at + 1)..] {
                if let Layer::Track { unresolved } = layer {
                    *unresolved = true;
                }
            }
        }
        Ok(found)
    }

    /// Notes for the enclosing class instances that a value which resolving leaves alone has variables.
    fn note_unresolved(&self, v: ValueId, r: &mut Resolver) {
        let mut shadows: Vec<Sym> = Vec::new();
        for layer in r.layers.iter_mut().rev() {
            match layer {
                Layer::Shadow(names) => shadows.extend(names.iter().copied()),
                Layer::Track { unresolved } => {
                    *unresolved |= shadows.is_empty() || self.mentions_other_than(v, &shadows);
                }
            }
        }
    }

    #[inline(always)]
    fn look_up_base(
        &mut self,
        name: Name,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        match (&r.kind, name) {
            (Kind::Map(_), Name::Var(name)) => self.look_up_in_map(name, r, cur),
            (Kind::Map(_), Name::Anon(_)) => Ok(None),
            (Kind::Fields(_), name) => self.look_up_in_fields(name, r, cur),
        }
    }

    #[inline(always)]
    fn look_up_in_map(
        &mut self,
        name: Sym,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let Kind::Map(map) = &mut r.kind else {
            return Ok(None);
        };
        let Some(index) = map.entries.iter().position(|entry| entry.name == name) else {
            return Ok(None);
        };
        let live = map.entries.len() - map.suspended;
        let entry = &mut map.entries[index];
        let value = entry.value;
        match entry.state {
            EntryState::Suspended => return Ok(None),
            EntryState::Resolved => return Ok(Some(value)),
            // Mutual references are resolved only where there is more than one mapping.
            EntryState::Given if live <= 1 => return Ok(Some(value)),
            EntryState::Given => {}
        }
        if value.is_settled() || self.values.get(value).vars & map.mask == 0 {
            entry.state = EntryState::Resolved;
            return Ok(Some(value));
        }
        entry.state = EntryState::Suspended;
        map.suspended += 1;
        let resolved = self.at_base(r, |cx, r| cx.resolve(value, r, cur));
        if let Kind::Map(map) = &mut r.kind {
            map.suspended -= 1;
            map.entries[index].state = EntryState::Resolved;
            if let Ok(resolved) = resolved {
                map.entries[index].value = resolved;
            }
        }
        resolved.map(Some)
    }

    fn look_up_in_fields(
        &mut self,
        name: Name,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let (Kind::Fields(fields), Some(record)) = (&mut r.kind, cur.record()) else {
            return Ok(None);
        };
        let index = match name {
            Name::Var(name) => match record.shape.find(name) {
                Some(index) => index,
                None => return Ok(None),
            },
            Name::Anon(_) => 0,
        };
        let known = match name {
            Name::Var(_) => fields.resolved.get(index).copied().flatten(),
            Name::Anon(own) => {
                let known = fields.renamed.iter().find(|(it, _)| *it == own);
                known.map(|(_, resolved)| *resolved)
            }
        };
        if known.is_some() {
            return Ok(known);
        }
        if fields.stack.contains(&name) {
            fields.cuts += 1;
            return Ok(None);
        }
        let value = match name {
            Name::Var(_) => match record.values[index] {
                Some(value) if value != ValueId::UNSET => value,
                _ => return Ok(None),
            },
            Name::Anon(own) => match fields.rename {
                Some(new) if record.name == own => new.name,
                _ => return Ok(None),
            },
        };
        if value.is_settled() {
            return Ok(Some(value));
        }
        fields.stack.push(name);
        let resolved = self.at_base(r, |cx, r| cx.resolve(value, r, cur));
        if let Kind::Fields(fields) = &mut r.kind {
            fields.stack.pop();
            match (resolved, name) {
                (Err(_), _) => {}
                (Ok(resolved), Name::Var(_)) => {
                    fields.resolved.resize(record.values.len(), None);
                    fields.resolved[index] = Some(resolved);
                }
                (Ok(resolved), Name::Anon(own)) => fields.renamed.push((own, resolved)),
            }
        }
        resolved.map(Some)
    }

    fn push_layer(&mut self, r: &mut Resolver, layer: Layer) {
        r.layers.push(layer);
        r.epochs.truncate(r.layers.len());
        r.epochs.push(self.scratch.epoch());
    }

    /// Runs `f` with the resolver as it was given, without the layers of the current node.
    fn at_base<T>(&mut self, r: &mut Resolver, f: impl FnOnce(&mut Self, &mut Resolver) -> T) -> T {
        if r.layers.is_empty() {
            return f(self, r);
        }
        let layers = std::mem::take(&mut r.layers);
        let epochs = r.epochs.clone();
        r.epochs.truncate(1);
        let result = f(self, r);
        r.layers = layers;
        r.epochs = epochs;
        result
    }

    /// Folds an operator or not: the entry for values that are made rather than resolved.
    pub(super) fn concat_names(&mut self, left: ValueId, right: ValueId) -> ValueId {
        let values = self.values;
        match (values.is_string(left), values.is_string(right)) {
            (true, true) => self.concat_strings(left, right),
            _ => values.bin(BinOp::StrConcat, left, right, Ty::STRING),
        }
    }
}

/// Whether it pays to remember the result for a node: it is costly, and may be met again.
pub(super) fn is_shared(node: &Node) -> bool {
    !matches!(
        node,
        Node::Field(..) | Node::VarBit(..) | Node::Bits(_) | Node::AnonName(_)
    )
}
