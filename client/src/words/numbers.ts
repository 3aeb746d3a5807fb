// Numbers as people write them.

/** With a minus, not a hyphen. */
export const written = (number: number): string => String(number).replace("-", "−");

/** With its sign, for changes and incomes. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : written(number));
