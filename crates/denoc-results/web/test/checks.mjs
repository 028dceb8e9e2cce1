// The checks of a page. Parts that a report does not have are skipped.

/** The number of distinct colours in a screenshot, and its bytes for comparison. */
async function colours(page, locator) {
  const shot = (await locator.screenshot()).toString("base64");
  const other = await page.context().newPage();
  const count = await other.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const pixels = new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer);
    return new Set(pixels).size;
  }, shot);
  await other.close();
  return { count, shot };
}

const slider = (page) => page.locator(".timebar input[type=range]");
const time = async (page) => parseFloat(await page.locator(".timebar .time b").textContent());

/** How long to wait for anything, in ms. Drawn without a graphics card, a page loads in ten seconds on two free cores, and in a
 * multiple of that while the cores also compile: time must not decide. */
export const patience = 300_000;

/** Waits until a condition holds. */
async function until(holds) {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    if (await holds()) return true;
    await new Promise((go) => setTimeout(go, 100));
  }
  return false;
}

async function scrub(page, part) {
  await slider(page).evaluate((input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, String(part));
  await page.waitForTimeout(500);
}

export async function checkText(page, test) {
  test("has one title", (await page.locator("h1").count()) === 1);
  const title = await page.title();
  test("title of the window", title === (await page.locator("h1").textContent()), title);
  const broken = await page.$$eval("a[href^='#']", (links) =>
    links.map((link) => link.getAttribute("href")).filter((to) => !document.getElementById(to.slice(1))),
  );
  test("links lead somewhere", broken.length === 0, broken.join(" "));
  const bare = await page.$$eval("button", (buttons) =>
    buttons.filter((button) => !button.textContent.trim() && !button.getAttribute("aria-label")).length,
  );
  test("buttons have names", bare === 0, bare);
}

export async function checkMotion(page, test, picture) {
  const canvas = page.locator(".view canvas");
  if ((await page.locator(".viewer").count()) === 0) return picture("top");
  const before = await time(page);
  test("plays when opened", await until(async () => (await time(page)) !== before), `at ${before} s`);
  await page.locator(".timebar .play").click();
  const paused = await time(page);
  await page.waitForTimeout(400);
  test("pauses", (await time(page)) === paused);
  await page.locator("h1").click();
  await page.keyboard.press("Space");
  test("space plays", await until(async () => (await time(page)) !== paused));
  await page.keyboard.press("Space");

  await scrub(page, 0.1);
  const first = await colours(page, canvas);
  await scrub(page, 0.6);
  let second = first;
  const differs = async (from) => {
    second = await colours(page, canvas);
    return second.shot !== from.shot;
  };
  test("view is not blank", first.count > 200, `${first.count} colours`);
  test("view follows the time bar", await until(() => differs(first)));
  await picture("top");
  for (const name of ["Front", "Side", "Top", "Iso"]) {
    await page.getByRole("button", { name, exact: true }).click();
    const last = second;
    test(`camera ${name}`, await until(() => differs(last)));
    await page.waitForTimeout(900);
    await picture(`camera-${name.toLowerCase()}`);
  }
  await differs(second);
  const plain = second;
  await page.getByRole("button", { name: "Frames" }).click();
  test("frames can be changed", await until(() => differs(plain)));
  await picture("frames");
  await checkSwitches(page, test, picture, canvas);
  await differs(second);
  const still = second;
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 160, box.y + box.height / 2 + 30, { steps: 4 });
  await page.mouse.up();
  test("dragging rotates the view", await until(() => differs(still)));
  await slider(page).focus();
  const here = await time(page);
  await page.keyboard.press("ArrowRight");
  test("keys move the time", (await time(page)) > here);
}

/** Joints, forces and the camera that follows: what a scene has of them changes the view, and forces state their scale. */
async function checkSwitches(page, test, picture, canvas) {
  for (const name of ["Joints", "Loads", "Reactions", "Weights", "Follow"]) {
    const button = page.getByRole("button", { name, exact: true });
    if ((await button.count()) === 0) continue;
    const { shot } = await colours(page, canvas);
    const stated = async () => (await page.locator(".scales p", { hasText: `${name}: 1 m of arrow is` }).count()) > 0;
    const forces = !["Joints", "Follow"].includes(name);
    const before = await stated();
    const on = (await button.getAttribute("aria-pressed")) === "true";
    if (forces) test(`scale of ${name} is stated while they are shown`, before === on);
    await button.click();
    // the view of a point that is followed changes when it moves
    if (name === "Follow") await scrub(page, 0.3);
    test(`${name} can be changed`, await until(async () => (await colours(page, canvas)).shot !== shot));
    if (forces) test(`scale of ${name} follows`, (await stated()) !== before);
    await picture(name.toLowerCase());
  }
}

