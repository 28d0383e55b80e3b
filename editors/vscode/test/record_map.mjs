// Tests the map of a table: it moves with the text, and finds the same entries as a map that is read anew.

import assert from 'node:assert/strict';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { test } from './harness.mjs';
import { numbers } from './random.mjs';

const built = buildSync({
  entryPoints: [path.join(import.meta.dirname, '../src/recordMap.ts')],
  bundle: true,
  format: 'esm',
  write: false,
});
const { RecordMap } = await import(
  `data:text/javascript,${encodeURIComponent(built.outputFiles[0].text)}`
);

const RECORDS = ['A', 'B', 'C', 'D'];
const edit = (startLine, endLine, lines) => ({ startLine, endLine, text: 'x\n'.repeat(lines) });
const written = (entries) => entries.map((it) => `${it.start}-${it.end} ${it.record}`);

/** A map of entries, which are written as `START-END RECORD`. */
function map(...entries) {
  const numbers = entries.flatMap((it) => {
    const [, start, end, record] = /(\d+)-(\d+) (\w+)/.exec(it);
    return [Number(start), Number(end), RECORDS.indexOf(record)];
  });
  return new RecordMap({ records: RECORDS, entries: numbers });
}

/** The entries after edits, as the protocol defines them: the edits are applied from the last to the first. */
function applied(entries, edits, { records, edits: replaced }) {
  const all = entries.map((it) => ({ ...it }));
  for (const { startLine, endLine, text } of edits.toReversed()) {
    const added = text.length / 2 - (endLine - startLine);
    for (const it of all) {
      const [start, end] = [it.start, it.end];
      if (endLine <= start) it.start += added;
      if (endLine <= end && startLine < end) it.end += added;
    }
  }
  for (const { start, deleteCount, entries: new_ } of replaced.toReversed()) {
    const made = [];
    for (let at = 0; at < new_.length; at += 3) {
      made.push({ start: new_[at], end: new_[at + 1], record: records[new_[at + 2]] });
    }
    all.splice(start, deleteCount, ...made);
  }
  return all;
}

export async function recordMapTests() {
  await test('map: entries move with the text', async () => {
    const it = map('0-2 A', '2-4 B', '4-5 C');
    it.apply([edit(1, 2, 3), edit(4, 4, 1)]);
    assert.deepEqual(written(it.all()), ['0-4 A', '4-6 B', '7-8 C']);
    assert.deepEqual(written(it.linesOf('C')), ['7-8 C']);
  });
  await test('map: entries are replaced', async () => {
    const it = map('0-1 A', '1-2 B', '2-3 A');
    const edits = [{ start: 1, deleteCount: 2, entries: [1, 2, 0, 2, 5, 1] }];
    it.apply([], { records: ['D', 'A'], edits });
    assert.deepEqual(written(it.all()), ['0-1 A', '1-2 D', '2-5 A']);
    assert.deepEqual(written(it.linesOf('A')), ['0-1 A', '2-5 A']);
    assert.equal(it.has('B'), false);
    assert.equal(it.at(4).record, 'A');
    assert.equal(it.at(5), undefined);
  });
  await test('map: look-ups are right after edits at random', async () => {
    const below = numbers(3);
    let it = map();
    for (let round = 0; round < 2000; round++) {
      if (round % 50 === 0) it = map('0-3 A', '1-2 B', '3-9 C', '4-5 A', '9-10 D');
      const edits = [];
      for (let at = below(4); at < 12; at += 1 + below(5)) {
        const end = at + below(3);
        edits.push(edit(at, end, below(4)));
        at = end;
      }
      const replaced = [];
      for (let at = below(3); at < it.all().length; at += 1 + below(4)) {
        const deleteCount = below(Math.min(3, it.all().length - at + 1));
        const start = below(12);
        const entries = below(2) === 0 ? [] : [start, start + 1 + below(3), below(2)];
        replaced.push({ start: at, deleteCount, entries });
        at += deleteCount;
      }
      const changed = { records: ['D', 'A'], edits: replaced };
      const expected = applied(it.all(), edits, changed);
      it.apply(edits, changed);
      assert.deepEqual(it.all(), expected);
      for (const record of RECORDS) {
        const own = expected.filter((it) => it.record === record);
        assert.deepEqual(written(it.linesOf(record)).sort(), written(own).sort());
      }
    }
  });
}
