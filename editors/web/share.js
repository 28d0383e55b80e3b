// The state of the page as the fragment of an address: compressed JSON in base64 with an alphabet for addresses.

/** The largest length of a fragment's text in letters. Some programs truncate longer addresses. */
const LONGEST = 100_000;
/** The largest length of the decompressed text, in bytes. A short link may contain a very long text. */
const LARGEST = 4 << 20;

/** The fragment for a state. Fails if it would be too long. */
export async function toFragment(state) {
  const text = new Blob([JSON.stringify(state)]).stream();
  const bytes = await new Response(text.pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer();
  let binary = '';
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
  const letters = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  if (letters.length > LONGEST) throw new Error('the files are too long for a link');
  return `#1${letters}`;
}

/** The state in a fragment. `undefined` if the fragment has none. Fails if the state is invalid. */
export async function fromFragment(fragment) {
  if (!fragment.startsWith('#1')) return undefined;
  const binary = atob(fragment.slice(2).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (it) => it.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > LARGEST) throw new Error('the link has too much text');
    parts.push(part.value);
  }
  return checked(JSON.parse(await new Blob(parts).text()));
}

/** The state with parts of the right types only, since anyone can write a link. */
function checked(state) {
  const isText = (it) => typeof it === 'string';
  const files = Object.entries(state.files).filter(([, text]) => isText(text));
  if (files.length === 0) throw new Error('the link has no files');
  const optional = (it, otherwise) => (isText(it) ? it : otherwise);
  return {
    files: Object.fromEntries(files),
    root: optional(state.root, files[0][0]),
    active: optional(state.active, files[0][0]),
    release: optional(state.release, '22'),
    backend: optional(state.backend, ''),
    options: optional(state.options, ''),
    view: optional(state.view, 'records'),
  };
}
