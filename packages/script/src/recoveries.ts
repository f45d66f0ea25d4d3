import { type Edit, edit, KEEP_AS_NOTE, keepAsNote, noteText, remove } from './diagnostics.ts';
import { readTurnsOfRepeat } from './alternations.ts';
import { chooseTarget } from './targets.ts';
import type { Token } from './tokens.ts';
import { keepOpen } from './mistakes.ts';
import {
  hasAim,
  isAimed,
  isAimKind,
  isAmountKind,
  isDistanceKind,
  isGentle,
  isJoin,
  isRecoveryPhrase,
  isShort,
  isTimeOnly,
  isWordJoin,
  onlyStep,
  onlyWork,
  type OpenRepeat,
  type Phrase,
  type RepeatNode,
  shortened,
  type StepNode,
  withTargets,
} from './tree-nodes.ts';
import { readBetweenWords, readPhrase } from './phrases.ts';
import type { Reader } from './tree-reader.ts';
import { emptyStep, settle } from './steps.ts';

export function readRecoveries(reader: Reader, open: OpenRepeat): void {
  reader.openRepeat = open;
  while (readRecovery(reader, open))
    open.outer.to = reader.tokens[reader.at - 1]?.to ?? open.outer.to;
}

/** One recovery behind a repeat, or a target for what is repeated. */
function readRecovery(reader: Reader, open: OpenRepeat): boolean {
  const start = reader.at;
  const token = reader.peek();
  if (token && readBehind(reader, open, token)) return true;
  reader.at = start;
  return false;
}

function readBehind(reader: Reader, open: OpenRepeat, token: Token): boolean {
  let joins = 0;
  while (isJoin(reader.peek(joins), ',.-')) joins++;
  const sign = reader.kindAt(joins);
  if (sign === 'with' || sign === 'off') {
    reader.at += joins + 1;
    return readBehindWith(reader, open, token);
  }
  if (token.kind === '(') return readInParentheses(reader, open, token);
  if (token.kind === 'alternating') return readTurnsOfRepeat(reader, open);
  if (token.kind === 'at' || isAimKind(token.kind)) return readAimOfRepeat(reader, open, token);
  return readBehindJoin(reader, open, token);
}

function readBehindWith(reader: Reader, open: OpenRepeat, token: Token): boolean {
  if (reader.isCountHere()) return false;
  const phrase = readPhrase(reader);
  const isMeant = phrase.amount ?? phrase.recoveries[0];
  return isMeant !== undefined && attach(reader, open, phrase, token, true);
}

/** "6 x 800 (2 min)" */
function readInParentheses(reader: Reader, open: OpenRepeat, token: Token): boolean {
  const close = reader.closeOf(reader.at);
  if (close === undefined) return false;
  reader.at++;
  if (reader.kindAt() === 'with') reader.at++;
  const phrase = readPhrase(reader);
  const isMeant = phrase.amount && reader.at === close && !phrase.label;
  const isOpen = open.outer !== open.inner ? !open.hasSetRecovery : !open.hasRecovery;
  const isRecovery =
    isRecoveryPhrase(phrase) ||
    !hasAim(phrase) ||
    isGentle(phrase) ||
    phrase.targets.some(({ kind }) => kind === 'stated' || kind === 'clock');
  if (!isMeant || !isOpen || !isRecovery) return false;
  reader.at++;
  askTimeOrRecovery(reader, open, phrase, token);
  readBetweenWords(reader, phrase);
  return attach(reader, open, phrase, token, true);
}

/** "5 x 1k (3:30)" */
function askTimeOrRecovery(reader: Reader, open: OpenRepeat, phrase: Phrase, token: Token): void {
  const step = onlyWork(open.inner);
  const isClockOnly = phrase.amount?.kind === 'clock' && !hasAim(phrase) && !phrase.isBetween;
  if (!isClockOnly || !step || step.target || !isDistanceKind(step.amount)) return;
  const clock = reader.textOf(phrase);
  const start = endBefore(reader, token);
  const end = reader.tokens[reader.at - 1]?.to ?? phrase.to;
  reader.question('time-or-pace', phrase, `Is ${clock} the time for the distance, or a recovery?`, [
    edit('Time for the distance', start, end, ` in ${clock}`),
    edit('Recovery', phrase.to, phrase.to, ' jog'),
  ]);
}

