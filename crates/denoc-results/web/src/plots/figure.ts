// A plot of the page: its panels with their legends, a common zoom, a common cursor.
import type uPlot from "uplot";
import type { Clock } from "../clock";
import type { PlotData } from "../data";
import { element } from "../dom";
import { onTheme } from "../theme";
import { makePanel, type PanelView } from "./panel";

export function showFigure(figure: HTMLElement, data: PlotData, clock: Clock | null): void {
  const panels: PanelView[] = [];
  const time = data.time ? clock : null;
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
    panels.push(makePanel(figure, data, panel, { last, tall: data.panels.length === 1, clock: time, follow, at }));
  });
  if (time) time.listen(() => panels.forEach((panel) => panel.now()));
  onTheme(() => panels.forEach((panel) => panel.repaint()));
  new ResizeObserver(() => panels.forEach((panel) => panel.resize())).observe(figure);
}

function limits(panels: PanelView[]): [number, number] {
  const ends = panels.map(({ plot }) => [plot.data[0][0], plot.data[0][plot.data[0].length - 1]]);
  return [Math.min(...ends.map((end) => end[0])), Math.max(...ends.map((end) => end[1]))];
}
