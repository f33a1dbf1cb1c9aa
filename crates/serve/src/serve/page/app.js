// The page: asks the service about the board after every change, and shows the answer. Nothing stays on the page that was
// said of another position.

import { about, ask, cancel, fetched, handlers } from "./service.js";
import { Board, LETTERS, nameOf } from "./board.js";
import { View } from "./view.js";
import { chanceOf, element, list, looksOf, make, summaryOf } from "./answers.js";
import { offer, spec } from "./engines.js";
import { Play } from "./play.js";
import { Replay } from "./replay.js";
import { Texts } from "./texts.js";

const board = new Board();
/** What the service says of the board; null until it has answered. */
let answer = null;
/** The tool: `inspect`, or the letter that is painted. */
let tool = "inspect";
/** The cell in the panel, and whether it stays there. */
let shown = null, pinned = false;
/** Marks of a game's next move or of the list of moves. */
let hints = [];
/** Clues of an explanation. */
let reasons = [];

const playing = () => play.deal !== null;

// --- The board ------------------------------------------------------------------------------------------------

const view = new View(element("scroller"), {
  look: (r, c) => playing() ? play.look(r, c) : look(r, c),
  paints: () => !playing() && tool !== "inspect",
  stroke: (r, c, first) => {
    if (first) { board.remember(); pinned = false; }
    put(r, c, tool);
  },
  tap: (r, c) => {
    if (!playing()) return pin(r, c);
    if (element("taps").querySelector(":checked").value === "flag" && play.letter(r, c) === "#") play.flag(r, c);
    else play.tap(r, c);
  },
  second: (r, c) => {
    if (playing()) return play.flag(r, c);
    if (tool === "inspect") return;
    board.remember();
    put(r, c, "#");
  },
  hover: (r, c) => { if (r !== null && !pinned) point([r, c]); },
  key: (event, r, c) => playing() ? playKey(event.key, r, c) : studyKey(event.key, r, c),
});

const marks = () => view.mark([...(playing() ? play.marks() : hints), ...reasons, ...(shown && pinned ? [[...shown, "pinned"]] : [])]);

function look(r, c) {
  const letter = board.cells[r][c];
  if (letter === "F") return { kind: "flag", text: "⚑", label: "flag" };
  if (letter === "_") return { kind: "blank", label: nameOf(letter) };
  if (letter !== "#") return { kind: `open n${letter}`, text: letter === "0" ? "" : letter, label: nameOf(letter) };
  const said = looksOf(answer, r, c, element("show").value);
  return { ...said, kind: `covered ${said.kind ?? ""}`, label: said.label ? `covered, ${said.label}` : "covered" };
}

function put(r, c, letter) {
  if (board.put(r, c, letter)) edited();
}

function studyKey(key, r, c) {
  let letter = key === "f" ? "F" : key;
  if (["Delete", "Backspace", "?", "."].includes(letter)) letter = "#";
  if (key === "Escape") { pinned = false; point(shown); return true; }
  if ([" ", "Enter"].includes(key)) {
    if (tool === "inspect") { pin(r, c); return true; }
    letter = tool;
  }
  if (letter.length !== 1 || !LETTERS.includes(letter)) return false;
  board.remember();
  put(r, c, letter);
  return true;
}

function playKey(key, r, c) {
  const keys = {
    " ": () => play.tap(r, c), Enter: () => play.tap(r, c), f: () => play.flag(r, c), h: () => play.help("certain"),
    c: () => play.help("odds"), u: () => play.takeBack(), n: () => newGame(),
  };
  const chosen = keys[key.length === 1 ? key.toLowerCase() : key];
  chosen?.();
  return Boolean(chosen);
}

const position = () => ({ board: board.rowStrings(), mines: board.mines });

let wait;

