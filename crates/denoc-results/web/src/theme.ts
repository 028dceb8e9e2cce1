// Light or dark theme: the preference of the system, until the user chooses another.
import { icon } from "./dom";

const system = matchMedia("(prefers-color-scheme: dark)");
const listeners: (() => void)[] = [];
let chosen: string | null = recall();

export function isDark(): boolean {
  return chosen ? chosen === "dark" : system.matches;
}

/** Registers a function that is called when the colours change. */
export function onTheme(listener: () => void): void {
  listeners.push(listener);
}

/** A colour of the style sheet in a form that a canvas accepts. */
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

// Browsers may deny storage to pages opened from a disk.
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
    // The choice applies to this visit only.
  }
}
