// A plot of the page: its panels with their legends, a common zoom, a common cursor.
import type uPlot from "uplot";
import type { Clock } from "../clock";
import { doubles, type PlotData } from "../data";
import { element } from "../dom";
import { onTheme } from "../theme";
import { makePanel, type PanelView, type Timeline } from "./panel";

export function showFigure(figure: HTMLElement, data: PlotData, clock: Clock | null): void {
  const panels: PanelView[] = [];
  const time = clock ? timeline(data, clock) : null;
  const reset = element("button", { type: "button", class: "toggle reset", hidden: true }, ["Reset zoom"]);
  const at = element("output", { class: "at" });
  figure.querySelector("figcaption")?.append(at, reset);

  // All panels of a figure show the same range of the abscissa.
  let zooming = false;
  const follow = (source: uPlot) => {
    if (zooming) return;
    const { min, max } = source.scales.x;
    if (min == null || max == null) return;
    zooming = true;
    for (const panel of panels) if (panel.plot !== source) panel.plot.setScale("x", { min, max });
    zooming = false;
    const full = limits(panels);
    reset.hidden = min <= full[0] && max >= full[1];
    for (const panel of panels) panel.now();
  };
  reset.addEventListener("click", () => {
    const [min, max] = limits(panels);
    panels[0]?.plot.setScale("x", { min, max });
  });

  data.panels.forEach((panel, number) => {
    const last = number === data.panels.length - 1;
    panels.push(makePanel(figure, data, panel, { last, tall: data.panels.length === 1, time, follow, at }));
  });
  if (time) clock?.listen(() => panels.forEach((panel) => panel.now()));
  onTheme(() => panels.forEach((panel) => panel.repaint()));
  new ResizeObserver(() => panels.forEach((panel) => panel.resize())).observe(figure);
}

/** How the abscissa of a plot follows the time of the animation, and sets it; null if it has nothing to do with it. */
function timeline(data: PlotData, clock: Clock): Timeline | null {
  if (data.time) return { at: () => clock.time, seek: (x) => clock.seek(x) };
  if (!data.clock) return null;
  const [values, times] = data.clock.map(doubles);
  return { at: () => interpolate(times, values, clock.time), seek: (x) => clock.seek(interpolate(values, times, x)) };
}

/** The value at `x` of the line through points with ascending abscissae. */
function interpolate(xs: Float64Array, ys: Float64Array, x: number): number {
  let [low, high] = [0, xs.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle] <= x) low = middle;
    else high = middle;
  }
  const part = xs[high] > xs[low] ? Math.min(1, Math.max(0, (x - xs[low]) / (xs[high] - xs[low]))) : 0;
  return ys[low] + part * (ys[high] - ys[low]);
}

function limits(panels: PanelView[]): [number, number] {
  const ends = panels.map(({ plot }) => [plot.data[0][0], plot.data[0][plot.data[0].length - 1]]);
  return [Math.min(...ends.map((end) => end[0])), Math.max(...ends.map((end) => end[1]))];
}
