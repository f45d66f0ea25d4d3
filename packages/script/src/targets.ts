import type { Token } from './tokens.ts';

/** Everything a step says about how fast it is run, in tokens. */
export type Aims = {
  targets: readonly Token[];
  recoveries: readonly Token[];
  label: Token | undefined;
};

/** The token a target is taken from, those that only describe it, and those that contradict it. */
export type Choice = { target: Token | undefined; notes: Token[]; others: Token[] };

/** Chooses the most exact of what is said. A word beside it only names the kind of run. */
export function chooseTarget({ targets, recoveries, label }: Aims, isPlain: boolean): Choice {
  const [only] = targets;
  if (targets.length + recoveries.length === 1 && !label && only?.kind !== 'strides')
    return { target: only ?? recoveries[0], notes: [], others: [] };

  const recovery = strongest(recoveries);
  const exact = targets.filter(({ kind }) => EXACT_KINDS.includes(kind));
  const zones = targets.filter(({ kind }) => kind === 'zone');
  const strides = targets.filter(({ kind }) => kind === 'strides');
  const named = targets.filter(({ kind }) => kind === 'target' || kind === 'distance');

  const choice: Choice = { target: exact[0] ?? zones[0], notes: [...strides], others: [] };
  if (choice.target) {
    const names = named.filter((token) => !((label ?? recovery) && isEasyWord(token)));
    choice.notes.push(...names);
    choice.others.push(...exact.slice(1), ...(exact.length > 0 ? zones : zones.slice(1)));
    // Beside a pace a word is its name. Beside a heart rate it is another target, and so is a letter anywhere.
    const isHeart = choice.target.kind === 'zone' || choice.target.kind === 'beats';
    const isOther = names.some((token) => isLetter(token) || (isHeart && !isEasyWord(token)));
    if (isOther) choice.others.push(...names);
  } else if (recovery || label) {
    choice.target = label ? undefined : recovery;
    choice.others = named.filter((token) => !isEasyWord(token));
  } else chooseNamed(choice, named, strides);

  // "2 min jog in Z1": the word says what it is for, and the zone how fast.
  if (recovery && choice.target && choice.target !== recovery) {
    const isSame = recovery.value === '' || (recovery.value === 'jog' && !isPlain);
    if (!isSame) choice.others.push(recovery);
    else if (recovery.value !== '') choice.notes.push(recovery);
  }
  return choice;
}

/** "Tempo at 10k pace" is 10k pace: a race says how fast the tempo is. */
function chooseNamed(choice: Choice, named: readonly Token[], strides: readonly Token[]): void {
  const distinct = named.filter(
    (token, index) => named.findIndex((other) => isSameTarget(other, token)) === index,
  );
  const [first, second] = distinct;
  const isRefined =
    distinct.length === 2 &&
    second !== undefined &&
    (second.kind === 'distance' || second.value === 'HM') &&
    first?.kind === 'target' &&
    first.value === 'T' &&
    !isLetter(first);
  choice.target = isRefined ? second : (first ?? strides[0]);
  if (isRefined) choice.notes.push(first);
  else if (distinct.length > 1) choice.others = named.filter((token) => token !== choice.target);
}

/** The aims that can stay beside one of them, which then is the target. */
export function keepBeside(chosen: Token, aims: Aims, isPlain: boolean): Token[] {
  const staying = [chosen];
  const all = listAims(aims);
  if (all.length > MAX_AIMS) return staying;
  for (const token of all) {
    if (token === chosen) continue;
    const tried = [...staying, token];
    const some: Aims = {
      targets: aims.targets.filter((one) => tried.includes(one)),
      recoveries: aims.recoveries.filter((one) => tried.includes(one)),
      label: aims.label && tried.includes(aims.label) ? aims.label : undefined,
    };
    const { target, others } = chooseTarget(some, isPlain);
    if (others.length === 0 && (target ?? some.label) === chosen) staying.push(token);
  }
  return staying;
}

/** In the order of the text. */
export function listAims({ targets, recoveries, label }: Aims): Token[] {
  return [...targets, ...recoveries, ...(label ? [label] : [])].sort((a, b) => a.from - b.from);
}

/** Bounds the pairwise check. */
const MAX_AIMS = 12;

const EXACT_KINDS: readonly string[] = ['stated', 'beats', 'clock', 'time', 'number'];

/** "Jog recovery" is a jog, "walk recovery" a walk, and "jog rest" a jog. */
function strongest(recoveries: readonly Token[]): Token | undefined {
  return (
    recoveries.find(({ value }) => value === 'jog') ??
    recoveries.find(({ value }) => value === 'walk') ??
    recoveries.find(({ value }) => value !== '') ??
    recoveries[0]
  );
}

function isEasyWord({ kind, value }: Token): boolean {
  return kind === 'target' && value === 'E';
}

/** E, not "easy". */
function isLetter({ kind, from, to }: Token): boolean {
  return kind === 'target' && to - from === 1;
}

function isSameTarget(a: Token, b: Token): boolean {
  return a.kind === b.kind && a.value === b.value && a.low === b.low;
}
