// Boards from outside: text in any format, files, examples, links.

import { ask, fetched } from "./service.js";
import { element, make } from "./answers.js";

/** Reads the form below the board. `take(instance)` shows a board, `play(field)` begins a game on a field, `bad()` after a text that cannot be read. */
export class Texts {
  constructor({ take, play, bad }) {
    Object.assign(this, { take, play, bad });
    let typing;
    element("text").addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(() => this.read(new Blob([element("text").value])), 300); });
    element("file").addEventListener("change", () => { if (element("file").files[0]) this.read(element("file").files[0]); });
    element("example").addEventListener("change", () => this.example());
    document.addEventListener("paste", event => {
      const text = event.clipboardData?.getData("text");
      if (!text || event.target.closest?.("input, textarea") || !document.body.classList.contains("study")) return;
      element("text").value = text;
      this.read(new Blob([text]));
      event.preventDefault();
    });
    addEventListener("dragover", event => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
    addEventListener("drop", event => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      this.read(file);
    });
  }

  async offer() {
    const { examples } = await fetched("/api/examples");
    const groups = new Map();
    for (const { group, name, about } of examples) {
      if (!groups.has(group)) groups.set(group, make("optgroup", "", { label: group }));
      groups.get(group).append(make("option", name, { value: name, title: about }));
    }
    element("example").append(...groups.values());
  }

  async example() {
    const name = element("example").value;
    if (!name) return;
    const said = await ask("/api/example", { name }, "text");
    if (!said) return;
    this.forget();
    this.take(said, false);
    this.note(said.about);
  }

  note(text) {
    element("note").textContent = text;
    element("note").hidden = !text;
  }

  /** The boards of the last text are no longer on offer. */
  forget() {
    element("found").hidden = true;
    element("found").replaceChildren();
    element("text").removeAttribute("aria-invalid");
    this.note("");
  }

  async read(content) {
    this.forget();
    const said = await ask("/api/read", content, "text");
    if (!said) return;
    const found = element("found");
    if (said.field) {
      const { rows, mines, click } = said.field;
      const button = make("button", "Play it", { type: "button" });
      button.addEventListener("click", () => this.play({ field: `${rows.join("\n")}\n`, rows: rows.length, cols: rows[0].length, mines, at: click, start: click ? "safe" : "none" }));
      found.replaceChildren(make("p", `This text says where ${mines} mines are, not what a player sees.`), button);
      found.hidden = false;
      return this.bad();
    }
    if (!said.instances.length) return this.bad();
    this.take(said.instances[0], true);
    if (said.instances.length > 1) {
      const select = make("select", "");
      select.id = "which";
      select.append(...said.instances.map((instance, i) => make("option", instance.name, { value: i, title: instance.origin })));
      select.addEventListener("change", () => {
        const chosen = said.instances[select.value];
        this.take(chosen, true);
        this.note(chosen.origin);
      });
      const label = make("label", `${said.instances.length} boards `);
      label.append(select);
      found.replaceChildren(label);
      found.hidden = false;
    }
    this.note(said.instances[0].origin);
  }
}
