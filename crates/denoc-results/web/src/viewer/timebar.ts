// Play button, time slider and speed; a small copy of the play button is in the top bar of the page.
import type { Clock } from "../clock";
import { element, icon } from "../dom";

const SPEEDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100];
/** The animation plays in real time if its duration in seconds is between these limits. */
const [LONGEST, SHORTEST] = [60, 0.5];

export function timeBar(clock: Clock, extras: HTMLElement[]): HTMLElement {
  clock.speed = defaultSpeed(clock.duration);
  const scrub = element("input", { type: "range", min: "0", max: "1", step: "any", value: "0", "aria-label": "Time" });
  scrub.addEventListener("input", () => clock.seek(clock.start + Number(scrub.value) * clock.duration));
  scrub.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -0.01, ArrowDown: -0.01, ArrowRight: 0.01, ArrowUp: 0.01 }[event.key];
    if (!step) return;
    event.preventDefault();
    clock.seek(clock.time + step * clock.duration);
  });
  const time = element("output", { class: "time" });
  const speed = element("select", { "aria-label": "Playback speed", title: "Playback speed" });
  for (const value of SPEEDS) {
    speed.append(new Option(`${value}×`, String(value), false, value === clock.speed));
  }
  speed.addEventListener("change", () => (clock.speed = Number(speed.value)));

  const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(clock.duration || 1))));
  const show = () => {
    const part = clock.duration > 0 ? (clock.time - clock.start) / clock.duration : 0;
    scrub.value = String(part);
    scrub.style.setProperty("--part", `${100 * part}%`);
    const text = `${clock.time.toFixed(digits)} s`;
    scrub.setAttribute("aria-valuetext", text);
    time.replaceChildren(element("b", {}, [text]), ` / ${clock.end.toFixed(digits)} s`);
  };
  clock.listen(show);
  show();
  topPlayer(clock, digits);
  const right = element("div", { class: "extras" }, [speed, ...extras]);
  return element("div", { class: "timebar" }, [playButton(clock), scrub, time, right]);
}

function playButton(clock: Clock): HTMLElement {
  const button = element("button", { type: "button", class: "icon play" });
  button.addEventListener("click", () => clock.toggle());
  let shown: boolean | null = null;
  const show = () => {
    if (shown === clock.playing) return;
    shown = clock.playing;
    button.replaceChildren(icon(clock.playing ? "pause" : "play"));
    button.setAttribute("aria-label", clock.playing ? "Pause" : "Play");
  };
  clock.listen(show);
  show();
  return button;
}

/** Controls the time of the plots while the animation is scrolled out of view. */
function topPlayer(clock: Clock, digits: number): void {
  const time = element("span", {});
  clock.listen(() => (time.textContent = `${clock.time.toFixed(digits)} s`));
  const player = element("div", { class: "top-player" }, [playButton(clock), time]);
  document.getElementById("theme")?.before(player);
}

function defaultSpeed(duration: number): number {
  if (duration > LONGEST) return SPEEDS.find((speed) => duration / speed <= LONGEST) ?? 100;
  if (duration > 0 && duration < SHORTEST) return SPEEDS.findLast((speed) => duration / speed >= 2) ?? SPEEDS[0];
  return 1;
}
