import path from "node:path";

const HOME = path.resolve("src");
const GAME_WORDS = /^games\/([\w-]+)\/words\/(\w+)\.json$/;
const RARE_WORDS = /^words\/(\w+)\/rare\.json$/;
const WORDS = /^words\/(\w+)\/\w+\.(json|ts)$/;

/** What is small and shared, by the file that has it: for every page, around the lobby, at tables of all games. */
const SHARED = {
  main: ["main.ts", "table/claim.ts", "table/settings.ts", ...of("ui", "Copy", "Page", "Stepper")],
  hall: [...of("lobby", "Facts", "GameCard", "GameShelf", "Rubric"), "lobby/pictures.ts", "lobby/wish.svelte.ts"],
  kit: [
    ...["model.svelte", "offers", "story"].map((name) => `table/${name}.ts`),
    ...["before.svelte", "extent", "palette"].map((name) => `pieces/${name}.ts`),
    ...of("pieces", "Changes", "Cube", "Cubes", "Figures", "OwnHeader", "Panels", "PlayerCard", "Rounds", "Steps"),
    "ui/Foreseen.svelte",
  ],
};
const HOLDER = new Map(Object.entries(SHARED).flatMap(([chunk, modules]) => modules.map((module) => [module, chunk])));

/**
 * Which modules share a file. Words in each language have their own, a game's and the page's and those that are rarely
 * needed, however small: nobody needs the other languages. What else is shared is in few files, because a browser
 * opens only six connections to a server, and on a slow line another round of requests costs as much as 30 kB.
 */
export function chunkOf(id) {
  const module = path.relative(HOME, id).split(path.sep).join("/");
  const [, game, language] = GAME_WORDS.exec(module) ?? [];
  if (game) return `${game}-${language}`;
  const [, rare] = RARE_WORDS.exec(module) ?? [];
  if (rare) return `rare-${rare}`;
  const [, spoken] = WORDS.exec(module) ?? [];
  return spoken ? `words-${spoken}` : HOLDER.get(module);
}

function of(folder, ...names) {
  return names.map((name) => `${folder}/${name}.svelte`);
}
