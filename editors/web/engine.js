// The client of the worker, for the page and for VS Code in a browser. It sends requests in order, with a time limit
// for each, and starts a new worker after a trap.

/** The error of a request without an answer. */
export class Failed extends Error {
  /**
   * `isFatal`: whether the request ended the engine, which has forgotten all files. `isBetterNext`: whether the same
   * request may succeed if it is sent again.
   */
  constructor(message, isFatal, isBetterNext = false) {
    super(message);
    this.isFatal = isFatal;
    this.isBetterNext = isBetterNext;
  }
}

/**
 * How much of the module's stack may be used, in bytes. Browsers keep a part of each call's variables on a stack of
 * their own, of about 1 MiB. If that one is full first, the next worker may use half as much of the module's stack, but
 * at least `LEAST_STACK`.
 */
const STACK = 512 << 10;
const LEAST_STACK = 64 << 10;
/** The longest time that a request may take, in milliseconds. */
const LIMIT = 30_000;
/** The time in milliseconds after which `interrupt` ends a request. */
const PATIENCE = 1_000;

export class Engine {
  #module;
  #newWorker;
  #worker;
  #stack = STACK;
  #waiting = new Map();
  #lastId = 0;
  /** When the worker began with its current request. */
  #since = 0;
  #timer;

  /** `newWorker` starts a worker that runs `worker.js`. */
  constructor(module, newWorker) {
    this.#module = module;
    this.#newWorker = newWorker;
    this.#start();
  }

  #start() {
    this.#worker = this.#newWorker();
    this.#worker.addEventListener('message', ({ data }) => this.#answered(data));
    this.#worker.addEventListener('error', (event) => this.#restart(event.message || 'the engine does not start'));
    this.#worker.postMessage({ module: this.#module, stack: this.#stack });
  }

  /**
   * Sends a request, and returns its result. Fails with `Failed`.
   * @param {string} method
   * @param {unknown} params
   */
  ask(method, params = null) {
    if (!this.#worker) this.#start();
    const id = ++this.#lastId;
    const request = JSON.stringify({ method, params });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (this.#waiting.size === 1) this.#begin();
      this.#worker.postMessage({ id, request });
    });
  }

  /** Ends the worker if its request has run for long, for a newer text. Returns whether it did: all files are lost. */
  interrupt() {
    const isLong = this.#waiting.size > 0 && performance.now() - this.#since > PATIENCE;
    if (isLong) this.#restart('there is a newer text');
    return isLong;
  }

  /** Ends the worker. */
  end() {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #begin() {
    this.#since = performance.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#restart(`this takes more than ${LIMIT / 1000} seconds`), LIMIT);
  }

  #answered({ id, answer, trap, isDeep }) {
    const waiting = this.#waiting.get(id);
    if (trap !== undefined) {
      const isBetterNext = isDeep && this.#stack > LEAST_STACK;
      if (isBetterNext) this.#stack /= 2;
      return this.#restart(trap, isBetterNext);
    }
    this.#waiting.delete(id);
    clearTimeout(this.#timer);
    if (this.#waiting.size > 0) this.#begin();
    const { result, error } = JSON.parse(answer);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Failed(error, false));
  }

  /** Ends the worker. All pending requests fail, and the next request starts a new worker. */
  #restart(message, isBetterNext = false) {
    this.end();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Failed(message, true, isBetterNext));
  }
}
