import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { hoverTooltip, showTooltip, type Tooltip } from '@codemirror/view';
import { PACE_UNIT_LABELS } from '@pacewright/pace';
import {
  formatSpeed,
  nameTarget,
  nameTotals,
  type ResolvedItem,
  resolveWorkout,
} from '@pacewright/script';
import { athleteFacet, readingField } from './reading.ts';

/** Says what a word is worth: a step in the athlete's own pace, a repeat as its total. By pointer or by touch. */
export function scriptHints(): Extension {
  return [
    hoverTooltip((view, position) => tooltipAt(view.state, position), { hoverTime: 250 }),
    touchField,
  ];
}

/** There is no hovering with a finger: a tap that puts the caret somewhere asks about that place. */
const touchField = StateField.define<Tooltip | null>({
  create: () => null,
  update: (tooltip, transaction) => {
    if (transaction.isUserEvent('select.pointer') && matchMedia('(pointer: coarse)').matches)
      return tooltipAt(transaction.state, transaction.state.selection.main.head);
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

function tooltipAt(state: EditorState, position: number): Tooltip | null {
  const hint = hintAt(state, position);
  if (!hint) return null;
  return {
    pos: hint.from,
    end: hint.to,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-hint';
      dom.append(
        ...hint.words.map((word, index) => {
          const part = document.createElement(index === 0 ? 'strong' : 'span');
          part.textContent = word;
          return part;
        }),
      );
      return { dom };
    },
  };
}

/** What there is to say about a place of the text. Exported for its test. */
export function hintAt(
  state: EditorState,
  position: number,
): { from: number; to: number; words: string[] } | undefined {
  const token = syntaxTree(state).resolveInner(position, 1);
  const reading = state.field(readingField);
  const node = reading.places.findLastIndex(({ from, to }) => from <= token.from && token.to <= to);
  const { speeds, units } = state.facet(athleteFacet);
  const item =
    node === -1 ? undefined : findItem(resolveWorkout(reading.workout, speeds).items, node);
  if (!item || token.from === token.to || ['Plus', 'Script', 'Step'].includes(token.name))
    return undefined;

  const { from, to } = token;
  if (item.kind === 'repeat')
    return { from, to, words: [`${item.count} times`, nameTotals(item.totals, units)] };
  if (!item.speed) return { from, to, words: [nameTarget(item.target)] };
  const pace = `${formatSpeed(item.speed, units)} ${PACE_UNIT_LABELS[units]}`;
  return {
    from,
    to,
    words: [nameTarget(item.target), item.isSpeedEstimated ? `${pace}, estimated` : pace],
  };
}

function findItem(items: readonly ResolvedItem[], node: number): ResolvedItem | undefined {
  for (const item of items) {
    if (item.node === node) return item;
    const inner = item.kind === 'repeat' ? findItem(item.items, node) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
