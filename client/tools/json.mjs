/** Lets modules import JSON, which then weighs no more than it must. */
export function json() {
  return {
    name: "json",
    transform(text, id) {
      if (!id.endsWith(".json")) return null;
      return { code: `export default ${JSON.stringify(JSON.parse(text))};`, map: { mappings: "" } };
    },
  };
}
