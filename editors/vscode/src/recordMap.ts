// Which lines of a generated table come from which records. Edits of the table change it in place.

import type { CompactMap, LineEdit, MapEdits, MapEntry } from './protocol';
import { splitLines } from './window';

export class RecordMap {
  /** Sorted by their first lines. */
  private entries: MapEntry[];
  private readonly byRecord = new Map<string, MapEntry[]>();

  constructor(map: CompactMap) {
    this.entries = read(map.records, map.entries);
    for (const it of this.entries) this.add(it);
  }

  all(): readonly MapEntry[] {
    return this.entries;
  }

  /** The records that made lines. */
  records(): string[] {
    return [...this.byRecord.keys()];
  }

  has(record: string): boolean {
    return this.byRecord.has(record);
  }

  /** The entries of a record, in the order of their lines. */
  linesOf(record: string): readonly MapEntry[] {
    return this.byRecord.get(record) ?? [];
  }

  /** The innermost entry that contains a line of the whole table. */
  at(line: number): MapEntry | undefined {
    let found: MapEntry | undefined;
    for (const entry of this.entries) {
      if (entry.start > line) break;
      if (entry.end <= line) continue;
      if (!found || entry.end - entry.start <= found.end - found.start) found = entry;
    }
    return found;
  }

  /** Moves all entries with edits of the text, and then replaces the entries in `changed`. */
  apply(edits: LineEdit[], changed?: MapEdits): void {
    move(this.entries, edits);
    if (!changed) return;
    const parts: MapEntry[][] = [];
    const removed = new Set<MapEntry>();
    const added: MapEntry[] = [];
    let copied = 0;
    for (const { start, deleteCount, entries } of changed.edits) {
      const end = start + deleteCount;
      const replacement = read(changed.records, entries);
      for (const it of this.entries.slice(start, end)) removed.add(it);
      for (const it of replacement) added.push(it);
      parts.push(this.entries.slice(copied, start), replacement);
      copied = end;
    }
    parts.push(this.entries.slice(copied));
    this.entries = parts.flat();
    this.replaceLines(removed, added);
  }

  private add(entry: MapEntry): void {
    const all = this.byRecord.get(entry.record);
    if (all) all.push(entry);
    else this.byRecord.set(entry.record, [entry]);
  }

  private replaceLines(removed: Set<MapEntry>, added: MapEntry[]): void {
    for (const record of new Set([...removed].map((it) => it.record))) {
      const left = this.linesOf(record).filter((it) => !removed.has(it));
      if (left.length > 0) this.byRecord.set(record, left);
      else this.byRecord.delete(record);
    }
    for (const it of added) this.add(it);
    for (const record of new Set(added.map((it) => it.record))) {
      this.byRecord.get(record)?.sort((a, b) => a.start - b.start || a.end - b.end);
    }
  }
}

/** Reads entries of three numbers each: the first line, the line after the last, and the index of the record. */
function read(records: string[], numbers: number[]): MapEntry[] {
  const entries: MapEntry[] = [];
  for (let at = 0; at < numbers.length; at += 3) {
    const record = records[numbers[at + 2] ?? 0] ?? '';
    entries.push({ start: numbers[at] ?? 0, end: numbers[at + 1] ?? 0, record });
  }
  return entries;
}

/**
 * Moves the lines of entries. The start of an entry moves with the edits that end at or before it. Its end
 * also moves with edits inside the entry, but not with lines that are inserted right after it.
 */
function move(entries: MapEntry[], edits: LineEdit[]): void {
  let total = 0;
  /** At index `n`, the number of lines that the first `n` edits have added. */
  const added = [0];
  for (const { startLine, endLine, text } of edits) {
    total += splitLines(text).length - (endLine - startLine);
    added.push(total);
  }
  if (added.every((it) => it === 0)) return;
  const by = (holds: (edit: LineEdit) => boolean) => added[count(edits, holds)] ?? 0;
  for (const it of entries) {
    const { start, end } = it;
    it.start += by((edit) => edit.endLine <= start);
    it.end += by((edit) => edit.endLine <= end && edit.startLine < end);
  }
}

/** The number of edits for which `holds` is true. They must come before all others. */
function count(edits: LineEdit[], holds: (edit: LineEdit) => boolean): number {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const edit = edits[middle];
    if (edit && holds(edit)) low = middle + 1;
    else high = middle;
  }
  return low;
}
