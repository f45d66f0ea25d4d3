import { formatMinutes } from '../../workout/view/format-minutes.ts';

/** "45 min", "43-53 min", "3 h 53 - 4 h 33": the time of a line in all of its weeks. Empty without one. */
export function formatLineTotals(
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
