import { formatRange, PACE_UNIT_LABELS, type PaceUnits } from '@pacewright/pace';
import { formatDistance, type Amount } from '@pacewright/script';

import type { DeviceItem, DeviceStep, DeviceTarget } from './device-workout.ts';

/** A workout as lines to read, one per step, in the athlete's units. The steps of a repeat are indented. */
export function stepLines(items: readonly DeviceItem[], units: PaceUnits): string[] {
  return items.flatMap((item) =>
    item.kind === 'step'
      ? [stepLine(item, units)]
      : [
          item.skipsLast
            ? `${item.count} times, skipping the last step of the final rep:`
            : `${item.count} times:`,
          ...stepLines(item.items, units).map((line) => `  ${line}`),
        ],
  );
}

function stepLine({ name, amount, target, note }: DeviceStep, units: PaceUnits): string {
  const words = [name, amountText(amount), targetText(target, units), note && `“${note}”`];
  return words.filter(Boolean).join(', ');
}

/** "1 h 05 min", "90 s", "400 m", or the lap button for a step without an end. */
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

/** "4:30 - 5:00 min/km" or "heart-rate zone 3"; empty without a target. */
export function targetText(target: DeviceTarget, units: PaceUnits): string {
  switch (target.kind) {
    case 'speed':
      return `${formatRange(target, units)} ${PACE_UNIT_LABELS[units]}`;
    case 'zone':
      return `heart-rate zone ${target.zone}`;
    case 'heart-rate':
      return target.from === target.to ? `${target.from} bpm` : `${target.from} - ${target.to} bpm`;
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
