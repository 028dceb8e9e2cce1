// Bundles src into dist/report.js and dist/report.css, which the Rust crate embeds. The same sources and the same
// package-lock.json give the same bytes.
import { build } from "esbuild";
import { readFileSync, writeFileSync, mkdirSync } from "node:fs";

const here = new URL(".", import.meta.url);
const licences = ["three", "uplot"]
  .map((name) => {
    const read = (file) => readFileSync(new URL(`node_modules/${name}/${file}`, here), "utf8");
    return `${name} ${JSON.parse(read("package.json")).version}\n\n${read("LICENSE").trim()}`;
  })
  .join("\n\n----\n\n");
const font = readFileSync(new URL("src/font/Inter-LICENSE.txt", here), "utf8").trim();

mkdirSync(new URL("dist", here), { recursive: true });
writeFileSync(new URL("dist/LICENSES.txt", here), `${licences}\n\n----\n\nInter (typeface in report.css)\n\n${font}\n`);

await build({
  absWorkingDir: new URL(".", here).pathname,
  entryPoints: ["src/main.ts"],
  outfile: "dist/report.js",
  bundle: true,
  format: "iife",
  minify: true,
  target: "es2022",
  legalComments: "none",
  loader: { ".woff2": "dataurl" },
  banner: { js: `/*!\n${licences}\n*/`, css: "/*! Inter: Copyright The Inter Project Authors, SIL Open Font License 1.1 */" },
  logLevel: "warning",
});
