import { change, keepAsNote, remove, type Span } from './diagnostics.ts';
import { chooseTarget } from './targets.ts';
import { reportTwice, reportUnknown } from './mistakes.ts';
import { isAimed, isJoin, type Phrase, type StepNode, type Use } from './tree-nodes.ts';
import type { Reader } from './tree-reader.ts';

export function emptyStep(reader: Reader, { from, to }: Span): StepNode {
  return {
    kind: 'step',
    from,
    to,
    amount: undefined,
    target: undefined,
    label: undefined,
    aims: { targets: [], recoveries: [], label: undefined },
    notes: [],
    isBetween: false,
    use: 'step',
    isUnclear: false,
    isRepeated: reader.depth > 0,
  };
}

/** Makes one step of a phrase, and asks where it says too much or too little. */
export function settle(reader: Reader, phrase: Phrase, use: Use): StepNode {
  const mark = reader.questions;
  const step = emptyStep(reader, phrase);
  step.amount = phrase.amount;
  step.label = phrase.label;
  step.aims = { targets: phrase.targets, recoveries: phrase.recoveries, label: phrase.label };
  step.isBetween = phrase.isBetween;
  step.use = use;
  step.notes = [...phrase.notes];
  settleTarget(reader, phrase, step);
  const { either } = phrase;
  if (either)
    reader.question(
      'one-of-several',
      either,
      'Which one?',
      reader
        .textOf(either)
        .split('/')
        .map((word) => change(either, word.trim())),
    );
  const isAimedNow = step.target !== undefined || step.label !== undefined || use === 'recovery';
  settleEffort(reader, phrase, step, isAimedNow);
  if (phrase.unknown.length > 0) {
    const isPace =
      use === 'step' && phrase.amount !== undefined && !isAimedNow && phrase.unknown.length === 1;
    for (const span of phrase.unknown) {
      const place = use === 'work' ? 'behind-repeat' : isPace ? 'pace' : 'elsewhere';
      reportUnknown(reader, [span], place);
      step.notes.push(reader.textOf(span));
    }
  }
  if (phrase.isBetween && (use === 'work' || (use === 'step' && !isLastOfRepeat(reader)))) {
    reportBetween(reader, phrase);
    step.isBetween = false;
  }
  step.isUnclear = reader.questions > mark;
  return step;
}

/** How hard without how fast: slow is easy, hard is a note, and a race or a goal is some pace that is not said. */
function settleEffort(reader: Reader, phrase: Phrase, step: StepNode, isPaced: boolean): void {
  const [first, last] = [phrase.vague[0], phrase.vague.at(-1)];
  if (!first || !last) return;
  const span = { from: first.from, to: last.to };
  const words = reader.textOf(span);
  if (first.value === 'E' && !isPaced && step.use !== 'recovery')
    step.target = { ...first, kind: 'target' };
  else if (first.value !== 'E' || isPaced) step.notes.push(words);
  const isUnaimed = !isPaced || (step.use === 'recovery' && !step.target);
  if (isUnaimed && /race|goal/i.test(words))
    reader.question('vague-effort', span, `How fast is “${words}”?`, [
      keepAsNote(reader.text, span),
      ...['I', 'T', 'M', 'E', 'R'].map((pace) => change(span, pace, `At ${pace} pace`)),
    ]);
}

/** G10. */
function isLastOfRepeat(reader: Reader): boolean {
  let ahead = 0;
  while (isJoin(reader.peek(ahead), '\n')) ahead++;
  return (
    reader.depth > 0 && (reader.kindAt(ahead) === ')' || reader.at + ahead >= reader.tokens.length)
  );
}

function reportBetween(reader: Reader, phrase: Phrase): void {
  const word = reader.tokens.find(
    ({ kind, from, to }) => kind === 'between' && from >= phrase.from && to <= phrase.to,
  );
  if (word)
    reader.question('between-not-last', word, '“between” belongs after the last step of a repeat', [
      remove(word, 'Remove between'),
    ]);
}

function settleTarget(reader: Reader, phrase: Phrase, step: StepNode): void {
  const { reps, vague } = phrase;
  const { target, notes, others } = chooseTarget(step.aims, reader.isPlain);
  step.target = target;
  step.notes.push(...notes.map(reader.textOf));
  if (others.length > 0) reportTwice(reader, step.aims);
  else if (!isAimed(step) && reps && reps.value !== '' && vague.length === 0)
    step.target = { ...reps, kind: 'target' };
}

/** The words of a phrase that is nothing but words, as notes. */
export function settleWords(reader: Reader, phrase: Phrase): string[] {
  const spans: Span[] = [...phrase.unknown, ...phrase.vague];
  for (const span of spans) reportUnknown(reader, [span]);
  return [...phrase.notes, ...spans.map(reader.textOf)];
}
