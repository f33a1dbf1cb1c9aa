// The page: asks the service about the board after every change, and shows the answer.

import { Board, LETTERS, nameOf } from "./board.js";
import { Game } from "./game.js";

const element = id => document.getElementById(id);
const make = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);
const percent = p => p === 0 ? "0" : p === 1 ? "100" : String(Math.max(1, Math.min(99, Math.round(100 * p))));
const long = text => text.length <= 40 ? text.replace(/\B(?=(\d{3})+$)/g, "\u202f") : `${text[0]}.${text.slice(1, 6)}e${text.length - 1}`;

let about = { limits: { cells: 10000 }, counters: {}, engines: [], players: [] };
let answer = null;

// --- Talking to the service -----------------------------------------------------------------------------------

/** One running question per kind: a newer one cancels it, which stops the work of the service too. */
const running = new Map();

async function ask(path, body, kind = path) {
  running.get(kind)?.abort();
  const control = new AbortController();
  running.set(kind, control);
  document.body.classList.add("busy");
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: control.signal,
    });
    const said = await response.json();
    if (said.error) { problem(said.error); return null; }
    return said;
  } catch (error) {
    if (error.name !== "AbortError") problem({ message: "the service does not answer; is minesat serve still running?" });
    return null;
  } finally {
    if (running.get(kind) === control) {
      running.delete(kind);
      if (!running.size) document.body.classList.remove("busy");
    }
  }
}

function problem(error) {
  const box = element("problem");
  box.hidden = !error;
  board.mark(board.marks?.filter(mark => mark[2] !== "bad") ?? []);
  if (!error) return;
  box.replaceChildren(make("strong", error.message));
  if (error.shown) box.append(make("pre", error.shown));
}

// --- The board ------------------------------------------------------------------------------------------------

const board = new Board(element("board"), {
  onEdit: () => { game.leave(); board.paintAnswer(board.answer); changed(); },
  onPoint: (r, c) => point(r, c),
});

const position = () => ({ board: board.rowStrings(), mines: board.mines });

let wait;
/** The board has changed: updates the fields, and asks the service after a short pause. */
function changed() {
  element("rows").value = board.rows;
  element("cols").value = board.cols;
  element("mines").value = board.mines ?? "?";
  if (document.activeElement !== element("text")) {
    element("text").value = `${board.rows} ${board.cols} ${board.mines ?? "?"}\n${board.rowStrings().join("\n")}\n`;
  }
  clearTimeout(wait);
  wait = setTimeout(refresh, 40);
}

/** Puts the board into the address, but not at every stroke of a drag: browsers limit how often it may change. */
const address = () => history.replaceState(null, "", board.toFragment());

async function refresh() {
  address();
  const query = element("query").value;
  const body = { ...position(), engine: spec() };
  if (query !== "count") body.query = query;
  const said = await ask(query === "count" ? "/api/count" : "/api/solve", body, "answer");
  if (!said) return;
  problem(null);
  answer = said;
  board.paintAnswer(cellAnswer);
  summary();
  game.tell();
  if (pointed) point(...pointed);
  if (answer.status === "inconsistent") why(null);
}

const chance = (r, c) => answer?.probabilities?.[r]?.[c] ?? null;

/** The answer for a covered cell. */
function cellAnswer(r, c) {
  const letter = answer?.classes?.[r]?.[c], p = chance(r, c), model = answer?.model?.[r]?.[c];
  const show = element("show").value;
  if (show === "nothing" || !answer) return {};
  if (model === "*" || model === "-") return { kind: model === "*" ? "mine" : "", text: model === "*" ? "●" : "", label: model === "*" ? "mine in this model" : "no mine in this model" };
  const words = { s: "safe", m: "mine", o: "open", u: "unknown" };
  // Until a new answer arrives, the old one has no verdict for cells that have just been covered.
  if (!words[letter]) return {};
  const label = p === null || p === 0 || p === 1 ? words[letter] : `${words[letter]}, a mine with ${percent(p)} %`;
  if (letter === "s") return { kind: "safe", text: "✓", p, label };
  if (letter === "m") return { kind: "mine", text: "●", p, label };
  if (letter === "u") return { kind: "unknown", text: "", label };
  if (p === null || show === "verdicts") return { label };
  return { kind: p < 0.5 ? "cold" : "hot", text: percent(p), p, label };
}

const statusWords = {
  timeout: "the time limit ran out", memory: "the memory limit ran out",
  unsupported: "this engine cannot do that", error: "the engine failed",
};

