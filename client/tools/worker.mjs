import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { rollup } from "rollup";
import resolve from "@rollup/plugin-node-resolve";
import sucrase from "@rollup/plugin-sucrase";
import { minify } from "./minify.mjs";

const NAME = "virtual:built";
const SOURCE = "src/worker/main.ts";
/** Every page that opens without a network begins with these. */
const PARTS = ["src/main.ts", "src/early.ts", "src/pages/Offline.svelte"];
const WORDS = /^(words|lobby|notices|rare)-/;

/**
 * Adds worker.js, the service worker: a program of its own, in one file with a fixed name, which knows the files of the
 * page. It is built after them; if any of them changes, so does the worker, and browsers fetch both.
 */
export function worker() {
  return {
    name: "worker",
    async buildStart() {
      for (const file of ["main", "files", "reads", "whose", "departing", "notices", "scope"]) {
        this.addWatchFile(`${process.cwd()}/src/worker/${file}.ts`);
      }
    },
    async generateBundle(_options, bundle) {
      const made = Object.values(bundle);
      const names = made.map((file) => file.fileName).sort();
      const built = {
        files: needed(bundle).map((name) => `/${name}`),
        version: digest(names.join("\n")),
        shape: digest(await readFile("src/api/types.ts", "utf8")),
      };
      const plugins = [known(built), resolve({ extensions: [".ts"] }), sucrase({ transforms: ["typescript"], disableESTransforms: true })];
      const program = await rollup({ input: SOURCE, plugins });
      const { output } = await program.generate({ format: "iife", plugins: [minify()] });
      this.emitFile({ type: "asset", fileName: "worker.js", source: output[0].code });
    },
  };
}

/** The style, the words, and the parts that every page begins with, with everything that they import. */
function needed(bundle) {
  const found = new Set(Object.keys(bundle).filter((name) => name.endsWith(".css")));
  const add = (name) => {
    if (found.has(name)) return;
    found.add(name);
    bundle[name].imports.forEach(add);
  };
  for (const file of Object.values(bundle)) {
    if (file.type !== "chunk") continue;
    const modules = Object.keys(file.modules).map((id) => id.replaceAll("\\", "/"));
    if (WORDS.test(file.name) || PARTS.some((part) => modules.some((id) => id.endsWith(part)))) add(file.fileName);
  }
  return [...found].sort();
}

function known(built) {
  const lines = Object.entries(built).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
  return {
    name: "built",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? lines.join("\n") : null),
  };
}

function digest(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
