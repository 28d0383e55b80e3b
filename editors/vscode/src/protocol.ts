// The server's own requests and notifications, as docs/protocol.md describes them.

import type { Location, Position, TextDocumentIdentifier } from 'vscode-languageclient/node';

export interface Unit {
  id: string;
  name: string;
  root: string;
  includeDirs: string[];
  /** The include directories with installed headers that neither a build nor a setting names. */
  installed: string[];
  macros: string[];
  /** How the server found the unit. */
  origin: string;
  active: boolean;
  state: 'unread' | 'ready' | 'checking' | 'stopped';
  compat: number;
  /** The version of LLVM that the sources are written for, and the release as which they are read. */
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

/** The order of an instruction's bytes in memory. */
export type ByteOrder = 'little' | 'big' | 'halves';

/** The byte orders and modes of machine code between which the records of a target do not decide. */
export interface CodeForms {
  byteOrders: ByteOrder[];
  modes: (16 | 32 | 64)[];
}

/** The instructions that bytes encode in one table of the decoder. */
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

/** The instructions and aliases that match a line of assembly. */
export interface ParsedLine {
  found: {
    record: string;
    instruction: string;
    location: Location | null;
    variant: number;
    /** The name of the variant, if the parser of the target has several. */
    variantName?: string;
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

/** Which lines come from which records. Three numbers an entry: first line, line after the last, index in `records`. */
export interface CompactMap {
  records: string[];
  entries: number[];
}

/** The entries of a map that are replaced after all entries have moved with the edits of the text. */
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
  /** The text has the lines of one record only. The whole table follows. */
  partial?: true;
  map: CompactMap;
  records: Record<string, Location>;
  diagnostics: PreviewDiagnostic[];
}

/** Replaces the lines from `startLine` up to, but not including, `endLine`. */
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

/** Whether a preview is made from the latest texts. */
export interface PreviewState {
  preview: string | number;
  state: 'current' | 'outdated';
  /** Why the preview cannot be made from the latest texts. */
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
  /** The origin of the value: a statement that is no class, a class that inherits the field, or its declaration. */
  part: 'own' | 'inherited' | 'default';
  /** The field as it could be written. If its bits are of several kinds, each run of bits has another line. */
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

/** The files that a unit is compared with: as they were last saved, or as they are in a commit. */
export type Base = 'save' | { revision: string };

/** Selects a unit: the active one of a document, or one by its id. */
export interface Scope {
  textDocument?: TextDocumentIdentifier;
  unit?: string;
}

/** The parameters and the result of each request. */
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
