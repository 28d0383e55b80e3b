// Converts between the engine's offsets and the editor's positions.

import * as vscode from 'vscode';
import type { Files } from './files';
import type { Place } from './protocol';

/** The lines of a text, which end with a line feed each. */
export class Lines {
  #starts = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.#starts.push(at + 1);
    }
  }

  offset({ line, character }: vscode.Position): number {
    return this.#starts[Math.min(line, this.#starts.length - 1)]! + character;
  }

  position(offset: number): vscode.Position {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return new vscode.Position(low, offset - this.#starts[low]!);
  }

  range(start: number, end: number): vscode.Range {
    return new vscode.Range(this.position(start), this.position(end));
  }
}

/** Converts places in files. The lines of each file are found once. */
export class Places {
  #files: Files;
  #lines = new Map<string, Lines>();

  constructor(files: Files) {
    this.#files = files;
  }

  async location(place: Partial<Place>): Promise<vscode.Location | undefined> {
    const { path, start = 0, end = start } = place;
    const uri = path === undefined ? undefined : this.#files.uri(path);
    if (path === undefined || !uri) return undefined;
    let lines = this.#lines.get(path);
    if (!lines) {
      lines = new Lines((await this.#files.text(path)) ?? '');
      this.#lines.set(path, lines);
    }
    return new vscode.Location(uri, lines.range(start, end));
  }
}

/** Shows a place of a source, in an editor that shows the source, or else in the first column. */
export async function show(location: vscode.Location): Promise<void> {
  const shown = vscode.window.visibleTextEditors.find(
    (it) => `${it.document.uri}` === `${location.uri}`,
  );
  await vscode.window.showTextDocument(location.uri, {
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One,
    selection: location.range,
  });
}