/** "6 x 800 at 5k pace" */
function readAimOfRepeat(reader: Reader, { inner }: OpenRepeat, token: Token): boolean {
  const step = onlyWork(inner);
  const isFromReps =
    step?.target && /^(?:rep|int)/i.test(reader.textOf(step.target)) && !step.target.isPlain;
  if (!step || (step.target && !isFromReps)) return false;
  const phrase = readPhrase(reader);
  const before = isFromReps ? emptyStep(reader, step) : step;
  if (token.kind === 'at' && phrase.notes.length > 0 && !phrase.amount && !hasAim(phrase)) {
    // 'reps at "800m pace"'
    step.target = before.target;
    step.aims = before.aims;
    step.notes.push(...settle(reader, phrase, 'recovery').notes);
    return true;
  }
  const aims = withTargets(before, phrase);
  const isOne = chooseTarget(aims, reader.isPlain).others.length === 0;
  if (phrase.amount || phrase.targets.length === 0 || !isOne) return false;
  const settled = settle(reader, phrase, 'work');
  step.target = settled.target;
  step.aims = aims;
  step.notes.push(...settled.notes);
  return true;
}

/** "6 x 800, 2 min jog", "6 x 800/400", "6 x 800 2 min jog" */
function readBehindJoin(reader: Reader, open: OpenRepeat, token: Token): boolean {
  const mark = reader.questions;
  const isJoined = token.kind === 'join';
  const isPlus = reader.text.charAt(token.from) === '+';
  if (isJoined) {
    if (isPlus && !open.isBare) return false;
    reader.at++;
    // A line break and a bullet, or a full stop and a line break, are one join.
    while (reader.kindAt() === 'join' && !isJoin(reader.peek(), '+;')) reader.at++;
  }
  const first = reader.peek();
  if (isJoin(token, ',.-') && open.isBare && !open.hasRecovery && readWordsOfRecovery(reader, open))
    return true;
  if (!first || !beginsRecovery(reader, token, first)) return false;
  const phrase = readPhrase(reader);
  const isRecovery = isRecoveryPhrase(phrase);
  const isSlash = isJoin(token, '/');
  // "6 x 800, 2 min"
  const isBareTime =
    isJoin(token, ',-') &&
    open.isBare &&
    isTimeOnly(phrase) &&
    isDistanceKind(onlyWork(open.inner)?.amount);
  const belongs = isRecovery || isGentle(phrase) || isBareTime || (isSlash && open.isBare);
  if (!belongs || phrase.label || (!phrase.amount && !isRecovery)) return false;
  if (phrase.isBetween && (isJoin(token, ',./-') || isWordJoin(token)))
    return attach(reader, open, phrase, token, true);
  if (open.hasRecovery) {
    if (open.outer === open.inner || open.hasSetRecovery) return false;
    // "3 x 4 x 300 with 1 min and 3 min"
    if (isBareTime) return attach(reader, open, phrase, token, false);
    if (!phrase.isOfSets) return false;
  }
  // The parentheses say what is repeated.
  const isClosed = !open.isBare && !phrase.isBetween;
  if (isClosed && (!isRecovery || isPlus || open.inner.items.length > 1)) return false;
  if (isWordJoin(token) && token.value === '+') return false;
  const isStrong = isJoin(token, '+;\n');
  if (!isRecovery && (isStrong || reader.questions > mark)) return false;
  const isLoose = isStrong || (!isRecovery && !isSlash && isJoined) || !open.isBare;
  if (isLoose && !isRecovery && !isShort(phrase)) return false;
  if (isBareTime && open.outer !== open.inner && readBothRecoveries(reader, open, phrase, token))
    return true;
  const isDistance = isSlash && !isRecovery && !hasAim(phrase) && isDistanceKind(phrase.amount);
  if (isLoose || isDistance) askRecovery(reader, open, phrase, token);
  return attach(reader, open, phrase, token, false);
}

/** Whether a token may begin a recovery behind another. */
function beginsRecovery(reader: Reader, token: Token, { kind }: Token): boolean {
  if (reader.isCountHere()) return false;
  if (isAmountKind(kind)) return true;
  if (kind === 'recovery') return isJoin(token, ',./');
  return kind === 'filler' && token.kind === 'join';
}

/** The end of the text before a token. */
function endBefore(reader: Reader, { from }: Token): number {
  return reader.text.slice(0, from).trimEnd().length;
}

