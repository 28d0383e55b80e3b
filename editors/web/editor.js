// The editor: a text field, and below it the same text with colours, underlines and line numbers. Only the visible
// lines, and a few lines around them, are drawn.

/** How many lines are drawn above and below the visible ones. */
const MARGIN = 20;

export class Editor {
  #field;
  #drawn;
  #numbers;
  #text = '';
  /** The offset at which each line starts. */
  #starts = [0];
  /** `{start, end, kind}` each, in order. */
  #tokens = [];
  /** `{start, end, severity}` each. */
  #marks = [];
  #frame;
  #lineHeight;

  /** The elements: the text field, the drawn text and the line numbers. `changed` is called after an edit. */
  constructor({ field, drawn, numbers }, changed) {
    this.#field = field;
    this.#drawn = drawn;
    this.#numbers = numbers;
    this.#lineHeight = Number.parseFloat(getComputedStyle(field).lineHeight);
    field.addEventListener('scroll', () => this.#redraw());
    new ResizeObserver(() => this.#redraw()).observe(field);
    field.addEventListener('input', () => {
      this.#edited();
      changed();
    });
    field.addEventListener('keydown', (event) => this.#key(event));
  }

  get text() {
    return this.#text;
  }

  /** Shows another text. */
  show(text) {
    this.#tokens = [];
    this.#marks = [];
    this.#field.value = text;
    this.#field.setSelectionRange(0, 0);
    this.#field.scrollTop = 0;
    this.#setText(text);
  }

  set tokens({ kinds, tokens }) {
    this.#tokens = [];
    for (let at = 0; at < tokens.length; at += 3) {
      const start = tokens[at];
      this.#tokens.push({ start, end: start + tokens[at + 1], kind: kinds[tokens[at + 2]] });
    }
    this.#redraw();
  }

  set marks(marks) {
    // A mark of an empty range is shown at the character before it.
    this.#marks = marks.map(({ start, end, severity }) => {
      return { start: start < end ? start : Math.max(0, start - 1), end: Math.max(start, end), severity };
    });
    this.#redraw();
  }

  get caret() {
    return this.#field.selectionStart;
  }

  /** Selects a range, and scrolls it to the middle of the field. */
  select(start, end) {
    this.#field.focus();
    this.#field.setSelectionRange(start, end);
    const top = this.#lineOf(start) * this.#lineHeight;
    this.#field.scrollTop = top - this.#field.clientHeight / 2;
    this.#redraw();
  }

  /** The offset of the character at a point of the window. `undefined` if no character is drawn there. */
  offsetAt(x, y) {
    // The field covers the drawn text, of which the browser knows where the characters are.
    this.#field.style.pointerEvents = 'none';
    const place = document.caretPositionFromPoint?.(x, y);
    const range = place ? undefined : document.caretRangeFromPoint?.(x, y);
    this.#field.style.pointerEvents = '';
    const [node, inside] = place ? [place.offsetNode, place.offset] : [range?.startContainer, range?.startOffset];
    const line = node?.parentElement?.closest('[data-line]');
    if (!line || !this.#drawn.contains(line) || node.nodeType !== Node.TEXT_NODE) return undefined;
    const before = document.createRange();
    before.setStart(line, 0);
    before.setEnd(node, inside);
    // To the right of a line's end, there is no character.
    const end = line.lastChild?.getBoundingClientRect?.() ?? lastRect(line);
    if (x > end.right + 4) return undefined;
    return this.#starts[line.dataset.line] + before.toString().length;
  }

  /** A point of the window near the start of the caret's line, for a tip about the caret. */
  get caretPoint() {
    const box = this.#field.getBoundingClientRect();
    const line = this.#lineOf(this.caret);
    return { x: box.left + 40, y: box.top + line * this.#lineHeight - this.#field.scrollTop };
  }

  #setText(text) {
    this.#text = text;
    this.#starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
    this.#redraw();
  }

  /** Moves tokens and marks along with an edit, until the engine has new ones. */
  #edited() {
    const [before, now] = [this.#text, this.#field.value];
    const shortest = Math.min(before.length, now.length);
    let start = 0;
    while (start < shortest && before[start] === now[start]) start++;
    let same = 0;
    while (same < shortest - start && before[before.length - 1 - same] === now[now.length - 1 - same]) same++;
    const [end, by] = [before.length - same, now.length - before.length];
    const moved = (all) =>
      all
        .filter((it) => it.end <= start || it.start >= end)
        .map((it) => (it.end <= start ? it : { ...it, start: it.start + by, end: it.end + by }));
    this.#tokens = moved(this.#tokens);
    this.#marks = moved(this.#marks);
    this.#setText(now);
  }

  /** Tab indents, unless Escape was pressed before: then it leaves the field, as elsewhere on a page. */
  #key(event) {
    if (event.key === 'Escape') {
      this.#leaves = true;
      return;
    }
    if (event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey && !this.#leaves) {
      event.preventDefault();
      // The command keeps the field's history.
      document.execCommand('insertText', false, '  ');
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.isComposing) {
      event.preventDefault();
      const line = this.#text.slice(this.#starts[this.#lineOf(this.caret)], this.caret);
      document.execCommand('insertText', false, `\n${/^[ \t]*/.exec(line)[0]}`);
    }
    if (event.key !== 'Shift') this.#leaves = false;
  }

  #leaves = false;

  #lineOf(offset) {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  #redraw() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#draw();
    });
  }

  #draw() {
    const { scrollTop, scrollLeft, clientHeight } = this.#field;
    const first = Math.max(0, Math.floor(scrollTop / this.#lineHeight) - MARGIN);
    const last = Math.min(this.#starts.length, Math.ceil((scrollTop + clientHeight) / this.#lineHeight) + MARGIN);
    const top = first * this.#lineHeight - scrollTop;
    this.#drawn.style.transform = `translate(${-scrollLeft}px, ${top}px)`;
    this.#numbers.style.transform = `translateY(${top}px)`;
    this.#numbers.style.minWidth = `${Math.max(3, String(this.#starts.length).length) + 1}ch`;
    const [numbers, lines] = [[], []];
    for (let line = first; line < last; line++) {
      numbers.push(line + 1);
      lines.push(this.#line(line));
    }
    this.#numbers.textContent = numbers.join('\n');
    this.#drawn.replaceChildren(...lines);
  }

  #line(line) {
    const element = document.createElement('div');
    element.dataset.line = line;
    const start = this.#starts[line];
    const end = line + 1 < this.#starts.length ? this.#starts[line + 1] - 1 : this.#text.length;
    const tokens = within(this.#tokens, start, end);
    const marks = this.#marks.filter((it) => it.start < end && it.end > start);
    const cuts = new Set([start, end]);
    for (const it of [...tokens, ...marks]) {
      cuts.add(Math.max(start, it.start)).add(Math.min(end, it.end));
    }
    const places = [...cuts].sort((a, b) => a - b);
    for (let index = 0; index + 1 < places.length; index++) {
      const [from, to] = [places[index], places[index + 1]];
      const covers = (it) => it.start <= from && it.end >= to;
      const [token, mark] = [tokens.find(covers), marks.find(covers)];
      const text = this.#text.slice(from, to);
      if (!token && !mark) {
        element.append(text);
        continue;
      }
      const span = document.createElement('span');
      span.textContent = text;
      if (token) span.classList.add(`t-${token.kind}`);
      if (mark) span.classList.add('mark', mark.severity);
      element.append(span);
    }
    return element;
  }
}

/** The tokens that touch a range. `tokens` are sorted and do not overlap. */
function within(tokens, start, end) {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle].end <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while (last < tokens.length && tokens[last].start < end) last++;
  return tokens.slice(low, last);
}

function lastRect(line) {
  const range = document.createRange();
  range.selectNodeContents(line);
  return range.getBoundingClientRect();
}