/** Drops all answers about the previous position: verdicts, best moves, the chance of a cell and its reasons. */
function outdated(text) {
  answer = null;
  hints = [];
  reasons = [];
  for (const kind of ["answer", "explain", "/api/best"]) cancel(kind);
  clearTimeout(wondering);
  // The list keeps its place, so that what is below does not jump at every stroke.
  const items = element("answer");
  items.style.minHeight = `${items.offsetHeight}px`;
  items.replaceChildren();
  element("moves").replaceChildren();
  element("summary").textContent = text;
  problem(null);
  if (shown && board.cells[shown[0]]?.[shown[1]] === undefined) { shown = null; pinned = false; }
  panel();
  view.show(board.rows, board.cols);
  marks();
}

/** The board has changed: updates the fields, and asks the service after a short pause. */
function changed(keepsText = false) {
  outdated("Asking …");
  element("rows").value = board.rows;
  element("cols").value = board.cols;
  element("mines").value = board.mines ?? "?";
  if (!keepsText) element("text").value = board.text();
  clearTimeout(wait);
  wait = setTimeout(refresh, 40);
}

/** The person changed cells: the board is not a position of a game any more, nor the one of a text. */
function edited() {
  replay.leave();
  texts.forget();
  element("example").value = "";
  changed();
}

/** Puts the board into the address, but not at every stroke of a drag: browsers limit how often it may change. */
const address = () => history.replaceState(null, "", board.toFragment());

async function refresh() {
  if (playing()) return;
  address();
  const query = element("query").value;
  const body = { ...position(), engine: spec() };
  if (query !== "count") body.query = query;
  const said = await ask(query === "count" ? "/api/count" : "/api/solve", body, "answer");
  if (!said || playing()) return;
  answer = said;
  element("summary").textContent = summaryOf(answer);
  element("answer").replaceChildren(...list(answer));
  element("answer").style.minHeight = "";
  view.draw();
  replay.tell();
  if (shown) point(shown);
  else if (answer.status === "inconsistent") why(null);
}

/** An error, or null. A text that cannot be read keeps the board and drops all answers about it. */
function problem(error, kind) {
  const box = element("problem");
  if (kind === "text") { outdated("The text is no board; the one shown is that before it."); element("text").setAttribute("aria-invalid", "true"); }
  if (kind === "answer") element("summary").textContent = "There is no answer.";
  box.hidden = !error;
  if (!error) return;
  box.replaceChildren(make("strong", error.message));
  if (error.shown) box.append(make("pre", error.shown, { tabIndex: 0 }));
}
handlers.problem = problem;

// --- The panel of a cell --------------------------------------------------------------------------------------

let wondering;

/** Shows a cell in the panel, and asks for the reason of its verdict. */
function point(cell) {
  shown = cell && view.rows > cell[0] && view.cols > cell[1] ? cell : null;
  clearTimeout(wondering);
  cancel("explain");
  reasons = [];
  panel();
  marks();
  if (!shown || playing()) return;
  if (answer?.status === "inconsistent") wondering = setTimeout(() => why(null), 150);
  else if (answer && board.cells[shown[0]][shown[1]] === "#") wondering = setTimeout(() => why(shown), 150);
}

/** Keeps a cell in the panel; a second time lets it go. */
function pin(r, c) {
  pinned = !(pinned && shown?.join() === [r, c].join());
  point([r, c]);
}

function panel() {
  const box = element("cell");
  if (!shown) return box.replaceChildren(make("p", "Point at a cell, or tap it.", { className: "dim" }));
  const [r, c] = shown, { label, p = null } = playing() ? play.look(r, c) : look(r, c);
  // The panel has room for the digits that the cell has not.
  const exact = p === null ? label : label.replace(/with \d+ %/, `with ${Number((100 * p).toPrecision(6))} %`);
  box.replaceChildren(make("p", `(${r}, ${c})${pinned ? ", kept: tap it again to let go" : ""}`, { className: "dim" }), make("p", exact, { className: "big" }));
}

