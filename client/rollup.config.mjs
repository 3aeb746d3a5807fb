import resolve from "@rollup/plugin-node-resolve";
import sucrase from "@rollup/plugin-sucrase";
import svelte from "rollup-plugin-svelte";
import svelteConfig from "./svelte.config.mjs";
import { chunkOf } from "./tools/chunks.mjs";
import { games } from "./tools/games.mjs";
import { json } from "./tools/json.mjs";
import { minify } from "./tools/minify.mjs";
import { page } from "./tools/page.mjs";
import { styles } from "./tools/styles.mjs";
import { worker } from "./tools/worker.mjs";

const watching = Boolean(process.env.ROLLUP_WATCH);

const extensions = [".ts", ".js"];

export default {
  input: { early: "src/early.ts", main: "src/main.ts" },
  output: {
    dir: "../src/engineshed/page",
    format: "es",
    entryFileNames: "assets/[name]-[hash].js",
    chunkFileNames: "assets/[name]-[hash].js",
    assetFileNames: "assets/[name]-[hash][extname]",
    hashCharacters: "hex",
    experimentalMinChunkSize: 8_000, // a small file costs a whole round trip
    manualChunks: chunkOf,
  },
  plugins: [
    games(),
    resolve({ browser: true, exportConditions: ["svelte", watching ? "development" : "production"], extensions }),
    json(),
    // Before svelte, which cannot read the types in modules like settings.svelte.ts.
    sucrase({ include: ["src/**/*.ts"], transforms: ["typescript"], disableESTransforms: true }),
    svelte({ compilerOptions: { ...svelteConfig.compilerOptions, dev: watching }, emitCss: true }),
    styles(),
    !watching && minify(),
    worker(),
    page(),
  ],
  // A warning fails the build, except about circular imports among Svelte's own modules.
  onwarn(warning, tell) {
    if (warning.code === "CIRCULAR_DEPENDENCY" && warning.ids.every((id) => id.includes("node_modules"))) return;
    if (!watching) throw new Error(warning.message);
    tell(warning);
  },
};
