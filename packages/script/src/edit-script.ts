import { formatCount } from '@pacewright/pace';
import { applyFix, type Edit } from './diagnostics.ts';
import { readSource, type Source } from './edit-source.ts';
import { flatten, operateOn, type NumberedItem, type Operation } from './operations.ts';
import { editsOf, type Piece } from './pieces.ts';
import { readText } from './read.ts';
import {
  countUnrolledSteps,
  MAX_COUNT,
  MAX_DEPTH,
  MAX_SCRIPT_LENGTH,
  MAX_UNROLLED_STEPS,
} from './workout.ts';
import { renderInPlace, renderItems, type Style } from './render.ts';
import { writeScript, writeStep } from './write.ts';

export type ScriptEdit = {
  /** In the order of the text; they never overlap. */
  edits: Edit[];
  /** The number of the first repeat or step that the operation made, moved or changed. */
  chosen: number | undefined;
};

/**
 * The smallest change to a script that makes an operation. Undefined if the operation has no such part, makes no
 * workout, or is on a part that is unclear. Text that means something else in another place is written in the short
 * form, so each attempt is read again, and the first that means the right workout is taken.
 */
export function editScript(text: string, operation: Operation): ScriptEdit | undefined {
  const source = readSource(text);
  if (isUnclear(source, operation)) return undefined;
  const items = operateOn(source.items, operation);
  if (!items) return undefined;
  for (const render of RENDERERS) {
    const edits = attempt(source, items, render);
    if (edits) return { edits, chosen: chosenIn(items) };
  }
  return undefined;
}

/** Said where `editScript` finds no change: why not, and the next step where there is one. */
export function explainRefusal(text: string, operation: Operation): string {
  const source = readSource(text);
  if (isUnclear(source, operation))
    return 'This part is unclear. Answer the question in the text first';
  const items = operateOn(source.items, operation);
  if (!items) return explainImpossible(operation);
  if (countUnrolledSteps(items) > MAX_UNROLLED_STEPS)
    return `Workouts can have up to ${formatCount(MAX_UNROLLED_STEPS)} steps`;
  if (text.length + MAX_STEP_LENGTH > MAX_SCRIPT_LENGTH)
    return `Scripts can have up to ${formatCount(MAX_SCRIPT_LENGTH)} characters`;
  if (source.mistakes.length > 0) return 'Fix the problems in the text first';
  return 'This can’t be written as a script. Edit the text instead';
}

/** A step is seldom longer; only for the choice of a sentence. */
const MAX_STEP_LENGTH = 30;

function explainImpossible(operation: Operation): string {
  switch (operation.kind) {
    case 'count':
      return `A repeat can have 1 to ${MAX_COUNT} reps`;
    case 'wrap':
      return operation.count > MAX_COUNT
        ? `A repeat can have 1 to ${MAX_COUNT} reps`
        : `Repeats can be nested up to ${MAX_DEPTH} deep`;
    case 'amount':
      return 'Steps can be up to 24 hours or 400 km';
    case 'target':
      return 'This step can’t have that pace';
    case 'merge':
      return 'These reps aren’t equal';
    case 'move':
    case 'insert':
      return `Repeats can be nested up to ${MAX_DEPTH} deep`;
    case 'remove':
    case 'duplicate':
    case 'note':
    case 'unwrap':
    case 'split':
      return 'This part is no longer there';
  }
}

type Render = (
  source: Source,
  items: NumberedItem[],
  written: ReadonlySet<number>,
) => Piece[] | undefined;

/** From the smallest change to the short form of everything, which a script with mistakes does not have. */
const RENDERERS: readonly Render[] = [
  renderInPlace,
  around({ repeats: 'as-before', isLocalJoin: true }),
  around({ repeats: 'as-before' }),
  around({ repeats: 'in-parentheses', isLocalJoin: true }),
  around({ repeats: 'in-parentheses' }),
  around({ repeats: 'short' }),
  ({ mistakes }, items) => (mistakes.length > 0 ? undefined : [writeScript({ items })]),
];

function around(style: Style): Render {
  return (source, items, written) => renderItems(source, items, style, written);
}

function isUnclear({ places, parts }: Source, operation: Operation): boolean {
  if (operation.kind === 'insert') return false;
  const { first, last } =
    'nodes' in operation ? operation.nodes : { first: operation.node, last: operation.node };
  const end = last + sizeOf(parts[last]?.item);
  return places.slice(first, end).some((place) => place.isUnclear);
}

function sizeOf(item: NumberedItem | undefined): number {
  if (item?.kind !== 'repeat') return 1;
  return item.items.reduce((size, inner) => size + sizeOf(inner), 1);
}

function chosenIn(items: readonly NumberedItem[]): number | undefined {
  const index = flatten(items).findIndex(({ isChosen }) => isChosen);
  return index === -1 ? undefined : index;
}

/** Steps that would mean something else than before are written in the short form, a few at a time. */
function attempt(source: Source, items: NumberedItem[], render: Render): Edit[] | undefined {
  const written = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const pieces = render(source, items, written);
    if (!pieces) return undefined;
    const edits = editsOf(source.text, pieces);
    const wrong = listWrong(source, items, applyFix(source.text, { edits }));
    if (wrong?.length === 0) return edits;
    const known = written.size;
    for (const index of wrong ?? []) written.add(index);
    if (written.size === known) return undefined;
  }
  return undefined;
}

const MAX_ROUNDS = 3;

/** The positions of steps that a text does not mean as they should be. Undefined if it is another workout altogether. */
function listWrong(
  { mistakes, places }: Source,
  items: readonly NumberedItem[],
  text: string,
): number[] | undefined {
  const read = readText(text);
  const [all, expected] = [flatten(read.workout.items), flatten(items)];
  if (shapeOf(read.workout.items) !== shapeOf(items)) return undefined;
  const wrong = expected.flatMap((item, index) => {
    const wasUnclear = item.node !== undefined && places[item.node]?.isUnclear === true;
    const isSame = wasUnclear === read.places[index]?.isUnclear && isSameStep(item, all[index]);
    return isSame ? [] : [index];
  });
  const left = [...mistakes];
  const isNew = read.diagnostics.some(({ code }) => {
    const at = left.indexOf(code);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  return isNew && wrong.length === 0 ? undefined : wrong;
}

function shapeOf(items: readonly NumberedItem[]): string {
  return items
    .map((item) => (item.kind === 'step' ? '.' : `${item.count}(${shapeOf(item.items)})`))
    .join('');
}

function isSameStep(item: NumberedItem, other: NumberedItem | undefined): boolean {
  if (item.kind === 'repeat' || other?.kind !== 'step') return item.kind === other?.kind;
  return writeStep(item) === writeStep(other);
}
