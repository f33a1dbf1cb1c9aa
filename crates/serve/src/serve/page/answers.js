// What the service says of a position: for each cell, in one line, and as a list.

import { about } from "./service.js";

export const element = id => document.getElementById(id);
export const make = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);

/** A short percentage; only certain cells have 0 or 100. */
export const percent = p => p === 0 ? "0" : p === 1 ? "100" : String(Math.max(1, Math.min(99, Math.round(100 * p))));
export const long = (text, most = 40) => text.length <= most ? text.replace(/\B(?=(\d{3})+$)/g, "\u202f") : `${text[0]}.${text.slice(1, 6)}e${text.length - 1}`;

export const chanceOf = (answer, r, c) => answer?.probabilities?.[r]?.[c] ?? null;

/** How a covered cell looks: `show` is chances, verdicts or nothing. */
export function looksOf(answer, r, c, show) {
  const letter = answer?.classes?.[r]?.[c], p = chanceOf(answer, r, c), model = answer?.model?.[r]?.[c];
  if (show === "nothing" || !answer) return {};
  if (model === "*") return { kind: "mine", text: "●", label: "mine in this model" };
  if (model === "-") return { kind: "", text: "", label: "no mine in this model" };
  if (letter === "s") return { kind: "safe", text: "✓", p, label: "safe" };
  if (letter === "m") return { kind: "mine", text: "●", p, label: "mine" };
  if (letter === "u") return { kind: "unknown", text: "?", label: "unknown" };
  if (letter !== "o") return {};
  if (p === null || show === "verdicts") return { label: "undecided" };
  return { kind: "risk", text: percent(p), p, label: `undecided, a mine with ${percent(p)} %` };
}

const statusWords = {
  timeout: "the time limit ran out", memory: "the memory limit ran out",
  unsupported: "this engine cannot do that", error: "the engine failed",
};

/** The answer in one line. */
export function summaryOf(answer) {
  const rows = answer.classes?.join("") ?? "";
  const count = letter => rows.split(letter).length - 1;
  if (answer.status === "inconsistent") return "Inconsistent: no placement of mines satisfies these clues.";
  if (answer.status !== "ok") return `${statusWords[answer.status] ?? answer.status}: ${answer.message ?? ""}`;
  if (answer.query === "decide") return "Consistent: one model is shown.";
  let text = `${count("s")} safe, ${count("m")} mines, ${count("o")} undecided`;
  if (count("u")) text += `, ${count("u")} unknown`;
  if (answer.models) text += ` · ${long(answer.models)} models`;
  return text;
}

/** The answer as a list of terms. */
export function list(answer) {
  const items = [];
  const say = (name, value, title = "") => items.push(make("dt", name, { title }), make("dd", value));
  say("status", answer.status);
  if (answer.message) say("why", answer.message);
  say("time", `${(1e3 * answer.seconds).toFixed(3)} ms`);
  if (answer.models) say("models", long(answer.models), answer.models.slice(0, 2000));
  if (answer.frontier_models) say("of the frontier", long(answer.frontier_models), "solutions of the clues over the cells next to a clue");
  for (const [name, value] of Object.entries(answer.stats ?? {})) say(name.replaceAll("_", " "), value.toLocaleString("en"), about.counters[name]);
  if (answer.tally?.counts.length > 1) {
    const lines = answer.tally.counts.slice(0, 12).map((n, i) => `${answer.tally.offset + i}: ${long(n, 12)}`);
    say("by mines", lines.join(", ") + (answer.tally.counts.length > 12 ? ", …" : ""), "solutions of the frontier by number of mines");
  }
  return items;
}

/** The covered cell that is least likely a mine: [row, col, chance], or null. */
export function leastRisk(answer) {
  let best = null;
  answer?.probabilities?.forEach((row, r) => row.forEach((p, c) => { if (p !== null && p < (best?.[2] ?? 2)) best = [r, c, p]; }));
  return best;
}
