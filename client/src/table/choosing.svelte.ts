// Choosing among the legal moves: a thing is picked, or a kind of action, and its moves are offered; one of them is chosen,
// and what it would lead to is shown before it is confirmed.

import type { MovePreview, Problem } from "../api/types";
import type { Choice, Group } from "../games/look";

/** Whether a move that has goals is about a thing or leads there. */
const leads = ({ about, goals }: Choice, thing: string): boolean =>
  goals !== undefined && [...about, ...goals].includes(thing);

export abstract class Choosing {
  /** The legal move that is being looked at, before it is confirmed. */
  chosen = $state<number | null>(null);
  preview = $state.raw<MovePreview | null>(null);
  /** The group of moves that is open in the action bar. */
  group = $state<string | null>(null);
  /** The thing that was picked on the board or in the hand; its moves are offered in the action bar. */
  place = $state<string | null>(null);
  /** A second thing that was picked: only those moves of the first that lead there are offered. */
  goal = $state<string | null>(null);
  /** What the server said about something that cannot be done. */
  problem = $state.raw<Problem | null>(null);

  /** What had the focus when the action bar last changed: as long as it keeps the focus, Enter means the bar. */
  focused: Element | null = null;

  choices = $derived.by<Choice[]>(() => this.offers());
  /** The moves of the picked place, or else of the open group. */
  offered = $derived.by<Choice[]>(() => {
    if (this.place === null) return this.choices.filter((choice) => choice.group === this.group);
    const found = this.#of(this.place);
    return this.goal === null ? found : found.filter((choice) => leads(choice, this.goal!));
  });
  /**
   * The things to outline: those with moves of the open group or, once one is picked whose moves lead on, their goals.
   * Goals of several moves in a row are left out: there may be too many to be helpful.
   */
  outlined = $derived.by<ReadonlySet<string>>(() => {
    const further = this.place === null ? [] : this.#of(this.place).filter((choice) => choice.goals);
    if (further.length) return new Set(further.flatMap((choice) => [...choice.about, ...choice.goals!]));
    const single = this.choices.filter((choice) => !choice.then);
    const shown = single.filter((choice) => this.group === null || choice.group === this.group);
    return new Set(shown.flatMap((choice) => choice.about));
  });
  choice = $derived(this.chosen === null ? null : (this.choices[this.chosen] ?? null));

  /** All that can be chosen now. */
  protected abstract offers(): Choice[];
  /** Asks what a choice would lead to. */
  protected abstract foresee(choice: Choice, show: (preview: MovePreview) => void): Promise<void>;
  /** Asks why nothing can be done with a thing, which is named as in the notation. */
  abstract why(about: string): Promise<void>;

  choose(index: number): void {
    this.chosen = index;
    this.focused = document.activeElement;
    this.problem = null;
    this.preview = null;
    void this.foresee(this.choices[index]!, (preview) => {
      if (this.chosen === index) this.preview = preview;
    });
  }

  cancel(): void {
    this.chosen = null;
    this.preview = null;
    this.problem = null;
    this.group = null;
    this.place = null;
    this.goal = null;
  }

  /**
   * Offers the moves of a thing and chooses the first; if there are none, asks why (by its name in the notation).
   * Picking a goal of the picked thing's moves narrows the offer to the moves that lead there.
   */
  pick(place: string, asked: string): void {
    const before = this.place === null || this.place === place ? [] : this.#of(this.place);
    const onward = before.find((choice) => leads(choice, place));
    const first = onward ?? this.#of(place)[0];
    if (!first) {
      void this.why(asked);
      return;
    }
    if (onward) this.goal = place;
    else {
      if (first.group !== this.group) this.group = null;
      this.place = place;
      this.goal = null;
    }
    this.choose(first.index);
  }

  /** Offers the moves of a group; if there is only one, it is chosen at once. */
  openGroup(group: Group): void {
    const found = this.choices.filter((choice) => choice.group === group.id);
    if (found.length === 0) {
      void this.why(group.about);
      return;
    }
    this.cancel();
    this.group = group.id;
    if (found.length === 1) this.choose(found[0]!.index);
  }

  /** Chooses the next of the offered moves, or with -1 the previous one. */
  turn(step: 1 | -1): void {
    const at = this.offered.findIndex((choice) => choice.index === this.chosen);
    const next = this.offered.at((at + step) % this.offered.length);
    if (next) this.choose(next.index);
  }

  /** The legal moves that touch a thing. */
  about(thing: string): Choice[] {
    return this.choices.filter((choice) => choice.about.includes(thing));
  }

  /** The moves to offer for a picked thing: its own, or else those that lead there; only the open group's if there are any. */
  #of(thing: string): Choice[] {
    const own = this.about(thing);
    const found = own.length ? own : this.choices.filter((choice) => choice.goals?.includes(thing));
    const wanted = found.filter((choice) => choice.group === this.group);
    return (wanted.length ? wanted : found).toSorted(({ worth: one = 0 }, { worth: other = 0 }) => other - one);
  }
}
