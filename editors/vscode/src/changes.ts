// Records changed since the last save or a revision, record by record and field by field.

import * as vscode from 'vscode';
import { type Bases, describeBase } from './base';
import { currentScope, describeLocation } from './locations';
import { addView, type Panels } from './panels';
import type { Base, Comparison, Named } from './protocol';
import { message, type Server } from './server';

interface Node extends Named {
  text: string;
  description?: string;
  icon: string;
  children?: Node[];
}

export function registerChanges(
  context: vscode.ExtensionContext,
  server: Server,
  panels: Panels,
  bases: Bases,
): void {
  const changed = new vscode.EventEmitter<undefined>();
  let roots: Node[] = [];
  let base: Base | undefined;
  const view = vscode.window.createTreeView<Node>('tablegen.changes', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: toItem,
      getChildren: (node) => (node ? (node.children ?? []) : roots),
    },
    showCollapseAll: true,
  });

  async function update(token?: vscode.CancellationToken): Promise<void> {
    if (!base) return;
    const asked = base;
    const comparison = await server.request(
      'tablegen/compare',
      { ...currentScope(), base: asked },
      token,
    );
    if (base !== asked) return;
    roots = toNodes(comparison);
    const { added, removed, changed: altered } = comparison;
    view.message = `Since ${describeBase(base)}: ${altered.length} changed, ${added.length} added, ${removed.length} removed`;
    changed.fire(undefined);
  }

  async function choose(): Promise<void> {
    const picked = await bases.choose('Records Changed Since…');
    if (!picked) return;
    set(picked);
    await vscode.commands.executeCommand('tablegen.changes.focus');
    await vscode.window.withProgress({ location: { viewId: 'tablegen.changes' } }, () => update());
  }

  function set(picked: Base | undefined): void {
    base = picked;
    roots = [];
    view.message = undefined;
    changed.fire(undefined);
    void vscode.commands.executeCommand('setContext', 'tablegen.compared', base !== undefined);
  }

  const panel = addView(context, panels, view, update);
  context.subscriptions.push(
    changed,
    view,
    vscode.commands.registerCommand('tablegen.compare', () =>
      choose().catch((error) => void vscode.window.showErrorMessage(message(error))),
    ),
    vscode.commands.registerCommand('tablegen.clearChanges', () => set(undefined)),
    bases.onMoved(() => {
      if (base) panels.refresh(panel);
    }),
  );
}

function toNodes({ added, removed, changed }: Comparison): Node[] {
  const altered = changed.map(
    (record): Node => ({
      name: record.name,
      location: record.location,
      text: record.name,
      description: `${describeLocation(record.location)} ${record.fields.map((it) => it.name).join(', ')}`,
      icon: 'diff-modified',
      children: record.fields.map((field) => ({
        name: field.name,
        text: field.name,
        description: `${field.old} → ${field.new}`,
        icon: 'symbol-field',
      })),
    }),
  );
  const whole =
    (icon: string) =>
    (record: Named): Node => ({
      ...record,
      text: record.name,
      description: describeLocation(record.location),
      icon,
    });
  return [...altered, ...added.map(whole('diff-added')), ...removed.map(whole('diff-removed'))];
}

function toItem(node: Node): vscode.TreeItem {
  const state = node.children
    ? vscode.TreeItemCollapsibleState.Collapsed
    : vscode.TreeItemCollapsibleState.None;
  const item = new vscode.TreeItem(node.text, state);
  item.description = node.description;
  item.iconPath = new vscode.ThemeIcon(node.icon);
  item.contextValue = node.location ? 'located' : undefined;
  const kind = node.icon.replace('diff-', '');
  item.accessibilityInformation = {
    label: [kind, node.text, node.description].filter(Boolean).join(' '),
  };
  item.tooltip = `${node.text} ${node.description ?? ''}`;
  if (node.location && !node.children) {
    item.command = { command: 'tablegen.openLocation', title: 'Go to Source', arguments: [node] };
  }
  return item;
}
