import { backOver } from './back-over.ts';
import { change, edit, type Fix, KEEP_AS_NOTE, noteText, remove } from './diagnostics.ts';
import { takeOut } from './mistakes.ts';
import {
  isDistanceKind,
  isJoin,
  metresOf,
  type Node,
  onlyStep,
  onlyWork,
  type RepeatNode,
  type StepNode,
  workMetresOf,
} from './tree-nodes.ts';
import type { Reader } from './tree-reader.ts';

/** Asks about steps that lack a part which whole sentences would not leave out. */
export function checkSequence(reader: Reader, nodes: readonly Node[]): void {
  if (reader.isPlain) return;
  const isPaced = nodes.some(
    (node) => node.kind === 'step' && node.target && node.target.kind !== 'recovery',
  );
  for (const [index, node] of nodes.entries()) {
    if (node.kind === 'repeat') {
      checkSequence(reader, node.items);
      checkSpread(reader, node, nodes, index);
      checkParts(reader, node, nodes, index + 1);
      continue;
    }
    const { amount, target, label, notes, use, from, to } = node;
    if (use !== 'step' || label || node.isUnclear) continue;
    checkSeries(reader, node, nodes, index + 1);
    // S1: a target alone lasts until the lap button, or just lacks its length.
    const isLetter =
      target &&
      ((target.isPlain && reader.textOf(node).replaceAll(/\s+/g, ' ').length <= 4) ||
        ['stated', 'beats', 'zone'].includes(target.kind));
    const lead = /(?:^|[+,;(/.:\n]|then|and)\s*$/i.test(
      reader.text.slice(Math.max(0, from - 20), from),
    )
      ? ''
      : '+ ';
    if (!amount && target && !isLetter)
      reader.question('number-needs-unit', node, 'How long?', [
        edit('Until you press lap', from, from, `${lead}open `),
        edit('10 minutes', from, from, `${lead}10m `),
      ]);
    // Which of several lengths it has is asked first.
    if (!amount || target || notes.length > 0 || amount.high !== amount.low) continue;
    const next = nodes[index + 1];
    const joined = next && reader.text.slice(to, next.from);
    if (isPaced && (amount.kind === 'time' || amount.kind === 'clock') && amount.doubt !== 'metres')
      // "3 x (1200m @ 5k, 90s)"
      reader.question('vague-effort', node, `How fast is “${reader.textOf(node)}”?`, [
        ...paceOfNext(reader, node, next),
        edit('Jog', to, to, ' jog'),
        edit('Rest', to, to, ' rest'),
        edit('By feel', to, to, ' "by feel"'),
      ]);
    else if (
      isDistanceKind(amount) &&
      next?.kind === 'step' &&
      isOwnPace(next) &&
      !/[+;\n]|then/.test(joined ?? '+')
    )
      // "400m, 800m, 400m at 5k pace"
      reader.question('one-of-several', node, 'Same pace as the next step?', [
        edit('Same pace', to, to, ` ${reader.textOf(next.target ?? next)}`),
        edit('No pace', to, next.from, ' + '),
      ]);
  }
}

/** "2 min run / 1 min walk @ 5:30/km": the pace behind a recovery may be that of the run before it. */
function paceOfNext(reader: Reader, { to }: StepNode, next: Node | undefined): Fix[] {
  if (next?.kind !== 'step' || next.aims.recoveries.length === 0) return [];
  return next.aims.targets
    .filter(({ kind }) => kind === 'stated' || kind === 'beats')
    .map((pace) => {
      const text = reader.textOf(pace);
      const edits = [{ from: to, to, insert: ` ${text}` }, takeOut(reader, pace, to)];
      return { label: `At ${text}`, edits };
    });
}

/** "Tempo 400-800-400": the word may be about the first or about all of them. */
function checkSeries(reader: Reader, first: StepNode, nodes: readonly Node[], next: number): void {
  const { amount, target } = first;
  if (!amount || target?.kind !== 'target' || target.from > amount.from) return;
  const series: StepNode[] = [];
  let end = first.to;
  for (const node of nodes.slice(next)) {
    const isNext = node.kind === 'step' && isBareDistance(node);
    if (!isNext || !/^\s*[-/]\s*$/.test(reader.text.slice(end, node.from))) break;
    series.push(node);
    end = node.to;
  }
  if (series.length === 0) return;
  const isNoun = /^(?:int|rep)/i.test(reader.textOf(target)) && !target.isPlain;
  const all = {
    label: `All at ${target.value} pace`,
    edits: series.map(({ to }) => ({ from: to, to, insert: ` ${target.value}` })),
  };
  const written = `${reader.textOf(amount)} ${target.value} + `;
  reader.question('one-of-several', { from: first.from, to: end }, 'All at the same pace?', [
    ...(isNoun ? [remove(target, 'No pace'), all] : [all]),
    edit('Only the first', first.from, series[0]?.from ?? end, written),
  ]);
  first.isUnclear = true;
}

/** "600, 2 x 400, 2 x 200, 2 min recovery between each": one recovery for everything before it. */
function checkSpread(
  reader: Reader,
  last: RepeatNode,
  nodes: readonly Node[],
  index: number,
): void {
  const recovery = last.items.at(-1);
  const work = onlyWork(last);
  if (recovery?.kind !== 'step' || !recovery.isBetween || !work || last.items.length !== 2) return;
  const word = reader.tokens.find(({ kind, from }) => kind === 'between' && from >= recovery.from);
  if (!word || !/\b(?:each|every|all)\b/i.test(reader.text.slice(word.from, recovery.to))) return;
  const others: StepNode[] = [];
  const pieces: string[] = [];
  const between = reader.text.slice(recovery.from, word.from).trim();
  const before = nodes.slice(0, index);
  for (const node of before.toReversed()) {
    const step = node.kind === 'repeat' ? onlyStep(node) : node;
    if (step?.kind !== 'step' || !step.amount || isEasy(step) || node.isUnclear) break;
    const own = `${reader.text.slice(step.amount.from, step.to)} + ${between}`;
    others.unshift(step);
    pieces.unshift(node.kind === 'repeat' ? `${node.count}x(${own})` : own);
  }
  const first = before[before.length - others.length];
  if (!first) return;
  const own = `${last.count}x(${reader.textOf(work)} + ${between} between)`;
  reader.question(
    'recovery-or-step',
    recovery,
    'Recovery between all of these, or only the last?',
    [
      edit('All of these', first.from, last.to, [...pieces, own].join(' + ')),
      change({ from: word.from, to: recovery.to }, 'between', 'Only the last'),
    ],
  );
  last.isUnclear = true;
}

function isEasy({ target, label }: StepNode): boolean {
  return label !== undefined || target?.kind === 'recovery' || target?.value === 'E';
}

function isBareDistance({ amount, target, label, notes }: StepNode): boolean {
  return isDistanceKind(amount) && !target && !label && notes.length === 0;
}

function isOwnPace({ target, label, amount }: StepNode): boolean {
  if (!amount || label || !target || target.doubt) return false;
  return ['target', 'zone', 'stated', 'beats', 'distance'].includes(target.kind);
}

/** "15k, 3x3.2k @ HMP": a length before the rest may be the length of it all. */
export function checkLead(reader: Reader): void {
  const [first, second] = reader.root;
  if (reader.isPlain || first?.kind !== 'step' || !second || !first.amount || first.isUnclear)
    return;
  if (second.kind === 'step' && !second.target && !second.label) return;
  const join = reader.tokens.find(({ kind, from }) => kind === 'join' && from >= first.to);
  const { target, label, amount } = first;
  const isLong =
    amount.kind === 'distance'
      ? amount.low >= 3000
      : amount.low >= 1200 && amount.doubt !== 'metres';
  if (
    target ||
    label ||
    first.notes.length > 0 ||
    !isLong ||
    amount.kind === 'number' ||
    !isJoin(join, ',.-/')
  )
    return;
  reader.question('part-or-step', first, `Is “${reader.textOf(first)}” the total?`, [
    remove({ from: first.from, to: second.from }, 'Yes, remove it'),
    edit('No, it’s a step', first.to, second.from, ' + '),
  ]);
}

/** "5 x 400m. 100m fast, 100m jog": steps that fill a repetition may say how it is run. */
function checkParts(
  reader: Reader,
  repeat: RepeatNode,
  nodes: readonly Node[],
  next: number,
): void {
  const work = innerWork(repeat);
  const whole = work && metresOf([work]);
  const first = nodes[next];
  if (!whole || !first || !/^\s*[.:]\s*$/.test(reader.text.slice(repeat.to, first.from))) return;
  const others = nodes.slice(next);
  const end = others.findIndex((node) => node.kind === 'repeat' || !isDistanceKind(node.amount));
  const parts = end === -1 ? others : others.slice(0, end);
  const last = parts.at(-1);
  const sum = metresOf(parts);
  if (parts.length < 2 || !last || !sum || sum > whole || whole % sum !== 0) return;
  const text = noteText(reader.text.slice(first.from, last.to));
  reader.question(
    'part-or-step',
    { from: first.from, to: last.to },
    'Is this how each rep is run?',
    [
      edit(KEEP_AS_NOTE, repeat.to, last.to, ` "${text}"`),
      edit('No, it comes after', repeat.to, first.from, ' + '),
    ],
  );
  repeat.isUnclear = true;
}

/** The step of a repeat, or of the only repeat in it. */
function innerWork(repeat: RepeatNode): StepNode | undefined {
  const item = onlyStep(repeat);
  return item?.kind === 'repeat' ? innerWork(item) : item;
}

/** "12 x 400. 2 sets of 6 x 400": the same, said again with its parts. */
export function checkSummary(reader: Reader): void {
  const [first, second] = reader.root;
  if (reader.isPlain || first?.kind !== 'repeat' || second?.kind !== 'repeat') return;
  const metres = workMetresOf([first]);
  const join = reader.tokens.find(({ kind, from }) => kind === 'join' && from >= first.to);
  const isSaidAgain = metres !== undefined && metres === workMetresOf([second]);
  if (!isSaidAgain || first.items.length > 1 || !isJoin(join, ',.-/')) return;
  reader.question(
    'part-or-step',
    first,
    `Is “${reader.textOf(first)}” the total of what follows?`,
    [
      remove({ from: first.from, to: second.from }, 'Yes, remove it'),
      edit('No, run both', first.to, second.from, ' + '),
    ],
  );
}

/** A cool-down before other steps, or a warm-up behind them, may be meant elsewhere. */
export function checkLabels(reader: Reader): void {
  if (reader.isPlain) return;
  for (const [index, node] of reader.root.entries()) {
    if (node.kind !== 'step' || !node.label) continue;
    const isWarmUp = node.label.value === 'WU';
    reader.spend(reader.root.length);
    const others = isWarmUp ? reader.root.slice(0, index) : reader.root.slice(index + 1);
    if (others.every((other) => other.kind === 'step' && other.label?.value === node.label?.value))
      continue;
    if (others.every((other) => other.kind === 'step' && !other.amount && !other.target)) continue;
    const own = reader.textOf(node);
    const { from, to } = node;
    const start = isWarmUp ? backOver(reader.text, from, /[^\w)\]"'’]/) : from;
    const end = isWarmUp ? to : (reader.root[index + 1]?.from ?? to);
    const [first, last] = [reader.root[0]?.from ?? 0, reader.root.at(-1)?.to ?? reader.text.length];
    const moved = isWarmUp
      ? [
          { from: first, to: first, insert: `${own} + ` },
          { from: start, to: end, insert: ' ' },
        ]
      : [
          { from: start, to: end, insert: '' },
          { from: last, to: last, insert: ` + ${own}` },
        ];
    reader.question(
      'part-or-step',
      node,
      isWarmUp ? 'Start with the warm-up?' : 'Finish with the cool-down?',
      [{ label: 'Yes, move it', edits: moved }, change(node.label, 'E', 'No, leave it')],
    );
  }
}
