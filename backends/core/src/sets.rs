//! Ordered sets of records, described by dags such as `(add A, (sequence "R%u", 0, 7))`.

mod format;

use std::hash::Hash;
use std::rc::Rc;

use elaborate::value::print::value;
use elaborate::value::{DagName, Node, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Dag, Fatal, Rec, Records, enter, spend};

/// Evaluates descriptions of sets.
pub struct Sets<'a, K: Kind<'a> = Plain> {
    records: &'a Records,
    /// The state and the rules that are specific to this kind of sets.
    pub kind: K,
    /// Classes whose records are sets, each with the field that describes the set.
    fields: FxHashMap<&'static str, &'static str>,
    /// The elements of the sets evaluated so far. A set under construction counts as empty.
    expanded: FxHashMap<Rec<'a>, Rc<[K::Element]>>,
    depth: u32,
}

/// The rules that are specific to a kind of sets.
pub trait Kind<'a>: Sized {
    /// An element of a set: a record, or an id that represents a record.
    type Element: Copy + Eq + Hash + From<Rec<'a>>;

    /// The class whose records are sets without a describing field; `None` if there is no such class. [`Kind::expand`]
    /// returns the elements of these records.
    const CLASS: Option<&'static str> = None;

    /// The elements of a record of the class [`Kind::CLASS`].
    fn expand(sets: &mut Sets<'a, Self>, set: Rec<'a>) -> Result<Vec<Self::Element>, Fatal>;

    /// Evaluates an operator that only this kind of sets has, and adds the elements to `found`. Returns false
    /// if this kind has no such operator. Errors are reported at `at`.
    fn apply(
        _sets: &mut Sets<'a, Self>,
        _operator: &str,
        _dag: Dag<'a>,
        _found: &mut Set<Self::Element>,
        _at: Rec<'a>,
    ) -> Result<bool, Fatal> {
        Ok(false)
    }
}

/// Sets of records without additional rules.
pub struct Plain;

impl<'a> Kind<'a> for Plain {
    type Element = Rec<'a>;

    fn expand(_: &mut Sets<'a, Plain>, _: Rec<'a>) -> Result<Vec<Rec<'a>>, Fatal> {
        Ok(Vec::new())
    }
}

/// The maximum depth of nested descriptions. The description of a mentioned set counts as nested.
const MAX_DEPTH: u32 = 1000;

/// Elements in the order in which they were first added.
#[derive(Clone, Debug)]
pub struct Set<E> {
    /// The elements in insertion order, without duplicates.
    pub elements: Vec<E>,
    members: FxHashSet<E>,
}

impl<E> Default for Set<E> {
    fn default() -> Self {
        Set {
            elements: Vec::new(),
            members: FxHashSet::default(),
        }
    }
}

impl<E: Copy + Eq + Hash> Set<E> {
    /// Adds an element at the end, unless the set contains it.
    pub fn insert(&mut self, element: E) {
        spend(4);
        if self.members.insert(element) {
            self.elements.push(element);
        }
    }

    /// Whether the set contains `element`.
    pub fn contains(&self, element: E) -> bool {
        self.members.contains(&element)
    }
}

impl<E: Copy + Eq + Hash> Extend<E> for Set<E> {
    fn extend<T: IntoIterator<Item = E>>(&mut self, elements: T) {
        elements.into_iter().for_each(|it| self.insert(it));
    }
}

/// A dag in a description: its value, which messages show, and its arguments.
#[derive(Clone, Copy)]
struct Expr<'a> {
    v: ValueId,
    args: &'a [(ValueId, Option<DagName>)],
}

impl<'a> Sets<'a> {
    /// An evaluator of sets of records.
    pub fn new(records: &'a Records) -> Sets<'a> {
        Sets::of(records, Plain)
    }
}

impl<'a, K: Kind<'a>> Sets<'a, K> {
    /// An evaluator of sets with the rules of `kind`.
    pub fn of(records: &'a Records, kind: K) -> Sets<'a, K> {
        Sets {
            records,
            kind,
            fields: FxHashMap::default(),
            expanded: FxHashMap::default(),
            depth: 0,
        }
    }

    /// The records that the sets are read from.
    pub fn records(&self) -> &'a Records {
        self.records
    }

    /// Declares that the records of the class `class` are sets. The field `field` of a record describes its elements.
    pub fn expand_field(&mut self, class: &'static str, field: &'static str) {
        self.fields.insert(class, field);
    }

