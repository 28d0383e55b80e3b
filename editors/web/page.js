// The page: its state, and when it sends which requests to the engine.

import { Editor } from './editor.js';
import { Engine } from './engine.js';
import { chosen, dropped, unixLines } from './files.js';
import { render } from './markdown.js';
import { fromFragment, toFragment } from './share.js';
import { Problems } from './problems.js';
import { Here, Records, Table } from './views.js';

const $ = (id) => document.getElementById(id);
/** The time after the last key until the engine is asked, in milliseconds. */
const PAUSE = 120;

const state = {
  /** The texts by their paths. */
  files: new Map(),
  /** The paths of the files that are shown as tabs. */
  tabs: [],
  active: '',
  view: 'records',
};
let engine;
/** Whether the engine needs all files: it is new, or the files or the root were replaced. */
let isStale = true;
/** The paths of the files that have changed since the engine was asked last. */
const changed = new Set();

const editor = new Editor({ field: $('field'), drawn: $('drawn'), numbers: $('numbers') }, () => {
  state.files.set(state.active, editor.text);
  changed.add(state.active);
  hideTip();
  if (engine?.interrupt()) isStale = true;
  soon();
});
const problems = new Problems($('problems'), goTo);
const views = {
  records: new Records({ ask, follow: goTo }),
  table: new Table({ ask, follow: goTo, goToRecord }),
  here: new Here({ ask, follow: goTo, place: () => ({ path: state.active, offset: editor.caret }) }),
};

/** Shows a message in the bar at the top. */
function say(text, isError = false) {
  $('status').textContent = text;
  $('status').classList.toggle('error', isError);
}

/** Sends a request. If the request ended the engine, the next one needs all files again. */
async function ask(method, params) {
  try {
    return await engine.ask(method, params);
  } catch (error) {
    if (error.isFatal) isStale = true;
    throw error;
  }
}

let timer;
function soon() {
  // Tests wait until this attribute is removed.
  document.body.dataset.busy = '';
  clearTimeout(timer);
  timer = setTimeout(refresh, PAUSE);
}

let isBusy = false;
let isAgain = false;

/** Gives the engine the changed files, and shows the new results. After an edit meanwhile, this runs once more. */
async function refresh() {
  if (!engine) return;
  isAgain = isBusy;
  if (isBusy) return;
  isBusy = true;
  try {
    await update();
  } catch (error) {
    say(error.message, true);
    isAgain ||= error.isBetterNext;
  } finally {
    isBusy = false;
    if (isAgain) soon();
    else delete document.body.dataset.busy;
  }
}

async function update() {
  await send();
  const found = await ask('diagnostics');
  problems.show(found);
  editor.marks = problems.marks(state.active);
  summarize(found);
  if (isAgain) return;
  editor.tokens = await ask('tokens', { path: state.active });
  for (const [name, view] of Object.entries(views)) {
    if (isAgain) return;
    if (name === state.view) await view.update(found.errors > 0);
    else view.isOld = true;
  }
}

async function send() {
  if (isStale) {
    isStale = false;
    changed.clear();
    await ask('open', {
      files: Object.fromEntries(state.files),
      root: $('root').value,
      release: $('release').value,
    });
    return;
  }
  if (changed.size === 0) return;
  const files = Object.fromEntries([...changed].map((path) => [path, state.files.get(path) ?? null]));
  changed.clear();
  await ask('write', { files });
}

function summarize({ errors, missing, files }) {
  const lacks = missing.length > 0 ? `; drop the folder that has ${missing.slice(0, 3).join(', ')}` : '';
  const read = files.length === 1 ? '1 file' : `${files.length} files`;
  say(errors > 0 ? `${errors} error${errors > 1 ? 's' : ''} in ${read}${lacks}` : `no errors in ${read}${lacks}`, errors > 0);
}

/** Shows a place in the text. */
function goTo(path, start, end = start) {
  if (!state.files.has(path)) return;
  hideTip();
  activate(path);
  editor.select(start, end);
}

async function goToRecord(name) {
  show('records');
  await views.records.open(name);
}

/** Shows a file, as a tab. */
function activate(path) {
  if (!state.tabs.includes(path)) state.tabs.push(path);
  if (state.active !== path) {
    state.active = path;
    editor.show(state.files.get(path));
    editor.marks = problems.marks(path);
    if (engine && !isStale) {
      ask('tokens', { path }).then(
        (tokens) => {
          if (state.active === path) editor.tokens = tokens;
        },
        () => soon(),
      );
    }
  }
  drawTabs();
}

