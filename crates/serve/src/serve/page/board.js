// A board: cells, total, history, and its encoding in a link.

export const LETTERS = "#012345678F_";
const NAMES = { "#": "covered", F: "flag", _: "open, number withheld" };

export const nameOf = letter => NAMES[letter] ?? `clue ${letter}`;

/** The cells around a cell. */
export function* around(rows, cols, r, c) {
  for (let i = Math.max(0, r - 1); i <= Math.min(rows - 1, r + 1); i++) {
    for (let j = Math.max(0, c - 1); j <= Math.min(cols - 1, c + 1); j++) if (i !== r || j !== c) yield [i, j];
  }
}

export class Board {
  constructor() {
    this.history = [];
    this.mines = null;
    this.resize(9, 9);
  }

  get rows() { return this.cells.length; }
  get cols() { return this.cells[0].length; }
  rowStrings() { return this.cells.map(row => row.join("")); }
  text() { return `${this.rows} ${this.cols} ${this.mines ?? "?"}\n${this.rowStrings().join("\n")}\n`; }

  /** Changes the size; cells in both boards stay. */
  resize(rows, cols) {
    const old = this.cells ?? [];
    this.cells = Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => old[r]?.[c] ?? "#"));
  }

  /** Takes rows of letters. */
  set(rows, mines = this.mines) {
    this.cells = rows.map(row => [...row]);
    this.mines = mines;
  }

  /** Sets a cell; true if it was another letter. */
  put(r, c, letter) {
    if (this.cells[r][c] === letter) return false;
    this.cells[r][c] = letter;
    return true;
  }

  remember() {
    this.history.push([this.rowStrings(), this.mines]);
    if (this.history.length > 200) this.history.shift();
  }

  /** The board before the last change; false if there is none. */
  undo() {
    const before = this.history.pop();
    if (before) this.set(...before);
    return Boolean(before);
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
