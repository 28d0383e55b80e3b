// The expansion view: a record with the value of every field, and where the value was set.

import * as vscode from 'vscode';
import {
  currentScope,
  currentSource,
  describeLocation,
  isTableGen,
  openLocation,
} from './locations';
import { addView, type Panels } from './panels';
import type { ExpandedField, Expansion, Named, Requests } from './protocol';
import { message, type Server } from './server';

type Node = {
  label: string;
  description?: string;
  tooltip?: string | vscode.MarkdownString;
  icon: string;
  location?: Named['location'];
  children?: Node[];
  open?: boolean;
};

/** What the view shows: a record by its name, or the record at a place. */
type Wanted = Requests['tablegen/expandRecord'][0];

/** Registers the view. The returned function shows the record of a name. */
export function registerExpansion(
  context: vscode.ExtensionContext,
  server: Server,
  panels: Panels,
): (name: string) => Promise<void> {
  const changed = new vscode.EventEmitter<Node | undefined>();
  let roots: Node[] = [];
  /** The record that was shown last, which an edit may have taken away. */
  let shown: string | undefined;
  let wanted: Wanted | undefined;
  const view = vscode.window.createTreeView<Node>('tablegen.expansion', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: toItem,
      getChildren: (node) => (node ? (node.children ?? []) : roots),
    },
    showCollapseAll: true,
  });

  function show(expansion: Expansion): void {
    shown = expansion.name;
    roots = toNodes(expansion);
    view.title = `Expansion: ${expansion.name}`;
    view.message = undefined;
    changed.fire(undefined);
  }

  /** Says that the record no longer exists. If it comes back, the next update shows it again. */
  function showNothing(): void {
    if (!shown) return;
    roots = [];
    view.message = `There is no record ${shown} here.`;
    changed.fire(undefined);
  }

  let timer: NodeJS.Timeout | undefined;

  function ask(what: Wanted, token?: vscode.CancellationToken): Promise<Expansion | null> {
    wanted = what;
    return server.request('tablegen/expandRecord', what, token);
  }

  async function byName(name: string): Promise<void> {
    clearTimeout(timer);
    const what = { ...currentScope(), name };
    const expansion = await ask(what).catch(() => null);
    if (expansion && wanted === what) show(expansion);
  }

  /** Updates the view: the record of the wanted name or at the wanted place, or else the record that was shown last. */
  async function update(token: vscode.CancellationToken): Promise<void> {
    if (!wanted) return;
    const what = wanted.name ? { ...currentScope(), name: wanted.name } : wanted;
    let expansion = what.name || isCurrent(what) ? await ask(what, token) : null;
    if (!expansion && !what.name && shown) {
      const again = { ...currentScope(), name: shown };
      expansion = await server.request('tablegen/expandRecord', again, token);
    }
    if (token.isCancellationRequested || wanted !== what) return;
    if (expansion) show(expansion);
    else showNothing();
  }

  const panel = addView(context, panels, view, update);

  /** Shows the record at a place, by default at the cursor of the current source. */
  async function atPlace(place?: { uri?: string; position?: vscode.Position }): Promise<void> {
    const document = currentSource();
    const editor = vscode.window.visibleTextEditors.find((it) => it.document === document);
    const uri = place?.uri ?? document?.uri.toString();
    const position = place?.position ?? editor?.selection.active;
    if (!uri || !position) return;
    const expansion = await ask(placeIn(uri, position));
    if (!expansion) {
      void vscode.window.showInformationMessage(
        'There is no record here: put the cursor on a def or defm, or on the name of a record.',
      );
      return;
    }
    clearTimeout(timer);
    show(expansion);
    await vscode.commands.executeCommand('tablegen.expansion.focus');
  }

  /** Shows the record under the cursor when the cursor rests, if the view is visible. */
  function follow(editor: vscode.TextEditor): void {
    clearTimeout(timer);
    const follows = vscode.workspace
      .getConfiguration('tablegen')
      .get('expansion.followCursor', true);
    if (!follows || !view.visible || !server.running() || !isTableGen(editor.document)) return;
    const what = placeIn(editor.document.uri.toString(), editor.selection.active);
    wanted = what;
    // After an edit, the update of the panel shows the record, so no request is sent before it.
    timer = setTimeout(async () => {
      if (panels.isOld(panel)) return;
      const expansion = await ask(what).catch(() => null);
      if (expansion && wanted === what) show(expansion);
    }, 200);
  }

  context.subscriptions.push(
    changed,
    view,
    vscode.commands.registerCommand('tablegen.expand', (place) =>
      atPlace(place instanceof vscode.Uri ? undefined : place).catch(
        (error) => void vscode.window.showErrorMessage(message(error)),
      ),
    ),
    vscode.commands.registerCommand('tablegen.openLocation', (node: Node | { item: Named }) =>
      openLocation('item' in node ? node.item.location : node.location),
    ),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => follow(textEditor)),
  );
  return byName;
}

