import { insertPlus, remove, removeItem, type Fix } from './diagnostics.ts';
import { Number as NumberToken, Word } from './parser.terms.ts';
import {
  endOfItem,
  isSeparator,
  missingParentheses,
  parenthesize,
  partsOf,
  type Part,
  type RepeatBody,
  type RepeatPart,
} from './parts.ts';
import type { Reader } from './reader.ts';
import { isAmount, readStep, reportInvalid } from './step.ts';
import { MAX_COUNT, MAX_DEPTH, type WorkoutItem } from './workout.ts';

/** G2: items, joined by +. */
export function readItems(parts: Part[], reader: Reader): WorkoutItem[] {
  const items: WorkoutItem[] = [];
  let lastItemEnd: number | undefined;
  let isJoined = true;
  let pluses: Part[] = [];
  let at = 0;

  while (at < parts.length) {
    const part = parts[at];
    if (!part) break;
    let next = at + 1;

    if (part.kind === 'plus') pluses.push(part);
    else if (part.kind === 'unopened')
      reader.report('unopened-parenthesis', part, 'This ) was never opened', [
        remove(part, 'Remove )'),
      ]);
    else if (part.kind === 'invalid') {
      const isBehindItem: boolean = lastItemEnd !== undefined && pluses.length === 0 && !isJoined;
      const join: Fix | undefined = isBehindItem ? joinFix(parts, at, lastItemEnd) : undefined;
      reportInvalid(part, join ? [join] : [], reader);
      isJoined ||= join !== undefined;
    } else {
      const surplus = pluses.slice(isJoined ? 0 : 1);
      if (surplus.length > 0) reportPlus(surplus, 'Something is missing before +', reader);
      if (lastItemEnd !== undefined && pluses.length === 0 && !isJoined)
        reportMissingPlus(parts, at, lastItemEnd, reader);

      const { item, end } = readItem(parts, at, reader);
      if (item) items.push(item);
      next = end;
      lastItemEnd = parts[end - 1]?.to;
      isJoined = false;
      pluses = [];
    }
    at = next;
  }

  if (pluses.length > 0) reportPlus(pluses, 'Something is missing after +', reader);
  return items;
}

function reportPlus(pluses: Part[], message: string, { report }: Reader) {
  const place = { from: pluses[0]?.from ?? 0, to: pluses.at(-1)?.to ?? 0 };
  report('missing-step', place, message, [remove(place, 'Remove the +')]);
}

/** G3. Returns where to read on. */
function readItem(
  parts: Part[],
  at: number,
  reader: Reader,
): { item: WorkoutItem | undefined; end: number } {
  const part = parts[at];
  if (part?.kind !== 'repeat') {
    const { step, end } = readStep(parts, at, reader);
    return { item: step, end };
  }
  const end = part.body ? at + 1 : endOfItem(parts, at + 1);
  return { item: readRepeat(part, parts.slice(at + 1, end), reader), end };
}

function reportMissingPlus(
  parts: Part[],
  at: number,
  lastItemEnd: number,
  { text, report }: Reader,
) {
  const part = parts[at];
  // "5 what?" says enough about a number.
  if (!part || (part.kind === 'token' && part.type === NumberToken)) return;

  const place = part.kind === 'repeat' ? { from: part.from, to: part.from + 1 } : part;
  report('missing-plus', place, 'Put a + between steps', [
    ...turnedRound(parts, at, text),
    insertPlus(text, lastItemEnd, part.from),
  ]);
}

/** "E 15m" may be meant as "15m E". */
function turnedRound(parts: Part[], at: number, text: string): Fix[] {
  const [before, target, amount, after] = [parts[at - 2], parts[at - 1], parts[at], parts[at + 1]];
  if (target?.kind !== 'token' || amount?.kind !== 'token') return [];
  const isWholeItem = [before, after].every((part) => !part || part.kind === 'plus');
  if (!isWholeItem || target.type === Word) return [];
  if (isAmount(target) || !isAmount(amount)) return [];
  const insert = `${text.slice(amount.from, amount.to)} ${text.slice(target.from, target.to)}`;
  return [{ label: `Change to ${insert}`, edits: [{ from: target.from, to: amount.to, insert }] }];
}

