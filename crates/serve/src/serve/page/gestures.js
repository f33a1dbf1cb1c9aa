// What a mouse, a finger or a pen does on the board: taps, strokes, drags and long presses.

/** Farther than this a press is a drag, in pixels. */
const SLACK = 6;
/** A finger that rests as long as this acts like the right button, in milliseconds. */
const LONG = 450;

export class Gestures {
  /** Listens on the board of a view. */
  constructor(view) {
    this.view = view;
    const { board } = view;
    board.addEventListener("pointerdown", event => this.press(event));
    board.addEventListener("pointermove", event => this.move(event));
    board.addEventListener("pointerleave", () => { this.hovered = null; view.on.hover(null); });
    board.addEventListener("contextmenu", event => event.preventDefault());
    addEventListener("pointerup", event => this.release(event));
    addEventListener("pointercancel", () => this.drop());
    addEventListener("pointermove", event => this.pan(event));
  }

  /** The cell at a point of the window. */
  at(event) {
    const box = this.view.board.getBoundingClientRect();
    const [r, c] = [Math.floor((event.clientY - box.top) / this.view.pitch), Math.floor((event.clientX - box.left) / this.view.pitch)];
    return r >= 0 && r < this.view.rows && c >= 0 && c < this.view.cols ? [r, c] : null;
  }

  press(event) {
    const at = this.at(event);
    if (!at) return;
    // Without this a finger's moves would all belong to the first cell.
    event.target.releasePointerCapture?.(event.pointerId);
    if (event.button === 2) {
      event.preventDefault();
      this.view.focusOn(...at, false);
      return this.view.on.second(...at);
    }
    if (event.button === 0 && this.view.on.paints()) {
      event.preventDefault();
      this.painting = at;
      this.view.focusOn(...at, false);
      return this.view.on.stroke(...at, true);
    }
    if (event.button > 1) return;
    event.preventDefault();
    this.held = { at, button: event.button, x: event.clientX, y: event.clientY, left: this.view.scroller.scrollLeft, top: this.view.scroller.scrollTop, mouse: event.pointerType === "mouse" };
    clearTimeout(this.long);
    if (!this.held.mouse) {
      this.long = setTimeout(() => {
        if (!this.held || this.held.moved) return;
        this.held = null;
        this.view.on.second(...at);
      }, LONG);
    }
  }

  move(event) {
    const at = this.at(event);
    if (!at) return;
    if (this.painting && event.buttons && this.painting.join() !== at.join()) {
      this.painting = at;
      this.view.on.stroke(...at, false);
    }
    if (event.pointerType === "mouse" && this.hovered?.join() !== at.join() && !this.held?.moved) {
      this.hovered = at;
      this.view.on.hover(...at);
    }
  }

  /** A drag of the mouse moves the board; fingers scroll by themselves. */
  pan(event) {
    const held = this.held;
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (Math.hypot(dx, dy) > SLACK) held.moved = true;
    if (held.moved && held.mouse) this.view.scroller.scrollTo(held.left - dx, held.top - dy);
  }

  release() {
    this.painting = null;
    clearTimeout(this.long);
    const held = this.held;
    this.held = null;
    if (!held || held.moved || held.button !== 0) return;
    this.view.focusOn(...held.at, false);
    this.view.on.tap(...held.at);
  }

  drop() {
    this.held = this.painting = null;
    clearTimeout(this.long);
  }
}