export async function checkPlots(page, test, picture) {
  const figures = page.locator("figure.plot");
  const count = await figures.count();
  for (let i = 0; i < count; i++) {
    await figures.nth(i).scrollIntoViewIfNeeded();
    await until(() => figures.nth(i).locator("canvas").count());
  }
  if (count > 0) {
    const drawn = await page.locator("figure.plot:has(canvas)").count();
    test("all plots are drawn", drawn === count, `${drawn} of ${count}`);
    const figure = figures.first();
    await figure.scrollIntoViewIfNeeded();
    const over = figure.locator(".u-over").first();
    const box = await over.boundingBox();
    await page.mouse.move(box.x + 0.4 * box.width, box.y + 0.5 * box.height);
    const value = () => figure.locator(".legend b").first().textContent();
    test("pointing shows values", await until(async () => /\d/.test(await value())), await value());
    await picture("plots");
    if ((await page.locator(".timebar").count()) && (await figure.locator(".now").count())) {
      const before = await time(page);
      await page.mouse.click(box.x + 0.8 * box.width, box.y + 0.5 * box.height);
      test("a click sets the time", await until(async () => (await time(page)) !== before), `${await time(page)} s`);
    }
    await page.mouse.move(box.x + 0.3 * box.width, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 20, { steps: 5 });
    await page.mouse.up();
    const reset = figure.getByRole("button", { name: "Reset zoom" });
    test("dragging zooms", await until(() => reset.isVisible()));
    await reset.click();
    test("zoom is undone", await until(async () => !(await reset.isVisible())));
    await page.mouse.move(5, 300);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await picture("whole", true);
}

const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = (colour) => colour.match(/\d+/g).slice(0, 3).map(Number).reduce((a, b) => a + b) > 380;

export async function checkDark(page, test, picture) {
  test("follows the system", !light(await paper(page)), await paper(page));
  if (await page.locator(".timebar").count()) {
    const before = await time(page);
    await page.waitForTimeout(500);
    test("does not play when reduced motion is preferred", (await time(page)) === before);
    await scrub(page, 0.4);
  }
  await picture("top");
  await picture("whole", true);
  await page.locator("#theme").click();
  test("changes to light", light(await paper(page)), await paper(page));
}

export async function checkNarrow(page, test, picture) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  test("nothing overflows", wide <= 0, `${wide} px`);
  await picture("top");
  const figures = page.locator("figure.plot");
  for (let i = 0; i < (await figures.count()); i++) await figures.nth(i).scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  await page.evaluate(() => scrollTo(0, 0));
  await picture("whole", true);
}

/** Every section can be reached from the bar at this width: by a link in it, or in its menu. */
export async function checkContents(page, test, picture) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  test("nothing overflows", wide <= 0, `${wide} px`);
  if ((await page.locator(".bar nav").count()) === 0) return;
  const bar = await page.locator(".bar").boundingBox();
  test("the bar is one line", bar.height <= 60, `${bar.height} px`);
  const sections = await page.$$eval("main > section", (all) => all.map((section) => section.id));
  const leaves = ".brand, .kind, .bar nav > ol > li, .more > summary, .top-player, #theme";
  const parts = await page.$$eval(leaves, (all) =>
    all.filter((part) => part.checkVisibility()).map((part) => {
      const { left, right } = part.getBoundingClientRect();
      return { left, right, name: part.textContent || part.id };
    }),
  );
  const out = parts.filter(({ left, right }) => left < bar.x - 0.5 || right > bar.x + bar.width + 0.5);
  test("everything is in the bar", out.length === 0, out.map((part) => part.name).join(", "));
  parts.sort((a, b) => a.left - b.left);
  const clashes = parts.slice(1).filter((part, i) => part.left < parts[i].right - 1);
  test("entries do not overlap", clashes.length === 0, clashes.map((part) => part.name).join(", "));

  const menu = page.locator(".bar .more");
  const missed = [];
  for (const id of sections) {
    const link = page.locator(`.bar nav a[href="#${id}"]`);
    if ((await link.count()) !== 1) {
      missed.push(`${id}: ${await link.count()} links`);
      continue;
    }
    if (!(await link.isVisible())) await menu.locator("summary").click();
    if (!(await link.isVisible())) {
      missed.push(`${id}: hidden`);
      continue;
    }
    await link.click();
    const top = () => page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top);
    // the last sections end with the page
    const arrived = (top) => page.evaluate((top) => {
      const end = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      return top > -2 && (top < 160 || (end && top < innerHeight));
    }, top);
    const patient = 10_000 + Date.now();
    while (!(await arrived(await top())) && Date.now() < patient) await page.waitForTimeout(50);
    if (!(await arrived(await top()))) missed.push(`${id}: at ${await top()} px`);
  }
  test("every section can be reached", missed.length === 0, missed.join(", "));
  await page.evaluate(() => scrollTo(0, 0));
  if (await menu.isVisible()) {
    await menu.locator("summary").click();
    await picture("menu");
    await page.keyboard.press("Escape");
    test("Escape closes the menu", !(await menu.evaluate((details) => details.open)));
  }
  await picture("bar");
}

export async function checkNoWebGl(page, test, picture) {
  if ((await page.locator(".viewer").count()) === 0) return;
  test("reports that WebGL is missing", (await page.locator(".view.blank").textContent()).includes("WebGL"));
  const before = await time(page);
  test("time still runs", await until(async () => (await time(page)) !== before));
  if (await page.locator("figure.plot").count()) {
    await page.locator("figure.plot").first().scrollIntoViewIfNeeded();
    test("plots still work", await until(async () => (await page.locator("figure.plot:has(canvas)").count()) > 0));
  }
  await picture("top");
  // here, because loading a page again with WebGL takes several seconds without a graphics card
  await page.locator("#theme").click();
  const chosen = await paper(page);
  test("changes to dark", !light(chosen), chosen);
  await page.reload();
  test("remembers the choice of colours", (await paper(page)) === chosen);
}
