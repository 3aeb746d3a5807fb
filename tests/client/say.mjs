// Turns messages into sentences as the browser does: reads catalogues and messages from stdin, writes to stdout.
// It runs client/src/words/formatting.ts itself, and removes only its types, with the same tool as the page's build.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [client] = process.argv.slice(2);
const { transform } = createRequire(`${client}/package.json`)("sucrase");

function load(name) {
  const source = readFileSync(`${client}/src/words/${name}.ts`, "utf8");
  const { code } = transform(source, { transforms: ["typescript", "imports"] });
  const exports = {};
  new Function("exports", "require", code)(exports, (path) => load(path.replace("./", "")));
  return exports;
}

const { capital, said } = load("formatting");

const sentences = JSON.parse(readFileSync(0, "utf8")).map(({ language, templates, messages }) =>
  messages.map((message) => capital(said((id) => templates[id], language, message))),
);
process.stdout.write(JSON.stringify(sentences));
