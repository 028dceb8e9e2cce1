// Bodies as three.js objects, and their poses at any time.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Color, CylinderGeometry, DoubleSide, Group, Mesh,
  MeshStandardMaterial, Quaternion, SphereGeometry, SRGBColorSpace, Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { floats, integers, type SceneData, type ShapeData } from "../data";

const LINKS = ["#4a7fd6", "#f0a135", "#2fa58a", "#e0665d", "#8d70d0", "#57aed6", "#c585b6", "#94a34b", "#b9804f"];
const FIXED = "#98a2b0";

export interface BodyView {
  name: string;
  group: Group;
  /** Whether it has shapes. */
  solid: boolean;
  color: string;
  poses: Float32Array;
  /** Factors along z, one per pose, of a body that is not rigid. */
  stretch: Float32Array | null;
}

/** With more bodies than this, each is small in the view and is drawn with fewer vertices. */
const MANY = 100;

export function makeBodies(scene: SceneData): BodyView[] {
  let moving = 0;
  const stock = new Stock(scene.bodies.length > MANY ? 0.25 : 1);
  return scene.bodies.map((body) => {
    const poses = floats(body.poses);
    const bodyColor = poses.length > 7 ? LINKS[moving++ % LINKS.length] : FIXED;
    const group = new Group();
    const colors = body.shapes.map((shape) => paint(shape, bodyColor));
    body.shapes.forEach((shape, number) => group.add(stock.mesh(shape, colors[number])));
    const color = colors[0] ? `#${colors[0].getHexString()}` : bodyColor;
    return { name: body.name, group, solid: colors.length > 0, color, poses, stretch: body.stretch ? floats(body.stretch) : null };
  });
}

function paint(shape: ShapeData, bodyColor: string): Color {
  return shape.color ? new Color().setRGB(...shape.color, SRGBColorSpace) : new Color(bodyColor);
}

/** Geometries and materials of a scene, shared by equal shapes such as the links of a rope. */
class Stock {
  private readonly solids = new Map<string, BufferGeometry>();
  private readonly paints = new Map<string, MeshStandardMaterial>();

  constructor(private readonly fineness: number) {}

  mesh(shape: ShapeData, color: Color): Mesh {
    const side = shape.kind === "mesh" ? { side: DoubleSide } : {};
    const paint = `${shape.kind === "mesh"} ${color.getHexString()}`;
    const material = kept(this.paints, paint, () =>
      new MeshStandardMaterial({ color, roughness: 0.5, metalness: 0.08, ...side }));
    const solid = shape.kind === "mesh" ? geometry(shape, 1) : this.solid(shape);
    const mesh = new Mesh(solid, material);
    mesh.castShadow = mesh.receiveShadow = true;
    place(mesh.position, mesh.quaternion, shape.pose, 0);
    return mesh;
  }

  private solid(shape: ShapeData): BufferGeometry {
    const { pose: _, color: __, ...geometryData } = shape;
    return kept(this.solids, JSON.stringify(geometryData), () => geometry(shape, this.fineness));
  }
}

function kept<T>(things: Map<string, T>, key: string, make: () => T): T {
  const known = things.get(key) ?? make();
  things.set(key, known);
  return known;
}

function geometry(shape: ShapeData, fineness: number): BufferGeometry {
  switch (shape.kind) {
    case "box": {
      const least = Math.min(...shape.size);
      return least > 0 ? new RoundedBoxGeometry(...shape.size, 3, 0.14 * least) : new BoxGeometry(...shape.size);
    }
    case "cylinder":
      return new CylinderGeometry(shape.radius, shape.radius, shape.length, 48 * fineness).rotateX(Math.PI / 2);
    case "capsule":
      return new CapsuleGeometry(shape.radius, shape.length, 12 * fineness, 32 * fineness).rotateX(Math.PI / 2);
    case "sphere":
      return new SphereGeometry(shape.radius, 40 * fineness, 24 * fineness);
    case "mesh": {
      const made = new BufferGeometry();
      made.setAttribute("position", new BufferAttribute(floats(shape.positions), 3));
      made.setIndex(new BufferAttribute(integers(shape.indices), 1));
      if ((made.index?.count ?? 0) < 600_000) return toCreasedNormals(made, 0.6);
      made.computeVertexNormals();
      return made;
    }
  }
}

/** Reads pose number `index` from a list with seven numbers per pose. */
export function place(position: Vector3, rotation: Quaternion, poses: ArrayLike<number>, index: number): void {
  const at = 7 * index;
  position.set(poses[at], poses[at + 1], poses[at + 2]);
  rotation.set(poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]).normalize();
}

/** Index of the last time not after `time`, and the fraction of the interval to the next, from 0 to 1. */
export function between(times: Float64Array, time: number): [number, number] {
  let [low, high] = [0, times.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  const step = times[high] - times[low];
  return [low, step > 0 ? Math.min(1, Math.max(0, (time - times[low]) / step)) : 0];
}

const nextPosition = new Vector3();
const nextRotation = new Quaternion();

/** Moves a body to a pose interpolated between two recorded ones. */
export function pose(body: BodyView, index: number, part: number): void {
  const last = body.poses.length / 7 - 1;
  place(body.group.position, body.group.quaternion, body.poses, Math.min(index, last));
  if (body.stretch) {
    const [now, next] = [index, index + 1].map((at) => body.stretch?.[Math.min(at, last)] ?? 1);
    // An inverse of the matrix must exist.
    body.group.scale.z = Math.max(1e-6, now + (next - now) * part);
  }
  if (part > 0 && index < last) {
    place(nextPosition, nextRotation, body.poses, index + 1);
    body.group.position.lerp(nextPosition, part);
    body.group.quaternion.slerp(nextRotation, part);
  }
}
