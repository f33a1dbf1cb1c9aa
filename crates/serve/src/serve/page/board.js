// The board on the page: cells, painting, keys, and its encoding in a link.

export const LETTERS = "#012345678F_";
const NAMES = { "#": "covered", F: "flag", _: "open, number withheld" };

export const nameOf = letter => NAMES[letter] ?? `clue ${letter}`;

export class Board {
  /** `onEdit` after the user changed cells, `onPoint(row, col)` for the cell under pointer or focus. */
  constructor(element, { onEdit, onPoint }) {
    Object.assign(this, { element, onEdit, onPoint });
    this.brush = "1";
    this.history = [];
    this.mines = null;
    this.focus = [0, 0];
    this.resize(9, 9);
    element.addEventListener("pointerdown", event => this.press(event));
    element.addEventListener("pointermove", event => this.drag(event));
    element.addEventListener("pointerleave", () => this.onPoint(null));
    element.addEventListener("contextmenu", event => event.preventDefault());
    element.addEventListener("keydown", event => this.key(event));
    element.addEventListener("focusin", event => {
      const at = this.at(event.target);
      if (at) { this.focus = at; this.onPoint(...at); }
    });
    addEventListener("pointerup", () => { this.painting = null; });
    addEventListener("resize", () => this.fit());
  }

  get rows() { return this.cells.length; }
  get cols() { return this.cells[0].length; }
  rowStrings() { return this.cells.map(row => row.join("")); }

