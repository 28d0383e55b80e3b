// Generated tables as read-only files that follow the source.
//
// A table is a file of the scheme `tablegen-preview`. When a file changes, the editor replaces only the
// lines from the first to the last that differ, so neither colours nor the scroll position are lost. The
// file of a long table has a window of its lines.

import * as vscode from 'vscode';
import { type Bases, describeBase } from './base';
import { EXTENSIONS, LANGUAGES } from './languages';
import { currentScope, isTableGen } from './locations';
import type { Base, LineEdit, Preview, PreviewChanged, PreviewState } from './protocol';
import { RecordMap } from './recordMap';
import { message, type Server } from './server';
import { applyEdits, splitLines, type TextWindow, windowAround, windowText } from './window';

export const SCHEME = 'tablegen-preview';

/** What a preview shows. It is the query of the preview's uri, so that a reloaded window finds it. */
export interface Target {
  document: string;
  backend: string;
  /** The state of the files that the table is made from, if it is not the current one. */
  base?: Base;
}

/** An open preview. */
export interface OpenPreview {
  readonly uri: vscode.Uri;
  readonly target: Target;
  /** Replaced by another object after each change. */
  readonly info: Omit<Preview, 'text' | 'startLine' | 'map'>;
  readonly map: RecordMap;
  readonly window: TextWindow;
  /** Whether the table is of an earlier text, and has been for some time. */
  readonly isOld: boolean;
  /** Why the table cannot be made from the latest text. */
  readonly reason?: string;
}

type State = { -readonly [K in keyof OpenPreview]: OpenPreview[K] } & {
  changed: number;
  marking?: NodeJS.Timeout;
  /** The text of the window's lines in the table of another state of the files, if it was requested. */
  saved?: { window: TextWindow; base: Base; text: Promise<string> };
};

/** The time in ms after which an outdated table is marked. A table that is updated sooner has no mark. */
const MARKED_AFTER = 400;

export interface Previews {
  open(
    document: vscode.Uri,
    backend: string,
    language: string,
    around?: string,
  ): Promise<vscode.Uri>;
  get(uri: vscode.Uri): OpenPreview | undefined;
  all(): OpenPreview[];
  /** Moves the window so that it contains a line of the whole table, and waits until the editor shows it. */
  showLine(preview: OpenPreview, line: number): Promise<void>;
  /** Makes the window the whole table, and waits until the editor shows it. */
  showWhole(preview: OpenPreview): Promise<void>;
  readonly onChanged: vscode.Event<Changed>;
}

/** The text, the map or the diagnostics of a preview changed. `edits` have the lines of the table before that. */
export interface Changed {
  preview: OpenPreview;
  before: TextWindow;
  edits: LineEdit[];
}

export function target(uri: vscode.Uri): Target {
  return JSON.parse(uri.query);
}

/** The uri of the table of another state of the files. */
export function earlierUri(uri: vscode.Uri, base: Base): vscode.Uri {
  return uri.with({ query: JSON.stringify({ ...target(uri), base }) });
}

/** The uri of the current table. */
export function currentUri(uri: vscode.Uri): vscode.Uri {
  const { document, backend } = target(uri);
  return uri.with({ query: JSON.stringify({ document, backend }) });
}

function maxLines(): number {
  return vscode.workspace.getConfiguration('tablegen').get('preview.maxLines', 20000);
}

