import { createHash } from 'node:crypto';

/** A statement with its values apart, as pg takes it. One with a name is planned once a connection. */
export type Statement = { text: string; values: unknown[]; name?: string };

// Knows statements by identity: a value that only looks like one came from outside and stays a value.
const statements = new WeakSet<object>();

/**
 * Writes a statement. Each ${…} becomes a bound parameter, never part of the text, unless it was written
 * by `sql` itself: a part that several statements share. Such a part binds no values of its own.
 */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  const bound: unknown[] = [];
  const text = strings.reduce((before, after, index) => {
    const value = values[index - 1];
    if (!isPart(value)) return `${before}$${bound.push(value)}${after}`;
    if (value.values.length > 0) throw new Error('A shared part of a statement binds no values');
    return before + value.text + after;
  });
  const statement = { text, values: bound, name: nameOf(text) };
  statements.add(statement);
  return statement;
}

function isPart(value: unknown): value is Statement {
  return typeof value === 'object' && value !== null && statements.has(value);
}

// As many as there are statements in the source: no text holds a value.
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}
