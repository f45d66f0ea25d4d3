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
  return isToday(timestamp, today) ? `today ${timeOf(timestamp)}` : dayAndTime(timestamp, today);
}

/** "06:42" on this day, otherwise "3 Oct 06:42". */
export function shortTimestamp(timestamp: Timestamp, today: string): string {
  return isToday(timestamp, today) ? timeOf(timestamp) : dayAndTime(timestamp, today);
}

function isToday(timestamp: Timestamp, today: string): boolean {
  return localToday(new Date(timestamp)) === today;
}

function dayAndTime(timestamp: Timestamp, today: string): string {
  return `${shortDate(timestamp, today)} ${timeOf(timestamp)}`;
}

function timeOf(timestamp: Timestamp): string {
  return new Date(timestamp).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
