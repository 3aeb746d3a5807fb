// Who the viewer is: anybody may look around, but players need a name.

import { settings } from "../settings.svelte";
import type { Language } from "../words/languages";
import { t, words } from "../words/words.svelte";
import { call } from "./client";
import { library } from "./library.svelte";
import type { Me } from "./types";

class Myself {
  /** Null without a name, and until the server has answered. */
  guest = $state.raw<Me | null>(null);
  /** Whether the server has said who I am, or could not be reached. */
  settled = $state(false);
  /** Set while a name is needed; the dialog calls it to say whether there is one now. */
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

  /** Become the guest whose code this is, and nobody else. */
  async useCode(code: string): Promise<void> {
    this.guest = await call("use_device_code", { body: { code, replace: this.guest !== null } });
    await this.#agree();
  }

  /** Comes back with a recovery code, where nobody is signed in. */
  async recover(code: string): Promise<void> {
    this.guest = await call("use_recovery_code", { body: { code } });
    await this.#agree();
  }

  /** Signs out on this device only, or leaves for good. */
  async leave(how: "sign_out" | "delete_my_data"): Promise<void> {
    await call(how);
    this.guest = null;
  }

  /** Takes this name, as a newcomer or in place of my current one. */
  async beCalled(name: string): Promise<void> {
    if (!this.guest) await this.comeIn(name);
    else if (this.guest.name !== name) await this.rename(name);
  }

  /** Switches to another language, on the server as well. */
  async speak(language: Language): Promise<void> {
    settings.change({ language });
    await library.translate(language).catch(() => undefined); // then the games are called as before
    await words.speak(settings.language); // in the meantime the user may have chosen again
    await this.#agree();
  }

  async #agree(): Promise<void> {
    if (!this.guest || this.guest.language === settings.language) return;
    this.guest = await call("change_me", { body: { language: settings.language } });
  }

  /** Waits until there is a guest, asking for a name if need be; false if the user declines. */
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

  /** A name for people who do not want to think of one: a famous engine from the catalogue. */
  suggestion(): string {
    const names = t("shell.names").split("|");
    return names[Math.floor(Math.random() * names.length)] ?? "";
  }
}

export const me = new Myself();
