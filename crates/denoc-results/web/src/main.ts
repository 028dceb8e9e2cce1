import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Clock } from "./clock";
import { showContents } from "./contents";
import { doubles, readData } from "./data";
import { calm } from "./dom";
import { showFigure } from "./plots/figure";
import { startTheme } from "./theme";
import { showViewer } from "./viewer/viewer";

const data = readData();
startTheme();

let clock: Clock | null = null;
const card = document.querySelector<HTMLElement>(".viewer");
if (card && data.scene) {
  const times = doubles(data.scene.times);
  clock = new Clock(times[0], times[times.length - 1]);
  play(clock, showViewer(card, data.scene, clock));
}

// Long reports have many plots: each is created when it is about to scroll into view.
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const figure = target as HTMLElement;
      showFigure(figure, data.plots[Number(figure.dataset.plot)], clock);
    }
  },
  { rootMargin: "600px" },
);
document.querySelectorAll("figure.plot").forEach((figure) => observer.observe(figure));
markContents();

function play(clock: Clock, draw: (now: number) => void): void {
  let before: number | null = null;
  const frame = (now: number) => {
    // Pages in the background get no frames, so the time does not advance there.
    if (before !== null) clock.advance(Math.min(0.1, (now - before) / 1000));
    before = now;
    draw(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  clock.toggle(!calm);
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.key !== " " || target.closest("input, select, button, summary, a, pre")) return;
    event.preventDefault();
    clock.toggle();
  });
}

/** Marks the chapter in view in the table of contents. */
function markContents(): void {
  const links = showContents();
  const chapters = [...document.querySelectorAll("main > section")];
  const mark = () => {
    const current = chapters.findLast((chapter) => chapter.getBoundingClientRect().top < innerHeight * 0.4);
    for (const [id, link] of links) link.toggleAttribute("aria-current", id === current?.id);
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}
