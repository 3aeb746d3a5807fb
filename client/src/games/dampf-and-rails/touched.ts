// Which things on the table a log entry is about, and where they lie.

import type { DampfAndRailsLayout, Message } from "../../api/types";
import type { Box } from "../../board/camera.svelte";
import type { TableModel } from "../../table/model.svelte";
import { postIn } from "./network";
import { layoutOf } from "./seeing";

const POST_PARAMS = ["to", "post", "place", "town", "start"];

export function touched(model: TableModel, facts: Message[]): string[] {
  const layout = layoutOf(model);
  return [...new Set(facts.flatMap(({ params }) => named(layout, params)))];
}

function named(layout: DampfAndRailsLayout, params: Message["params"]): string[] {
  const ends = String(params["section"] ?? "").split("–");
  const posts = [...POST_PARAMS.map((param) => params[param]), ...ends].map((name) => postNamed(layout, name));
  const ferry = layout.ferries.findIndex(({ name }) => name === params["ferry"]);
  return [
    ...posts.filter((post) => post >= 0).map((post) => `post ${post}`),
    ...(ferry >= 0 ? [`ferry ${ferry}`] : []),
  ];
}

/** The milepost of a town or port, or one by its own name; -1 for whatever else is called so. */
function postNamed({ places, posts }: DampfAndRailsLayout, name: unknown): number {
  return places.find((place) => place.name === name)?.post ?? posts.findIndex((post) => post.name === name);
}

/** How much air is left round what is looked at. */
const AIR = 40;

/** The box round all mileposts and ferries among these things; null if there are none. */
export function bounds(model: TableModel, about: string[]): Box | null {
  const { posts, ferries } = layoutOf(model);
  const spots = about.flatMap((thing) => {
    const [kind, number] = thing.split(" ");
    const at = kind === "ferry" ? ferries[Number(number)]?.label : posts[postIn(thing)]?.at;
    return at ? [at] : [];
  });
  if (spots.length === 0) return null;
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - AIR, Math.min(...ys) - AIR];
  return { x: left, y: top, width: Math.max(...xs) + AIR - left, height: Math.max(...ys) + AIR - top };
}

export function size(model: TableModel): Box {
  const { width, height } = layoutOf(model);
  return { x: 0, y: 0, width, height };
}
