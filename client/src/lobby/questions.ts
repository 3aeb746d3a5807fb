// What the lobby asks for first.

export const MY_TABLES = { query: { mine: true } };
export const FREE_SEATS = {
  query: { search: "", game: null, state: "open", mine: false, turn: false, after: null },
} as const;
