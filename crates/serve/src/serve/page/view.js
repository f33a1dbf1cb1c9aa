// The board on the screen. Only the cells in the window are elements, and cells too small to read are painted on a canvas,
// so that boards of any size pan and zoom.

const SIDES = [2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 26, 30, 36, 44, 54];
/** Below this side cells are painted. */
const READABLE = 15;
/** A board of so many cells has all of them as elements. */
const SMALL = 3000;
/** Rows and columns beyond the window that are elements too. */
const BEYOND = 3;
/** Farther than this a press is a drag. */
const SLACK = 6;

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
    const board = this.board;
    board.addEventListener("pointerdown", event => this.press(event));
    board.addEventListener("pointermove", event => this.move(event));
    board.addEventListener("pointerleave", () => { this.hovered = null; this.on.hover(null); });
    board.addEventListener("contextmenu", event => event.preventDefault());
    board.addEventListener("keydown", event => this.key(event));
    board.addEventListener("focusin", event => this.focused(event));
    addEventListener("pointerup", event => this.release(event));
    addEventListener("pointercancel", () => this.drop());
    addEventListener("pointermove", event => this.pan(event));
    addEventListener("resize", () => this.resized());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.palette = null; this.draw(); });
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
    this.drawCanvas();
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
    const risk = kind.includes("risk") ? riskColour(p, this.colours()) : "";
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

  /** Colours of the style sheet. */
  colours() {
    if (!this.palette) {
      const style = getComputedStyle(document.documentElement);
      const names = ["open", "covered", "safe", "mine", "unknown", "line", "ink", "focus", "mark", "risk0", "risk1", "risk2"];
      this.palette = Object.fromEntries(names.map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
      this.palette.clues = Array.from({ length: 9 }, (_, n) => style.getPropertyValue(`--c${n}`).trim());
    }
    return this.palette;
  }

  drawCanvas() {
    const { canvas, scroller, pitch, side } = this;
    canvas.hidden = !this.painted;
    if (!this.painted) return;
    const colours = this.colours(), ratio = devicePixelRatio || 1;
    const x = scroller.scrollLeft, y = scroller.scrollTop;
    const wide = Math.max(1, Math.min(scroller.clientWidth - this.labelWidth(), this.cols * pitch - x));
    const high = Math.max(1, Math.min(scroller.clientHeight - this.labelHeight(), this.rows * pitch - y));
    Object.assign(canvas, { width: Math.ceil(wide * ratio), height: Math.ceil(high * ratio) });
    Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px`, left: `${x}px`, top: `${y}px` });
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, -x * ratio, -y * ratio);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = `700 ${Math.round(side * 0.8)}px system-ui, sans-serif`;
    const gap = side >= 5 ? 1 : 0, [top, bottom, left, right] = this.window(0);
    pen.fillStyle = colours.line;
    pen.fillRect(x, y, wide, high);
    for (let r = top; r < bottom; r++) {
      for (let c = left; c < right; c++) {
        const { kind, p = null } = this.on.look(r, c);
        const has = name => kind.includes(name);
        const clue = /open n([1-8])/.exec(kind)?.[1];
        pen.fillStyle = has("mine") ? colours.mine : has("safe") ? colours.safe : has("unknown") ? colours.unknown
          : has("risk") ? riskColour(p, colours) : has("open") || has("blank") ? colours.open : colours.covered;
        pen.fillRect(c * pitch, r * pitch, pitch - gap, pitch - gap);
        const middle = [(c + 0.5) * pitch, (r + 0.5) * pitch];
        if (clue && side >= 8) {
          pen.fillStyle = colours.clues[clue];
          pen.fillText(clue, ...middle);
        } else if (clue) {
          pen.globalAlpha = 0.15;
          pen.fillStyle = colours.clues[clue];
          pen.fillRect(c * pitch, r * pitch, pitch - gap, pitch - gap);
          pen.globalAlpha = 1;
        } else if ((has("mine") || has("flag")) && side >= 3) {
          pen.fillStyle = has("flag") ? colours.clues[3] : "#fff";
          pen.beginPath();
          pen.arc(...middle, side * 0.24, 0, 7);
          pen.fill();
        }
        if (this.named.has(r * this.cols + c)) {
          pen.strokeStyle = colours.mark;
          pen.lineWidth = 2;
          pen.strokeRect(c * pitch - 1, r * pitch - 1, pitch + 2, pitch + 2);
        }
      }
    }
  }

  /** Marks cells: a list of [row, col, class]. */
  mark(marks) {
    this.marks = marks;
    this.draw();
  }

  // --- Pointer --------------------------------------------------------------------------------------------------

  /** The cell at a point of the window. */
  at(event) {
    const box = this.board.getBoundingClientRect();
    const [r, c] = [Math.floor((event.clientY - box.top) / this.pitch), Math.floor((event.clientX - box.left) / this.pitch)];
    return r >= 0 && r < this.rows && c >= 0 && c < this.cols ? [r, c] : null;
  }

  press(event) {
    const at = this.at(event);
    if (!at) return;
    // Without this a finger's moves would all belong to the first cell.
    event.target.releasePointerCapture?.(event.pointerId);
    if (event.button === 2) {
      event.preventDefault();
      this.focusOn(...at, false);
      return this.on.second(...at);
    }
    if (event.button === 0 && this.on.paints()) {
      event.preventDefault();
      this.painting = at;
      this.focusOn(...at, false);
      return this.on.stroke(...at, true);
    }
    if (event.button > 1) return;
    event.preventDefault();
    this.held = { at, button: event.button, x: event.clientX, y: event.clientY, left: this.scroller.scrollLeft, top: this.scroller.scrollTop, mouse: event.pointerType === "mouse" };
    clearTimeout(this.long);
    if (!this.held.mouse) {
      this.long = setTimeout(() => {
        if (!this.held || this.held.moved) return;
        this.held = null;
        this.on.second(...at);
      }, 450);
    }
  }

  move(event) {
    const at = this.at(event);
    if (!at) return;
    if (this.painting && event.buttons && this.painting.join() !== at.join()) {
      this.painting = at;
      this.on.stroke(...at, false);
    }
    if (event.pointerType === "mouse" && this.hovered?.join() !== at.join() && !this.held?.moved) {
      this.hovered = at;
      this.on.hover(...at);
    }
  }

  /** A drag of the mouse moves the board; fingers scroll by themselves. */
  pan(event) {
    const held = this.held;
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (Math.hypot(dx, dy) > SLACK) held.moved = true;
    if (held.moved && held.mouse) this.scroller.scrollTo(held.left - dx, held.top - dy);
  }

  release() {
    this.painting = null;
    clearTimeout(this.long);
    const held = this.held;
    this.held = null;
    if (!held || held.moved || held.button !== 0) return;
    this.focusOn(...held.at, false);
    this.on.tap(...held.at);
  }

  drop() {
    this.held = this.painting = null;
    clearTimeout(this.long);
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

const parts = colour => [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16));

/** The colour of a chance strictly between 0 and 1: three colours of the style sheet. */
export function riskColour(p, { risk0, risk1, risk2 }) {
  const [from, to, share] = p < 0.5 ? [risk0, risk1, 2 * p] : [risk1, risk2, 2 * p - 1];
  const [a, b] = [parts(from), parts(to)];
  return `rgb(${a.map((x, i) => Math.round(x + (b[i] - x) * share)).join(", ")})`;
}
