// The things that sentences are about, by the ids of the board's parts.

import type { Message, Thing } from "../api/types";

const idOf = ({ kind, id }: Thing): string => `${kind} ${id}`;

/** The things on the table that these facts are about, each once. */
export function thingsIn(facts: Message[]): string[] {
  const params = facts.flatMap((fact) => Object.values(fact.params).flat());
  return [...new Set(params.flatMap((param) => (typeof param === "object" ? [idOf(param)] : [])))];
}
