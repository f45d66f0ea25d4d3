/** Today where the athlete is, as 2026-11-16. */
export function localToday(now = new Date()): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** "18 Oct 2026" */
export function formatDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}

/** "today", "30 days ago", "8 months ago" */
export function formatAge(day: string, today: string): string {
  const days = daysBetween(day, today);
  if (days < 60) return AGO.format(-days, 'day');
  if (days < 730) return AGO.format(-Math.round(days / 30.44), 'month');
  return AGO.format(-Math.round(days / 365.25), 'year');
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
