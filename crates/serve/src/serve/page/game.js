// Games: a whole game comes in one answer and is stepped through here.

export class Game {
  /** `show(rows, mines, marks)` puts a position on the board; `ask(path, body)` asks the service. */
  constructor(elements, { show, ask, chance }) {
    Object.assign(this, { elements, show, ask, chance });
    const on = (name, what) => elements[name].addEventListener("click", what);
    on("deal", () => this.deal());
    on("first", () => this.go(0));
    on("back", () => this.go(this.step - 1));
    on("next", () => this.go(this.step + 1));
    on("last", () => this.go(this.game.steps.length));
    elements.slider.addEventListener("input", () => this.go(Number(elements.slider.value)));
  }

  async deal() {
    const [rows, cols, mines] = this.elements.level.value.split(",").map(Number);
    const { player, seed, start } = this.elements;
    const game = await this.ask("/api/game", {
      rows, cols, mines, seed: Number(seed.value) || 0, player: player.value, start: start.value,
      at: start.value === "zero" ? [rows >> 1, cols >> 1] : [0, 0],
    });
    if (!game?.steps) return;
    this.game = game;
    this.positions = [game.start];
    for (const step of game.steps) {
      const rows = this.positions.at(-1).map(row => [...row]);
      for (const [r, c, letter] of step.shown) rows[r][c] = letter;
      this.positions.push(rows.map(row => row.join("")));
    }
    this.elements.slider.max = game.steps.length;
    this.elements.steps.hidden = false;
    this.go(0);
  }

  go(step) {
    if (!this.game) return;
    this.step = Math.max(0, Math.min(this.game.steps.length, step));
    this.elements.slider.value = this.step;
    const { first, back, next, last } = this.elements;
    first.disabled = back.disabled = this.step === 0;
    next.disabled = last.disabled = this.step === this.game.steps.length;
    const upcoming = this.game.steps[this.step];
    this.show(this.positions[this.step], this.game.mines, upcoming ? [[...upcoming.cell, "upcoming"]] : []);
    this.tell();
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
    this.elements.move.textContent = text;
  }

  /** The board was edited: it is not a position of the game any more. */
  leave() {
    this.game = null;
    this.elements.steps.hidden = true;
  }
}
