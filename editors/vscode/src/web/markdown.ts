// Converts the engine's Markdown for the editor. The engine's links have the form `#FILE:OFFSET`.

import * as vscode from 'vscode';
import type { Files } from './files';
import { Places } from './places';

/** The Markdown for the editor. No text of a source becomes a command or HTML. */
export async function markdown(files: Files, text: string): Promise<vscode.MarkdownString> {
  const places = new Places(files);
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^`{3,}/.exec(line)?.[0];
    if (mark !== undefined && (fence === undefined || fence === line)) {
      fence = fence === undefined ? mark : undefined;
    }
    lines.push(fence === undefined ? await follow(places, line) : line);
  }
  return new vscode.MarkdownString(lines.join('\n'));
}

async function follow(places: Places, line: string): Promise<string> {
  const parts: string[] = [];
  let from = 0;
  for (const link of line.matchAll(/\]\(#([^)\s]*):(\d+)\)/g)) {
    const path = decodeURIComponent(link[1]!);
    const location = await places.location({ path, start: Number(link[2]) });
    const { line: row, character } = location?.range.start ?? { line: 0, character: 0 };
    // The editor goes to the line and column in a link's fragment.
    const target = location?.uri.with({ fragment: `L${row + 1},${character + 1}` });
    parts.push(line.slice(from, link.index), `](${target ?? ''})`);
    from = link.index + link[0].length;
  }
  return parts.join('') + line.slice(from);
}