/** "12 x 400, partner's lap as recovery": words that say how to recover. */
function readWordsOfRecovery(reader: Reader, open: OpenRepeat): boolean {
  const step = onlyWork(open.inner);
  const first = reader.peek();
  if (!first || !step) return false;
  const words: Token[] = [];
  for (const token of reader.tokens.slice(reader.at, reader.at + MAX_WORDS)) {
    if (token.kind === 'join' || token.kind === ')') break;
    if (!WORD_KINDS.includes(token.kind)) return false;
    words.push(token);
  }
  const isUnknownFirst = words.find(({ kind }) => kind !== 'filler')?.kind === 'unknown';
  const hasRecovery = words.some(({ kind }) => kind === 'recovery');
  if (!isUnknownFirst || !hasRecovery) return false;
  const span = { from: first.from, to: words.at(-1)?.to ?? first.to };
  const text = reader.textOf(span);
  reader.question('unknown-word', span, `We don’t understand “${shortened(text)}”`, [
    edit(KEEP_AS_NOTE, step.to, span.to, ` "${noteText(text)}"`),
    edit('Jog until you press lap', span.from, span.to, 'w/ open jog'),
    remove(span, 'Remove it'),
  ]);
  step.notes.push(text);
  open.outer.isUnclear = true;
  open.hasRecovery = true;
  reader.at += words.length;
  return true;
}

const WORD_KINDS: readonly string[] = [
  'unknown',
  'recovery',
  'open',
  'filler',
  'vague',
  'in',
  'reps',
];
/** Longer phrases are not recoveries. */
const MAX_WORDS = 20;

/** "3 x 4 x 300 - 1 min and 3 min": between the repetitions, and between the sets. */
function readBothRecoveries(
  reader: Reader,
  open: OpenRepeat,
  phrase: Phrase,
  token: Token,
): boolean {
  const start = reader.at;
  if (!isJoin(reader.peek(), ',/')) return false;
  reader.at++;
  const second = reader.isCountHere() ? undefined : readPhrase(reader);
  if (!second || !isTimeOnly(second)) {
    reader.at = start;
    return false;
  }
  const end = endBefore(reader, token);
  const insert = (at: number, text: string) => ({ from: at, to: at, insert: text });
  reader.question(
    'recovery-or-step',
    { from: phrase.from, to: second.to },
    'Recovery between reps and between sets?',
    [
      {
        label: 'Yes, both',
        edits: [insert(phrase.to, ' jog between reps'), insert(second.to, ' jog between sets')],
      },
      {
        label: 'No, after the sets',
        edits: [
          { from: end, to: phrase.from, insert: ' + ' },
          { from: phrase.to, to: second.from, insert: ' + ' },
        ],
      },
    ],
  );
  open.outer.isUnclear = true;
  open.inner.items.push({ ...settle(reader, phrase, 'recovery'), isBetween: true });
  open.outer.items.push({ ...settle(reader, second, 'recovery'), isBetween: true });
  open.hasRecovery = true;
  open.hasSetRecovery = true;
  return true;
}

function askRecovery(reader: Reader, open: OpenRepeat, phrase: Phrase, token: Token): void {
  const { outer, head, isBare, bodyFrom } = open;
  const end = endBefore(reader, token);
  const bodyEnd = head.kind === 'times' ? Math.max(end, head.to) : end;
  // The count may stand behind what is repeated: "(…) x 5".
  const opening =
    head.kind === 'times'
      ? [
          { from: bodyFrom, to: bodyFrom, insert: `${outer.count}x(` },
          { from: head.from, to: head.to, insert: '' },
        ]
      : [{ from: head.to, to: bodyFrom, insert: '(' }];
  const isPaced = hasAim(phrase) || phrase.vague.length > 0;
  const closing = { from: phrase.to, to: phrase.to, insert: isPaced ? ')' : ' jog)' };
  const join = (from: number, insert: string) => ({ from, to: phrase.from, insert });
  reader.question('recovery-or-step', phrase, 'Between the reps, or after them?', [
    {
      label: 'In every rep',
      edits: isBare
        ? [...opening, join(bodyEnd, ' + '), closing]
        : [...wrapInner(reader, open), join(bodyEnd - 1, ' + '), closing],
    },
    {
      label: 'After the reps',
      edits: isBare ? [...opening, join(bodyEnd, ') + ')] : [join(bodyEnd, ' + ')],
    },
  ]);
  outer.isUnclear = true;
}

/** A repeat without parentheses gets them, so that what follows is not taken for its recovery. */
function wrapInner(reader: Reader, { inner }: OpenRepeat): Edit[] {
  const [item] = inner.items;
  if (!item || reader.text.charAt(item.to - 1) === ')') return [];
  const count = reader.tokens[reader.indexAt(item.from)];
  // "1x400" is a step, with its count.
  if (!count || (item.kind === 'step' && count.kind !== 'count')) return [];
  return [
    { from: count.to, to: count.to, insert: '(' },
    { from: item.to, to: item.to, insert: ')' },
  ];
}

