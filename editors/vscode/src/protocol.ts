// The server's own requests and notifications, as docs/protocol.md describes them.

import type { Location, Position, TextDocumentIdentifier } from 'vscode-languageclient/node';

export interface Unit {
  id: string;
  name: string;
  root: string;
  includeDirs: string[];
  /** Those of them with installed headers that nobody named. */
  installed: string[];
  macros: string[];
  /** Where the server learnt of the unit. */
  origin: string;
  active: boolean;
  state: 'unread' | 'ready' | 'checking' | 'stopped';
  compat: number;
  /** The version of LLVM that it is written for, and the release as which it is read. */
  release: string;
}

export interface Backend {
  name: string;
  help: string;
  language: string;
  /** The build runs it on this root. */
  configured: boolean;
  /** The unit has records of the classes that it reads. */
  fits: boolean;
  external: boolean;
  /** Why there is no preview of it. */
  unavailable: string | null;
  options: { name: string; help: string; default: string }[];
}

/** In which order the bytes of an instruction are in memory. */
export type ByteOrder = 'little' | 'big' | 'halves';

/** What the records of a target leave open of its machine code. */
export interface CodeForms {
  byteOrders: ByteOrder[];
  modes: (16 | 32 | 64)[];
}

/** What bytes are in one table of the decoder. */
export interface DecodedTable {
  table: string;
  bytes: number;
  found: {
    record: string;
    encoding: string;
    location: Location | null;
    text: string;
    fields: { name: string; value: string }[];
    needs: string[];
    decodedBy: string | null;
  }[];
  near: { record: string; location: Location | null; bits: number[] }[];
}

/** An instruction in one of its encodings. */
export interface EncodedForm {
  encoding: string;
  location: Location | null;
  bytes: string;
  open: { name: string; bits: number }[];
  encodedBy: { name: string; function: string }[];
  changedBy: string | null;
}

/** What a line of assembly may be. */
export interface ParsedLine {
  found: {
    record: string;
    instruction: string;
    location: Location | null;
    variant: number;
    text: string;
    operands: { name: string; text: string }[];
    decidedBy: string[];
    needs: string[];
  }[];
  near: { record: string; location: Location | null; why: string }[];
}

/** Which patterns match a graph, and which nearly do. */
export interface SelectedGraph {
  graph: string;
  matching: number;
  found: {
    record: string;
    location: Location | null;
    source: string;
    result: string;
    complexity: number;
    operands: { name: string; graph: string }[];
    needs: string[];
    assumes: string[];
  }[];
  near: {
    record: string;
    location: Location | null;
    source: string;
    result: string;
    why: string;
  }[];
}

/** Lines of a generated table, and the record that made them. */
export interface MapEntry {
  start: number;
  end: number;
  record: string;
}

/** Which lines come from which records: three numbers an entry, its lines and which of the records. */
export interface CompactMap {
  records: string[];
  entries: number[];
}

/** What of a map is replaced, beside that its lines move with those of the text. */
export interface MapEdits {
  records: string[];
  edits: { start: number; deleteCount: number; entries: number[] }[];
}

export interface PreviewDiagnostic {
  message: string;
  severity: number;
  location?: Location;
  related: { message: string; location?: Location }[];
}

export interface Preview {
  preview: string | number;
  version: number;
  unit: string;
  backend: string;
  language: string;
  text: string;
  startLine: number;
  totalLines: number;
  bytes: number;
  /** Lines of one record only; the whole follows. */
  partial?: true;
  map: CompactMap;
  records: Record<string, Location>;
  diagnostics: PreviewDiagnostic[];
}

/** Replaces the lines from `startLine` up to and without `endLine`. */
export interface LineEdit {
  startLine: number;
  endLine: number;
  text: string;
}

export interface PreviewChanged {
  preview: string | number;
  version: number;
  edits: LineEdit[];
  totalLines: number;
  mapEdits?: MapEdits;
  records: Record<string, Location>;
  diagnostics: PreviewDiagnostic[];
}

/** Whether a preview is of the latest texts. */
export interface PreviewState {
  preview: string | number;
  state: 'current' | 'outdated';
  /** Why it cannot be made of the latest texts. */
  reason?: string;
}

export interface Named {
  name: string;
  location?: Location | null;
}

