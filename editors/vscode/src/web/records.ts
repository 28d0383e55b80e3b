// The records of the unit in use: a list, and documents beside the source that show single records in full.

import * as vscode from 'vscode';
import type { Files } from './files';
import { markdown } from './markdown';
import { Places } from './places';
import type { Problems } from './problems';
import type { RecordPage } from './protocol';
import { message, type Session } from './session';

export const RECORD_SCHEME = 'tablegen-record';

interface Node {
  name: string;
  classes: string[];
}

export function registerRecords(
  context: vscode.ExtensionContext,
  session: Session,
  files: Files,
  problems: Problems,
): void {
  const listed = new vscode.EventEmitter<undefined>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  /** The records that are shown in full, by their names. */
  const pages = new Map<string, RecordPage>();
  let filter = '';

  const view = vscode.window.createTreeView<Node>('tablegen.records', {
    treeDataProvider: { onDidChangeTreeData: listed.event, getTreeItem: toItem, getChildren: list },
  });

  async function list(node?: Node): Promise<Node[]> {
    const document = session.current;
    if (node || !document) return [];
    try {
      const found = await session.about(document, (ask) => ask('records', { filter }));
      if (!found) return [];
      const left = found.total - found.records.length;
      const matching = filter === '' ? '' : ` match “${filter}”`;
      view.message = `${found.total.toLocaleString('en')} records${matching}${left > 0 ? `; the first ${found.records.length.toLocaleString('en')} are listed` : ''}`;
      return found.records;
    } catch (error) {
      view.message = message(error);
      return [];
    }
  }

  async function page(name: string): Promise<RecordPage | undefined> {
    const document = session.current;
    const found = document && (await session.about(document, (ask) => ask('record', { name })));
    if (found) pages.set(name, found);
    return found ?? pages.get(name);
  }

  async function setFilter(text: string): Promise<void> {
    filter = text.trim();
    await vscode.commands.executeCommand('setContext', 'tablegen.filtered', filter !== '');
    listed.fire(undefined);
  }

  async function ask(): Promise<void> {
    await vscode.commands.executeCommand('tablegen.records.focus');
    const text = await vscode.window.showInputBox({
      title: 'Filter Records',
      placeHolder: 'Part of a name, or what holds: Instruction and mayLoad = 1 and not Size > 4',
      value: filter,
    });
    if (text !== undefined) await setFilter(text);
  }

  /** Shows a record: the named one, the one under the cursor, or one that the user chooses. */
  async function expand(named?: string): Promise<void> {
    const name = named ?? (await underCursor()) ?? (await choose());
    if (name === undefined) return;
    if (!(await page(name))) {
      void vscode.window.showInformationMessage(`There is no record '${name}'.`);
      return;
    }
    const uri = vscode.Uri.from({ scheme: RECORD_SCHEME, path: `/${name}.td` });
    changed.fire(uri);
    await vscode.window.showTextDocument(uri, {
      viewColumn: vscode.ViewColumn.Beside,
      preview: true,
      preserveFocus: true,
    });
  }

  async function underCursor(): Promise<string | undefined> {
    const editor = vscode.window.activeTextEditor;
    const range = editor?.document.getWordRangeAtPosition(editor.selection.active, /[\w.]+/);
    const word = range && editor?.document.getText(range);
    return word !== undefined && (await page(word)) ? word : undefined;
  }

  async function choose(): Promise<string | undefined> {
    const document = session.current;
    const found =
      document && (await session.about(document, (ask) => ask('records', { filter: '' })));
    const items = found?.records.map((it) => ({
      label: it.name,
      description: it.classes.join(', '),
    }));
    if (!items) return undefined;
    const title = 'Expand Record';
    return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.label;
  }

  const shown = (document: vscode.TextDocument) => pages.get(nameOf(document.uri));
  const selector = { scheme: RECORD_SCHEME };
  const command = (name: string, body: (...args: never[]) => Promise<void>) =>
    vscode.commands.registerCommand(name, (...args: never[]) =>
      body(...args).catch((error) => void vscode.window.showErrorMessage(message(error))),
    );
  context.subscriptions.push(
    listed,
    changed,
    view,
    problems.onFound(() => {
      listed.fire(undefined);
      for (const { uri } of vscode.workspace.textDocuments) {
        if (uri.scheme === RECORD_SCHEME) changed.fire(uri);
      }
    }),
    view.onDidChangeSelection(({ selection: [node] }) => {
      if (node) void vscode.commands.executeCommand('tablegen.expand', node.name);
    }),
    vscode.workspace.registerTextDocumentContentProvider(RECORD_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => {
        const found = await page(nameOf(uri));
        if (!found) return `// There is no such record.\n`;
        const place = found.path === undefined ? '' : `// ${found.path}:${found.line}\n`;
        return `${place}${found.text}`;
      },
    }),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: async (document) => {
        const about = shown(document)?.about;
        return about ? new vscode.Hover(await markdown(files, about)) : undefined;
      },
    }),
    vscode.languages.registerDefinitionProvider(selector, {
      provideDefinition: async (document) => {
        const found = shown(document);
        return found && new Places(files).location(found);
      },
    }),
    command('tablegen.showRecords', async () => {
      await vscode.commands.executeCommand('tablegen.records.focus');
    }),
    command('tablegen.filterRecords', ask),
    command('tablegen.clearFilter', () => setFilter('')),
    command('tablegen.refreshRecords', async () => listed.fire(undefined)),
    command('tablegen.expand', expand),
  );
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(1).replace(/\.td$/, '');
}

function toItem({ name, classes }: Node): vscode.TreeItem {
  const item = new vscode.TreeItem(name);
  item.description = classes.join(', ');
  item.iconPath = new vscode.ThemeIcon('symbol-constant');
  item.accessibilityInformation = { label: `record ${name} of ${item.description}` };
  return item;
}
