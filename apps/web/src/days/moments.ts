/** As the API writes it, or in ms. */
type Moment = string | number;

/** "3 Oct", and the year when it is another one. */
export function shortDate(moment: Moment, now = new Date()): string {
  const date = new Date(moment);
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
}

/** "today 06:42", "3 Oct 06:42" */
export function momentOf(moment: Moment, now = new Date()): string {
  const date = new Date(moment);
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const isToday = date.toDateString() === now.toDateString();
  return `${isToday ? 'today' : shortDate(moment, now)} ${time}`;
}
