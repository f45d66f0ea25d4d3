import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import type { EditorState, Extension } from '@codemirror/state';
import { PACE_KEYS, PACE_NAMES, PACE_UNIT_LABELS } from '@pacewright/pace';
import {
  backOver,
  formatSpeed,
  highlightScript,
  RACES,
  resolveWorkout,
  type Target,
} from '@pacewright/script';
import { paceContextFacet } from './reading.ts';

/** Suggests the words that fit at the caret, with the athlete's own paces next to them. */
export function scriptCompletion(): Extension {
  return completion(complete);
}

export function completion(source: CompletionSource): Extension {
  return autocompletion({
    override: [source],
    icons: false,
    // Enter starts a new line unless an option was selected with the arrow keys.
    selectOnOpen: false,
    // No key can accept an option by accident, so the arrows need not wait.
    interactionDelay: 0,
    // E, M, T, I, R is an order that runners know.
    compareCompletions: () => 0,
    maxRenderedOptions: 30,
  });
}

/** Exported for its test. */
export function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const text = state.sliceDoc(line.from + backOver(line.text, pos - line.from, /[\w.:]/), pos);
  const from = pos - text.length;
  if (!explicit && text === '') return null;

  const options = listOptions(state, state.sliceDoc(0, from), text);
  // A complete word needs no suggestions.
  if (!explicit && options.some(({ label }) => label.toLowerCase() === text.toLowerCase()))
    return null;
  return { from, options, validFor: validFor(text) };
}

/** The words that may follow a script, as a word that has begun allows. */
export function listOptions(state: EditorState, script: string, word: string): Completion[] {
  if (/^\d/.test(word)) return unitOptions(word);
  const before = contextAfter(script);
  if (before === 'amount') return targetOptions(state);
  if (before === 'step') return [{ label: '+', apply: '+ ', detail: 'next step' }];
  return [...amountOptions(), ...targetOptions(state)];
}

/** The words that the same options are filtered by while typing goes on. */
function validFor(word: string): RegExp {
  return /^\d/.test(word) ? /^\d+(?:\.\d+)?[a-z]*$/i : /^[a-z]\w*$/i;
}

/** The end of a script: its last item has nothing, an amount, or all of a step. */
function contextAfter(script: string): 'nothing' | 'amount' | 'step' {
  const previous = highlightScript(script).at(-1);
  if (!previous) return 'nothing';
  const { style, from, to } = previous;
  const text = script.slice(from, to);
  if (['time', 'number'].includes(style) || text.toLowerCase() === 'open') return 'amount';
  if (['plus', 'repeat', 'invalid'].includes(style) || text === '(') return 'nothing';
  return 'step';
}

/** The units that fit a number, and the repeat. */
function unitOptions(text: string): Completion[] {
  const number = /^\d+(?:\.\d+)?/.exec(text)?.[0] ?? text;
  const units = [
    ['m', 'minutes'],
    ['s', 'seconds'],
    ['h', 'hours'],
    ['km', 'kilometres'],
    ['mtr', 'metres'],
    ['mi', 'miles'],
  ] as const;
  const isCount = /^\d{1,2}$/.test(number) && Number(number) > 0;
  return [
    ...units.map(([unit, detail]) => ({ label: number + unit, detail })),
    ...(isCount ? [repeatOption(number)] : []),
  ];
}

function repeatOption(count: string): Completion {
  return {
    label: `${count}x(`,
    displayLabel: `${count}x( )`,
    detail: 'repeat',
    apply: (view, _completion, from, to) =>
      view.dispatch({
        changes: { from, to, insert: `${count}x()` },
        selection: { anchor: from + count.length + 2 },
        userEvent: 'input.complete',
      }),
  };
}

function amountOptions(): Completion[] {
  return [
    ...['10m', '15m', '1km', '400mtr'].map((label) => ({
      label,
      detail: 'duration or distance',
      boost: -1,
    })),
    repeatOption('5'),
    { label: 'open', detail: 'until you press lap' },
  ];
}

function targetOptions(state: EditorState): Completion[] {
  const paces = PACE_KEYS.map((pace) => ({
    label: pace,
    displayLabel: `${pace} ${PACE_NAMES[pace]}`,
    detail: formatTargetPace(state, { kind: 'pace', pace }),
    boost: 2,
  }));
  const races = RACES.map(({ metres, text }) => ({
    label: text,
    displayLabel: `${text} race pace`,
    detail: formatTargetPace(state, { kind: 'race', metres }),
  }));
  const zones = ([1, 2, 3, 4, 5] as const).map((zone) => ({
    label: `Z${zone}`,
    detail: 'heart-rate zone',
  }));
  return [
    ...paces,
    { label: 'jog', detail: 'easy recovery', boost: 1 },
    { label: 'rest', detail: 'standing', boost: 1 },
    { label: 'walk', detail: 'walking', boost: 1 },
    ...zones,
    ...races,
  ];
}

/** The athlete's pace for a target, shown next to the word. */
function formatTargetPace(state: EditorState, target: Target): string {
  const { speeds, units } = state.facet(paceContextFacet);
  const workout = { items: [{ kind: 'step' as const, amount: { kind: 'open' as const }, target }] };
  const speed = resolveWorkout(workout, speeds).unrolled[0]?.step.speed;
  return speed ? `${formatSpeed(speed, units)} ${PACE_UNIT_LABELS[units]}` : 'not set';
}
