// All areas of the page except the games, in one catalogue.
import board from "./board.json";
import lobby from "./lobby.json";
import plain from "./plain.json";
import rail from "./pieces.json";
import shell from "./shell.json";
import table from "./table.json";

export default {
  ...shell,
  ...lobby,
  ...table,
  ...board,
  ...rail,
  ...plain,
} as Record<string, string>;
