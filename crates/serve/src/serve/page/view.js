// The board on the screen. Only the cells in the window are elements, and cells too small to read are painted on a canvas,
// so that boards of any size pan and zoom.

import { Gestures } from "./gestures.js";
import { paint, palette, riskColour } from "./painter.js";

const SIDES = [2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 26, 30, 36, 44, 54];
/** Below this side cells are painted. */
const READABLE = 15;
/** On boards of up to this many cells all of them are elements. */
const SMALL = 3000;
/** Rows and columns beyond the window that are elements too. */
const BEYOND = 3;

const div = name => Object.assign(document.createElement("div"), { className: name });

export class View {
  /**
   * `on` has: look(r, c) -> {kind, text, label, p}; paints() -> true if a drag paints; stroke(r, c, isFirst); tap(r, c);
   * second(r, c) for the right button and a long press; hover(r, c) or hover(null); key(event, r, c) -> true if it is done.
   */
  constructor(scroller, on) {
    Object.assign(this, { scroller, on, rows: 0, cols: 0, focus: [0, 0], marks: [], lines: new Map(), side: 30, auto: true });
    this.plane = div("plane");
    this.corner = div("corner");
    this.top = div("ruler top");
    this.left = div("ruler left");
    this.field = div("field");
    this.canvas = document.createElement("canvas");
    this.board = div("");
    for (const part of [this.corner, this.top, this.left, this.canvas]) part.setAttribute("aria-hidden", "true");
    this.board.id = "board";
    this.board.setAttribute("role", "grid");
    this.board.setAttribute("aria-label", "Minesweeper board");
    this.field.append(this.canvas, this.board);
    this.plane.append(this.corner, this.top, this.left, this.field);
    scroller.append(this.plane);
    scroller.addEventListener("scroll", () => this.soon());
    scroller.addEventListener("wheel", event => this.wheel(event), { passive: false });
    new Gestures(this);
    this.board.addEventListener("keydown", event => this.key(event));
    this.board.addEventListener("focusin", event => this.focused(event));
    addEventListener("resize", () => this.resized());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  // --- Size and zoom --------------------------------------------------------------------------------------------

  get pitch() { return this.side >= 12 ? this.side + 1 : this.side; }
  get painted() { return this.side < READABLE; }

  /** Shows a board of this size; draws it. */
  show(rows, cols) {
    if (rows !== this.rows || cols !== this.cols) {
      Object.assign(this, { rows, cols, auto: true });
      this.board.setAttribute("aria-rowcount", rows);
      this.board.setAttribute("aria-colcount", cols);
      this.focus = [Math.min(this.focus[0], rows - 1), Math.min(this.focus[1], cols - 1)];
      this.scroller.scrollTo(0, 0);
      this.lay(this.usual());
    }
    this.draw();
  }

  room() {
    const wide = this.scroller.clientWidth - this.labelWidth() - 4;
    const high = this.scroller.clientHeight - this.labelHeight() - 4;
    return [Math.max(60, wide), Math.max(60, high)];
  }

  labelWidth() { return 10 + 7 * String(this.rows - 1).length; }
  labelHeight() { return 17; }

  /** Cells as large as the width allows, and never too small to hit. */
  usual() {
    return Math.max(22, Math.min(36, Math.floor(this.room()[0] / this.cols) - 1));
  }

  /** The whole board. */
  fit() {
    // The height that the window allows, whatever the board takes now.
    const high = parseFloat(getComputedStyle(this.scroller).maxHeight) - this.labelHeight() - 8;
    const most = Math.min(this.room()[0] / this.cols, (high || 400) / this.rows) - 1;
    this.zoomTo(Math.max(2, Math.min(54, Math.floor(most >= 12 ? most : most + 1))));
    this.scroller.scrollTo(0, 0);
  }

  /** One step larger or smaller, around a point of the window (its middle by default). */
  zoom(step, x, y) {
    const next = step > 0 ? SIDES.find(side => side > this.side) : SIDES.findLast(side => side < this.side);
    if (next) this.zoomTo(next, x, y);
  }

  zoomTo(side, x = this.scroller.clientWidth / 2, y = this.scroller.clientHeight / 2) {
    const left = x - this.labelWidth(), top = y - this.labelHeight();
    const at = [(this.scroller.scrollLeft + left) / this.pitch, (this.scroller.scrollTop + top) / this.pitch];
    this.auto = false;
    this.lay(side);
    this.scroller.scrollTo(at[0] * this.pitch - left, at[1] * this.pitch - top);
    this.draw();
  }

  lay(side) {
    this.side = side;
    this.board.classList.toggle("painted", this.painted);
    const { plane, field } = this;
    plane.style.setProperty("--side", `${side}px`);
    plane.style.gridTemplateColumns = `${this.labelWidth()}px max-content`;
    plane.style.gridTemplateRows = `${this.labelHeight()}px max-content`;
    field.style.width = `${this.cols * this.pitch}px`;
    field.style.height = `${this.rows * this.pitch}px`;
    this.lost ||= this.board.contains(document.activeElement);
    this.board.replaceChildren();
    this.lines.clear();
  }

  resized() {
    if (this.auto && this.rows) this.lay(this.usual());
    this.draw();
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = this.scroller.getBoundingClientRect();
    this.zoom(event.deltaY < 0 ? 1 : -1, event.clientX - box.left, event.clientY - box.top);
  }

  // --- Drawing --------------------------------------------------------------------------------------------------

  /** Draws before the next frame. */
  soon() {
    this.frame ??= requestAnimationFrame(() => { this.frame = null; this.draw(); });
  }

  /** The rows and columns in the window: [first row, behind the last, first column, behind the last]. */
  window(beyond) {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.scroller, pitch = this.pitch;
    const low = at => Math.max(0, Math.floor(at / pitch) - beyond);
    const high = (at, length, most) => Math.min(most, Math.ceil((at + length) / pitch) + beyond);
    return [low(scrollTop), high(scrollTop, clientHeight, this.rows), low(scrollLeft), high(scrollLeft, clientWidth, this.cols)];
  }

  draw() {
    if (!this.rows) return;
    const whole = !this.painted && this.rows * this.cols <= SMALL;
    const [top, bottom, left, right] = whole ? [0, this.rows, 0, this.cols] : this.window(BEYOND);
    const [row, col] = this.focus;
    const rows = this.painted ? [] : Array.from({ length: bottom - top }, (_, i) => top + i);
    if (!rows.includes(row)) { rows.push(row); rows.sort((a, b) => a - b); }
    this.named = new Map();
    for (const [r, c, name] of this.marks) {
      const at = r * this.cols + c;
      this.named.set(at, `${this.named.get(at) ?? ""} ${name}`);
    }
    for (const [r, line] of this.lines) if (!rows.includes(r)) { line.element.remove(); this.lines.delete(r); }
    let before = this.board.firstChild;
    for (const r of rows) {
      const line = this.line(r);
      if (line.element === before) before = before.nextSibling;
      else this.board.insertBefore(line.element, before);
      const inside = !this.painted && r >= top && r < bottom;
      this.fill(line, r, inside ? left : col, inside ? right : col + 1, r === row ? col : null);
    }
    this.drawRulers();
    paint(this);
    if (this.lost) {
      this.lost = false;
      this.lines.get(row).cells.get(col).focus({ preventScroll: true });
    }
  }

  line(r) {
    let line = this.lines.get(r);
    if (!line) {
      line = { element: div("line"), cells: new Map() };
      line.element.setAttribute("role", "row");
      line.element.setAttribute("aria-rowindex", r + 1);
      line.element.style.top = `${r * this.pitch}px`;
      this.lines.set(r, line);
    }
    return line;
  }

  /** The cells of a row from `left` to before `right`, and the one with the focus. */
  fill(line, r, left, right, focus) {
    for (const [c, cell] of line.cells) if ((c < left || c >= right) && c !== focus) { cell.remove(); line.cells.delete(c); }
    let before = line.element.firstChild;
    const place = c => {
      let cell = line.cells.get(c);
      if (!cell) {
        cell = div("");
        cell.setAttribute("role", "gridcell");
        cell.setAttribute("aria-colindex", c + 1);
        cell.tabIndex = -1;
        cell.dataset.row = r;
        cell.dataset.col = c;
        cell.style.left = `${c * this.pitch}px`;
        line.cells.set(c, cell);
      }
      if (cell === before) before = before.nextSibling;
      else line.element.insertBefore(cell, before);
      this.dress(cell, r, c);
    };
    if (focus !== null && focus < left) place(focus);
    for (let c = left; c < right; c++) place(c);
    if (focus !== null && focus >= right) place(focus);
  }

  dress(cell, r, c) {
    const { kind, text = "", label, p = null } = this.on.look(r, c);
    const marks = this.named.get(r * this.cols + c) ?? "";
    const risk = kind.includes("risk") ? riskColour(p, palette()) : "";
    const key = `${kind}|${marks}|${text}|${label}|${risk}`;
    const tab = this.focus[0] === r && this.focus[1] === c ? 0 : -1;
    if (cell.tabIndex !== tab) cell.tabIndex = tab;
    if (cell.looks === key) return;
    cell.looks = key;
    cell.className = `cell ${kind}${marks}`;
    cell.textContent = this.side < 22 && kind.includes("risk") ? "" : text;
    cell.style.backgroundColor = risk;
    cell.setAttribute("aria-label", `row ${r}, column ${c}: ${label}`);
    if (marks.includes("pinned")) cell.setAttribute("aria-selected", "true");
    else cell.removeAttribute("aria-selected");
  }

  drawRulers() {
    const [top, bottom, left, right] = this.window(0);
    const ruler = (element, from, to, least, place) => {
      const step = [1, 2, 5, 10, 20, 50, 100].find(step => step * this.pitch >= least) ?? 200;
      const marks = [];
      for (let i = Math.ceil(from / step) * step; i < to; i += step) {
        const mark = document.createElement("span");
        mark.textContent = i;
        mark.style[place] = `${Math.max(6, (i + 0.5) * this.pitch)}px`;
        marks.push(mark);
      }
      element.replaceChildren(...marks);
    };
    ruler(this.top, left, right, 8 + 7 * String(this.cols - 1).length, "left");
    ruler(this.left, top, bottom, 14, "top");
  }

  /** Marks cells: a list of [row, col, class]. */
  mark(marks) {
    this.marks = marks;
    this.draw();
  }

  // --- Keys -----------------------------------------------------------------------------------------------------

  focused(event) {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    this.focus = [Number(cell.dataset.row), Number(cell.dataset.col)];
    if (cell.matches(":focus-visible")) this.on.hover(...this.focus);
  }

  key(event) {
    const [r, c] = this.focus;
    const { rows, cols } = this, jump = event.ctrlKey || event.metaKey;
    const moves = {
      ArrowUp: [r - 1, c], ArrowDown: [r + 1, c], ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1], PageUp: [r - 10, c],
      PageDown: [r + 10, c], Home: [jump ? 0 : r, 0], End: [jump ? rows - 1 : r, cols - 1],
    };
    const zooms = { "+": 1, "=": 1, "-": -1 };
    if (moves[event.key] && !event.altKey) {
      const within = (at, most) => Math.max(0, Math.min(most - 1, at));
      this.focusOn(within(moves[event.key][0], rows), within(moves[event.key][1], cols), true);
      this.on.hover(...this.focus);
    } else if (jump || event.altKey) return;
    else if (zooms[event.key]) {
      this.zoom(zooms[event.key]);
      this.focusOn(r, c, true);
    } else if (!this.on.key(event, r, c)) return;
    event.preventDefault();
  }

  /** Gives a cell the focus; `follow`: and brings it into the window. */
  focusOn(r, c, follow) {
    this.focus = [r, c];
    if (follow) this.reveal(r, c);
    this.draw();
    this.lines.get(r).cells.get(c).focus({ preventScroll: true });
  }

  /** Scrolls until a cell is in the window, with one beside it. */
  reveal(r, c) {
    const { scroller, pitch } = this;
    const near = (at, from, length) => Math.max(Math.min(from, Math.max(0, at - pitch)), at + 2 * pitch - length);
    scroller.scrollLeft = near(c * pitch, scroller.scrollLeft, scroller.clientWidth - this.labelWidth());
    scroller.scrollTop = near(r * pitch, scroller.scrollTop, scroller.clientHeight - this.labelHeight());
  }
}
