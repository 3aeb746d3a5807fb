// Says messages as the browser does: from catalogues with messages on the standard input to sentences on the output.
// client/src/words/formatting.ts is run as it stands; only its types are taken away, by what the page's build uses.

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