function summary() {
  const rows = answer.classes?.join("") ?? "";
  const count = letter => rows.split(letter).length - 1;
  let text;
  if (answer.status === "inconsistent") text = "Inconsistent: no placement of mines satisfies these clues.";
  else if (answer.status !== "ok") text = `${statusWords[answer.status] ?? answer.status}: ${answer.message ?? ""}`;
  else if (answer.query === "decide") text = "Consistent: one model is shown.";
  else {
    text = `${count("s")} safe, ${count("m")} mines, ${count("o")} open`;
    if (count("u")) text += `, ${count("u")} unknown`;
    if (answer.models) text += ` · ${long(answer.models)} models`;
  }
  element("summary").textContent = text;
  const list = element("answer");
  list.replaceChildren();
  const say = (name, value, title = "") => list.append(make("dt", name, { title }), make("dd", value));
  say("status", answer.status);
  if (answer.message) say("why", answer.message);
  say("time", `${(1e3 * answer.seconds).toFixed(3)} ms`);
  if (answer.models) say("models", long(answer.models), answer.models.slice(0, 2000));
  if (answer.frontier_models) say("of the frontier", long(answer.frontier_models), "solutions of the clues over the cells next to a clue");
  for (const [name, value] of Object.entries(answer.stats ?? {})) say(name.replaceAll("_", " "), value.toLocaleString("en"), about.counters[name]);
  if (answer.tally?.counts.length > 1) {
    const lines = answer.tally.counts.slice(0, 12).map((n, i) => `${answer.tally.offset + i}: ${long(n)}`);
    say("by mines", lines.join(", ") + (answer.tally.counts.length > 12 ? ", …" : ""), "solutions of the frontier by number of mines");
  }
}

// --- The cell under the pointer -------------------------------------------------------------------------------

let pointed = null;

function point(r, c) {
  pointed = r === null || board.cells[r]?.[c] === undefined ? null : [r, c];
  const box = element("cell");
  if (!pointed) return;
  const letter = board.cells[r][c], said = letter === "#" ? cellAnswer(r, c).label : null;
  box.replaceChildren(make("p", `(${r}, ${c}) ${nameOf(letter)}`, { className: "dim" }));
  if (said) box.append(make("p", said, { className: "big" }));
  const p = chance(r, c);
  if (p !== null && p > 0 && p < 1) box.append(make("p", `${(100 * p).toPrecision(6)} % a mine`));
  clearTimeout(wondering);
  board.mark((board.marks ?? []).filter(mark => mark[2] === "upcoming"));
  if (letter === "#" && answer) wondering = setTimeout(() => why([r, c]), 150);
}

let wondering;

/** Explains the verdict of the cell: marks the clues, lists the steps. Without a cell: why the board is inconsistent. */
async function why(cell) {
  if (cell && board.cells[cell[0]]?.[cell[1]] !== "#") return;
  const said = await ask("/api/explain", cell ? { ...position(), cell } : position(), "explain");
  if (!said || (cell && pointed?.join() !== cell.join())) return;
  const others = (board.marks ?? []).filter(mark => mark[2] === "upcoming");
  board.mark([...others, ...(said.clues ?? []).map(clue => [...clue.at, "reason"]), ...(cell ? [[...cell, "asked"]] : [])]);
  const list = make("ol", "", { id: "why" });
  list.append(...(said.text ?? [said.message ?? said.status]).map(line => make("li", line)));
  const box = element("cell");
  box.querySelector("#why")?.remove();
  // The answer may come when the pointer is on another cell already: keep the text of that cell.
  if (!cell && !pointed) box.replaceChildren();
  if (!cell && !box.querySelector("#impossible")) box.append(make("p", "Why the board is inconsistent", { className: "dim", id: "impossible" }));
  box.append(list);
}

// --- Engines --------------------------------------------------------------------------------------------------

/** The engine's specification as chosen. */
function spec() {
  const parts = [];
  if (element("preset").value) parts.push(element("preset").value);
  for (const select of element("option-list").querySelectorAll("select")) {
    if (select.value) parts.push(`${select.name}=${select.value}`);
  }
  const family = element("engine").value || "frontier";
  return parts.length ? `${family}:${parts.join(",")}` : family;
}

function chooseEngine() {
  const family = about.engines.find(e => e.name === element("engine").value);
  element("preset").replaceChildren(make("option", "default", { value: "" }),
    ...family.presets.map(p => make("option", p.name, { value: p.name, title: p.help })));
  element("option-list").replaceChildren(...family.options.flatMap(option => {
    const select = make("select", "", { name: option.name });
    select.append(make("option", `${option.default} (default)`, { value: "" }), ...option.values.map(v => make("option", v, { value: v })));
    select.addEventListener("change", reask);
    const label = make("label", option.name, { title: option.help });
    select.setAttribute("aria-label", option.name);
    return [label, select];
  }));
  element("engine").title = family.summary;
  reask();
}

function reask() {
  element("spec").textContent = spec();
  refresh();
}

// --- Games and best moves -------------------------------------------------------------------------------------

