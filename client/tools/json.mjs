/** Lets modules import JSON, without its white space. */
export function json() {
  return {
    name: "json",
    transform(text, id) {
      if (!id.endsWith(".json")) return null;
      return { code: `export default ${JSON.stringify(JSON.parse(text))};`, map: { mappings: "" } };
    },
  };
}
