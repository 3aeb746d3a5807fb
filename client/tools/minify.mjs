import { minify as terser } from "terser";

/** Minifies every chunk and removes comments. */
export function minify() {
  return {
    name: "minify",
    async renderChunk(code) {
      const made = await terser(code, { module: true, ecma: 2022, compress: { passes: 3, keep_fargs: false }, format: { comments: false } });
      return { code: made.code, map: null };
    },
  };
}
