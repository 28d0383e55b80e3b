// From C++ to records: a name such as X86::ADD32rr, or a line of a generated file.

import * as vscode from 'vscode';
import { describeLocation, openLocation } from './locations';
import type { Named } from './protocol';
import { message, type Server } from './server';

async function goToRecord(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { document, selection } = editor;
  const word = document.getWordRangeAtPosition(selection.active, /(?:\w+::)*\w+/);
  const name = word && document.getText(word);
  let found: Named[] = [];
  if (/\.(?:inc|def|gen)$/.test(document.uri.path)) {
    const textDocument = { uri: document.uri.toString() };
    found = await server.request('tablegen/findRecord', {
      textDocument,
      line: selection.active.line,
    });
  }
  if (found.length === 0 && name) found = await server.request('tablegen/findRecord', { name });
  if (found.length === 0) {
    void vscode.window.showInformationMessage(`No record is known for ${name ?? 'this line'}.`);
    return;
  }
  const here = found.find((it) => it.name === name?.split('::').pop());
  const chosen =
    here || found.length === 1
      ? (here ?? found[0])
      : (
          await vscode.window.showQuickPick(
            found.map((it) => ({ label: it.name, description: describeLocation(it.location), it })),
            { title: 'Go to TableGen Record' },
          )
        )?.it;
  await openLocation(chosen?.location);
}

export function registerGoToRecord(context: vscode.ExtensionContext, server: Server): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('tablegen.goToRecord', () =>
      goToRecord(server).catch((error) => void vscode.window.showErrorMessage(message(error))),
    ),
  );
}
