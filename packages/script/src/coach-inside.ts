import { round } from './amounts.ts';
import type { Draft } from './coach-drafts.ts';
import { add, type Attached, type Frame, replaceLast, stepOf } from './coach-frame.ts';
import { amountIn } from './coach-leaf.ts';
import { isEasy, type Node, type StepNode } from './coach-nodes.ts';
import type { Amount } from './workout.ts';

// "50 min incl. 6 x 1 min hard, rest easy": what is left of a run around the work in it.

const NOT_FOUND = 4;

/** What is left of the run is before the work, behind it, or half of it each; or it is not counted so. */
export function aroundInside(frame: Frame): readonly Attached[] {
  const { inside, nodes } = frame;
  const left = inside && leftOf(inside.measure?.amount, nodes);
  const plain: Attached = [frame, frame.isRestSaid ? NOT_FOUND : 0.6];
  if (!inside || !left) return [plain];
  const easy = (share: number): StepNode => ({
    ...inside,
    measure: { amount: rounded(times(left, share), inside.measure?.unit), bare: 0, unit: '' },
    target: inside.target ?? { kind: 'pace', pace: 'E' },
  });
  return [
    [{ ...frame, nodes: [easy(0.5), ...nodes, easy(0.5)] }, 0],
    [{ ...frame, nodes: [easy(1), ...nodes] }, 0.2],
    [{ ...frame, nodes: [...nodes, easy(1)] }, 0.4],
    plain,
  ];
}

/** "…, rest easy", "remainder easy": as much as is left of the total. */
export function attachRemainder(frame: Frame, draft: Draft): readonly Attached[] {
  const { nodes, total } = frame;
  if (frame.inside) return [[{ ...frame, isRestSaid: true }, 0]];
  const left = total && leftOf(total.amount, nodes);
  if (left)
    return [[add(frame, stepOf(draft, { measure: { amount: left, bare: 0, unit: '' } })), 0]];
  const [whole, ...others] = nodes;
  const last = nodes.at(-1);
  // "12 miles w/ 5 at MP, rest easy": the first seven are.
  const isLeft = (node: Node): boolean =>
    node.kind === 'step' && node.measure?.bare === 0 && isEasy(node.target);
  if (last && nodes.some(isLeft)) return [[replaceLast(frame, last), 0]];
  const isWhole = whole?.kind === 'step' && !whole.role && (!whole.target || isEasy(whole.target));
  if (!isWhole || others.length === 0) return [[frame, NOT_FOUND]];
  return [[{ ...frame, nodes: others, inside: whole, isRestSaid: true }, 0]];
}

/** What is left of a length without those of its kind in the steps. */
function leftOf(whole: Amount | undefined, nodes: readonly Node[]): Amount | undefined {
  const left = sizeIn(whole, whole) - nodes.reduce((sum, node) => sum + sizeOf(node, whole), 0);
  return whole && left > 0 ? times(whole, left / sizeIn(whole, whole)) : undefined;
}

function sizeOf(node: Node, whole: Amount | undefined): number {
  if (node.kind === 'step') return sizeIn(node.measure?.amount, whole);
  return node.count * node.items.reduce((sum, item) => sum + sizeOf(item, whole), 0);
}

function sizeIn(amount: Amount | undefined, whole: Amount | undefined): number {
  if (!amount || amount.kind !== whole?.kind) return 0;
  return amount.kind === 'time' ? amount.seconds : amount.kind === 'distance' ? amount.metres : 0;
}

/** To a tenth of a mile or kilometre. */
function rounded(amount: Amount, unit = ''): Amount {
  const one = amountIn(1, unit);
  if (amount.kind !== 'distance' || one.kind !== 'distance' || one.metres < 1000) return amount;
  return amountIn(round(amount.metres / one.metres, 1), unit);
}

function times(amount: Amount, share: number): Amount {
  if (amount.kind === 'time') return { kind: 'time', seconds: round(amount.seconds * share, 0) };
  return amount.kind === 'distance'
    ? { kind: 'distance', metres: round(amount.metres * share, 4) }
    : amount;
}
