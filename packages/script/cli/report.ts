import { formatPace, formatRange, PACE_UNIT_LABELS } from '@pacewright/pace';

import {
  formatScript,
  readScript,
  resolveWorkout,
  writeStep,
  type Diagnostic,
  type ResolvedItem,
  type ResolvedStep,
  type Totals,
} from '../src/index.ts';

/** What the command line prints for a script: its steps, its totals, and a caret under every mistake. */
export function readScriptAloud(
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
    ...(steps.length > 0 ? [`Total: ${describeTotals(totals)}`] : ['Nothing to run yet.']),
    ...diagnostics.flatMap((diagnostic) => ['', ...pointAt(script, diagnostic)]),
  ].join('\n');
  return { output, hasMistakes };
}

function linesOf(item: ResolvedItem, indent: string): string[] {
  if (item.kind === 'step') return [`${indent}${describeStep(item)}`];
  return [
    `${indent}${item.count} times, ${describeTotals(item.totals)}:`,
    ...item.items.flatMap((inner) => linesOf(inner, `${indent}  `)),
  ];
}

function describeStep({ amount, target, role, speed, isSpeedEstimated }: ResolvedStep): string {
  const pace = speed && paceOf(speed);
  const words = [
    writeStep({ kind: 'step', amount, target }).padEnd(16),
    role.padEnd(9),
    pace ?? '',
  ];
  return `${words.join('  ')}${pace && isSpeedEstimated ? ' (estimated)' : ''}`.trimEnd();
}

function paceOf({ from, to }: { from: number; to: number }): string {
  const label = PACE_UNIT_LABELS.metric;
  return from === to
    ? `${formatPace(from, 'metric')} ${label}`
    : `${formatRange({ from, to }, 'metric')} ${label}`;
}

function describeTotals({ time, distance }: Totals): string {
  const atLeast = (isAtLeast: boolean) => (isAtLeast ? 'at least ' : '');
  return [
    `${atLeast(time.isAtLeast)}${clock(time.seconds)}`,
    `${atLeast(distance.isAtLeast)}${(distance.metres / 1000).toFixed(2)} km`,
  ].join(', ');
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const tail = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
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
