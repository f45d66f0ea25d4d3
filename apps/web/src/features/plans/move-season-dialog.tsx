import {
  MAX_DAYS_TO_MOVE,
  type Season,
  type SeasonPreview,
  type SeasonSummary,
} from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { keyOf, placePlan, readPlan, shiftDays } from '@pacewright/plan';
import { useCall } from '../../platform/api/call-context.ts';
import { seasonQuery } from '../../platform/api/queries/seasons.ts';
import { daysBetween, formatLongDay, isDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useReading } from '../../workout/use-reading.ts';
import { UNTITLED } from './plan-title.ts';
import { ActionAlerts, FullDays, SharedDays } from './preview-notes.tsx';
import { useUndoToast } from './seasons-queries.ts';
import { useSeasonAction } from './use-season-action.ts';

type MoveSeasonDialogProps = { season: SeasonSummary; onClose: () => void };

/** By days, or so that the race or the first day is on another date. */
type Target = keyof typeof STEPS | keyof SeasonAnchors;

const STEPS = {
  'day-later': { days: 1, label: 'One day later' },
  'day-earlier': { days: -1, label: 'One day earlier' },
  'week-later': { days: 7, label: 'One week later' },
  'week-earlier': { days: -7, label: 'One week earlier' },
};

/** Moves everything ahead in a season (A11), after a preview. */
export function MoveSeasonDialog({ season: { id, title }, onClose }: MoveSeasonDialogProps) {
  // The dialog offers to try again, instead of nothing until the last attempt.
  const season = useQuery({ ...seasonQuery(useCall(), id), retry: false });
  const name = title || UNTITLED;
  if (season.data) return <MoveDialog name={name} season={season.data} onClose={onClose} />;
  if (!season.isError) return null;
  return (
    <Dialog
      wide
      title={`Move ${name}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <Alert kind="error" title={`${name} didn’t load.`}>
        {season.error.message}{' '}
        <Button size="sm" busy={season.isFetching} onClick={() => void season.refetch()}>
          Try again
        </Button>
      </Alert>
    </Dialog>
  );
}

type MoveDialogProps = { name: string; season: Season; onClose: () => void };

function MoveDialog({ name, season, onClose }: MoveDialogProps) {
  const today = useToday();
  const find = useReading(findAnchors);
  const anchors = useMemo(() => find(season), [find, season]);
  // A first day or a race that has gone by does not move.
  const dates = (['race', 'start'] as const).filter((own) => (anchors[own] ?? '') >= today);
  const [target, setTarget] = useState<Target>(dates[0] ?? 'week-later');
  const [dayOf, setDayOf] = useState(anchors);
  const days = countDays(target, anchors, dayOf);
  const isPossible = days !== undefined && days !== 0 && Math.abs(days) <= MAX_DAYS_TO_MOVE;
  const { preview, isLoading, apply, isApplying, ...notes } = useSeasonAction(
    season.id,
    isPossible ? { kind: 'move', days } : undefined,
  );
  const showUndo = useUndoToast();
  const moved = preview?.changes.filter(({ kind }) => kind === 'change').length ?? 0;

  async function move(previewed: SeasonPreview): Promise<void> {
    const changed = await apply(previewed);
    if (!changed) return;
    onClose();
    showUndo(changed, `${name} moved`);
  }

  return (
    <Dialog
      wide
      title={`Move ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isApplying}
            disabled={!preview || preview.changes.length === 0 || preview.full.length > 0}
            onClick={() => preview && void move(preview)}
          >
            {moved === 0 ? 'Move' : `Move ${plural(moved, 'day')}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-4 *:grow">
          <SelectField
            label="Move upcoming days"
            value={target}
            // The options are the values of the type.
            onChange={(event) => setTarget(event.target.value as Target)}
          >
            {dates.map((own) => (
              <option key={own} value={own}>
                {own === 'race' ? 'To a different race day' : 'To a different start day'}
              </option>
            ))}
            {Object.entries(STEPS).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          {isDate(target) && (
            <Field
              type="date"
              label={target === 'race' ? 'Race day' : 'Start day'}
              min={today}
              value={dayOf[target] ?? ''}
              error={days === undefined ? 'Choose a day' : undefined}
              onChange={(event) => setDayOf({ ...dayOf, [target]: event.target.value })}
            />
          )}
        </div>
        {isLoading && <LoadingIndicator />}
        <ActionAlerts {...notes} />
        {days === 0 && <p className="text-ink-2">That’s the current day. Choose another one.</p>}
        {preview && isPossible && <Summary preview={preview} days={days} race={anchors.race} />}
      </div>
    </Dialog>
  );
}

function isDate(target: Target): target is keyof SeasonAnchors {
  return target === 'race' || target === 'start';
}

/** By how many days everything moves. Undefined without a date. */
function countDays(
  target: Target,
  from: SeasonAnchors,
  to: Record<keyof SeasonAnchors, string | undefined>,
): number | undefined {
  if (!isDate(target)) return STEPS[target].days;
  const [before, after] = [from[target], to[target]];
  return before && after && isDay(after) ? daysBetween(before, after) : undefined;
}

type SummaryProps = {
  preview: SeasonPreview;
  days: number;
  race: string | undefined;
};

function Summary({ preview: { changes, shared, full }, days, race }: SummaryProps) {
  const today = useToday();
  const moved = changes.filter(({ kind }) => kind === 'change');
  const gone = changes.filter(({ kind }) => kind === 'remove').length;
  const released = changes.filter(({ kind }) => kind === 'release').length;
  const next = moved.flatMap(({ after }) => after?.day ?? []).sort()[0];
  const raceChange = moved.find(({ before }) => before?.day === race)?.after;
  return (
    <>
      <p>
        {moved.length === 0 ? (
          'There are no upcoming days to move.'
        ) : (
          <>
            <b className="font-semibold">
              {plural(moved.length, 'day')} will move {plural(Math.abs(days), 'day')}{' '}
              {days < 0 ? 'earlier' : 'later'}
            </b>
            , including days you moved yourself.
          </>
        )}
        {next && ` The next one will be on ${formatLongDay(next, today)}.`}
        {race && raceChange && ` The race will be on ${formatLongDay(raceChange.day, today)}.`}
      </p>
      {days % 7 !== 0 && moved.length > 0 && <p>Workouts will fall on different weekdays.</p>}
      {gone > 0 && <p>{plural(gone, 'day')} would fall before today and come off the calendar.</p>}
      {released > 0 && (
        <p>
          {plural(released, 'day')} you edited would fall before today and stay on your calendar,
          outside the plan.
        </p>
      )}
      <SharedDays shared={shared} />
      <FullDays full={full} />
      <p className="text-sm text-ink-2">
        Past and completed days won’t move. Nothing else on your calendar will change.
      </p>
    </>
  );
}

/** The days of a season that people name: its race, and its first day. A race may be missing. */
type SeasonAnchors = { race: string | undefined; start: string | undefined };

/** Where the race and the first day are by now, with everything that the season was moved by. */
function findAnchors({ text, anchor, shifts }: Season): SeasonAnchors {
  const reading = readPlan(text);
  const placement = placePlan(reading, anchor);
  if (!placement.ok) return { race: undefined, start: undefined };
  const days = shiftDays(placement.planned, shifts);
  const races = new Set(reading.days.filter((day) => day.races.length > 0).map(keyOf));
  const named = anchor.kind === 'race' ? anchor.key : undefined;
  const race = named
    ? days.find(({ key }) => key === named)
    : days.findLast(({ key }) => races.has(key));
  return { race: race?.day, start: days.map(({ day }) => day).sort()[0] };
}
