// Garmin's ids have 64 bits and a double holds 53 of them, so JSON.parse would change an id.

// Part of the language since ES2026, and of Node 24; the compiler's library does not list it yet.
const { rawJSON, parse } = JSON as unknown as {
  rawJSON: (text: string) => unknown;
  parse: (
    text: string,
    revive: (key: string, value: unknown, context: { source?: string }) => unknown,
  ) => unknown;
};

/** Reads JSON. A whole number that a double cannot hold is read as its digits. */
export function parseLossless(text: string): unknown {
  return parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      ? source
      : value,
  );
}

/** Digits for JSON.stringify to write as a number, all of them. */
export function rawNumber(digits: string): unknown {
  if (!/^\d{1,19}$/.test(digits)) throw new Error('A Garmin id is a number of up to 19 digits');
  return rawJSON(digits);
}
