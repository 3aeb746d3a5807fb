import { mount } from "svelte";
import { settings } from "../../../client/src/settings.svelte";
import { words } from "../../../client/src/words/words.svelte";
import Parts from "./Parts.svelte";
import "../../../client/src/theme.css";
import "../../../client/src/app.css";

document.documentElement.dataset.look = settings.look;
await words.speak(settings.language);
mount(Parts, { target: document.getElementById("app") });
