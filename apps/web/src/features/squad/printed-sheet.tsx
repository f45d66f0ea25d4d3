import type { SharedWorkout } from '@pacewright/delivery';
import { plural } from '@pacewright/pace';
import { type ResolvedWorkout, titleOf } from '@pacewright/script';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { countReps } from './reps.ts';
import type { Sheet } from './sheet.ts';

type PrintedSheetProps = {
  workout: SharedWorkout;
  sheet: Sheet;
  resolved: ResolvedWorkout;
};

/** The sheet on A4: black on white, and a box for each rep. */
export function PrintedSheet({ workout, sheet, resolved }: PrintedSheetProps) {
  const { columns, groups, main } = sheet;
  const reps = Math.min(MAX_BOXES, countReps(resolved, columns[main]?.column.node));
  const room = MAX_COLUMNS - Math.ceil(reps / 2);
  const shown = columns.map((each, index) => ({ ...each, index })).slice(0, Math.max(3, room));
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const width = shown.length + 1 + reps;

  return (
    <div className="squad-print">
      <header>
        <div>
          <p className="text-2xl leading-tight font-bold break-words [font-stretch:112%]">
            {titleOf(workout)}
          </p>
          <p className="break-words">
            <ScriptText script={workout.script} />
          </p>
        </div>
        <p className="text-sm">{plural(count, 'runner')}</p>
      </header>
      {workout.notes && (
        <p className="printed-notes text-xs break-words whitespace-pre-wrap">{workout.notes}</p>
      )}
      <div className="squad-print-chart">
        <MiniChart resolved={resolved} width={650} height={48} isStretched />
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Runner</th>
            {shown.map(({ column, name }) => (
              <th key={column.id} scope="col">
                {name}
              </th>
            ))}
            {Array.from({ length: reps }, (_, index) => (
              <th key={index} scope="col" className="is-box">
                {index + 1}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ number, rows, target }) => (
          <tbody key={number}>
            <tr className="is-group">
              <th colSpan={width} scope="rowgroup">
                Group {number} <span className="fig">{target}</span>
              </th>
            </tr>
            {rows.map(({ runner, cells }) => (
              <tr key={runner.name}>
                <th scope="row">{runner.name}</th>
                {shown.map(({ column, index }) => (
                  <td key={column.id} className={column.isMain ? 'fig is-main' : 'fig'}>
                    {cells[index]}
                  </td>
                ))}
                {Array.from({ length: reps }, (_, index) => (
                  <td key={index} className="is-box">
                    {null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <footer>
        <span>Pacewright. Paces from each runner’s race.</span>
        {shown.length < columns.length && (
          <span>
            On the screen:{' '}
            {columns
              .slice(shown.length)
              .map(({ name }) => name)
              .join(', ')}
            .
          </span>
        )}
      </footer>
    </div>
  );
}

/** Wide enough to write a time into. */
const MAX_BOXES = 10;
const MAX_COLUMNS = 7;
