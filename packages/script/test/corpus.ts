import { readdirSync, readFileSync } from 'node:fs';

import {
  applyFix,
  type Diagnostic,
  readScript,
  type Step,
  type WorkoutItem,
} from '../src/index.ts';

/**
 * A way someone writes a session, and the scripts that mean it, the likeliest first. The files in `corpus`
 * hold one each, by the kind of writer: the text on one line (⏎ is a line break), then the scripts, indented,
 * after `=` if the text has one meaning and after `?` if a person would have to ask. A line with `#` says why.
 */
export type Phrase = { kind: string; text: string; scripts: string[]; isAmbiguous: boolean };

export const CORPUS: readonly Phrase[] = listPhrases('corpus/');

/** Written after the parser, and not used to tune it: a phrase that fails here stays as it is. */
export const HELD_OUT: readonly Phrase[] = listPhrases('held-out/');

function listPhrases(name: string): Phrase[] {
  const folder = new URL(name, import.meta.url);
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      parsePhrases(readFileSync(new URL(file, folder), 'utf8'), file.replace('.txt', '')),
    );
}

function parsePhrases(content: string, kind: string): Phrase[] {
  const phrases: Phrase[] = [];
  for (const line of content.split('\n')) {
    const [, mark, script] = /^ {2}([=?]) (.+)$/.exec(line) ?? [];
    const last = phrases.at(-1);
    if (mark !== undefined && script !== undefined && last) {
      last.scripts.push(script);
      last.isAmbiguous = mark === '?';
    } else if (line !== '' && !line.startsWith('# ')) {
      phrases.push({ kind, text: line.replaceAll(' ⏎ ', '\n'), scripts: [], isAmbiguous: false });
    }
  }
  return phrases;
}

/**
 * right: read as meant, at once. asked: a question leads there by one of its first two answers. unasked: read as
 * meant, where a person would have asked. wrong: read as another workout without a question. rejected: neither
 * read nor reachable.
 */
export const OUTCOMES = ['right', 'asked', 'unasked', 'wrong', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export function judge({ text, scripts, isAmbiguous }: Phrase): Outcome {
  const intended = meaningsOf(scripts);
  if (findQuestion(text)) return leadsTo(text, intended) ? 'asked' : 'rejected';
  if (!intended.has(meaningOf(text))) return 'wrong';
  return isAmbiguous ? 'unasked' : 'right';
}

/** Whether the first answer to every question gives one of the scripts. */
export function isFirstAnswerRight({ text, scripts }: Phrase): boolean {
  const intended = meaningsOf(scripts);
  let current = text;
  for (let answers = 0; answers < MAX_ANSWERS; answers++) {
    const question = findQuestion(current);
    if (!question) return intended.has(meaningOf(current));
    const [fix] = question.fixes;
    if (!fix) return false;
    current = applyFix(current, fix);
  }
  return false;
}

/** A text with more questions than this is not understood. */
const MAX_ANSWERS = 20;
const MAX_TEXTS = 400;

function leadsTo(text: string, intended: ReadonlySet<string>): boolean {
  const seen = new Set([text]);
  for (const current of seen) {
    const question = findQuestion(current);
    if (!question && intended.has(meaningOf(current))) return true;
    if (seen.size > MAX_TEXTS) return false;
    for (const fix of question?.fixes.slice(0, 2) ?? []) seen.add(applyFix(current, fix));
  }
  return false;
}

function findQuestion(text: string): Diagnostic | undefined {
  return readScript(text).diagnostics.find(({ severity }) => severity === 'error');
}

/** A script with a mistake means nothing that could be reached. */
function meaningsOf(scripts: readonly string[]): Set<string> {
  return new Set(scripts.filter((script) => !findQuestion(script)).map(meaningOf));
}

/** A workout as text, the same for all spellings of it. */
function meaningOf(script: string): string {
  return JSON.stringify(readScript(script).workout.items.map(simplify));
}

function simplify(item: WorkoutItem): unknown {
  return item.kind === 'repeat' ? [item.count, item.items.map(simplify)] : simplifyStep(item);
}

/** Notes are left out, and a time for a distance is the same run as the pace it makes. */
function simplifyStep({ amount, target, isBetween }: Step): unknown {
  if (target.kind === 'goal' && amount.kind === 'distance')
    return [
      amount,
      'pace',
      Math.round((target.seconds / amount.metres) * 1000),
      isBetween ?? false,
    ];
  if (target.kind === 'stated' && target.slow === target.fast)
    return [
      amount,
      'pace',
      Math.round(target.slow / (target.per === 'km' ? 1 : 1.60934)),
      isBetween ?? false,
    ];
  return [amount, target, isBetween ?? false];
}
