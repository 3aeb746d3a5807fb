// All areas of the page in one catalogue.
import board from "./board.json";
import game from "./steam-power.json";
import lobby from "./lobby.json";
import shell from "./shell.json";
import table from "./table.json";

export default { ...shell, ...lobby, ...table, ...board, ...game } as Record<string, string>;
