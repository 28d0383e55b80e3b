// The record panel: the classes of the unit with their records, or the records that a filter finds.

import * as vscode from 'vscode';
import { currentScope, describeLocation, openLocation } from './locations';
import { addView, type Panels } from './panels';
import type { ClassItem, RecordItem, Records, Scope } from './protocol';
import { message, type Server } from './server';

/** Records fetched at a time. */
const PAGE = 500;

export type RecordNode =
  | { kind: 'class'; item: ClassItem; children?: RecordNode[] }
  | { kind: 'record'; item: RecordItem }
  | { kind: 'more'; parent: string | undefined; offset: number; left: number };

/** Registers the panel. `expand` shows one record in full. */
export function registerRecords(
  context: vscode.ExtensionContext,
  server: Server,
  panels: Panels,
  expand: (name: string) => Promise<void>,
): void {
  const changed = new vscode.EventEmitter<RecordNode | undefined>();
  let filter = '';
  /** The outermost nodes. */
  let roots: RecordNode[] | undefined;
  /** The records fetched so far, by their class; `undefined` stands for those that the filter finds. */
  let pages = new Map<string | undefined, RecordNode[]>();

  async function classes(token?: vscode.CancellationToken): Promise<RecordNode[]> {
    const items = await server.request('tablegen/classes', currentScope(), token);
    return items
      .filter((it) => it.records > 0)
      .sort((a, b) => a.name.localeCompare(b.name))
      .map((item) => ({ kind: 'class', item }));
  }

  /** The records of a class, or those that the filter finds. */
  async function records(parent: string | undefined): Promise<RecordNode[]> {
    const known = pages.get(parent);
    if (known) return known;
    const first = await page(parent, 0);
    pages.set(parent, first);
    return first;
  }

  async function page(parent: string | undefined, offset: number): Promise<RecordNode[]> {
    const scope = currentScope();
    const answer =
      parent === undefined
        ? await find(server, scope, filter, offset)
        : await server.request('tablegen/records', {
            ...scope,
            class: parent,
            offset,
            limit: PAGE,
          });
    const nodes = answer.records.map((item): RecordNode => ({ kind: 'record', item }));
    const left = answer.total - offset - nodes.length;
    if (parent === undefined) {
      view.message = `${answer.total.toLocaleString('en')} records match “${filter}”`;
    }
    if (left > 0 && nodes.length > 0) {
      nodes.push({ kind: 'more', parent, offset: offset + nodes.length, left });
    }
    return nodes;
  }

  const data: vscode.TreeDataProvider<RecordNode> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: toItem,
    getChildren: async (node) => {
      if (!server.running()) return [];
      try {
        if (!node) {
          roots ??= await outermost();
          return roots;
        }
        return node.kind === 'class' ? await records(node.item.name) : [];
      } catch (error) {
        view.message = message(error);
        return [];
      }
    },
  };
  const view = vscode.window.createTreeView('tablegen.records', {
    treeDataProvider: data,
    showCollapseAll: true,
  });

  function outermost(token?: vscode.CancellationToken): Promise<RecordNode[]> {
    return filter === '' ? classes(token) : records(undefined);
  }

  function refresh(): void {
    pages = new Map();
    roots = undefined;
    if (filter === '') view.message = undefined;
    changed.fire(undefined);
  }

  /** Like `refresh`, but shows the old nodes until the outermost ones have been fetched. */
  async function update(token: vscode.CancellationToken): Promise<void> {
    pages = new Map();
    const found = await outermost(token);
    if (token.isCancellationRequested) return;
    roots = found;
    if (filter === '') view.message = undefined;
    changed.fire(undefined);
  }

  function setFilter(text: string): void {
    if (text === filter) return;
    filter = text;
    void vscode.commands.executeCommand('setContext', 'tablegen.filtered', text !== '');
    refresh();
  }

  /** Opens an input box for the filter. The tree follows while the user types. */
  function askFilter(): void {
    const box = vscode.window.createInputBox();
    const before = filter;
    let accepted = false;
    let timer: NodeJS.Timeout | undefined;
    box.title = 'Filter Records';
    box.placeholder = 'Part of a name, or what holds: Instruction and mayLoad = 1 and not Size > 4';
    box.value = filter;
    box.onDidChangeValue((text) => {
      clearTimeout(timer);
      timer = setTimeout(() => setFilter(text.trim()), 150);
    });
    box.onDidAccept(() => {
      accepted = true;
      clearTimeout(timer);
      setFilter(box.value.trim());
      box.hide();
    });
    box.onDidHide(() => {
      clearTimeout(timer);
      if (!accepted) setFilter(before);
      box.dispose();
    });
    box.show();
  }

  /** Shows the records, all or those of a class. */
  async function show(asked?: { class?: string }): Promise<void> {
    await vscode.commands.executeCommand('tablegen.records.focus');
    if (!asked?.class) return;
    setFilter('');
    const { records: found } = await server.request('tablegen/records', {
      ...currentScope(),
      class: asked.class,
      limit: 1000,
    });
    const chosen = await vscode.window.showQuickPick(
      found.map((item) => ({
        label: item.name,
        description: describeLocation(item.location),
        item,
      })),
      { title: `Records of ${asked.class}`, matchOnDescription: true },
    );
    if (!chosen) return;
    await openLocation(chosen.item.location);
    await expand(chosen.item.name);
  }

  async function more(node: RecordNode): Promise<void> {
    if (node.kind !== 'more') return;
    const known = pages.get(node.parent)?.filter((it) => it.kind !== 'more') ?? [];
    pages.set(node.parent, [...known, ...(await page(node.parent, node.offset))]);
    if (node.parent === undefined) roots = pages.get(undefined);
    changed.fire(undefined);
  }

  const panel = addView(context, panels, view, update);

  view.onDidChangeSelection(({ selection }) => {
    const node = selection[0];
    if (node?.kind === 'record') void expand(node.item.name);
    if (node?.kind === 'more') void more(node);
  });

  context.subscriptions.push(
    changed,
    view,
    vscode.commands.registerCommand('tablegen.showRecords', show),
    vscode.commands.registerCommand('tablegen.filterRecords', async () => {
      await vscode.commands.executeCommand('tablegen.records.focus');
      askFilter();
    }),
    vscode.commands.registerCommand('tablegen.clearFilter', () => setFilter('')),
    vscode.commands.registerCommand('tablegen.refreshRecords', () => panels.refresh(panel)),
  );
}

