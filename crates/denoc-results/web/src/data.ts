// The data embedded in the page: see report/data.rs and report/scene_data.rs in the crate.

export interface PageData {
  scene: SceneData | null;
  plots: PlotData[];
}

export interface SceneData {
  times: string;
  bodies: BodyData[];
  trails: { name: string; body: number; point: [number, number, number] }[];
  markers: MarkerData[];
  arrows: ArrowData[];
  follow: { name: string; points: string } | null;
  up: [number, number, number];
  ground: { height: number | null } | null;
  gravity: [number, number, number] | null;
  frames: boolean;
}

export interface BodyData {
  name: string;
  poses: string;
  /** Factors along z, one per pose; null for rigid bodies. */
  stretch: string | null;
  shapes: ShapeData[];
}

/** A named frame, or a joint with its axis along z if it has one. */
export interface MarkerData {
  name: string;
  body: number;
  pose: number[];
  kind: "frame" | "joint";
  axis: boolean;
}

/** A force in N, or a moment in N m, in world axes. */
export interface ArrowData {
  name: string;
  kind: "load" | "reaction" | "weight";
  moment: boolean;
  body: number;
  point: [number, number, number];
  vectors: string;
}

export type ShapeData = { pose: number[]; color: [number, number, number] | null } & (
  | { kind: "box"; size: [number, number, number] }
  | { kind: "cylinder" | "capsule"; radius: number; length: number }
  | { kind: "sphere"; radius: number }
  | { kind: "mesh"; positions: string; indices: string }
);

export interface PlotData {
  label: string;
  unit: string;
  time: boolean;
  /** Values of the abscissa and the times of the animation at them, if the abscissa is not time. */
  clock: [string, string] | null;
  panels: PanelData[];
}

export interface PanelData {
  label: string;
  unit: string;
  log: boolean;
  x: string;
  series: SeriesData[];
}

export interface SeriesData {
  name: string;
  style: "line" | "dashed" | "dotted" | "dashdot" | "dots";
  color: number | null;
  base: number;
  values: string;
  x: string | null;
}

export function readData(): PageData {
  return JSON.parse(document.getElementById("data")?.textContent ?? '{"scene":null,"plots":[]}');
}

function bytes(code: string): ArrayBuffer {
  const text = atob(code);
  const buffer = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) buffer[i] = text.charCodeAt(i);
  return buffer.buffer;
}

export const doubles = (code: string) => new Float64Array(bytes(code));
export const floats = (code: string) => new Float32Array(bytes(code));
export const integers = (code: string) => new Uint32Array(bytes(code));
