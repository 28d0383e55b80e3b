// The requests of the WebAssembly module, and its answers (`web/src/request.rs`). Offsets are in the units of strings, in
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
  /** The includes that no file has. */
  missing: string[];
  /** The files that the unit reads. */
  files: string[];
}

/** How a root is read. */
export interface Unit {
  root: string;
  includeDirs: string[];
  macros: string[];
  release: string;
}

/** The files that the unit includes, and whose texts the engine has not been given yet. */
interface Changed {
  wanted: string[];
}

export interface Backend {
  name: string;
  help: string;
  tool: string | null;
  language: string;
  /** The unit has records of the classes that it reads. */
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
  /** What else is known of it, in Markdown. */
  about: string;
}

/** Of each request what it takes and gives. */
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
