// Builds the page of the parts as the client itself is built; run in client/, with --dir for where it goes.

import { fileURLToPath } from "node:url";
import client from "../../../client/rollup.config.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The packages are the client's; from here nobody would find them. */
const packages = {
  name: "packages",
  resolveId(name, importer) {
    if (!importer?.startsWith(here) || name.startsWith(".")) return null;
    return this.resolve(name, fileURLToPath(new URL("../../../client/src/main.ts", import.meta.url)));
  },
};

export default { ...client, input: { parts: `${here}main.js` }, plugins: [packages, ...client.plugins] };
