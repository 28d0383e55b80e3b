// Compares all tables that the build makes of a root with those of another state of the files.

import * as vscode from 'vscode';
import { type Bases, describeBase } from './base';
import { LANGUAGES } from './languages';
import { currentScope, openLocation } from './locations';
import type { Base, ComparedTable, Requests } from './protocol';
import { message, type Server } from './server';

const SCHEME = 'tablegen-table';
const TITLE = 'Tables Changed Since…';

type Params = Requests['tablegen/compareTables'][0];

interface Item extends vscode.QuickPickItem {
  table?: ComparedTable;
}

export function registerTables(
  context: vscode.ExtensionContext,
  server: Server,
  bases: Bases,
): void {
  /** The texts that are shown, by their uris. */
  const texts = new Map<string, string>();

  async function compare(): Promise<void> {
    const base = await bases.choose(TITLE);
    if (!base) return;
    const params = { ...currentScope(), base };
    const tables = await ask('Making all tables…', params);
    const picked = await vscode.window.showQuickPick(toItems(tables), {
      title: `Tables since ${describeBase(base)}`,
      matchOnDescription: true,
    });
    if (picked?.table?.failure) return openLocation(picked.table.location);
    if (!picked?.table || !isChanged(picked.table)) return;
    const { words } = picked.table;
    const [table] = await ask(`Making ${name(picked.table)}…`, { ...params, table: words });
    if (table) await showDiff(table, base);
  }

  /** Asks for tables. This takes long, so the user sees the progress, and may cancel it. */
  function ask(title: string, params: Params): Thenable<ComparedTable[]> {
    const location = vscode.ProgressLocation.Notification;
    return vscode.window.withProgress({ location, title, cancellable: true }, (_, token) =>
      server.request('tablegen/compareTables', params, token),
    );
  }

  async function showDiff(table: ComparedTable, base: Base): Promise<void> {
    if (!table.texts) return;
    const uri = (side: string, text: string) => {
      const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name(table)}`, query: side });
      texts.set(uri.toString(), text);
      return uri;
    };
    const since = describeBase(base);
    const [old, now] = [uri(since, table.texts.old), uri('now', table.texts.new)];
    changed.fire(old);
    changed.fire(now);
    const title = `${name(table)} since ${since}`;
    const language = LANGUAGES[table.language];
    if (language) await Promise.all([old, now].map((uri) => setLanguage(uri, language)));
    await vscode.commands.executeCommand('vscode.diff', old, now, title);
  }

  const changed = new vscode.EventEmitter<vscode.Uri>();
  context.subscriptions.push(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      // Also called when a document gets another language. Such a document is still among the open ones.
      const isIt = (it: vscode.TextDocument) =>
        !it.isClosed && it.uri.toString() === uri.toString();
      if (!vscode.workspace.textDocuments.some(isIt)) texts.delete(uri.toString());
    }),
    vscode.commands.registerCommand('tablegen.compareTables', () =>
      compare().catch((error) => {
        if (!(error instanceof vscode.CancellationError)) {
          void vscode.window.showErrorMessage(message(error));
        }
      }),
    ),
  );
}

/** The name of a table: its file, or else its backend and options. */
function name({ output, words }: ComparedTable): string {
  return output?.split('/').pop() ?? words;
}

function isChanged({ added, removed, renumbered = 0 }: ComparedTable): boolean {
  return added + removed + renumbered > 0;
}

/** How much of a table has changed. */
function extent({ added, removed, renumbered = 0 }: ComparedTable): string {
  const lines = added + removed > 0 ? [`+${added} −${removed} lines`] : [];
  const numbers = renumbered > 0 ? [`${renumbered} with other numbers only`] : [];
  return [...lines, ...numbers].join(', ');
}

async function setLanguage(uri: vscode.Uri, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, language);
}

/** The changed tables, those that cannot be made, and the unchanged ones. The first item says if all are unchanged. */
function toItems(tables: ComparedTable[]): Item[] {
  const item = (icon: string, table: ComparedTable, description: string): Item => ({
    label: `$(${icon}) ${name(table)}`,
    description,
    detail: table.output ? table.words : undefined,
    table,
  });
  const changed = tables.filter(isChanged).map((it) => item('diff-modified', it, extent(it)));
  const failed = tables.filter((it) => it.failure).map((it) => item('error', it, it.failure ?? ''));
  const same = tables
    .filter((it) => !isChanged(it) && !it.failure)
    .map((it) => item('pass', it, 'no change'));
  const mark: Item[] =
    changed.length + failed.length === 0 && same.length > 0
      ? [{ label: '$(pass-filled) No functional change', description: `${same.length} tables` }]
      : [];
  const none: Item[] =
    tables.length === 0
      ? [
          {
            label: '$(info) No build is known that makes tables of this root',
            detail:
              'The setting tablegen.buildFolders names a build folder; CMakeLists.txt and BUILD files are read, too',
          },
        ]
      : [];
  return [...mark, ...none, ...changed, ...failed, ...same];
}
