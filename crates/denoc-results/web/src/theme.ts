// Light or dark: what the system prefers, until the reader says otherwise.
import { icon } from "./dom";

const system = matchMedia("(prefers-color-scheme: dark)");
const listeners: (() => void)[] = [];
let chosen: string | null = recall();

export function isDark(): boolean {
  return chosen ? chosen === "dark" : system.matches;
}

/** Calls when colours change. */
export function onTheme(listener: () => void): void {
  listeners.push(listener);
}

/** A colour of the style sheet, as the canvas wants it. */
export function color(name: string): string {
  probe.style.color = `var(${name})`;
  return getComputedStyle(probe).color;
}

const probe = document.createElement("span");

export function startTheme(): void {
  probe.hidden = true;
  document.body.append(probe);
  const button = document.getElementById("theme");
  button?.addEventListener("click", () => {
    chosen = isDark() ? "light" : "dark";
    remember(chosen);
    apply(button);
  });
  system.addEventListener("change", () => button && apply(button));
  if (button) apply(button);
}

function apply(button: HTMLElement): void {
  document.documentElement.style.colorScheme = isDark() ? "dark" : "light";
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  button.replaceChildren(icon(isDark() ? "sun" : "moon"));
  for (const listener of listeners) listener();
}

// Pages opened from a disk may be refused storage.
function recall(): string | null {
  try {
    return localStorage.getItem("denoc-theme");
  } catch {
    return null;
  }
}

function remember(theme: string): void {
  try {
    localStorage.setItem("denoc-theme", theme);
  } catch {
    // The choice lasts for this page only.
  }
}
