import { round } from './amounts.ts';
import type { Draft } from './coach-drafts.ts';
import { add, type Attached, type Frame, replaceLast, stepOf } from './coach-frame.ts';
import { amountIn, type Measure } from './coach-leaf.ts';
import { isRest, mapWork, type RepeatNode, type StepNode } from './coach-nodes.ts';
import { clockTargets, type Context } from './coach-prices.ts';
import type { Amount, Target } from './workout.ts';

/** "last 3k at HM pace", "middle 10 at MP": a part of the run before it. */
export function attachPart(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  const last = frame.nodes.at(-1);
  const [part] = draft.measures;
  if (last?.kind === 'repeat' && part) return repsOf(frame, last, part.bare, draft, context);
  // "First 3 miles easy, next 3 at MP, last 2 at HMP": of no other length.
  const isFirst = last === undefined && draft.part === 'first';
  const isNext = last?.kind === 'step' && last.isPart && draft.part !== 'first';
  if ((isFirst || isNext) && part?.amount) {
    const choices =
      draft.target || !draft.clock
        ? [[draft.target, 0] as const]
        : clockTargets(part, draft.clock, context);
    return choices.map(([target, price]) => [add(frame, stepOf(draft, { target })), price + 0.2]);
  }
  if (last?.kind !== 'step' || !last.measure?.amount || !part?.amount || draft.counts.length > 0)
    return [[add(frame, stepOf(draft)), 4]];
  const whole = last.measure;
  if (part.amount.kind !== whole.amount?.kind && !draft.hasBare)
    return [[add(frame, stepOf(draft)), 4]];
  const exact =
    part.amount.kind === whole.amount?.kind
      ? part
      : {
          ...part,
          amount: amountIn(
            part.bare,
            whole.unit === 'clock' || whole.unit === 'hours' || whole.unit === 'h'
              ? 'min'
              : whole.unit,
          ),
          unit: whole.unit,
        };
  // "Twelve miles, the first six easy and the last six at MP": that is what is left of it.
  const isLeft =
    draft.part === 'last' &&
    whole.bare === 0 &&
    JSON.stringify(whole.amount) === JSON.stringify(exact.amount);
  if (isLeft && frame.nodes.length > 1 && draft.target)
    return [[replaceLast(frame, stepOf(draft, { measure: exact })), 0]];
  const left = minus(whole.amount, exact.amount);
  if (!left) return [[add(frame, stepOf(draft)), 4]];
  const choices =
    draft.target || !draft.clock
      ? [[draft.target, 0] as const]
      : clockTargets(exact, draft.clock, context);
  return choices.map(([target, price]): Attached => {
    const inner = stepOf(draft, { measure: exact, target });
    const isSame = JSON.stringify(last.target) === JSON.stringify(target);
    const isByFeel = last.target === undefined && last.note !== undefined;
    const easy: Target | undefined = isByFeel
      ? undefined
      : last.target && !isSame
        ? last.target
        : { kind: 'pace', pace: 'E' };
    const outer = (amount: Amount): StepNode => ({
      ...last,
      measure: { amount, bare: 0, unit: whole.unit },
      target: easy,
    });
    const half = halved(left);
    const nodes =
      draft.part === 'last'
        ? [outer(left), inner]
        : draft.part === 'first'
          ? [inner, outer(left)]
          : [outer(half), inner, outer(half)];
    const isOtherUnit =
      draft.hasBare && exact.unit !== whole.unit && isLength(exact) && isLength(whole);
    const unclear = target === undefined && draft.efforts.length === 0 ? 0.8 : 0;
    return [replaceLast(frame, ...nodes), price + unclear + (isOtherUnit ? 3 : 0)];
  });
}

/** "first 4 at 10k, last 3 at 5k": some of the repetitions before. */
function repsOf(
  frame: Frame,
  all: RepeatNode,
  count: number,
  draft: Draft,
  context: Context,
): readonly Attached[] {
  const [work, rest] = all.items;
  const isPlain = work?.kind === 'step' && !work.target && (!rest || isRest(rest));
  const isPart = draft.hasBare && Number.isInteger(count) && count > 0 && count <= all.count;
  if (!isPlain || !isPart || all.items.length > 2 || draft.part === 'middle')
    return [[add(frame, stepOf(draft)), 4]];
  const choices = draft.clock
    ? clockTargets(work.measure, draft.clock, context)
    : ([[draft.target, draft.target ? 0 : 3]] as const);
  return choices.map(([target, price]): Attached => {
    const meant = {
      ...all,
      count,
      items: all.items.map((one) => mapWork(one, (step) => ({ ...step, target }))),
    };
    const others = count < all.count ? [{ ...all, count: all.count - count }] : [];
    const nodes = draft.part === 'first' ? [meant, ...others] : [...others, meant];
    return [replaceLast(frame, ...nodes), price];
  });
}

function isLength({ unit }: Measure): boolean {
  return unit === 'mi' || unit === 'km' || unit === 'mtr' || unit === 'min';
}

function minus(whole: Amount | undefined, part: Amount | undefined): Amount | undefined {
  if (whole?.kind === 'time' && part?.kind === 'time' && whole.seconds > part.seconds)
    return { kind: 'time', seconds: whole.seconds - part.seconds };
  if (whole?.kind === 'distance' && part?.kind === 'distance' && whole.metres > part.metres)
    return { kind: 'distance', metres: round(whole.metres - part.metres, 4) };
  return undefined;
}

function halved(amount: Amount): Amount {
  if (amount.kind === 'time') return { kind: 'time', seconds: amount.seconds / 2 };
  return amount.kind === 'distance'
    ? { kind: 'distance', metres: round(amount.metres / 2, 4) }
    : amount;
}