function placeIn(uri: string, { line, character }: vscode.Position): Wanted {
  return { textDocument: { uri }, position: { line, character } };
}

/** Whether a place is in the current source. Another document may belong to another unit. */
function isCurrent({ textDocument }: Wanted): boolean {
  return currentSource()?.uri.toString() === textDocument?.uri;
}

function toNodes(expansion: Expansion): Node[] {
  const { name, location, superclasses, fields, madeBy } = expansion;
  const defaults = fields.filter((it) => it.part === 'default');
  const link =
    (icon: string) =>
    (it: Named): Node => ({
      label: it.name,
      description: describeLocation(it.location),
      icon,
      location: it.location,
    });
  return [
    { label: name, description: describeLocation(location), icon: 'symbol-constant', location },
    ...(madeBy.length === 0
      ? []
      : [
          {
            label: 'made by',
            icon: 'debug-step-out',
            open: true,
            children: madeBy.map(link('symbol-method')),
          },
        ]),
    ...(superclasses.length === 0
      ? []
      : [
          {
            label: 'superclasses',
            description: superclasses.map((it) => it.name).join(', '),
            icon: 'type-hierarchy-super',
            children: superclasses.map(link('symbol-class')),
          },
        ]),
    ...fields.filter((it) => it.part !== 'default').map(fieldNode),
    ...(defaults.length === 0
      ? []
      : [
          {
            label: `${defaults.length} default${defaults.length === 1 ? '' : 's'}`,
            description: defaults.map((it) => it.name).join(', '),
            icon: 'symbol-namespace',
            children: defaults.map(fieldNode),
          },
        ]),
  ];
}

/** The node of a field. If its bits are of several kinds, each run of bits has a child node instead of a value. */
function fieldNode(field: ExpandedField): Node {
  const { kind, label, location } = field.origin;
  const origin = label === '' ? kind : label;
  const [first, ...runs] = field.lines;
  const code = field.lines.map((it) => `${it.code};${it.hex ? ` // ${it.hex}` : ''}`).join('\n');
  const isShort = first?.hex !== undefined || runs.length > 0;
  const lines = isShort ? (runs.length > 0 ? runs : field.lines) : [];
  return {
    label: runs.length > 0 ? field.name : `${field.name} = ${first?.hex ?? field.value}`,
    description: describeLocation(location) || origin,
    tooltip: new vscode.MarkdownString()
      .appendText(`${field.type} ${field.name}: ${kind} ${label}`)
      .appendCodeblock(
        isShort ? code : `${field.type} ${field.name} = ${field.value};`,
        'tablegen',
      ),
    icon: 'symbol-field',
    location,
    children: [
      ...lines.map((it) => ({ label: it.code, description: it.hex, icon: 'symbol-numeric' })),
      { label: field.type, description: 'type', icon: 'symbol-parameter' },
      {
        label: origin,
        description: `${kind} ${describeLocation(location)}`,
        icon: 'go-to-file',
        location,
      },
    ],
  };
}

function toItem(node: Node): vscode.TreeItem {
  const state = !node.children
    ? vscode.TreeItemCollapsibleState.None
    : node.open
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.Collapsed;
  const item = new vscode.TreeItem(node.label, state);
  item.description = node.description;
  item.tooltip = node.tooltip;
  item.iconPath = new vscode.ThemeIcon(node.icon);
  item.contextValue = node.location ? 'located' : undefined;
  item.accessibilityInformation = {
    label: [node.label, node.description].filter(Boolean).join(', '),
  };
  if (node.location && !node.children) {
    item.command = { command: 'tablegen.openLocation', title: 'Go to Source', arguments: [node] };
  }
  return item;
}
