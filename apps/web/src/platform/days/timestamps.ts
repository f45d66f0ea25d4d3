import { localToday } from './days.ts';

/** A timestamp of the API, or ms. */
type Timestamp = string | number;

/** "3 Oct", with the year if it is not this one. */
export function shortDate(timestamp: Timestamp, today = localToday()): string {
  const date = new Date(timestamp);
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() !== Number(today.slice(0, 4)) && { year: 'numeric' }),
  });
}

/** "today 06:42", "3 Oct 06:42". A screen passes the day of useToday, so that midnight renders it again. */
export function formatTimestamp(timestamp: Timestamp, today: string): string {
  const date = new Date(timestamp);
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${localToday(date) === today ? 'today' : shortDate(timestamp, today)} ${time}`;
}