function drawTabs() {
  const tabs = state.tabs.map((path) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.role = 'tab';
    tab.textContent = path.split('/').pop();
    tab.title = `${path}\nDelete or the middle button closes it`;
    tab.setAttribute('aria-selected', path === state.active);
    tab.setAttribute('aria-controls', 'editor');
    tab.tabIndex = path === state.active ? 0 : -1;
    tab.addEventListener('click', () => activate(path));
    tab.addEventListener('auxclick', () => close(path));
    tab.addEventListener('keydown', (event) => {
      if (event.key === 'Delete') close(path);
    });
    return tab;
  });
  $('tabs').replaceChildren(...tabs);
}

/** Removes a file, unless it is the last one. */
function close(path) {
  if (state.files.size === 1) return;
  state.files.delete(path);
  state.tabs = state.tabs.filter((it) => it !== path);
  changed.add(path);
  if (state.tabs.length === 0) state.tabs.push(state.files.keys().next().value);
  if (state.active === path) activate(state.tabs[0]);
  else drawTabs();
  if ($('root').value === path) {
    $('root').value = state.tabs[0];
    isStale = true;
  }
  listNames();
  soon();
}

/** The largest number of names that are offered for the root. */
const MOST_NAMES = 2000;

function listNames() {
  const names = [...state.files.keys()].slice(0, MOST_NAMES);
  $('names').replaceChildren(...names.map((it) => new Option(it, it)));
}

/** Replaces all files, and how they are read and shown. */
function replaceAll({ files, root, active = root, release = '22', backend = '', options = '', view = 'records' }) {
  state.files = new Map(Object.entries(files).map(([path, text]) => [path, unixLines(text)]));
  state.tabs = [...state.files.keys()];
  state.active = '';
  $('root').value = root;
  $('release').value = release;
  views.table.choose(backend, options);
  isStale = true;
  listNames();
  activate(state.files.has(active) ? active : state.tabs[0]);
  show(view in views ? view : 'records');
  soon();
}

/** Adds files. Up to five are opened as tabs, and a single one becomes the root. */
function add({ files, left }) {
  for (const [path, text] of files) state.files.set(path, text);
  if (files.length === 0) return say('there are no TableGen files in it', true);
  isStale = true;
  if (files.length <= 5) for (const [path] of files) activate(path);
  else drawTabs();
  if (files.length === 1) $('root').value = files[0][0];
  listNames();
  editor.show(state.files.get(state.active));
  say(`${files.length} files added${left > 0 ? `, ${left} are too large` : ''}`);
  soon();
}

/** Shows a view on the right side. */
function show(view) {
  state.view = view;
  for (const name of Object.keys(views)) {
    const tab = $(`tab-${name}`);
    tab.setAttribute('aria-selected', name === view);
    tab.tabIndex = name === view ? 0 : -1;
    $(`view-${name}`).hidden = name !== view;
  }
  if (views[view].isOld) soon();
}

async function share() {
  const files = Object.fromEntries(state.tabs.map((path) => [path, state.files.get(path)]));
  const { backend, options } = views.table.choice;
  const root = $('root').value;
  const shown = { files, root, active: state.active, release: $('release').value, backend, options, view: state.view };
  try {
    const fragment = await toFragment(shown);
    history.replaceState(null, '', fragment);
    const rest = state.files.size - state.tabs.length;
    const without = rest > 0 ? `; it lacks ${rest} files that are not shown as tabs` : '';
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    say(`${copied ? 'the link is copied' : 'the link is in the address bar'}${without}`);
  } catch (error) {
    say(error.message, true);
  }
}

let tipTimer;
let tipAt;
function hideTip() {
  clearTimeout(tipTimer);
  tipAt = undefined;
  $('tip').hidden = true;
}

