// The ground plane: a fading grid and a plane that shows only shadows.
import { Color, DoubleSide, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector3 } from "three";

export class Ground {
  readonly group = new Group();
  /** Width of a cell of the grid in metres. */
  cell = 1;
  private readonly grid: ShaderMaterial;
  private readonly shadow = new ShadowMaterial({ transparent: true, depthWrite: false });

  constructor(private readonly height: number) {
    this.grid = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms: {
        cell: { value: 1 },
        centre: { value: new Vector3() },
        reach: { value: 1 },
        ink: { value: new Color() },
        strength: { value: 0.5 },
      },
      vertexShader: `
        varying vec3 place;
        void main() {
          vec4 world = modelMatrix * vec4(position, 1.0);
          place = world.xyz;
          gl_Position = projectionMatrix * viewMatrix * world;
        }`,
      fragmentShader: `
        uniform float cell, reach, strength;
        uniform vec3 centre, ink;
        varying vec3 place;
        float lines(float width) {
          vec2 at = place.xy / width;
          vec2 sharp = fwidth(at);
          vec2 near = abs(fract(at - 0.5) - 0.5) / sharp;
          // Lines closer than a few pixels would shimmer.
          float calm = 1.0 - smoothstep(0.15, 0.5, max(sharp.x, sharp.y));
          return (1.0 - min(min(near.x, near.y), 1.0)) * calm;
        }
        void main() {
          float fade = 1.0 - smoothstep(0.15, 1.0, length(place.xy - centre.xy) / reach);
          float line = max(0.45 * lines(cell), lines(5.0 * cell));
          gl_FragColor = vec4(ink, line * fade * fade * strength);
        }`,
    });
    const plane = new PlaneGeometry(11, 11);
    const grid = new Mesh(plane, this.grid);
    const shadow = new Mesh(plane, this.shadow);
    shadow.receiveShadow = true;
    grid.renderOrder = -2;
    shadow.renderOrder = -1;
    this.group.add(grid, shadow);
  }

  /** Draws the ground around a centre, for a motion of this radius of a mechanism of this size; not too many cells fit into the view. */
  place(centre: Vector3, radius: number, size: number): void {
    this.cell = round(Math.max(size / 2.5, radius / 12));
    const { cell, centre: middle, reach } = this.grid.uniforms;
    cell.value = this.cell;
    middle.value.copy(centre);
    reach.value = 5.5 * radius;
    this.group.position.set(centre.x, centre.y, this.height);
    this.group.scale.set(radius, radius, 1);
  }

  paint(dark: boolean): void {
    this.grid.uniforms.ink.value.set(dark ? "#8fa3c0" : "#5b6b82");
    this.grid.uniforms.strength.value = dark ? 0.42 : 0.55;
    this.shadow.opacity = dark ? 0.4 : 0.2;
  }
}

/** 1, 2 or 5 times a power of ten, at most `length`. */
function round(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * (length >= 5 * power ? 5 : length >= 2 * power ? 2 : 1);
}
