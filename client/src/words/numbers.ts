// Numbers as people write them.

/** A number as text, with a minus and not a hyphen. */
export const written = (number: number): string => String(number).replace("-", "−");

/** A number with its sign, for changes and incomes. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : written(number));
