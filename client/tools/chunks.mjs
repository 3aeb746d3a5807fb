import path from "node:path";

const HOME = path.resolve("src");
const GAME_WORDS = /^games\/([\w-]+)\/words\/(\w+)\.json$/;
const WORDS_APART = /^words\/(\w+)\/(lobby|me|notices|rare)\.json$/;
const WORDS = /^words\/(\w+)\/\w+\.(json|ts)$/;

/** What is about the people at a table, and not about the game. */
const COMPANY = ["Agreed", "Asked", "Ballot", "ClockPanel", "LeaveSeat", "LinkCard", "Links"];

/** Small shared modules, by the file that they go into: early requests, every page, the lobby's pages, what is
    opened at a table, the room where players wait, what was agreed there, the sheets of the house, all tables. */
const SHARED = {
  early: ["early.ts", "api/client.ts", "kept.ts", "router.ts", "lobby/questions.ts", "table/questions.ts"],
  main: [
    ...["main.ts", "table/claim.ts", "table/settings.ts", "ui/idle.ts"],
    ...of("ui", "Copy", "Dialog", "Page", "Radios", "Stepper", "Switch"),
  ],
  hall: [
    ...of("lobby", "Facts", "GameCard", "GameShelf", "OptionField", "Rubric"),
    ...["pictures.ts", "playing.svelte.ts", "wish.svelte.ts"].map((name) => `lobby/${name}`),
  ],
  later: [
    ...["table/again.ts", "table/hints.ts"],
    ...of("pages", "ExplainingCard", "Scrubber", "SinceYouLooked"),
  ],
  room: of("pages", "ChatPanel", "Seats", "TableSettings", "WaitingRoom", ...COMPANY),
  terms: ["lobby/terms.ts"],
  sheets: of("pages", "MyName", "NameDialog", "NameForm", "Settings"),
  kit: [
    ...["model.svelte", "people.svelte", "offers", "sight", "story"].map((name) => `table/${name}.ts`),
    ...["before.svelte", "extent", "palette"].map((name) => `pieces/${name}.ts`),
    ...of("pieces", "Changes", "Cube", "Cubes", "Figures", "OwnHeader", "Panels", "PlayerCard", "ClockFace", "Sitter", "Rounds", "Steps"),
    ...["board/doable.ts", "explain/asking.svelte.ts", "pieces/PriceTag.svelte"],
    ...of("ui", "Earlier", "Foreseen", "Refusal"),
    ...["learn/pointing.ts", "learn/progress.ts"],
  ],
};
const HOLDER = new Map(Object.entries(SHARED).flatMap(([chunk, modules]) => modules.map((module) => [module, chunk])));

/**
 * The file that a module goes into. The words of the page, those of the lobby, those about me, the rare ones and those of
 * each game have a file for each language, however small, because nobody needs the other languages. Other shared modules
 * go into few files, because a browser opens only six connections to a server, and on a slow line another round of
 * requests costs as much as 30 kB.
 */
export function chunkOf(id) {
  const module = path.relative(HOME, id).split(path.sep).join("/");
  const [, game, language] = GAME_WORDS.exec(module) ?? [];
  if (game) return `${game}-${language}`;
  const [, tongue, area] = WORDS_APART.exec(module) ?? [];
  if (area) return `${area}-${tongue}`;
  const [, spoken] = WORDS.exec(module) ?? [];
  return spoken ? `words-${spoken}` : HOLDER.get(module);
}

function of(folder, ...names) {
  return names.map((name) => `${folder}/${name}.svelte`);
}
