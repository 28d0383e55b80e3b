// The extension in a browser, which cannot start a program: the engine is the WebAssembly module of the web page.

import * as vscode from 'vscode';
import type { Engine } from '../../../web/engine.js';
import { startEngine } from './engine';
import { Files, isSource, pathOf } from './files';
import { registerLanguage } from './language';
import { createProblems } from './problems';
import { registerRecords } from './records';
import { message, Session } from './session';
import { registerTables } from './tables';
import { Units } from './units';

let starting: Promise<Engine> | undefined;

export function activate(context: vscode.ExtensionContext): void {
  if (!vscode.workspace.getConfiguration('tablegen').get('enable', true)) return;
  starting = startEngine(context.extensionUri);
  starting.catch((error) => {
    const said = `The engine for TableGen does not start: ${message(error)}`;
    void vscode.window.showErrorMessage(said);
  });
  const files = new Files();
  const units = new Units(files);
  const session = new Session(files, units, starting);
  const problems = createProblems(context, session, files, units);
  registerLanguage(context, session, files, problems);
  registerRecords(context, session, files, problems);
  registerTables(context, session, files, problems);

  /** Called when the current unit, or the way in which it is read, may have changed. */
  function reopen(): void {
    units.forget();
    units.current = undefined;
    session.reopen();
    problems.soon();
  }

  async function selectUnit(): Promise<void> {
    const document = session.current;
    if (!document) return;
    const roots = await units.candidates(document);
    const picked = await vscode.window.showQuickPick(roots, {
      title: 'Select Unit',
      placeHolder: 'The file that the unit begins with',
    });
    if (picked === undefined) return;
    units.choose(document, picked);
    reopen();
  }

  const watcher = vscode.workspace.createFileSystemWatcher('**/*.td');
  const listed = () => {
    files.relist();
    reopen();
  };
  const stored = (uri: vscode.Uri) => {
    files.forget(pathOf(uri));
    session.changed(pathOf(uri));
    problems.soon();
  };
  context.subscriptions.push(
    watcher,
    watcher.onDidCreate(listed),
    watcher.onDidDelete((uri) => {
      files.forget(pathOf(uri));
      listed();
    }),
    watcher.onDidChange(stored),
    vscode.workspace.onDidChangeWorkspaceFolders(listed),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!isSource(document) || contentChanges.length === 0) return;
      session.changed(pathOf(document.uri));
      problems.soon();
    }),
    vscode.workspace.onDidOpenTextDocument((it) => isSource(it) && problems.soon()),
    vscode.workspace.onDidCloseTextDocument((it) => isSource(it) && stored(it.uri)),
    vscode.workspace.onDidSaveTextDocument((it) => isSource(it) && units.forget()),
    vscode.window.onDidChangeActiveTextEditor((it) => {
      if (it && isSource(it.document)) problems.soon();
    }),
    vscode.workspace.onDidChangeConfiguration((it) => {
      if (it.affectsConfiguration('tablegen')) reopen();
    }),
    vscode.commands.registerCommand('tablegen.selectUnit', selectUnit),
  );
  problems.soon();
}

export async function deactivate(): Promise<void> {
  (await starting)?.end();
}
