// Arrows: body frames, and the axes in the corner with the direction of gravity.
import {
  CanvasTexture, ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, PerspectiveCamera, Quaternion, Scene,
  Sprite, SpriteMaterial, SRGBColorSpace, Vector3, type WebGLRenderer,
} from "three";

const AXES: [string, Vector3, string][] = [
  ["x", new Vector3(1, 0, 0), "#e5484d"],
  ["y", new Vector3(0, 1, 0), "#30a46c"],
  ["z", new Vector3(0, 0, 1), "#3e7bfa"],
];
const ALONG = new Vector3(0, 1, 0);

function arrow(direction: Vector3, length: number, width: number, color: string): Group {
  const material = new MeshBasicMaterial({ color });
  const shaft = new Mesh(new CylinderGeometry(width, width, 0.78 * length, 12).translate(0, 0.39 * length, 0), material);
  const head = new Mesh(new ConeGeometry(2.6 * width, 0.24 * length, 20).translate(0, 0.88 * length, 0), material);
  const group = new Group().add(shaft, head);
  group.quaternion.setFromUnitVectors(ALONG, direction.clone().normalize());
  return group;
}

/** The three axes of a frame, drawn over bodies. */
export function frame(length: number): Group {
  const group = new Group().add(...AXES.map(([, direction, color]) => arrow(direction, length, 0.03 * length, color)));
  group.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.renderOrder = 9;
    Object.assign(part.material, { depthTest: false, transparent: true });
  });
  return group;
}

/** The world axes in the corner of the view. */
export class Corner {
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(30, 1, 0.1, 20);

  constructor(turn: Quaternion, gravity: [number, number, number] | null) {
    const root = new Group();
    root.quaternion.copy(turn);
    for (const [name, direction, color] of AXES) {
      root.add(arrow(direction, 1, 0.045, color), label(name, direction.clone().multiplyScalar(1.24), color));
    }
    const pull = gravity && new Vector3(...gravity);
    if (pull && pull.length() > 0) {
      pull.normalize();
      root.add(arrow(pull, 0.9, 0.035, "#e0912f"), label("g", pull.clone().multiplyScalar(1.14), "#e0912f"));
    }
    this.scene.add(root);
  }

  render(renderer: WebGLRenderer, view: Vector3, up: Vector3, size: number): void {
    this.camera.up.copy(up);
    this.camera.position.copy(view).normalize().multiplyScalar(5.4);
    this.camera.lookAt(0, 0, 0);
    renderer.autoClear = false;
    renderer.clearDepth();
    renderer.setViewport(4, 4, size, size);
    renderer.render(this.scene, this.camera);
    renderer.autoClear = true;
  }
}

function label(text: string, at: Vector3, color: string): Sprite {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.font = "600 44px Inter, system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = color;
    pen.fillText(text, 32, 32);
  }
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({ map, depthTest: false }));
  sprite.position.copy(at);
  sprite.scale.setScalar(0.46);
  return sprite;
}
