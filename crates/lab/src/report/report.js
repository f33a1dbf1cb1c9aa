// Sorting of every table, the table of measurements, and the panel with an instance's board.
"use strict";
const $ = id => document.getElementById(id);
const make = (tag, text, more = {}) => Object.assign(document.createElement(tag), text === undefined ? {} : { textContent: text }, more);

// A head that is clicked, or chosen by Enter, sorts its table: numbers by value, all else as text, empty cells last.
const compare = (x, y, up) => {
  const gone = v => v === null || v === undefined || v === "" || v === "–";
  if (gone(x) || gone(y)) return gone(x) - gone(y);
  const p = typeof x === "number" ? x : parseFloat(x), q = typeof y === "number" ? y : parseFloat(y);
  const order = isNaN(p) || isNaN(q) ? String(x).localeCompare(String(y), "en", { numeric: true }) : p - q;
  return up ? order : -order;
};
function sortable(th, sort) {
  th.tabIndex = 0;
  const act = () => {
    const up = th.getAttribute("aria-sort") !== "ascending";
    for (const other of th.parentNode.cells) other.removeAttribute("aria-sort");
    th.setAttribute("aria-sort", up ? "ascending" : "descending");
    sort(th.cellIndex, up);
  };
  th.addEventListener("click", act);
  th.addEventListener("keydown", event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } });
}
for (const th of document.querySelectorAll("section th")) sortable(th, (at, up) => {
  const body = th.closest("table").tBodies[0];
  const value = row => row.cells[at].dataset.sort ?? row.cells[at].textContent;
  body.append(...[...body.rows].sort((a, b) => compare(value(a), value(b), up)));
});

