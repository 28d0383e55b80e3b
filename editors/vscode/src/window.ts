// The part of a generated table that an editor shows, and how edits of the table change it.

import type { LineEdit } from './protocol';

/** Consecutive lines of a table, the first of which is line `start` of the whole. */
export interface TextWindow {
  start: number;
  lines: string[];
}

/** The lines of a text. A line feed at its end does not begin another line. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

/** The text of a window, every line with its line feed. */
export function windowText(window: TextWindow): string {
  return window.lines.length === 0 ? '' : `${window.lines.join('\n')}\n`;
}

/**
 * Applies edits, which are sorted; their lines are those of the table before all of them. `undefined` if an
 * edit crosses an edge of the window, whose lines have to be fetched then.
 */
export function applyEdits(window: TextWindow, edits: LineEdit[]): TextWindow | undefined {
  let start = window.start;
  const end = window.start + window.lines.length;
  const parts: string[][] = [];
  let copied = 0;
  for (const edit of edits) {
    const replacement = splitLines(edit.text);
    if (edit.endLine <= window.start && edit.startLine < window.start) {
      start += replacement.length - (edit.endLine - edit.startLine);
    } else if (edit.startLine >= window.start && edit.endLine <= end) {
      parts.push(window.lines.slice(copied, edit.startLine - window.start), replacement);
      copied = edit.endLine - window.start;
    } else if (edit.startLine < end) {
      return undefined;
    }
  }
  parts.push(window.lines.slice(copied));
  return { start, lines: parts.flat() };
}

/** How many lines edits add before `line`. Lines are those of the table before all edits. */
export function linesAddedBefore(edits: LineEdit[], line: number): number {
  let added = 0;
  for (const edit of edits) {
    if (edit.endLine <= line && edit.startLine < line) {
      added += splitLines(edit.text).length - (edit.endLine - edit.startLine);
    }
  }
  return added;
}

/** A window of at most `size` lines of `total` around `line`. */
export function windowAround(line: number, size: number, total: number): [number, number] {
  const start = Math.max(0, Math.min(line - Math.floor(size / 2), total - size));
  return [start, Math.min(total, start + size)];
}
