import { change, edit, remove } from './diagnostics.ts';
import { isDistanceKind, isJoin, type Node, type StepNode } from './tree-nodes.ts';
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
      continue;
    }
    const { amount, target, label, notes, use, from, to } = node;
    if (use !== 'step' || label || node.isUnclear) continue;
    // S1: a target alone lasts until the lap button, or just lacks its length.
    const isLetter =
      target &&
      ((target.isPlain && to - from <= 4) || ['stated', 'beats', 'zone'].includes(target.kind));
    const lead = /(?:^|[+,;(/.:\n]|then|and)\s*$/i.test(
      reader.text.slice(Math.max(0, from - 20), from),
    )
      ? ''
      : '+ ';
    if (!amount && target && !isLetter)
      reader.question('number-needs-unit', node, 'How long?', [
        edit('Until the lap button', from, from, `${lead}open `),
        edit('10 minutes', from, from, `${lead}10m `),
      ]);
    // Which of several lengths it has is asked first.
    if (!amount || target || notes.length > 0 || amount.high !== amount.low) continue;
    const next = nodes[index + 1];
    const joined = next && reader.text.slice(to, next.from);
    if (isPaced && (amount.kind === 'time' || amount.kind === 'clock') && amount.doubt !== 'metres')
      // "3 x (1200m @ 5k, 90s)"
      reader.question('vague-effort', node, `How fast is "${reader.textOf(node)}"?`, [
        edit('A jog', to, to, ' jog'),
        edit('A rest', to, to, ' rest'),
        edit('By feel', to, to, ' "by feel"'),
      ]);
    else if (
      isDistanceKind(amount) &&
      next?.kind === 'step' &&
      isOwnPace(next) &&
      !/[+;\n]|then/.test(joined ?? '+')
    )
      // "400m, 800m, 400m at 5k pace"
      reader.question('one-of-several', node, 'At the same pace as the next?', [
        edit('At the same pace', to, to, ` ${reader.textOf(next.target ?? next)}`),
        edit('Without a pace', to, next.from, ' + '),
      ]);
  }
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
  reader.question('part-or-step', first, `Is "${reader.textOf(first)}" the length of it all?`, [
    remove({ from: first.from, to: second.from }, 'Leave it out'),
    edit('A step', first.to, second.from, ' + '),
  ]);
}

/** A cool-down before other steps, or a warm-up behind them, may be meant elsewhere. */
export function checkLabels(reader: Reader): void {
  if (reader.isPlain) return;
  for (const [index, node] of reader.root.entries()) {
    if (node.kind !== 'step' || !node.label) continue;
    const isWarmUp = node.label.value === 'WU';
    const others = isWarmUp ? reader.root.slice(0, index) : reader.root.slice(index + 1);
    if (others.every((other) => other.kind === 'step' && other.label?.value === node.label?.value))
      continue;
    if (others.every((other) => other.kind === 'step' && !other.amount && !other.target)) continue;
    const own = reader.textOf(node);
    const { from, to } = node;
    const start = isWarmUp ? reader.text.slice(0, from).search(/[^\w)\]"'’]*$/) : from;
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
      isWarmUp ? 'The warm-up does not come first' : 'The cool-down does not come last',
      [
        { label: isWarmUp ? 'Put it first' : 'Put it last', edits: moved },
        change(node.label, 'E', 'Leave it here'),
      ],
    );
  }
}
