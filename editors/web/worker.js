// The engine, beside the page's thread: one instance of the module, which answers one request after the other.
// After a trap the instance cannot be used. The page ends the worker and starts another one.

import { imports } from './wasi.js';

let engine;
/** How much of the module's stack may be used, in bytes. */
let stack;
let printed = '';

/** Makes the instance. Imports that use the module's memory may be called only after `engine` is set. */
function start(module) {
  const memory = () => engine.exports.memory;
  const instance = new WebAssembly.Instance(
    module,
    imports(module, memory, (text) => {
      printed += text;
    }),
  );
  engine = instance;
  instance.exports.__wasm_call_ctors();
}

function ask(request) {
  const { memory, room, answer } = engine.exports;
  const bytes = new TextEncoder().encode(request);
  const at = room(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const answered = answer(stack) >>> 0;
  const length = new DataView(memory.buffer).getUint32(answered, true);
  return new TextDecoder().decode(new Uint8Array(memory.buffer, answered + 4, length));
}

/** The message for a trap. */
function reason(error) {
  const said = /panicked at [^\n]*\n([^]*?)(\nnote: |$)/.exec(printed)?.[1].trim();
  if (said) return said;
  if (error instanceof RangeError) return 'this is nested too deeply for the browser';
  if (/memory allocation of/.test(printed)) return 'this takes more memory than the browser gives';
  return String(error.message ?? error);
}

addEventListener('message', ({ data }) => {
  try {
    printed = '';
    if (data.module) {
      stack = data.stack;
      start(data.module);
    } else postMessage({ id: data.id, answer: ask(data.request) });
  } catch (error) {
    postMessage({ id: data.id, trap: reason(error), isDeep: error instanceof RangeError });
  }
});
