import { round, writeDistance, writeTime } from './amounts.ts';
import {
  edit,
  type Fix,
  KEEP_AS_NOTE,
  keepAsNote,
  noteText,
  remove,
  type Span,
} from './diagnostics.ts';
import type { Token } from './tokens.ts';
import { reportUnknown } from './mistakes.ts';
import {
  isAimed,
  isJoin,
  isRecoveryPhrase,
  markUnclear,
  type Node,
  type Phrase,
  shortened,
  type StepNode,
} from './tree-nodes.ts';
import { readAlternation } from './alternations.ts';
import { readPhrase } from './phrases.ts';
import type { Reader } from './tree-reader.ts';
import { readRepeat } from './repeats.ts';
import { settle } from './steps.ts';

/** "or 5 x 800m", "(or 5 x 800m)". */
export function readOr(reader: Reader, nodes: Node[]): void {
  const open = reader.kindAt() === '(' ? reader.peek() : undefined;
  const close = open && reader.closeOf(reader.at);
  const word = reader.peek(open ? 1 : 0);
  if (!word) return;
  const start = reader.at + (open ? 2 : 1);
  const end = close === undefined ? endOfOther(reader, start) : close;
  const closing = close === undefined ? undefined : reader.tokens[close];
  const span = {
    from: (open ?? word).from,
    to: (closing ?? reader.tokens[end - 1] ?? word).to,
  };
  const last = nodes.at(-1);
  const second = reader.tokens[start];
  reader.question('one-of-several', span, 'Which one?', [
    remove({ from: reader.text.slice(0, span.from).trimEnd().length, to: span.to }, 'The first'),
    ...(last && second && end > start
      ? [
          {
            label: 'The second',
            edits: [
              { from: last.from, to: second.from, insert: '' },
              ...(closing ? [{ from: closing.from, to: closing.to, insert: '' }] : []),
            ],
          },
        ]
      : []),
  ]);
  markUnclear(last);
  reader.at = closing ? end + 1 : end;
}

/** "At T or a bit faster, 2 min jog": words without a figure or an effort end at a comma. */
function endOfOther(reader: Reader, start: number): number {
  let isStep = false;
  for (let end = start; ; end++) {
    const token = reader.tokens[end];
    if (!token || token.kind === ')' || isJoin(token, isStep ? '+;.\n' : '+;.\n,')) return end;
    isStep ||= !['unknown', 'filler', 'vague', 'at', 'pace'].includes(token.kind);
  }
}

/** "60 min easy with 6 x 20 s strides": after it, or part of it? */
export function readWith(reader: Reader, nodes: Node[], token: Token): void {
  reader.at++;
  const last = nodes.at(-1);
  const next = reader.peek();
  if (!next) {
    reportUnknown(reader, [token]);
    return;
  }
  if (!last) {
    reader.headings.push(token);
    return;
  }
  if (next.kind === 'alternating' && last.kind === 'step' && readAlternation(reader, nodes, last))
    return;
  if (reader.isCountHere()) {
    const isPaced = last.kind === 'repeat' || isAimed(last);
    const repeat = readRepeat(reader);
    reader.question(
      'part-or-step',
      { from: token.from, to: reader.tokens[reader.at - 1]?.to ?? token.to },
      'After this step, or part of it?',
      [
        edit('After it', reader.text.slice(0, token.from).trimEnd().length, next.from, ' + '),
        keepAsNote(
          reader.text,
          { from: token.from, to: reader.tokens[reader.at - 1]?.to ?? token.to },
          isPaced ? '' : 'E ',
        ),
      ],
    );
    nodes.push(...repeat);
    return;
  }
  const phrase = readPhrase(reader);
  const span = { from: token.from, to: phrase.to };
  if (reader.kindAt() === 'part' && phrase.isEmpty) {
    readPart(reader, nodes, false, token);
    return;
  }
  if (last.kind === 'step' && phrase.amount && !isRecoveryPhrase(phrase)) {
    reportPart(reader, last, span, phrase);
    return;
  }
  if (phrase.amount && last.kind === 'step' && reader.depth > 0) {
    nodes.push(settle(reader, phrase, 'recovery'));
    return;
  }
  if (phrase.amount) {
    reader.question('recovery-or-step', span, 'After these steps, or between them?', [
      ...spreadOver(reader, nodes, phrase, span),
      edit('After it', reader.text.slice(0, token.from).trimEnd().length, next.from, ' + '),
      keepAsNote(reader.text, span),
    ]);
    nodes.push(settle(reader, phrase, 'step'));
    return;
  }
  reader.question('unknown-word', span, `We don’t understand “${shortened(reader.textOf(span))}”`, [
    keepAsNote(reader.text, span),
    remove(span, 'Remove it'),
  ]);
  markUnclear(last);
  if (last.kind === 'step') last.to = Math.max(last.to, span.to);
}

