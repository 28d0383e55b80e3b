// Converts between the protocol's places and the editor's, and opens them.

import * as vscode from 'vscode';
import type { Location } from 'vscode-languageclient/node';
import type { Scope } from './protocol';

export function toRange({ start, end }: Location['range']): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

export function toLocation(location: Location): vscode.Location {
  return new vscode.Location(vscode.Uri.parse(location.uri), toRange(location.range));
}

/** Opens the place in an editor, beside a preview rather than instead of it. */
export async function openLocation(location: Location | null | undefined): Promise<void> {
  if (!location) return;
  const { uri, range } = toLocation(location);
  const active = vscode.window.activeTextEditor;
  const fromPreview = active?.document.uri.scheme === 'tablegen-preview';
  const shown = vscode.window.visibleTextEditors.find(
    (it) => it.document.uri.toString() === uri.toString(),
  );
  const viewColumn =
    shown?.viewColumn ?? (fromPreview ? sourceColumn(active) : vscode.ViewColumn.Active);
  await vscode.window.showTextDocument(uri, {
    viewColumn,
    selection: new vscode.Range(range.start, range.start),
  });
}

function sourceColumn(preview: vscode.TextEditor): vscode.ViewColumn {
  const source = vscode.window.visibleTextEditors.find((it) => isTableGen(it.document));
  if (source?.viewColumn) return source.viewColumn;
  return preview.viewColumn === vscode.ViewColumn.One
    ? vscode.ViewColumn.Beside
    : vscode.ViewColumn.One;
}

/** The file's name and line, for people. */
export function describeLocation(location: Location | null | undefined): string {
  if (!location) return '';
  const name = vscode.Uri.parse(location.uri).path.split('/').pop();
  return `${name}:${location.range.start.line + 1}`;
}

export function isTableGen(document: vscode.TextDocument): boolean {
  return document.languageId === 'tablegen' && ['file', 'untitled'].includes(document.uri.scheme);
}

let lastSource: vscode.TextDocument | undefined;

/** The `.td` document that was looked at last. */
export function currentSource(): vscode.TextDocument | undefined {
  const active = vscode.window.activeTextEditor?.document;
  if (active && isTableGen(active)) lastSource = active;
  if (lastSource?.isClosed) lastSource = undefined;
  return (
    lastSource ??
    vscode.window.visibleTextEditors.map((it) => it.document).find((it) => isTableGen(it))
  );
}

/** The parameters of a request about the current unit: that of the document that was looked at last. */
export function currentScope(): Scope {
  const document = currentSource();
  return document ? { textDocument: { uri: document.uri.toString() } } : {};
}

/** Something to choose that has a place. */
export interface Choice extends vscode.QuickPickItem {
  location: Location | null;
}

/** Opens the place of the user's choice. Without choices, shows `nothing`: where was searched, and what to do. */
export async function choose(
  title: string,
  choices: Choice[],
  nothing: () => Promise<string>,
): Promise<void> {
  if (choices.length === 0) {
    void vscode.window.showInformationMessage(await nothing());
    return;
  }
  const chosen = await vscode.window.showQuickPick(choices, { title, matchOnDescription: true });
  await openLocation(chosen?.location);
}