/** The records that a filter finds. A single word is also looked for in the names of records. */
async function find(
  server: Server,
  scope: Scope,
  filter: string,
  offset: number,
): Promise<Records> {
  const ask = { ...scope, filter, offset, limit: PAGE };
  if (!/^[\w.]+$/.test(filter)) return server.request('tablegen/records', ask);
  const [all, found] = await Promise.all([
    server.request('tablegen/records', { ...scope, limit: 1_000_000 }),
    server
      .request('tablegen/records', { ...scope, filter, limit: 1_000_000 })
      .catch(() => undefined),
  ]);
  const part = filter.toLowerCase();
  const named = all.records.filter((it) => it.name.toLowerCase().includes(part));
  const names = new Set(named.map((it) => it.name));
  const records = [...named, ...(found?.records.filter((it) => !names.has(it.name)) ?? [])];
  return { total: records.length, records: records.slice(offset, offset + PAGE) };
}

function toItem(node: RecordNode): vscode.TreeItem {
  if (node.kind === 'more') {
    const item = new vscode.TreeItem(`${node.left.toLocaleString('en')} more…`);
    item.iconPath = new vscode.ThemeIcon('ellipsis');
    return item;
  }
  const { name, location } = node.item;
  if (node.kind === 'class') {
    const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
    const { records, superclasses } = node.item;
    item.id = `class ${name}`;
    item.description = `${records.toLocaleString('en')}`;
    item.iconPath = new vscode.ThemeIcon('symbol-class');
    item.tooltip = superclasses.length > 0 ? `${name} : ${superclasses.join(', ')}` : name;
    item.accessibilityInformation = { label: `class ${name}, ${records} records` };
    item.contextValue = location ? 'class located' : 'class';
    return item;
  }
  const item = new vscode.TreeItem(name);
  item.description = describeLocation(location);
  item.iconPath = new vscode.ThemeIcon('symbol-constant');
  item.tooltip = `${name} : ${node.item.classes.join(', ')}`;
  item.accessibilityInformation = { label: `record ${name}, ${item.description}` };
  item.contextValue = location ? 'record located' : 'record';
  return item;
}
