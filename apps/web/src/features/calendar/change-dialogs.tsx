import {
  type CalendarChanges,
  type CalendarEntry,
  isRaceEntry,
  MAX_CALENDAR_CHANGES,
  type TimeOfDay,
} from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { CALENDAR, readCalendar } from '../../platform/api/queries/calendar.ts';
import { nameSkipped, useChangeCalendar } from '../../platform/api/queries/calendar-changes.ts';
import { DayGrid } from '../../platform/days/day-grid.tsx';
import {
  addDays,
  daysBetween,
  FIRST_DAY,
  formatLongDay,
  formatShortDay,
  isDay,
  LAST_DAY,
  weekOf,
  weekTitle,
} from '../../platform/days/days.ts';
import { DaysField } from '../../platform/days/days-field.tsx';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showOutcome } from '../../ui/use-action.ts';
import {
  copyTo,
  copyWeek,
  countBusyDays,
  countEntries,
  describeCopies,
  describeMove,
  describeRaces,
  describeShift,
  describeSkip,
  describeWeek,
  MAX_WEEKS_TO_REPEAT,
  nextWeeks,
  type Proposal,
  shiftFrom,
  skipDays,
  toRequests,
} from './proposed-changes.ts';
import type { EntryPlace } from './use-entry-actions.ts';

type AwayDialogProps = { day: string; onClose: () => void };

/** The days of someone who is ill or away and has no plan: they are skipped, or everything moves by whole weeks. */
export function AwayDialog({ day, onClose }: AwayDialogProps) {
  const today = useToday();
  const week = weekOf(day < today ? today : day, firstWeekday());
  const start = week[0] ?? today;
  const [absence, setAbsence] = useState(() => ({
    from: start < today ? today : start,
    to: week.at(-1) ?? start,
  }));
  const [how, setHow] = useState<'skip' | 'push'>('skip');
  const entries = useEntries({ from: start, to: undefined });
  // A plan has its own dialog, which knows its weeks.
  const loose = (entries.data ?? []).filter(({ season }) => !season);
  const weeks = Math.ceil((daysBetween(absence.from, absence.to) + 1) / 7);
  const proposal =
    how === 'skip'
      ? skipDays(loose, absence)
      : shiftFrom(loose, { from: absence.from, days: 7 * weeks });
  const isTooMuch = proposal.items.length > MAX_CALENDAR_CHANGES;
  const effect =
    how === 'skip' ? describeSkip(proposal) : describeShift(proposal, 7 * weeks, today);
  const last = how === 'skip' ? absence.to : undefined;
  return (
    <ProposalDialog
      title="Ill or away"
      isWide
      proposal={isTooMuch ? { ...proposal, items: [] } : proposal}
      preview={
        isTooMuch
          ? `You can change up to ${MAX_CALENDAR_CHANGES} items at a time. Choose fewer days.`
          : effect || (entries.data && 'Nothing is planned on these days.')
      }
      note={describeRaces(loose, { from: absence.from, to: last }, today)}
      entries={entries}
      onClose={onClose}
    >
      <DaysField {...{ start, today, absence }} days={loose} onChange={setAbsence} />
      <RadioCards
        label="What to do"
        className="grid-flow-row"
        value={how}
        onChange={setHow}
        options={[
          { value: 'skip', label: 'Skip them' },
          {
            value: 'push',
            label: `Push everything by ${weeks === 1 ? 'a week' : `${weeks} weeks`}`,
          },
        ]}
      />
    </ProposalDialog>
  );
}

type WeekDialogProps = { day: string; onClose: () => void };

/** Copies of a week, or moving what is left of it, or everything after, by a day. */
export function WeekDialog({ day, onClose }: WeekDialogProps) {
  const [way, setWay] = useState<'copy' | 'move'>('copy');
  const copy = useWeekToCopy(day);
  const shift = useDaysToShift(day);
  // One dialog for both, which keeps the focus on the choice.
  const { fields, ...proposed } = way === 'copy' ? copy : shift;
  return (
    <ProposalDialog {...proposed} onClose={onClose}>
      <SegmentedControl
        label="What to do"
        value={way}
        onChange={setWay}
        options={[
          { value: 'copy', label: 'Copy' },
          { value: 'move', label: 'Move' },
        ]}
      />
      {fields}
    </ProposalDialog>
  );
}

type MoveDialogProps = {
  entry: CalendarEntry;
  onMove: (place: EntryPlace) => void;
  onClose: () => void;
};

