/** A JSON number with any number of digits. */
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
export function parseLossless(text: string): unknown {
  return parse(text, (_key, value, { source }) =>
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    source !== undefined &&
    /^-?\d+$/.test(source)
      ? BigInt(source)
      : value,
  );
}

/** Digits that JSON.stringify writes as a number without rounding. */
export function rawNumber(digits: string): ExactNumber {
  return rawJSON(digits);
}
