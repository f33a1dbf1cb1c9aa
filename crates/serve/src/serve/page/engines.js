// The choice of an engine.

import { about } from "./service.js";
import { element, make } from "./answers.js";

/** The engine's specification as chosen. */
export function spec() {
  const parts = [];
  if (element("preset").value) parts.push(element("preset").value);
  for (const select of element("option-list").querySelectorAll("select")) {
    if (select.value) parts.push(`${select.name}=${select.value}`);
  }
  const family = element("engine").value || "frontier";
  return parts.length ? `${family}:${parts.join(",")}` : family;
}

/** Fills the lists; `changed` is called after every choice. */
export function offer(changed) {
  const chosen = () => { element("spec").textContent = spec(); changed(); };
  const family = () => {
    const family = about.engines.find(e => e.name === element("engine").value);
    element("preset").replaceChildren(make("option", "default", { value: "" }),
      ...family.presets.map(p => make("option", p.name, { value: p.name, title: p.help })));
    element("option-list").replaceChildren(...family.options.flatMap(option => {
      const select = make("select", "", { name: option.name });
      select.append(make("option", `${option.default} (default)`, { value: "" }), ...option.values.map(v => make("option", v, { value: v })));
      select.addEventListener("change", chosen);
      select.setAttribute("aria-label", option.name);
      return [make("span", option.name, { title: option.help }), select];
    }));
    element("engine").title = family.summary;
    chosen();
  };
  element("engine").replaceChildren(...about.engines.map(e => make("option", e.name, { value: e.name, title: e.summary })));
  element("engine").value = "frontier";
  element("engine").addEventListener("change", family);
  element("preset").addEventListener("change", chosen);
  element("query").addEventListener("change", chosen);
  family();
}
