/** A string, a comment, or space: around punctuation between rules, after a colon, or anywhere else. */
const TOKENS = /("[^"]*")|\/\*.*?\*\/|\s*([{};,])\s*|(:)\s+|\s+/gs;

/** Without what only people need. */
const lean = (css) => css.replace(TOKENS, (found, text = "", sign = "", colon = "") => text || sign || colon || (found.startsWith("/*") ? "" : " "));

/** Collects the styles of all components in one file, in the order in which the modules are loaded. */
export function styles() {
  const sheets = new Map();
  return {
    name: "styles",
    transform(code, id) {
      if (!id.endsWith(".css")) return null;
      sheets.set(id, code);
      return { code: "", map: { mappings: "" }, moduleSideEffects: "no-treeshake" };
    },
    generateBundle() {
      const ordered = [...this.getModuleIds()].filter((id) => id.endsWith(".css") && sheets.has(id));
      const source = ordered.map((id) => lean(sheets.get(id)).trim()).join("\n") + "\n";
      this.emitFile({ type: "asset", name: "style.css", source });
    },
  };
}
