// Colours of the style sheet, and cells too small to read, which are painted on a canvas.

let known = null;
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { known = null; });

/** Colours of the style sheet. */
export function palette() {
  if (!known) {
    const style = getComputedStyle(document.documentElement);
    const names = ["open", "covered", "safe", "mine", "unknown", "line", "ink", "focus", "mark", "risk0", "risk1", "risk2"];
    known = Object.fromEntries(names.map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
    known.clues = Array.from({ length: 9 }, (_, n) => style.getPropertyValue(`--c${n}`).trim());
  }
  return known;
}

const parts = colour => [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16));

/** The colour of a chance strictly between 0 and 1: three colours of the style sheet. */
export function riskColour(p, { risk0, risk1, risk2 }) {
  const [from, to, share] = p < 0.5 ? [risk0, risk1, 2 * p] : [risk1, risk2, 2 * p - 1];
  const [a, b] = [parts(from), parts(to)];
  return `rgb(${a.map((x, i) => Math.round(x + (b[i] - x) * share)).join(", ")})`;
}

/** Paints the cells in the window of a view, if they are too small to be elements. */
export function paint(view) {
  const { canvas, scroller, pitch, side } = view;
  canvas.hidden = !view.painted;
  if (!view.painted) return;
  const colours = palette(), ratio = devicePixelRatio || 1;
  const x = scroller.scrollLeft, y = scroller.scrollTop;
  const wide = Math.max(1, Math.min(scroller.clientWidth - view.labelWidth(), view.cols * pitch - x));
  const high = Math.max(1, Math.min(scroller.clientHeight - view.labelHeight(), view.rows * pitch - y));
  Object.assign(canvas, { width: Math.ceil(wide * ratio), height: Math.ceil(high * ratio) });
  Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px`, left: `${x}px`, top: `${y}px` });
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, -x * ratio, -y * ratio);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `700 ${Math.round(side * 0.8)}px system-ui, sans-serif`;
  const gap = side >= 5 ? 1 : 0, [top, bottom, left, right] = view.window(0);
  pen.fillStyle = colours.line;
  pen.fillRect(x, y, wide, high);
  for (let r = top; r < bottom; r++) {
    for (let c = left; c < right; c++) {
      const { kind, p = null } = view.on.look(r, c);
      const has = name => kind.includes(name);
      const clue = /open n([1-8])/.exec(kind)?.[1];
      pen.fillStyle = has("mine") ? colours.mine : has("safe") ? colours.safe : has("unknown") ? colours.unknown
        : has("risk") ? riskColour(p, colours) : has("open") || has("blank") ? colours.open : colours.covered;
      pen.fillRect(c * pitch, r * pitch, pitch - gap, pitch - gap);
      const middle = [(c + 0.5) * pitch, (r + 0.5) * pitch];
      if (clue && side >= 8) {
        pen.fillStyle = colours.clues[clue];
        pen.fillText(clue, ...middle);
      } else if (clue) {
        pen.globalAlpha = 0.15;
        pen.fillStyle = colours.clues[clue];
        pen.fillRect(c * pitch, r * pitch, pitch - gap, pitch - gap);
        pen.globalAlpha = 1;
      } else if ((has("mine") || has("flag")) && side >= 3) {
        pen.fillStyle = has("flag") ? colours.clues[3] : "#fff";
        pen.beginPath();
        pen.arc(...middle, side * 0.24, 0, 7);
        pen.fill();
      }
      if (view.named.has(r * view.cols + c)) {
        pen.strokeStyle = colours.mark;
        pen.lineWidth = 2;
        pen.strokeRect(c * pitch - 1, r * pitch - 1, pitch + 2, pitch + 2);
      }
    }
  }
}
