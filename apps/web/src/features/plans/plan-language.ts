import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorState, Extension, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { PACE_UNIT_LABELS } from '@pacewright/pace';
import { completePlan, fixPlan, formatPlan } from '@pacewright/plan';
import { formatSpeed, nameTarget, nameTotals, previewScript } from '@pacewright/script';
import { completion, listOptions } from '../../workout/editor/completion.ts';
import {
  type EditorHandle,
  type EditorLanguage,
  type EditorOptions,
  mountEditor,
} from '../../workout/editor/code-mirror.ts';
import { type Hint, hints } from '../../workout/editor/hints.ts';
import { script } from '../../workout/editor/language.ts';
import { paceContextFacet, readerFacet, readingField } from '../../workout/editor/reading.ts';
import { listHiddenAdvice } from './hidden-advice.ts';
import { insertPlanToken } from './insert-plan-token.ts';
import { type PlanPreview, previewPlan } from './plan-preview.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';

/** Mounts the editor for the plan language. */
export function mountPlanEditor(
  parent: HTMLElement,
  options: Omit<EditorOptions, 'language'>,
): EditorHandle {
  return mountEditor(parent, { ...options, language: planLanguage() });
}

function planLanguage(): EditorLanguage {
  return {
    extensions: [
      readerFacet.of({
        read: (text, paceContext) => previewPlan(text, paceContext, listHiddenAdvice()),
        tintsPieces: false,
        showsAdvice: false,
      }),
      script(['(', '{', '"']),
      completion(complete),
      hints(hintAt),
      lineLooks(),
    ],
    fixAll: fixPlan,
    format: formatPlan,
    insertToken: insertPlanToken,
  };
}

function previewOf(state: EditorState): PlanPreview {
  return previewPlan(state.doc.toString(), state.facet(paceContextFacet), listHiddenAdvice());
}

function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const found = completePlan(state.doc.toString(), pos);
  if (!found) return null;
  const word = state.sliceDoc(found.from, pos);
  if (!explicit && word === '') return null;
  const own = found.words.map(({ label, insert, detail }) => ({
    label,
    detail,
    ...(insert !== undefined && { apply: insert }),
  }));
  const ofScript = found.script === undefined ? [] : listOptions(state, found.script, word);
  const isNumber = /^\d/.test(word);
  const options = [...(isNumber ? [] : own), ...ofScript.filter(({ label }) => !isAmong(label))];
  // A complete word needs no suggestions.
  if (!explicit && options.some(({ label }) => label.toLowerCase() === word.toLowerCase()))
    return null;
  return { from: found.from, options };

  function isAmong(label: string): boolean {
    return own.some((other) => other.label === label);
  }
}

/** The hint for the word before or after a position. */
function hintAt(state: EditorState, position: number, side: 1 | -1): Hint | undefined {
  const { highlights, totals, headings, places } = previewOf(state);
  const token = highlights.find(({ from, to }) =>
    side === 1 ? from <= position && position < to : from < position && position <= to,
  );
  if (!token) return undefined;
  const { from, to, style } = token;
  const { units, speeds } = state.facet(paceContextFacet);

  const heading = headings.find(({ start, place }) => start <= from && place.to > from);
  if (heading) {
    const own = totals.filter(({ week }) => heading.weeks.includes(week));
    return {
      from,
      to,
      words: own.slice(0, MAX_HINTS).map((week) => `Week ${week.week}: ${nameTotals(week, units)}`),
    };
  }
  if (TARGETS.has(style)) {
    const { resolved } = previewScript(`1m ${state.sliceDoc(from, to)}`, { speeds });
    const step = resolved.unrolled[0]?.step;
    if (!step) return undefined;
    const pace = step.speed && `${formatSpeed(step.speed, units)} ${PACE_UNIT_LABELS[units]}`;
    return { from, to, words: [nameTarget(step.target), ...(pace ? [pace] : [])] };
  }
  const place = places.findLast((own) => own.from <= from && to <= own.to);
  if (!place || place.weekday === undefined) return undefined;
  const runs = totals
    .filter(({ week }) => place.weeks.includes(week))
    .flatMap(({ week, runs: all }) =>
      all
        .filter(({ day }) => day.place.from <= from && to <= day.place.to)
        .map((run) => `Week ${week}: ${nameTotals(run, units)}`),
    );
  return runs.length === 0 ? undefined : { from, to, words: runs.slice(0, MAX_HINTS) };
}

const TARGETS: ReadonlySet<string> = new Set(['e', 'm', 't', 'i', 'r', 'zone']);
const MAX_HINTS = 4;

/** Headings are tinted, and lines end with their totals. */
function lineLooks(): Extension {
  return EditorView.decorations.compute([readingField, 'selection'], drawLines);
}

function drawLines(state: EditorState): DecorationSet {
  const { headings, totals } = previewOf(state);
  const { head } = state.selection.main;
  const current = headings.findLast(({ start }) => start <= head);
  const marks: Range<Decoration>[] = [];
  for (const heading of headings) {
    if (heading.start > state.doc.length) continue;
    const total = formatLineTotals(totals.filter(({ week }) => heading.weeks.includes(week)));
    marks.push(
      lineMark(
        state,
        heading.start,
        `cm-plan-heading${heading === current ? ' is-current' : ''}`,
        total,
      ),
    );
  }
  const runs = new Map<number, { time: { seconds: number; isAtLeast: boolean } }[]>();
  for (const week of totals)
    for (const run of week.runs) {
      const known = runs.get(run.day.place.from);
      if (known) known.push(run);
      else runs.set(run.day.place.from, [run]);
    }
  for (const [from, own] of runs)
    if (from <= state.doc.length)
      marks.push(lineMark(state, from, 'cm-plan-day', formatLineTotals(own)));
  return Decoration.set(marks, true);
}

function lineMark(state: EditorState, at: number, name: string, total: string): Range<Decoration> {
  return Decoration.line({ class: name, attributes: { 'data-total': total } }).range(
    state.doc.lineAt(at).from,
  );
}

/** "45 min", "43-53 min", "3 h 53 - 4 h 33": the time of a line in all of its weeks. Empty without one. */
function formatLineTotals(
  weeks: readonly { time: { seconds: number; isAtLeast: boolean } }[],
): string {
  const seconds = weeks.map(({ time }) => time.seconds).filter((own) => own > 0);
  if (seconds.length === 0) return '';
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)].map(formatMinutes);
  if (least === undefined || most === undefined || least === most) return least ?? '';
  const [, minutes] = /^(\d+) min$/.exec(least) ?? [];
  if (minutes !== undefined && most.endsWith(' min')) return `${minutes}-${most}`;
  return `${least} - ${most}`;
}
