// Tests the window of a table: edits inside, before, after and across its edges, and many random edits.

import assert from 'node:assert/strict';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { test } from './harness.mjs';
import { numbers } from './random.mjs';

const built = buildSync({
  entryPoints: [path.join(import.meta.dirname, '../src/window.ts')],
  bundle: true,
  format: 'esm',
  write: false,
});
const { applyEdits, linesAddedBefore, splitLines, windowAround, windowText } = await import(
  `data:text/javascript,${encodeURIComponent(built.outputFiles[0].text)}`
);

const lines = (text) => [...text];
const edit = (startLine, endLine, text) => ({
  startLine,
  endLine,
  text: lines(text)
    .map((it) => `${it}\n`)
    .join(''),
});

function check(start, shown, edits, expected) {
  const result = applyEdits({ start, lines: lines(shown) }, edits);
  assert.equal(result && `${result.start} ${result.lines.join('')}`, expected);
}

export async function windowTests() {
  await test('window: lines of a text', async () => {
    assert.deepEqual(splitLines('a\nb\n'), ['a', 'b']);
    assert.deepEqual(splitLines('a\nb'), ['a', 'b']);
    assert.deepEqual(splitLines('\n'), ['']);
    assert.deepEqual(splitLines(''), []);
    assert.equal(windowText({ start: 0, lines: ['a', 'b'] }), 'a\nb\n');
  });
  await test('window: an edit inside', async () => check(2, 'cdef', [edit(3, 4, 'xy')], '2 cxyef'));
  await test('window: several edits', async () =>
    check(0, 'abcdef', [edit(0, 1, ''), edit(2, 2, 'z'), edit(5, 6, 'FG')], '0 bzcdeFG'));
  await test('window: an edit before', async () => check(2, 'cdef', [edit(0, 1, 'xyz')], '4 cdef'));
  await test('window: an edit behind', async () => check(2, 'cd', [edit(4, 5, 'x')], '2 cd'));
  await test('window: an edit across the edge', async () => {
    check(2, 'cdef', [edit(1, 3, 'x')], undefined);
    check(2, 'cd', [edit(3, 5, 'x')], undefined);
  });
  await test('window: lines added before a line', async () =>
    assert.equal(linesAddedBefore([edit(0, 1, 'xyz'), edit(3, 4, ''), edit(9, 9, 'q')], 5), 1));
  await test('window: around a line', async () => {
    assert.deepEqual(windowAround(50, 10, 100), [45, 55]);
    assert.deepEqual(windowAround(1, 10, 100), [0, 10]);
    assert.deepEqual(windowAround(99, 10, 100), [90, 100]);
    assert.deepEqual(windowAround(3, 10, 5), [0, 5]);
  });
  await test('window: it stays a part of the whole under random edits', async () => {
    const below = numbers(7);
    let kept = 0;
    for (let round = 0; round < 2000; round++) {
      const whole = Array.from({ length: 12 }, (_, at) => String.fromCharCode(97 + at));
      const start = below(8);
      const window = { start, lines: whole.slice(start, start + 1 + below(6)) };
      const edits = [];
      for (let at = below(4); at < whole.length; at += 1 + below(5)) {
        const end = Math.min(whole.length, at + below(3));
        edits.push(edit(at, end, 'XYZ'.slice(0, below(4))));
        at = end;
      }
      const after = applyEdits({ start: 0, lines: whole }, edits);
      const moved = applyEdits(window, edits);
      if (!moved) continue;
      kept++;
      assert.deepEqual(
        moved.lines,
        after.lines.slice(moved.start, moved.start + moved.lines.length),
      );
    }
    assert.ok(kept > 500, `only ${kept} windows were kept`);
  });
}
