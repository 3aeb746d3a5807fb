// Turns a message id with parameters into text. The server formats the same templates (core/words.py), and a test
// checks that both give the same result: {placeholders}, a number that selects the form of a word ({goods:good|goods}),
// things on the table by name, several of them in a list or joined ({stops:–}), and texts beginning with @, which are
// looked up in turn, in the grammatical case that the placeholder asks for ({good:gen}); a thing whose name says
// little is named with a place near it.

import type { Message, Thing } from "../api/types";
import { written } from "./numbers";

export type Param = Message["params"][string];
export type Params = Record<string, Param>;

/** The template of an id, if there is one. */
export type Template = (id: string) => string | undefined;

/** The forms of a word, in the order in which the catalogues write them. */
const FORMS: Record<string, Intl.LDMLPluralRule[]> = { en: ["one", "other"], de: ["one", "other"], pl: ["one", "few", "many"] };

/** The rules of each language so far: making them takes longer than a whole sentence. */
const pluralRules = new Map<string, Intl.PluralRules>();

function formFor(language: string, number: number, forms: string): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  const form = FORMS[language]!.indexOf(rules.select(number));
  return forms.split("|")[form] ?? "";
}

/** A name in a text, in the requested grammatical case. */
export type Name = (way?: string) => string;

/** The value of a placeholder; a text is inserted as it is. */
export type Filling = string | number | Name | Name[];

const CASES = ["gen", "dat", "acc", "ins", "loc"];

/** A word from a catalogue, in the requested case if it has a form for it. */
export const word = (template: Template, id: string): Name =>
  (way) => template(`${id}:${way}`) || (template(id) ?? `@${id}`);

const named = (template: Template, name: string): Name =>
  name.startsWith("@") ? word(template, name.slice(1)) : () => name;

/** A code with a place that people know. */
export const nearby = (template: Template, name: string, place: string): string =>
  filled(template("thing.near") ?? name, "en", { name, place });

const called = (template: Template, { name, near }: Thing): Name =>
  near ? () => nearby(template, name, near) : named(template, name);

/** The place near a thing is left out if it, or the next thing near it, is in the list too. */
const listedThings = (things: Thing[]): Thing[] =>
  things.map((thing, place) => {
    const known = [...things.map(({ name }) => name), things[place + 1]?.near];
    return thing.near && known.includes(thing.near) ? { ...thing, near: "" } : thing;
  });

/** A message from the server; its parameters may be words and things. */
export function said(template: Template, language: string, { id, params }: Message): string {
  const spoken = (value: Param): Filling => {
    if (typeof value === "number") return value;
    if (typeof value === "string") return named(template, value);
    const call = (thing: Thing): Name => called(template, thing);
    return Array.isArray(value) ? listedThings(value).map(call) : call(value as Thing);
  };
  const known = Object.entries(params).map(([name, value]) => [name, spoken(value)] as const);
  return filled(template(id) ?? id, language, Object.fromEntries(known));
}

/** A template with its placeholders filled. */
export function filled(text: string, language: string, params: Record<string, Filling>): string {
  return text.replace(/\{([\w-]+)(?::([^}]*))?\}/g, (whole, name: string, way?: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (Array.isArray(value)) return listed(value, way);
    if (typeof value === "function") return value(way);
    if (way !== undefined) return formFor(language, Number(value), way);
    return typeof value === "number" ? written(value) : value;
  });
}

function listed(names: Name[], way?: string): string {
  const inCase = way !== undefined && CASES.includes(way);
  return names.map((name) => name(inCase ? way : undefined)).join((!inCase && way) || ", ");
}

export const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
