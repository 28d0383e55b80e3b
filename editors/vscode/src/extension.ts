// The entry points of the extension. Each part registers itself, and uses other parts only through its parameters.

import * as vscode from 'vscode';
import { createBases } from './base';
import { registerChanges } from './changes';
import { registerCpp } from './cpp';
import { registerExpansion } from './expansion';
import { registerFolders } from './folders';
import { followCursor } from './highlight';
import { currentSource } from './locations';
import { registerMachineCode } from './machineCode';
import { registerOthers } from './others';
import { createPanels } from './panels';
import { createPreviews } from './preview';
import { registerPreviewCommands } from './previewCommands';
import { registerRecords } from './records';
import { registerSelection } from './selection';
import { createServer, message, type Server } from './server';
import { registerTables } from './tables';
import { registerUnits } from './units';

/** The scheme of documents with texts that the server sent, such as syntax trees. */
const TEXT_SCHEME = 'tablegen-text';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const created = createServer(context);
  server = created;
  const bases = createBases(context);
  const panels = createPanels(context, created);
  const previews = createPreviews(context, created, bases);
  const following = followCursor(context, created, previews);
  registerPreviewCommands(context, created, previews, bases, following);
  const expand = registerExpansion(context, created, panels);
  registerRecords(context, created, panels, expand);
  registerUnits(context, created, () => panels.refresh());
  registerFolders(context);
  registerChanges(context, created, panels, bases);
  registerTables(context, created, bases);
  registerCpp(context, created);
  registerMachineCode(context, created);
  registerSelection(context, created);
  registerServerCommands(context, created);
  context.subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart(created)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      const settings = ['enable', 'server.path', 'server.arguments'];
      if (settings.some((it) => change.affectsConfiguration(`tablegen.${it}`)))
        void restart(created);
    }),
  );
  registerOthers(context);
  await created.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

async function restart(server: Server): Promise<void> {
  await server.stop();
  await server.start();
}

function registerServerCommands(context: vscode.ExtensionContext, server: Server): void {
  /** The last text of each document, by its path. The documents are no files, so the editor never asks to save them. */
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();

  async function show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: TEXT_SCHEME, path: `/${name}` });
    texts.set(uri.path, text);
    changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside, true);
  }

  async function syntaxTree(): Promise<void> {
    const document = currentSource();
    if (!document) return;
    const textDocument = { uri: document.uri.toString() };
    const name = document.uri.path.split('/').pop() ?? 'file';
    await show(
      `Syntax tree of ${name}`,
      await server.request('tablegen/syntaxTree', { textDocument }),
    );
  }

  async function memory(): Promise<void> {
    const { residentKib, units } = await server.request('tablegen/memory', {});
    const lines = units.map(
      (it) =>
        `${it.unit}: ${it.records} records, ${it.values} values, ${it.elaborations} elaborations`,
    );
    const resident = `resident: ${Math.round(residentKib / 1024)} MiB`;
    await show('Memory of the TableGen server', [resident, ...lines].join('\n'));
  }

  const command = (name: string, body: () => unknown) =>
    vscode.commands.registerCommand(name, async () => {
      try {
        await body();
      } catch (error) {
        void vscode.window.showErrorMessage(message(error));
      }
    });
  context.subscriptions.push(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(TEXT_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.path) ?? '',
    }),
    command('tablegen.restart', () => restart(server)),
    command('tablegen.showLog', () => server.showLog()),
    command('tablegen.showSyntaxTree', syntaxTree),
    command('tablegen.showMemory', memory),
  );
}
