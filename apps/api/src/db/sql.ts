/** A statement with its values apart, as pg takes it. */
export type Statement = { text: string; values: unknown[] };

/** Writes a statement. Each ${…} becomes a bound parameter, never part of the text. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  const text = strings.reduce((before, after, index) => `${before}$${index}${after}`);
  return { text, values };
}
