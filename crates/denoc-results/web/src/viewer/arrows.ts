// Forces and moments as arrows, to one scale per group and unit, which the key states.
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from "three";
import { type ArrowData, floats, type SceneData } from "../data";
import { element } from "../dom";
import { reading } from "../numbers";
import type { BodyView } from "./bodies";

type Kind = ArrowData["kind"];

const LOOKS: Record<Kind, { title: string; color: string; shown: boolean }> = {
  load: { title: "Loads", color: "#e4572e", shown: true },
  reaction: { title: "Reactions", color: "#7b4fd0", shown: false },
  weight: { title: "Weights", color: "#b07514", shown: false },
};
const ALONG = new Vector3(0, 1, 0);
/** Length of the longest arrow of a group most of the time, as a fraction of the radius of the mechanism. */
const LONGEST = 0.55;
/** Peaks may be this many times as long. */
const PEAK = 12;

class Arrow {
  readonly group = new Group();
  private readonly shaft: Mesh;
  private readonly heads: Mesh[];
  private readonly vectors: Float32Array;
  private readonly point: Vector3;
  /** Metres per N, or per N m. */
  scale = 0;

  constructor(
    readonly data: ArrowData,
    private readonly body: BodyView,
    private readonly width: number,
  ) {
    this.vectors = floats(data.vectors);
    this.point = new Vector3(...data.point);
    const material = new MeshBasicMaterial({ color: LOOKS[data.kind].color, depthTest: false, transparent: true, opacity: 0.92 });
    this.shaft = new Mesh(new CylinderGeometry(width, width, 1, 12).translate(0, 0.5, 0), material);
    // a moment has two heads
    this.heads = Array.from({ length: data.moment ? 2 : 1 }, () =>
      new Mesh(new ConeGeometry(2.8 * width, 7 * width, 20).translate(0, -3.5 * width, 0), material));
    this.group.add(this.shaft, ...this.heads);
    for (const mesh of [this.shaft, ...this.heads]) mesh.renderOrder = 11;
  }

  get sizes(): number[] {
    const vectors = this.vectors;
    return Array.from({ length: vectors.length / 3 }, (_, i) => Math.hypot(...vectors.subarray(3 * i, 3 * i + 3)));
  }

  seek(index: number, part: number): void {
    const last = this.vectors.length / 3 - 1;
    const at = (number: number) => new Vector3().fromArray(this.vectors, 3 * Math.min(number, last));
    const vector = at(index).lerp(at(index + 1), part);
    const length = vector.length() * this.scale;
    const { position, quaternion } = this.body.group;
    this.group.position.copy(this.point).applyQuaternion(quaternion).add(position);
    // an arrow as short as it is wide says nothing
    const drawn = length > 1.5 * this.width;
    for (const mesh of [this.shaft, ...this.heads]) mesh.visible = drawn;
    if (!drawn) return;
    this.group.quaternion.setFromUnitVectors(ALONG, vector.normalize());
    const head = Math.min(1, (0.6 * length) / (7 * this.width));
    this.shaft.scale.set(1, length - 6 * this.width * head, 1);
    this.heads.forEach((mesh, number) => {
      mesh.position.y = length - 5 * this.width * head * number;
      mesh.scale.setScalar(head);
    });
  }
}

export interface ArrowGroup {
  kind: Kind;
  title: string;
  shown: boolean;
}

export class Arrows {
  readonly groups: ArrowGroup[] = [];
  /** The scales of the groups that are shown. */
  readonly key = element("div", { class: "scales" });
  private readonly list: Arrow[];
  private at: [number, number] = [0, 0];
  private readonly scales = new Map<Kind, string[]>();

  constructor(data: SceneData["arrows"], bodies: BodyView[], root: Group, radius: number) {
    this.list = data.map((arrow) => new Arrow(arrow, bodies[arrow.body], 0.0075 * radius));
    for (const kind of Object.keys(LOOKS) as Kind[]) {
      for (const moment of [false, true]) this.measure(kind, moment, LONGEST * radius);
      if (!this.scales.has(kind)) continue;
      const { title, shown } = LOOKS[kind];
      this.groups.push({ kind, title, shown });
      this.show(kind, shown);
    }
    for (const arrow of this.list) root.add(arrow.group);
  }

  show(kind: Kind, on: boolean): void {
    for (const group of this.groups) if (group.kind === kind) group.shown = on;
    for (const arrow of this.list) if (arrow.data.kind === kind) arrow.group.visible = on;
    const lines = this.groups.filter((group) => group.shown).map(({ kind, title }) => {
      const chip = element("i", { class: "dot", style: `--chip: ${LOOKS[kind].color}` });
      return element("p", {}, [chip, `${title}: 1 m of arrow is ${this.scales.get(kind)?.join(" or ")}`]);
    });
    this.key.replaceChildren(...lines);
    this.seek(...this.at);
  }

  seek(index: number, part: number): void {
    this.at = [index, part];
    for (const arrow of this.list) if (arrow.group.visible) arrow.seek(index, part);
  }

  /** Chooses the scale of the forces, or the moments, of a group. */
  private measure(kind: Kind, moment: boolean, longest: number): void {
    const arrows = this.list.filter(({ data }) => data.kind === kind && data.moment === moment);
    const largest: number[] = [];
    for (const { sizes } of arrows) sizes.forEach((size, i) => (largest[i] = Math.max(largest[i] ?? 0, size)));
    const sorted = largest.filter((size) => size > 0).sort((a, b) => a - b);
    if (sorted.length === 0) return;
    const usual = sorted[Math.floor(0.8 * (sorted.length - 1))];
    const perMetre = round(Math.max(usual, sorted[sorted.length - 1] / PEAK) / longest);
    for (const arrow of arrows) arrow.scale = 1 / perMetre;
    this.scales.set(kind, [...(this.scales.get(kind) ?? []), `${reading(perMetre)} ${moment ? "N m" : "N"}`]);
  }
}

/** 1, 2 or 5 times a power of ten, at least `value`. */
function round(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10;
  return Number((factor * power).toPrecision(1));
}
