import { applyFix } from '@pacewright/script';

import { readPlan } from '../src/index.ts';

const MAX_FIXES = 500;

/** Takes the first fix of the first mistake that has one, until there is none, as a reader in haste would. */
export function takeFirstFixes(text: string): { text: string; fixes: number; left: string[] } {
  let fixed = text;
  for (let fixes = 0; ; fixes++) {
    const mistakes = readPlan(fixed).diagnostics.filter(({ severity }) => severity === 'error');
    const [fix] = mistakes.flatMap((mistake) => mistake.fixes.slice(0, 1));
    const next = fix === undefined || fixes === MAX_FIXES ? fixed : applyFix(fixed, fix);
    if (next === fixed)
      return {
        text: fixed,
        fixes,
        left: mistakes.map(({ code, message }) => `${code}: ${message}`),
      };
    fixed = next;
  }
}
