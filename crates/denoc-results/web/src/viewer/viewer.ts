// The card with the animation: view, legend, buttons and time bar.
import type { Clock } from "../clock";
import type { SceneData } from "../data";
import { element, icon, toggle } from "../dom";
import { reading } from "../numbers";
import { PRESETS } from "./camera";
import { Stage } from "./stage";
import { timeBar } from "./timebar";

/** Builds the viewer; returns the function that draws a frame of the screen. */
export function showViewer(card: HTMLElement, data: SceneData, clock: Clock): (now: number) => void {
  const label = "Three-dimensional animation. Drag or use the arrow keys to rotate, plus and minus to zoom, space to play or pause.";
  const canvas = element("canvas", { tabindex: "0", role: "img", "aria-label": label });
  const view = element("div", { class: "view" }, [canvas]);
  card.append(view);
  const stage = start(canvas, data);
  const extras: HTMLElement[] = [];
  if (stage) {
    view.append(legend(stage), presets(stage), stage.arrows.key, hint(stage));
    extras.push(...switches(stage, data));
    clock.listen(() => stage.seek(clock.time));
    canvas.addEventListener("keydown", (event) => keys(stage, event));
  } else {
    canvas.remove();
    view.classList.add("blank");
    view.append(
      element("p", {}, [
        element("b", {}, ["3D view not available"]),
        "This browser does not support WebGL. Enable hardware acceleration or use another browser; " +
          "the rest of this page works without it.",
      ]),
    );
  }
  card.append(timeBar(clock, [...extras, fullScreen(card)]));
  return (now) => stage?.draw(now);
}

function start(canvas: HTMLCanvasElement, data: SceneData): Stage | null {
  try {
    return new Stage(canvas, data);
  } catch (error) {
    console.info("WebGL is not available:", error);
    return null;
  }
}

function legend(stage: Stage): HTMLElement {
  const bodies = stage.bodies
    .filter((body) => body.solid)
    .map((body) => {
      const chip = element("i", { class: "dot", style: `--chip: ${body.color}` });
      const about = { type: "button", "aria-pressed": "true", title: "Show or hide" };
      const button = element("button", about, [chip, body.name]);
      button.addEventListener("click", () => {
        body.group.visible = !body.group.visible;
        button.setAttribute("aria-pressed", String(body.group.visible));
        stage.touch();
      });
      return element("li", {}, [button]);
    });
  const trails = stage.trails.list.map((trail) =>
    element("li", { class: "trail" }, [element("i", { class: "chip line", style: `--chip: ${trail.color}` }), trail.name]),
  );
  const open = bodies.length <= 12 && !matchMedia("(max-width: 640px)").matches;
  const summary = element("summary", {}, [bodies.length === 1 ? "1 body" : `${bodies.length} bodies`]);
  return element("details", { class: "bodies", open }, [summary, element("ul", {}, [...bodies, ...trails])]);
}

function presets(stage: Stage): HTMLElement {
  const buttons = Object.keys(PRESETS).map((name, number) => {
    const button = element("button", { type: "button", title: `Key ${number + 1}` }, [name]);
    button.addEventListener("click", () => stage.director.look(name, true));
    return button;
  });
  return element("div", { class: "presets", role: "group", "aria-label": "Camera" }, buttons);
}

function hint(stage: Stage): HTMLElement {
  const grid = stage.cell ? `grid ${reading(stage.cell)} m · ` : "";
  return element("p", { class: "hint" }, [`${grid}drag to rotate, right button to pan, click and scroll to zoom`]);
}

function switches(stage: Stage, data: SceneData): HTMLElement[] {
  const made: HTMLElement[] = [];
  if (stage.trails.list.length) {
    made.push(
      toggle("Paths", true, (on) => {
        stage.trails.group.visible = on;
        stage.touch();
      }),
    );
  }
  for (const [text, kind] of [["Frames", "frame"], ["Joints", "joint"]] as const) {
    if (!stage.markers.has(kind)) continue;
    made.push(
      toggle(text, kind === "frame" && data.frames, (on) => {
        stage.markers.show(kind, on);
        stage.touch();
      }),
    );
  }
  for (const { title, kind, shown } of stage.arrows.groups) {
    made.push(
      toggle(title, shown, (on) => {
        stage.arrows.show(kind, on);
        stage.touch();
      }),
    );
  }
  const followed = stage.followed;
  if (followed) {
    const button = toggle("Follow", followed.on, (on) => stage.follow(on));
    button.title = `Keep the ${followed.name} in place`;
    made.push(button);
  }
  return made;
}

function fullScreen(card: HTMLElement): HTMLElement {
  const button = element("button", { type: "button", class: "icon", "aria-label": "Full screen" }, [icon("full")]);
  button.addEventListener("click", () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void card.requestFullscreen();
  });
  return button;
}

function keys(stage: Stage, event: KeyboardEvent): void {
  const turn = 0.09;
  const moves: Record<string, () => void> = {
    ArrowLeft: () => stage.orbit(-turn, 0, 1),
    ArrowRight: () => stage.orbit(turn, 0, 1),
    ArrowUp: () => stage.orbit(0, -turn, 1),
    ArrowDown: () => stage.orbit(0, turn, 1),
    "+": () => stage.orbit(0, 0, 0.9),
    "-": () => stage.orbit(0, 0, 1.1),
  };
  Object.keys(PRESETS).forEach((name, number) => (moves[number + 1] = () => stage.director.look(name, true)));
  const move = moves[event.key];
  if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move();
}
