// Paths of points: the complete path faintly, the part up to the present time more clearly, its end as a bright tail.
// Lines are opaque, in colours mixed with the background: in transparent lines, the ends of segments would show.
import { Color, Group, type InterleavedBufferAttribute, Quaternion, Vector3 } from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import type { SceneData } from "../data";
import { place, type BodyView } from "./bodies";

const INKS = ["#e4572e", "#7b4fd0", "#0f9d7a", "#c2388b"];
const MOST = 4000;

class Trail {
  readonly lines: Line2[];
  private readonly path: Line2;
  private readonly passed: Line2;
  private readonly tail: Line2;
  private readonly length: number;

  constructor(
    readonly name: string,
    readonly color: string,
    points: number[],
    /** Frames between two points. */
    private readonly stride: number,
  ) {
    const count = points.length / 3;
    this.length = Math.min(count, Math.max(24, Math.round(count / 14)));
    this.path = line(points, 1.2, 0);
    this.passed = line(points, 1.8, 1);
    this.tail = line(points.slice(0, 3 * this.length), 3.4, 2);
    this.lines = [this.path, this.passed, this.tail];
  }

  show(frame: number): void {
    const passed = Math.floor(frame / this.stride);
    const recent = Math.min(passed, this.length - 1);
    this.passed.geometry.instanceCount = passed;
    this.passed.visible = this.tail.visible = passed > 0;
    // Segments are pairs of points, six numbers each; the newest are at the end, where the colours are bright.
    const numbers = (made: Line2) => (made.geometry.attributes.instanceStart as InterleavedBufferAttribute).data;
    const [from, to] = [numbers(this.passed).array, numbers(this.tail)];
    const first = (this.length - 1 - recent) * 6;
    // Unused segments have zero length.
    for (let i = 0; i < first; i++) to.array[i] = from[6 * (passed - recent) + (i % 3)] ?? 0;
    to.array.set(from.subarray(6 * (passed - recent), 6 * passed), first);
    to.needsUpdate = true;
  }

  paint(dark: boolean): void {
    const paper = new Color(dark ? "#161e2a" : "#f2f5f9");
    const mix = (part: number) => new Color(this.color).lerp(paper, part);
    this.path.material.color.copy(mix(dark ? 0.72 : 0.78));
    this.passed.material.color.copy(mix(0.48));
    const colors = Array.from({ length: this.length }, (_, i) => mix(0.48 * (1 - i / (this.length - 1))).toArray());
    this.tail.geometry.setColors(colors.flat());
  }
}

export class Trails {
  readonly group = new Group();
  readonly list: Trail[] = [];

  constructor(scene: SceneData, bodies: BodyView[], frameCount: number) {
    const [position, rotation] = [new Vector3(), new Quaternion()];
    const stride = Math.max(1, Math.ceil(frameCount / MOST));
    for (const [number, { name, body, point }] of scene.trails.entries()) {
      const poses = bodies[body].poses;
      const points: number[] = [];
      for (let frame = 0; 7 * frame < poses.length; frame += stride) {
        place(position, rotation, poses, frame);
        points.push(...new Vector3(...point).applyQuaternion(rotation).add(position).toArray());
      }
      // A point that does not move has no path.
      if (points.length <= 3) continue;
      const trail = new Trail(name, INKS[number % INKS.length], points, stride);
      this.list.push(trail);
      this.group.add(...trail.lines);
    }
  }

  /** Shows the paths up to a frame. */
  show(frame: number): void {
    for (const trail of this.list) trail.show(frame);
  }

  paint(dark: boolean): void {
    for (const trail of this.list) trail.paint(dark);
  }
}

/** A line; higher levels are drawn over lower ones at the same position. */
function line(points: number[], width: number, level: number): Line2 {
  const offset = { polygonOffset: level > 0, polygonOffsetFactor: -level, polygonOffsetUnits: -40 * level };
  const material = new LineMaterial({ linewidth: width, vertexColors: level === 2, ...offset });
  const made = new Line2(new LineGeometry().setPositions(points), material);
  made.renderOrder = level;
  // The tail moves within its buffer; with its initial bounds it would be culled.
  made.frustumCulled = false;
  return made;
}
