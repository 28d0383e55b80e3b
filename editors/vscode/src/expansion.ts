// The expansion view: a record with the value of every field, and where the value was set.

import * as vscode from 'vscode';
import {
  currentScope,
  currentSource,
  describeLocation,
  isTableGen,
  openLocation,
} from './locations';
import type { ExpandedField, Expansion, Named } from './protocol';
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

/** Registers the view. What it gives shows the record of that name. */
export function registerExpansion(
  context: vscode.ExtensionContext,
  server: Server,
): (name: string) => Promise<void> {
  const changed = new vscode.EventEmitter<Node | undefined>();
  let roots: Node[] = [];
  let shown: Expansion | undefined;
  const view = vscode.window.createTreeView<Node>('tablegen.expansion', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: toItem,
      getChildren: (node) => (node ? (node.children ?? []) : roots),
    },
    showCollapseAll: true,
  });

  function show(expansion: Expansion | null): void {
    if (!expansion) return;
    shown = expansion;
    roots = toNodes(expansion);
    view.title = `Expansion: ${expansion.name}`;
    changed.fire(undefined);
  }

  let timer: NodeJS.Timeout | undefined;
  /** How often the view was asked to show something: only the last answer counts. */
  let asked = 0;

  async function byName(name: string): Promise<void> {
    clearTimeout(timer);
    const mine = ++asked;
    const expansion = await server
      .request('tablegen/expandRecord', { ...currentScope(), name })
      .catch(() => null);
    if (mine === asked) show(expansion);
  }

  /** Expands what is at a place; several records of a `defm` are offered. */
  async function atPlace(place?: { uri?: string; position?: vscode.Position }): Promise<void> {
    const document = currentSource();
    const editor = vscode.window.visibleTextEditors.find((it) => it.document === document);
    const uri = place?.uri ?? document?.uri.toString();
    const position = place?.position ?? editor?.selection.active;
    if (!uri || !position) return;
    const expansion = await server.request('tablegen/expandRecord', {
      textDocument: { uri },
      position: { line: position.line, character: position.character },
    });
    if (!expansion) {
      void vscode.window.showInformationMessage('There is no record here.');
      return;
    }
    clearTimeout(timer);
    asked++;
    show(expansion);
    await vscode.commands.executeCommand('tablegen.expansion.focus');
  }

  /** Shows the record under the cursor once it rests, if anyone can see the view. */
  function follow(editor: vscode.TextEditor): void {
    clearTimeout(timer);
    const wanted = vscode.workspace
      .getConfiguration('tablegen')
      .get('expansion.followCursor', true);
    if (!wanted || !view.visible || !server.running() || !isTableGen(editor.document)) return;
    timer = setTimeout(async () => {
      const { line, character } = editor.selection.active;
      const textDocument = { uri: editor.document.uri.toString() };
      const position = { line, character };
      const mine = ++asked;
      const expansion = await server
        .request('tablegen/expandRecord', { textDocument, position })
        .catch(() => null);
      if (mine === asked) show(expansion);
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
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (isTableGen(document) && shown && view.visible) void byName(shown.name);
    }),
  );
  return byName;
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

/** A field with its value; bits of several kinds stand below it, a line for each run. */
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
      .appendCodeblock(isShort ? code : `${field.type} ${field.name} = ${field.value};`, 'tablegen'),
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
