// Files that the user drops on the page or chooses in a dialog.

/** The largest size of a file and of all files in bytes, and the most files. */
const LARGEST = 16 << 20;
const MOST = 256 << 20;
const MOST_FILES = 20_000;

/** Whether a file may be part of a unit. LLVM includes few files with other suffixes than these. */
const isWanted = (name) => /\.(td|inc|def|h)$/.test(name);

/** The files of a drop and those in its folders, as `[path, text]`, and how many were left out. */
export async function dropped(transfer) {
  const entries = [...transfer.items].map((it) => it.webkitGetAsEntry?.()).filter((it) => it);
  const found = [];
  for (const entry of entries) await walk(entry, '', found, entries.length === 1 && entry.isFile);
  return read(found);
}

/** The files of an `<input type=file>`. */
export function chosen(list) {
  const files = [...list];
  const all = files.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return read(files.length === 1 ? all : all.filter((it) => isWanted(it.path)));
}

async function walk(entry, folder, found, isNamed) {
  const path = folder + entry.name;
  if (found.length >= MOST_FILES) return;
  if (entry.isFile) {
    if (isNamed || isWanted(entry.name)) {
      found.push({ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
    }
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    // Some browsers return a folder's entries in parts. The last part is empty.
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const inside of part) await walk(inside, `${path}/`, found, false);
  }
}

async function read(found) {
  const files = [];
  let [bytes, left] = [0, 0];
  for (const { path, file } of found) {
    if (file.size > LARGEST || bytes + file.size > MOST) {
      left++;
      continue;
    }
    bytes += file.size;
    files.push([path, unixLines(await file.text())]);
  }
  return { files, left };
}

/** A text with line feeds as its line ends, as in a text field. */
export const unixLines = (text) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