/** Shows a tip at a point of the window, with the diagnostics and the hover at an offset of the text. */
async function showTip(offset, x, y) {
  tipAt = offset;
  const said = problems.at(state.active, offset);
  const hover = await ask('hover', { path: state.active, offset }).catch(() => null);
  if (tipAt !== offset || !(hover || said.length > 0)) return;
  const tip = $('tip');
  tip.replaceChildren(...said.map((it) => paragraph(it.message)), hover ? render(hover.text, goTo) : '');
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 8))}px`;
  tip.style.top = y + 24 + height < innerHeight ? `${y + 18}px` : `${Math.max(4, y - height - 12)}px`;
}

function paragraph(text) {
  const element = document.createElement('p');
  element.className = 'word-error';
  element.textContent = text;
  return element;
}

async function definition() {
  const [target] = await ask('definition', { path: state.active, offset: editor.caret });
  if (target) goTo(target.path, target.start, target.end);
}

/** Arrow keys move along a list of tabs. */
function moveAlong(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const tabs = [...event.currentTarget.querySelectorAll('[role=tab]')];
  const index = tabs.indexOf(document.activeElement);
  const { id, textContent } = tabs[(index + step + tabs.length) % tabs.length];
  const find = () => [...$(event.currentTarget.id).querySelectorAll('[role=tab]')].find((it) => (id ? it.id === id : it.textContent === textContent));
  find().click();
  find().focus();
  event.preventDefault();
}

function listen() {
  const field = $('field');
  field.addEventListener('mousemove', (event) => {
    clearTimeout(tipTimer);
    tipTimer = setTimeout(() => {
      const offset = editor.offsetAt(event.clientX, event.clientY);
      if (offset === undefined) hideTip();
      else if (offset !== tipAt && !isStale) showTip(offset, event.clientX, event.clientY);
    }, 250);
  });
  field.addEventListener('mouseleave', () => clearTimeout(tipTimer));
  field.addEventListener('scroll', hideTip);
  field.addEventListener('keydown', hideTip);
  document.addEventListener('mousedown', (event) => {
    if (!$('tip').contains(event.target)) hideTip();
  });
  document.addEventListener('selectionchange', () => {
    if (document.activeElement === field && state.view === 'here' && !isStale) views.here.soon();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'F12') {
      event.preventDefault();
      definition().catch((error) => say(error.message, true));
    } else if (event.key === 'F8') {
      event.preventDefault();
      problems.next(state.active, editor.caret);
    }
  });
  field.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey) definition().catch((error) => say(error.message, true));
  });
  $('tabs').addEventListener('keydown', moveAlong);
  $('views').addEventListener('keydown', moveAlong);
  for (const name of Object.keys(views)) $(`tab-${name}`).addEventListener('click', () => show(name));
  for (const id of ['root', 'release']) {
    $(id).addEventListener('change', () => {
      isStale = true;
      soon();
    });
  }
  $('share').addEventListener('click', share);
  $('open').addEventListener('click', () => $('files').click());
  $('open-folder').addEventListener('click', () => $('folder').click());
  for (const id of ['files', 'folder']) {
    $(id).addEventListener('change', async (event) => {
      add(await chosen(event.target.files));
      event.target.value = '';
    });
  }
  $('add').addEventListener('click', () => {
    $('new-name').value = '';
    $('name-dialog').returnValue = '';
    $('name-dialog').showModal();
  });
  $('name-dialog').addEventListener('close', () => {
    const name = $('new-name').value.trim();
    if ($('name-dialog').returnValue === 'ok' && name && !state.files.has(name)) add({ files: [[name, '']], left: 0 });
  });
  addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', () => document.body.classList.remove('dropping'));
  addEventListener('drop', async (event) => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    if (event.dataTransfer.items.length > 0) add(await dropped(event.dataTransfer));
  });
  addEventListener('hashchange', openLink);
}

/** Opens the state in the address. Returns whether the address has one. */
async function openLink() {
  try {
    const shared = await fromFragment(location.hash);
    if (shared) replaceAll(shared);
    return shared !== undefined;
  } catch (error) {
    say(`the link is broken: ${error.message}`, true);
    return false;
  }
}

async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // Compiling the bytes works even if the web server sends a wrong type for the file.
  const module = await WebAssembly.compile(await response.arrayBuffer());
  return new Engine(module, () => new Worker('worker.js', { type: 'module' }));
}

async function start() {
  listen();
  const loading = load('engine.wasm');
  // A failure is reported below.
  loading.catch(() => {});
  const examples = await (await fetch('examples.json')).json();
  $('example').append(...examples.map((it, index) => new Option(it.name, index)));
  $('example').addEventListener('change', (event) => {
    const example = examples[event.target.value];
    if (example) replaceAll(example);
    event.target.value = '';
  });
  if (!(await openLink())) replaceAll(examples[0]);
  engine = await loading;
  soon();
}

start().catch((error) => say(`the page does not start: ${error.message}`, true));
