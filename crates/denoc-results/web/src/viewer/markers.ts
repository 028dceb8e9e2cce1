// Frames and joints with their names; drawn over the bodies, made when first shown.
import {
  CanvasTexture, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Quaternion, Sprite, SpriteMaterial, SRGBColorSpace,
  Vector2, Vector3,
} from "three";
import type { MarkerData } from "../data";
import { frame } from "./axes";
import { place, type BodyView } from "./bodies";

const AXIS = "#0f9d7a";
/** Height of names in pixels. */
const LINE = 19;

class Name {
  readonly sprite: Sprite;
  private readonly canvas = document.createElement("canvas");
  private readonly map = new CanvasTexture(this.canvas);

  constructor(private readonly text: string) {
    this.map.colorSpace = SRGBColorSpace;
    const material = new SpriteMaterial({ map: this.map, depthTest: false, sizeAttenuation: false, transparent: true });
    this.sprite = new Sprite(material);
    this.sprite.renderOrder = 12;
    // to the right of the point and above it
    this.sprite.center = new Vector2(-0.02, -0.25);
  }

  paint(dark: boolean): void {
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    const [font, scale] = ["600 13px Inter, system-ui, sans-serif", 3];
    pen.font = font;
    const width = Math.ceil(pen.measureText(this.text).width) + 8;
    [this.canvas.width, this.canvas.height] = [scale * width, scale * LINE];
    pen.scale(scale, scale);
    pen.font = font;
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    pen.lineWidth = 4;
    pen.strokeStyle = dark ? "#10161fd9" : "#ffffffe6";
    pen.strokeText(this.text, 4, LINE / 2);
    pen.fillStyle = dark ? "#e8edf5" : "#1d2530";
    pen.fillText(this.text, 4, LINE / 2);
    this.map.dispose();
    this.map.needsUpdate = true;
    // as large as on paper at a height of the view of 560 pixels with its angle of 32 degrees
    const height = (LINE / 560) * 2 * Math.tan((16 * Math.PI) / 180);
    this.sprite.scale.set((height * width) / LINE, height, 1);
  }
}

export class Markers {
  private readonly made = new Map<string, Group[]>();
  private readonly names: Name[] = [];
  private dark = false;

  private readonly data: MarkerData[];

  /** A scene without named frames has those of its bodies. */
  constructor(
    data: MarkerData[],
    private readonly bodies: BodyView[],
    private readonly length: number,
  ) {
    const of = ({ name }: BodyView, body: number): MarkerData => ({ name, body, pose: [0, 0, 0, 0, 0, 0, 1], kind: "frame", axis: true });
    this.data = data.some(({ kind }) => kind === "frame") ? data : [...data, ...bodies.map(of)];
  }

  has(kind: MarkerData["kind"]): boolean {
    return this.data.some((marker) => marker.kind === kind);
  }

  show(kind: MarkerData["kind"], on: boolean): void {
    let groups = this.made.get(kind);
    if (!groups && !on) return;
    groups ??= this.make(kind);
    this.made.set(kind, groups);
    for (const group of groups) group.visible = on;
  }

  paint(dark: boolean): void {
    this.dark = dark;
    for (const name of this.names) name.paint(dark);
  }

  private make(kind: MarkerData["kind"]): Group[] {
    const groups: Group[] = [];
    const taken = new Map<string, string[]>();
    const places = this.data.filter((marker) => marker.kind === kind);
    for (const marker of places) {
      const key = this.place(marker);
      taken.set(key, [...(taken.get(key) ?? []), marker.name]);
    }
    for (const marker of places) {
      const group = new Group();
      place(group.position, group.quaternion, marker.pose, 0);
      if (kind === "frame") group.add(frame(this.length));
      else if (marker.axis) group.add(axis(2.4 * this.length, 0.025 * this.length));
      // markers in the same place share a name
      const names = taken.get(this.place(marker));
      taken.delete(this.place(marker));
      if (names) {
        const name = new Name(names.join(", "));
        name.paint(this.dark);
        this.names.push(name);
        group.add(name.sprite);
      }
      this.bodies[marker.body].group.add(group);
      groups.push(group);
    }
    return groups;
  }

  /** Where a marker is: in its body, or, for a joint, which several bodies share, in the world at the beginning. */
  private place({ body, pose, kind }: MarkerData): string {
    const at = new Vector3().fromArray(pose);
    const { poses } = this.bodies[body];
    if (kind === "joint") at.applyQuaternion(new Quaternion().fromArray(poses, 3)).add(new Vector3().fromArray(poses));
    return [kind === "joint" ? "" : body, ...at.toArray().map((x) => Math.round((x / this.length) * 20))].join(" ");
  }
}

function axis(length: number, width: number): Mesh {
  const material = new MeshBasicMaterial({ color: AXIS, depthTest: false, transparent: true, opacity: 0.9 });
  const mesh = new Mesh(new CylinderGeometry(width, width, length, 8).rotateX(Math.PI / 2), material);
  mesh.renderOrder = 10;
  return mesh;
}
