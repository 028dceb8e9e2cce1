// The navigation bar: entries for which there is no room move into a menu, so that every section can be reached at every width.
import { element } from "./dom";

/** Fits the entries of the bar into its width, now and whenever that changes; returns all links of contents. */
export function showContents(): Map<string, Element> {
  const nav = document.querySelector<HTMLElement>(".bar nav");
  const list = nav?.querySelector("ol");
  if (nav && list) fit(nav, list);
  const links = new Map<string, Element>();
  document.querySelectorAll(".toc a, .bar nav a").forEach((link) => {
    links.set(link.getAttribute("href")?.slice(1) ?? "", link);
  });
  return links;
}

function fit(nav: HTMLElement, list: HTMLElement): void {
  const entries = [...list.children] as HTMLElement[];
  const summary = element("summary", {}, ["More"]);
  const rest = element("ol", {});
  const menu = element("details", { class: "more" }, [summary, rest]);
  nav.append(menu);
  nav.classList.add("fitted");

  const arrange = () => {
    list.replaceChildren(...entries);
    menu.hidden = true;
    if (list.scrollWidth <= nav.clientWidth) return;
    menu.hidden = false;
    summary.textContent = "More";
    const edge = nav.getBoundingClientRect().right - menu.getBoundingClientRect().width;
    let kept = entries.findIndex((entry) => entry.getBoundingClientRect().right > edge);
    // one or two entries beside a menu with all others would only look like a selection
    if (kept < 3) {
      kept = 0;
      summary.textContent = "Contents";
    }
    list.replaceChildren(...entries.slice(0, kept));
    rest.replaceChildren(...entries.slice(kept));
  };
  new ResizeObserver(arrange).observe(nav);
  void document.fonts?.ready.then(arrange);
  arrange();

  rest.addEventListener("click", () => (menu.open = false));
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target as Node)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    summary.focus();
  });
}