/** "Total ~18 km" behind the steps. */
export function readTotal(reader: Reader, nodes: readonly Node[]): boolean {
  const first = reader.peek();
  const last = nodes.at(-1);
  const counts = { total: 0, amount: 0 };
  let end = reader.at;
  for (let kind = first?.kind; kind; kind = reader.tokens[++end]?.kind) {
    if (kind === 'total') counts.total++;
    else if (kind === 'time' || kind === 'distance') counts.amount++;
    else if (kind !== 'filler') break;
    // A line of many amounts is read from each of them, so this must end early.
    if (counts.total > 1 || counts.amount > 1) return false;
  }
  const isTotal = counts.total === 1 && counts.amount === 1;
  const next = reader.tokens[end]?.kind;
  if (!first || !last || !isTotal || (next && next !== 'join' && next !== ')')) return false;
  const span = { from: first.from, to: reader.tokens[end - 1]?.to ?? first.to };
  const text = reader.textOf(span);
  reader.question('part-or-step', span, `Is “${text}” the total of the steps?`, [
    remove(
      { from: reader.text.slice(0, span.from).trimEnd().length, to: span.to },
      'Yes, remove it',
    ),
    edit(KEEP_AS_NOTE, last.to, span.to, ` "${noteText(text)}"`),
  ]);
  reader.at = end;
  return true;
}

/** A recovery said once of several steps with commas or hyphens between them. */
function spreadOver(reader: Reader, nodes: readonly Node[], recovery: Span, span: Span): Fix[] {
  const series: StepNode[] = [];
  let start = span.from;
  for (const node of nodes.toReversed()) {
    const isWork = node.kind === 'step' && node.amount && !node.label && !isEasyStep(node);
    if (!isWork || !/^\s*[,/-]?\s*$/.test(reader.text.slice(node.to, start))) break;
    series.unshift(node);
    start = node.from;
  }
  if (series.length < 2) return [];
  const own = reader.textOf(recovery);
  const steps = series.map(reader.textOf).join(` + ${own} + `);
  return [
    edit('Between steps', start, span.to, steps),
    edit('After each step', start, span.to, `${steps} + ${own}`),
  ];
}

function isEasyStep({ target }: StepNode): boolean {
  return target?.kind === 'recovery' || target?.value === 'E';
}

/** "18 miles, the last 6 at MP", "13 km easy (last 2 km @ 6:28/km)". */
export function readPart(
  reader: Reader,
  nodes: Node[],
  isInside: boolean,
  start = reader.peek(),
): void {
  reader.at += isInside ? 2 : 1;
  const phrase = readPhrase(reader);
  if (isInside && reader.kindAt() === ')') reader.at++;
  const last = nodes.at(-1);
  if (!start) return;
  const span = { from: start.from, to: reader.tokens[reader.at - 1]?.to ?? phrase.to };
  if (last?.kind === 'step') reportPart(reader, last, span, phrase);
  else reportUnknown(reader, [span]);
}

/** "6mi with 4mi @ T": the rest of it comes before, or around. */
function reportPart(reader: Reader, whole: StepNode, span: Span, part: Phrase): void {
  const [all, bare] = [whole.amount, part.amount];
  // "The last 6" of 18 miles are miles.
  const unit = bare?.kind === 'number' && all ? UNIT_SIZES[all.value] : undefined;
  const own =
    bare && all && unit !== undefined ? { ...bare, kind: all.kind, low: bare.low * unit } : bare;
  const partEnd = part.to;
  const partText =
    own && own !== bare && all
      ? `${bare?.low}${all.value} ${reader.text.slice(own.to, partEnd).trim()}`
      : reader.text.slice(own?.from ?? span.from, partEnd);
  const isSame = all && own && all.kind === own.kind && all.low > own.low;
  const rest = isSame ? all.low - own.low : 0;
  const wholeTarget = whole.target ? reader.textOf(whole.target) : 'E';
  const write = (value: number) =>
    `${all?.kind === 'distance' ? writeDistance(round(value, 4)) : writeTime(round(value, 3))} ${wholeTarget}`;
  reader.question(
    'part-or-step',
    span,
    `Is “${shortened(reader.textOf(span))}” part of “${shortened(reader.textOf(whole))}”?`,
    [
      ...(isSame
        ? [
            edit('Yes, at the end', whole.from, span.to, `${write(rest)} + ${partText}`),
            edit(
              'Yes, in the middle',
              whole.from,
              span.to,
              `${write(rest / 2)} + ${partText} + ${write(rest / 2)}`,
            ),
          ]
        : []),
      edit('No, after it', whole.to, own?.from ?? span.to, ' + '),
      edit(KEEP_AS_NOTE, whole.to, span.to, ` "${noteText(reader.textOf(span))}"`),
    ],
  );
  whole.isUnclear = true;
  whole.to = span.to;
}

/** Of the unit that a whole is stated in, in seconds or metres. */
const UNIT_SIZES: Record<string, number> = { h: 3600, m: 60, km: 1000, mi: 1609.34, mtr: 1 };
