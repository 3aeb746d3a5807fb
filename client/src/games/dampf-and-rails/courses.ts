// To a milepost that is no town one gets by several moves, one after the other: steps of a train, or sections of track.

import type { DampfAndRailsMove } from "../../api/types";
import { words } from "../../words/words.svelte";
import type { Choice } from "../look";
import { postIds, postName } from "./network";
import { NONE } from "./seeing";
import { movesOf, reachOf, waysByPost } from "./ways";
import { type Described, ofTrain, say, type Table } from "./wording";

/** Numbered on from the legal moves. */
export function courses(table: Table, single: readonly Choice[]): Choice[] {
  return [...runs(table), ...ways(table)].map(({ moves: [move, ...then], ...rest }, number) => ({
    ...rest,
    index: single.length + number,
    move: move!,
    then,
    text: words.say(rest.label),
  }));
}

type Course = Described & { price: number; moves: DampfAndRailsMove[] };

function runs(table: Table): Course[] {
  return table.hints.runs.flatMap((_, train) =>
    reachOf(table.hints, train)
      .filter(({ course, go }) => course.length > 1 && go === NONE)
      .map(({ post, points, toll, course }) => ({
        group: "run",
        about: postIds([post]),
        label: ofTrain(table, train, say("run", { post: postName(table.layout, post), points })),
        worth: -points,
        price: toll,
        moves: course.map((to) => ({ type: "step" as const, train, to })),
      })),
  );
}

/** Towns and ports have moves of their own. */
function ways({ layout, hints }: Table): Course[] {
  return [...waysByPost(hints)].flatMap(([post, way]) => {
    const moves = way.flatMap(movesOf);
    if (moves.length < 2 || layout.posts[post]!.place !== NONE) return [];
    const { price } = way.at(-1)!;
    const n = moves.filter(({ type }) => type === "build").length;
    const label = say("lay-to", { post: postName(layout, post), n });
    return [{ group: "track", about: postIds([post]), label, worth: -price, price, moves }];
  });
}
