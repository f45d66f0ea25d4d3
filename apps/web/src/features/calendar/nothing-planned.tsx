import type { SavedWorkout } from '@pacewright/contract';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { readingOf } from '../../platform/pasted-text.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { workoutSearchQuery } from '../../platform/api/queries/workouts.ts';
import { useEntryActions } from './use-entry-actions.ts';
import { WorkoutButton } from './workout-button.tsx';

/** Workouts of the library that are offered for today. */
const MAX_OFFERED = 3;

/** The box of this screen, in which a line or a week is written. */
export const WRITE_BOX = 'write-box';

export function focusBox(): void {
  document.getElementById(WRITE_BOX)?.focus();
}

/** Reads the clipboard if that is allowed, else the week is pasted into the box. */
export function usePasteWeek(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const text = await navigator.clipboard?.readText().catch(() => '');
    if (!text?.includes('\n')) return focusBox();
    const { to, options } = readingOf(text);
    await navigate(to, options);
  };
}

type NothingPlannedProps = {
  paceContext: PaceContext;
  today: string;
  /** Whether something else was planned this week. */
  hasWeek: boolean;
  hasPaces: boolean;
};

/** An empty Today: workouts of the library to run, or how to write the first one. */
export function NothingPlanned({ paceContext, today, hasWeek, hasPaces }: NothingPlannedProps) {
  const actions = useEntryActions(paceContext);
  const pasteWeek = usePasteWeek();
  // Undefined while loading: do not show "write a workout" to someone who has some.
  const workouts = useQuery(workoutSearchQuery(useCall(), '')).data?.workouts;

  return (
    <EmptyState
      title={hasWeek ? 'Nothing else planned.' : 'Nothing planned yet.'}
      action={
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={() => void pasteWeek()}>
            Paste your week
          </Button>
          <Link to="/app/plans" className={buttonClass()}>
            Take a plan
          </Link>
          <Button onClick={focusBox}>Write a line</Button>
        </div>
      }
      examples={
        workouts &&
        (workouts.length > 0 ? (
          <Offers
            {...{ paceContext, hasPaces }}
            workouts={workouts.slice(0, MAX_OFFERED)}
            onPick={(workout) => void actions.add(workout, { day: today })}
          />
        ) : (
          <FirstWorkout hasPaces={hasPaces} />
        ))
      }
    >
      Your next workout will appear here, at your paces and ready for your watch.
    </EmptyState>
  );
}

type OffersProps = {
  paceContext: PaceContext;
  hasPaces: boolean;
  workouts: SavedWorkout[];
  onPick: (workout: SavedWorkout) => void;
};

function Offers({ paceContext, hasPaces, workouts, onPick }: OffersProps) {
  return (
    <>
      <h3 className="text-lg">Run one of your workouts today?</h3>
      <ul className="grid gap-2">
        {workouts.map((workout) => (
          <li key={workout.id} className="min-w-0">
            <WorkoutButton
              {...{ workout, paceContext, onPick }}
              label={`Run ${workout.title} today`}
            />
          </li>
        ))}
      </ul>
      {!hasPaces && (
        <p className="text-sm text-ink-2">
          Shown at typical paces. <Link to="/app/paces">Set yours</Link>
        </p>
      )}
    </>
  );
}

function FirstWorkout({ hasPaces }: { hasPaces: boolean }) {
  return (
    <ol className="grid gap-4 [counter-reset:lesson]">
      {!hasPaces && (
        <Instruction title="Set your paces">
          One race result gives you all five. <Link to="/app/paces">Open Paces</Link>
        </Instruction>
      )}
      <Instruction title="Write a workout in one line">
        For example, <ScriptText script="15m E + 5x(3m I + 2m jog) + 10m E" />. Or start from a
        classic in <Link to="/app/workouts">Workouts</Link>.
      </Instruction>
      <Instruction title="Add it to your calendar">
        Choose a day in <Link to="/app/calendar">Calendar</Link> and add it there.
      </Instruction>
    </ol>
  );
}

function Instruction({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[2rem_1fr] gap-x-3 [counter-increment:lesson]">
      <span
        aria-hidden
        className="fig text-xl font-bold text-ink-3 before:content-[counter(lesson)]"
      />
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-ink-2">{children}</p>
      </div>
    </li>
  );
}
