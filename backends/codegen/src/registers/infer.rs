//! Inferring register classes. Each of these sets of registers has to be a class: the registers of a class that have a
//! sub-register index, the intersection of two classes, and the members of one class whose sub-register with a certain
//! index is a member of another class.
//!
//! Inferred classes are added to the list of classes, and take part in further inference. The set of classes and their
//! names depend on the order of inference.

use std::hash::{Hash, Hasher};

use backend::Release;
use backend::bit_set::BitSet;
use backend::ids::{Arena, Id};
use backend::spend;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::projections::{self, Projection};
use super::{
    ClassId, IndexId, Indices, Origin, Register, RegisterClass, RegisterId, Structure, changes,
};

/// Adds all missing classes. Returns the projections.
pub(super) fn complete(
    release: Release,
    classes: &mut Arena<ClassId, RegisterClass>,
    registers: &Arena<RegisterId, Register>,
    indices: &Indices,
) -> Vec<Projection> {
    let mut work = Inference::new(release, classes, registers, indices);
    work.run();
    if changes::large_indices_first(release) {
        projections::close(work.projections, &work.order, indices, work.classes.len())
    } else {
        work.projections
    }
}

/// One step of the budget pays for comparing this many registers.
const REGISTERS_PER_STEP: usize = 1 << 9;

struct Inference<'a> {
    classes: &'a mut Arena<ClassId, RegisterClass>,
    registers: &'a Arena<RegisterId, Register>,
    indices: &'a Indices,
    /// Classes, grouped by the hash of their members. A class that a record defines is left out if all its members are
    /// artificial.
    by_members: FxHashMap<u64, Vec<ClassId>>,
    /// For each structure, the classes that have a member with this structure. Classes of artificial registers are left
    /// out.
    by_structure: Arena<Structure, BitSet<ClassId>>,
    release: Release,
    /// The order in which indices are visited to find projections.
    order: Vec<IndexId>,
    /// For each index that inference uses, the non-artificial registers that have it. Indices without such registers
    /// are left out.
    having: Vec<(IndexId, BitSet<RegisterId>)>,
    /// For each index, the registers that have it, each with its sub-register, sorted by register.
    parts: Arena<IndexId, Vec<(RegisterId, RegisterId)>>,
    structures: Arena<RegisterId, Structure>,
    /// For each structure, one register that has it.
    examples: Arena<Structure, RegisterId>,
    /// The structures of the members of each class.
    structures_of: Arena<ClassId, Vec<Structure>>,
    /// The maximum cost of an operation on a set of registers, in steps of the budget.
    steps_of_set: usize,
    projections: Vec<Projection>,
}

