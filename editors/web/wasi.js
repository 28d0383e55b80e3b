// The functions of a system that the module imports: a clock, random numbers, and printing. There are no files.

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;

/** Thrown when the module calls `proc_exit`. */
export class Exit extends Error {}

/**
 * The imports of a module. `memory` returns its memory, `print` gets the text that it prints.
 * All other functions return `NOT_SUPPORTED`.
 */
export function imports(module, memory, print) {
  const view = () => new DataView(memory().buffer);
  const known = {
    random_get(at, length) {
      // `getRandomValues` fills at most 65,536 bytes at a time.
      for (let done = 0; done < length; done += 65536) {
        const part = new Uint8Array(memory().buffer, at + done, Math.min(length - done, 65536));
        crypto.getRandomValues(part);
      }
      return SUCCESS;
    },
    clock_time_get(clock, _precision, at) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
      return SUCCESS;
    },
    fd_write(_descriptor, parts, count, written) {
      const decoder = new TextDecoder();
      let total = 0;
      for (let part = parts; part < parts + 8 * count; part += 8) {
        const [at, length] = [view().getUint32(part, true), view().getUint32(part + 4, true)];
        print(decoder.decode(new Uint8Array(memory().buffer, at, length)));
        total += length;
      }
      view().setUint32(written, total, true);
      return SUCCESS;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    args_sizes_get: (count, size) => known.environ_sizes_get(count, size),
    args_get: () => SUCCESS,
    fd_prestat_get: () => BAD_DESCRIPTOR,
    fd_fdstat_get: () => BAD_DESCRIPTOR,
    sched_yield: () => SUCCESS,
    proc_exit(code) {
      throw new Exit(`the engine ended with ${code}`);
    },
  };
  const all = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    all[from] ??= {};
    all[from][name] = known[name] ?? (() => NOT_SUPPORTED);
  }
  return all;
}
