import { formatRaceTime, plural, raceName } from '@pacewright/pace';
import { memo, useMemo } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { keyOfName, type Runner } from './read-runners.ts';
import type { Sheet, SheetGroup, SheetRow } from './sheet.ts';

type SheetTableProps = {
  sheet: Sheet;
  /** Part of a name. */
  find: string;
  onOpen: (runner: Runner) => void;
};

/** The lap times of everyone. A phone shows the two columns that matter; a runner's own dialog has all of them. */
export const SheetTable = memo(function SheetTable({ sheet, find, onOpen }: SheetTableProps) {
  const { columns, main } = sheet;
  const looks = columns.map(({ column }, index) =>
    classNames(
      'fig',
      column.isMain && 'is-main',
      index === main && 'is-end',
      index !== main && !(index === main - 1 && column.isMain) && 'for-desk',
    ),
  );
  const groups = useMemo(() => filterGroups(sheet.groups, find), [sheet.groups, find]);
  const width = columns.length + 3;

  return (
    <div className="squad-frame">
      <table className="squad-table">
        <caption className="sr-only">Lap times of this session</caption>
        <thead>
          <tr>
            <th scope="col">Runner</th>
            <th scope="col" className="for-desk">
              Race
            </th>
            <th scope="col" className="for-desk fig">
              VDOT
            </th>
            {columns.map(({ column, name }, index) => (
              <th key={column.id} scope="col" className={looks[index]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ number, rows, target }) => (
          <tbody key={number}>
            {number > 0 && (
              <tr className="squad-group">
                <th scope="rowgroup" colSpan={width}>
                  Group {number}{' '}
                  <span className="fig">
                    {plural(rows.length, 'runner')}
                    {target && `, ${target}`}
                  </span>
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <Row key={keyOfName(row.runner.name)} {...{ row, looks, onOpen }} />
            ))}
          </tbody>
        ))}
        {groups.length === 0 && (
          <tbody>
            <tr>
              <td colSpan={width}>No runner with that name.</td>
            </tr>
          </tbody>
        )}
      </table>
    </div>
  );
});

type RowProps = { row: SheetRow; looks: readonly string[]; onOpen: (runner: Runner) => void };

const Row = memo(
  function Row({ row: { runner, vdot, cells }, looks, onOpen }: RowProps) {
    return (
      <tr>
        <th scope="row">
          <button type="button" onClick={() => onOpen(runner)}>
            {runner.name}
          </button>
          <small className="for-phone fig">{describeRace(runner)}</small>
        </th>
        <td className="for-desk fig">{describeRace(runner)}</td>
        <td className="for-desk fig">{vdot?.toFixed(1)}</td>
        {cells.map((cell, index) => (
          <td key={index} className={looks[index]}>
            {cell}
          </td>
        ))}
      </tr>
    );
  },
  (one, other) =>
    one.onOpen === other.onOpen &&
    one.looks.join() === other.looks.join() &&
    JSON.stringify(one.row) === JSON.stringify(other.row),
);

export function describeRace({ race }: Runner): string {
  return race ? `${raceName(race.distance)} ${formatRaceTime(race.timeInSeconds)}` : 'No time yet';
}

function filterGroups(groups: readonly SheetGroup[], find: string): SheetGroup[] {
  const part = keyOfName(find.trim());
  if (part === '') return [...groups];
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(({ runner }) => keyOfName(runner.name).includes(part)),
    }))
    .filter(({ rows }) => rows.length > 0);
}
