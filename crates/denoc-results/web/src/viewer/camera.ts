// The camera: presets that show the complete motion, and smooth transitions between them.
import { PerspectiveCamera, Vector3 } from "three";
import type { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { calm } from "../dom";

export const PRESETS: Record<string, Vector3> = {
  Iso: new Vector3(0.85, -1.5, 0.72).normalize(),
  Front: new Vector3(0, -1, 0),
  Side: new Vector3(1, 0, 0),
  // Not quite from above: the up direction must not vanish.
  Top: new Vector3(0, -0.001, 1).normalize(),
};

/** Points to keep in view, and how far what the camera follows has moved. */
export interface Extent {
  points: Vector3[];
  centre: Vector3;
  radius: number;
  shift: Vector3;
}

export class Director {
  private move: { from: Vector3; to: Vector3; target: Vector3; targetFrom: Vector3; begun: number } | null = null;

  /** The current preset, until the user rotates the view. */
  private preset: string | null = null;

  constructor(
    private readonly camera: PerspectiveCamera,
    private readonly controls: OrbitControls,
    private aim: Extent,
  ) {}

  /** Fits the view to other points from now on. */
  aimAt(aim: Extent): void {
    this.aim = aim;
    this.refit();
  }

  /** Moves the camera with what it follows. */
  carry(step: Vector3): void {
    this.camera.position.add(step);
    this.controls.target.add(step);
    this.move?.target.add(step);
    this.move?.targetFrom.add(step);
    this.controls.update();
  }

  /** Looks along a preset, at once or smoothly. */
  look(name: string, smooth: boolean): void {
    this.preset = name;
    const direction = PRESETS[name];
    const { target, position } = this.fit(direction);
    if (!smooth || calm) {
      this.move = null;
      this.camera.position.copy(position);
      this.controls.target.copy(target);
      this.controls.update();
      return;
    }
    const from = this.camera.position.clone().sub(this.controls.target);
    const to = position.clone().sub(target);
    this.move = { from, to, target, targetFrom: this.controls.target.clone(), begun: performance.now() };
  }

  /** Leaves the camera to the user. */
  stop(): void {
    this.move = this.preset = null;
  }

  /** Fits the motion into the view again after a change of its size. */
  refit(): void {
    if (this.preset) this.look(this.preset, false);
  }

  /** One step of a transition; returns whether the camera moved. */
  step(now: number): boolean {
    if (!this.move) return false;
    const { from, to, target, targetFrom, begun } = this.move;
    const part = Math.min(1, (now - begun) / 450);
    const ease = part * part * (3 - 2 * part);
    // Direction and distance are interpolated separately, so that the path is an arc around the target.
    const direction = from.clone().normalize().lerp(to.clone().normalize(), ease).normalize();
    const distance = from.length() + (to.length() - from.length()) * ease;
    this.controls.target.copy(targetFrom).lerp(target, ease);
    this.camera.position.copy(this.controls.target).addScaledVector(direction, distance);
    this.controls.update();
    if (part >= 1) this.move = null;
    return true;
  }

  /** The nearest camera position in a direction from which all points are in view, with a margin. */
  private fit(direction: Vector3): { position: Vector3; target: Vector3 } {
    const right = new Vector3().crossVectors(this.camera.up, direction).normalize();
    const over = new Vector3().crossVectors(direction, right);
    const tall = Math.tan((this.camera.fov * Math.PI) / 360) * 0.9;
    const wide = tall * this.camera.aspect;
    const seen = this.aim.points.map((point) => {
      const at = point.clone().sub(this.aim.centre);
      return [at.dot(right), at.dot(over), at.dot(direction)];
    });
    const middle = (axis: number) => {
      let [low, high] = [Infinity, -Infinity];
      for (const point of seen) [low, high] = [Math.min(low, point[axis]), Math.max(high, point[axis])];
      return seen.length ? (low + high) / 2 : 0;
    };
    const [x, y] = [middle(0), middle(1)];
    let distance = 0;
    for (const point of seen) {
      const away = Math.max(Math.abs(point[0] - x) / wide, Math.abs(point[1] - y) / tall);
      distance = Math.max(distance, away + point[2]);
    }
    const target = this.aim.centre.clone().add(this.aim.shift).addScaledVector(right, x).addScaledVector(over, y);
    return { target, position: target.clone().addScaledVector(direction, distance) };
  }
}
