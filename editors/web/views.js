// The views on the right side: records, a table, and what is at the caret. A view is updated when it is visible.

import { render } from './markdown.js';
import { items } from './problems.js';

const $ = (id) => document.getElementById(id);

/** Calls `work` once no call has come for a moment. */
function delayed(work) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, 150);
  };
}

function pre(text) {
  const element = document.createElement('pre');
  element.textContent = text;
  return element;
}

/** The list of records, and the page of a single record. */
export class Records {
  isOld = true;
  #ask;
  #follow;
  #name;
  #records = [];

  constructor({ ask, follow }) {
    this.#ask = ask;
    this.#follow = follow;
    $('filter').addEventListener('input', delayed(() => this.#list().catch((error) => this.#fail(error))));
    $('list').addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) this.open(button.dataset.name);
    });
    $('list').addEventListener('keydown', (event) => this.#key(event));
  }

  async update() {
    this.isOld = false;
    try {
      await this.#list();
      const isThere = this.#records.some((it) => it.name === this.#name);
      await this.#show(isThere ? this.#name : this.#records[0]?.name);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Shows a record in full. */
  async open(name) {
    try {
      await this.#show(name);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error) {
    $('count').textContent = error.message;
    if (error.isFatal) throw error;
  }

  async #list() {
    const { total, records } = await this.#ask('records', { filter: $('filter').value });
    this.#records = records;
    const left = total - records.length;
    $('count').textContent = `${total} record${total === 1 ? '' : 's'}${left > 0 ? `; the first ${records.length} are listed` : ''}`;
    $('list').replaceChildren(...records.map((it) => this.#item(it)));
    if (records.length > 0) performance.mark('records');
  }

  #item({ name, classes }) {
    const element = document.createElement('li');
    const button = document.createElement('button');
    const small = document.createElement('small');
    button.type = 'button';
    button.dataset.name = name;
    small.textContent = classes.length > 0 ? ` : ${classes.join(', ')}` : '';
    button.append(name, small);
    if (name === this.#name) button.setAttribute('aria-current', 'true');
    element.append(button);
    return element;
  }

  async #show(name) {
    this.#name = name;
    for (const button of $('list').querySelectorAll('button')) {
      if (button.dataset.name === name) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    const record = name === undefined ? null : await this.#ask('record', { name });
    if (this.#name !== name) return;
    if (!record) return $('record').replaceChildren();
    const way = document.createElement('p');
    if (record.path !== undefined) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'link';
      button.textContent = `${record.path}:${record.line}`;
      button.addEventListener('click', () => this.#follow(record.path, record.start, record.end));
      way.append(button);
    }
    $('record').replaceChildren(way, pre(record.text), render(record.about, this.#follow));
  }

  /** Arrow keys move along the list. */
  #key(event) {
    const step = { ArrowUp: 'previousElementSibling', ArrowDown: 'nextElementSibling' }[event.key];
    const next = step && event.target.closest('li')?.[step]?.firstElementChild;
    if (!next) return;
    event.preventDefault();
    next.focus();
    this.open(next.dataset.name);
  }
}

/** The largest number of characters of a table that are shown. */
const LONGEST = 4 << 20;
/** The height of a line of the table in pixels, as in the style sheet. */
const LINE = 18;

/** The table of a backend. */
export class Table {
  isOld = true;
  #ask;
  #follow;
  #goToRecord;
  #chosen = { backend: '', options: '' };
  #backends = [];
  #made;

  constructor({ ask, follow, goToRecord }) {
    this.#ask = ask;
    this.#follow = follow;
    this.#goToRecord = goToRecord;
    $('backend').addEventListener('change', () => this.#change({ backend: $('backend').value, options: '' }));
    $('options').addEventListener('change', () => this.#change({ ...this.#chosen, options: $('options').value }));
    $('table').addEventListener('click', (event) => this.#click(event));
    $('table').addEventListener('mousemove', (event) => {
      const name = this.#recordAt(event);
      $('table').title = name === undefined ? '' : `of ${name}; a click shows the record`;
    });
    $('save').addEventListener('click', () => this.#save());
  }

  get choice() {
    return this.#chosen;
  }

  /** Chooses a backend. If `backend` is empty, the first one that fits is chosen once records are known. */
  choose(backend, options) {
    this.#chosen = { backend, options };
    $('options').value = options;
    this.isOld = true;
  }

  #change(choice) {
    this.choose(choice.backend, choice.options);
    this.#make().catch((error) => this.#fail(error));
  }

  async update(hasErrors) {
    this.isOld = false;
    if (hasErrors) {
      $('table').classList.add('old');
      $('help').textContent = 'There is no table while the files have errors.';
      return;
    }
    try {
      this.#backends = await this.#ask('backends');
      this.#list();
      await this.#make();
    } catch (error) {
      this.#fail(error);
    }
  }

  #list() {
    const groups = [
      ['for these records', this.#backends.filter((it) => it.fits)],
      ['others', this.#backends.filter((it) => !it.fits)],
    ];
    const made = groups.map(([label, all]) => {
      const group = document.createElement('optgroup');
      group.label = label;
      group.append(...all.map((it) => new Option(`-${it.name}`, it.name)));
      return group;
    });
    $('backend').replaceChildren(...made);
    const { backend } = this.#chosen;
    const isKnown = this.#backends.some((it) => it.name === backend);
    const first = this.#backends.find((it) => it.name === 'print-records');
    if (!isKnown) this.#chosen = { backend: first.name, options: '' };
    $('backend').value = this.#chosen.backend;
  }

  async #make() {
    const { backend, options } = this.#chosen;
    const known = this.#backends.find((it) => it.name === backend);
    $('help').textContent = known ? `${known.help}${known.tool ? ` (${known.tool})` : ''}` : '';
    const names = (known?.options ?? []).map((it) => new Option(it.help, `-${it.name}=${it.default}`));
    $('option-names').replaceChildren(...names);
    const words = options.split(/\s+/).filter((it) => it);
    const made = await this.#ask('table', { backend, options: words });
    if (this.#chosen.backend !== backend || this.#chosen.options !== options) return;
    this.#made = made;
    $('messages').replaceChildren(...items(made.messages, this.#follow));
    const { text } = made;
    const isLong = text.length > LONGEST;
    const cut = isLong || made.is_cut ? `\n… more is left out here${isLong ? '; Save has more' : ''}\n` : '';
    $('table').textContent = text.slice(0, LONGEST) + cut;
    $('table').classList.remove('old');
  }

  #fail(error) {
    this.#made = undefined;
    $('table').textContent = '';
    $('messages').replaceChildren(...items([{ severity: 'error', message: error.message, notes: [] }], this.#follow));
    if (error.isFatal) throw error;
  }

  /** The record that made the line at the event's point; of several records, the innermost. */
  #recordAt(event) {
    const table = $('table');
    const { top } = table.getBoundingClientRect();
    const padding = Number.parseFloat(getComputedStyle(table).paddingTop);
    const line = Math.floor((event.clientY - top - padding + table.scrollTop) / LINE);
    const { lines, records } = this.#made ?? { lines: [], records: [] };
    let best;
    for (let at = 0; at < lines.length; at += 3) {
      const [start, end] = [lines[at], lines[at + 1]];
      if (start > line) break;
      if (line < end && (!best || end - start <= best.size)) best = { size: end - start, name: records[lines[at + 2]] };
    }
    return best?.name;
  }

  #click(event) {
    const name = this.#recordAt(event);
    if (name !== undefined && getSelection().isCollapsed) this.#goToRecord(name);
  }

  #save() {
    if (!this.#made) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([this.#made.text], { type: 'text/plain' }));
    link.download = `${this.#chosen.backend}.inc`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}

/** What is at the caret. */
export class Here {
  isOld = true;
  #ask;
  #follow;
  #place;
  soon = delayed(() => this.update().catch(() => {}));

  constructor({ ask, follow, place }) {
    this.#ask = ask;
    this.#follow = follow;
    this.#place = place;
  }

  async update() {
    this.isOld = false;
    const hover = await this.#ask('hover', this.#place());
    if (hover) $('here').replaceChildren(render(hover.text, this.#follow));
    else $('here').textContent = 'Nothing is known about this place.';
  }
}
