// All areas of the page except the games, the lobby, those about me and rare words, in one catalogue.
import board from "./board.json";
import plain from "./plain.json";
import rail from "./pieces.json";
import shell from "./shell.json";
import table from "./table.json";

export default {
  ...shell,
  ...table,
  ...board,
  ...rail,
  ...plain,
} as Record<string, string>;
