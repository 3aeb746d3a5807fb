import { minify as terser } from "terser";

/** Makes every chunk small. Comments go too; the licences of what is bundled are told in the docs. */
export function minify() {
  return {
    name: "minify",
    async renderChunk(code) {
      const made = await terser(code, { module: true, ecma: 2020, format: { comments: false } });
      return { code: made.code, map: null };
    },
  };
}
