import { createHash } from 'node:crypto';

/** A query config of pg. A named statement is planned once per connection. */
export type Statement = { text: string; values: unknown[]; name?: string };

// By identity: a value that only looks like a statement may come from a client, and stays a value.
const statements = new WeakSet<object>();

/**
 * Builds a statement. Each ${…} becomes a bound parameter, except for a fragment that `sql` made, which is
 * inlined. A fragment cannot bind values.
 */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  const bound: unknown[] = [];
  const text = strings.reduce((before, after, index) => {
    const value = values[index - 1];
    if (!isFragment(value)) return `${before}$${bound.push(value)}${after}`;
    if (value.values.length > 0) throw new Error('A fragment binds no values');
    return before + value.text + after;
  });
  const statement = { text, values: bound, name: nameOf(text) };
  statements.add(statement);
  return statement;
}

function isFragment(value: unknown): value is Statement {
  return typeof value === 'object' && value !== null && statements.has(value);
}

// Bounded by the number of statements in the source, because no text contains a value.
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}
