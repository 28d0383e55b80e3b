// The table of a backend, in a document beside the source. It is updated after each edit that leaves no errors.

import * as vscode from 'vscode';
import { EXTENSIONS, LANGUAGES } from '../languages';
import type { Files } from './files';
import { Places, show } from './places';
import { diagnostics, type Problems } from './problems';
import type { Table } from './protocol';
import { message, type Session } from './session';

const SCHEME = 'tablegen-preview';
/** The largest number of characters of a table that are shown. */
const LONGEST = 4 << 20;

/** A table that is shown. */
interface Shown {
  document: vscode.Uri;
  backend: string;
  table: Table | undefined;
  /** Why the table could not be made from the latest text. */
  reason: string | undefined;
}

export function registerTables(
  context: vscode.ExtensionContext,
  session: Session,
  files: Files,
  problems: Problems,
): void {
  const all = new Map<string, Shown>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const explained = new vscode.EventEmitter<void>();
  const said = vscode.languages.createDiagnosticCollection('tablegen tables');

  async function open(): Promise<void> {
    const document = session.current;
    if (!document) return;
    const picked = await pick(document);
    if (!picked) return;
    const { backend, language } = picked;
    const name = document.uri.path.split('/').pop()?.replace(/\.td$/, '') ?? 'table';
    const uri = vscode.Uri.from({
      scheme: SCHEME,
      path: `/${name} ${backend}${EXTENSIONS[language] ?? '.txt'}`,
      query: JSON.stringify({ document: `${document.uri}`, backend }),
    });
    const shown = await vscode.window.showTextDocument(uri, {
      viewColumn: vscode.ViewColumn.Beside,
      preview: false,
      preserveFocus: true,
    });
    const wanted = LANGUAGES[all.get(`${uri}`)?.table?.language ?? language];
    if (wanted) {
      await vscode.languages
        .setTextDocumentLanguage(shown.document, wanted)
        .then(undefined, () => undefined);
    }
  }

  async function pick(
    document: vscode.TextDocument,
  ): Promise<{ backend: string; language: string } | undefined> {
    const backends = (await session.about(document, (ask) => ask('backends', null))) ?? [];
    const groups = [
      { label: 'fits this root', members: backends.filter((it) => it.fits) },
      { label: 'all', members: backends.filter((it) => !it.fits) },
    ];
    const items = groups.flatMap(({ label, members }) => [
      { label, kind: vscode.QuickPickItemKind.Separator, language: '' },
      ...members.map((it) => ({ label: it.name, description: it.help, language: it.language })),
    ]);
    const picked = await vscode.window.showQuickPick(items, {
      title: 'Preview Generated Table',
      placeHolder: 'Backend',
      matchOnDescription: true,
    });
    return picked && { backend: picked.label, language: picked.language };
  }

  async function text(uri: vscode.Uri): Promise<string> {
    const key = `${uri}`;
    const { document, backend } = JSON.parse(uri.query) as { document: string; backend: string };
    const shown = all.get(key) ?? {
      document: vscode.Uri.parse(document),
      backend,
      table: undefined,
      reason: undefined,
    };
    all.set(key, shown);
    try {
      const source = await vscode.workspace.openTextDocument(shown.document);
      await session.about(source, async (ask, path) => {
        shown.table = await ask('table', { backend });
        shown.reason = shown.table.failed ? 'the backend has errors: see Problems' : undefined;
        said.clear();
        for (const [file, list] of await diagnostics(files, shown.table.messages, path))
          said.set(file, list);
      });
    } catch (error) {
      shown.reason = message(error);
    }
    explained.fire();
    const { text = '', is_cut = false } = shown.table ?? {};
    const isLong = text.length > LONGEST;
    return isLong || is_cut ? `${text.slice(0, LONGEST)}\n… more is left out here\n` : text;
  }

  /** The place of the record that made a line; of several records, the innermost. */
  async function source(uri: vscode.Uri, line: number): Promise<vscode.Location | undefined> {
    const shown = all.get(`${uri}`);
    const name = shown?.table && recordAt(shown.table, line);
    if (name === undefined || !shown) return undefined;
    const document = await vscode.workspace.openTextDocument(shown.document);
    const record = await session.about(document, (ask) => ask('record', { name }));
    return record ? new Places(files).location(record) : undefined;
  }

  async function goToRecord(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.uri.scheme !== SCHEME) return;
    const location = await source(editor.document.uri, editor.selection.active.line);
    if (location) await show(location);
    else void vscode.window.showInformationMessage('No single record made this line.');
  }

  const command = (name: string, body: () => Promise<void>) =>
    vscode.commands.registerCommand(name, () =>
      body().catch((error) => void vscode.window.showErrorMessage(message(error))),
    );
  const selector = { scheme: SCHEME };
  context.subscriptions.push(
    changed,
    explained,
    said,
    problems.onFound(() => {
      for (const { uri } of vscode.workspace.textDocuments) {
        if (uri.scheme === SCHEME) changed.fire(uri);
      }
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (all.delete(`${uri}`)) said.clear();
    }),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: text,
    }),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: explained.event,
      provideCodeLenses: ({ uri }) => {
        const reason = all.get(`${uri}`)?.reason;
        const title = all.get(`${uri}`)?.table
          ? `$(warning) outdated: ${reason}`
          : `$(warning) no table: ${reason}`;
        return reason === undefined
          ? []
          : [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command: '' })];
      },
    }),
    vscode.languages.registerDefinitionProvider(selector, {
      provideDefinition: ({ uri }, { line }) => source(uri, line),
    }),
    command('tablegen.preview', open),
    command('tablegen.previewGoToRecord', goToRecord),
  );
}

function recordAt({ lines, records }: Table, line: number): string | undefined {
  let best: { size: number; name: string | undefined } | undefined;
  for (let at = 0; at < lines.length; at += 3) {
    const [start, end, record] = lines.slice(at, at + 3) as [number, number, number];
    if (start > line) break;
    if (line < end && (!best || end - start <= best.size)) {
      best = { size: end - start, name: records[record] };
    }
  }
  return best?.name;
}
