// A game by hand. The service holds the mines: each question has all clicks so far, each answer what they show. Flags are
// the person's own and stay here.

import { ask, cancel } from "./service.js";
import { around, nameOf } from "./board.js";
import { chanceOf, leastRisk, looksOf } from "./answers.js";

export class Play {
  /** `changed()` after everything that changes how the board or the summary looks. */
  constructor(changed) {
    this.changed = changed;
    this.deal = null;
    this.turn = Promise.resolve();
  }

  get over() { return this.result !== "playing"; }
  get covered() { return this.rows.join("").split("#").length - 1; }

  /** Begins a game. `deal` has rows, cols, mines, seed and start, or a field with its first cell. */
  begin(deal) {
    const { rows, cols } = deal;
    Object.assign(this, {
      deal, acts: [], at: null, rows: Array.from({ length: rows }, () => "#".repeat(cols)), flags: new Set(), result: "playing",
      said: "", answer: null, field: null, exploded: null, bv3: null, began: null, ended: null, helped: new Set(), certain: false, odds: false,
    });
    this.forget();
    if (deal.field && deal.at) this.open(...deal.at);
    this.changed();
  }

  leave() {
    this.forget();
    cancel("play");
    this.deal = null;
  }

  /** The hints are of another position. */
  forget() {
    this.answer = null;
    cancel("hint");
  }

  index(r, c) { return r * this.deal.cols + c; }
  letter(r, c) { return this.rows[r][c]; }
  near(r, c) { return around(this.deal.rows, this.deal.cols, r, c); }

  /** The position as the service takes it: flags may be wrong and count as covered. */
  position() { return { board: this.rows, mines: this.deal.mines }; }

  look(r, c) {
    const letter = this.letter(r, c), flagged = this.flags.has(this.index(r, c));
    if (letter !== "#") return { kind: `open n${letter}`, text: letter === "0" ? "" : letter, label: nameOf(letter) };
    if (this.field) {
      const mine = this.field[r][c] === "*";
      if (this.exploded?.[0] === r && this.exploded[1] === c) return { kind: "mine exploded", text: "✹", label: "the mine that was opened" };
      if (flagged) return mine ? { kind: "flag", text: "⚑", label: "flag" } : { kind: "wrong", text: "⚑", label: "wrong flag" };
      if (mine) return { kind: "mine", text: "●", label: "mine" };
      return { kind: "covered", label: "covered" };
    }
    const hint = looksOf(this.answer, r, c, this.odds ? "chances" : this.certain ? "verdicts" : "nothing");
    const label = `${flagged ? "flag" : "covered"}${hint.label ? `, ${hint.label}` : ""}`;
    if (flagged) return { kind: hint.kind === "safe" ? "wrong" : "flag", text: "⚑", p: hint.p ?? null, label };
    return { kind: `covered ${hint.kind ?? ""}`, text: hint.text ?? "", p: hint.p ?? null, label };
  }

  /** A tap: opens a cell, or the cells around a clue that has all its flags. */
  tap(r, c) {
    if (this.over) return;
    if (this.letter(r, c) !== "#") return this.chord(r, c);
    if (this.flags.has(this.index(r, c))) return this.tell("A flag is here: take it away to open the cell.");
    this.act([[r, c]]);
  }

  open(r, c) { this.act([[r, c]]); }

  chord(r, c) {
    const near = [...this.near(r, c)].filter(([i, j]) => this.letter(i, j) === "#");
    const free = near.filter(([i, j]) => !this.flags.has(this.index(i, j)));
    const flags = near.length - free.length, clue = Number(this.letter(r, c));
    if (!free.length) return;
    if (flags !== clue) return this.tell(`${clue} mines are around (${r}, ${c}) and ${flags} flags: no cell is opened.`);
    this.act(free);
  }

  flag(r, c) {
    if (this.over || this.letter(r, c) !== "#") return;
    const at = this.index(r, c);
    if (!this.flags.delete(at)) this.flags.add(at);
    this.tell(this.advice());
  }

  takeBack() {
    if (!this.acts.length) return;
    this.turn = this.turn.then(async () => {
      this.acts.pop();
      if (!this.acts.length) return this.begin(this.deal);
      await this.send();
    });
  }

