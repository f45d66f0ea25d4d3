/** A JSON number that is written as it stands, however many digits it has. */
export type ExactNumber = { readonly rawJSON: string };

// Part of the language since ES2026, and of Node 24; the compiler's library does not list it yet.
const { rawJSON, parse } = JSON as unknown as {
  rawJSON: (text: string) => ExactNumber;
  parse: (
    text: string,
    revive: (key: string, value: unknown, context: { source?: string }) => unknown,
  ) => unknown;
};

/** Reads JSON. A whole number too large for a double becomes a bigint instead of another number. */
export function parseExactly(text: string): unknown {
  return parse(text, (_key, value, { source }) =>
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    source !== undefined &&
    /^-?\d+$/.test(source)
      ? BigInt(source)
      : value,
  );
}

/** The number these digits stand for, for JSON.stringify to write without rounding. */
export function exactNumber(digits: string): ExactNumber {
  return rawJSON(digits);
}