    /// The elements of a record that is a set; `None` for any other record.
    pub fn expand(&mut self, set: Rec<'a>) -> Result<Option<Rc<[K::Element]>>, Fatal> {
        if let Some(known) = self.expanded.get(&set) {
            return Ok(Some(known.clone()));
        }
        let described = |class: Rec| match self.fields.get(class.name()) {
            Some(field) => Some(Some(*field)),
            None => (K::CLASS == Some(class.name())).then_some(None),
        };
        let Some(field) = set.superclasses().find_map(described) else {
            return Ok(None);
        };
        // While a set is under construction it is empty, so a set that contains itself terminates.
        self.expanded.insert(set, Rc::new([]));
        let elements: Rc<[_]> = match field {
            Some(field) => {
                let mut found = Set::default();
                self.evaluate(set.value(field)?, &mut found, set)?;
                found.elements.into()
            }
            None => K::expand(self, set)?.into(),
        };
        self.expanded.insert(set, elements.clone());
        Ok(Some(elements))
    }

    /// Adds the elements that the value `v` describes to `found`. Errors are reported at `at`.
    pub fn evaluate(
        &mut self,
        v: ValueId,
        found: &mut Set<K::Element>,
        at: Rec<'a>,
    ) -> Result<(), Fatal> {
        if self.depth == MAX_DEPTH {
            return Err(at.fatal("set description nests too deeply".to_owned()));
        }
        self.depth += 1;
        let result = self.evaluate_one(v, found, at);
        self.depth -= 1;
        result
    }

    fn evaluate_one(
        &mut self,
        v: ValueId,
        found: &mut Set<K::Element>,
        at: Rec<'a>,
    ) -> Result<(), Fatal> {
        enter();
        match self.records.node(v) {
            Node::Def(_) => match self.records.def_of(v) {
                Some(def) => self.add(def, found),
                None => Err(self.error(at, "Invalid set element: ", v)),
            },
            Node::List(elems) => elems
                .iter()
                .try_for_each(|elem| self.evaluate(*elem, found, at)),
            Node::Dag { op, args, .. } => {
                let Some(op) = self.records.def_of(*op) else {
                    return Err(self.error(at, "Bad set expression: ", v));
                };
                if let Some(dag) = self.records.dag(v)
                    && K::apply(self, op.name(), dag, found, at)?
                {
                    return Ok(());
                }
                self.apply(op.name(), Expr { v, args }, found, at)
            }
            _ => Err(self.error(at, "Invalid set element: ", v)),
        }
    }

    /// Adds the record to `found`, or its elements if it is a set.
    fn add(&mut self, def: Rec<'a>, found: &mut Set<K::Element>) -> Result<(), Fatal> {
        match self.expand(def)? {
            Some(elements) => found.extend(elements.iter().copied()),
            None => found.insert(def.into()),
        }
        Ok(())
    }

    fn error(&self, at: Rec<'a>, message: &str, v: ValueId) -> Fatal {
        at.fatal(format!("{message}{}", value(&self.records.names(), v)))
    }

    fn apply(
        &mut self,
        op: &str,
        expr: Expr<'a>,
        found: &mut Set<K::Element>,
        at: Rec<'a>,
    ) -> Result<(), Fatal> {
        match op {
            "add" => self.union(expr.args, found, at),
            "sub" => {
                let Some((first, rest)) =
                    expr.args.split_first().filter(|(_, rest)| !rest.is_empty())
                else {
                    return Err(self.error(
                        at,
                        "Set difference needs at least two arguments: ",
                        expr.v,
                    ));
                };
                let all = self.set(first.0, at)?;
                let mut without = Set::default();
                self.union(rest, &mut without, at)?;
                found.extend(all.elements.into_iter().filter(|it| !without.contains(*it)));
                Ok(())
            }
            "and" => {
                let [a, b] = expr.args else {
                    return Err(self.error(
                        at,
                        "Set intersection requires two arguments: ",
                        expr.v,
                    ));
                };
                let (a, b) = (self.set(a.0, at)?, self.set(b.0, at)?);
                found.extend(a.elements.into_iter().filter(|it| b.contains(*it)));
                Ok(())
            }
            "shl" | "trunc" | "rotl" | "rotr" | "decimate" => {
                self.apply_number(op, expr, found, at)
            }
            "interleave" => {
                let sets = expr
                    .args
                    .iter()
                    .map(|arg| self.set(arg.0, at))
                    .collect::<Result<Vec<_>, _>>()?;
                let longest = sets.iter().map(|set| set.elements.len()).max().unwrap_or(0);
                for index in 0..longest {
                    found.extend(
                        sets.iter()
                            .filter_map(|set| set.elements.get(index).copied()),
                    );
                }
                Ok(())
            }
            "sequence" => self.sequence(expr, found, at),
            _ => Err(self.error(at, "Unknown set operator: ", expr.v)),
        }
    }