  /** Clicks wait for the answers to those before them. */
  act(opens) {
    const deal = this.deal;
    this.turn = this.turn.then(async () => {
      if (this.deal !== deal || this.over) return;
      this.acts.push(opens);
      if (!await this.send()) this.acts.pop();
    });
  }

  /** Asks what all clicks show. */
  async send() {
    const { deal } = this;
    const first = this.acts[0][0];
    const { at, ...question } = deal;
    const promised = (deal.start ?? "none") !== "none";
    const opens = this.acts.flat();
    const body = promised ? { ...question, at: at ?? first, opens: opens.slice(1) } : { ...question, opens };
    // A field's text has its size.
    if (deal.field) { delete body.rows; delete body.cols; delete body.mines; }
    const said = await ask("/api/play", body, "play");
    if (!said || this.deal !== deal) return false;
    this.began ??= performance.now();
    this.forget();
    const wasOver = this.over;
    Object.assign(this, { rows: said.board, result: said.result, field: said.field ?? null, exploded: said.exploded ?? null, bv3: said.bv3, said: "" });
    for (const at of this.flags) if (this.letter(Math.floor(at / deal.cols), at % deal.cols) !== "#") this.flags.delete(at);
    if (this.over && !wasOver) this.ended = performance.now();
    if (this.result === "lost") this.blame();
    this.changed();
    this.ask();
    return true;
  }

  /** How likely the opened mine was one. */
  async blame() {
    const { exploded, acts } = this;
    const said = await ask("/api/count", this.position(), "hint");
    const p = chanceOf(said, ...exploded);
    if (p === null || this.acts !== acts || this.exploded !== exploded) return;
    this.tell(p === 1 ? "It was certainly a mine." : `It was a mine with ${(100 * p).toFixed(1)} %.`);
  }

  tell(text) {
    this.said = text;
    this.changed();
  }

  /** Switches a kind of hint on or off: `certain` or `odds`. */
  help(kind) {
    if (this.over) return;
    this[kind] = !this[kind];
    this.said = this.advice();
    this.changed();
    this.ask();
  }

  /** Asks for the hints that are switched on. */
  async ask() {
    if (this.over || !(this.certain || this.odds) || this.answer) return;
    const { rows } = this;
    const said = await ask("/api/count", this.position(), "hint");
    if (!said || this.rows !== rows || !(this.certain || this.odds)) return;
    this.answer = said;
    this.helped.add(rows.join());
    this.said = this.advice();
    this.changed();
  }

  /** The hints in a sentence, while they are switched on. */
  advice() {
    const { answer } = this;
    if (!answer || !(this.certain || this.odds)) return "";
    if (answer.status !== "ok") return answer.message ?? answer.status;
    const safe = answer.classes.join("").split("s").length - 1, least = leastRisk(answer);
    if (safe) return `${safe} covered cells are certainly safe.`;
    return least ? `No cell is certainly safe; least risk (${least[0]}, ${least[1]}), ${(100 * least[2]).toFixed(1)} %.` : "";
  }

  /** The cell that the hints recommend where nothing is safe. */
  marks() {
    const helped = this.answer && !this.over && (this.certain || this.odds);
    const least = helped ? leastRisk(this.answer) : null;
    return least && least[2] > 0 ? [[least[0], least[1], "upcoming"]] : [];
  }

  summary() {
    const { deal, flags } = this;
    if (!this.over) {
      const left = this.covered - deal.mines;
      const text = this.acts.length ? `${deal.mines - flags.size} of ${deal.mines} mines left, ${left} safe cells to open.` : `Open the first cell. ${deal.mines} mines.`;
      return `Playing: ${text} ${this.said}`;
    }
    const seconds = ((this.ended - this.began) / 1000).toFixed(1);
    const help = this.helped.size ? `, hints at ${this.helped.size} position${this.helped.size > 1 ? "s" : ""}` : "";
    const facts = `${seconds} s, ${this.acts.length} clicks (the fewest without flags: ${this.bv3})${help}.`;
    if (this.result === "won") return `Won: ${facts}`;
    return `Lost at (${this.exploded.join(", ")}). ${this.said} ${facts}`;
  }
}