/** A record that C++ mentions, and the unit that has it. */
export interface FoundRecord extends Named {
  classes: string[];
  unit: string;
}

export interface Origin {
  kind: string;
  label: string;
  location?: Location | null;
}

export interface ExpandedField {
  name: string;
  type: string;
  value: string;
  /** How much it says of the record. */
  part: 'own' | 'inherited' | 'default';
  /** As it could be written, one more for each run of bits if they are of several kinds. */
  lines: { code: string; hex?: string }[];
  origin: Origin;
}

export interface Expansion extends Named {
  text: string;
  superclasses: Named[];
  fields: ExpandedField[];
  madeBy: Named[];
}

export interface RecordItem extends Named {
  classes: string[];
}

export interface Records {
  total: number;
  records: RecordItem[];
}

export interface ClassItem extends Named {
  superclasses: string[];
  records: number;
}

export interface Comparison {
  added: Named[];
  removed: Named[];
  changed: (Named & { fields: { name: string; old: string; new: string }[] })[];
}

export interface Memory {
  residentKib: number;
  units: { unit: string; records: number; values: number; elaborations: number }[];
}

export interface Status {
  unit?: string;
  name?: string;
  state: 'reading' | 'checking' | 'ready' | 'stopped';
  errors: number;
  warnings: number;
  records?: number;
}

/** A table that the build makes of a root, before and after a change. */
export interface ComparedTable {
  /** The backend and its options, as on a command line. */
  words: string;
  output: string | null;
  language: string;
  removed: number;
  added: number;
  /** Lines that differ in numbers only. */
  renumbered?: number;
  failure?: string;
  /** Where the failure is. */
  location?: Location;
  texts?: { old: string; new: string };
}

/** What a unit is compared with: its files as they were saved, or as a commit has them. */
export type Base = 'save' | { revision: string };

/** Says which unit is meant: the active one of a document, or one by its id. */
export interface Scope {
  textDocument?: TextDocumentIdentifier;
  unit?: string;
}

/** What each request takes and gives. */
export interface Requests {
  'tablegen/units': [Scope, Unit[]];
  'tablegen/selectUnit': [{ unit: string }, null];
  'tablegen/backends': [Scope, Backend[]];
  'tablegen/preview': [
    Scope & {
      backend: string;
      options?: string[];
      around?: string;
      maxLines?: number;
      compactMap: true;
      parts: true;
    },
    Preview,
  ];
  'tablegen/previewText': [
    { preview: string | number; startLine: number; endLine: number },
    { version: number; text: string },
  ];
  'tablegen/savedText': [
    { preview: string | number; startLine: number; endLine: number; base?: Base },
    { version: number; text: string },
  ];
  'tablegen/savePreview': [{ preview: string | number; uri: string }, null];
  'tablegen/closePreview': [{ preview: string | number }, null];
  'tablegen/findRecord': [Scope & { name?: string; line?: number }, FoundRecord[] | null];
  'tablegen/usesInCpp': [Scope & { name?: string; position?: Position }, Location[]];
  'tablegen/codeForms': [Scope, CodeForms];
  'tablegen/decode': [
    Scope & { bytes: string; byteOrder?: ByteOrder; mode?: 16 | 32 | 64 },
    DecodedTable[],
  ];
  'tablegen/encode': [
    Scope & {
      record: string;
      fields?: { name: string; value: string }[];
      byteOrder?: ByteOrder;
    },
    EncodedForm[],
  ];
  'tablegen/parseAssembly': [Scope & { line: string }, ParsedLine];
  'tablegen/selectPattern': [
    Scope & { graph: string; processor?: string; features?: string[]; limit?: number },
    SelectedGraph[],
  ];
  'tablegen/expandRecord': [Scope & { name?: string; position?: Position }, Expansion | null];
  'tablegen/records': [
    Scope & { class?: string; filter?: string; offset?: number; limit?: number },
    Records,
  ];
  'tablegen/classes': [Scope, ClassItem[]];
  'tablegen/compare': [Scope & { base: Base }, Comparison];
  'tablegen/compareTables': [Scope & { base: Base; table?: string }, ComparedTable[]];
  'tablegen/syntaxTree': [{ textDocument: TextDocumentIdentifier }, string];
  'tablegen/memory': [Record<string, never>, Memory];
}