/** A comma or the like between two items is meant as a plus. */
function joinFix(parts: Part[], at: number, lastItemEnd = 0): Fix | undefined {
  const [mark, next] = [parts[at], parts[at + 1]];
  const isMeant = mark?.kind === 'invalid' && isSeparator(mark.text);
  if (!isMeant || (next?.kind !== 'token' && next?.kind !== 'repeat')) return undefined;
  return { label: 'Change to +', edits: [{ from: lastItemEnd, to: next.from, insert: ' + ' }] };
}

/** G4. What follows is only the repeat's where it has no parentheses. */
function readRepeat(part: RepeatPart, following: Part[], reader: Reader): WorkoutItem | undefined {
  const { text, places, report } = reader;
  const to = following.at(-1)?.to ?? part.to;
  if (reader.depth >= MAX_DEPTH) {
    report('nested-too-deep', { from: part.from, to }, `Repeats nest up to ${MAX_DEPTH} deep`, []);
    return undefined;
  }

  const mistakes = reader.diagnostics.length;
  const count = readCount(part, following, reader);
  if (part.body && !part.body.isClosed) reportUnclosed(part.from, part.body, reader);
  const place = { from: part.from, to, isUnclear: reader.diagnostics.length > mistakes };
  places.push(place);
  const inside = part.body ? partsOf(part.body.node, text, report) : following;
  const items = readItems(inside, { ...reader, depth: reader.depth + 1 });
  const isEmpty = !inside.some(({ kind }) => kind === 'token' || kind === 'repeat');
  if (!isEmpty) return { kind: 'repeat', count, items };

  places.pop();
  if (part.body?.isClosed)
    report('empty-repeat', place, 'There is nothing to repeat', [removeItem(text, place)]);
  return undefined;
}

function readCount(part: RepeatPart, following: Part[], { text, report }: Reader): number {
  const place = { from: part.from, to: part.body ? part.body.openAt + 1 : part.to };
  if (!part.count) {
    const head = {
      from: part.from,
      to: part.body?.openAt ?? part.to,
      insert: `${USUAL_COUNT}x`,
    };
    const edits = part.body ? [head] : [head, ...parenthesize(part, following)];
    const isAlone = !part.body && following.length === 0;
    report('repeat-needs-count', place, 'How many times?', [
      isAlone ? removeItem(text, part) : { label: `Change to ${USUAL_COUNT}x(`, edits },
    ]);
    return USUAL_COUNT;
  }

  const count = Number(part.count.text);
  const nearest = Math.min(MAX_COUNT, Math.max(1, Math.round(count)));
  if (count !== nearest)
    report('count-out-of-range', part.count, `A repeat runs from 1 to ${MAX_COUNT} times`, [
      {
        label: `Change to ${nearest}x`,
        edits: [{ from: part.count.from, to: part.count.to, insert: String(nearest) }],
      },
    ]);
  if (!part.body) {
    const fix = { label: 'Put it in parentheses', edits: parenthesize(part, following) };
    report('repeat-needs-parentheses', place, 'Put what is repeated in parentheses', [
      following.length > 0 ? fix : removeItem(text, part),
    ]);
  }
  return nearest;
}

const USUAL_COUNT = 2;

function reportUnclosed(from: number, body: RepeatBody, { text, report }: Reader) {
  const end = text.trimEnd().length;
  const insert = missingParentheses(body);
  report('unclosed-parenthesis', { from, to: body.openAt + 1 }, 'This ( is never closed', [
    { label: `Insert ${insert.slice(0, 4)}`, edits: [{ from: end, to: end, insert }] },
  ]);
}
