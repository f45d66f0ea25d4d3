import * as z from 'zod/mini';
import { storedValue } from '../../platform/stored-value.ts';

const MAX_HIDDEN = 100;

const names = z.array(z.string());

const hidden = storedValue<string[]>({
  // Removed with the local user, whose key it begins with.
  key: 'pacewright.user.hidden-remarks',
  parse: (text) => z.parse(names, JSON.parse(text)),
  fallback: [],
});

/** Whether a remark or a question was dismissed on this device. */
export function isRemarkHidden(name: string): boolean {
  return hidden.read().includes(name);
}

export function hideRemark(name: string): void {
  hidden.write([name, ...hidden.read()].slice(0, MAX_HIDDEN));
}