export function createPreviews(
  context: vscode.ExtensionContext,
  server: Server,
  bases: Bases,
): Previews {
  const states = new Map<string, State>();
  const opening = new Map<string, Promise<State>>();
  const fileChanged = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const changed = new vscode.EventEmitter<Changed>();
  const decorated = new vscode.EventEmitter<vscode.Uri[]>();

  /** The state of an open table. The server is asked for an unknown one, once even for several callers. */
  function state(uri: vscode.Uri, around?: string): Promise<State> {
    const key = currentUri(uri).toString();
    const known = states.get(key);
    if (known) return Promise.resolve(known);
    let pending = opening.get(key);
    if (!pending) {
      pending = ask(currentUri(uri), around).finally(() => opening.delete(key));
      opening.set(key, pending);
    }
    return pending;
  }

  async function ask(uri: vscode.Uri, around?: string): Promise<State> {
    const { document, backend } = target(uri);
    await serverRuns(server);
    const answer = await server.request('tablegen/preview', {
      textDocument: { uri: document },
      backend,
      around,
      maxLines: maxLines(),
      compactMap: true,
      parts: true,
    });
    const { text, startLine, map, ...info } = answer;
    const made = {
      uri,
      target: target(uri),
      info,
      map: new RecordMap(map),
      window: { start: startLine, lines: splitLines(text) },
      changed: Date.now(),
      isOld: false,
    };
    states.set(uri.toString(), made);
    return made;
  }

  /** The uri of a table, and those of documents that show it in other states of the files. */
  function urisOf(state: State): vscode.Uri[] {
    const key = state.uri.toString();
    const shown = vscode.workspace.textDocuments
      .map((it) => it.uri)
      .filter((it) => it.scheme === SCHEME && target(it).base && currentUri(it).toString() === key);
    return [state.uri, ...shown];
  }

  /** Tells the editor to read the file again. */
  function touch(state: State, before = state.window, edits: LineEdit[] = []): void {
    state.changed = Math.max(Date.now(), state.changed + 1);
    fileChanged.fire(urisOf(state).map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
    changed.fire({ preview: state, before, edits });
  }

  /** Marks a table if it stays outdated for some time, or removes the mark. */
  function follow({ preview, state: now, reason }: PreviewState): void {
    const state = [...states.values()].find((it) => it.info.preview === preview);
    if (!state) return;
    const mark = (isOld: boolean) => {
      state.isOld = isOld;
      state.reason = reason;
      decorated.fire(urisOf(state));
      changed.fire({ preview: state, before: state.window, edits: [] });
    };
    clearTimeout(state.marking);
    if (now === 'outdated') state.marking = setTimeout(() => mark(true), MARKED_AFTER);
    else if (state.isOld) mark(false);
  }

  async function apply(change: PreviewChanged): Promise<void> {
    const state = [...states.values()].find((it) => it.info.preview === change.preview);
    if (!state) return;
    const { edits, mapEdits, ...info } = change;
    state.map.apply(edits, mapEdits);
    const moved = applyEdits(state.window, edits);
    // The change leaves out records whose places are unchanged.
    const records = { ...state.info.records, ...info.records };
    state.info = { ...state.info, ...info, records };
    if (moved) {
      const before = state.window;
      state.window = moved;
      touch(state, before, edits);
    } else {
      await fetchLines(state, state.window.start, state.window.start + state.window.lines.length);
    }
  }

  /** Shows the whole table in place of a part of it, or of a table that could not be made before. */
  function replace(whole: Preview): void {
    const state = [...states.values()].find((it) => it.info.preview === whole.preview);
    if (!state) return;
    const { text, startLine, map, ...info } = whole;
    const before = state.window;
    const edit = { startLine: before.start, endLine: before.start + before.lines.length, text };
    state.info = info;
    state.map = new RecordMap(map);
    state.window = { start: startLine, lines: splitLines(text) };
    touch(state, before, [edit]);
  }

  /** Fetches a range of the table's lines to show. If an edit changes the table meanwhile, it is fetched again. */
  async function fetchLines(state: State, startLine: number, endLine: number): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const { preview, totalLines } = state.info;
      const end = Math.min(endLine, totalLines);
      const start = Math.max(0, Math.min(startLine, end));
      const answer = await server.request('tablegen/previewText', {
        preview,
        startLine: start,
        endLine: end,
      });
      if (answer.version !== state.info.version) continue;
      state.window = { start, lines: splitLines(answer.text) };
      touch(state);
      await shown(state);
      return;
    }
  }

  /** Waits until the editor has read the window. Before that, its line numbers are those of another text. */
  async function shown({ uri, window }: State): Promise<void> {
    const text = windowText(window);
    const is = (it: vscode.TextDocument) =>
      it.uri.toString() === uri.toString() && it.getText() === text;
    if (vscode.workspace.textDocuments.some(is)) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        subscription.dispose();
        clearTimeout(timer);
        resolve();
      };
      const subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (is(document)) done();
      });
      // The document may not be open, or an edit may change the window meanwhile.
      const timer = setTimeout(done, 10000);
    });
  }

  /** The text of the window, or that of the same lines in the table of another state of the files. */
  async function content(uri: vscode.Uri): Promise<Buffer> {
    const it = await state(uri);
    const { base } = target(uri);
    const isCurrent = !base || (base === 'save' && !unsaved());
    if (isCurrent) return Buffer.from(windowText(it.window));
    if (it.saved?.window !== it.window || describeBase(it.saved.base) !== describeBase(base)) {
      const saved = { window: it.window, base, text: earlierText(it, base) };
      it.saved = saved;
      saved.text.catch(() => {
        if (it.saved === saved) it.saved = undefined;
      });
    }
    return Buffer.from(await it.saved.text);
  }

  async function earlierText({ info, window }: State, base: Base): Promise<string> {
    const answer = await server.request('tablegen/savedText', {
      preview: info.preview,
      startLine: window.start,
      endLine: window.start + window.lines.length,
      base,
    });
    return answer.text;
  }

  const files: vscode.FileSystemProvider = {
    onDidChangeFile: fileChanged.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => ({
      type: vscode.FileType.File,
      ctime: 0,
      mtime: (await state(uri)).changed,
      size: (await content(uri)).length,
    }),
    readFile: content,
    readDirectory: () => [],
    createDirectory: readOnly,
    writeFile: readOnly,
    delete: readOnly,
    rename: readOnly,
  };

  /**
   * Drops a preview when its last document is closed. The editor also reports a document as closed that
   * only gets another language, but such a document is still among the open ones.
   */
  function close(document: vscode.TextDocument): void {
    if (document.uri.scheme !== SCHEME) return;
    const uri = currentUri(document.uri);
    const isShown = (it: vscode.TextDocument) =>
      !it.isClosed && it.uri.scheme === SCHEME && currentUri(it.uri).toString() === uri.toString();
    if (vscode.workspace.textDocuments.some(isShown)) return;
    const state = states.get(uri.toString());
    if (!state || !states.delete(uri.toString())) return;
    clearTimeout(state.marking);
    server.request('tablegen/closePreview', { preview: state.info.preview }).catch(() => undefined);
  }

  /** Asks a server that has just started for all open tables. */
  async function reopen(): Promise<void> {
    for (const old of [...states.values()]) {
      states.delete(old.uri.toString());
      const made = await state(old.uri).catch(() => undefined);
      if (!made) continue;
      made.changed = Math.max(made.changed, old.changed + 1);
      touch(made);
    }
  }

  /** Moves the places of records with an edit. If the table stays as it is, the server does not send new places. */
  function moveRecords({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (!isTableGen(document)) return;
    const uri = document.uri.toString();
    for (const { range, text } of contentChanges) {
      const added = text.split('\n').length - 1 - (range.end.line - range.start.line);
      if (added === 0) continue;
      for (const state of states.values()) {
        const records = { ...state.info.records };
        for (const [name, location] of Object.entries(records)) {
          const { start, end } = location.range;
          if (
            location.uri !== uri ||
            range.end.isAfter(new vscode.Position(start.line, start.character))
          ) {
            continue;
          }
          const moved = {
            start: { ...start, line: start.line + added },
            end: { ...end, line: end.line + added },
          };
          records[name] = { uri, range: moved };
        }
        state.info = { ...state.info, records };
      }
    }
  }

  context.subscriptions.push(
    fileChanged,
    changed,
    decorated,
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: decorated.event,
      provideFileDecoration: (uri) => {
        if (uri.scheme !== SCHEME) return undefined;
        const state = states.get(currentUri(uri).toString());
        if (!state?.isOld) return undefined;
        const why = state.reason ? `: ${state.reason}` : '';
        return { badge: '…', tooltip: `of an earlier text${why}` };
      },
    }),
    vscode.workspace.onDidChangeTextDocument(moveRecords),
    vscode.workspace.registerFileSystemProvider(SCHEME, files, {
      isReadonly: true,
      isCaseSensitive: true,
    }),
    vscode.workspace.onDidCloseTextDocument(close),
    vscode.workspace.onDidOpenTextDocument((document) => setLanguage(document, states)),
    bases.onMoved(() => {
      for (const it of states.values()) {
        it.saved = undefined;
        touch(it);
      }
    }),
    server.onPreviewChanged((change) => void apply(change)),
    server.onPreviewWhole(replace),
    server.onPreviewState(follow),
    server.onStarted(() => void reopen()),
  );

  return {
    open: async (document, backend, language, around) => {
      const name = document.path.split('/').pop()?.replace(/\.td$/, '') ?? 'table';
      const uri = vscode.Uri.from({
        scheme: SCHEME,
        path: `/${name} ${backend}${EXTENSIONS[language] ?? '.txt'}`,
        query: JSON.stringify({ document: document.toString(), backend }),
      });
      await state(uri, around);
      return uri;
    },
    get: (uri) => states.get(currentUri(uri).toString()),
    all: () => [...states.values()],
    showLine: async (preview, line) => {
      const { window, info } = preview;
      if (line >= window.start && line < window.start + window.lines.length) return;
      await fetchLines(preview as State, ...windowAround(line, maxLines(), info.totalLines));
    },
    showWhole: (preview) => fetchLines(preview as State, 0, preview.info.totalLines),
    onChanged: changed.event,
  };
}

