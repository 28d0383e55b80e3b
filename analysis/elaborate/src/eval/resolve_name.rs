//! Lookup of names in a resolver.

use smallvec::SmallVec;

use crate::symbol::Sym;
use crate::value::{Flags, ValueId};

use super::args::ArgValues;
use super::resolver::{EntryState, Fields, Layer, Lookup, Map, Name, Rename, Resolver};
use super::{Cx, RecordScope, Result};

impl Cx<'_> {
    /// A resolver that replaces names by the given values.
    pub(super) fn map_resolver(
        &mut self,
        entries: impl IntoIterator<Item = (Sym, ValueId)>,
    ) -> Resolver {
        let mut map = Map::default();
        for (name, value) in entries {
            map.set(name, value);
        }
        Resolver::new(Lookup::Map(map), false, false, self.scratch.epoch())
    }

    /// A resolver that replaces the template arguments of a class by `args`, which have different names, and `NAME` by
    /// the value in `name`.
    pub(super) fn args_resolver(
        &mut self,
        args: ArgValues,
        name: Option<(Sym, ValueId)>,
    ) -> Resolver {
        let mut map = Map::default();
        args.into_iter()
            .for_each(|(name, value)| map.add(name, value));
        if let Some((name, value)) = name {
            map.set(name, value);
        }
        Resolver::new(Lookup::Map(map), false, false, self.scratch.epoch())
    }

    /// The resolver for the final resolve of a record. If `rename` is given, it also replaces the record's anonymous
    /// name.
    pub(super) fn field_resolver(&mut self, rename: Option<Rename>) -> Resolver {
        let fields = Fields {
            rename,
            ..Fields::default()
        };
        Resolver::new(Lookup::Fields(fields), true, true, self.scratch.epoch())
    }

    /// Makes `r` final: `r` then evaluates pending operators, and reports an error if one cannot be evaluated.
    pub(super) fn set_final(&mut self, r: &mut Resolver) {
        r.is_final = true;
        r.epochs = SmallVec::from_slice(&[self.scratch.epoch()]);
    }

    /// Looks up a name, unless an enclosing operator binds it. `None` if the name is not replaced.
    pub(super) fn look_up(
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

    /// Marks each enclosing class instance as unresolved if a variable in `v` is free in the instance. `v` is a value
    /// that mentions variables and that resolving leaves unchanged.
    pub(super) fn note_unresolved(&self, v: ValueId, r: &mut Resolver) {
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
            (Lookup::Map(_), Name::Var(name)) => self.look_up_in_map(name, r, cur),
            (Lookup::Map(_), Name::Anon(_)) => Ok(None),
            (Lookup::Fields(_), name) => self.look_up_in_fields(name, r, cur),
        }
    }

    #[inline(always)]
    fn look_up_in_map(
        &mut self,
        name: Sym,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let Lookup::Map(map) = &mut r.kind else {
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
            // The value may mention other names of the map. They are replaced only if more than one mapping is active.
            EntryState::Given if live <= 1 => return Ok(Some(value)),
            EntryState::Given => {}
        }
        let stays = || {
            let data = self.values.get(value);
            data.vars & map.mask == 0 && !data.flags.contains(Flags::DECIDED)
        };
        if value.is_settled() || stays() {
            entry.state = EntryState::Resolved;
            return Ok(Some(value));
        }
        entry.state = EntryState::Suspended;
        map.suspended += 1;
        let resolved = self.at_base(r, |cx, r| cx.resolve(value, r, cur));
        if let Lookup::Map(map) = &mut r.kind {
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
        let (Lookup::Fields(fields), Some(record)) = (&mut r.kind, cur.record()) else {
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
        if let Lookup::Fields(fields) = &mut r.kind {
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

    pub(super) fn push_layer(&mut self, r: &mut Resolver, layer: Layer) {
        r.layers.push(layer);
        r.epochs.truncate(r.layers.len());
        r.epochs.push(self.scratch.epoch());
    }

    /// Runs `f` with the layers of the resolver removed, and restores them afterwards.
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
}
