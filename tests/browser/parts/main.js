import { mount } from "svelte";
import { settings } from "../../../client/src/settings.svelte";
import { words } from "../../../client/src/words/words.svelte";
import Parts from "./Parts.svelte";
import "../../../client/src/theme.css";
import "../../../client/src/app.css";

function paint() {
  document.documentElement.dataset.look = settings.look;
}

paint();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint); // after the settings, which listen too
await words.speak(settings.language);
mount(Parts, { target: document.getElementById("app") });
