// The requests to the WebAssembly module, and its answers (`web/src/request.rs`). Offsets count the UTF-16 units of
// texts whose lines end with a line feed.

/** A range of a file. */
export interface Place {
  path: string;
  start: number;
  end: number;
  /** The line of the start, from one. */
  line: number;
}

export interface Report extends Partial<Place> {
  severity: 'error' | 'warning' | 'note';
  message: string;
  notes: Report[];
}

export interface Reports {
  reports: Report[];
  errors: number;
  /** The names of included files that are missing. */
  missing: string[];
  /** The files that the unit reads. */
  files: string[];
}

/** A root, and how it is read. */
export interface Unit {
  root: string;
  includeDirs: string[];
  macros: string[];
  release: string;
}

/** The paths of files that the unit includes, but whose texts the engine does not have yet. */
interface Changed {
  wanted: string[];
}

export interface Backend {
  name: string;
  help: string;
  tool: string | null;
  language: string;
  /** The unit has records of the classes that the backend reads. */
  fits: boolean;
}

export interface Table {
  text: string;
  is_cut: boolean;
  language: string;
  messages: Report[];
  failed: boolean;
  records: string[];
  /** For each range of lines: its start, its end, and the index of its record. */
  lines: number[];
}

export interface RecordPage extends Partial<Place> {
  text: string;
  /** Further facts about the record, in Markdown. */
  about: string;
}

/** The parameters and the result of each request. */
interface Requests {
  open: [Unit & { files: Record<string, string>; unread: string[] }, Changed];
  write: [{ files: Record<string, string | null> }, Changed];
  diagnostics: [null, Reports];
  records: [{ filter: string }, { total: number; records: { name: string; classes: string[] }[] }];
  record: [{ name: string }, RecordPage | null];
  hover: [{ path: string; offset: number }, ({ text: string } & Partial<Place>) | null];
  definition: [{ path: string; offset: number }, Place[]];
  /** Each token is its start, its length, and the index of its kind. */
  tokens: [{ path: string }, { kinds: string[]; tokens: number[] }];
  backends: [null, Backend[]];
  table: [{ backend: string }, Table];
}

export type Ask = <M extends keyof Requests>(
  method: M,
  params: Requests[M][0],
) => Promise<Requests[M][1]>;
