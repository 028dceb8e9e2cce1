// Helpers that create elements.

type Attributes = Record<string, string | boolean>;

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  children: (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

const paths = {
  play: "M8 5.5v13l11-6.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM11 1.5h2v3.4h-2zM11 19.1h2v3.4h-2zM1.5 11h3.4v2H1.5zM19.1 11h3.4v2h-3.4zM4 5.4 5.4 4l2.4 2.4-1.4 1.4zM16.2 17.6l1.4-1.4L20 18.6 18.6 20zM4 18.6l2.4-2.4 1.4 1.4L5.4 20zM16.2 6.4 18.6 4 20 5.4l-2.4 2.4z",
  moon: "M20.5 14.6A8.6 8.6 0 0 1 9.4 3.5a8.7 8.7 0 1 0 11.1 11.1z",
  full: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
};

export function icon(name: keyof typeof paths): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

/** A toggle button. */
export function toggle(text: string, on: boolean, change: (on: boolean) => void): HTMLButtonElement {
  const button = element("button", { type: "button", class: "toggle", "aria-pressed": String(on) }, [text]);
  button.addEventListener("click", () => {
    const now = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(now));
    change(now);
  });
  return button;
}

export const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
