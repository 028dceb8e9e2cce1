// A panel: curves, axes, a legend with values, and a line at the time of the animation.
import uPlot from "uplot";
import { doubles, floats, type PanelData, type PlotData, type SeriesData } from "../data";
import { element } from "../dom";
import { labels, raised, reading } from "../numbers";
import { color } from "../theme";

export interface PanelView {
  plot: uPlot;
  /** Moves the line to the present time. */
  now(): void;
  repaint(): void;
  resize(): void;
}

/** The abscissa at the present time of the animation, and how a click on it sets the time. */
export interface Timeline {
  at(): number;
  seek(x: number): void;
}

interface Setting {
  last: boolean;
  tall: boolean;
  time: Timeline | null;
  follow(source: uPlot): void;
  /** Shows the abscissa under the pointer. */
  at: HTMLElement;
}

const FONT = "12px Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const CURVES = 8;
/** Steps between ticks of angles: divisions of the turn. */
const ROUND = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => [1, 2, 5].map((digit) => Number(`${digit}e${from + i}`))).flat();
const ANGLES = [...ROUND(-15, 1), 15, 30, 45, 90, 180, 360, 720, ...ROUND(3, 9)];
const steps = (unit: string) => (unit === "°" ? ANGLES : undefined);

export function makePanel(figure: HTMLElement, data: PlotData, panel: PanelData, setting: Setting): PanelView {
  const { legend, from, show } = makeLegend(panel, setting.at);
  const frame = element("div", { class: "panel" });
  figure.append(legend, frame);
  const columns = align(panel);

  const axis = (extra: uPlot.Axis): uPlot.Axis => ({
    stroke: () => color("--soft"),
    font: FONT,
    grid: { stroke: () => color("--grid"), width: 1 },
    ticks: { show: false },
    ...extra,
  });
  const height = () => (setting.tall ? 260 : 170) + (setting.last ? 46 : 8);
  const options: uPlot.Options = {
    width: Math.max(200, frame.clientWidth),
    height: height(),
    legend: { show: false },
    pxAlign: false,
    padding: [8, 14, 0, 0],
    cursor: {
      // The cursors of all plots over the same abscissa move together; each figure has its own zoom.
      sync: {
        key: `${data.label} [${data.unit}]`,
        setSeries: false,
        filters: { pub: (type) => type === "mousemove" || type === "mouseleave" },
      },
      points: { size: 7 },
      drag: { x: true, y: false, dist: 6 },
      y: false,
      focus: { prox: -1 },
    },
    scales: {
      x: { time: false },
      y: panel.log ? { distr: 3, log: 10 } : { range: (_, low, high) => margin(low, high) },
    },
    series: [{}, ...panel.series.map(series)],
    axes: [
      axis({
        size: setting.last ? 26 : 8,
        values: (_, splits) => (setting.last ? labels(splits).texts : splits.map(() => "")),
        label: setting.last ? named(data.label, data.unit) : undefined,
        labelFont: FONT,
        labelSize: 20,
        labelGap: 0,
        gap: 5,
        space: 64,
        incrs: steps(data.unit),
      }),
      axis({
        size: 66,
        gap: 7,
        space: 26,
        incrs: panel.log ? undefined : steps(panel.unit),
        splits: panel.log ? (_, __, low, high) => decades(low, high) : undefined,
        filter: (_, splits) => splits,
        values: (_, splits) => {
          if (panel.log) return splits.map((power) => `10${raised(Math.round(Math.log10(power)))}`);
          const text = labels(splits);
          from.textContent = text.from ? `, relative to ${text.from}` : "";
          return text.texts;
        },
      }),
    ],
    hooks: {
      setCursor: [() => update()],
      setScale: [(plot, key) => key === "x" && setting.follow(plot)],
      ready: [() => queueMicrotask(() => now())],
    },
  };
  const plot = new uPlot(options, columns, frame);
  legend.querySelectorAll<HTMLButtonElement>("button").forEach((button, number) => {
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(on));
      plot.setSeries(number + 1, { show: on });
    });
  });

  const line = element("div", { class: "now" });
  if (setting.time) {
    plot.over.append(line);
    seekOnClick(plot, setting.time);
  }
  const now = () => {
    if (!setting.time) return;
    const at = plot.valToPos(setting.time.at(), "x");
    line.hidden = !(at >= -0.5 && at <= plot.over.clientWidth + 0.5);
    line.style.transform = `translateX(${at}px)`;
    update();
  };
  // Shows values under the pointer, or without one, at the present time.
  const update = () => {
    const hovered = plot.cursor.left != null && plot.cursor.left >= 0;
    const x = hovered ? plot.posToVal(plot.cursor.left ?? 0, "x") : setting.time?.at();
    show(plot, x, hovered);
  };
  update();
  return {
    plot,
    now,
    repaint: () => plot.redraw(false, true),
    resize: () => {
      plot.setSize({ width: Math.max(200, frame.clientWidth), height: height() });
      now();
    },
  };
}

