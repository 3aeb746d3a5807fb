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
      const source = ordered.map((id) => sheets.get(id).trim()).join("\n") + "\n";
      this.emitFile({ type: "asset", name: "style.css", source });
    },
  };
}
