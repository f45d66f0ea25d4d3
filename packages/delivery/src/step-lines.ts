import { formatRange, PACE_UNIT_LABELS, type PaceUnits } from '@pacewright/pace';
import { formatDistance, type Amount } from '@pacewright/script';

import type { PlainItem, PlainStep, PlainTarget } from './plain-workout.ts';

/** A workout as lines to read, one a step, in the runner's units. What a repeat repeats is indented. */
export function stepLines(items: readonly PlainItem[], units: PaceUnits): string[] {
  return items.flatMap((item) =>
    item.kind === 'step'
      ? [stepLine(item, units)]
      : [`${item.count} times:`, ...stepLines(item.items, units).map((line) => `  ${line}`)],
  );
}

function stepLine({ name, amount, target }: PlainStep, units: PaceUnits): string {
  return [name, amountText(amount), targetText(target, units)].filter(Boolean).join(', ');
}

/** "1 h 05 min", "90 s", "400 m", or what ends a step that has no end of its own. */
export function amountText(amount: Amount): string {
  switch (amount.kind) {
    case 'time':
      return timeText(amount.seconds);
    case 'distance':
      return formatDistance(amount.metres);
    case 'open':
      return 'until you press lap';
  }
}

/** "4:30 - 5:00 min/km" or "heart-rate zone 3"; empty when there is nothing to aim at. */
export function targetText(target: PlainTarget, units: PaceUnits): string {
  switch (target.kind) {
    case 'speed':
      return `${formatRange(target, units)} ${PACE_UNIT_LABELS[units]}`;
    case 'zone':
      return `heart-rate zone ${target.zone}`;
    case 'none':
      return '';
  }
}

function timeText(seconds: number): string {
  if (seconds < 60 || !Number.isInteger(seconds)) return `${Number(seconds.toFixed(1))} s`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  return [
    hours > 0 ? `${hours} h` : '',
    minutes > 0 ? `${minutes} min` : '',
    rest > 0 ? `${rest} s` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
