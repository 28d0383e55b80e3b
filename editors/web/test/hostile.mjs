// Texts that need more stack, memory or time than there is.

const times = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join('');

/** Deeply nested texts and values: each is read, or an error says how deep it may be. */
export const deep = {
  lists: `def a { list<int> l = ${'['.repeat(50_000)}; }`,
  operators: `def a { int n = ${'!add(1, '.repeat(20_000)}1${')'.repeat(20_000)}; }`,
  'operators, within the limit': `def a { int n = ${'!add(1, '.repeat(390)}1${')'.repeat(390)}; }`,
  blocks: `${'let A = 1 in { '.repeat(20_000)}${'}'.repeat(20_000)}`,
  conditions: `${'if true then { '.repeat(390)}def a;${'}'.repeat(390)}`,
  'parts of a string': `def a { string s = "a"${' # "b"'.repeat(50_000)}; }`,
  dags: `def op;\ndef a {\n  dag d0 = (op);\n${times(5_000, (i) => `  dag d${i + 1} = (op d${i});\n`)}}\n`,
  'values of records': `class L<int i> { int n = i; }\n${times(3_000, (i) => `def r${i} { dag d = (op ${i === 0 ? 'op' : `r${i - 1}.d`}); }\n`)}`.replace(/^/, 'def op;\n'),
  instances: `class A0<int n> { int v = n; }\n${times(3_000, (i) => `class A${i + 1}<int n> { int v = A${i}<n>.v; }\n`)}def a { int n = A3000<1>.v; }\n`,
  superclasses: `class A0;\n${times(3_000, (i) => `class A${i + 1} : A${i};\n`)}def a : A3000;\n`,
  multiclasses: `multiclass M0 { def x; }\n${times(3_000, (i) => `multiclass M${i + 1} { defm y : M${i}; }\n`)}defm a : M3000;\n`,
  folds: 'def op;\ndef a { dag d = !foldl((op), !range(20000), acc, i, (op acc, i)); }\n',
};

/** Work that would not end in a reasonable time. */
export const endless = {
  table: `def op;\ndef a {\n  dag d0 = (op);\n${times(60, (i) => `  dag d${i + 1} = (op d${i}, d${i});\n`)}}\n`,
  records: 'foreach a = 0...3000 in foreach b = 0...3000 in foreach c = 0...3000 in def r#a#_#b#_#c;\n',
};
