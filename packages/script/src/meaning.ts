import { readAmount, type Figures } from './amount-meanings.ts';
import { noteText, removeItem, type Ask, type Span } from './diagnostics.ts';
import { readTarget } from './target-meanings.ts';
import { isPlainText, type Token } from './tokens.ts';
import type { Node, StepNode } from './tree-nodes.ts';
import type { Step, WorkoutItem } from './workout.ts';

/** The position of a repeat or step in the script. An unclear one was read past a mistake and may mean something else. */
export type Place = Span & { isUnclear: boolean };

export type Meaning = { items: WorkoutItem[]; places: Place[] };

/** Gives every step of a tree its amount and target. A figure with two meanings is asked. */
export function readMeaning(
  nodes: readonly Node[],
  tokens: readonly Token[],
  text: string,
  ask: Ask,
): Meaning {
  const places: Place[] = [];
  let questions = 0;
  let units: ReadonlySet<string> | undefined;
  const figures: Figures = {
    text,
    tokens,
    nodes,
    isPlain: isPlainText(tokens),
    question(code, span, message, fixes) {
      questions++;
      ask(code, span, message, fixes);
    },
    textOf: ({ from, to }) => text.slice(from, to),
    isImperial() {
      units ??= unitsOf(tokens);
      const hasMiles = units.has('mi');
      return hasMiles === units.has('km') ? undefined : hasMiles;
    },
  };
  return { items: nodes.map(readNode), places };

  function readNode(node: Node): WorkoutItem {
    const place = { from: node.from, to: node.to, isUnclear: node.isUnclear };
    places.push(place);
    if (node.kind === 'repeat')
      return { kind: 'repeat', count: node.count, items: node.items.map(readNode) };
    const mark = questions;
    const step = readStep(figures, node);
    place.isUnclear ||= questions > mark;
    return step;
  }
}

function unitsOf(tokens: readonly Token[]): ReadonlySet<string> {
  const lengths = tokens.filter(({ kind }) => kind === 'distance' || kind === 'stated');
  return new Set(lengths.map(({ value }) => value));
}

function readStep(figures: Figures, node: StepNode): Step {
  const { amount, target: own } = readAmount(figures, node);
  const target = readTarget(figures, node, amount, own);
  const step: Step = { kind: 'step', amount, target };
  if (node.label) step.role = node.label.value === 'WU' ? 'warm-up' : 'cool-down';
  const note = noteText(node.notes.join(', '));
  if (note !== '') step.note = note;
  if (node.isBetween) step.isBetween = true;
  const isNothing =
    (amount.kind === 'time' && amount.seconds === 0) ||
    (amount.kind === 'distance' && amount.metres === 0);
  if (isNothing)
    figures.question('zero-amount', node, 'A step needs a duration or distance', [
      removeItem(figures.text, node),
    ]);
  return step;
}
