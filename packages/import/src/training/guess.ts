import { applyFix, writeScript, type Work } from '@pacewright/script';

import { readOnce } from './read-once.ts';

/** A question about a workout, with the scripts that its answers lead to, the likeliest first. */
export type WorkoutQuestion = {
  text: string;
  answers: { label: string; script: string }[];
  /** The words that it is about. */
  phrase: string;
};

export type Guess = { script: string; question?: WorkoutQuestion };

const MAX_ANSWERS = 3;
const MAX_ROUNDS = 8;
/** Each reading takes time in proportion to the length. */
const MAX_LENGTH = 400;

/** Questions about the notation are asked by showing the readings. */
const ABOUT_RUNNING = new Set([
  'minutes-or-metres',
  'number-needs-unit',
  'part-or-step',
  'pace-out-of-range',
  'recovery-or-step',
  'target-twice',
  'time-or-pace',
  'vague-effort',
]);

/**
 * The likeliest reading of a script with mistakes, and one question with the other readings. One that no answer settles
 * stays as it is written.
 */
export function guess(script: string, work: Work = { used: 0 }, maxWork = Infinity): Guess {
  const open = mistakesOf(script, work);
  if (open.length === 0) return { script };
  const asked = open.find(({ fixes }) => fixes.length > 1) ?? open.find(({ fixes }) => fixes[0]);
  const about = asked ?? open[0];
  if (!about) return { script };
  const { code, message, from, to, fixes } = about;
  const isAboutRunning = ABOUT_RUNNING.has(code) && fixes.length > 1;
  const answers: WorkoutQuestion['answers'] = [];
  for (const fix of script.length > MAX_LENGTH ? [] : fixes) {
    if (answers.length >= MAX_ANSWERS || work.used > maxWork) break;
    const settled = settle(applyFix(script, fix), work, maxWork);
    if (settled === undefined || answers.some((answer) => answer.script === settled)) continue;
    answers.push({
      label: isAboutRunning ? fix.label.replace(/^Change to /, '') : settled,
      script: settled,
    });
  }
  const phrase = script.slice(from, to);
  const [likeliest] = answers;
  if (!likeliest) return { script, question: { text: message, answers, phrase } };
  const text = isAboutRunning
    ? message
    : answers.length > 1
      ? 'Which of these is it?'
      : 'Is this it?';
  answers.push({ label: 'None of these', script });
  return { script: likeliest.script, question: { text, answers, phrase } };
}

function mistakesOf(script: string, work: Work) {
  return readOnce(script, work).diagnostics.filter(({ severity }) => severity === 'error');
}

/** With the first answer to every other question. Undefined where one has none. */
function settle(script: string, work: Work, maxWork: number): string | undefined {
  let text = script;
  for (let round = 0; round < MAX_ROUNDS && work.used <= maxWork; round++) {
    const { workout, diagnostics } = readOnce(text, work);
    const open = diagnostics.filter(({ severity }) => severity === 'error');
    if (open.length === 0) return workout.items.length > 0 ? writeScript(workout) : undefined;
    const fix = open.find(({ fixes }) => fixes[0])?.fixes[0];
    const next = fix && applyFix(text, fix);
    if (next === undefined || next === text) return undefined;
    text = next;
  }
  return undefined;
}
