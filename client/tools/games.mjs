import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

const NAME = "virtual:games";
const HOME = path.resolve("src/games");

/**
 * The module `virtual:games`: every folder of src/games with an index.ts is the page of the game with that id, and its
 * words are words/en.json and so on. Each build generates it again, so a new folder need not be listed anywhere.
 */
export function games() {
  return {
    name: "games",
    resolveId: (name) => (name === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? listed(folders()) : null),
  };
}

function folders() {
  return readdirSync(HOME).filter((name) => existsSync(path.join(HOME, name, "index.ts"))).sort();
}

function listed(names) {
  return [
    `export const LOOKS = ${object(names, (game) => loader(game, "index.ts"))};`,
    `export const WORDS = ${object(names, (game) => object(languages(game), (file) => loader(game, "words", `${file}.json`)))};`,
  ].join("\n");
}

function languages(game) {
  const files = readdirSync(path.join(HOME, game, "words"));
  return files.map((file) => path.basename(file, ".json")).sort();
}

function object(keys, value) {
  return `{ ${keys.map((key) => `${JSON.stringify(key)}: ${value(key)}`).join(", ")} }`;
}

function loader(...file) {
  return `() => import(${JSON.stringify(path.join(HOME, ...file))})`;
}
