// The unit in use: an item in the status bar, and a list to choose another.

import * as vscode from 'vscode';
import { currentScope, currentSource } from './locations';
import type { Status, Unit } from './protocol';
import { message, type Server } from './server';

const STATES: Record<Status['state'], string> = {
  reading: '$(loading~spin)',
  checking: '$(sync~spin)',
  ready: '$(symbol-class)',
  stopped: '$(debug-pause)',
};

/** A short name of a folder with headers. */
function short(folder: string): string {
  return folder.replace(/\/include$/, '');
}

export function registerUnits(
  context: vscode.ExtensionContext,
  server: Server,
  /** Called after another unit has become the current one. */
  onChanged: () => void,
): void {
  const item = vscode.window.createStatusBarItem(
    'tablegen.unit',
    vscode.StatusBarAlignment.Left,
    10,
  );
  item.name = 'TableGen Unit';
  item.command = 'tablegen.selectUnit';
  let status: Status | undefined;
  let unit: Unit | undefined;

  function show(): void {
    if (!currentSource()) {
      item.hide();
      return;
    }
    if (!server.running()) {
      item.text = '$(circle-slash) TableGen';
      item.tooltip = 'The TableGen server is not running.';
      item.show();
      return;
    }
    const ours = !status?.unit || !unit || status.unit === unit.id ? status : undefined;
    const state = ours?.state ?? 'ready';
    const name = unit?.name ?? status?.name ?? 'TableGen';
    const errors = ours?.errors ?? 0;
    const installed = unit?.installed ?? [];
    item.text = [
      `${STATES[state]} ${name}`,
      unit?.release,
      installed.length > 0 && `$(library) ${installed.map(short).join(' ')}`,
      errors > 0 && `$(error) ${errors}`,
    ]
      .filter(Boolean)
      .join(' ');
    // Names of files and macros come from the workspace, so they are not read as Markdown.
    item.tooltip = new vscode.MarkdownString().appendText(
      [
        `${name}: ${state}`,
        unit && `root ${vscode.Uri.parse(unit.root).path}`,
        unit && unit.includeDirs.length > 0 && `include ${unit.includeDirs.join(', ')}`,
        installed.length > 0 &&
          `headers that nobody named are those that are installed in ${installed.join(', ')}`,
        unit && unit.macros.length > 0 && `macros ${unit.macros.join(', ')}`,
        unit && `from ${unit.origin}, ${unit.release}`,
        ours && `${errors} errors, ${ours.warnings} warnings`,
        ours?.records !== undefined && `${ours.records.toLocaleString('en')} records`,
      ]
        .filter(Boolean)
        .join('\n\n'),
    );
    const headers = installed.length > 0 ? `, installed headers of ${installed.join(', ')}` : '';
    item.accessibilityInformation = {
      label: `TableGen unit ${name}, ${state}, ${errors} errors${headers}`,
    };
    item.show();
  }

  async function update(): Promise<void> {
    if (server.running() && currentSource()) {
      const units = await server.request('tablegen/units', currentScope()).catch(() => []);
      const found = units.find((it) => it.active) ?? units[0];
      const isOther = unit && found?.id !== unit.id;
      unit = found;
      if (isOther) onChanged();
    }
    show();
  }

  async function select(): Promise<void> {
    const units = await server.request('tablegen/units', currentScope());
    const picked = await vscode.window.showQuickPick(
      units.map((it) => ({
        label: `${it.active ? '$(check) ' : ''}${it.name}`,
        description: vscode.workspace.asRelativePath(vscode.Uri.parse(it.root)),
        detail: [it.origin, ...it.macros.map((macro) => `-D${macro}`)].join(' '),
        unit: it,
      })),
      {
        title: 'Unit',
        placeHolder: 'The root file that this file is read for',
        matchOnDescription: true,
      },
    );
    if (!picked) return;
    await server.request('tablegen/selectUnit', { unit: picked.unit.id });
    await update();
  }

  context.subscriptions.push(
    item,
    vscode.commands.registerCommand('tablegen.selectUnit', () =>
      select().catch((error) => void vscode.window.showErrorMessage(message(error))),
    ),
    server.onStatus((it) => {
      const finished = it.state === 'ready' && status?.state !== 'ready';
      status = it;
      if (finished || !unit) void update();
      else show();
    }),
    server.onStarted(() => void update()),
    server.onStopped(show),
    vscode.window.onDidChangeActiveTextEditor(() => void update()),
  );
}

/** The name of the unit that answers requests about the current source. */
export async function unitName(server: Server): Promise<string> {
  const units = await server.request('tablegen/units', currentScope()).catch(() => []);
  return (units.find((it) => it.active) ?? units[0])?.name ?? 'the unit';
}
