import type { SavedPlan, SeasonAnchor, SeasonPreview } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { type PlanReading, readPlan, totalWeeks } from '@pacewright/plan';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiProblem } from '../../platform/api/problem.ts';
import { addDays, FIRST_DAY, formatLongDay, LAST_DAY, weekOf } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useReading } from '../../workout/use-reading.ts';
import { UNTITLED } from './plan-title.ts';
import { FullDays, SharedDays } from './preview-notes.tsx';
import { useSeasonPreview, useStartSeason, useUndoToast } from './seasons-queries.ts';

type PutOnCalendarDialogProps = { plan: SavedPlan; onClose: () => void };

/** Race day or first day, then everything that would happen, then one button. */
export function PutOnCalendarDialog({ plan, onClose }: PutOnCalendarDialogProps) {
  const navigate = useNavigate();
  const today = useToday();
  const read = useReading(readPlan);
  const reading = useMemo(() => read(plan.text), [read, plan.text]);
  const hasRace = reading.days.some(({ races }) => races.length > 0);
  const weeks = totalWeeks(reading).length;
  const [kind, setKind] = useState<SeasonAnchor['kind']>(hasRace ? 'race' : 'start');
  const [days, setDays] = useState({
    race: defaultRaceDay(reading, today),
    start: addDays(today, 1),
  });
  const day = days[kind];
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && day >= FIRST_DAY && day <= LAST_DAY;
  const anchor: SeasonAnchor = { kind, day: isDay ? day : today };
  const preview = useSeasonPreview(plan.text, anchor);
  const start = useStartSeason();
  const showUndo = useUndoToast();
  // A request whose response was lost takes effect once, and one for another day is another request.
  const keys = useRef<Record<string, string>>({});
  const [hasChanged, setHasChanged] = useState(false);
  const title = plan.title || UNTITLED;
  const shown = isDay ? preview.data : undefined;
  const count = shown?.changes.length ?? 0;

  async function putOnCalendar({ hash, changes }: SeasonPreview): Promise<void> {
    setHasChanged(false);
    try {
      const { id: planId, text } = plan;
      const idempotencyKey = (keys.current[kind + day] ??= crypto.randomUUID());
      const season = await start.mutateAsync({ planId, text, anchor, hash, idempotencyKey });
      onClose();
      const first = changes.flatMap(({ after }) => after?.day ?? []).sort()[0];
      showUndo(season, `${title} added to the calendar`);
      await navigate(`/app/calendar?day=${first ?? season.firstDay}`);
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === 'PREVIEW_CHANGED')) return;
      setHasChanged(true);
      await preview.refetch();
    }
  }

  return (
    <Dialog
      wide
      title={`Add ${title} to the calendar`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={start.isPending}
            disabled={!shown || count === 0 || shown.full.length > 0}
            onClick={() => shown && void putOnCalendar(shown)}
          >
            {count === 0 ? 'Add to calendar' : `Add ${plural(count, 'day')} to calendar`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <AnchorFields
          {...{ hasRace, kind, day, isDay }}
          onKind={setKind}
          onDay={(next) => setDays({ ...days, [kind]: next })}
        />
        {preview.isFetching && !preview.data && isDay && <LoadingIndicator />}
        {preview.isError && isDay && (
          <Alert kind="error" title="The preview didn’t load.">
            {preview.error.message}{' '}
            <Button size="sm" busy={preview.isFetching} onClick={() => void preview.refetch()}>
              Try again
            </Button>
          </Alert>
        )}
        {hasChanged && (
          <Alert kind="warning" title="Your calendar has changed.">
            Check the updated preview.
          </Alert>
        )}
        {start.isError && !hasChanged && (
          <Alert kind="error" title="Couldn’t add it to the calendar.">
            {start.error.message}
          </Alert>
        )}
        {shown && <Summary preview={shown} weeks={weeks} />}
      </div>
    </Dialog>
  );
}

type AnchorFieldsProps = {
  hasRace: boolean;
  kind: SeasonAnchor['kind'];
  day: string;
  isDay: boolean;
  onKind: (kind: SeasonAnchor['kind']) => void;
  onDay: (day: string) => void;
};

function AnchorFields({ hasRace, kind, day, isDay, onKind, onDay }: AnchorFieldsProps) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      {hasRace && (
        <div className="grid gap-1.5 max-md:w-full">
          <span aria-hidden className="text-sm font-semibold">
            Set dates by
          </span>
          <SegmentedControl
            label="Set dates by"
            value={kind}
            onChange={onKind}
            options={[
              { value: 'race', label: 'Race day' },
              { value: 'start', label: 'Start day' },
            ]}
          />
        </div>
      )}
      <Field
        data-autofocus
        type="date"
        label={kind === 'race' ? 'Race day' : 'Start day'}
        className="grow"
        min={useToday()}
        max={LAST_DAY}
        value={day}
        error={isDay ? undefined : 'Choose a day'}
        onChange={({ target }) => onDay(target.value)}
      />
    </div>
  );
}

/** The last race of the plan, on its own weekday, if the plan begins next week. */
function defaultRaceDay({ days }: PlanReading, today: string): string {
  const race = days.findLast(({ races }) => races.length > 0);
  const [monday = today] = weekOf(addDays(today, 7), 1);
  return race ? addDays(monday, (race.week - 1) * 7 + race.weekday) : addDays(today, 7);
}

function Summary({ preview, weeks }: { preview: SeasonPreview; weeks: number }) {
  const today = useToday();
  const { changes, dayCount, firstDay, turn, skipped, early, shared, full } = preview;
  const left = skipped.length + early.length;
  return (
    <>
      <p>
        <b className="font-semibold">Week 1 starts {formatLongDay(firstDay, today)}.</b>{' '}
        {plural(weeks, 'week')}, {plural(changes.length, 'day')} on the calendar.
      </p>
      {turn !== 0 && (
        <p>
          Your race falls on a different weekday than in the plan, so every day moves{' '}
          {plural(Math.abs(turn), 'day')} {turn < 0 ? 'earlier' : 'later'}.
        </p>
      )}
      {left > 0 && (
        <p>
          {left} of {dayCount} days would fall before today or the start day and will be skipped.
        </p>
      )}
      {changes.length === 0 && <p>The whole plan would be in the past. Choose a later day.</p>}
      <SharedDays shared={shared} />
      <FullDays full={full} />
      <p className="text-sm text-ink-2">
        Nothing else on your calendar will change. You can remove the plan again later.
      </p>
    </>
  );
}
