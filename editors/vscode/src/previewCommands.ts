// The commands around a preview: open, compare with the last save, show all, save, go to the record.

import * as vscode from 'vscode';
import { type Bases, describeBase } from './base';
import { type Following, recordNamedAt } from './highlight';
import { currentSource, openLocation, toLocation } from './locations';
import {
  currentUri,
  earlierUri,
  type OpenPreview,
  type Previews,
  pickBackend,
  SCHEME,
  target,
} from './preview';
import { message, type Server } from './server';

/** The maximum length of an error message in the status bar. */
const MAX_REASON = 60;

/** The largest table in bytes: the editor does not tell extensions about larger documents. */
const MAX_BYTES = 50 * 1024 * 1024;

function shortened(text: string): string {
  return text.length <= MAX_REASON ? text : `${text.slice(0, MAX_REASON - 1)}…`;
}

export function registerPreviewCommands(
  context: vscode.ExtensionContext,
  server: Server,
  previews: Previews,
  bases: Bases,
  { reveal, step }: Following,
): void {
  async function open(asked?: { uri?: string; backend?: string } | vscode.Uri): Promise<void> {
    const link = asked instanceof vscode.Uri ? undefined : asked;
    const document = link?.uri ? vscode.Uri.parse(link.uri) : currentSource()?.uri;
    if (!document) {
      void vscode.window.showInformationMessage(
        'Open a .td file to preview what is generated from it.',
      );
      return;
    }
    const backend = await chosen(link?.backend, document);
    if (!backend) return;
    const column = vscode.window.activeTextEditor?.viewColumn;
    const uri = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: `Generating ${backend.name}` },
      () => previews.open(document, backend.name, backend.language, recordIn(document)),
    );
    await vscode.window.showTextDocument(uri, {
      viewColumn: column && column > 1 ? column : vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
    });
    await vscode.commands.executeCommand('setContext', 'tablegen.previewOpen', true);
  }

  /** The record under the cursor in a document. */
  function recordIn(document: vscode.Uri): string | undefined {
    const editor = vscode.window.visibleTextEditors.find(
      (it) => it.document.uri.toString() === document.toString(),
    );
    return editor && recordNamedAt(editor.document, editor.selection.active);
  }

  async function chosen(name: string | undefined, document: vscode.Uri) {
    if (!name) return pickBackend(server);
    const backends = await server.request('tablegen/backends', {
      textDocument: { uri: document.toString() },
    });
    const found = backends.find((it) => it.name === name || `-${it.name}` === name);
    return found ?? { name, language: 'cpp' };
  }

  /** The preview of the active editor, or else a visible one, or else the first. */
  function active(): OpenPreview | undefined {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.uri.scheme === SCHEME) return previews.get(editor.document.uri);
    const shown = vscode.window.visibleTextEditors.find((it) => it.document.uri.scheme === SCHEME);
    return shown ? previews.get(shown.document.uri) : previews.all()[0];
  }

  /** Switches between the table and its difference from the table of the base. */
  async function toggleDiff(): Promise<void> {
    const preview = active();
    if (!preview) return;
    const tabs = vscode.window.tabGroups.all.flatMap((it) => it.tabs);
    const diff = tabs.find(
      ({ input }) =>
        input instanceof vscode.TabInputTextDiff &&
        input.modified.toString() === preview.uri.toString(),
    );
    if (diff) {
      const viewColumn = diff.group.viewColumn;
      await vscode.window.tabGroups.close(diff, true);
      await vscode.window.showTextDocument(preview.uri, {
        viewColumn,
        preserveFocus: true,
        preview: false,
      });
      reveal(preview);
      return;
    }
    const base = bases.current();
    const shown = vscode.window.visibleTextEditors.find(
      (it) => it.document.uri.toString() === preview.uri.toString(),
    );
    await vscode.commands.executeCommand(
      'vscode.diff',
      earlierUri(preview.uri, base),
      preview.uri,
      `${preview.info.backend}: since ${describeBase(base)}`,
      {
        viewColumn: shown?.viewColumn ?? vscode.ViewColumn.Beside,
        preserveFocus: true,
        preview: false,
      },
    );
  }

  async function save(): Promise<void> {
    const preview = active();
    if (!preview) return;
    const name = preview.uri.path.slice(1).replace(' ', '-');
    const folder = vscode.Uri.joinPath(vscode.Uri.parse(preview.target.document), '..');
    const uri = await vscode.window.showSaveDialog({
      title: 'Save Generated Table',
      defaultUri: vscode.Uri.joinPath(folder, name),
    });
    if (!uri) return;
    await server.request('tablegen/savePreview', {
      preview: preview.info.preview,
      uri: uri.toString(),
    });
    void vscode.window.showInformationMessage(`Saved ${uri.fsPath}`);
  }

  /** The place of the record that made a line. The server is asked for records far from the lines shown first. */
  async function locationAt(uri: vscode.Uri, line: number) {
    const preview = previews.get(uri);
    const entry = preview?.map.at(line + preview.window.start);
    if (!preview || !entry) return undefined;
    const known = preview.info.records[entry.record];
    if (known) return known;
    const unit = preview.info.unit;
    const found = await server.request('tablegen/findRecord', { unit, name: entry.record });
    return found?.[0]?.location;
  }

  async function stepTo(where: 'next' | 'previous'): Promise<void> {
    const preview = active();
    if (!preview || (await step(preview, where))) return;
    void vscode.window.showInformationMessage(
      'No record is marked in this table: put the cursor on one, here or in the source.',
    );
  }

  async function goToRecord(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.uri.scheme !== SCHEME) return;
    const location = await locationAt(editor.document.uri, editor.selection.active.line);
    if (location) await openLocation(location);
    else void vscode.window.showInformationMessage('No single record made this line.');
  }

  /** Shows above the first line why a table is outdated, or could not be made. */
  const lenses: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: (listener) => previews.onChanged(() => listener()),
    provideCodeLenses: ({ uri }) => {
      const preview = target(uri).base ? undefined : previews.get(uri);
      if (!preview) return [];
      const isEmpty = preview.window.lines.length === 0;
      // If the table could not be made when it was opened, it is empty, not outdated.
      const error = isEmpty ? preview.info.diagnostics.find((it) => it.severity === 1) : undefined;
      const reason = (preview.isOld ? preview.reason : undefined) ?? error?.message;
      if (!reason) return [];
      const what = isEmpty ? 'no table' : 'of an earlier text';
      const location = preview.info.diagnostics.find((it) => it.location)?.location;
      const command = location
        ? { command: 'tablegen.openLocation', arguments: [{ name: '', location }] }
        : { command: '' };
      const title = `$(warning) ${what}: ${reason.split('\n')[0]}`;
      return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { ...command, title })];
    },
  };

  const status = vscode.window.createStatusBarItem(
    'tablegen.preview',
    vscode.StatusBarAlignment.Left,
    9,
  );
  status.name = 'TableGen Preview';

  /** Shows in the status bar how much of the table is shown, and the messages of its backend. */
  function describe(): void {
    const preview = active();
    const shown = vscode.window.visibleTextEditors.some((it) => it.document.uri.scheme === SCHEME);
    if (!preview || !shown) {
      status.hide();
      return;
    }
    const { info, window } = preview;
    const count = (lines: number) => lines.toLocaleString('en');
    const part = window.lines.length < info.totalLines;
    const lines = part
      ? `lines ${count(window.start + 1)}–${count(window.start + window.lines.length)} of ${count(info.totalLines)}`
      : `${count(info.totalLines)} ${info.totalLines === 1 ? 'line' : 'lines'}`;
    const failed = info.diagnostics.length > 0;
    const icon = failed ? '$(error)' : preview.isOld ? '$(history)' : '$(table)';
    const reason = preview.isOld ? preview.reason?.split('\n')[0] : undefined;
    const outdated = reason ? `outdated: ${shortened(reason)}` : 'outdated';
    const age = preview.isOld ? [outdated] : info.partial ? ['the rest follows'] : [];
    // A reason needs the room of the lines.
    const parts = reason ? age : [lines, ...age];
    status.text = `${icon} ${info.backend}: ${parts.join(', ')}`;
    status.backgroundColor = failed
      ? new vscode.ThemeColor('statusBarItem.errorBackground')
      : undefined;
    status.tooltip = failed
      ? info.diagnostics.map((it) => it.message).join('\n')
      : reason
        ? `of an earlier text: ${preview.reason}`
        : part
          ? 'Show the whole generated table'
          : info.partial
            ? 'The lines of the current record are shown while the rest is made'
            : 'All of the generated table is shown';
    status.command = part ? 'tablegen.previewWhole' : undefined;
    const label = [`Generated table ${info.backend}`, lines, ...age].join(', ');
    status.accessibilityInformation = { label };
    status.show();
  }

  async function showWhole(): Promise<void> {
    const preview = active();
    if (!preview) return;
    const { backend, bytes } = preview.info;
    if (bytes > MAX_BYTES) {
      const size = Math.round(bytes / (1024 * 1024));
      const choice = await vscode.window.showWarningMessage(
        `What ${backend} makes is too large for an editor: ${size} MB.`,
        'Save to a File…',
      );
      if (choice) await save();
      return;
    }
    await previews.showWhole(preview);
    reveal(preview);
  }

  const run =
    <A extends unknown[]>(body: (...args: A) => Promise<void>) =>
    (...args: A) =>
      body(...args).catch((error) => void vscode.window.showErrorMessage(message(error)));

  context.subscriptions.push(
    status,
    vscode.commands.registerCommand('tablegen.preview', run(open)),
    vscode.commands.registerCommand('tablegen.previewDiff', run(toggleDiff)),
    vscode.commands.registerCommand('tablegen.savePreview', run(save)),
    vscode.commands.registerCommand('tablegen.previewGoToRecord', run(goToRecord)),
    vscode.commands.registerCommand('tablegen.previewWhole', run(showWhole)),
    vscode.commands.registerCommand(
      'tablegen.previewNextPlace',
      run(() => stepTo('next')),
    ),
    vscode.commands.registerCommand(
      'tablegen.previewPreviousPlace',
      run(() => stepTo('previous')),
    ),
    vscode.languages.registerCodeLensProvider({ scheme: SCHEME }, lenses),
    vscode.languages.registerDefinitionProvider(
      { scheme: SCHEME },
      {
        provideDefinition: async (document, position) => {
          const location = await locationAt(currentUri(document.uri), position.line);
          return location && toLocation(location);
        },
      },
    ),
    previews.onChanged(describe),
    vscode.window.onDidChangeVisibleTextEditors(describe),
    vscode.window.onDidChangeActiveTextEditor(describe),
  );
}
