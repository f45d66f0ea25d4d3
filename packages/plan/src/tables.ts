import { change, type Fix, type Span } from '@pacewright/script';

import { asWeekday, WEEKDAYS } from './weekdays.ts';

/** The fix that writes a table of weeks and weekdays as lines. Cells stay as they are. */
export function convertTable(text: string, place: Span, hasWeeksAbove: boolean): Fix[] {
  const written = text.slice(place.from, place.to);
  const separator = ['|', '\t', ';', ','].find((mark) => written.includes(mark)) ?? '\t';
  const [head = [], ...rows] = written
    .split(/\r\n|\n|\r|\u2028|\u2029/)
    .map((row) => splitCells(row, separator))
    .filter((cells) => !cells.every((cell) => /^:?-*:?$/.test(cell)));
  const columns = head.map(asWeekday);
  const days = columns.filter((day) => day !== undefined);
  if (days.length < 2 || rows.length === 0) return [];

  const weekStart = days[0] === 6 && !hasWeeksAbove ? ['week starts Sun', ''] : [];
  const weeks = rows.flatMap((cells, index) => {
    const label = columns[0] === undefined ? (cells[0] ?? '') : '';
    const number = /\d+/.exec(label)?.[0] ?? String(index + 1);
    const lines = columns.flatMap((day, column) => {
      const cell = cells[column] ?? '';
      return day === undefined || /^[-–—]?$/.test(cell) ? [] : [`  ${WEEKDAYS[day]} ${cell}`];
    });
    const note = columns.flatMap((day, column) => {
      const cell = cells[column] ?? '';
      const isNumber = column === 0 && /^\D*\d+\D*$/.test(cell);
      return day !== undefined || isNumber || cell === ''
        ? []
        : [`${head[column] ?? ''} ${cell}`.trim()];
    });
    return [`week ${number}${note.length > 0 ? ` // ${note.join(', ')}` : ''}`, ...lines, ''];
  });
  return [change(place, [...weekStart, ...weeks].join('\n').trimEnd(), 'Convert to lines')];
}

function splitCells(row: string, separator: string): string[] {
  const bare = separator === '|' ? row.trim().replaceAll(/^\||\|$/g, '') : row;
  return bare.split(separator).map((cell) => cell.trim().replaceAll(/\s+/g, ' '));
}
