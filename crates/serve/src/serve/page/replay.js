// A game of a player: it comes whole in one answer and is stepped through here, by hand or by itself.

import { ask, cancel } from "./service.js";
import { element } from "./answers.js";

export class Replay {
  /** `show(rows, mines, marks)` puts a position on the board; `chance(r, c)` is that of the position; `size()` its size. */
  constructor({ show, chance, size }) {
    Object.assign(this, { show, chance, size, timer: null });
    const on = (name, what) => element(name).addEventListener("click", what);
    on("deal", () => this.deal());
    on("first", () => this.jump(0));
    on("back", () => this.jump(this.step - 1));
    on("next", () => this.jump(this.step + 1));
    on("last", () => this.jump(this.game.steps.length));
    on("auto", () => this.timer ? this.stop() : this.run());
    element("slider").addEventListener("input", () => this.jump(Number(element("slider").value)));
    element("speed").addEventListener("change", () => { if (this.timer) this.run(); });
  }

  async deal() {
    this.stop();
    const [rows, cols, mines] = this.size();
    const start = element("start").value;
    const game = await ask("/api/game", {
      rows, cols, mines, seed: Number(element("seed").value) || 0, player: element("player").value, start,
      at: start === "zero" ? [rows >> 1, cols >> 1] : [0, 0],
    });
    if (!game) return;
    if (!game.steps) { element("steps").hidden = false; element("move").textContent = game.message ?? game.status; return; }
    this.game = game;
    this.positions = [game.start];
    for (const step of game.steps) {
      const rows = this.positions.at(-1).map(row => [...row]);
      for (const [r, c, letter] of step.shown) rows[r][c] = letter;
      this.positions.push(rows.map(row => row.join("")));
    }
    element("slider").max = game.steps.length;
    element("steps").hidden = false;
    this.go(0);
  }

  /** A step that the person asks for ends the automatic ones. */
  jump(step) {
    this.stop();
    this.go(step);
  }

  go(step) {
    if (!this.game) return;
    this.step = Math.max(0, Math.min(this.game.steps.length, step));
    const end = this.step === this.game.steps.length;
    element("slider").value = this.step;
    element("first").disabled = element("back").disabled = this.step === 0;
    element("next").disabled = element("last").disabled = end;
    if (end) this.stop();
    const upcoming = this.game.steps[this.step];
    this.show(this.positions[this.step], this.game.mines, upcoming ? [[...upcoming.cell, "upcoming"]] : []);
    this.tell();
  }

  /** Plays by itself, from the start again after the end. */
  run() {
    clearInterval(this.timer);
    if (this.step === this.game.steps.length) this.go(0);
    this.timer = setInterval(() => this.go(this.step + 1), 1000 / Number(element("speed").value));
    this.press(true);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.press(false);
  }

  press(runs) {
    element("auto").setAttribute("aria-pressed", runs);
    element("auto").textContent = runs ? "Pause" : "Auto";
  }

  /** Describes the next move; called again when the chances of the position are known. */
  tell() {
    if (!this.game) return;
    const { steps, result, player, message, nodes } = this.game;
    const upcoming = steps[this.step];
    let text = `${player}: move ${this.step} of ${steps.length}. `;
    if (upcoming) {
      const [r, c] = upcoming.cell, p = this.chance(r, c);
      text += `Next: ${upcoming.act}s (${r}, ${c}), ${upcoming.reason.replaceAll("_", " ")}`;
      if (upcoming.reason === "guess" && p !== null) text += `, a mine with ${(100 * p).toFixed(2)} %`;
      text += ".";
    } else {
      text += `The game is ${result}${message ? `: ${message}` : ""}.`;
      if (nodes !== null) text += ` ${nodes.toLocaleString("en")} nodes.`;
    }
    element("move").textContent = text;
  }

  /** The board was edited: it is not a position of the game any more. */
  leave() {
    this.stop();
    cancel("/api/game");
    this.game = null;
    element("steps").hidden = true;
  }
}
