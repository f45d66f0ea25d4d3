import { PACE_UNIT_LABELS } from '@pacewright/pace';

import {
  formatScript,
  formatSpeed,
  nameTotals,
  readScript,
  resolveWorkout,
  writeStep,
  type Diagnostic,
  type ResolvedItem,
  type ResolvedStep,
} from '../src/index.ts';

/** The text that the command line prints for a script: its steps, its totals, and a caret under every mistake. */
export function reportScript(
  script: string,
  isJson: boolean,
): { output: string; hasMistakes: boolean } {
  const { workout, places, diagnostics, totals } = readScript(script);
  const hasMistakes = diagnostics.some(({ severity }) => severity === 'error');
  const formatted = formatScript(script);
  if (isJson) {
    const output = JSON.stringify({ workout, places, diagnostics, formatted, totals }, null, 2);
    return { output, hasMistakes };
  }

  const steps = resolveWorkout(workout).items.flatMap((item) => linesOf(item, ''));
  const output = [
    ...steps,
    ...(steps.length > 0 ? [`Total: ${nameTotals(totals, 'metric')}`] : ['Nothing to run yet.']),
    ...diagnostics.flatMap((diagnostic) => ['', ...pointAt(script, diagnostic)]),
  ].join('\n');
  return { output, hasMistakes };
}

function linesOf(item: ResolvedItem, indent: string): string[] {
  if (item.kind === 'step') return [`${indent}${describeStep(item)}`];
  return [
    `${indent}${item.count} times, ${nameTotals(item.totals, 'metric')}:`,
    ...item.items.flatMap((inner) => linesOf(inner, `${indent}  `)),
  ];
}

function describeStep({ amount, target, role, speed, isSpeedEstimated }: ResolvedStep): string {
  const pace = speed && `${formatSpeed(speed, 'metric')} ${PACE_UNIT_LABELS.metric}`;
  const words = [
    writeStep({ kind: 'step', amount, target }).padEnd(16),
    role.padEnd(9),
    pace ?? '',
  ];
  return `${words.join('  ')}${pace && isSpeedEstimated ? ' (estimated)' : ''}`.trimEnd();
}

/** The line of the script, carets under the place, the sentence, and what to do about it. */
function pointAt(
  script: string,
  { severity, code, from, to, message, fixes }: Diagnostic,
): string[] {
  const start = script.lastIndexOf('\n', from - 1) + 1;
  const end = script.indexOf('\n', from);
  const line = script.slice(start, end === -1 ? script.length : end).replaceAll('\t', ' ');
  const length = Math.max(1, Math.min(to, start + line.length) - from);
  const caret = `${' '.repeat(from - start)}${'^'.repeat(length)}`;
  const labels = fixes.map(({ label }) => label).join(', or ');
  const kind = severity === 'error' ? 'Mistake' : 'Advice';
  return [line, caret, `${kind}: ${message} [${code}]`, ...(labels ? [`Fix: ${labels}`] : [])];
}
