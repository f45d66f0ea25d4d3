import { round, writeDistance, writeTime } from './amounts.ts';
import { edit, KEEP_AS_NOTE, keepAsNote, noteText, remove, type Span } from './diagnostics.ts';
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
import { readPhrase } from './phrases.ts';
import type { Reader } from './tree-reader.ts';
import { readRepeat } from './repeats.ts';
import { settle } from './steps.ts';

export function readOr(reader: Reader, nodes: Node[]): void {
  const token = reader.peek();
  if (!token) return;
  let end = reader.at + 1;
  while (
    reader.tokens[end] &&
    !isJoin(reader.tokens[end], '+;.\n') &&
    reader.tokens[end]?.kind !== ')'
  )
    end++;
  const span = { from: token.from, to: reader.tokens[end - 1]?.to ?? token.to };
  const last = nodes.at(-1);
  reader.question('one-of-several', span, 'Which one?', [
    remove({ from: reader.text.slice(0, span.from).trimEnd().length, to: span.to }, 'The first'),
    ...(last && end > reader.at + 1
      ? [
          remove(
            { from: last.from, to: reader.tokens[reader.at + 1]?.from ?? span.to },
            'The second',
          ),
        ]
      : []),
  ]);
  markUnclear(last);
  reader.at = end;
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
  if (reader.isCountHere()) {
    const isPaced = last.kind === 'repeat' || isAimed(last);
    const repeat = readRepeat(reader);
    reader.question(
      'part-or-step',
      { from: token.from, to: reader.tokens[reader.at - 1]?.to ?? token.to },
      'After it, or part of it?',
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
    reader.question('recovery-or-step', span, 'After it, or between what comes before?', [
      edit('After it', reader.text.slice(0, token.from).trimEnd().length, next.from, ' + '),
      keepAsNote(reader.text, span),
    ]);
    nodes.push(settle(reader, phrase, 'step'));
    return;
  }
  reader.question('unknown-word', span, `"${shortened(reader.textOf(span))}" is not understood`, [
    keepAsNote(reader.text, span),
    remove(span, 'Leave it out'),
  ]);
  for (const step of [last]) if (step.kind === 'step') step.to = Math.max(step.to, span.to);
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
  reader.question('part-or-step', span, 'Is this part of it?', [
    ...(isSame
      ? [
          edit('At the end', whole.from, span.to, `${write(rest)} + ${partText}`),
          edit(
            'In the middle',
            whole.from,
            span.to,
            `${write(rest / 2)} + ${partText} + ${write(rest / 2)}`,
          ),
        ]
      : []),
    edit('After it', whole.to, own?.from ?? span.to, ' + '),
    edit(KEEP_AS_NOTE, whole.to, span.to, ` "${noteText(reader.textOf(span))}"`),
  ]);
  whole.isUnclear = true;
  whole.to = span.to;
}

/** Of the unit that a whole is stated in, in seconds or metres. */
const UNIT_SIZES: Record<string, number> = { h: 3600, m: 60, km: 1000, mi: 1609.34, mtr: 1 };
