// Opens report pages in Chromium and operates every control.
//   node test/report.mjs FILE.html… [--screenshots DIR] [--chromium PATH]
// Ends with a line "N passed, M failed"; the exit code is 1 if something failed.
import { chromium } from "playwright-core";
import { mkdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { checkContents, checkDark, checkMotion, checkNarrow, checkNoWebGl, checkPlots, checkText, patience } from "./checks.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { screenshots: { type: "string" }, chromium: { type: "string", default: "/usr/bin/chromium" } },
});
if (positionals.length === 0) {
  console.error("usage: node test/report.mjs FILE.html… [--screenshots DIR] [--chromium PATH]");
  process.exit(2);
}
if (values.screenshots) mkdirSync(values.screenshots, { recursive: true });

const quiet = ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const software = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
let [passed, failed] = [0, 0];

function judge(name, good, details = "") {
  if (good) passed++;
  else failed++;
  console.log(`${good ? "  ok  " : "FAILED"}  ${name}${details === "" ? "" : `: ${details}`}`);
}

/** Runs `work` on a new page; console errors and requests count as failures. */
async function visit(browser, file, name, options, work) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const [errors, requests] = [[], []];
  const address = pathToFileURL(resolve(file)).href;
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
  page.on("request", (request) => requests.push(request.url()));
  const test = (what, good, details) => judge(`${basename(file)} ${name}: ${what}`, good, details);
  try {
    await page.goto(address);
    await page.waitForTimeout(600);
    const picture = async (part, full = false) => {
      if (!values.screenshots) return;
      const path = join(values.screenshots, `${basename(file, ".html")}-${name}-${part}.png`);
      await page.screenshot({ path, fullPage: full });
    };
    await work(page, test, picture);
  } catch (error) {
    test("runs to the end", false, String(error));
  }
  // Without WebGL, the browser itself reports that it is missing: this is expected.
  const unexpected = errors.filter((error) => !(name.startsWith("no WebGL") && /WebGL/i.test(error)));
  test("no console errors", unexpected.length === 0, unexpected.join(" | "));
  const outside = requests.filter((url) => !url.startsWith("data:") && !url.startsWith("blob:") && url !== address);
  test("no request", outside.length === 0, outside.join(" | "));
  await context.close();
}

async function launch(extra) {
  return chromium.launch({ executablePath: values.chromium, headless: true, args: ["--no-sandbox", ...quiet, ...extra] });
}

const browser = await launch(software);
for (const file of positionals) {
  await visit(browser, file, "light", { colorScheme: "light" }, async (page, test, picture) => {
    await checkText(page, test);
    await checkMotion(page, test, picture);
    await checkPlots(page, test, picture);
  });
  await visit(browser, file, "dark", { colorScheme: "dark", reducedMotion: "reduce" }, checkDark);
  const narrow = { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true, isMobile: true };
  await visit(browser, file, "narrow", narrow, checkNarrow);
}
await browser.close();
const plain = await launch(["--disable-gpu", "--disable-3d-apis"]);
for (const file of positionals) {
  await visit(plain, file, "no WebGL", {}, checkNoWebGl);
  for (const width of [1280, 800, 390]) {
    const size = { viewport: { width, height: 900 }, reducedMotion: "reduce" };
    await visit(plain, file, `no WebGL, ${width} px`, size, checkContents);
  }
}
await plain.close();

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