/** Explains the verdict of the cell: marks the clues, lists the steps. Without a cell: why the board is inconsistent. */
async function why(cell) {
  const of = answer;
  const said = await ask("/api/explain", cell ? { ...position(), cell } : position(), "explain");
  if (!said || answer !== of || (cell && shown?.join() !== cell.join())) return;
  reasons = [...(said.clues ?? []).map(clue => [...clue.at, "reason"]), ...(cell ? [[...cell, "asked"]] : [])];
  marks();
  const steps = make("ol", "", { id: "why", tabIndex: 0 });
  steps.setAttribute("aria-label", "The reason, step by step");
  steps.append(...(said.text ?? [said.message ?? said.status]).map(line => make("li", line)));
  if (!shown) element("cell").replaceChildren();
  if (!cell) element("cell").append(make("p", "Why the board is inconsistent", { className: "dim", id: "impossible" }));
  element("cell").append(steps);
}

async function best() {
  const of = answer;
  element("moves").replaceChildren();
  const said = await ask("/api/best", { ...position(), show: 12 });
  if (!said || answer !== of) return;
  const moves = element("moves");
  if (said.status !== "ok") return moves.append(make("li", said.message ?? said.status));
  if (!said.moves.length) return moves.append(make("li", "nothing is covered"));
  for (const move of said.moves) {
    const [r, c] = move.cell;
    let text = `(${r}, ${c})`;
    if (move.mine !== null) text += move.mine === 0 ? " ✓ safe" : move.mine === 1 ? " ● a mine" : `: a mine with ${(100 * move.mine).toFixed(2)} %`;
    if (move.progress !== null) text += `, ${(100 * move.progress).toFixed(1)} % progress`;
    if (move.wins !== null) text += `, wins ${move.wins} of ${said.models}`;
    const button = make("button", text, { type: "button", className: "plain" });
    const mark = cells => { hints = cells; marks(); };
    button.addEventListener("pointerenter", () => mark([[r, c, "upcoming"]]));
    button.addEventListener("pointerleave", () => mark([]));
    button.addEventListener("focus", () => mark([[r, c, "upcoming"]]));
    button.addEventListener("blur", () => mark([]));
    button.addEventListener("click", () => { view.reveal(r, c); pinned = true; point([r, c]); });
    const item = make("li", "");
    item.append(button);
    moves.append(item);
  }
}

// --- Games ----------------------------------------------------------------------------------------------------

/** Rows, columns and mines of the level; of the board where the level is its size. */
function size() {
  if (element("level").value) return element("level").value.split(",").map(Number);
  return [board.rows, board.cols, board.mines ?? Math.round(board.rows * board.cols * 0.2)];
}

const replay = new Replay({
  chance: (r, c) => chanceOf(answer, r, c),
  size: () => { leave(); return size(); },
  show: (rows, mines, next) => {
    if (playing()) leave();
    board.set(rows, mines);
    texts.forget();
    changed();
    hints = next;
    marks();
  },
});

const play = new Play(() => {
  if (!playing()) return;
  element("summary").textContent = play.summary();
  document.body.classList.toggle("over", play.over);
  document.body.classList.toggle("won", play.result === "won");
  for (const [id, on] of [["hint", play.certain], ["odds", play.odds]]) {
    element(id).setAttribute("aria-pressed", on);
    element(id).disabled = play.over;
  }
  element("takeback").disabled = !play.acts.length;
  view.show(play.deal.rows, play.deal.cols);
  panel();
  marks();
});

/** Begins a game by hand. */
function begin(deal) {
  replay.leave();
  outdated("");
  clearTimeout(wait);
  pinned = false;
  shown = null;
  document.body.classList.replace("study", "play");
  play.begin(deal);
  view.focusOn(Math.min(view.focus[0], deal.rows - 1), Math.min(view.focus[1], deal.cols - 1), true);
}

function newGame() {
  if (play.deal?.field) return play.begin(play.deal);
  const seed = element("seed");
  // The same board again would be no game.
  if (play.deal) seed.value = Number(seed.value) + 1;
  const [rows, cols, mines] = size();
  begin({ rows, cols, mines, seed: Number(seed.value) || 0, start: element("start").value });
}

/** Back to the board that was studied before the game. */
function leave() {
  if (!playing()) return;
  play.leave();
  document.body.classList.remove("over", "won");
  document.body.classList.replace("play", "study");
  shown = null;
  changed();
}