// A dot of a plot shows its name; clicked, it shows its instance.
const tip = make("div", "", { id: "tip", hidden: true });
document.body.append(tip);
addEventListener("pointermove", event => {
  const dot = event.target.closest?.("[data-name]");
  tip.hidden = !dot;
  if (!dot) return;
  tip.textContent = dot.querySelector("title")?.textContent ?? dot.dataset.name;
  tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${Math.max(4, event.clientY - tip.offsetHeight - 8)}px`;
});

const time = s => s === null || s === undefined ? "" : s < 1e-3 ? `${(s * 1e6).toPrecision(3)} µs` : s < 1 ? `${(s * 1e3).toPrecision(3)} ms` : `${s.toPrecision(3)} s`;
const whole = n => n === null || n === undefined ? "" : n.toLocaleString("en").replaceAll(",", "\u202f");
const PAGE = 200;

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), c => c.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

async function measurements() {
  const data = await unpack($("measurements-data").textContent);
  const nodes = 12 + data.counters.indexOf("nodes"), seen = data.counters.includes("nodes");
  const of = i => data.instances[i];
  // Name, value, text; kind of filter.
  const columns = [
    ["instance", r => of(r[0])[0], null, "text"],
    ["family", r => of(r[0])[1], null, "choice"],
    ["size", r => of(r[0])[3] * of(r[0])[4], r => `${of(r[0])[3]}x${of(r[0])[4]}`],
    ["covered", r => of(r[0])[6], null],
    ["engine", r => data.engines[r[1]], null, "choice"],
    ["query", r => data.queries[r[2]], null, "choice"],
    ["status", r => data.words[r[4]], null, "choice"],
    ["judged", r => data.words[r[5]], null, "choice"],
    ["time", r => r[6], r => time(r[6])],
    ...(seen ? [["nodes", r => r[nodes], r => whole(r[nodes])]] : []),
    ["peak MiB", r => r[8] / 1024, r => (r[8] / 1024).toFixed(1)],
  ];
  let rows = data.records, shown = PAGE;
  const head = $("measurements-head"), body = $("measurements-body"), filters = $("filters"), count = $("measurements-count");
  const wanted = {};

  columns.forEach(([name, value, , kind], at) => {
    const th = make("th", name, { className: kind ? "" : "n" });
    head.append(th);
    sortable(th, (_, up) => { data.records.sort((a, b) => compare(value(a), value(b), up)); filter(); });
    if (!kind) return;
    const label = make("label", `${name} `);
    let field;
    if (kind === "choice") {
      const values = [...new Set(data.records.map(value))].sort((a, b) => a.localeCompare(b, "en"));
      field = make("select");
      field.append(make("option", "all", { value: "" }), ...values.map(v => make("option", v || "(none)", { value: `=${v}` })));
    } else field = make("input", undefined, { type: "search", placeholder: "part of the name" });
    field.id = `filter-${name}`;
    field.addEventListener("input", () => { wanted[at] = field.value; filter(); });
    label.append(field);
    filters.append(label);
  });

  function filter() {
    const tests = Object.entries(wanted).filter(([, v]) => v).map(([at, v]) => {
      const value = columns[at][1], exact = v.startsWith("=") && columns[at][3] === "choice";
      return exact ? r => value(r) === v.slice(1) : r => value(r).toLowerCase().includes(v.toLowerCase());
    });
    rows = data.records.filter(r => tests.every(test => test(r)));
    shown = PAGE;
    draw();
  }

  function draw() {
    body.replaceChildren(...rows.slice(0, shown).map(r => {
      const tr = make("tr", undefined, { tabIndex: 0 });
      for (const [, value, text, kind] of columns) tr.append(make("td", text ? text(r) : value(r), { className: kind ? "" : "n" }));
      if (data.words[r[5]] === "wrong") tr.classList.add("bad");
      tr.addEventListener("click", () => instance(r[0], r));
      tr.addEventListener("keydown", event => { if (event.key === "Enter") instance(r[0], r); });
      return tr;
    }));
    const left = data.left_out ? `; ${whole(data.left_out)} more are in the record files alone` : "";
    count.textContent = `${whole(rows.length)} of ${whole(data.records.length)} measurements${left}`;
    $("more").hidden = rows.length <= shown;
  }
  $("more").addEventListener("click", () => { shown += 5 * PAGE; draw(); });

  /** The panel: the board with the verdicts of one measurement, and all measurements of the instance. */
  function instance(index, record) {
    const [name, family, tier, height, width, mines, covered, board] = of(index);
    const all = data.records.filter(r => r[0] === index);
    record ??= all.find(r => r[10] !== null && r[10] !== undefined) ?? all[0];
    const panel = $("instance");
    const facts = [`${height}x${width}`, mines === null ? "total unknown" : `${mines} mines`, `${whole(covered)} covered`, family, tier];
    const close = make("button", "Close", { type: "button" });
    close.addEventListener("click", () => panel.close());
    const table = make("table"), list = make("dl");
    table.append(make("thead"), make("tbody"));
    table.tHead.append(make("tr"));
    for (const word of ["engine", "query", "status", "time", "nodes"]) table.tHead.rows[0].append(make("th", word));
    for (const r of all) {
      const tr = make("tr", undefined, { tabIndex: 0, className: r === record ? "chosen" : "" });
      const cells = [data.engines[r[1]], data.queries[r[2]], data.words[r[4]], time(r[6]), seen ? whole(r[nodes]) : ""];
      tr.append(...cells.map((text, at) => make("td", text, { className: at > 2 ? "n" : "" })));
      tr.addEventListener("click", () => instance(index, r));
      tr.addEventListener("keydown", event => { if (event.key === "Enter") instance(index, r); });
      table.tBodies[0].append(tr);
    }
    const say = (word, value, title = "") => { if (value !== null && value !== undefined && value !== "") list.append(make("dt", word, { title }), make("dd", value)); };
    if (record) {
      say("engine", data.engines[record[1]]);
      say("query", data.queries[record[2]]);
      say("status", `${data.words[record[4]]}, ${data.words[record[5]]}`);
      say("time", `${time(record[6])} (process ${time(record[7])})`);
      say("models", record[9]);
      say("message", record[11]);
      data.counters.forEach((counter, at) => say(counter.replaceAll("_", " "), whole(record[12 + at]), data.meanings[counter]));
    }
    const left = make("div"), scroll = make("div", undefined, { className: "scroll" });
    scroll.append(table);
    const classes = record && data.classes[record[10]];
    left.append(board ? picture(board, classes) : make("p", "The board is too large to be drawn here, or its file was not there when the report was made.", { className: "note" }));
    const right = make("div");
    right.append(list, scroll);
    const both = make("div", undefined, { className: "both" });
    both.append(left, right);
    panel.replaceChildren(close, make("h3", name), make("p", [...new Set(facts.filter(Boolean))].join(" · "), { className: "note" }), both);
    if (!panel.open) panel.showModal();
  }

  /** The board as SVG: clues in the usual colours, safe cells blue with a tick, mines red with a disc, unknown cells with a question mark. */
  function picture(board, classes) {
    const rows = board.split("\n"), verdicts = classes?.split("\n"), side = 20, edge = 16;
    const signs = { s: "✓", m: "●", u: "?" };
    const svg = (tag, values, text) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
      if (text) element.textContent = text;
      return element;
    };
    const root = svg("svg", { viewBox: `${-edge} ${-edge} ${rows[0].length * side + edge} ${rows.length * side + edge}`, class: "board", role: "img", "aria-label": "the board with its verdicts" });
    root.style.maxWidth = `${rows[0].length * 28}px`;
    rows.forEach((row, r) => [...row].forEach((letter, c) => {
      const x = c * side, y = r * side, kind = letter === "#" ? verdicts?.[r]?.[c] ?? "o" : letter === "F" ? "f" : "open";
      root.append(svg("rect", { x: x + .5, y: y + .5, width: side - 1, height: side - 1, class: `cell-${kind}` }));
      const text = letter === "F" ? "⚑" : letter >= "1" && letter <= "8" ? letter : letter === "#" ? signs[kind] : "";
      if (text) root.append(svg("text", { x: x + side / 2, y: y + side / 2, class: `clue-${letter}` }, text));
    }));
    // Every row and column has its number, or every fifth.
    const number = (i, x, y) => root.append(svg("text", { x, y, class: "number" }, String(i)));
    const step = length => length > 50 ? 5 : 1;
    for (let r = 0; r < rows.length; r += step(rows.length)) number(r, -edge / 2, (r + .5) * side);
    for (let c = 0; c < rows[0].length; c += step(rows[0].length)) number(c, (c + .5) * side, -edge / 2);
    return root;
  }

  addEventListener("click", event => {
    const dot = event.target.closest?.("[data-name]");
    const index = dot ? data.instances.findIndex(i => i[0] === dot.dataset.name) : -1;
    if (index >= 0) instance(index);
  });
  filter();
}
measurements().catch(error => { $("measurements-count").textContent = `The measurements cannot be shown: ${error.message}`; });
