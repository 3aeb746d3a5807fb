// The first script that runs, and a small one: it requests what this address shows while the rest of the page is still
// loading, because on a slow line people would have to wait for the answers after that.

import { callAhead } from "./api/client";
import { dark, kept, languageOf, lookIn } from "./kept";
import { routeOf } from "./router";
import { FREE_SEATS, MY_TABLES } from "./lobby/questions";
import { groundOf, tableOf } from "./table/questions";

const settings = kept();
const language = languageOf(settings.language);
const route = routeOf(location.pathname);

// In the order in which people wait for them: a browser has only six connections to a server.
if (route.page === "lobby") {
  callAhead("list_games", { query: { language } });
  callAhead("get_lobby", MY_TABLES);
  callAhead("get_lobby", FREE_SEATS);
}
// A seat in the address must be claimed before the table is asked for.
if (route.page === "table" && !location.hash) {
  callAhead("get_table", tableOf(route.table)).then(
    ({ table }) => callAhead("get_words", { params: { game: table.game }, query: { language } }),
    () => undefined, // the call for the table reports it
  );
  callAhead("get_ground", groundOf(route.table, lookIn(settings.theme, dark.matches)));
}
callAhead("get_me");