function study() {
  const { board: rows, mines } = play.position();
  leave();
  board.remember();
  board.set(rows, mines);
  edited();
}

// --- Fields and buttons ---------------------------------------------------------------------------------------

const texts = new Texts({
  take: (instance, keepsText) => {
    if (playing()) leave();
    board.remember();
    board.set(instance.board, instance.mines);
    replay.leave();
    pinned = false;
    if (keepsText) element("example").value = "";
    changed(keepsText);
  },
  play: begin,
  bad: () => { outdated("The text has no position; the board shown is that before it."); },
});

for (const letter of ["inspect", ...LETTERS]) {
  const names = { inspect: "Inspect", "#": "▦", F: "⚑", _: "▨" };
  const label = make("label", "", { className: "tool", title: letter === "inspect" ? "a tap keeps a cell in the panel" : `paint ${nameOf(letter)}` });
  label.dataset.brush = letter;
  const input = make("input", "", { type: "radio", name: "tool", value: letter, checked: letter === tool });
  input.setAttribute("aria-label", letter === "inspect" ? "Inspect" : `Paint ${nameOf(letter)}`);
  input.addEventListener("change", () => {
    tool = letter;
    document.body.classList.toggle("paints", tool !== "inspect");
  });
  const word = make("span", names[letter] ?? letter);
  if (letter > "0" && letter <= "8") word.classList.add(`n${letter}`);
  label.append(input, word);
  element("brushes").append(label);
}

function resize() {
  const within = id => Math.max(1, Math.min(Number(element(id).max), Math.floor(Number(element(id).value)) || 1));
  const [rows, cols] = [within("rows"), within("cols")];
  if (rows * cols > about.limits.cells) return problem({ message: `a board has at most ${about.limits.cells} cells here` });
  board.remember();
  board.resize(rows, cols);
  edited();
}

function setMines() {
  const text = element("mines").value.trim();
  if (!/^(\d{1,9}|\?|)$/.test(text)) return problem({ message: "mines is a number, or ? for an unknown total" });
  board.remember();
  board.mines = text === "" || text === "?" ? null : Number(text);
  edited();
}

function undo() {
  if (board.undo()) edited();
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
  if (!found) return null;
  board.set(...found);
  return true;
}

const NO_LINK = { message: "this link has no board that can be read" };

const click = (id, what) => element(id).addEventListener("click", what);
click("undo", undo);
click("clear", () => { board.remember(); board.set(board.rowStrings().map(row => "#".repeat(row.length))); edited(); });
click("share", share);
click("best", best);
click("play", newGame);
click("again", newGame);
click("study", study);
click("hint", () => play.help("certain"));
click("odds", () => play.help("odds"));
click("takeback", () => play.takeBack());
click("smaller", () => view.zoom(-1));
click("larger", () => view.zoom(1));
click("fit", () => view.fit());
element("show").addEventListener("change", () => { view.draw(); panel(); });
element("rows").addEventListener("change", resize);
element("cols").addEventListener("change", resize);
element("mines").addEventListener("change", setMines);
addEventListener("hashchange", () => {
  const found = fromLink();
  if (found === null) return problem(NO_LINK);
  if (found) { if (playing()) leave(); edited(); }
});
addEventListener("keydown", event => {
  if (playing() || !(event.ctrlKey || event.metaKey) || event.key !== "z" || event.target.closest("textarea, input[type=text], input[type=number]")) return;
  undo();
  event.preventDefault();
});

Object.assign(about, await fetched("/api/engines"));
element("player").replaceChildren(...about.players.map(p => make("option", p.name, { value: p.name, title: p.summary })));
element("player").value = "pseq";
const linked = fromLink();
if (!linked) board.set(["00001####", "00002####", "11102####", "##101####", "##3221###", "#########", "#########", "#########", "#########"], 14);
await texts.offer();
offer(() => changed(document.activeElement === element("text")));
if (linked === null) problem(NO_LINK);