/** A legend above the panel: the label of the ordinate, and a button with the current value for each curve. */
function makeLegend(panel: PanelData, at: HTMLElement) {
  const from = element("span");
  const values: HTMLElement[] = [];
  const buttons = panel.series.map((series, number) => {
    const value = element("b");
    values.push(value);
    const chip = element("i", { class: `chip ${style(series, number)}`, style: `--chip: var(--c${hue(series, number)})` });
    const about = { type: "button", "aria-pressed": "true", title: "Show or hide" };
    return element("button", about, [chip, series.name, value]);
  });
  const label = element("span", { class: "ordinate" }, [named(panel.label, panel.unit), from]);
  const legend = element("div", { class: "legend" }, [label, ...buttons]);
  const show = (plot: uPlot, x: number | undefined, hovered: boolean) => {
    if (hovered && x != null) at.textContent = `at ${reading(x)}`;
    else at.textContent = "";
    values.forEach((value, number) => {
      value.textContent = x == null ? "" : reading(nearest(plot.data, number + 1, x));
    });
  };
  return { legend, from, show };
}

function named(label: string, unit: string): string {
  return unit ? `${label} [${unit}]` : label;
}

/** Number of the colour of a curve. */
function hue(series: SeriesData, number: number): number {
  return (series.color ?? number) % CURVES;
}

function style(series: SeriesData, number: number): string {
  return series.style === "line" && (series.color ?? number) >= CURVES ? "dashed" : series.style;
}

const DASHES: Record<string, number[]> = { dashed: [6, 4], dotted: [2, 3], dashdot: [8, 3, 2, 3] };

function series(data: SeriesData, number: number): uPlot.Series {
  const stroke = () => color(`--c${hue(data, number)}`);
  const dots = data.style === "dots";
  return {
    label: data.name,
    stroke,
    width: 1.6,
    dash: DASHES[style(data, number)],
    paths: dots ? () => null : undefined,
    points: dots ? { show: true, size: 5, fill: stroke } : { show: false },
  };
}

/** Columns over a common abscissa, as uPlot requires; gaps are null. */
function align(panel: PanelData): uPlot.AlignedData {
  const read = (series: SeriesData) =>
    Array.from(floats(series.values), (difference) => {
      const value = series.base + difference;
      return Number.isFinite(value) && !(panel.log && value <= 0) ? value : null;
    });
  const tables = panel.series.map((series): uPlot.AlignedData => [
    Array.from(doubles(series.x ?? panel.x)),
    read(series),
  ]);
  if (tables.length === 0) return [Array.from(doubles(panel.x))];
  if (panel.series.every((series) => series.x === null)) {
    return [tables[0][0], ...tables.map((table) => table[1])] as uPlot.AlignedData;
  }
  return uPlot.join(tables);
}

/** The value of a curve nearest to an abscissa, skipping points that belong to other curves only. */
function nearest(data: uPlot.AlignedData, column: number, x: number): number | null | undefined {
  const [xs, ys] = [data[0], data[column]];
  let [low, high] = [0, xs.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle] < x) low = middle;
    else high = middle;
  }
  while (low > 0 && ys[low] === undefined) low--;
  while (high < xs.length - 1 && ys[high] === undefined) high++;
  return Math.abs(xs[low] - x) < Math.abs(xs[high] - x) ? ys[low] : ys[high];
}

function margin(low: number | null, high: number | null): [number, number] {
  if (low == null || high == null) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= 1e-14 * size) return size === 0 ? [-1, 1] : [low - 0.05 * size, high + 0.05 * size];
  return [low - 0.06 * (high - low), high + 0.06 * (high - low)];
}

/** Powers of ten, no more than there is space for. */
function decades(low: number, high: number): number[] {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const every = 1 + Math.floor((last - first) / 6);
  return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, i) => 10 ** (first + i * every));
}

/** Sets the time on a click, but not at the end of a drag, which zooms. */
function seekOnClick(plot: uPlot, time: Timeline): void {
  let from = 0;
  plot.over.addEventListener("mousedown", (event) => (from = event.clientX));
  plot.over.addEventListener("click", (event) => {
    if (Math.abs(event.clientX - from) > 4) return;
    time.seek(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x"));
  });
}