impl<'a> Inference<'a> {
    fn new(
        release: Release,
        classes: &'a mut Arena<ClassId, RegisterClass>,
        registers: &'a Arena<RegisterId, Register>,
        indices: &'a Indices,
    ) -> Inference<'a> {
        let mut having: Vec<_> = indices.ids().map(|index| (index, BitSet::new())).collect();
        let mut parts: Arena<IndexId, Vec<_>> = indices.ids().map(|_| Vec::new()).collect();
        for (id, register) in registers.with_ids() {
            for (index, part) in &register.sub_registers {
                parts[*index].push((id, *part));
                if !register.artificial {
                    having[index.index()].1.insert(id);
                }
            }
        }
        let artificial_count = changes::artificial_indices_count(release);
        let counts = |index: IndexId| artificial_count || !indices[index].artificial;
        having.retain(|(index, registers)| counts(*index) && !registers.is_empty());
        let structures: Arena<RegisterId, Structure> =
            registers.iter().map(|it| Structure(it.structure)).collect();
        let count = structures.iter().map(|it| it.index() + 1).max();
        let count = count.unwrap_or_default();
        let mut examples = Arena::from(vec![RegisterId(0); count]);
        for (id, structure) in structures.with_ids() {
            examples[*structure] = id;
        }
        let mut inference = Inference {
            by_members: FxHashMap::default(),
            by_structure: examples.iter().map(|_| BitSet::new()).collect(),
            classes,
            registers,
            indices,
            release,
            order: if changes::large_indices_first(release) {
                indices.large_first()
            } else {
                indices.ids().collect()
            },
            having,
            parts,
            structures,
            examples,
            structures_of: Arena::new(),
            steps_of_set: 1 + registers.len() / REGISTERS_PER_STEP,
            projections: Vec::new(),
        };
        for id in inference.classes.ids() {
            inference.enter(id);
            if !inference.classes[id].artificial {
                let same = hash(&inference.classes[id].member_set);
                inference.by_members.entry(same).or_default().push(id);
            }
        }
        inference
    }

    /// Records the structures of a class's members. There are no projections to a class of artificial registers, so
    /// such a class is left out of `by_structure`.
    fn enter(&mut self, id: ClassId) {
        let class = &self.classes[id];
        let structures = class.members.iter().map(|it| self.structures[*it]);
        let structures: BitSet<Structure> = structures.collect();
        if !class.artificial {
            for structure in structures.iter() {
                self.by_structure[structure].insert(id);
            }
        }
        self.structures_of.push(structures.iter().collect());
    }

    fn run(&mut self) {
        let mut at = 0;
        // The classes after `checkpoint` did not exist yet when the projections of the earlier classes were inferred.
        let mut checkpoint = self.classes.len().saturating_sub(1);
        while at < self.classes.len() {
            let class = ClassId::from_index(at);
            if !self.classes[class].artificial {
                self.infer_with_sub_register(class);
                self.infer_common(class);
                self.infer_projected(class, 0);
                if at == checkpoint {
                    let next = self.classes.len() - 1;
                    for earlier in (0..=checkpoint).map(ClassId::from_index) {
                        self.infer_projected(earlier, checkpoint + 1);
                    }
                    checkpoint = next;
                }
            }
            at += 1;
        }
    }

    /// For each sub-register index, infers the class that consists of the members of `class` with this index.
    fn infer_with_sub_register(&mut self, class: ClassId) {
        spend(self.having.len() * self.steps_of_set);
        for at in 0..self.having.len() {
            let (index, having) = &self.having[at];
            let (index, having) = (*index, self.classes[class].member_set.intersection(having));
            let found = match having.len() {
                0 => continue,
                all if all == self.classes[class].members.len() => class,
                _ if self.indices[index].artificial => continue,
                _ => {
                    let origin = Origin {
                        class,
                        index: Some(index),
                        other: None,
                    };
                    self.get_or_add(having, origin)
                }
            };
            self.classes[class].with_sub_register.push((index, found));
        }
    }

    /// Infers a class for each intersection of `class` with another class, unless the intersection is empty.
    fn infer_common(&mut self, class: ClassId) {
        spend(self.classes.len() * self.steps_of_set);
        for other in self.classes.ids() {
            let (a, b) = (&self.classes[class], &self.classes[other]);
            if class == other || !a.member_set.intersects(&b.member_set) {
                continue;
            }
            let common = a.member_set.intersection(&b.member_set);
            // The intersection inherits the stricter of the sizes of `a` and `b`.
            let (class, other) = if b.size.is_stricter(&a.size) {
                (other, class)
            } else {
                (class, other)
            };
            let origin = Origin {
                class,
                index: None,
                other: Some(other),
            };
            self.get_or_add(common, origin);
        }
    }

    /// For each index that all registers of `class` have, infers the classes of the registers whose sub-registers with
    /// this index are in another class. The other class must have an id of at least `first`.
    fn infer_projected(&mut self, class: ClassId, first: usize) {
        let is_complete = |it: &IndexId| self.classes[class].with_sub_register(*it) == Some(class);
        let complete: Vec<IndexId> = self.order.iter().copied().filter(is_complete).collect();
        let mut implied = BitSet::new();
        for index in complete {
            if implied.contains(index) {
                continue;
            }
            // Classes that are added for this index are not candidates for this index.
            let candidates = self.candidates(class, index, first);
            if candidates.is_empty() {
                continue;
            }
            spend(candidates.len() * self.steps_of_set + self.classes[class].members.len());
            let image = self.image(class, index);
            let mut seen = FxHashSet::default();
            for to in candidates {
                let members = &self.classes[to].member_set;
                if !image.set.intersects(members) {
                    continue;
                }
                if image.set.is_subset(members) {
                    let from = class;
                    self.projections.push(Projection { from, index, to });
                    if changes::large_indices_first(self.release) {
                        implied.extend(self.indices[index].composites().map(|(_, both)| both));
                    }
                    continue;
                }
                let inside = image.set.intersection(members);
                if !seen.contains(&inside) {
                    let mut subset = BitSet::new();
                    for (member, part) in self.classes[class].members.iter().zip(&image.of_each) {
                        if inside.contains(*part) {
                            subset.insert(*member);
                        }
                    }
                    seen.insert(inside);
                    let origin = self.projected_origin(class, index, to);
                    self.get_or_add(subset, origin);
                }
            }
        }
    }

    /// The origin of the registers of `class` whose sub-registers with `index` are in `other`. If `other` is itself
    /// inferred from sub-registers, the origin has the composite index.
    fn projected_origin(&self, class: ClassId, index: IndexId, other: ClassId) -> Origin {
        let direct = Origin {
            class,
            index: Some(index),
            other: Some(other),
        };
        let composed = || {
            let inner = self.classes[other].origin?;
            let (second, innermost) = (inner.index?, inner.other?);
            Some(Origin {
                class,
                index: Some(self.indices[index].then(second)?),
                other: Some(innermost),
            })
        };
        if changes::composites_in_names(self.release) {
            composed().unwrap_or(direct)
        } else {
            direct
        }
    }

    /// The classes with ids from `first` on that may contain the `index` sub-register of a member of `class`: they have
    /// a member with the structure of this sub-register. The structure of a register determines the structures of its
    /// sub-registers, so one register of each structure is examined.
    fn candidates(&self, class: ClassId, index: IndexId, first: usize) -> Vec<ClassId> {
        let mut all = BitSet::new();
        for structure in &self.structures_of[class] {
            let register = &self.registers[self.examples[*structure]];
            if let Some(part) = register.sub_register(index) {
                all.union_with(&self.by_structure[self.structures[part]]);
            }
        }
        all.iter().filter(|it| it.index() >= first).collect()
    }

    fn image(&self, class: ClassId, index: IndexId) -> Image {
        let mut image = Image::default();
        let members = &self.classes[class].members;
        let Some(first) = members.first() else {
            return image;
        };
        let parts = &self.parts[index];
        let mut parts = parts[parts.partition_point(|it| it.0 < *first)..].iter();
        for member in members {
            let Some((_, part)) = parts.find(|it| it.0 == *member) else {
                break;
            };
            image.of_each.push(*part);
            image.set.insert(*part);
        }
        image
    }

    /// The class with these members and the size of the class from which it is inferred. It is added if it does not
    /// exist yet.
    fn get_or_add(&mut self, members: BitSet<RegisterId>, origin: Origin) -> ClassId {
        let hash = hash(&members);
        let size = &self.classes[origin.class].size;
        let is_same = |id: &&ClassId| {
            let class = &self.classes[**id];
            class.member_set == members
                && !class.size.is_smaller(size)
                && !size.is_smaller(&class.size)
        };
        let mut known = self.by_members.get(&hash).into_iter().flatten();
        if let Some(known) = known.find(is_same) {
            return *known;
        }
        let size = size.clone();
        let name = self.name(origin);
        let mut class = RegisterClass::new(name, members, self.registers);
        (class.size, class.origin) = (size, Some(origin));
        let id = self.classes.push(class);
        self.by_members.entry(hash).or_default().push(id);
        self.enter(id);
        id
    }

    fn name(&self, origin: Origin) -> String {
        let class = &self.classes[origin.class].name;
        let index = origin.index.map(|it| &self.indices[it].name);
        let other = origin.other.map(|it| &self.classes[it].name);
        match (index, other) {
            (Some(index), None) => format!("{class}_with_{index}"),
            (Some(index), Some(other)) => format!("{class}_with_{index}_in_{other}"),
            (None, Some(other)) => format!("{class}_and_{other}"),
            (None, None) => class.clone(),
        }
    }
}

/// The sub-registers that the members of a class have for a certain index.
#[derive(Default)]
struct Image {
    /// The sub-register of each member, in the order of the class's members.
    of_each: Vec<RegisterId>,
    set: BitSet<RegisterId>,
}

fn hash(members: &BitSet<RegisterId>) -> u64 {
    let mut hasher = FxHasher::default();
    members.hash(&mut hasher);
    members.first().hash(&mut hasher);
    hasher.finish()
}
