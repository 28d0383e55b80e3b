//! The type hierarchy of classes and records, and the call hierarchy of multiclasses.

use ide::FilePosition;
use ide::hierarchy::{self, Call, Member, MemberKind};
use lsp_types::request::{
    CallHierarchyIncomingCalls, CallHierarchyOutgoingCalls, CallHierarchyPrepare,
    TypeHierarchyPrepare, TypeHierarchySubtypes, TypeHierarchySupertypes,
};
use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, Range,
    SymbolKind, TypeHierarchyItem, TypeHierarchyPrepareParams, TypeHierarchySubtypesParams,
    TypeHierarchySupertypesParams,
};
use serde_json::Value;
use tower_lsp::jsonrpc::Result;

use super::{Later, Needs, Snapshot, Table};

pub(super) fn fill(table: &mut Table) {
    table.on::<TypeHierarchyPrepare>(Needs::Text, Later::Refuse, prepare_types);
    table.on::<TypeHierarchySupertypes>(Needs::Text, Later::Again, supertypes);
    table.on::<TypeHierarchySubtypes>(Needs::Text, Later::Again, subtypes);
    table.on::<CallHierarchyPrepare>(Needs::Text, Later::Refuse, prepare_calls);
    table.on::<CallHierarchyIncomingCalls>(Needs::Text, Later::Again, incoming);
    table.on::<CallHierarchyOutgoingCalls>(Needs::Text, Later::Again, outgoing);
}

/// `textDocument/prepareTypeHierarchy`: the class or record at a position.
fn prepare_types(
    snapshot: &Snapshot,
    params: TypeHierarchyPrepareParams,
) -> Result<Option<Vec<TypeHierarchyItem>>> {
    let at: FilePosition = snapshot.position(&params.text_document_position_params)?;
    let member = hierarchy::prepare_types(snapshot.db(), &at);
    Ok(member.map(|it| type_items(snapshot, &[it])))
}

/// `typeHierarchy/supertypes`: the direct superclasses of a class or record.
fn supertypes(
    snapshot: &Snapshot,
    params: TypeHierarchySupertypesParams,
) -> Result<Option<Vec<TypeHierarchyItem>>> {
    let kind = kind_of(params.item.kind);
    let members = hierarchy::supertypes(snapshot.db(), kind, &params.item.name);
    Ok(Some(type_items(snapshot, &members)))
}

/// `typeHierarchy/subtypes`: the classes and records that name a class as their parent.
fn subtypes(
    snapshot: &Snapshot,
    params: TypeHierarchySubtypesParams,
) -> Result<Option<Vec<TypeHierarchyItem>>> {
    // Only a class has subtypes.
    let members = match kind_of(params.item.kind) {
        MemberKind::Class => hierarchy::subtypes(snapshot.db(), &params.item.name),
        MemberKind::Multiclass | MemberKind::Record => Vec::new(),
    };
    Ok(Some(type_items(snapshot, &members)))
}

/// `textDocument/prepareCallHierarchy`: the multiclass at a position.
fn prepare_calls(
    snapshot: &Snapshot,
    params: CallHierarchyPrepareParams,
) -> Result<Option<Vec<CallHierarchyItem>>> {
    let at = snapshot.position(&params.text_document_position_params)?;
    let member = hierarchy::prepare_calls(snapshot.db(), &at);
    let item = member.and_then(|it| call_item(snapshot, &it));
    Ok(item.map(|it| vec![it]))
}

/// `callHierarchy/incomingCalls`
fn incoming(
    snapshot: &Snapshot,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
    let calls = match kind_of(params.item.kind) {
        MemberKind::Multiclass => hierarchy::incoming_calls(snapshot.db(), &params.item.name),
        MemberKind::Class | MemberKind::Record => Vec::new(),
    };
    let calls = calls.iter().filter_map(|it| {
        Some(CallHierarchyIncomingCall {
            from: call_item(snapshot, &it.member)?,
            from_ranges: ranges(snapshot, it),
        })
    });
    Ok(Some(calls.collect()))
}

/// `callHierarchy/outgoingCalls`
fn outgoing(
    snapshot: &Snapshot,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
    let calls = match kind_of(params.item.kind) {
        MemberKind::Multiclass => hierarchy::outgoing_calls(snapshot.db(), &params.item.name),
        MemberKind::Class | MemberKind::Record => Vec::new(),
    };
    let calls = calls.iter().filter_map(|it| {
        Some(CallHierarchyOutgoingCall {
            to: call_item(snapshot, &it.member)?,
            from_ranges: ranges(snapshot, it),
        })
    });
    Ok(Some(calls.collect()))
}

fn ranges(snapshot: &Snapshot, call: &Call) -> Vec<Range> {
    let ranges = call.ranges.iter();
    ranges
        .filter_map(|it| snapshot.range(&it.path, &it.range))
        .collect()
}

fn type_items(snapshot: &Snapshot, members: &[Member]) -> Vec<TypeHierarchyItem> {
    let items = members.iter().filter_map(|it| {
        let full = snapshot.location(&it.target.full)?;
        Some(TypeHierarchyItem {
            name: it.target.name.clone(),
            kind: symbol_kind(it.kind),
            tags: None,
            detail: None,
            uri: full.uri,
            range: full.range,
            selection_range: snapshot.location(&it.target.focus)?.range,
            data: None::<Value>,
        })
    });
    items.collect()
}

fn call_item(snapshot: &Snapshot, member: &Member) -> Option<CallHierarchyItem> {
    let full = snapshot.location(&member.target.full)?;
    Some(CallHierarchyItem {
        name: member.target.name.clone(),
        kind: symbol_kind(member.kind),
        tags: None,
        detail: None,
        uri: full.uri,
        range: full.range,
        selection_range: snapshot.location(&member.target.focus)?.range,
        data: None,
    })
}

fn symbol_kind(kind: MemberKind) -> SymbolKind {
    match kind {
        MemberKind::Class => SymbolKind::CLASS,
        MemberKind::Multiclass => SymbolKind::FUNCTION,
        MemberKind::Record => SymbolKind::CONSTANT,
    }
}

fn kind_of(kind: SymbolKind) -> MemberKind {
    match kind {
        SymbolKind::CLASS => MemberKind::Class,
        SymbolKind::FUNCTION => MemberKind::Multiclass,
        _ => MemberKind::Record,
    }
}
