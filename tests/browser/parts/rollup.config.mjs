// Builds the test page of the parts like the client itself. Run it in client/; --dir says where the page goes.

import { fileURLToPath } from "node:url";
import client from "../../../client/rollup.config.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The packages are in the client's folder, where they would not be found from here. */
const packages = {
  name: "packages",
  resolveId(name, importer) {
    if (!importer?.startsWith(here) || name.startsWith(".")) return null;
    return this.resolve(name, fileURLToPath(new URL("../../../client/src/main.ts", import.meta.url)));
  },
};

export default {
  ...client,
  input: { parts: `${here}main.js` },
  output: { ...client.output, manualChunks: undefined }, // those are cut to fit the client's pages
  plugins: [packages, ...client.plugins],
};
