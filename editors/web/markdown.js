// Converts the engine's Markdown to elements. No text of a source becomes HTML.

/** The elements of a text. `follow` gets the target of a link that was clicked, `#FILE:OFFSET`. */
export function render(markdown, follow) {
  const out = document.createDocumentFragment();
  const lines = markdown.split('\n');
  let paragraph = [];
  let list;
  const endParagraph = () => {
    if (paragraph.length > 0) append(out, 'p', paragraph.join('\n'), follow);
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const fence = /^(`{3,})\w*$/.exec(line)?.[1];
    const item = /^\s*(?:[-*]|\d+\.) (.*)/.exec(line)?.[1];
    const heading = /^#{1,6} (.*)/.exec(line)?.[1];
    if (item === undefined) list = undefined;
    if (fence !== undefined) {
      endParagraph();
      const end = lines.indexOf(fence, at + 1);
      const code = lines.slice(at + 1, end < 0 ? undefined : end);
      const pre = document.createElement('pre');
      pre.textContent = code.join('\n');
      out.append(pre);
      at += code.length + 1;
    } else if (item !== undefined) {
      endParagraph();
      if (!list) {
        list = document.createElement('ul');
        out.append(list);
      }
      append(list, 'li', item, follow);
    } else if (heading !== undefined) {
      endParagraph();
      append(out, 'h3', heading, follow);
    } else if (line === '---') {
      endParagraph();
      out.append(document.createElement('hr'));
    } else if (line.trim() === '') {
      endParagraph();
    } else {
      paragraph.push(line);
    }
  }
  endParagraph();
  return out;
}

function append(parent, name, text, follow) {
  const element = document.createElement(name);
  inline(element, text, follow);
  parent.append(element);
}

/** The pieces of a line: escapes, code, links, bold and italic text, hard breaks. */
const PIECE =
  /\\([!-/:-@[-`{-~])|(`+)([^]*?[^`])\2(?!`)|\[((?:\\.|[^\]\\])*)\]\(([^)\s]*)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|(?<!\w)_([^_\s][^_]*)_(?!\w)|( {2}\n)/g;

function inline(parent, text, follow) {
  let from = 0;
  for (const found of text.matchAll(PIECE)) {
    parent.append(text.slice(from, found.index));
    from = found.index + found[0].length;
    const [, escaped, , code, label, target, bold, italic, lineBreak] = found;
    if (escaped !== undefined) parent.append(escaped);
    else if (code !== undefined) element(parent, 'code').textContent = unpadded(code);
    else if (label !== undefined) link(parent, label, target, follow);
    else if (bold !== undefined) inline(element(parent, 'strong'), bold, follow);
    else if (italic !== undefined) inline(element(parent, 'em'), italic, follow);
    else if (lineBreak !== undefined) element(parent, 'br');
  }
  parent.append(text.slice(from));
}

function element(parent, name) {
  const made = document.createElement(name);
  parent.append(made);
  return made;
}

function unpadded(code) {
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
  return isPadded ? code.slice(1, -1) : code;
}

/** A link to a place. Other links are shown as plain text, since a source may contain any link. */
function link(parent, label, target, follow) {
  const place = /^#(.*):(\d+)$/.exec(target);
  if (!place) return inline(parent, label, follow);
  const button = element(parent, 'button');
  button.type = 'button';
  button.className = 'link';
  inline(button, label, follow);
  button.addEventListener('click', () => follow(decodeURIComponent(place[1]), Number(place[2])));
}
