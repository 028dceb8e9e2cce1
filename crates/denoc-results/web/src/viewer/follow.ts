// A point that the camera follows, such as the mass centre of a floating robot.
import { type Quaternion, Vector3 } from "three";
import { floats } from "../data";
import type { Extent } from "./camera";

export class Followed {
  /** Followed from the beginning if the motion is much larger than what moves. */
  on: boolean;
  private readonly now: Vector3;

  constructor(
    readonly name: string,
    private readonly path: Vector3[],
    readonly near: Extent,
    radius: number,
  ) {
    this.on = radius > 2.2 * near.radius;
    this.now = path[0].clone();
  }

  static path(code: string, turn: Quaternion): Vector3[] {
    const numbers = floats(code);
    const points: Vector3[] = [];
    for (let at = 0; at < numbers.length; at += 3) points.push(new Vector3().fromArray(numbers, at).applyQuaternion(turn));
    return points;
  }

  /** Moves to a time; returns the step. */
  seek(index: number, part: number): Vector3 {
    const last = this.path.length - 1;
    const here = this.path[Math.min(index, last)].clone().lerp(this.path[Math.min(index + 1, last)], part);
    const step = here.clone().sub(this.now);
    this.now.copy(here);
    this.near.shift.copy(here).sub(this.path[0]);
    return step;
  }
}
