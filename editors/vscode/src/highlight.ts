// Marks the lines of a generated table that the record under the cursor made, and scrolls to them.

import * as vscode from 'vscode';
import { currentSource, isTableGen } from './locations';
import {
  type Changed,
  currentUri,
  type OpenPreview,
  type Previews,
  SCHEME,
  target,
} from './preview';
import type { LineEdit, MapEntry } from './protocol';
import type { Server } from './server';
import { linesAddedBefore } from './window';

/** The records that made lines of a table, with their places, by the uri of the document that defines them. */
type Places = Map<string, { record: string; range: vscode.Range }[]>;

const known = new WeakMap<OpenPreview['info'], Places>();

function placesOf({ info, map }: OpenPreview): Places {
  const made = known.get(info);
  if (made) return made;
  const places: Places = new Map();
  for (const [record, location] of Object.entries(info.records)) {
    if (!location || !map.has(record)) continue;
    const { start, end } = location.range;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    const uri = vscode.Uri.parse(location.uri).toString();
    const all = places.get(uri);
    if (all) all.push({ record, range });
    else places.set(uri, [{ record, range }]);
  }
  known.set(info, places);
  return places;
}

const STATEMENT =
  /^\s*(?:def|defm|class|multiclass|let|foreach|if|defset|defvar|deftype|include|assert|dump)\b/;

/** The line on which the statement at a line of a document begins. */
function statementStart(document: vscode.TextDocument, line: number): number {
  for (let at = line; at >= 0 && line - at < 500; at--) {
    const { text } = document.lineAt(at);
    const within = at < line || !/^\s*let\b/.test(text);
    if (STATEMENT.test(text) && within && !/^\s*let\b.*;\s*(?:\/\/.*)?$/.test(text)) return at;
  }
  return line;
}

