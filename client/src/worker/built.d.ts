// The module `virtual:built`, which tools/worker.mjs generates from the files of the page.

/** What the page needs to open at all, with its words in all languages. */
export const files: string[];
/** Changes with every file of the page. */
export const version: string;
/** Changes with what the server's answers look like. */
export const shape: string;
