import { plural } from '@pacewright/pace';
import { nameAmount, nameTarget } from './describe.ts';
import {
  flatten,
  numberItems,
  operate,
  type NumberedItem,
  type Operation,
  type Siblings,
} from './operations.ts';
import { resolveWorkout, type AthleteSpeeds, type Totals } from './resolve.ts';
import type { Workout } from './workout.ts';

/**
 * Said after an operation: "Interval changed from 3 min to 4 min, in all 5 rounds. Total 54 min". Undefined if it changes
 * nothing.
 */
export function sayOperation(
  workout: Workout,
  operation: Operation,
  speeds?: AthleteSpeeds,
): string | undefined {
  const after = operate(workout, operation);
  const change = after && sayChange(workout, operation, after);
  return change && `${change}. ${sayTotal(resolveWorkout(after, speeds).totals)}`;
}

function sayChange(workout: Workout, operation: Operation, after: Workout): string | undefined {
  const items = numberItems(workout.items);
  switch (operation.kind) {
    case 'insert':
      return `${nameItems(operation.items)} added`;
    case 'remove':
      return `${nameItems(siblingsOf(items, operation.nodes))} removed`;
    case 'move':
      return `${nameItems(siblingsOf(items, operation.nodes))} moved${sayOrder(items, operation)}`;
    case 'duplicate':
      return `${nameItems(siblingsOf(items, operation.nodes))} duplicated`;
    case 'wrap':
      return `${nameItems(siblingsOf(items, operation.nodes))} repeated ${operation.count} times`;
    case 'merge':
      return 'Merged into one repeat';
    case 'unwrap':
      return 'No longer repeated';
    case 'split':
      return `Rep ${operation.round} can now be edited on its own`;
    case 'count':
      return operation.count === 1 ? 'No longer repeated' : `Repeated ${operation.count} times`;
    case 'amount':
    case 'target':
    case 'note':
      return sayStepChange(items, operation, after);
  }
}

function sayStepChange(
  items: readonly NumberedItem[],
  operation: Operation & { kind: 'amount' | 'target' | 'note' },
  after: Workout,
): string | undefined {
  const step = flatten(items)[operation.node];
  const changed = flatten(after.items)[operation.node];
  if (step?.kind !== 'step' || changed?.kind !== 'step') return undefined;
  const rounds = sayRounds(items, operation.node);
  const name = nameTarget(step.target);
  if (operation.kind === 'amount')
    return `${name} changed from ${nameAmount(step.amount)} to ${nameAmount(changed.amount)}${rounds}`;
  if (operation.kind === 'target')
    return `${name} changed to ${nameTarget(changed.target).toLowerCase()}${rounds}`;
  if (changed.note === undefined) return `Note removed${rounds}`;
  return `Note ${step.note === undefined ? 'added' : 'changed'}: ${changed.note}${rounds}`;
}

/** A step of a repeat is run several times, and changes in all of them. */
function sayRounds(items: readonly NumberedItem[], node: number): string {
  const rounds = countRounds(items, node);
  return rounds > 1 ? `, in all ${rounds} reps` : '';
}

function countRounds(items: readonly NumberedItem[], node: number): number {
  const around = items.find((item) => flatten([item]).some((inner) => inner.node === node));
  return around?.kind === 'repeat' ? around.count * countRounds(around.items, node) : 1;
}

function sayOrder(
  items: readonly NumberedItem[],
  { nodes, to }: Operation & { kind: 'move' },
): string {
  const list = flatten(items).find((item) => item.node === to.repeat);
  const inner = list?.kind === 'repeat' ? list.items : items;
  const next = inner[to.index]?.node ?? Infinity;
  return next > nodes.first ? ' later' : ' earlier';
}

function siblingsOf(items: readonly NumberedItem[], { first, last }: Siblings): NumberedItem[] {
  const start = items.findIndex(({ node }) => node === first);
  if (start !== -1) return items.slice(start, items.findIndex(({ node }) => node === last) + 1);
  return items.flatMap((item) =>
    item.kind === 'repeat' ? siblingsOf(item.items, { first, last }) : [],
  );
}

/** "Interval, 3 min", "Repeat of 2 steps", "3 parts". */
function nameItems(items: readonly NumberedItem[]): string {
  const [item, ...others] = items;
  if (!item || others.length > 0) return `${items.length} parts`;
  if (item.kind === 'step') return `${nameTarget(item.target)}, ${nameAmount(item.amount)},`;
  const { length } = item.items;
  return `Repeat of ${plural(length, 'step')}`;
}

/** "Total 54 min", "Total at least 40 min". */
export function sayTotal({ time: { seconds, isAtLeast } }: Totals): string {
  if (isAtLeast && seconds === 0) return 'Total open';
  const total =
    seconds === 0 ? '0 min' : nameAmount({ kind: 'time', seconds: Math.round(seconds) });
  return `Total ${isAtLeast ? 'at least ' : ''}${total}`;
}
