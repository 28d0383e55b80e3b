// Tests the TextMate grammar: the scopes of short texts, and that every file of a corpus ends in the outermost scope.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from './harness.mjs';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');
const here = import.meta.dirname;

/** Loads the grammar; `cppGrammar` is the file of the C++ grammar that VS Code brings. */
async function load(cppGrammar) {
  const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer;
  await oniguruma.loadWASM(wasm);
  const files = {
    'source.tablegen': path.join(here, '../syntaxes/tablegen.tmLanguage.json'),
    'source.cpp': cppGrammar,
  };
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => {
      const file = files[scope];
      return file && existsSync(file)
        ? textmate.parseRawGrammar(readFileSync(file, 'utf8'), file)
        : null;
    },
  });
  return registry.loadGrammar('source.tablegen');
}

/** The tokens of a text: their own text, and the last part of their innermost scope. */
function tokens(grammar, text) {
  const all = [];
  let stack = textmate.INITIAL;
  for (const line of text.split('\n')) {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    for (const token of result.tokens) {
      const word = line.slice(token.startIndex, token.endIndex).trim();
      if (word !== '') all.push([word, token.scopes]);
    }
  }
  return { all, stack };
}

function checkWords(grammar, text, expected) {
  const { all } = tokens(grammar, text);
  for (const [word, scope] of Object.entries(expected)) {
    const found = all.filter(([it]) => it === word).map(([, scopes]) => scopes.join(' '));
    assert.ok(found.length > 0, `no token ${word} in ${JSON.stringify(all.map(([it]) => it))}`);
    assert.ok(
      found.some((it) => it.includes(scope)),
      `${word} is ${found.join(' | ')}, not ${scope}`,
    );
  }
}

function* tdFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* tdFiles(file);
    else if (entry.name.endsWith('.td')) yield file;
  }
}

export async function grammarTests({ cppGrammar, folders }) {
  const grammar = await load(cppGrammar);
  const cases = [
    [
      'class with parameters',
      'class Register<string name, int number = 7> : Base<name>, Other;',
      {
        class: 'storage.type.class',
        Register: 'entity.name.type.class',
        string: 'storage.type.primitive',
        number: 'variable.other',
        7: 'constant.numeric.decimal',
        Base: 'entity',
      },
    ],
    [
      'record and its superclass',
      'def ADD : Instruction;',
      { ADD: 'constant.record', Instruction: 'inherited-class' },
    ],
    [
      'record with a pasted name',
      'defm MEM_#width : M<1>;',
      { MEM_: 'constant.record', '#': 'paste' },
    ],
    [
      'let with bits',
      'let Inst{31-28} = 0b0101;',
      { let: 'modifier.let', Inst: 'property', '0b0101': 'numeric.binary' },
    ],
    [
      'several lets',
      'let A = 1, append B = [2] in {',
      { A: 'property', append: 'modifier.let', B: 'property', in: 'keyword' },
    ],
    [
      'bang operators',
      'int x = !add(!foldl(0, l, s, i, s), !cast<int>(y));',
      { '!add': 'support.function.bang', '!foldl': 'support.function.bang', '!cast': 'bang' },
    ],
    ['an operator that there is not', 'int x = !nonsense(1);', { '!nonsense': 'invalid.illegal' }],
    ['identifiers that begin with digits', 'def 8bit; int x = 8bit;', { '8bit': 'variable.other' }],
    ['dag', '(outs GPR:$dst, 0x1F:$imm)', { dst: 'operand', '0x1F': 'numeric.hex' }],
    [
      'string',
      '"a\\n$dst ${x:mode}"',
      { '\\n': 'escape', $dst: 'operand', '${x:mode}': 'operand' },
    ],
    [
      'field',
      'int x = !if(r.Name, ?, NAME);',
      { Name: 'property', '?': 'unset', NAME: 'language.name' },
    ],
    [
      'field of a class',
      'Register Reg = reg;',
      { Register: 'entity.name.type', Reg: 'variable.other' },
    ],
    [
      'directives',
      '#ifdef DEBUG // why',
      { '#': 'directive', DEBUG: 'preprocessor', why: 'comment' },
    ],
    [
      'include',
      'include "a/b.td"',
      { include: 'import', 'a/b.td': 'string.quoted.double.include' },
    ],
    ['nested comment', '/* a /* b */ c */ def X;', { c: 'comment.block', X: 'constant.record' }],
    ['defset', 'defset list<Reg> All = {', { defset: 'storage.type', All: 'variable.other' }],
    [
      'code on one line, with C++ left open',
      'let P = [{ return f(x; }]; def After;',
      { return: 'meta.embedded.block.cpp', After: 'constant.record' },
    ],
    [
      'code on several lines, with C++ left open',
      'let P = [{\n  if (x) { /* not closed\n  return 1;\n}]; def After;',
      { After: 'constant.record' },
    ],
    [
      'text before the end of code',
      'let P = [{\n  int a;\n  return a; }];\ndef After;',
      { return: 'meta.embedded.block.cpp', After: 'constant.record' },
    ],
  ];
  for (const [name, text, expected] of cases) {
    await test(`grammar: ${name}`, async () => checkWords(grammar, text, expected));
  }
  if (existsSync(cppGrammar)) {
    await test('grammar: code is C++', async () => {
      checkWords(grammar, 'code c = [{\n  static int n = 1;\n}];', {
        static: 'storage.modifier.specifier.static.cpp',
      });
    });
  }
  for (const folder of folders) {
    await test(`grammar: files below ${path.basename(folder)} end outside of everything`, async () => {
      let files = 0;
      for (const file of tdFiles(folder)) {
        const { stack } = tokens(grammar, `${readFileSync(file, 'utf8')}\n`);
        assert.equal(stack.depth, 1, `${file} ends inside of something`);
        files++;
      }
      assert.ok(files > 0, `no .td file in ${folder}`);
    }, 200);
  }
}
