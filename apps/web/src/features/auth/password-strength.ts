import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// 240 kB of common passwords, so this module is only imported on demand.

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

export type Strength = {
  /** From 1, easy to guess, to 4. */
  level: 1 | 2 | 3 | 4;
  /** Why it is easy to guess, if it is. */
  reason: string | undefined;
};

/** Estimates how hard a password is to guess. The words are those that someone would try first for this person. */
export function estimateStrength(password: string, words: readonly string[]): Strength {
  const { score, feedback } = estimator.check(password.slice(0, MAX_LENGTH), [...words]);
  return {
    level: score === 0 ? 1 : score,
    reason: score < 3 ? REASONS.get(feedback.warning ?? '') : undefined,
  };
}

/** The estimate takes longer than a moment for more, and more is strong anyway. */
const MAX_LENGTH = 64;

const COMMON = 'This is close to a common password.';
const KEYS = 'Keyboard patterns are easy to guess.';
const REPEATS = 'Repeated characters are easy to guess.';
const DATES = 'Years and dates are easy to guess.';
const NAME = 'A name on its own is easy to guess.';

/** By the library's names for them. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['straightRow', KEYS],
  ['keyPattern', KEYS],
  ['simpleRepeat', REPEATS],
  ['extendedRepeat', REPEATS],
  ['sequences', 'Sequences like abc are easy to guess.'],
  ['recentYears', DATES],
  ['dates', DATES],
  ['topTen', COMMON],
  ['topHundred', COMMON],
  ['common', COMMON],
  ['similarToCommon', COMMON],
  ['wordByItself', 'A single word is easy to guess.'],
  ['namesByThemselves', NAME],
  ['commonNames', NAME],
  ['userInputs', 'Your name and email are easy to guess.'],
]);
