import type { Attached, Frame } from './coach-frame.ts';
import type { Node, RepeatNode } from './coach-nodes.ts';
import type { Amount } from './workout.ts';

/** "40 min alternating 3 min steady, 2 min easy", "jog 60 s, walk 90 s for 20 min": as often as fits, or no such thing. */
export function inTurns(frame: Frame): Attached {
  const { turns, whole, nodes } = frame;
  if (turns === undefined) return [frame, 0];
  const before = whole ? undefined : nodes[turns - 1];
  const amount =
    whole?.amount ??
    (before?.kind === 'step' && !before.target ? before.measure?.amount : undefined);
  const rest = nodes.slice(turns);
  const end = rest.findIndex((node) => node.kind === 'repeat' || node.role !== undefined);
  const items = end === -1 ? rest : rest.slice(0, end);
  const rounds = amount ? timesIn(amount, items) : undefined;
  const settled = { ...frame, turns: undefined, whole: undefined };
  // "60 min: 20 easy, 10 at T": hardly twice.
  if (
    rounds === undefined ||
    (frame.total && rounds < 3) ||
    items.length < 2 ||
    items[0] === undefined
  )
    return [settled, before?.kind === 'repeat' && rest.length === 0 ? 0 : 3];
  const repeat: RepeatNode = {
    kind: 'repeat',
    from: before?.from ?? items[0].from,
    to: items.at(-1)?.to ?? items[0].to,
    count: rounds,
    items,
  };
  const kept = nodes.slice(0, before ? turns - 1 : turns);
  return [{ ...settled, nodes: [...kept, repeat, ...rest.slice(items.length)] }, -0.3];
}

function timesIn(whole: Amount, items: readonly Node[]): number | undefined {
  const sizeOf = (amount: Amount | undefined): number =>
    amount?.kind !== whole.kind
      ? NaN
      : amount.kind === 'time'
        ? amount.seconds
        : amount.kind === 'distance'
          ? amount.metres
          : NaN;
  const sum = items.reduce(
    (all, item) => all + (item.kind === 'step' ? sizeOf(item.measure?.amount) : NaN),
    0,
  );
  const rounds = Math.round(sizeOf(whole) / sum);
  return rounds > 1 && rounds < 100 && Math.abs(rounds * sum - sizeOf(whole)) < 0.03 * sizeOf(whole)
    ? rounds
    : undefined;
}
