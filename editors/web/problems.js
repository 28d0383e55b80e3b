// The list of diagnostics.

/** The elements for diagnostics and their notes. `follow` gets a place that was clicked. */
export function items(reports, follow) {
  return reports.flatMap((report) => {
    const notes = report.notes.map((note) => item(note, follow, true));
    return [item(report, follow, false), ...notes];
  });
}

function item(report, follow, isNote) {
  const element = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.classList.toggle('nested', isNote);
  const place = report.path === undefined ? '' : `${report.path}:${report.line} `;
  button.append(text('place', place), text(`word-${report.severity}`, `${report.severity}: `), report.message);
  if (report.path !== undefined) {
    button.addEventListener('click', () => follow(report.path, report.start, report.end));
  }
  element.append(button);
  return element;
}

function text(className, content) {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = content;
  return span;
}

export class Problems {
  #element;
  #follow;
  #reports = [];

  constructor(element, follow) {
    this.#element = element;
    this.#follow = follow;
  }

  show({ reports }) {
    this.#reports = reports;
    this.#element.replaceChildren(...items(reports, this.#follow));
  }

  /** The diagnostics of a file, which are underlined. */
  marks(path) {
    return this.#reports.filter((it) => it.path === path);
  }

  /** The diagnostics at an offset. */
  at(path, offset) {
    return this.marks(path).filter((it) => it.start <= offset && offset < Math.max(it.end, it.start + 1));
  }

  /** Shows the problem after an offset, or the first one. */
  next(path, offset) {
    const places = this.#reports.filter((it) => it.path !== undefined);
    const own = this.marks(path).sort((a, b) => a.start - b.start);
    const next = own.find((it) => it.start > offset) ?? places.find((it) => it.path !== path) ?? own[0];
    if (next) this.#follow(next.path, next.start, next.end);
  }
}