/** Everything that can be done with the day of an entry: move it, alone or with what comes after, copy or repeat it. */
export function MoveDialog({ entry, onMove, onClose }: MoveDialogProps) {
  const today = useToday();
  const { title, done } = entry;
  const [way, setWay] = useState<'move' | 'copy' | 'repeat'>('move');
  const [scope, setScope] = useState<'one' | 'after'>('one');
  const [day, setDay] = useState(entry.day);
  const [time, setTime] = useState<ChosenTime>(entry.timeOfDay ?? 'any');
  const [order, setOrder] = useState<number>();
  const [weeksText, setWeeksText] = useState('4');
  const weeks = /^\d{1,2}$/.test(weeksText.trim()) ? Number(weeksText) : 0;
  const areWeeksValid = weeks >= 1 && weeks <= MAX_WEEKS_TO_REPEAT;
  const days = way === 'repeat' ? nextWeeks(entry.day, areWeeksValid ? weeks : 0) : [day];
  const isAfter = way === 'move' && scope === 'after';
  const range = [entry.day, ...days].toSorted();
  const from = range[0] ?? entry.day;
  const to = range.at(-1) ?? entry.day;
  const entries = useEntries({ from, to: isAfter ? undefined : to });
  const isMoveOfOne = way === 'move' && !isAfter;
  const proposal: Proposal = isAfter
    ? shiftFrom(entries.data ?? [], { from: entry.day, days: daysBetween(entry.day, day) })
    : copyTo(entry, isMoveOfOne ? [] : days);
  const others = (entries.data ?? []).filter((other) => other.day === day && other.id !== entry.id);
  const timeOfDay = time === 'any' ? null : time;
  const isSameTime = timeOfDay === (entry.timeOfDay ?? null);
  const slots = others.filter((other) => (other.timeOfDay ?? null) === timeOfDay);
  const isNoMove = day === entry.day && isSameTime && order === undefined;
  const isTooMuch = isAfter && proposal.items.length > MAX_CALENDAR_CHANGES;

  function move(): void {
    if (isNoMove) return;
    onMove({
      day,
      ...(!isSameTime && { timeOfDay }),
      ...(order !== undefined && { position: order }),
    });
  }

  return (
    <ProposalDialog
      title={`Move or copy ${title}`}
      isWide
      proposal={isTooMuch ? { ...proposal, items: [] } : proposal}
      confirm={
        isMoveOfOne
          ? {
              label: isNoMove ? 'Move' : `Move to ${formatShortDay(day, today)}`,
              isDisabled: isNoMove,
              run: move,
            }
          : undefined
      }
      preview={
        isMoveOfOne
          ? describeMove(entry, { day, others }, today)
          : isTooMuch
            ? `You can move up to ${MAX_CALENDAR_CHANGES} items at a time. Choose a later day to start from.`
            : isAfter
              ? describeShift(proposal, daysBetween(entry.day, day), today)
              : describeCopies(proposal, today)
      }
      note={
        isAfter
          ? `${describeRaces(entries.data ?? [], { from: entry.day }, today)} Completed workouts don’t move.`.trim()
          : undefined
      }
      entries={entries}
      onClose={onClose}
    >
      <div className="grid gap-x-7 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        {way !== 'repeat' && (
          <DayGrid
            day={day}
            onFollow={setDay}
            onChoose={(next) => {
              // Enter on the day that the arrows have selected.
              if (next === day && isMoveOfOne) move();
              setDay(next);
              setOrder(undefined);
            }}
          />
        )}
        <div className="grid content-start gap-4">
          <SegmentedControl
            label="What to do"
            value={way}
            onChange={setWay}
            options={[
              { value: 'move', label: 'Move' },
              { value: 'copy', label: 'Copy' },
              { value: 'repeat', label: 'Repeat weekly' },
            ]}
          />
          {way === 'repeat' && (
            <Field
              inputMode="numeric"
              label="Number of weeks"
              value={weeksText}
              error={areWeeksValid ? undefined : `Enter 1 to ${MAX_WEEKS_TO_REPEAT} weeks`}
              onChange={(event) => setWeeksText(event.target.value)}
            />
          )}
          {isMoveOfOne && (
            <TimeField
              time={time}
              onChange={(next) => {
                setTime(next);
                setOrder(undefined);
              }}
            />
          )}
          {isMoveOfOne && slots.length > 0 && (
            <OrderField
              {...{ order, slots, others }}
              isSameDay={day === entry.day}
              onChange={setOrder}
            />
          )}
          {way === 'move' && !done && (
            <RadioCards
              label="What moves"
              value={scope}
              onChange={setScope}
              className="grid-flow-row"
              options={[
                { value: 'one', label: 'Only this' },
                { value: 'after', label: 'This and everything after' },
              ]}
            />
          )}
        </div>
      </div>
    </ProposalDialog>
  );
}