    fn set(&mut self, v: ValueId, at: Rec<'a>) -> Result<Set<K::Element>, Fatal> {
        let mut set = Set::default();
        self.evaluate(v, &mut set, at)?;
        Ok(set)
    }

    fn union(
        &mut self,
        args: &[(ValueId, Option<DagName>)],
        found: &mut Set<K::Element>,
        at: Rec<'a>,
    ) -> Result<(), Fatal> {
        args.iter()
            .try_for_each(|arg| self.evaluate(arg.0, found, at))
    }

    /// Evaluates the operators whose arguments are a set and a number.
    fn apply_number(
        &mut self,
        op: &str,
        expr: Expr<'a>,
        found: &mut Set<K::Element>,
        at: Rec<'a>,
    ) -> Result<(), Fatal> {
        let [set, number] = expr.args else {
            return Err(self.error(at, "Operator requires (Op Set, Int) arguments: ", expr.v));
        };
        let elements = self.set(set.0, at)?.elements;
        let Some(number) = self.records.values.as_int(number.0) else {
            return Err(self.error(at, "Second argument must be an integer: ", expr.v));
        };
        let index = usize::try_from(number)
            .unwrap_or(usize::MAX)
            .min(elements.len());
        match op {
            "shl" if number < 0 => return Err(self.error(at, "Positive shift required: ", expr.v)),
            "shl" => found.extend(elements[index..].iter().copied()),
            "trunc" if number < 0 => {
                return Err(self.error(at, "Positive length required: ", expr.v));
            }
            "trunc" => found.extend(elements[..index].iter().copied()),
            "decimate" if number <= 0 => {
                return Err(self.error(at, "Positive stride required: ", expr.v));
            }
            "decimate" => {
                // The reference counts in 32 bits; if the stride would be zero, only the first element is taken.
                let stride = match number as u32 {
                    0 => elements.len().max(1),
                    stride => stride as usize,
                };
                found.extend(elements.iter().copied().step_by(stride));
            }
            _ if elements.is_empty() => {}
            _ => {
                let left = if op == "rotl" {
                    i128::from(number)
                } else {
                    -i128::from(number)
                };
                // The remainder is less than the number of elements, so it is a valid index.
                let by = left.rem_euclid(elements.len() as i128) as usize;
                found.extend(elements[by..].iter().chain(&elements[..by]).copied());
            }
        }
        Ok(())
    }

    /// Evaluates `(sequence "Format", from, to, step)`. The name of each record is a number of the sequence,
    /// formatted by `Format`.
    fn sequence(
        &mut self,
        expr: Expr<'a>,
        found: &mut Set<K::Element>,
        at: Rec<'a>,
    ) -> Result<(), Fatal> {
        const BAD: &str = "Bad args to (sequence \"Format\", From, To): ";
        let records = self.records;
        let (args, step) = match expr.args {
            [args @ .., step] if args.len() == 3 => (args, Some(step.0)),
            [_, _, _, _, ..] => return Err(self.error(at, BAD, expr.v)),
            args => (args, None),
        };
        let step = match step {
            None => 1,
            Some(step) => match records.values.as_int(step) {
                Some(0) => return Err(self.error(at, "Stride must not be zero: ", expr.v)),
                // The reference keeps the last 32 bits.
                Some(step) => step as i32,
                None => return Err(self.error(at, "Stride must be an integer: ", expr.v)),
            },
        };
        // A missing argument gives the same error as an argument of the wrong type.
        let arg = |index: usize| args.get(index).map(|it| it.0);
        let Some(format) = arg(0).and_then(|it| at.text_of(it)) else {
            return Err(self.error(at, "Format must be a string: ", expr.v));
        };
        let bound =
            |v: Option<ValueId>, name: &str| match v.and_then(|it| records.values.as_int(it)) {
                None => Err(self.error(at, &format!("{name} must be an integer: "), expr.v)),
                Some(value) if !(0..1 << 30).contains(&value) => {
                    Err(at.fatal(format!("{name} out of range")))
                }
                Some(value) => Ok(value),
            };
        let (mut from, to) = (bound(arg(1), "From")?, bound(arg(2), "To")?);
        let step = i64::from(if from <= to {
            step
        } else {
            step.wrapping_neg()
        });
        let mut last = None;
        while (step > 0 && from <= to) || (step < 0 && from >= to) {
            let Some(name) = format::print_unsigned(&format, from as u32) else {
                return Err(self.error(at, BAD, expr.v));
            };
            // A format without a conversion gives the same name each time.
            if last.as_ref() == Some(&name) {
                break;
            }
            let Some(def) = records.def(&name) else {
                return Err(self.error(at, &format!("No def named '{name}': "), expr.v));
            };
            self.add(def, found)?;
            last = Some(name);
            from = from.saturating_add(step);
        }
        Ok(())
    }
}