  /** Changes the size; cells in both boards stay. */
  resize(rows, cols) {
    const old = this.cells ?? [];
    this.set(Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => old[r]?.[c] ?? "#")));
  }

  /** Shows these rows of letters. */
  set(rows, mines = this.mines) {
    const cells = rows.map(row => [...row]);
    const sameSize = this.cells && cells.length === this.rows && cells[0].length === this.cols;
    this.cells = cells;
    this.mines = mines;
    if (!sameSize) this.build();
    this.draw();
  }

  build() {
    this.element.replaceChildren();
    this.elements = this.cells.map((row, r) => {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.style.display = "contents";
      const elements = row.map((_, c) => {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        cell.dataset.row = r;
        cell.dataset.col = c;
        line.append(cell);
        return cell;
      });
      this.element.append(line);
      return elements;
    });
    this.element.style.gridTemplateColumns = `repeat(${this.cols}, max-content)`;
    this.focus = [Math.min(this.focus[0], this.rows - 1), Math.min(this.focus[1], this.cols - 1)];
    this.elements[this.focus[0]][this.focus[1]].tabIndex = 0;
    this.fit();
  }

  /** Cells as large as the window allows, and never too small to hit. */
  fit() {
    const room = this.element.parentElement.clientWidth - 10;
    const side = Math.max(22, Math.min(36, Math.floor(room / this.cols) - 1));
    this.element.style.setProperty("--side", `${side}px`);
  }

  /** The answer for each cell: a function of (row, col) to {kind, p, text, label}. */
  paintAnswer(of) { this.answer = of; this.draw(); }

  draw() {
    const blank = this.answer ? null : {};
    this.cells.forEach((row, r) => row.forEach((letter, c) => {
      const cell = this.elements[r][c];
      let kind = "covered", text = "", label = nameOf(letter), p = null;
      if (letter >= "0" && letter <= "8") { kind = `open n${letter}`; text = letter === "0" ? "" : letter; }
      else if (letter === "F") { kind = "flag"; text = "⚑"; }
      else if (letter === "_") kind = "blank";
      else {
        const said = blank ?? this.answer(r, c) ?? {};
        kind = `covered ${said.kind ?? ""}`;
        text = said.text ?? "";
        p = said.p ?? null;
        if (said.label) label += `, ${said.label}`;
      }
      cell.className = `cell ${kind}`;
      cell.textContent = text;
      cell.setAttribute("aria-label", `row ${r}, column ${c}: ${label}`);
      if (p !== null) cell.style.setProperty("--strength", `${Math.round(Math.abs(2 * p - 1) * 90)}%`);
    }));
    this.marks?.forEach(([r, c, name]) => this.elements[r]?.[c]?.classList.add(name));
  }

  /** Marks cells: a list of [row, col, class]. */
  mark(marks) {
    this.marks?.forEach(([r, c, name]) => this.elements[r]?.[c]?.classList.remove(name));
    this.marks = marks;
    marks.forEach(([r, c, name]) => this.elements[r]?.[c]?.classList.add(name));
  }

  at(target) {
    const cell = target?.closest?.("#board .cell");
    return cell ? [Number(cell.dataset.row), Number(cell.dataset.col)] : null;
  }

  press(event) {
    const at = this.at(event.target);
    if (!at) return;
    // Without the capture a finger reports all cells it passes.
    event.target.releasePointerCapture?.(event.pointerId);
    this.remember();
    this.painting = event.button === 2 ? "#" : this.brush;
    this.focusOn(...at);
    this.put(...at, this.painting);
    event.preventDefault();
  }

  drag(event) {
    const at = this.at(document.elementFromPoint(event.clientX, event.clientY));
    if (!at) return;
    if (this.painting && event.buttons) this.put(...at, this.painting);
    if (this.pointed?.join() !== at.join()) { this.pointed = at; this.onPoint(...at); }
  }

  put(r, c, letter) {
    if (this.cells[r][c] === letter) return;
    this.cells[r][c] = letter;
    this.onEdit();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.at(event.target);
    if (!at) return;
    const [r, c] = at;
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    let letter = event.key === "f" ? "F" : event.key;
    if (["Delete", "Backspace", "?", "."].includes(letter)) letter = "#";
    if ([" ", "Enter"].includes(letter)) letter = this.brush;
    if (moves[event.key]) {
      const [dr, dc] = moves[event.key];
      this.focusOn(Math.max(0, Math.min(this.rows - 1, r + dr)), Math.max(0, Math.min(this.cols - 1, c + dc)));
    } else if (letter.length === 1 && LETTERS.includes(letter)) {
      this.remember();
      this.put(r, c, letter);
    } else return;
    event.preventDefault();
  }

  focusOn(r, c) {
    this.elements[this.focus[0]]?.[this.focus[1]]?.setAttribute("tabindex", "-1");
    this.focus = [r, c];
    const cell = this.elements[r][c];
    cell.tabIndex = 0;
    cell.focus({ preventScroll: false });
  }

  remember() {
    this.history.push([this.rowStrings(), this.mines]);
    if (this.history.length > 200) this.history.shift();
  }

  undo() {
    const before = this.history.pop();
    if (before) { this.set(...before); this.onEdit(); }
  }

  /** The fragment of a link: rows x cols, mines, cells; runs of more than three cells as letter~length~. */
  toFragment() {
    const cells = this.rowStrings().join("").replaceAll("#", ".");
    const packed = cells.replace(/(.)\1{3,}/g, (run, letter) => `${letter}~${run.length}~`);
    return `#board=${this.rows}x${this.cols},${this.mines ?? "?"},${packed}`;
  }

  /** Reads a link's fragment: [rows, mines], or null if it has no board. */
  static fromFragment(fragment, mostCells) {
    const found = /^#board=(\d{1,5})x(\d{1,5}),(\d{1,9}|\?),([.0-9F_~]*)$/.exec(decodeURIComponent(fragment));
    if (!found) return null;
    const [rows, cols] = [Number(found[1]), Number(found[2])];
    const size = rows * cols;
    if (!size || size > mostCells) return null;
    const cells = found[4].replace(/(.)~(\d{1,6})~/g, (_, letter, n) => letter.repeat(Math.min(n, size + 1)));
    if (cells.length !== size || !/^[.0-8F_]*$/.test(cells)) return null;
    const lines = Array.from({ length: rows }, (_, r) => cells.slice(r * cols, (r + 1) * cols).replaceAll(".", "#"));
    return [lines, found[3] === "?" ? null : Number(found[3])];
  }
}
