// Who the viewer is: anybody may look around, but taking a seat needs a name.

import { settings } from "../settings.svelte";
import { type Language, t, words } from "../words/words.svelte";
import { call } from "./client";
import { library } from "./library.svelte";
import type { Me } from "./types";

class Myself {
  /** Null without a name, and until the server has answered. */
  guest = $state.raw<Me | null>(null);
  /** The server has said who I am, or cannot be asked. */
  settled = $state(false);
  /** Somebody waits for a name; the dialog answers whether there is one now. */
  asked = $state.raw<((known: boolean) => void) | null>(null);

  #loading: Promise<void> = Promise.resolve();

  load(): Promise<void> {
    this.#loading = this.#load().finally(() => (this.settled = true));
    return this.#loading;
  }

  async #load(): Promise<void> {
    this.guest = await call("get_me");
    await this.#agree();
  }

  async comeIn(name: string): Promise<void> {
    this.guest = await call("create_me", { body: { name, language: settings.language } });
  }

  async rename(name: string): Promise<void> {
    this.guest = await call("change_me", { body: { name } });
  }

  /** Take this name: as a newcomer, or instead of the one that I have. */
  async beCalled(name: string): Promise<void> {
    if (!this.guest) await this.comeIn(name);
    else if (this.guest.name !== name) await this.rename(name);
  }

  /** Read in another language; the server then speaks it as well. */
  async speak(language: Language): Promise<void> {
    settings.change({ language });
    await library.translate(language);
    await words.speak(settings.language); // unless somebody chose again meanwhile
    await this.#agree();
  }

  async #agree(): Promise<void> {
    if (!this.guest || this.guest.language === settings.language) return;
    this.guest = await call("change_me", { body: { language: settings.language } });
  }

  /** Resolves when there is a guest, after asking for a name if need be; false if they would rather not say. */
  async known(): Promise<boolean> {
    await this.#loading.catch(() => undefined); // the first caller reports the error
    if (this.guest) return true;
    return new Promise((resolve) => {
      this.asked?.(false);
      this.asked = (known) => {
        this.asked = null;
        resolve(known);
      };
    });
  }

  /** A name for somebody who does not want to think of one: the catalogue has famous engines. */
  suggestion(): string {
    const names = t("shell.names").split("|");
    return names[Math.floor(Math.random() * names.length)] ?? "";
  }
}

export const me = new Myself();
