import { encodeShare, type SharedWorkout } from '@pacewright/delivery';
import { formatRaceTime, raceName, type RaceResult } from '@pacewright/pace';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useVisitor } from '../../visitor/use-visitor.ts';
import { hasRanges, saveVisitorPaces, type VisitorData } from '../../visitor/visitor-store.ts';
import { readOnce } from '../../workout/read-once.ts';
import { useReading } from '../../workout/use-reading.ts';
import { keyOfName, type Runner } from './read-runners.ts';
import { buildSheet, groupCountOf } from './sheet.ts';
import { describeRace } from './sheet-table.tsx';
import type { Squad } from './squad-store.ts';

type RunnerDialogProps = {
  workout: SharedWorkout;
  squad: Squad;
  runner: Runner;
  /** Without these two, the runner is of a link, and may be the reader. */
  onChange?: (runner: Runner) => void;
  onRemove?: () => void;
  onClose: () => void;
};

/** All figures of one runner. The reader of a link can get the workout at these paces; a coach can move or remove them. */
export function RunnerDialog({
  workout,
  squad,
  runner,
  onChange,
  onRemove,
  onClose,
}: RunnerDialogProps) {
  const { paces, data } = useVisitor();
  const { units } = paces;
  const { runners, groups } = squad;
  const reading = useReading(readOnce)(workout.script, undefined);
  const sheet = useMemo(
    () => buildSheet(reading.workout, runners, { groups, sort: 'name', units, format: 'pace' }),
    [reading.workout, runners, groups, units],
  );
  const row = sheet.groups
    .flatMap(({ rows }) => rows)
    .find((each) => keyOfName(each.runner.name) === keyOfName(runner.name));
  const count = groupCountOf({ runners, groups });

  return (
    <Dialog
      title={runner.name}
      description={`${describeRace(runner)}, group ${row?.group ?? count}`}
      onClose={onClose}
      actions={
        onRemove ? (
          <>
            <Button variant="danger-quiet" onClick={onRemove}>
              Remove
            </Button>
            <Button variant="primary" onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <OpenActions {...{ workout, runner, onClose }} />
        )
      }
    >
      <dl className="squad-figures">
        {sheet.columns.map(({ column, name }, index) => (
          <div key={column.id}>
            <dt>{name}</dt>
            <dd className="fig">{row?.cells[index] || '–'}</dd>
          </div>
        ))}
      </dl>
      {onChange ? (
        <SelectField
          label="Group"
          value={runner.group ?? 0}
          onChange={({ target }) =>
            onChange({ ...runner, group: Number(target.value) || undefined })
          }
        >
          <option value={0}>By pace</option>
          {Array.from({ length: count }, (_, index) => (
            <option key={index} value={index + 1}>
              Group {index + 1}
            </option>
          ))}
        </SelectField>
      ) : (
        <p className="text-sm text-ink-2">
          {describePaces(runner, paces.from === 'athlete', data)}
        </p>
      )}
    </Dialog>
  );
}

type OpenActionsProps = Pick<RunnerDialogProps, 'workout' | 'runner' | 'onClose'>;

/** Opens the session as a shared workout, where it can be saved, downloaded and sent. */
function OpenActions({ workout, runner: { race }, onClose }: OpenActionsProps) {
  const navigate = useNavigate();
  const { from } = useVisitor().paces;

  async function open(): Promise<void> {
    if (race && from !== 'athlete') saveVisitorPaces({ race, ranges: undefined });
    const link = await encodeShare(workout);
    if (link.ok) await navigate(`/w#${link.fragment}`);
  }

  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" data-autofocus onClick={() => void open()}>
        {race ? 'This is me, open my workout' : 'Open the workout'}
      </Button>
    </>
  );
}

/** Whose paces the workout will have. A race or paces that the reader entered are not replaced unsaid. */
function describePaces({ race }: Runner, isAthlete: boolean, data: VisitorData): string {
  if (isAthlete) return 'It opens at the training paces of your account.';
  const own = data.race?.isExample ? undefined : data.race;
  if (!race) return own ? `It opens at your paces, from ${describe(own)}.` : 'Enter a race there.';
  if (hasRanges(data.ranges))
    return `The paces you set by hand on this device will be replaced by those for ${describe(race)}.`;
  if (!own || isSame(own, race)) return `It opens at the paces for ${describe(race)}.`;
  return `Your race on this device will change from ${describe(own)} to ${describe(race)}.`;
}

function describe({ distance, timeInSeconds }: RaceResult): string {
  return `${raceName(distance)} in ${formatRaceTime(timeInSeconds)}`;
}

function isSame(one: RaceResult, other: RaceResult): boolean {
  return one.distance === other.distance && one.timeInSeconds === other.timeInSeconds;
}
