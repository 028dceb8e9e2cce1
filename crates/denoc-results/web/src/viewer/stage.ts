// The 3D view. It is drawn only when something has changed and while it is visible.
import {
  Box3, DirectionalLight, Group, HemisphereLight, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, PMREMGenerator,
  Quaternion, Scene, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import { doubles, type SceneData } from "../data";
import { isDark, onTheme } from "../theme";
import { Arrows } from "./arrows";
import { Corner } from "./axes";
import { between, makeBodies, pose, type BodyView } from "./bodies";
import { Director, type Extent } from "./camera";
import { Followed } from "./follow";
import { Ground } from "./ground";
import { Markers } from "./markers";
import { Trails } from "./trails";

const UP = new Vector3(0, 0, 1);
const dot = () => new Box3(new Vector3(), new Vector3());

export class Stage {
  readonly bodies: BodyView[];
  readonly trails: Trails;
  readonly arrows: Arrows;
  readonly markers: Markers;
  /** What the camera can follow, if anything. */
  readonly followed: Followed | null;
  readonly director: Director;
  private readonly ground: Ground | null = null;
  private readonly key = new DirectionalLight("#fff4e6", 2.1);
  private readonly whole: Extent;
  /** Radius of what moves, at the beginning. */
  private readonly size: number;
  private readonly times: Float64Array;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(32, 1, 0.01, 100);
  private readonly controls: OrbitControls;
  private readonly corner: Corner;
  private changed = true;
  private visible = true;

  /** Throws if WebGL is not available. */
  constructor(readonly canvas: HTMLCanvasElement, data: SceneData) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.times = doubles(data.times);
    this.bodies = makeBodies(data);
    this.trails = new Trails(data, this.bodies, this.times.length);

    // Measured while each body is at the origin.
    const boxes = this.bodies.map(({ group }) => (group.children.length ? new Box3().setFromObject(group, true) : dot()));

    // The scene defines which direction is up; in the view it is z.
    const root = new Group();
    root.quaternion.setFromUnitVectors(new Vector3(...data.up).normalize(), UP);
    root.add(...this.bodies.map((body) => body.group), this.trails.group);
    this.scene.add(root);

    const path = data.follow && Followed.path(data.follow.points, root.quaternion);
    const { whole, near, size, bottom } = this.survey(boxes, root.quaternion, path);
    this.whole = whole;
    this.size = size;
    this.followed = path && data.follow && near ? new Followed(data.follow.name, path, near, whole.radius) : null;
    const { radius } = this.extent;
    this.markers = new Markers(data.markers, this.bodies, 0.16 * size);
    this.markers.show("frame", data.frames);
    this.arrows = new Arrows(data.arrows, this.bodies, root, size);
    this.corner = new Corner(root.quaternion, data.gravity);
    this.light();
    if (data.ground) {
      const ground = new Ground(data.ground.height ?? Math.min(0, bottom - 0.02 * radius));
      this.ground = ground;
      this.scene.add(ground.group);
      onTheme(() => ground.paint(isDark()));
      ground.paint(isDark());
    }
    this.surround();
    const paint = () => [this.trails, this.markers].forEach((part) => part.paint(isDark()));
    onTheme(paint);
    paint();

    this.camera.up.copy(UP);
    this.camera.near = radius / 100;
    this.camera.far = whole.radius * 100;
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.maxDistance = 30 * whole.radius;
    this.controls.minDistance = 0.1 * radius;
    this.controls.addEventListener("change", () => this.touch());
    this.director = new Director(this.camera, this.controls, this.extent);
    this.controls.addEventListener("start", () => this.director.stop());
    this.wheel();
    this.resize();
    this.director.look("Iso", false);
    onTheme(() => this.touch());
    new ResizeObserver(() => this.resize()).observe(canvas);
    new IntersectionObserver(([entry]) => {
      this.visible = entry.isIntersecting;
      this.touch();
    }).observe(canvas);
  }

  touch(): void {
    this.changed = true;
  }

  /** Width of a cell of the grid, if there is one. */
  get cell(): number | null {
    return this.ground?.cell ?? null;
  }

  private get extent(): Extent {
    return this.followed?.on ? this.followed.near : this.whole;
  }

  /** Lets the camera follow, or stay. */
  follow(on: boolean): void {
    if (!this.followed) return;
    this.followed.on = on;
    this.surround();
    this.director.aimAt(this.extent);
    this.touch();
  }

  /** Moves all bodies to their poses at a time. */
  seek(time: number): void {
    const [index, part] = between(this.times, time);
    for (const body of this.bodies) pose(body, index, part);
    this.trails.show(index + part);
    this.arrows.seek(index, part);
    if (this.followed) {
      const step = this.followed.seek(index, part);
      if (this.followed.on) {
        this.director.carry(step);
        this.surround();
      }
    }
    this.touch();
  }

  /** Rotates the camera by angles and scales its distance, for the keyboard. */
  orbit(across: number, over: number, nearer: number): void {
    this.director.stop();
    const arm = this.camera.position.clone().sub(this.controls.target);
    arm.applyAxisAngle(UP, across).multiplyScalar(nearer);
    const side = new Vector3().crossVectors(UP, arm).normalize();
    const tilted = arm.clone().applyAxisAngle(side, over);
    if (Math.abs(tilted.clone().normalize().dot(UP)) < 0.999) arm.copy(tilted);
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
  }

  /** Called once per frame of the screen. */
  draw(now: number): void {
    if (this.director.step(now)) this.touch();
    if (!this.changed || !this.visible) return;
    this.changed = false;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.renderer.setViewport(0, 0, width, height);
    this.renderer.render(this.scene, this.camera);
    const view = this.camera.position.clone().sub(this.controls.target);
    this.corner.render(this.renderer, view, UP, width < 600 ? 76 : 104);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.director.refit();
    this.touch();
    this.draw(performance.now());
  }

  /** The wheel scrolls the page until the view has been clicked. */
  private wheel(): void {
    this.controls.enableZoom = matchMedia("(pointer: coarse)").matches;
    this.canvas.addEventListener("pointerdown", () => this.canvas.focus());
    this.canvas.addEventListener("focus", () => (this.controls.enableZoom = true));
    this.canvas.addEventListener("blur", () => (this.controls.enableZoom = false));
  }

  private light(): void {
    const makers = new PMREMGenerator(this.renderer);
    this.scene.environment = makers.fromScene(new RoomEnvironment(), 0.04).texture;
    this.scene.environmentRotation.set(Math.PI / 2, 0, 0);
    this.scene.environmentIntensity = 0.55;
    makers.dispose();
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(2048, 2048);
    this.key.shadow.radius = 3;
    this.scene.add(this.key, this.key.target, new HemisphereLight("#dfeaff", "#8b8278", 0.55));
  }

  /** Places light and ground around what is in view. */
  private surround(): void {
    const { centre, shift, radius } = this.extent;
    const middle = centre.clone().add(shift);
    this.ground?.place(middle, radius, this.size);
    this.key.target.position.copy(middle);
    this.key.position.copy(middle).add(new Vector3(-0.7, -1.0, 1.9).multiplyScalar(2.2 * radius));
    this.key.shadow.normalBias = 0.004 * radius;
    const camera = this.key.shadow.camera;
    camera.left = camera.bottom = -1.5 * radius;
    camera.right = camera.top = 1.5 * radius;
    camera.near = 0.1 * radius;
    camera.far = 12 * radius;
    camera.updateProjectionMatrix();
  }

  /** Corners of all bodies during the motion, in the world and as seen from the followed point. */
  private survey(boxes: Box3[], turn: Quaternion, path: Vector3[] | null) {
    const [points, carried, first]: Vector3[][] = [[], [], []];
    // Enough samples of the motion to fit the view; fewer for scenes with very many bodies.
    const looks = Math.max(2, Math.min(80, Math.floor(4000 / Math.max(1, this.bodies.length))));
    const samples = Math.min(this.times.length, looks);
    for (let sample = 0; sample < samples; sample++) {
      const index = Math.round((sample * (this.times.length - 1)) / Math.max(1, samples - 1));
      const shift = path && path[index].clone().sub(path[0]);
      this.bodies.forEach((body, number) => {
        const still = body.poses.length <= 7;
        if (sample > 0 && still) return;
        pose(body, index, 0);
        const { min, max } = boxes[number];
        for (let corner = 0; corner < 8; corner++) {
          const at = new Vector3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z);
          at.multiply(body.group.scale).applyQuaternion(body.group.quaternion).add(body.group.position);
          points.push(at.applyQuaternion(turn));
          if (shift && !still) carried.push(at.clone().sub(shift));
          if (sample === 0 && !still) first.push(at);
        }
      });
    }
    const whole = around(points);
    const size = first.length ? around(first).radius : whole.radius;
    return { whole, size, near: carried.length ? around(carried) : null, bottom: new Box3().setFromPoints(whole.points).min.z };
  }
}

function around(points: Vector3[]): Extent {
  const all = points.length ? points : [new Vector3()];
  const centre = new Box3().setFromPoints(all).getCenter(new Vector3());
  const farthest = all.reduce((most, point) => Math.max(most, point.distanceTo(centre)), 0);
  return { points: all, centre, radius: farthest > 0 ? farthest : 1, shift: new Vector3() };
}
