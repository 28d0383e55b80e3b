// The files of the workspace: their names, and their texts in the editor, or else in storage.

import * as vscode from 'vscode';

/** The most files that are listed, and the most folders that are read if the editor cannot search. */
const MOST_FILES = 20_000;
const MOST_FOLDERS = 2_000;
/** The largest size of a file, and of all stored files that are kept in memory, in bytes. */
const LARGEST = 16 << 20;
const MOST = 256 << 20;
/** The time that a search may take before folders are read as well, in milliseconds. */
const PATIENCE = 300;

/** Whether the engine answers about a document: not about its own tables, nor earlier versions of files. */
export function isSource(document: vscode.TextDocument): boolean {
  const { uri, languageId } = document;
  if (languageId !== 'tablegen') return false;
  return (
    vscode.workspace.getWorkspaceFolder(uri) !== undefined ||
    ['file', 'untitled'].includes(uri.scheme)
  );
}

/** The engine's name of a file: its path in the workspace. */
export function pathOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}

export class Files {
  /** The files by their paths. */
  #uris = new Map<string, vscode.Uri>();
  #listing: Promise<void> | undefined;
  /** The texts that have been read from storage, by their paths. */
  #texts = new Map<string, string>();
  #bytes = 0;

  /** The paths of all files, including that of `document`. */
  async paths(document: vscode.TextDocument): Promise<string[]> {
    const path = pathOf(document.uri);
    this.#listing ??= this.#list(path);
    await this.#listing;
    this.#uris.set(path, document.uri);
    return [...this.#uris.keys()];
  }

  /** The file of a path that the engine names. */
  uri(path: string): vscode.Uri | undefined {
    return this.#uris.get(path);
  }

  /** Called after files were added or removed. */
  relist(): void {
    this.#listing = undefined;
  }

  /** Called after the stored text of a file has changed. */
  forget(path: string): void {
    const text = this.#texts.get(path);
    this.#bytes -= text?.length ?? 0;
    this.#texts.delete(path);
  }

  /** The texts that are known without reading storage. */
  known(): Map<string, string> {
    const open = vscode.workspace.textDocuments.filter(isSource);
    return new Map([
      ...this.#texts,
      ...open.map((it): [string, string] => [pathOf(it.uri), unixText(it)]),
    ]);
  }

  /** The text of a file. `undefined` if it cannot be read, or is too large. */
  async text(path: string): Promise<string | undefined> {
    const uri = this.#uris.get(path);
    const open = vscode.workspace.textDocuments.find((it) => `${it.uri}` === `${uri}`);
    if (open) return unixText(open);
    const known = this.#texts.get(path);
    if (known !== undefined || !uri) return known;
    try {
      const bytes = await vscode.workspace.fs.readFile(uri);
      if (bytes.length > LARGEST || this.#bytes + bytes.length > MOST) return undefined;
      const text = unixLines(new TextDecoder().decode(bytes));
      this.#bytes += text.length;
      this.#texts.set(path, text);
      return text;
    } catch {
      return undefined;
    }
  }

  async #list(wanted: string): Promise<void> {
    let isFound = false;
    const searched = (async () => {
      const all = await vscode.workspace.findFiles('**/*.td', undefined, MOST_FILES);
      isFound = all.some((it) => pathOf(it) === wanted);
      if (!isFound) throw new Error('not all files can be searched');
      return all;
    })();
    // If the file system cannot be searched, the search may never end.
    const walked = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() =>
      isFound ? searched : walk(),
    );
    const found = await Promise.any([searched, walked]);
    this.#uris = new Map(found.map((it) => [pathOf(it), it]));
  }
}

/** All `.td` files, the outer ones first. */
async function walk(): Promise<vscode.Uri[]> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map((it) => it.uri);
  const found: vscode.Uri[] = [];
  for (let at = 0; at < folders.length && at < MOST_FOLDERS && found.length < MOST_FILES; at++) {
    const folder = folders[at]!;
    const entries = await vscode.workspace.fs.readDirectory(folder).then(
      (it) => it,
      () => [],
    );
    for (const [name, type] of entries) {
      const uri = vscode.Uri.joinPath(folder, name);
      if (type & vscode.FileType.Directory) {
        if (!name.startsWith('.') && name !== 'node_modules') folders.push(uri);
      } else if (name.endsWith('.td')) {
        found.push(uri);
      }
    }
  }
  return found;
}

function unixText(document: vscode.TextDocument): string {
  const text = document.getText();
  return document.eol === vscode.EndOfLine.LF ? text : unixLines(text);
}

function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}