const ids = ["deal", "first", "back", "next", "last", "slider", "level", "player", "seed", "start", "steps", "move"];
const game = new Game(Object.fromEntries(ids.map(id => [id, element(id)])), {
  ask,
  chance,
  show: (rows, mines, marks) => { element("moves").replaceChildren(); board.set(rows, mines); board.mark(marks); changed(); },
});

async function best() {
  const said = await ask("/api/best", { ...position(), show: 12 });
  if (!said) return;
  const list = element("moves");
  list.replaceChildren();
  if (said.status !== "ok") return list.append(make("li", said.message ?? said.status));
  if (!said.moves.length) return list.append(make("li", "nothing is covered"));
  for (const move of said.moves) {
    const [r, c] = move.cell;
    let text = `(${r}, ${c})`;
    if (move.mine !== null) text += move.mine === 0 ? " safe" : move.mine === 1 ? " a mine" : `: a mine with ${(100 * move.mine).toFixed(2)} %`;
    if (move.progress !== null) text += `, ${(100 * move.progress).toFixed(1)} % progress`;
    if (move.wins !== null) text += `, wins ${move.wins} of ${said.models}`;
    const item = make("li", text);
    item.addEventListener("pointerenter", () => board.mark([[r, c, "upcoming"]]));
    item.addEventListener("pointerleave", () => board.mark([]));
    list.append(item);
  }
}

// --- Fields and buttons ---------------------------------------------------------------------------------------

for (const letter of LETTERS) {
  const names = { "#": "▦", F: "⚑", _: "▨" };
  const button = make("button", names[letter] ?? letter, { type: "button", title: `paint ${nameOf(letter)}` });
  button.setAttribute("role", "radio");
  button.dataset.brush = letter;
  if (letter > "0" && letter <= "8") button.classList.add(`n${letter}`);
  button.addEventListener("click", () => { board.brush = letter; showBrush(); });
  element("brushes").append(button);
}

function showBrush() {
  for (const button of element("brushes").children) button.setAttribute("aria-checked", button.dataset.brush === board.brush);
}

function resize() {
  const within = id => Math.max(1, Math.min(Number(element(id).max), Math.floor(Number(element(id).value)) || 1));
  const [rows, cols] = [within("rows"), within("cols")];
  if (rows * cols > about.limits.cells) return problem({ message: `a board has at most ${about.limits.cells} cells here` });
  board.remember();
  board.resize(rows, cols);
  game.leave();
  changed();
}

function setMines() {
  const text = element("mines").value.trim();
  if (!/^(\d{1,8}|\?|)$/.test(text)) return problem({ message: "mines is a number, or ? for an unknown total" });
  board.remember();
  board.mines = text === "" || text === "?" ? null : Number(text);
  changed();
}

async function readText() {
  const said = await ask("/api/board", { board: element("text").value }, "text");
  if (!said) return;
  board.remember();
  board.set(said.board, said.mines);
  game.leave();
  changed();
}

async function share() {
  address();
  try {
    await navigator.clipboard.writeText(location.href);
    element("share").textContent = "Copied";
  } catch {
    element("share").textContent = "Link is in the address bar";
  }
  setTimeout(() => { element("share").textContent = "Copy link"; }, 2000);
}

function fromLink() {
  if (!location.hash.startsWith("#board=")) return false;
  let found = null;
  try { found = Board.fromFragment(location.hash, about.limits.cells); } catch { /* a broken escape */ }
  if (!found) { problem({ message: "this link has no board that can be read" }); return false; }
  board.set(...found);
  return true;
}

element("undo").addEventListener("click", () => board.undo());
element("show").addEventListener("change", () => board.draw());
element("rows").addEventListener("change", resize);
element("cols").addEventListener("change", resize);
element("mines").addEventListener("change", setMines);
element("clear").addEventListener("click", () => { board.remember(); board.set(board.rowStrings().map(row => "#".repeat(row.length))); game.leave(); changed(); });
element("share").addEventListener("click", share);
element("best").addEventListener("click", best);
element("query").addEventListener("change", reask);
element("engine").addEventListener("change", chooseEngine);
element("preset").addEventListener("change", reask);
let typing;
element("text").addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(readText, 300); });
addEventListener("hashchange", () => { if (fromLink()) changed(); });
addEventListener("keydown", event => {
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.closest("textarea, input")) { board.undo(); event.preventDefault(); }
});

about = await (await fetch("/api/engines")).json();
element("engine").replaceChildren(...about.engines.map(e => make("option", e.name, { value: e.name, title: e.summary })));
element("engine").value = "frontier";
element("player").replaceChildren(...about.players.map(p => make("option", p.name, { value: p.name, title: p.summary })));
element("player").value = "pseq";
showBrush();
if (!fromLink()) board.set(["00001####", "00002####", "11102####", "##101####", "##3221###", "#########", "#########", "#########", "#########"], 14);
changed();
chooseEngine();
