import type { Span } from '@pacewright/script';

import type { Report } from './diagnostics.ts';
import { matchAt } from './match-at.ts';
import { maskQuotes } from './quotes.ts';
import { findWeekday, weekdaysBetween, WEEKDAYS, type Weekday } from './weekdays.ts';

/** The beginning of a day line. */
export type DayHead = {
  days: Weekday[];
  /** 1 is the first run of the day, 2 the second. */
  run: 1 | 2;
  place: Span;
  /** The place of am or pm. */
  half: Span | undefined;
  /** Where the content begins. */
  end: number;
};

/** P6, P7. "Mon, Wed-Fri pm:". */
export function readDayHead(text: string, { from, to }: Span, report: Report): DayHead {
  const days: Weekday[] = [];
  let end = from;
  for (let found = findWeekday(text, from), isRange = false; found;) {
    const next = end + found.length;
    const last = days.at(-1);
    const added =
      isRange && last !== undefined
        ? weekdaysBetween(last, found.weekday).slice(1)
        : [found.weekday];
    for (const day of added)
      if (!days.includes(day)) days.push(day);
      else report('day-twice', { from: end, to: next }, `${WEEKDAYS[day]} is listed twice`);
    end = next;

    const gap = matchAt(BETWEEN_DAYS, text, end, to);
    found = gap ? findWeekday(text, end + gap[0].length) : undefined;
    if (!gap || !found || end + gap[0].length >= to) break;
    const word = gap[1] ?? '';
    if (/or/i.test(word)) {
      const place = { from: end, to: end + gap[0].length + found.length };
      for (;;) {
        const or = matchAt(OR, text, place.to, to);
        const day = or && findWeekday(text, place.to + or[0].length);
        if (!day) break;
        place.to += or[0].length + day.length;
      }
      report('either-day', place, 'Choose one day. You can put the other in a note', [
        { label: 'Keep the first', edits: [{ ...place, insert: '' }] },
      ]);
      end = place.to;
      break;
    }
    isRange = /[-–]|to/i.test(word);
    end += gap[0].length;
  }

  const place = { from, to: end };
  const match = matchAt(HALF_OF_DAY, text, end, to);
  const half = match && { from: end, to: end + match[0].length };
  if (half) end = place.to = half.to;
  end += matchAt(AFTER_DAYS, text, end, to)?.[0].length ?? 0;
  return { days, run: /^p/i.test(match?.[1] ?? '') ? 2 : 1, place, half, end };
}

const OR = /\s*or(?!\w)\s*/iy;
const BETWEEN_DAYS = /\s*(,|&|\/|and(?!\w)|or(?!\w)|-|–|to(?!\w)|\s)\s*/iy;
const HALF_OF_DAY = /\s*[:–—-]?\s*(a\.?m|p\.?m)(?![a-z])\.?/iy;
const AFTER_DAYS = /(?:\s*(?::|–|—|-(?!\d)))+/y;

/** A second day in a line: after a comma or the like, or directly after the colon of the first. */
export function findSecondDay(
  text: string,
  headEnd: number,
  { from, to }: Span,
): { gap: Span; at: number } | undefined {
  const content = maskLists(maskQuotes(text.slice(from, to)));
  const start = from + content.search(/\S|$/);
  if (start < to && findWeekday(text, start))
    return { gap: { from: headEnd, to: start }, at: start };
  for (const match of content.matchAll(/\s*[,;.|]\s*(?=[mtwfs])/gi)) {
    const at = from + match.index + match[0].length;
    const found = findWeekday(text, at);
    if (found && at + found.length <= to && /^[\s:–—-]+\S/.test(text.slice(at + found.length, to)))
      return { gap: { from: from + match.index, to: at }, at };
  }
  return undefined;
}

/** A comma in a list is between two values. */
function maskLists(text: string): string {
  return text.replaceAll(/\{[^{}]*\}/g, ({ length }) => '{'.repeat(length));
}

/** The offset of the day in ", but Sunday 85 min". */
export function findDayAfterBut(text: string, { from, to }: Span): number | undefined {
  const words = /^[\s,;.–—-]*(?:(?:but|except|only|and|on)\s+)*/i.exec(text.slice(from, to));
  const at = from + (words?.[0].length ?? 0);
  return findWeekday(text, at) ? at : undefined;
}
