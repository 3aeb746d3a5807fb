// All areas of the page in one catalogue.
import board from "./board.json";
import dampfAndRails from "./dampf-and-rails.json";
import lobby from "./lobby.json";
import planetSteam from "./planet-steam.json";
import rail from "./rail.json";
import shell from "./shell.json";
import steam from "./steam.json";
import steamPower from "./steam-power.json";
import table from "./table.json";

export default {
  ...shell,
  ...lobby,
  ...table,
  ...board,
  ...rail,
  ...dampfAndRails,
  ...planetSteam,
  ...steamPower,
  ...steam,
} as Record<string, string>;
