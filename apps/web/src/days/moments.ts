import { localToday } from './days.ts';

/** As the API writes it, or in ms. */
type Moment = string | number;

/** "3 Oct", and the year when it is another one. */
export function shortDate(moment: Moment, today = localToday()): string {
  const date = new Date(moment);
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() !== Number(today.slice(0, 4)) && { year: 'numeric' }),
  });
}

/** "today 06:42", "3 Oct 06:42". A screen gives the day of useToday, so that midnight renders it again. */
export function momentOf(moment: Moment, today: string): string {
  const date = new Date(moment);
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${localToday(date) === today ? 'today' : shortDate(moment, today)} ${time}`;
}