/** The record that the statement at a place names. */
export function recordNamedAt(
  document: vscode.TextDocument,
  { line }: vscode.Position,
): string | undefined {
  const { text } = document.lineAt(statementStart(document, line));
  return /^\s*def\s+(\w+)\s*(?:[:{;]|$)/.exec(text)?.[1];
}

/** The records that the statement at a place made, as far as the table has lines of them. */
export function recordsAt(
  preview: OpenPreview,
  document: vscode.TextDocument,
  position: vscode.Position,
): string[] {
  const places = placesOf(preview).get(document.uri.toString()) ?? [];
  const containing = places.filter(({ range }) => !range.isSingleLine && range.contains(position));
  if (containing.length > 0) {
    const innermost = containing.reduce((a, b) => (a.range.contains(b.range) ? b : a));
    return containing.filter((it) => it.range.isEqual(innermost.range)).map((it) => it.record);
  }
  const start = statementStart(document, position.line);
  const nearest = places
    .filter(({ range }) => range.start.line >= start && range.start.line <= position.line)
    .reduce((line, { range }) => Math.max(line, range.start.line), -1);
  if (nearest >= 0) {
    return places.filter(({ range }) => range.start.line === nearest).map((it) => it.record);
  }
  // If a table is shown in part, only the places of the records in that part are known.
  const name = recordNamedAt(document, position);
  return name && preview.map.has(name) ? [name] : [];
}

/** If more records than this begin with the name of a `defm`, the server is not asked about them. */
const MAX_CANDIDATES = 400;

/**
 * The records that a `defm` made. Their places are those of the `def`s in the multiclass, so the
 * server is asked for the makers of each record whose name begins with the name of the `defm`.
 */
async function recordsOfDefm(
  server: Server,
  preview: OpenPreview,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<string[]> {
  const line = statementStart(document, position.line);
  const name = /^\s*defm\s+(\w+)/.exec(document.lineAt(line).text)?.[1];
  if (!name) return [];
  const candidates = preview.map.records().filter((it) => it.startsWith(name));
  if (candidates.length > MAX_CANDIDATES) return [];
  const textDocument = { uri: document.uri.toString() };
  const made = await Promise.all(
    candidates.map(async (candidate) => {
      const expansion = await server
        .request('tablegen/expandRecord', { textDocument, name: candidate })
        .catch(() => null);
      return expansion?.madeBy.some(
        ({ location }) => location?.uri === textDocument.uri && location.range.start.line === line,
      );
    }),
  );
  return candidates.filter((_, at) => made[at]);
}

/** Commands that go to the marked lines of a preview. */
export interface Following {
  /** Scrolls to the longest range of marked lines. */
  reveal(preview: OpenPreview): void;
  /** Goes to the next or previous marked lines. After the last come the first. Returns whether there are any. */
  step(preview: OpenPreview, where: 'next' | 'previous'): Promise<boolean>;
}

/** Marks the lines of the record under the cursor in all previews, and scrolls to them. */
export function followCursor(
  context: vscode.ExtensionContext,
  server: Server,
  previews: Previews,
): Following {
  const marked = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('tablegen.recordLinesBackground'),
    borderColor: new vscode.ThemeColor('tablegen.recordLinesBorder'),
    borderStyle: 'solid',
    borderWidth: '0 0 0 3px',
    overviewRulerColor: new vscode.ThemeColor('tablegen.recordLinesBorder'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  /** The records whose lines are marked, by the uri of the preview. */
  const current = new Map<string, string[]>();
  const visible = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function mark(preview: OpenPreview): MapEntry[] {
    const { start, lines: shown } = preview.window;
    const entries = (current.get(preview.uri.toString()) ?? []).flatMap((it) =>
      preview.map.linesOf(it),
    );
    const ranges = entries
      .filter((it) => it.end > start && it.start < start + shown.length && it.end > it.start)
      .map((it) => new vscode.Range(Math.max(0, it.start - start), 0, it.end - 1 - start, 0));
    for (const editor of editorsOf(preview)) editor.setDecorations(marked, ranges);
    return entries;
  }

  async function follow(editor: vscode.TextEditor): Promise<void> {
    for (const preview of previews.all()) {
      if (editorsOf(preview).length === 0) continue;
      const place = editor.selection.active;
      let records = recordsAt(preview, editor.document, place);
      if (records.length === 0) {
        records = await recordsOfDefm(server, preview, editor.document, place);
        if (!editor.selection.active.isEqual(place)) return;
      }
      const key = preview.uri.toString();
      const same = records.join() === (current.get(key) ?? []).join();
      if (records.length === 0) continue;
      current.set(key, records);
      const first = largest(mark(preview));
      const follows = vscode.workspace
        .getConfiguration('tablegen')
        .get('preview.followCursor', true);
      if (same || !first || !follows) continue;
      await previews.showLine(preview, first.start);
      // Meanwhile, the cursor may have moved to another record, or an edit may have moved the lines.
      const entry = largest(mark(preview));
      if (entry) reveal(preview, entry);
    }
  }

  function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const active = vscode.window.activeTextEditor;
      // While an editor opens, none is active.
      const source = currentSource();
      const editor =
        active ?? vscode.window.visibleTextEditors.find((it) => it.document === source);
      if (editor && isTableGen(editor.document)) void follow(editor);
    }, 30);
  }

  /** The line of a table to which `step` went last. The cursor's arrival there must not change the current record. */
  let stepped: { key: string; line: number } | undefined;

  async function step(preview: OpenPreview, where: 'next' | 'previous'): Promise<boolean> {
    const [editor] = editorsOf(preview);
    const starts = mark(preview)
      .filter((it) => it.end > it.start)
      .map((it) => it.start)
      .sort((a, b) => a - b);
    const [first] = starts;
    const last = starts.at(-1);
    if (!editor || first === undefined || last === undefined) return false;
    const here = editor.selection.active.line + preview.window.start;
    const line =
      where === 'next'
        ? (starts.find((it) => it > here) ?? first)
        : (starts.filter((it) => it < here).at(-1) ?? last);
    await previews.showLine(preview, line);
    stepped = { key: preview.uri.toString(), line };
    const at = new vscode.Position(line - preview.window.start, 0);
    for (const it of editorsOf(preview)) {
      it.selection = new vscode.Selection(at, at);
      it.revealRange(
        new vscode.Range(at, at),
        vscode.TextEditorRevealType.InCenterIfOutsideViewport,
      );
    }
    mark(preview);
    return true;
  }

  /** Editors whose text is about to change: the first visible line, and how many lines the edits add before it. */
  const moving = new WeakMap<vscode.TextEditor, { top: number; added: number }>();

  /**
   * Notes the first visible line, before an edit moves it: the editor keeps its distance from the start
   * of the text, and would show other lines.
   */
  function notePlace({ preview, before, edits }: Changed): void {
    const { start, lines } = before;
    const isInside = (it: LineEdit) =>
      (it.endLine > start || it.startLine === start) && it.startLine < start + lines.length;
    // Edits outside of the window do not change the editor's text.
    if (!edits.some(isInside)) return;
    for (const editor of editorsOf(preview)) {
      const top = editor.visibleRanges[0]?.start.line ?? 0;
      const place = moving.get(editor) ?? { top, added: 0 };
      const all = linesAddedBefore(edits, start + place.top + place.added);
      place.added += all - (preview.window.start - start);
      moving.set(editor, place);
    }
  }

  /** Once the editor has the new text, scrolls to the current record, or else to the line that was first before. */
  function keepPlace(preview: OpenPreview): void {
    const follows = vscode.workspace.getConfiguration('tablegen').get('preview.followCursor', true);
    const entry = largest(mark(preview));
    for (const editor of editorsOf(preview)) {
      const place = moving.get(editor);
      if (!place) continue;
      moving.delete(editor);
      const line = Math.max(0, place.top + place.added);
      if (follows && entry) {
        reveal(preview, entry);
      } else if (place.added !== 0 && place.top > 0) {
        editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
      }
    }
  }

  context.subscriptions.push(
    marked,
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (isTableGen(textEditor.document)) soon();
    }),
    vscode.window.onDidChangeActiveTextEditor(soon),
    vscode.window.onDidChangeVisibleTextEditors(() => {
      for (const preview of previews.all()) {
        mark(preview);
        // A preview that becomes visible again scrolls to the current record.
        const key = preview.uri.toString();
        const isVisible = editorsOf(preview).length > 0;
        if (isVisible && !visible.has(key)) current.delete(key);
        if (isVisible) visible.add(key);
        else visible.delete(key);
      }
      soon();
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme !== SCHEME) return;
      const preview = previews.get(document.uri);
      if (preview && !isSaved(document)) keepPlace(preview);
    }),
    previews.onChanged((change) => {
      notePlace(change);
      soon();
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor.document.uri.scheme !== SCHEME) return;
      const preview = previews.get(textEditor.document.uri);
      const line = textEditor.selection.active.line + (preview?.window.start ?? 0);
      const entry = preview?.map.at(line);
      const key = preview?.uri.toString();
      if (key !== undefined && stepped?.key === key && stepped.line === line) return;
      stepped = undefined;
      if (!preview || !entry || textEditor !== vscode.window.activeTextEditor) return;
      current.set(preview.uri.toString(), [entry.record]);
      mark(preview);
    }),
  );
  return {
    reveal: (preview) => {
      const first = largest(mark(preview));
      if (first) reveal(preview, first);
    },
    step,
  };
}

function editorsOf(preview: OpenPreview): vscode.TextEditor[] {
  const uri = preview.uri.toString();
  return vscode.window.visibleTextEditors.filter(
    ({ document }) =>
      document.uri.scheme === SCHEME &&
      currentUri(document.uri).toString() === uri &&
      !isSaved(document),
  );
}

/** The entry with the most lines: a definition rather than its declaration. */
function largest(entries: MapEntry[]): MapEntry | undefined {
  const size = (it: MapEntry) => it.end - it.start;
  return entries.reduce<MapEntry | undefined>(
    (found, it) => (found && size(found) >= size(it) ? found : it),
    undefined,
  );
}

/** Whether a document shows a table as it is in another state of the files. */
function isSaved(document: vscode.TextDocument): boolean {
  return target(document.uri).base !== undefined;
}

function reveal(preview: OpenPreview, entry: MapEntry): void {
  const line = entry.start - preview.window.start;
  for (const editor of editorsOf(preview)) {
    editor.revealRange(
      new vscode.Range(line, 0, Math.max(line, entry.end - 1 - preview.window.start), 0),
      vscode.TextEditorRevealType.InCenterIfOutsideViewport,
    );
  }
}
