import { keepAsNote, remove, type Span } from './diagnostics.ts';
import type { Token, TokenKind } from './tokens.ts';
import { isJoin, metresOf, shortened, workSteps } from './tree-nodes.ts';
import type { Reader } from './tree-reader.ts';

/** "Tuesday track:", "Warm-up:", "12km total:": a name for what follows, or its total. */
export function readHeadings(reader: Reader): void {
  for (const [index, token] of reader.tokens.entries()) {
    if (token.kind !== 'colon') continue;
    let start = index;
    while (start > 0 && !isJoin(reader.tokens[start - 1], '+;.\n,')) start--;
    reader.spend(index - start);
    const head = reader.tokens.slice(start, index);
    const has = (...kinds: TokenKind[]) => head.some(({ kind }) => kinds.includes(kind));
    const [first] = head;
    if (!first || has('count', '(', ')', 'clock', 'stated', 'colon')) continue;
    const span = { from: first.from, to: token.to };
    if (has('label')) {
      reader.colons.add(token);
      reader.headings.push({ from: token.from, to: token.to });
      continue;
    }
    reader.headings.push(span);
    const [number, word] = head;
    if (head.length === 2 && number?.kind === 'number' && word && isRound(word))
      reportRounds(reader, span, number.low);
    else reader.titles.push({ span, head });
  }
}

function isRound({ kind, value }: Token): boolean {
  return kind === 'sets' || (kind === 'reps' && value === '');
}

/** "3 sets: 800, 400, 200" */
function reportRounds(reader: Reader, span: Span, count: number): void {
  const end = reader.text.trimEnd().length;
  reader.question('repeat-needs-count', span, 'What should repeat?', [
    {
      label: 'Everything',
      edits: [
        { ...span, insert: `${count}x(` },
        { from: Math.max(end, span.to), to: Math.max(end, span.to), insert: ')' },
      ],
    },
    remove(span, 'Remove it'),
  ]);
}

/** A heading's total has to be the sum of the steps, and its pace is the pace of a step that has none. */
export function checkHeadings(reader: Reader): void {
  for (const { span, head } of reader.titles) {
    const total = head.find(
      ({ kind, doubt, from }) =>
        (kind === 'time' || kind === 'distance') &&
        doubt !== 'plural' &&
        /\d/.test(reader.text.charAt(from)),
    );
    const isSum =
      total?.kind === 'distance' && Math.abs((metresOf(reader.root) ?? 0) - total.low) < 1;
    const aim = head.find(({ kind }) => kind === 'target' || kind === 'zone' || kind === 'vague');
    const steps = workSteps(reader.root).filter(
      (step) => step.from > span.to && !step.target && !step.label && step.notes.length === 0,
    );
    const [step] = steps;
    const name = `“${shortened(reader.textOf(span).replace(/ ?:$/, ''))}”`;
    if (total && !isSum)
      reportHeading(reader, span, `Is ${name} the total of the steps?`, 'Yes, remove it');
    else if (aim && step && reader.root.length === 1 && steps.length === 1 && aim.kind !== 'vague')
      step.target = aim;
    else if (aim && step)
      reportHeading(reader, span, `Does ${name} belong to a step?`, 'No, remove it');
  }
}

/** "Morning: 8 miles easy. Evening: 5 x 1 mile": one run, or two? */
export function checkSessions(reader: Reader): void {
  const parts = reader.titles.filter(({ span }) => DAY_PARTS.test(reader.textOf(span)));
  const [first, second] = parts;
  if (!first || !second) return;
  reader.question('part-or-step', second.span, 'One run, or two?', [
    remove({ from: first.span.from, to: second.span.from }, 'Keep only the second'),
    remove(second.span, 'One run'),
  ]);
}

function reportHeading(reader: Reader, span: Span, message: string, answer: string): void {
  reader.question('part-or-step', span, message, [
    remove(span, answer),
    keepAsNote(reader.text, span),
  ]);
}

const DAY_PARTS = /^(?:morning|afternoon|evening|am|pm|lunch)/i;
