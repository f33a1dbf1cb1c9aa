// Questions to the service.

/** Engines, players and limits of the service; filled in at the start. */
export const about = { limits: { cells: 10000 }, counters: {}, engines: [], players: [] };

/** One running question per kind: a newer one cancels it, which stops the work of the service too. */
const running = new Map();

/** What is done with an error: set by the page. Takes the error, or null, and the kind of the question. */
export const handlers = { problem: () => {} };

export function cancel(kind) {
  running.get(kind)?.abort();
  running.delete(kind);
  if (!running.size) document.body.classList.remove("busy");
}

/** The answer to a question; null if a newer one took its place, or after an error, which the page shows. A Blob is sent as it is. */
export async function ask(path, body, kind = path) {
  cancel(kind);
  const control = new AbortController();
  running.set(kind, control);
  document.body.classList.add("busy");
  try {
    const raw = body instanceof Blob;
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": raw ? "application/octet-stream" : "application/json" },
      body: raw ? body : JSON.stringify(body),
      signal: control.signal,
    });
    const said = await response.json();
    if (control.signal.aborted) return null;
    if (said.error) { handlers.problem(said.error, kind); return null; }
    return said;
  } catch (error) {
    if (error.name !== "AbortError") handlers.problem({ message: "the service does not answer; is minesat serve still running?" }, kind);
    return null;
  } finally {
    if (running.get(kind) === control) {
      running.delete(kind);
      if (!running.size) document.body.classList.remove("busy");
    }
  }
}

export const fetched = async path => (await fetch(path)).json();
