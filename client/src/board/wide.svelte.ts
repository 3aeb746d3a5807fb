// Whether the page is wide enough to show everything at once; otherwise it shows one region at a time.

import { MediaQuery } from "svelte/reactivity";

export const wide = new MediaQuery("(min-width: 700px)");
