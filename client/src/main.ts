import { mount } from "svelte";
import App from "./App.svelte";
import { fetchWhenIdle } from "./ui/idle";
import "./theme.css";
import "./app.css";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the application");
mount(App, { target });

/** The service worker, where there may be one; it also keeps the files that this page has loaded before it was there. */
async function employ(): Promise<void> {
  const found = navigator.serviceWorker;
  await found?.register("/worker.js");
  (await found?.ready)?.active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
}
fetchWhenIdle(employ);