/** Waits for a server that is starting: a reloaded window reads its previews before the server runs. */
async function serverRuns(server: Server): Promise<void> {
  if (server.running()) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      subscription.dispose();
      clearTimeout(timer);
      resolve();
    };
    const subscription = server.onStarted(done);
    const timer = setTimeout(done, 20000);
  });
}

function setLanguage(document: vscode.TextDocument, states: Map<string, State>): void {
  if (document.uri.scheme !== SCHEME) return;
  const state = states.get(currentUri(document.uri).toString());
  const language = LANGUAGES[state?.info.language ?? ''];
  if (language && document.languageId !== language) {
    vscode.languages.setTextDocumentLanguage(document, language).then(undefined, () => undefined);
  }
}

/** Whether a `.td` document has edits that are not saved. */
function unsaved(): boolean {
  return vscode.workspace.textDocuments.some((it) => it.isDirty && isTableGen(it));
}

function readOnly(): never {
  throw vscode.FileSystemError.NoPermissions('A generated table cannot be changed.');
}

/** Lets the user choose a backend: those of the build, then external ones, those that fit the root, and the others. */
export async function pickBackend(
  server: Server,
): Promise<{ name: string; language: string } | undefined> {
  const backends = await server.request('tablegen/backends', currentScope()).catch((error) => {
    void vscode.window.showErrorMessage(message(error));
    return [];
  });
  if (backends.length === 0) return undefined;
  const groups: [string, typeof backends][] = [
    ['run by the build', backends.filter((it) => it.configured)],
    ['external', backends.filter((it) => it.external && !it.configured)],
    ['fits this root', backends.filter((it) => !it.configured && !it.external && it.fits)],
    ['all', backends.filter((it) => !it.configured && !it.external && !it.fits)],
  ];
  const items = groups.flatMap(([label, members]) =>
    members.length === 0
      ? []
      : [
          { label, kind: vscode.QuickPickItemKind.Separator, name: '', language: '' },
          ...members.map((it) => ({
            label: it.name,
            description: it.unavailable ?? it.help,
            name: it.name,
            language: it.language,
          })),
        ],
  );
  return vscode.window.showQuickPick(items, {
    title: 'Preview Generated Table',
    placeHolder: 'Backend',
    matchOnDescription: true,
  });
}