type ChosenTime = TimeOfDay | 'any';

type TimeFieldProps = { time: ChosenTime; onChange: (time: ChosenTime) => void };

function TimeField({ time, onChange }: TimeFieldProps) {
  return (
    <div className="grid gap-1.5">
      <p aria-hidden className="text-sm font-medium">
        Time of day
      </p>
      <SegmentedControl
        label="Time of day"
        value={time}
        onChange={onChange}
        options={[
          { value: 'any', label: 'Any' },
          { value: 'am', label: 'Morning' },
          { value: 'pm', label: 'Evening' },
        ]}
      />
    </div>
  );
}

type OrderFieldProps = {
  order: number | undefined;
  /** The entries at the chosen time of day, among all others of the day. */
  slots: readonly CalendarEntry[];
  others: readonly CalendarEntry[];
  isSameDay: boolean;
  onChange: (order: number | undefined) => void;
};

function OrderField({ order, slots, others, isSameDay, onChange }: OrderFieldProps) {
  return (
    <SelectField
      label="Order"
      value={order ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    >
      <option value="">{isSameDay ? 'As it is' : 'Last'}</option>
      {slots.map((slot) => (
        <option key={slot.id} value={others.indexOf(slot)}>
          Before {slot.title}
        </option>
      ))}
      {isSameDay && <option value={others.length}>Last</option>}
    </SelectField>
  );
}

type Proposed = Pick<ProposalDialogProps, 'title' | 'proposal' | 'preview' | 'note' | 'entries'> & {
  fields: ReactNode;
};

function useWeekToCopy(from: string): Proposed {
  const today = useToday();
  const first = firstWeekday();
  const source = weekOf(from, first);
  const [day, setDay] = useState(addDays(source[0] ?? from, 7));
  const to = isDay(day) ? weekOf(day, first) : source;
  const copied = useEntries({ from: source[0] ?? from, to: source[6] ?? from });
  const target = useEntries({ from: to[0] ?? from, to: to[6] ?? from });
  const proposal = copyWeek(copied.data ?? [], { from, to: to[0] ?? from, first });
  const isSame = to[0] === source[0];

  return {
    title: `Copy ${weekTitle(source, today)}`,
    proposal,
    preview:
      describeWeek(proposal, to, today) ||
      (isDay(day) &&
        (isSame
          ? 'That’s the same week. Choose a day in another week.'
          : copied.data && 'This week has nothing to copy.')),
    note: copied.data?.some(isRaceEntry) ? 'Races aren’t copied.' : '',
    entries: copied.data ? target : copied,
    fields: (
      <Field
        type="date"
        label="To the week of"
        min={FIRST_DAY}
        max={LAST_DAY}
        value={day}
        error={isDay(day) ? undefined : 'Choose a day'}
        onChange={(event) => setDay(event.target.value)}
      />
    ),
  };
}

function useDaysToShift(day: string): Proposed {
  const today = useToday();
  const week = weekOf(day, firstWeekday());
  // The days that have gone by stay.
  const from = week.includes(today) ? today : (week[0] ?? day);
  const [scope, setScope] = useState<'week' | 'later'>('week');
  const [direction, setDirection] = useState<'later' | 'earlier'>('later');
  const days = direction === 'later' ? 1 : -1;
  const to = scope === 'week' ? week[6] : undefined;
  // A day more on either side, because something may be there already.
  const entries = useEntries({ from: addDays(from, -1), to: to && addDays(to, 1) });
  const proposal = shiftFrom(entries.data ?? [], { from, to, days });
  const isTooMuch = proposal.items.length > MAX_CALENDAR_CHANGES;

  return {
    title: `Move workouts from ${formatLongDay(from, today)}`,
    proposal: isTooMuch ? { kind: 'move', items: [] } : proposal,
    preview: isTooMuch
      ? `You can move up to ${MAX_CALENDAR_CHANGES} items at a time. Move one week at a time instead.`
      : describeShift(proposal, days, today) || (entries.data && 'Nothing to move.'),
    note: `${describeRaces(entries.data ?? [], { from, to }, today)} Completed workouts don’t move.`.trim(),
    entries,
    fields: (
      <>
        {' '}
        <SegmentedControl
          label="What to move"
          value={scope}
          onChange={setScope}
          options={[
            { value: 'week', label: 'Rest of the week' },
            { value: 'later', label: 'Everything after' },
          ]}
        />
        <SegmentedControl
          label="Direction"
          value={direction}
          onChange={setDirection}
          options={[
            { value: 'later', label: 'One day later' },
            { value: 'earlier', label: 'One day earlier' },
          ]}
        />
      </>
    ),
  };
}

const VERBS = {
  copy: ['Add', 'added'],
  move: ['Move', 'moved'],
  skip: ['Skip', 'skipped'],
} as const;

type ProposalDialogProps = {
  title: string;
  isWide?: boolean;
  proposal: Proposal;
  /** In place of applying the proposal. */
  confirm?: { label: string; isDisabled: boolean; run: () => void } | undefined;
  preview: ReactNode;
  note?: string | undefined;
  /** The entries of the days that change. */
  entries: ReturnType<typeof useEntries>;
  onClose: () => void;
  children: ReactNode;
};

/** A form, the effect in words, and a button with the count. */
function ProposalDialog(props: ProposalDialogProps) {
  const { title, isWide = false, proposal, preview, note, entries, onClose, children } = props;
  const { items } = proposal;
  const { apply, isApplying, error } = useApply();
  const busyDays = countBusyDays(proposal, entries.data ?? []);
  const [verb] = VERBS[proposal.kind];

  async function applyProposal(): Promise<void> {
    if (await apply(proposal)) onClose();
  }
  const confirm = props.confirm ?? {
    label: items.length === 0 ? verb : `${verb} ${countEntries(items)}`,
    isDisabled: items.length === 0,
    run: () => void applyProposal(),
  };

  return (
    <Dialog
      title={title}
      wide={isWide}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isApplying}
            disabled={confirm.isDisabled}
            onClick={confirm.run}
          >
            {confirm.label}
          </Button>
        </>
      }
    >
      {children}
      <div aria-live="polite" className="grid gap-1.5">
        {entries.isPending && <LoadingIndicator />}
        {preview && <p className="font-semibold">{preview}</p>}
        {busyDays > 0 && (
          <p className="text-sm text-ink-2">
            {items.length === 1
              ? 'That day already has something. It won’t be replaced.'
              : `${plural(busyDays, 'of these days already has', 'of these days already have')} something. Nothing will be replaced.`}
          </p>
        )}
        {note && entries.data && <p className="text-sm text-ink-2">{note}</p>}
      </div>
      {entries.isLoadingError && (
        <Alert kind="error" title="Your calendar didn’t load.">
          {entries.error.message}{' '}
          <Button size="sm" onClick={() => void entries.refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {error && (
        <Alert kind="error" title="Couldn’t make this change.">
          {error.message}
        </Alert>
      )}
    </Dialog>
  );
}

/** The entries of a range of days, or of all days from one on. */
function useEntries({ from, to }: { from: string; to: string | undefined }) {
  const call = useCall();
  return useQuery({
    queryKey: [...CALENDAR, 'changing', from, to],
    queryFn: ({ signal }) => readCalendar(call, { from, ...(to !== undefined && { to }) }, signal),
  });
}

/** Makes a proposal true, and offers to undo it. */
function useApply() {
  const { mutateAsync, isPending, error } = useChangeCalendar();
  // The same copy has the same id in every attempt, so that a second one adds nothing.
  const ids = useRef(new Map<string, string>());

  function idOf({ entry, day }: Proposal['items'][number]): string {
    const key = `${entry.id} ${day}`;
    const id = ids.current.get(key) ?? crypto.randomUUID();
    ids.current.set(key, id);
    return id;
  }

  async function revert(opposite: CalendarChanges): Promise<string | undefined> {
    const { skipped } = await mutateAsync(opposite);
    return skipped > 0 ? nameSkipped(skipped) : undefined;
  }

  /** Returns whether it succeeded. The dialog says why not. */
  async function apply(proposal: Proposal): Promise<boolean> {
    const { changes, opposite } = toRequests(proposal, idOf);
    try {
      const { skipped } = await mutateAsync(changes);
      const count = countEntries(proposal.items, proposal.items.length - skipped);
      showOutcome({
        title: `${count} ${VERBS[proposal.kind][1]}`,
        detail: skipped > 0 ? nameSkipped(skipped) : undefined,
        undo: () => revert(opposite),
      });
      return true;
    } catch {
      return false;
    }
  }

  return { apply, isApplying: isPending, error };
}