/** Gives a repeat its recovery, or its sets theirs, and asks which where both are possible. */
function attach(
  reader: Reader,
  open: OpenRepeat,
  phrase: Phrase,
  token: Token,
  isExplicit: boolean,
): boolean {
  const { outer, inner } = open;
  const isNested = outer !== inner;
  const step = settleRecovery(reader, inner, phrase, token, isExplicit);
  const isOfSets = phrase.isOfSets && (isNested || !open.isBare);
  if (isExplicit && !isNested && !isOfSets) askRepsOrSets(reader, outer, phrase, token);
  const end = endBefore(reader, token);
  if (isOfSets || (open.hasRecovery && isNested && !open.hasSetRecovery)) {
    if (!isOfSets)
      reader.question('recovery-or-step', phrase, 'Is this the recovery between sets?', [
        edit('Between sets', phrase.to, phrase.to, ' between sets'),
        edit('No, after the sets', end, phrase.from, ' + '),
      ]);
    outer.items.push(step);
    open.hasSetRecovery = true;
    open.hasRecovery ||= !isNested;
    return true;
  }
  if (open.hasRecovery) {
    reader.question('recovery-or-step', phrase, 'There’s already a recovery', [
      remove({ from: end, to: phrase.to }, 'Remove it'),
      edit('After the reps', end, phrase.from, ' + '),
    ]);
    inner.items.push(step);
  } else if (inner.items.length > 1 && open.isBare) attachToEach(reader, open, phrase, token, step);
  else inner.items.push(step);
  open.hasRecovery = true;
  return true;
}

/** The step of a recovery, whose length and kind are asked where they are not said. */
function settleRecovery(
  reader: Reader,
  inner: RepeatNode,
  phrase: Phrase,
  token: Token,
  isExplicit: boolean,
): StepNode {
  const step = settle(reader, phrase, 'recovery');
  if (!phrase.amount && isExplicit && !phrase.isBetween && phrase.recoveries.length > 0) {
    reader.question('number-needs-unit', phrase, 'How long is the recovery?', [
      keepOpen(phrase),
      edit('2 minutes', phrase.from, phrase.from, '2m '),
    ]);
    step.isUnclear = true;
  }
  if (token.value === 'R' && !hasAim(phrase))
    reader.question('vague-effort', phrase, 'Jog or rest?', [
      edit('Jog', phrase.to, phrase.to, ' jog'),
      edit('Rest', phrase.to, phrase.to, ' rest'),
    ]);
  if (!isAimed(step)) step.target = sameRecovery(inner);
  return step;
}

/** "2 x (4 x 400) off 75s" */
function askRepsOrSets(reader: Reader, repeat: RepeatNode, phrase: Phrase, token: Token): void {
  const only = onlyStep(repeat);
  if (only?.kind !== 'repeat' || !onlyStep(only)) return;
  const words = reader.textOf(phrase);
  reader.question('recovery-or-step', phrase, 'Between the reps or the sets?', [
    {
      label: 'Between reps',
      edits: [
        { from: only.to, to: only.to, insert: ` w/ ${words}` },
        { from: token.from, to: phrase.to, insert: '' },
      ],
    },
    edit('Between sets', phrase.to, phrase.to, ' between sets'),
  ]);
  repeat.isUnclear = true;
}

/** A recovery said once of several steps is run after each of them. */
function attachToEach(
  reader: Reader,
  { outer, inner, head, bodyFrom }: OpenRepeat,
  phrase: Phrase,
  token: Token,
  step: StepNode,
): void {
  const each = inner.items.flatMap((item, index) =>
    index === inner.items.length - 1 ? [item] : [item, { ...step, isBetween: false }],
  );
  const word = reader.tokens.find(({ kind, from }) => kind === 'between' && from >= phrase.from);
  const recovery = reader.text.slice(phrase.from, phrase.isBetween ? word?.from : phrase.to).trim();
  const steps = inner.items.map(reader.textOf).join(` + ${recovery} + `);
  const count = head.kind === 'times' ? `${outer.count}x` : '';
  const [label, rest] = phrase.isBetween
    ? ['Between steps', '']
    : ['After each step', ` + ${recovery}`];
  reader.question('recovery-or-step', phrase, 'Recovery after each step?', [
    edit(label, bodyFrom, phrase.to, `${count}(${steps}${rest})`),
    keepAsNote(reader.text, { from: token.from, to: phrase.to }),
  ]);
  inner.items = phrase.isBetween ? each : [...each, step];
}

function sameRecovery(inner: RepeatNode): Token | undefined {
  const last = inner.items.at(-1);
  return inner.items.length > 1 && last?.kind === 'step' && last.target?.kind === 'recovery'
    ? last.target
    : undefined;
}
