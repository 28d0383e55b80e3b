// A web server of static files, and a headless Chromium, which is controlled by its debugging protocol over pipes.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css', json: 'application/json', wasm: 'application/wasm' };

/** Serves a folder. Returns the address, and a function that ends the server. */
export async function host(folder) {
  const server = createServer((request, response) => {
    const name = path.basename(new URL(request.url, 'http://host').pathname) || 'index.html';
    try {
      const body = readFileSync(path.join(folder, name));
      response.writeHead(200, { 'content-type': TYPES[name.split('.').pop()] ?? 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

export class Browser {
  #process;
  #profile = mkdtempSync(path.join(tmpdir(), 'web-test-'));
  #lastId = 0;
  #waiting = new Map();
  #rest = '';
  /** The console output of pages, and their uncaught errors. */
  said = [];

  constructor(program) {
    const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-pipe'];
    args.push(`--user-data-dir=${this.#profile}`, '--window-size=1280,800', 'about:blank');
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'];
    this.#process = spawn(program, args, { stdio });
    this.#process.stdio[4].setEncoding('utf8').on('data', (text) => this.#read(text));
    this.#process.on('error', (error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
    });
  }

  #read(text) {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop();
    for (const message of messages.map((it) => JSON.parse(it))) {
      if (message.method === 'Runtime.exceptionThrown') {
        const { exception, text } = message.params.exceptionDetails;
        this.said.push(exception?.description ?? text);
      }
      if (message.method === 'Log.entryAdded') this.said.push(message.params.entry.text);
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(message.result);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#lastId;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  async open(address, scheme = 'light') {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, sessionId);
    for (const domain of ['Page', 'Runtime', 'Log', 'DOM']) await page.send(`${domain}.enable`);
    await page.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
    await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
    await page.send('Page.navigate', { url: address });
    return page;
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.send('Browser.close').catch(() => {});
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class Page {
  #browser;
  #session;

  constructor(browser, session) {
    this.#browser = browser;
    this.#session = session;
  }

  send(method, params) {
    return this.#browser.send(method, params, this.#session);
  }

  /** The value of an expression in the page. */
  async value(expression) {
    const options = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression in the page is true. */
  async until(expression, seconds = 20) {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      if (await this.value(expression).catch(() => false)) return;
      if (Date.now() > end) {
        const state = await this.value("document.body.innerText.slice(0, 1500)").catch(String);
        throw new Error(`never true: ${expression}\n${state}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  async type(text) {
    await this.send('Input.insertText', { text });
  }

  async press(key, modifiers = 0) {
    const text = key === 'Enter' ? '\r' : undefined;
    for (const type of ['keyDown', 'keyUp']) {
      await this.send('Input.dispatchKeyEvent', { type, key, code: key, modifiers, text: type === 'keyDown' ? text : undefined, windowsVirtualKeyCode: CODES[key] });
    }
  }

  async move(x, y) {
    await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  }

  async click(selector) {
    const { x, y } = await this.value(
      `(() => { const r = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`,
    );
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    }
  }

  async picture() {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(data, 'base64');
  }
}

const CODES = { Tab: 9, Enter: 13, Escape: 27, End: 35, F8: 119, F12: 123, ArrowLeft: 37, ArrowRight: 39, ArrowDown: 40 };
